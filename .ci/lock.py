"""Remake requirements.lock, hash-pinned and without hosts, from pyproject.toml. Needs uv and the network."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def main() -> int:
    """Resolve anew and write the lock. Returns uv's exit status."""
    uv = shutil.which("uv") or shutil.which("uv", path=str(ROOT / ".venv" / "bin"))
    if uv is None:
        print("uv is needed to resolve: .venv/bin/pip install uv")
        return 1
    export = [uv, "export", "--quiet", "--upgrade", "--no-header", "--no-emit-project", "--format", "requirements-txt"]
    own_python_only = {**os.environ, "UV_PYTHON_DOWNLOADS": "never"}
    made = subprocess.run(export, cwd=ROOT, env=own_python_only, check=False, capture_output=True, text=True)
    # uv writes its own lock beside it, which names download hosts: it stays out of the repository.
    (ROOT / "uv.lock").unlink(missing_ok=True)
    if made.returncode:
        print(made.stderr, end="")
    else:
        (ROOT / "requirements.lock").write_text(made.stdout)
    return made.returncode


if __name__ == "__main__":
    sys.exit(main())
