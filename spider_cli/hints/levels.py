"""Levels: what of a position can only ever fall, and the nearest way to a lower level.

Some steps cannot be taken back: a deal, a completed run, a card that turns up, the end of a *break* (a place
where two face-up neighbours are not in rank order). A player can end breaks by moving cards away, but not
make any: moved cards only go on a card one rank higher. So the *level* of a position, which counts all four,
falls with each of these steps and never rises, and steps can only go in a circle among positions of one
level.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from spider_cli.hints.view import UNKNOWN
from spider_cli.rules.columns import EMPTY_COLUMN, face_up
from spider_cli.rules.position import ROW, Position
from spider_cli.rules.steps import DEAL, Move, Step

NEAR: Final = 3  # how many moves a way out may take

Level = tuple[int, int, int, int]


def level(view: Position) -> Level:
    """What falls with every step that cannot be taken back, and never rises."""
    face_down = sum(column[0] for column in view.columns)
    return len(view.stock), -len(view.foundations), face_down, sum(map(_breaks, view.columns))


def _breaks(column: bytes) -> int:
    ranks = [card & 15 for card in face_up(column)]
    return sum(card + 1 != before for before, card in pairwise(ranks))


def way_out(view: Position) -> Step | None:
    """The first step of the nearest way to a lower level, or None if none is near."""
    empties = len(view.empty_columns())
    dealable = bool(view.stock) and (view.relaxed or view.cards_on_table() >= ROW)
    to_deal = empties * (not view.relaxed) + 1 if dealable else NEAR + 1
    start = level(view)
    met = {tuple(sorted(view.columns))}
    ring: list[tuple[Position, Move | None]] = [(view, None)]
    for distance in range(1, NEAR + 1):
        if distance >= to_deal:
            break
        outer: list[tuple[Position, Move | None]] = []
        for at, first in ring:
            for move in useful_moves(at):
                after = at.apply(move)
                if after.is_beyond_dealing() and dealable:
                    continue
                if level(after) < start:
                    return first or move
                if (columns := tuple(sorted(after.columns))) not in met:
                    met.add(columns)
                    outer.append((after, first or move))
        ring = outer
    if not dealable:
        return None
    return DEAL if to_deal == 1 else _filling(view)


def useful_moves(view: Position) -> list[Move]:
    """The legal moves of known cards, to the first empty column only, and no whole column there."""
    columns = view.columns
    empty = columns.index(EMPTY_COLUMN) + 1 if EMPTY_COLUMN in columns else 0
    return [
        move
        for move in view.legal_moves()
        if columns[move.source - 1][-1] != UNKNOWN
        and (
            columns[move.target - 1] != EMPTY_COLUMN
            or (move.target == empty and move.count < len(columns[move.source - 1]) - 1)
        )
    ]


def _filling(view: Position) -> Move | None:
    """A move that fills an empty column and empties none, breaking a run only if it must."""
    empty = view.empty_columns()[0]
    fills = [move for move in useful_moves(view) if move.target == empty]
    return min(fills, key=lambda move: (_breaks_run(view, move), move), default=None)


def _breaks_run(view: Position, move: Move) -> bool:
    column = view.columns[move.source - 1]
    cut = len(column) - move.count
    return cut - 1 > column[0] and column[cut - 1] == column[cut] + 1
