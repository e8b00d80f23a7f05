"""The played steps of a game, and the positions they lead to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spider_cli.rules.position import Position
    from spider_cli.rules.steps import Step

#: One object for each step played so far (there are at most 1,171), so that long games stay small.
_SHARED: Final[dict[Step, Step]] = {}


class Timeline:
    """The played steps from a start, with the position they lead to; steps can be added and taken back.

    A million positions would take gigabytes. So only every BLOCK-th position (a milestone) is kept for
    good, and all positions since the last milestone or the one before it. Going back further plays one
    block again, so taking a step back costs the same on average however long the game is.

    Attributes: `steps`, the played steps; `last`, the position after them.
    """

    BLOCK: Final = 512

    def __init__(self, start: Position) -> None:
        self.steps: list[Step] = []
        self.last = start
        self._milestones = [start]  # after 0, BLOCK, 2 * BLOCK, ... steps
        self._recent = [start]  # after _first, _first + 1, ... steps
        self._first = 0

    @property
    def start(self) -> Position:
        """The position before the first step."""
        return self._milestones[0]

    def copy(self) -> Timeline:
        """A timeline of its own with the same steps."""
        other = Timeline(self.start)
        other.steps, other.last, other._first = self.steps.copy(), self.last, self._first
        other._milestones, other._recent = self._milestones.copy(), self._recent.copy()
        return other

    def push(self, step: Step) -> None:
        """Make a step. Raises IllegalStepError, and then nothing has changed."""
        position = self.last.apply(step)
        self.steps.append(_SHARED.setdefault(step, step))
        self._recent.append(position)
        self.last = position
        count = len(self.steps)
        if count % self.BLOCK == 0:
            self._milestones.append(position)
            dropped = count - self.BLOCK - self._first
            del self._recent[:dropped]
            self._first += dropped

    def pop(self) -> Step:
        """Take the latest step back, and return it."""
        step = self.steps.pop()
        self._recent.pop()
        count = len(self.steps)
        if count % self.BLOCK == self.BLOCK - 1:
            self._milestones.pop()
        if not self._recent:
            self._first = count - count % self.BLOCK
            self._recent = list(self._replayed(self._first))
        self.last = self._recent[-1]
        return step

    def before_last(self) -> Position | None:
        """The position before the latest step, or None if there is none."""
        if len(self._recent) > 1:
            return self._recent[-2]
        if not self.steps:
            return None
        milestone = (len(self.steps) - 1) // self.BLOCK
        position = self._milestones[milestone]
        for step in self.steps[milestone * self.BLOCK : -1]:
            position = position.apply(step)
        return position

    def _replayed(self, milestone: int) -> Iterator[Position]:
        """The positions from a milestone to the latest step, played again."""
        position = self._milestones[milestone // self.BLOCK]
        yield position
        for step in self.steps[milestone:]:
            position = position.apply(step)
            yield position
