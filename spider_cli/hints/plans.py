"""Plans, and what makes them."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple, Protocol

from spider_cli.rules.steps import DEAL
from spider_cli.search.nodes import steps_to

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spider_cli.rules.position import Position
    from spider_cli.rules.steps import Step
    from spider_cli.search.nodes import Node

#: The value of a node, or of a `RatedNode`.
by_value = attrgetter("value")


class Plan(NamedTuple):
    """Steps to take, one after the other, and how good what they may lead to is held to be.

    A plan ends with its first event or with a deal; then more is known, and a new one is made. Later steps
    may have to change before that, too. Plans are compared by their `value` or by the `chance` of winning
    (0-1), whichever their planner finds; the other is None. Both are None where neither an event nor a deal
    is in reach, and the plan leads only to a tidier position; and where the plan was `dropped`: after a few
    tries it was worse than others, and what it got then cannot be compared with values of more tries.
    """

    steps: tuple[Step, ...]
    value: float | None = None
    chance: float | None = None
    dropped: bool = False

    @property
    def step(self) -> Step:
        """The step to take now."""
        return self.steps[0]


class RatedNode(NamedTuple):
    """A node, and the value of the leaf that it is or leads to, as its planner finds it."""

    value: float
    node: Node


def plan_to(
    node: Node, value: float | None = None, *, chance: float | None = None, deal: bool = False
) -> Plan:
    """The plan to go to a node and perhaps deal there."""
    steps = steps_to(node)
    return Plan((*steps, DEAL) if deal else tuple(steps), value, chance)


def tidying_plans(nodes: Sequence[Node]) -> list[Plan]:
    """The plan to the tidiest of the nodes, that of the highest value; none if nothing leads there."""
    tidiest = max(nodes, key=by_value)
    return [plan_to(tidiest)] if tidiest.parent else []


class Planner(Protocol):
    """What the adviser needs of a planner."""

    def plans(self, view: Position) -> list[Plan]:
        """Plans from a position as `seen` gives it, the best first; none if nothing is to be done."""
