"""The benchmark measures what it says it does."""

import os
import time

from tests.bench.client import Unchunked
from tests.bench.document import document
from tests.bench.heard import Heard
from tests.bench.loads import steady
from tests.bench.marks import WIDTH, delta, last_delta
from tests.bench.orders import Order, order_in
from tests.bench.processes import cpu_seconds, resident_mb
from tests.bench.standin import stand_in_model
from tests.bench.table import Line, table
from tests.bench.targets import Floor


def test_every_delta_is_20_characters() -> None:
    assert {len(delta(number)) for number in range(1, 40)} == {WIDTH}
    assert len(last_delta()) == WIDTH


def test_an_order_is_read_back_from_the_words_it_was_put_in() -> None:
    order = Order(deltas=7, a_second=50, markdown=True)

    assert order_in(f"[data] please {order.words()} now") == order


def test_a_mark_counts_once_however_often_and_in_whatever_pieces_it_is_heard() -> None:
    heard = Heard()
    said = "".join(delta(number) for number in range(1, 4)).encode()
    for at in range(0, len(said), 7):
        heard.take(said[at : at + 7])
    heard.take(b"<p>" + said + b"</p>")

    assert len(heard.latencies_ns) == 3
    assert not heard.ended.is_set()
    heard.take(last_delta().encode())
    assert heard.ended.is_set()


def test_chunks_are_joined_however_they_are_cut() -> None:
    wire = b"5\r\nhello\r\n1\r\n \r\n5\r\nwor\r\n\r\n0\r\n\r\n"
    body = Unchunked()

    assert b"".join(body.feed(wire[at : at + 1]) for at in range(len(wire))) == b"hello wor\r\n"


def test_a_long_document_is_as_long_as_asked() -> None:
    assert len(document(5000)) == 100_000


def test_cpu_of_a_busy_process_is_counted_finely() -> None:
    own = os.getpid()
    before, ours = cpu_seconds(own), time.process_time()
    while time.process_time() - ours < 0.02:
        pass

    # Servers of other tests may be at work in this process, too.
    assert 0.02 <= cpu_seconds(own) - before < 1
    assert resident_mb(own) > 5


def test_a_missed_limit_is_said() -> None:
    lines = [
        Line("cost", 30, "µs", 10, "raw", must=2.0),
        Line("speed", 40, "/s", 100, "lean", must=0.33, better="more"),
        Line("scan", None, "ms", must=16),
    ]

    missed, fine, unknown = table(lines).splitlines()[1:]
    assert missed.endswith("MISSED")
    assert fine.endswith("ok")
    assert "not measured" in unknown


async def test_a_floor_streams_every_delta_and_costs_something() -> None:
    async with stand_in_model() as model_url, Floor("passthrough").running(model_url) as server:
        figures = await steady(server, chats=3, a_second=50, seconds=0.4)

    assert figures.delta_bytes > 100
    assert 0 < figures.cpu_us < 5000
    assert 0 < figures.p50_ms <= figures.p99_ms
