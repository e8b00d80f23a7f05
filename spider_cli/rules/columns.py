"""Columns of the table: each is bytes, the number of its face-down cards, then its cards from the bottom.

A column never changes; what a move does to it gives a new one. So columns can be shared between
positions, compared, and used as keys.
"""

from __future__ import annotations

from typing import Final

from spider_cli.errors import NotationError
from spider_cli.rules.cards import ACE, COMPLETE_RUNS, KING, card_names, parse_cards, suit_of
from spider_cli.text import quoted

EMPTY_COLUMN: Final = b"\0"

Columns = tuple[bytes, ...]

# Descending sequences of every suit, separated by a byte that is not a card: cards are one run exactly
# when they are a slice of this.
_RUNS = b"\0".join(COMPLETE_RUNS)
_COMPLETE = frozenset(COMPLETE_RUNS)
_BYTE = tuple(bytes((number,)) for number in range(105))


def cards_on_table(columns: Columns) -> int:
    """How many cards (0-104) lie in the ten columns."""
    return sum(map(len, columns)) - len(columns)


def too_few_to_deal(columns: Columns) -> bool:
    """Whether the cards on the table cannot fill the columns, so that a strict game never deals again."""
    # Asked after every step: where no column is empty there is nothing to count.
    return EMPTY_COLUMN in columns and cards_on_table(columns) < len(columns)


def empty_columns(columns: Columns) -> tuple[int, ...]:
    """The numbers, from 1, of the empty columns."""
    return tuple(number for number, column in enumerate(columns, start=1) if column == EMPTY_COLUMN)


def face_up(column: bytes) -> bytes:
    """The face-up cards, the exposed card last."""
    return column[column[0] + 1 :]


def is_run(cards: bytes) -> bool:
    """Whether some cards (at least one) are of one suit, each one rank lower than the one before."""
    return cards in _RUNS


def run_length(column: bytes) -> int:
    """How many cards (0-13) form the run that ends with the exposed card."""
    first = last = len(column) - 1
    lowest = column[0] + 1
    while first > lowest and column[first - 1] == column[first] + 1:
        first -= 1
    return last - first + (last > 0)


def turn_up(column: bytes) -> bytes:
    """The column with its exposed card face up."""
    face_down = column[0]
    if face_down and face_down == len(column) - 1:
        return _BYTE[face_down - 1] + column[1:]
    return column


def settle(column: bytes) -> tuple[bytes, bytes]:
    """Take a completed run off the end: the column that is left, and the run's suit or nothing."""
    last = column[-1]
    if last & 15 == ACE and len(column) - column[0] > KING and column[-KING:] in _COMPLETE:
        return turn_up(column[:-KING]), _BYTE[suit_of(last)]
    return column, b""


def parse_column_cards(text: str) -> bytes:
    """The column written as `4S KH | QH`, face-down cards before the bar; `-` or nothing is empty.

    Raises NotationError.
    """
    if text.strip() in ("-", ""):
        return EMPTY_COLUMN
    hidden, bar, shown = text.partition("|")
    if "|" in shown:
        raise NotationError(f"{quoted(text)} has two bars; face-down cards lie under all face-up ones", text)
    if not bar:
        hidden, shown = "", text
    face_down, up = parse_cards(hidden), parse_cards(shown)
    if len(face_down) + len(up) > 104:
        raise NotationError("a column cannot hold more than 104 cards", text)
    return _BYTE[len(face_down)] + face_down + up


def format_column_cards(column: bytes) -> str:
    """The text that `parse_column_cards` reads back."""
    if column == EMPTY_COLUMN:
        return "-"
    shown = card_names(face_up(column))
    return f"{card_names(column[1 : column[0] + 1])} | {shown}".rstrip() if column[0] else shown
