"""`solve`: a winning line, a proof that there is none, or neither within the limits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from spider_cli.solver.column_memory import Table, random_keys
from spider_cli.solver.limits import LimitReached, Limits, Meter, Result
from spider_cli.solver.nodes import line_to
from spider_cli.solver.phases import first_line
from spider_cli.solver.proof import Proof
from spider_cli.solver.shorten import shorter_lines
from spider_cli.solver.solver_weights import TO_WIN, TO_WIN_SOON

if TYPE_CHECKING:
    from collections.abc import Callable

    from spider_cli.rules.position import Position
    from spider_cli.rules.steps import Step
    from spider_cli.solver.limits import Progress

# The exhaustive search looks at one position for so many of the beams: there is little hope of its end
# while stock is left. It may use half of the memory, and is given up with that.
_BEAMS_PER_PROOF: Final = 2
_BEAMS_PER_PROOF_WITH_STOCK: Final = 32


def solve(
    position: Position,
    limits: Limits = Limits(),  # noqa: B008  # an immutable value
    *,
    seed: int = 0,
    progress: Callable[[Progress], None] | None = None,
) -> Result:
    """Find a line that wins from any valid position, or prove that there is none.

    `seed` decides between positions of equal worth. The same position, seed and limits give the same
    result in every process, unless a limit in seconds ends the search. `progress` is called many
    times a second. Raises PositionError if no game can have the position.

    A KeyboardInterrupt goes to the caller while no line is known; later it ends the search for a
    shorter line, and the result says so.
    """
    position.check()
    meter = Meter(limits, progress)
    table = Table(TO_WIN, random_keys(seed))
    try:
        line = _find(position, table, meter, limits)
    except LimitReached:
        return Result("gave up", (), meter.nodes, meter.seconds())
    if line is None:
        return Result("impossible", (), meter.nodes, meter.seconds())
    _verify(position, line)
    interrupted = False
    if limits.shorter:
        line, interrupted = _shorten(position, line, seed, meter, limits)
    return Result("solved", tuple(line), meter.nodes, meter.seconds(), interrupted)


def _find(position: Position, table: Table, meter: Meter, limits: Limits) -> list[Step] | None:
    """A line to a win; None if it is proved that there is none. Raises LimitReached."""
    if position.is_won:
        return []
    proof: Proof | None = Proof(position)
    share = _BEAMS_PER_PROOF_WITH_STOCK if position.stock else _BEAMS_PER_PROOF
    half = limits.memory // 2
    for won in first_line(position, table, meter, half):
        if won:
            return line_to(won)
        if proof:
            proof.search(meter.nodes // share + 1, meter)
            if proof.line or proof.exhausted:
                return proof.line
            if proof.memory() > half:
                proof = None
    raise AssertionError("the ladder has no end")


def _shorten(
    position: Position, line: list[Step], seed: int, meter: Meter, limits: Limits
) -> tuple[list[Step], bool]:
    """The shortest line found within the limits, and whether Ctrl-C ended the search."""
    table = Table(TO_WIN_SOON, random_keys(seed))
    meter.restart(limits.shorter_nodes, limits.shorter_seconds)
    try:
        for shorter in shorter_lines(position, line, table, meter, limits.memory):
            _verify(position, shorter)
            line = shorter
            meter.length = len(line)
    except LimitReached:
        pass
    except KeyboardInterrupt:
        return line, True
    return line, False


def _verify(position: Position, line: list[Step]) -> None:
    """Play the line through the rules of the game. What fails here is a bug of the search."""
    for step in line:
        position = position.apply(step)
    assert position.is_won
