"""
The page script as it is sent: without the comments and the indentation that only its readers need.

It leans on how our scripts are written: a comment stands on lines of its own, or is an inline cast
(`/** @type {…} */ (value)`), and no line of a template literal begins like a comment.
"""

import re

_CAST = re.compile(r"/\*\* @type \{[^\n]*?\} \*/ ?")
_COMMENT = re.compile(r"^\s*/\*.*?\*/[^\S\n]*", re.DOTALL | re.MULTILINE)


def lean(script: bytes) -> bytes:
    """A script of ours that does the same in about two thirds of the bytes."""
    code = _COMMENT.sub("", _CAST.sub("", script.decode()))
    lines = (line.strip() for line in code.split("\n"))
    return "\n".join(line for line in lines if line and not line.startswith("//")).encode()
