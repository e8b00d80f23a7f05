"""From plans to steps that never go round in a circle.

Nothing is remembered between two hints: each is worked out from the position alone, perhaps in
another process. So two hints could undo each other for ever. If all come from planners of one kind, they
do not, because of this:

- Some steps cannot be taken back: a deal, a completed run, a card that turns up, a break in a column
  that goes (cards only go on a card one higher, so only a deal makes breaks). `level` falls with each
  of them and never rises, so a circle can only lie among positions of one level.
- From a position, follow the plan's first step, then the first step of the plan found there, and so
  on. If that falls to a lower level without meeting a position twice, then so it does from every position
  on that way, and the plan is followed.
- Else the nearest way to a lower level is taken: each step of it brings the player nearer, and once a
  position is met from which the plans lead on, the plans are followed to the lower level.
- Where no such way is near, plans that end without meeting a position twice are followed until they end,
  or until a way to a lower level is near.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final, Literal, Protocol

from spider_cli.hints.exploration import Plan
from spider_cli.hints.view import UNKNOWN
from spider_cli.rules.columns import EMPTY_COLUMN, face_up
from spider_cli.rules.position import ROW, Position
from spider_cli.rules.steps import DEAL, Move, Step

NEAR: Final = 3  # how many moves a way out may take when plans lead nowhere

Level = tuple[int, int, int, int]


def level(view: Position) -> Level:
    """A value that falls with every step that cannot be taken back, and never rises."""
    down = sum(column[0] for column in view.columns)
    return len(view.stock), -len(view.foundations), down, sum(map(_breaks, view.columns))


def _breaks(column: bytes) -> int:
    ranks = [card & 15 for card in face_up(column)]
    return sum(lower + 1 != upper for upper, lower in pairwise(ranks))


class MakesPlans(Protocol):
    """What an Adviser needs of a planner."""

    def plan(self, view: Position) -> Plan | None:
        """What to do from a position as a player sees it."""


class Adviser:
    """Chooses steps; what it has worked out about positions is kept for the next choice."""

    def __init__(self, planner: MakesPlans) -> None:
        self._planner = planner
        self._plans: dict[Position, Plan | None] = {}

    def plan(self, view: Position) -> Plan | None:
        """What to do from `view`, the first step being the one to take now; None if nothing helps."""
        plan = self._plan(view)
        leads = self._follow(view)
        if leads == "lower":
            return plan
        step = way_out(view)
        if step:
            return (step,)
        return plan if leads == "to an end" else None

    def _plan(self, view: Position) -> Plan | None:
        if view not in self._plans:
            self._plans[view] = self._planner.plan(view)
        return self._plans[view]

    def _follow(self, view: Position) -> Literal["lower", "to an end", "round"]:
        """Where the plans lead from here, one after the other."""
        start, met = level(view), {view}
        while plan := self._plan(view):
            view = view.apply(plan[0])
            if level(view) < start:
                return "lower"
            if view in met:
                return "round"
            met.add(view)
        return "to an end"


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
