"""
See that Chromium, PostgreSQL and Redis are there for the tests, and install what is missing where that can be done.

Where it can't (not root, no apt-get), it says which tests will be skipped and how to get the part. Never fails:
a test that misses its service is skipped with that reason.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

PARTS = {
    "chromium": ("chromium", "the browser tests"),
    "postgres": ("postgresql", "the PostgreSQL tests"),
    "redis-server": ("redis-server", "the Redis tests"),
}


def main() -> int:
    """Install the missing packages, or say what they cost. Always 0."""
    missing = [program for program in PARTS if not found(program)]
    if missing and can_install():
        install([PARTS[program][0] for program in missing])
    for program in missing:
        package, tests = PARTS[program]
        if not found(program):
            print(f"SKIPPED: {tests}, because {program!r} is missing. To get it: apt-get install {package}")
    return 0


def found(program: str) -> bool:
    """Whether a program is on PATH, or where Debian keeps PostgreSQL's."""
    return shutil.which(program) is not None or any(Path("/usr/lib/postgresql").glob(f"*/bin/{program}"))


def can_install() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get") is not None


def install(packages: list[str]) -> None:
    print(f"Installing {', '.join(packages)} …", flush=True)
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["update"], ["install", "-y", "--no-install-recommends", *packages]):
        subprocess.run(["apt-get", "-qq", *command], env=quiet, check=False, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    sys.exit(main())
