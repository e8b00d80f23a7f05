"""`solve`: a solution, a proof that there is none, or neither within the limits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from spider_cli.search.column_cache import ColumnCache, random_keys
from spider_cli.search.nodes import steps_to
from spider_cli.solver.limits import LimitReached, Limits, Meter, Result
from spider_cli.solver.proof import Proof
from spider_cli.solver.shortening import shorter_solutions
from spider_cli.solver.solver_value import TO_WIN, TO_WIN_SOON
from spider_cli.solver.widening import widening_beams

if TYPE_CHECKING:
    from collections.abc import Callable

    from spider_cli.rules.position import Position
    from spider_cli.rules.steps import Step
    from spider_cli.solver.limits import Progress

# The exhaustive search looks at one position for so many of the beams. While stock is left it has little hope
# of coming to an end. It may use half of the memory, and is given up when that is full.
_BEAMS_PER_PROOF: Final = 2
_BEAMS_PER_PROOF_WITH_STOCK: Final = 32


def solve(
    position: Position,
    limits: Limits = Limits(),  # noqa: B008  # an immutable value
    *,
    seed: int = 0,
    progress: Callable[[Progress], None] | None = None,
) -> Result:
    """Find a solution from any valid position, or prove that there is none.

    `seed` decides between positions of equal value. The same position, seed and limits give the same
    result in every process, unless a limit in seconds ends the search. `progress` is called many
    times a second. Raises PositionError if no game can have the position.

    A KeyboardInterrupt goes to the caller while no solution is known; later it ends the search for a
    shorter one, and the result says so.
    """
    position.check()
    meter = Meter(limits, progress)
    cache = ColumnCache(TO_WIN.valuation(), random_keys(seed))
    try:
        solution = _find(position, cache, meter, limits)
    except LimitReached:
        return Result("gave up", (), meter.nodes, meter.seconds())
    if solution is None:
        return Result("impossible", (), meter.nodes, meter.seconds())
    _check(position, solution)
    interrupted = False
    if limits.shorter:
        solution, interrupted = _shorten(position, solution, seed, meter, limits)
    return Result("solved", tuple(solution), meter.nodes, meter.seconds(), interrupted)


def _find(position: Position, cache: ColumnCache, meter: Meter, limits: Limits) -> list[Step] | None:
    """A solution; None if it is proved that there is none. Raises LimitReached."""
    if position.is_won:
        return []
    proof: Proof | None = Proof(position)
    share = _BEAMS_PER_PROOF_WITH_STOCK if position.stock else _BEAMS_PER_PROOF
    half = limits.memory // 2
    for won in widening_beams(position, cache, meter, half):
        if won:
            return steps_to(won)
        if proof:
            proof.search(meter.nodes // share + 1, meter)
            if proof.solution or proof.exhausted:
                return proof.solution
            if proof.memory() > half:
                proof = None
    raise AssertionError("there is always a wider beam")


def _shorten(
    position: Position, solution: list[Step], seed: int, meter: Meter, limits: Limits
) -> tuple[list[Step], bool]:
    """The shortest solution found within the limits, and whether Ctrl-C ended the search."""
    cache = ColumnCache(TO_WIN_SOON.valuation(), random_keys(seed))
    meter.restart(limits.shorter_nodes, limits.shorter_seconds)
    try:
        for shorter in shorter_solutions(position, solution, cache, meter, limits.memory):
            _check(position, shorter)
            solution = shorter
            meter.length = len(solution)
    except LimitReached:
        pass
    except KeyboardInterrupt:
        return solution, True
    return solution, False


def _check(position: Position, solution: list[Step]) -> None:
    """Play the solution through the rules of the game. What fails here is a bug of the search."""
    for step in solution:
        position = position.apply(step)
    assert position.is_won
