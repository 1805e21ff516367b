"""Our scripts as they are sent: without what only their readers need. Vendored files come minified by their authors."""

from collections.abc import Callable
from typing import cast

import rjsmin

_minified = cast("Callable[[str], str]", rjsmin.jsmin)  # pyright: ignore[reportUnknownMemberType] -- it has none


def lean(script: bytes) -> bytes:
    """A script of ours that does the same in about half of the bytes."""
    return _minified(script.decode()).encode()
