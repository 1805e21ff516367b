"""A string that never shows itself: not in a log, a traceback's locals, an f-string or JSON."""

import hmac
from typing import NoReturn, final

_SHOWN = "Secret(…)"


@final
class Secret:
    """Holds a secret; only `reveal()` gives it out, so each place that does can be found by its name."""

    __slots__ = ("_value",)

    def __init__(self, value: str) -> None:
        self._value = value

    def reveal(self) -> str:
        return self._value

    def __repr__(self) -> str:
        return _SHOWN

    def __str__(self) -> str:
        return _SHOWN

    def __format__(self, format_spec: str) -> str:
        return _SHOWN

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and hmac.compare_digest(self._value.encode(), other._value.encode())

    def __hash__(self) -> int:
        return hash(self._value)

    def __reduce__(self) -> NoReturn:
        message = "A Secret is never pickled or copied to another process."
        raise TypeError(message)
