"""The `assist` command. Each command is a module; heavy parts are imported when theirs runs."""

import sys

from cyclopts import App

from app.errors import AssistError

app = App(name="assist", help="An assistant beside any server-rendered page.", version_flags=[])
app.command("app.cli.workspaces:app", name="workspace")
app.command("app.cli.serve:migrate", name="migrate")
app.command("app.cli.serve:serve", name="serve")
app.command("app.cli.demo:demo", name="demo")


def main() -> None:
    """What the installed script calls. A mistake of the person at the keyboard is one sentence, not a traceback."""
    try:
        app()
    except AssistError as fault:
        print(f"assist: {fault}", file=sys.stderr)
        sys.exit(1)
