"""Server-sent events out of raw bytes, however the network cut them."""

from app.models.faults import malformed

MOST_BYTES = 8 * 1024 * 1024


class Frames:
    """
    Splits a stream into the data of its named events.

    Nameless events and comments are left out, as the SDK leaves them out; a last event without its
    closing blank line was never sent whole and is left out too. CR, LF and CRLF all end a line.
    """

    def __init__(self) -> None:
        self._rest = b""
        self._after_cr = False

    def feed(self, chunk: bytes) -> list[bytes]:
        """The data of each event that `chunk` completes. Raises a `Setback` when one grows beyond 8 MiB."""
        if self._after_cr or b"\r" in chunk:
            chunk = self._with_plain_line_ends(chunk)
        *frames, self._rest = (self._rest + chunk).split(b"\n\n")
        if len(self._rest) > MOST_BYTES:
            raise malformed("an event that does not end")
        return [data for frame in frames if (data := _data_of(frame))]

    def _with_plain_line_ends(self, chunk: bytes) -> bytes:
        # A CR ends its line at once; the LF of a CRLF that was cut in two is then dropped.
        whole = chunk.removeprefix(b"\n") if self._after_cr else chunk
        self._after_cr = chunk.endswith(b"\r")
        return whole.replace(b"\r\n", b"\n").replace(b"\r", b"\n")


def _data_of(frame: bytes) -> bytes:
    if frame.startswith(b"event: "):
        _, found, data = frame.partition(b"\ndata: ")
        if found and b"\n" not in data:
            return data
    return _data_of_any(frame)


def _data_of_any(frame: bytes) -> bytes:
    lines = [line.partition(b":") for line in frame.split(b"\n")]
    if not any(field == b"event" and value.strip() for field, _, value in lines):
        return b""
    return b"\n".join(value.removeprefix(b" ") for field, _, value in lines if field == b"data")
