"""Hints: a good step for a player who sees what players see.

    from spider_cli.hints import hint, play_hints

How a hint comes about, module by module:

1. `view`: face-down cards and the stock are replaced by a mark, so that nothing later can look at them.
2. `search`: a beam search over moves of known cards finds which cards can be turned up and which runs
   completed, what can follow, and from where to deal.
3. `value`, `weights`: what the search goes by, a sum over columns, with numbers found by self-play.
4. `lookahead`: the most promising of these are compared by trying what the next card may be, in rounds
   that the better half survives (known as sequential halving).
5. `plan`: a plan is followed only if following it leads on; so hints of one effort never go round in a
   circle, although each is worked out from the position alone.
6. `reasons`: the reason in words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from spider_cli.hints.hint_weights import WEIGHTS
from spider_cli.hints.lookahead import Effort, Planner
from spider_cli.hints.plan import Adviser
from spider_cli.hints.reasons import reason
from spider_cli.hints.view import seen
from spider_cli.rules.position import Position
from spider_cli.rules.steps import Step

if TYPE_CHECKING:
    from collections.abc import Callable

#: How hard effort 1 thinks.
EFFORT: Final = Effort(width=256, events=10, trials=(4, 12, 24), narrow=8)


class Hint(NamedTuple):
    """A step to take, and why."""

    step: Step
    reason: str


def hint(position: Position, effort: int = 1, more: Callable[[], bool] | None = None) -> Hint | None:
    """A good step from `position`, or None if none is legal or none can change anything any more.

    It depends only on what a player sees and on `effort`, a whole number from 1 that multiplies the width
    of each search. While `more()` says so, the search is repeated with twice the effort. Hints of one
    effort never lead in a circle; hints of another effort may take them back.
    """
    view = seen(position)
    if view.status != "playing":
        return None
    found = _hint(view, effort)
    while more and more():
        effort *= 2
        found = _hint(view, effort)
    return found


def play_hints(position: Position, effort: int = 1) -> tuple[list[Step], Position]:
    """Follow hints until the game is won or there is none: the steps taken and the position reached."""
    adviser = _adviser(effort)
    steps: list[Step] = []
    while not position.is_won and (plan := adviser.plan(seen(position))):
        steps.append(plan[0])
        position = position.apply(plan[0])
    return steps, position


def _hint(view: Position, effort: int) -> Hint | None:
    plan = _adviser(effort).plan(view)
    return Hint(plan[0], reason(view, plan)) if plan else None


def _adviser(effort: int) -> Adviser:
    wider = EFFORT._replace(width=effort * EFFORT.width, narrow=effort * EFFORT.narrow)
    return Adviser(Planner(WEIGHTS, wider))
