"""The crowded page the benchmark announces is one the server keeps whole."""

from app.pages.announcement import read
from tests.bench.announcing import ROWS, crowded


def test_a_crowded_page_is_kept_whole_and_changes_each_time() -> None:
    first, second = read(crowded(1)), read(crowded(2))

    assert (first.faults, second.faults) == ((), ())
    assert (len(first.facts.actions), len(first.facts.fields)) == (ROWS, ROWS)
    assert first.facts.fields != second.facts.fields
