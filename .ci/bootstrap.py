"""
Make `.venv` from requirements.lock, and install the project into it. Standard library only.

Nothing is done when the lock and pyproject.toml are as they were the last time, so every `make` target may
call it. uv is used when it is there or can be had, because it is ten times faster; pip does the same work.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
LOCK = ROOT / "requirements.lock"
STAMP = VENV / ".made-from"
OLDEST = (3, 11)


def main() -> int:
    """Bring `.venv` up to date. Returns the process's exit status."""
    if sys.version_info < OLDEST:
        print(
            f"Python {OLDEST[0]}.{OLDEST[1]} or newer is needed; this is {sys.version.split()[0]} ({sys.executable})."
        )
        return 1
    wanted = fingerprint()
    if PYTHON.exists() and STAMP.exists() and STAMP.read_text() == wanted:
        return 0
    if not PYTHON.exists() and not make_environment():
        return 1
    if not any(install(tool) for tool in installers()):
        print("The packages of requirements.lock could not be installed; what the installers said stands above.")
        return 1
    STAMP.write_text(wanted)
    print(f"Ready: {VENV.relative_to(ROOT)} holds everything.")
    return 0


def with_a_newer_python() -> int:
    """Run this script again with a Python that is new enough, or say that there is none."""
    for minor in range(OLDEST[1], OLDEST[1] + 5):
        newer = shutil.which(f"python3.{minor}")
        if newer and run(newer, "-c", ""):
            return 0 if run(newer, __file__) else 1
    print(f"Python {OLDEST[0]}.{OLDEST[1]} or newer is needed; {sys.executable} is {sys.version.split()[0]}.")
    return 1


def fingerprint() -> str:
    """What the environment is made from, as one hash."""
    parts = [LOCK.read_bytes(), (ROOT / "pyproject.toml").read_bytes(), sys.version.encode(), str(ROOT).encode()]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def make_environment() -> bool:
    """Create an empty `.venv`, by the standard library or else by uv."""
    print("Making .venv …", flush=True)
    try:
        venv.create(VENV, with_pip=True, clear=VENV.exists())
    except (subprocess.CalledProcessError, OSError):
        shutil.rmtree(VENV, ignore_errors=True)
        uv = shutil.which("uv")
        if uv is None or not run(uv, "venv", "--seed", "--python", sys.executable, str(VENV)):
            print("Python's venv module is incomplete here. On Debian and Ubuntu: apt-get install python3-venv")
            return False
    return True


def installers() -> list[list[str]]:
    """Command prefixes that can install, the fastest first."""
    pip = [str(PYTHON), "-m", "pip", "--disable-pip-version-check"]
    uv = shutil.which("uv") or shutil.which("uv", path=str(BIN))
    if uv is None and run(*pip, "install", "--quiet", "uv"):
        uv = shutil.which("uv", path=str(BIN))
    by_pip = [*pip, "install"]
    return [[uv, "pip", "install", "--compile-bytecode", "--python", str(PYTHON)], by_pip] if uv else [by_pip]


def install(installer: list[str]) -> bool:
    """The locked packages by their hashes, then the project itself."""
    print("Installing the packages of requirements.lock …", flush=True)
    return run(*installer, "--quiet", "--require-hashes", "-r", str(LOCK)) and run(
        *installer, "--quiet", "--no-deps", "-e", str(ROOT)
    )


def run(*command: str) -> bool:
    """Whether a command ended well. It must never fetch a Python of its own."""
    own_python_only = {**os.environ, "UV_PYTHON_DOWNLOADS": "never"}
    return subprocess.run(command, cwd=ROOT, env=own_python_only, check=False).returncode == 0


if __name__ == "__main__":
    sys.exit(main())
