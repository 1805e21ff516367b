"""A reply cut into blocks: the same ones however it comes, and a plain paragraph without being parsed."""

import random
import re

import pytest

from app.turns import blocks
from app.turns.blocks import BlockCutter

LINES = (
    *("Hello world", "Word: **b**", "a|b", "---", "===", "- x", "1. y", "> q", "```", "~~~py", "    code", "[a]: b"),
    *("# h", "", "", "| a | b |", "|--|--|", "<b>", "*", " x", "é", "a\\", "A  ", "\t"),
)


def cut(text: str, size: int) -> tuple[list[list[str]], list[str]]:
    """What each piece of `size` characters finished, and what was left for the end."""
    cutter = BlockCutter()
    return [cutter.feed(text[at : at + size]) for at in range(0, len(text), size)], cutter.finish()


def replies() -> list[tuple[str, int]]:
    chance = random.Random(7)
    return [
        ("\n".join(chance.choices(LINES, k=chance.randint(1, 9))) + "\n\n", chance.choice([1, 3, 7, 50]))
        for _ in range(500)
    ]


def test_a_paragraph_known_by_its_lines_is_the_one_the_parser_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    quickly = [cut(*reply) for reply in replies()]
    monkeypatch.setattr(blocks, "_PARAGRAPH", re.compile("(?!)"))

    assert quickly == [cut(*reply) for reply in replies()]


def test_blocks_joined_are_the_whole_reply() -> None:
    for text, size in replies():
        fed, rest = cut(text, size)

        assert text == "".join([*(block for each in fed for block in each), *rest])
