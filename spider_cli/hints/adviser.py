"""From plans to hints that never go round in a circle.

Nothing has to be remembered between two hints: each is worked out from what is seen alone, perhaps in another
process. So two hints could undo each other for ever. If all come from one kind of planner, they do not,
because of this (see `levels` for what a level is):

- From a position, take the first step of its plan, then the first step of the plan found there, and so on. If
  that falls to a lower level without meeting a position twice, then so it does from every position on that
  way, and the plan is followed.
- Else the nearest way to a lower level is taken: each step of it brings the player nearer, and once a
  position is met from which the plans lead on, the plans are followed to the lower level.
- Where no such way is near, plans that end without meeting a position twice are followed until they end, or
  until a way to a lower level is near.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from spider_cli.hints.levels import level, way_out
from spider_cli.hints.reasons import reason
from spider_cli.hints.view import seen

if TYPE_CHECKING:
    from spider_cli.hints.plans import Plan, Planner
    from spider_cli.rules.position import Position
    from spider_cli.rules.steps import Step


class Hint(NamedTuple):
    """A step to take, and what it was chosen from.

    `view`: the position as the player sees it. `plans`: what can be done from here, the plan first, then its
    rivals; the better ones first. `way_out`: the first step of the nearest way to something that cannot be
    taken back, where that was taken instead of the plan, which leads nowhere or round in a circle; else None.
    """

    view: Position
    plans: tuple[Plan, ...]
    way_out: Step | None = None

    @property
    def step(self) -> Step:
        """The step to take."""
        return self.way_out or self.plans[0].step

    @property
    def steps(self) -> tuple[Step, ...]:
        """The step and what is planned after it."""
        return (self.way_out,) if self.way_out else self.plans[0].steps

    @property
    def rivals(self) -> tuple[Plan, ...]:
        """The plans that were not followed."""
        return self.plans if self.way_out else self.plans[1:]

    @property
    def reason(self) -> str:
        """Why the step is a good one, in words."""
        return reason(self.view, self.steps)


class Follower:
    """Chooses steps by the plans of one planner; what it has worked out is kept for the next choice."""

    def __init__(self, planner: Planner) -> None:
        self._planner = planner
        self._plans: dict[Position, tuple[Plan, ...]] = {}

    def hint(self, position: Position) -> Hint | None:
        """What to do, or None if nothing can be done or nothing that can be done helps."""
        view = seen(position)
        if view.status != "playing":
            return None
        plans = self._plans_from(view)
        leads = self._follow(view)
        if leads == "lower":
            return Hint(view, plans)
        if step := way_out(view):
            return Hint(view, plans, step)
        return Hint(view, plans) if plans and leads == "to an end" else None

    def _plans_from(self, view: Position) -> tuple[Plan, ...]:
        if view not in self._plans:
            self._plans[view] = tuple(self._planner.plans(view))
        return self._plans[view]

    def _follow(self, view: Position) -> Literal["lower", "to an end", "round"]:
        """Where the plans lead from here, one after the other."""
        start, met = level(view), {view}
        while plans := self._plans_from(view):
            view = view.apply(plans[0].step)
            if level(view) < start:
                return "lower"
            if view in met:
                return "round"
            met.add(view)
        return "to an end"
