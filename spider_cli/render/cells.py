"""What is drawn of a column: its cells, from the bottom card to the exposed one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from spider_cli.rules.columns import EMPTY_COLUMN, run_length
from spider_cli.rules.steps import COLUMNS, Move

if TYPE_CHECKING:
    from spider_cli.rules.position import Position
    from spider_cli.rules.steps import Step

Kind = Literal["empty", "face down", "covered", "movable", "folded"]
#: `fresh`: just turned up or dealt. `moves`, `takes`: the cards that a hint moves, and what they go onto.
Mark = Literal["", "fresh", "moves", "takes"]


class Cell(NamedTuple):
    """One row of a column.

    `card`: the card, 0 where none is named. `cards`: how many cards the cell stands for. `mark`: what is
    seen beside it.
    """

    kind: Kind
    card: int = 0
    cards: int = 1
    mark: Mark = ""


class Marks(NamedTuple):
    """What is marked in a drawing: what has changed since the position `before`, and the step of a `hint`.

    None: nothing.
    """

    before: Position | None = None
    hint: Step | None = None


NO_MARKS: Final = Marks()


_EMPTY: Final = Cell("empty", cards=0)
_FACE_DOWN: Final = Cell("face down")


def column_cells(column: bytes) -> list[Cell]:
    """A cell for each card of a column."""
    if column == EMPTY_COLUMN:
        return [_EMPTY]
    first_movable = len(column) - run_length(column)
    return [_FACE_DOWN] * column[0] + [
        Cell("covered" if place < first_movable else "movable", column[place])
        for place in range(column[0] + 1, len(column))
    ]


def marked_cells(position: Position, number: int, marks: Marks) -> list[Cell]:
    """The cells of a column (1-10) of a position."""
    cells = column_cells(position.columns[number - 1])
    if marks.before:
        for place in _fresh_places(marks.before, position, number):
            cells[place - 1] = cells[place - 1]._replace(mark="fresh")
    if isinstance(marks.hint, Move):
        source, target, count = marks.hint
        first = {source: len(cells) - count, target: len(cells) - 1}.get(number, len(cells))
        mark: Mark = "moves" if number == source else "takes"
        cells[first:] = [cell._replace(mark=mark) for cell in cells[first:]]
    return cells


def marked_columns(position: Position, marks: Marks) -> set[int]:
    """The numbers (1-10) of the columns that stand out: those of a hint, else those that have changed.

    After a deal none does: its cards are marked, and ten numbers that stand out would say nothing.
    """
    if marks.hint:
        return {marks.hint.source, marks.hint.target} if isinstance(marks.hint, Move) else set()
    old = marks.before.columns if marks.before else position.columns
    changed = {
        number
        for number, (new, was) in enumerate(zip(position.columns, old, strict=True), start=1)
        if new != was
    }
    return changed if len(changed) < COLUMNS else set()


def _fresh_places(before: Position, after: Position, number: int) -> set[int]:
    """The places in a column (1-10) of the cards that were turned up or dealt between two positions.

    Place 1 is the bottom card.
    """
    old, new = before.columns[number - 1], after.columns[number - 1]
    turned_up = set(range(new[0] + 1, old[0] + 1))
    was_dealt = len(after.stock) < len(before.stock)
    if was_dealt and new[len(old) : len(old) + 1] == before.stock[number - 1 : number]:
        turned_up.add(len(old))
    return turned_up
