"""What a search may use, what it tells on the way, and what it gives in the end.

This is the only module of the solver that reads a clock, and no decision depends on the clock unless
a limit in seconds was given: limited by nodes alone, a search goes the same way on every machine.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    from spider_cli.rules.steps import Step

Verdict = Literal["solved", "impossible", "gave up"]

GIB: Final = 1 << 30


class Limits(NamedTuple):
    """How far a search may go. What is None is not limited.

    `nodes`: positions looked at. `seconds`: processor time of the thread. `memory`: bytes, about.
    Once a solution is found, the search for a shorter one starts if `shorter_nodes` or `shorter_seconds`
    is given, and may use that much more.
    """

    nodes: int | None = None
    seconds: float | None = None
    memory: int = GIB
    shorter_nodes: int | None = None
    shorter_seconds: float | None = None

    @property
    def shorter(self) -> bool:
        """Whether a shorter solution is wanted."""
        return self.shorter_nodes is not None or self.shorter_seconds is not None


class Result(NamedTuple):
    """What a search found.

    `verdict`: "solved"; "impossible", which is a proof; or "gave up" at a limit. `steps`: the solution when
    solved, played through the rules; else none. `nodes`: positions looked at. `seconds`: processor time.
    `interrupted`: Ctrl-C ended the search for a shorter solution.
    """

    verdict: Verdict
    steps: tuple[Step, ...]
    nodes: int
    seconds: float
    interrupted: bool = False


class Progress(NamedTuple):
    """How far a search is: positions looked at, processor time, and steps of the best solution, if any."""

    nodes: int
    seconds: float
    length: int | None


class LimitReached(Exception):  # noqa: N818  # not an error: the ordinary end of a search with limits
    """The search has used what it may use."""


class Meter:
    """Counts what a search uses, and ends it at its limits."""

    def __init__(self, limits: Limits, progress: Callable[[Progress], None] | None) -> None:
        self.nodes = 0
        self.length: int | None = None
        self._progress = progress
        self._start = time.thread_time()
        self.restart(limits.nodes, limits.seconds)

    def seconds(self) -> float:
        """Processor time since the start."""
        return time.thread_time() - self._start

    def restart(self, nodes: int | None, seconds: float | None) -> None:
        """From now on, allow this much more."""
        self._more_nodes, self._from_node = nodes, self.nodes
        self._more_seconds, self._from_second = seconds, self.seconds()

    def used(self) -> float:
        """The share that is used of what is allowed: 1.0 at the limit, 0.0 without limits."""
        used = 0.0
        if self._more_nodes is not None:
            used = (self.nodes - self._from_node) / max(self._more_nodes, 1)
        if self._more_seconds is not None:
            used = max(used, (self.seconds() - self._from_second) / max(self._more_seconds, 1e-9))
        return used

    def count(self, nodes: int) -> None:
        """Count positions looked at. Raises LimitReached."""
        self.nodes += nodes
        if self._progress:
            self._progress(Progress(self.nodes, self.seconds(), self.length))
        if self.used() >= 1.0:
            raise LimitReached
