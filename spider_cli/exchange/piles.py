"""The table of another program: piles of cards, made into columns and a stock.

Other programs may leave a complete run in its column for a while, and a card face down that our rules turn
up. Here the runs leave and the cards are turned, so that tables can be compared with positions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from spider_cli.errors import GameFormatError
from spider_cli.rules.columns import settle, turn_up

if TYPE_CHECKING:
    from collections.abc import Sequence


class Lying(NamedTuple):
    """A card in a pile: a card of `spider_cli.rules.cards`, and whether it lies face up."""

    card: int
    face_up: bool


class Table(NamedTuple):
    """Ten columns, the stock in dealing order, and the suits of the complete runs in no promised order."""

    columns: tuple[bytes, ...]
    stock: bytes
    foundations: bytes


def table_of(columns: Sequence[Sequence[Lying]], stock: bytes, foundations: bytes, place: str) -> Table:
    """The table of ten piles, from the bottom card. Raises GameFormatError, naming the column."""
    settled = []
    for number, pile in enumerate(columns, start=1):
        column = turn_up(_column(pile, f"{place}: column {number}" if place else f"column {number}"))
        completed = b"?"
        while completed:
            column, completed = settle(column) if column[0] < len(column) - 1 else (column, b"")
            foundations += completed
        settled.append(column)
    return Table(tuple(settled), stock, foundations)


def _column(pile: Sequence[Lying], place: str) -> bytes:
    face_down = (
        [lying.face_up for lying in pile].index(True) if any(lying.face_up for lying in pile) else len(pile)
    )
    if not all(lying.face_up for lying in pile[face_down:]):
        raise GameFormatError("a card lies face down on one that lies face up", place)
    return bytes([face_down, *[lying.card for lying in pile]])
