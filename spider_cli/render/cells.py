"""What is drawn of a column: its cells, from the bottom card to the exposed one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from spider_cli.rules.columns import EMPTY_COLUMN, run_length

if TYPE_CHECKING:
    from spider_cli.rules.position import Position

Kind = Literal["empty", "face down", "covered", "movable", "folded"]


class Cell(NamedTuple):
    """One row of a column.

    `card`: the card, 0 where none is named. `cards`: how many cards the cell stands for. `fresh`: whether the
    card was just turned up or dealt.
    """

    kind: Kind
    card: int = 0
    cards: int = 1
    fresh: bool = False


_EMPTY: Final = Cell("empty", cards=0)
_FACE_DOWN: Final = Cell("face down")


def column_cells(column: bytes, fresh: frozenset[int] = frozenset()) -> list[Cell]:
    """A cell for each card of a column; `fresh` holds the places of cards just turned up or dealt."""
    if column == EMPTY_COLUMN:
        return [_EMPTY]
    first_movable = len(column) - run_length(column)
    return [_FACE_DOWN] * column[0] + [
        Cell("covered" if place < first_movable else "movable", column[place], fresh=place in fresh)
        for place in range(column[0] + 1, len(column))
    ]


def fresh_places(before: Position, after: Position, number: int) -> frozenset[int]:
    """The places in a column (1-10) of the cards that were turned up or dealt between two positions.

    Place 1 is the bottom card.
    """
    old, new = before.columns[number - 1], after.columns[number - 1]
    turned_up = set(range(new[0] + 1, old[0] + 1))
    was_dealt = len(after.stock) < len(before.stock)
    if was_dealt and new[len(old) : len(old) + 1] == before.stock[number - 1 : number]:
        turned_up.add(len(old))
    return frozenset(turned_up)
