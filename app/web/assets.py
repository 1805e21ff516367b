"""
The static files, read once into memory and served under the hash of them all.

A document that was made from one build asks for that build's files, so they may be kept for ever. `assist.js`
alone has a fixed address, which pages carry in their markup; it names the build it was served with.
"""

import hashlib
import json
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from app.web.bundles import bundled
from app.web.languages import Language, speaking
from app.web.lean import lean
from app.web.packing import Asset, asset

SERVED = '"__ASSIST_SERVED__"'
LOADER = "assist.js"
_OURS = ("assist/", "panel/", "demo/")
_LOOK_AGAIN_SECONDS = 1.0


class Assets:
    """The files below one folder, by their path in it."""

    def __init__(self, folder: Path, words: Callable[[], Mapping[str, str]], *, watch: bool = False) -> None:
        """
        words: what `assist.js` says on the host page, in the language spoken when asked.
        watch: look for changed files now and then, for whoever works on them.
        """
        self._folder = folder
        self._words = words
        self._watch = watch
        self._looked_at = time.monotonic()
        self._stamp = _stamp(folder)
        self._load()

    @property
    def build(self) -> str:
        """A hash of every path and of what is sent for it."""
        if self._watch and time.monotonic() - self._looked_at > _LOOK_AGAIN_SECONDS:
            self._looked_at = time.monotonic()
            if (stamp := _stamp(self._folder)) != self._stamp:
                self._stamp = stamp
                self._load()
        return self._build

    def url(self, path: str) -> str:
        """Where a file of the current build is served. Raises `KeyError` when there is none."""
        build = self.build
        self._files[path]
        return f"/assist/static/{build}/{path}"

    def get(self, path: str) -> Asset | None:
        """A file by its path below the folder, compared as a string: nothing outside can be named."""
        return self._files.get(path)

    def loader(self, language: Language) -> Asset:
        """`assist.js`, knowing its build and its words."""
        assert self.build
        if language not in self._loaders:
            with speaking(language):
                self._loaders[language] = self._loader(self._words())
        return self._loaders[language]

    def _load(self) -> None:
        bodies = {path: (self._folder / path).read_bytes() for path, _time, _size in self._stamp}
        sent = {path: lean(body) if _is_ours(path) else body for path, body in bodies.items()}
        sent.update(bundled(sent))
        digest = hashlib.sha256()
        for path, body in sorted(sent.items()):
            digest.update(b"%b\0%d\0%b" % (path.encode(), len(body), body))
        self._build = digest.hexdigest()[:12]
        self._files = {path: asset(body, Path(path).suffix) for path, body in sent.items()}
        self._loaders: dict[Language, Asset] = {}

    def _loader(self, words: Mapping[str, str]) -> Asset:
        served = json.dumps({"build": self._build, "words": words}, sort_keys=True, ensure_ascii=False)
        body = self._files[LOADER].body if LOADER in self._files else b""
        return asset(body.replace(SERVED.encode(), served.encode()), ".js")


def _is_ours(path: str) -> bool:
    return path.endswith(".js") and (path.startswith(_OURS) or "/" not in path)


def _stamp(folder: Path) -> tuple[tuple[str, int, int], ...]:
    """Every file's path, time and size: when this is the same, so is the folder."""
    found = (
        (path, path.stat())
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.is_symlink() and not path.name.startswith(".")
    )
    return tuple((path.relative_to(folder).as_posix(), status.st_mtime_ns, status.st_size) for path, status in found)
