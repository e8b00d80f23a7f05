"""Where cards of a column can go: the places in the order in which a player thinks of them.

The first place is the obvious one, for a move of which only the source is said.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from spider_cli.errors import IllegalStepError
from spider_cli.rules import refusals
from spider_cli.rules.cards import suit_of
from spider_cli.rules.columns import EMPTY_COLUMN
from spider_cli.rules.steps import COLUMNS, Move

if TYPE_CHECKING:
    from spider_cli.rules.position import Position


def places(position: Position, source: int, count: int | None = None) -> list[Move]:
    """The moves from a column (1-10), one for each place, the obvious one first; `count`: only of so many.

    First come those that complete a run, then those onto the same suit, then onto another, then to an empty
    column. Of equals, the one with the most cards comes first, then the leftmost. Onto an empty column goes
    the whole run, unless `count` says otherwise, and one empty column stands for all.

    Raises IllegalStepError if there is no such column or none of its cards can go anywhere.
    """
    moves = _moves(position, source, count) if 1 <= source <= COLUMNS else []
    if not moves:
        raise refusals.no_place(position.columns, source, count)
    return sorted(moves, key=lambda move: _rank(position, move))


def obvious_move(position: Position, source: int) -> Move:
    """The move from a column (1-10) to the obvious place. Raises IllegalStepError as `places` does."""
    return places(position, source)[0]


def _moves(position: Position, source: int, count: int | None) -> list[Move]:
    moves = []
    for target in range(1, COLUMNS + 1):
        try:
            move = position.move_to(source, target)
        except IllegalStepError:
            continue
        if position.columns[target - 1] == EMPTY_COLUMN:
            if target != position.empty_columns()[0] or (count or 0) > move.count:
                continue
            move = move._replace(count=count or move.count)
        if count in (None, move.count):
            moves.append(move)
    return moves


def _rank(position: Position, move: Move) -> tuple[int, int, int]:
    """What moves are sorted by: the kind of place, the number of cards, the column."""
    onto = position.columns[move.target - 1]
    if onto == EMPTY_COLUMN:
        kind = 3
    elif suit_of(onto[-1]) != suit_of(position.columns[move.source - 1][-1]):
        kind = 2
    else:
        completes = len(position.apply(move).foundations) > len(position.foundations)
        kind = 0 if completes else 1
    return kind, -move.count, move.target
