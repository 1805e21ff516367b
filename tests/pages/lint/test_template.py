"""Template syntax, masked: nothing moves, and what a template fills in is unknown."""

from hypothesis import given
from hypothesis import strategies as st

from app.pages.lint import lint_template
from app.pages.lint.branches import loops, readings
from app.pages.lint.template import is_unknown, mask

STEERING = ("{% if b %}", "{% else %}", "{% endif %}", "{% for c in d %}", "{% endfor %}", "{% raw %}", "{% endraw %}")
SYNTAX = ("{{ a }}", "{# e #}", "{{", "}}", "{%", "{% comment %}", "{% trans 'f' %}", "{")
MARKUP = (
    "<button hx-assist-action=",
    '<form hx-assist-tool="x" ',
    "hx-assist-id=",
    "<textarea>",
    "<script>",
    "</script>",
)
MORE_MARKUP = (
    "<dialog open hx-assist-page='y'>",
    'hx-assist-parameters="{"',
    "<li>",
    "</li>",
    "<select><option>",
    "</button>",
)
LETTERS = ("\n", " ", '"', "'", "<", ">", "<!--", "-->", "&amp;", "x", "\x00", "\U000f0001")
PIECES = st.sampled_from((*STEERING, *SYNTAX, *MARKUP, *MORE_MARKUP, *LETTERS))


def breaks(text: str) -> list[int]:
    return [at for at, letter in enumerate(text) if letter == "\n"]


@given(st.lists(PIECES, max_size=30).map("".join))
def test_masking_moves_nothing_and_reading_never_fails(source: str) -> None:
    masked = mask(source).masked

    assert len(masked) == len(source)
    assert breaks(masked) == breaks(source)
    lint_template(source)


def test_expressions_are_unknown_and_can_be_read_again() -> None:
    template = mask('<a href="/orders/{{ order["id"] }}/{{ "}}" }}">')
    href = template.masked[9:-2]

    assert is_unknown(href)
    assert template.reveal(href) == '/orders/{{ order["id"] }}/{{ "}}" }}'
    assert template.reveal(href, compact=True) == '/orders/{{order["id"]}}/{{"}}"}}'


def test_a_tag_that_says_something_is_unknown_and_one_that_steers_is_white_space() -> None:
    assert is_unknown(mask('{% trans "Save" %}').masked)
    assert mask("{%- if a -%}x{%+ endif %}").masked == " " * 12 + "x" + " " * 12


def test_comments_of_both_kinds_are_white_space() -> None:
    source = "{# {{ a }}\n #}{% comment 'why' %}<b>{% endcomment %}."

    assert mask(source).masked.split() == ["."]


def test_raw_parts_stand_as_they_are() -> None:
    assert "{{ theirs }}" in mask("{% raw %}{{ theirs }}{% endraw %}{% verbatim %}{% x %}{% endverbatim %}").masked


def test_a_condition_inside_a_value_makes_it_unknown() -> None:
    template = mask('<b class="{% if a %}x{% endif %}" {% if b %}hidden{% endif %}>')

    assert is_unknown(template.masked[10:30])
    assert "hidden" in template.masked
    assert template.steering == ()


def test_branches_are_read_one_by_one() -> None:
    template = mask("{% if a %}one{% elif b %}two{% else %}three{% endif %}{% if c %}four{% else %}five{% endif %}all")

    read = [reading.split() for reading in readings(template)]

    assert ["".join(words) for words in read] == ["onefourall", "twofiveall", "threefiveall"]


def test_a_script_with_markup_in_its_strings_hides_no_branch() -> None:
    template = mask('<script>if (a <b && c) x = "it\'s"</script>{% if d %}one{% else %}two{% endif %}')

    assert len(readings(template)) == 2


def test_what_repeats_is_known_with_its_line() -> None:
    template = mask("\n\n{% for a in b %}\n{% for c in a %}x{% endfor %}{% empty %}none{% endfor %}")

    assert [(loop.line, template.masked[loop.start : loop.end].strip()) for loop in loops(template)] == [
        (4, "x"),
        (3, "x"),
    ]


def test_what_does_not_pair_up_is_left_alone() -> None:
    assert readings(mask("{% else %}{% endif %}{% if a %}x{% endfor %}")) == [
        mask("{% else %}{% endif %}{% if a %}x{% endfor %}").masked
    ]
