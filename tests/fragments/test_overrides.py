"""A workspace's operator replaces any card, and any other fragment, by a template of the same name."""

import re
from pathlib import Path

import pytest

from app.paths import TEMPLATES, search_path
from app.samples import cards
from app.samples.catalogue import SAMPLES
from app.samples.conversations import asking, finished
from app.samples.log import Sample
from app.web.fragments import Fragments
from app.web.templating import Templates

CARDS = {
    "cards/links.html": cards.linked,
    "cards/choices.html": cards.choosing,
    "cards/choices_receipt.html": cards.picked,
    "cards/table.html": cards.tabled,
    "cards/spec.html": cards.specified,
    "cards/comparison.html": cards.compared,
    "fragments/approval/pending.html": asking,
    "fragments/activity/activity.html": finished,
}
HEAD = re.compile(r"\A\{#-.*?-#\}\n", re.DOTALL)


def overridden(folder: Path, name: str, body: str) -> Templates:
    """The templates, one of them replaced: the same inputs, another look."""
    file = folder / "templates" / name
    file.parent.mkdir(parents=True)
    head = HEAD.match((TEMPLATES / name).read_text(encoding="utf-8"))
    assert head is not None
    file.write_text(head[0] + body, encoding="utf-8")
    return Templates(search_path(TEMPLATES, folder))


def drawn(templates: Templates, sample: Sample) -> str:
    return Fragments(templates).draw(sample.thread)


@pytest.mark.parametrize("name", CARDS)
def test_a_template_of_the_same_name_replaces_it(name: str, tmp_path: Path) -> None:
    templates = overridden(tmp_path, name, '<div id="{{ id }}">Ours alone</div>')
    shipped = Templates(search_path(TEMPLATES, None))

    assert "Ours alone" in drawn(templates, CARDS[name]())
    assert "Ours alone" not in drawn(shipped, CARDS[name]())


def test_what_is_not_replaced_stays_as_it_was(tmp_path: Path) -> None:
    templates = overridden(tmp_path, "cards/spec.html", '<div id="{{ id }}">Ours alone</div>')
    shipped = Templates(search_path(TEMPLATES, None))

    same = [name for name, make in SAMPLES.items() if drawn(templates, make()) == drawn(shipped, make())]

    assert SAMPLES.keys() - same == {"specified", "specified_at_length", "misfit"}


def test_a_card_s_own_words_stay_words_in_another_template_too(tmp_path: Path) -> None:
    body = '<p id="{{ id }}"><b>{{ title }}</b>{% for label, value in rows %}{{ label }}: {{ value }}{% endfor %}</p>'
    templates = overridden(tmp_path, "cards/spec.html", body)

    html = drawn(templates, cards.spec("<i>x</i>", [{"label": "<script>", "value": "<img src=x>"}]))

    assert "<b>&lt;i&gt;x&lt;/i&gt;</b>" in html
    assert "<script" not in html
    assert "<img" not in html
