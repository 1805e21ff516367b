"""The `assist` command. Each command is a module; heavy parts are imported when theirs runs."""

import os
import sys
from collections.abc import Sequence

from cyclopts import App, CycloptsError

from app.errors import AssistError
from app.loaded import loading

app = App(name="assist", help="An assistant beside any server-rendered page.", version_flags=[])
app.command("app.cli.workspaces:app", name="workspace")
app.command("app.cli.serve:migrate", name="migrate")
app.command("app.cli.serve:serve", name="serve")
app.command("app.cli.demo:demo", name="demo")
app.command("app.cli.lint:lint", name="lint")
app.command("app.cli.inspect:inspect", name="inspect")
app.command("app.cli.conform:conform", name="conform")


def main(arguments: Sequence[str] | None = None) -> None:
    """
    What the installed script calls. A mistake of the person at the keyboard is one sentence, not a traceback.

    arguments: None takes the process's own.
    """
    loading()
    try:
        app(arguments, exit_on_error=False)
    except CycloptsError:
        # It has been said already. 1 is what a command found wrong; this is one that could not be understood.
        sys.exit(2)
    except BrokenPipeError:
        # Whoever read along, such as `head`, has seen enough; nothing is left to say it to.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except AssistError as fault:
        print(f"assist: {fault}", file=sys.stderr)
        sys.exit(1)
