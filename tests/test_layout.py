"""The text form of a position: read, written, and refused."""

from __future__ import annotations

import pytest

from spider_cli.errors import NotationError
from spider_cli.rules.layout import format_foundations, format_layout, parse_foundations, parse_layout
from spider_cli.rules.position import Position
from tests.samples import LAYOUTS, deal_text, known_deals, layout_text

LINES = {
    "suits": "suits: 2",
    "1": "1: 4S KH | QH",
    "2": "2: | KS QS JS",
    "3": "3: -",
    **{str(number): f"{number}:" for number in range(4, 10)},
    "10": "10: 3H | 8S",
    "stock": "stock: TH 2H",
    "foundations": "foundations: S H",
}
WRITTEN = """\
suits: 2
1: 4S KH | QH
2: KS QS JS
3: -
4: -
5: -
6: -
7: -
8: -
9: -
10: 3H | 8S
stock: TH 2H
foundations: S H"""


def text(**changed: str | None) -> str:
    """The sample layout with some lines changed, or left out (None)."""
    lines = {**LINES, **{label.lstrip("_"): line for label, line in changed.items()}}
    return "\n".join(line for line in lines.values() if line is not None)


def refused(layout: str) -> NotationError:
    with pytest.raises(NotationError) as caught:
        parse_layout(layout)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 200
    return caught.value


def test_read_and_written() -> None:
    assert format_layout(parse_layout(text())) == WRITTEN
    assert parse_layout(WRITTEN) == parse_layout(text())


@pytest.mark.parametrize(
    "layout",
    [
        "\n".join(reversed(WRITTEN.split("\n"))),
        "# all of it\n\n" + WRITTEN.replace("\n", "   # the end\n\n#\n") + "\n\n",
        WRITTEN.replace("\n", "\r\n"),
        WRITTEN.replace(": ", ":\t").replace(" ", "   "),
        WRITTEN.replace(":", " : "),
        WRITTEN.replace(": -", ":"),
        WRITTEN.replace("2: KS QS JS", "2: | KS QS JS"),
        WRITTEN.replace("TH", "10h").replace("QH", "q♥"),
    ],
)
def test_the_same_in_other_words(layout: str) -> None:
    assert format_layout(parse_layout(layout)) == WRITTEN


def test_stock_and_foundations_may_be_missing() -> None:
    layout = parse_layout(text(stock=None, foundations=None))
    assert (layout.stock, layout.foundations) == (b"", b"")
    assert "stock" not in format_layout(layout)
    assert "foundations" not in format_layout(layout)
    assert parse_layout(text(stock="stock:", foundations="foundations: ")) == layout


@pytest.mark.parametrize("label", ["suits", *map(str, range(1, 11))])
def test_nothing_else_may_be_missing(label: str) -> None:
    assert str(refused(text(**{f"_{label}": None}))) == (
        f"the line '{label}:' is missing; an empty column is written as '3: -'"
    )


def test_nothing_at_all() -> None:
    labels = ", ".join(f"'{label}:'" for label in ("suits", *range(1, 11)))
    assert str(refused("")) == f"the lines {labels} are missing; an empty column is written as '3: -'"


@pytest.mark.parametrize("label", LINES)
def test_no_line_may_come_twice(label: str) -> None:
    again = text() + "\n" + LINES[label]
    first = list(LINES).index(label) + 1
    assert str(refused(again)) == f"line 14: '{label}:' appears twice; first in line {first}"


@pytest.mark.parametrize(
    "line",
    [
        "11: KS", "0: KS", "-1: KS", "01: KS", "1_0: KS", "٣: KS", "１: KS", "1.0: KS", "one: KS",
        ": KS", ":", "KS QS", "1 KS", "suit: 1", "Suits: 1", "Stock: KS", "waste: KS", "seed: 42",
        "\x1b[2J: KS", "x" * 10**6,
    ],
)  # fmt: skip
def test_unknown_lines(line: str) -> None:
    error = refused(text() + "\n" + line)
    assert str(error).startswith("line 14: ")
    assert "a line starts with 'suits:', '1:' to '10:', 'stock:' or 'foundations:'" in str(error)


@pytest.mark.parametrize(
    ("label", "line", "message"),
    [
        ("suits", "suits: 3", "line 1: '3' is not a number of suits; it is 1, 2 or 4"),
        ("suits", "suits:", "line 1: '' is not a number of suits; it is 1, 2 or 4"),
        ("1", "1: KS QX", "line 2: 'QX' is not a card"),
        ("2", "2: KS | QS | JS", "line 3: 'KS | QS | JS' has two bars"),
        ("2", "2: 2: KS", "line 3: '2:' is not a card"),
        ("10", "10: - KS", "line 11: '-' is not a card"),
        ("stock", "stock: -", "line 12: '-' is not a card"),
        ("stock", "stock: KS | QS", "line 12: '|' is not a card"),
        ("foundations", "foundations: S KS", "line 13: 'KS' is not a suit"),
        ("foundations", "foundations: -", "line 13: '-' is not a suit"),
    ],
)
def test_the_line_is_named(label: str, line: str, message: str) -> None:
    assert str(refused(text(**{f"_{label}": line}))).startswith(message)


# Lines end at a newline and nowhere else, as in scripts: what follows a form feed is still the comment.
@pytest.mark.parametrize("character", "\f\v\x1c\x85\u2028\r")
def test_a_comment_goes_on_to_the_newline(character: str) -> None:
    assert format_layout(parse_layout(text() + f"\n# note{character}1: KS")) == WRITTEN


def test_foundations() -> None:
    assert parse_foundations("") == b""
    assert parse_foundations(" S H  D C S ") == bytes([0, 1, 2, 3, 0])
    assert parse_foundations("s ♥ d ♣") == bytes([0, 1, 2, 3])
    assert format_foundations(bytes([0, 1, 2, 3, 0])) == "S H D C S"


@pytest.mark.parametrize("written", ["SH", "X", "S, H", "1", "KS", "S -", "SHDC", "spades"])
def test_foundations_refused(written: str) -> None:
    with pytest.raises(NotationError, match="is not a suit; suits are written S, H, D and C"):
        parse_foundations(written)


@pytest.mark.parametrize("name", LAYOUTS)
def test_files_read_back(name: str) -> None:
    position = Position.parse(layout_text(name))
    assert str(position) == layout_text(name).rstrip("\n")
    assert Position.parse(str(position)) == position


@pytest.mark.parametrize("family", ["kpat", "pysol"])
def test_deals_read_back(family: str) -> None:
    for deal in known_deals(family):
        assert str(Position.parse(deal_text(deal))) == deal_text(deal)
