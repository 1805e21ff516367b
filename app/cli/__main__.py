"""`python -m app.cli` is `assist`."""

from app.cli import main

main()
