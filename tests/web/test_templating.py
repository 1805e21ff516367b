"""The lint of templates, and what drawing one refuses."""

from pathlib import Path

import pytest

from app.errors import Misconfigured
from app.paths import TEMPLATES
from app.web.templating import Templates, load_templates
from app.web.words import CATALOGUE, word

HEAD = "{#-\n  A test.\n\n  name: str\n-#}\n"


def fragment(folder: Path, source: str, *, name: str = "one") -> Path:
    file = folder / "fragments" / f"{name}.html"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(source, encoding="utf-8")
    return folder


def test_the_shipped_templates_are_clean() -> None:
    templates = load_templates()

    assert templates.lint() == []
    assert len(templates.names()) > 20


def test_a_fragment_takes_exactly_what_its_head_declares(tmp_path: Path) -> None:
    templates = Templates([fragment(tmp_path, HEAD + "<p>{{ name }}</p>")])

    assert templates.fragment("one", name="<b>") == "<p>&lt;b&gt;</p>"
    with pytest.raises(Misconfigured):
        templates.fragment("one")
    with pytest.raises(Misconfigured):
        templates.fragment("one", name="a", other="b")


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ("<p>{{ name|safe }}</p>", "|safe"),
        ("{% set x = name %}<p>{{ x }}</p>", "set"),
        ("{% include 'other.html' %}{{ name }}", "include"),
        ("{{ name ~ 'x' }}", "~"),
        ("{{ name + 1 }}", "arithmetic"),
        ("{% if name == 'x' %}y{% endif %}", "comparison"),
        ("{% if not name %}y{% endif %}", "negated"),
        ("{{ 'a' if name else 'b' }}", "inline if"),
        ("{{ name|upper|trim }}", "chains filters"),
        ("{% for a in name %}{% for b in a %}{{ b }}{% endfor %}{% endfor %}", "loops within"),
        ("{% macro m() %}{% endmacro %}{{ name }}", "macro"),
        ("<p>nothing</p>", "declares"),
        ("{{ name }}{{ more }}", "declares"),
        ("{{ name }}\n" * 70, "longer"),
        ("{{ name }}{{ fragment('one', nome=1) }}", "draws 'one'"),
        ("{{ name }}{{ fragment('absent') }}", "draws 'absent'"),
    ],
)
def test_a_template_that_thinks_is_found(tmp_path: Path, body: str, fault: str) -> None:
    found = Templates([fragment(tmp_path, HEAD + body)]).lint()

    assert any(fault in each for each in found), found


def test_a_template_without_a_head_is_found(tmp_path: Path) -> None:
    assert "fragments/one.html: has no head" in Templates([fragment(tmp_path, "<p></p>")]).lint()


def test_a_broken_template_stops_the_start(tmp_path: Path) -> None:
    with pytest.raises(Exception, match="unexpected"):
        Templates([fragment(tmp_path, HEAD + "{{ name")])


def test_a_file_of_the_same_name_replaces_the_shipped_one(tmp_path: Path) -> None:
    ours = fragment(tmp_path, '{#-\n  Ours.\n\n  id: str\n-#}\n<p id="{{ id }}">Ahoy</p>', name="turn/quiet")

    templates = Templates([ours, TEMPLATES])

    assert templates.fragment("turn/quiet", id="x") == '<p id="x">Ahoy</p>'
    assert templates.lint() == []


def test_every_sentence_is_said_somewhere() -> None:
    """A code nobody asks for is a sentence nobody keeps true. Codes put together from parts are left out."""
    built = ("turn.", "activity.", "approval.", "choices.", "proposal.", "host.", "problem.", "reply.up", "reply.down")
    sources = [*TEMPLATES.rglob("*.html"), *(TEMPLATES.parent / "app").rglob("*.py")]
    text = "".join(path.read_text(encoding="utf-8") for path in sources if path.name not in {"words.py", "phrases.py"})

    assert [code for code in CATALOGUE if code not in text and not code.startswith(built)] == []


def test_a_sentence_s_places_are_filled() -> None:
    assert word("activity.action.over", label="Save") == "Pressed “Save”"
    with pytest.raises(KeyError):
        word("no.such.code")
