"""The text form of a position: one column a line, from the bottom card to the exposed card.

    suits: 2
    1: 4S KH 9S 2H 7S | QH          (face-down cards before the bar)
    2: | KS QS JS                   (no bar: all face up)
    3: -                            (an empty column)
    ...
    stock: TH 2H ...                (dealing order)
    foundations: S H

Here text is only taken apart; whether a game can have the position is for `Position.problems`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeVar

from spider_cli.errors import NotationError
from spider_cli.rules.cards import SUITS, card_names, parse_cards, parse_suit, parse_suits
from spider_cli.rules.columns import format_column_cards, parse_column_cards
from spider_cli.rules.steps import COLUMNS
from spider_cli.text import quoted

if TYPE_CHECKING:
    from collections.abc import Callable

_T = TypeVar("_T")

_LONGEST_FOUNDATIONS = 200  # characters; a game has at most 8 foundations

_COLUMN_LABELS = tuple(str(number) for number in range(1, COLUMNS + 1))
_REQUIRED = ("suits", *_COLUMN_LABELS)
_LABELS = (*_REQUIRED, "stock", "foundations")


class Layout(NamedTuple):
    """The parts of a position, as they were read: see `spider_cli.rules.position.Position`."""

    columns: tuple[bytes, ...]
    stock: bytes
    foundations: bytes
    suits: int


def parse_layout(text: str) -> Layout:
    """The layout in `text`: its lines in any order, blank lines and `#` comments passed over.

    Raises NotationError, naming the line: for an unknown label or one that comes twice, for suits or
    a column missing, for what is not a card.
    """
    lines = _labelled_lines(text)
    columns = tuple(_read(lines, label, parse_column_cards) for label in _COLUMN_LABELS)
    stock = _read(lines, "stock", parse_cards)
    foundations = _read(lines, "foundations", parse_foundations)
    return Layout(columns, stock, foundations, _read(lines, "suits", parse_suits))


def _labelled_lines(text: str) -> dict[str, tuple[int, str]]:
    """The number and content of each line, by its label."""
    lines: dict[str, tuple[int, str]] = {}
    for number, line in enumerate(text.split("\n"), start=1):
        content = line.partition("#")[0].strip()
        if not content:
            continue
        label, colon, value = (part.strip() for part in content.partition(":"))
        if not colon or label not in _LABELS:
            expected = "a line starts with 'suits:', '1:' to '10:', 'stock:' or 'foundations:'"
            raise NotationError(f"line {number}: {quoted(line)}: {expected}", line)
        if label in lines:
            raise NotationError(
                f"line {number}: '{label}:' appears twice; first in line {lines[label][0]}", line
            )
        lines[label] = number, value
    missing = [f"'{label}:'" for label in _REQUIRED if label not in lines]
    if missing:
        these = f"line {missing[0]} is" if len(missing) == 1 else f"lines {', '.join(missing)} are"
        raise NotationError(f"the {these} missing; an empty column is written as '3: -'", text)
    return lines


def _read(lines: dict[str, tuple[int, str]], label: str, parse: Callable[[str], _T]) -> _T:
    number, value = lines.get(label, (0, ""))
    try:
        return parse(value)
    except NotationError as error:
        raise NotationError(f"line {number}: {error}", error.text) from None


def format_layout(layout: Layout) -> str:
    """The lines that `parse_layout` reads back, without a newline at the end."""
    lines = [f"suits: {layout.suits}"]
    lines += [
        f"{label}: {format_column_cards(column)}"
        for label, column in zip(_COLUMN_LABELS, layout.columns, strict=True)
    ]
    if layout.stock:
        lines.append(f"stock: {card_names(layout.stock)}")
    if layout.foundations:
        lines.append(f"foundations: {format_foundations(layout.foundations)}")
    return "\n".join(lines)


def parse_foundations(text: str) -> bytes:
    """The suits (0-3) of the foundations from letters as `S H`. Raises NotationError."""
    if len(text) > _LONGEST_FOUNDATIONS:  # a hostile file may hold millions
        raise NotationError(f"{quoted(text)}: no game has so many foundations", text[:_LONGEST_FOUNDATIONS])
    return bytes([parse_suit(name) for name in text.split()])


def format_foundations(foundations: bytes) -> str:
    """The text that `parse_foundations` reads back."""
    return " ".join([SUITS[suit] for suit in foundations])
