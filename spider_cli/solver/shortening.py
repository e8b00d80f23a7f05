"""Make a solution shorter, for as long as is allowed."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING, Final

from spider_cli.rules.position import Position
from spider_cli.search.nodes import steps_to
from spider_cli.solver.short_beam import ShortBeam

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from spider_cli.rules.steps import Step
    from spider_cli.search.column_cache import ColumnCache
    from spider_cli.solver.limits import Meter

_FIRST_WIDTH: Final = 25

# After the beam for the whole solution, beams so much wider try to end it sooner from these parts of its
# length: with fewer steps to go there is time for a wider beam.
_FROM_PARTS: Final = (0.75, 0.5, 0.25)
_TIMES_WIDER: Final = 2

# A round twice as wide takes about twice as long. When less is left than for two such rounds, the last
# is made as wide as this share of what is left lets it be.
_LAST_SHARE: Final = 0.85
_LAST_ROUNDS: Final = 6.0  # one of twice the cost and one of four times


def shorter_solutions(
    position: Position, solution: Sequence[Step], cache: ColumnCache, meter: Meter, memory: int
) -> Iterator[list[Step]]:
    """Yield solutions, each shorter than the one before and than `solution`. Raises LimitReached.

    It ends by itself only when a beam that dropped nothing has found nothing shorter.
    """
    best = list(solution)
    width = _FIRST_WIDTH
    while True:
        used = meter.used()
        for part in (0.0, *_FROM_PARTS):
            kept = best[: int(len(best) * part)]
            start = reduce(Position.apply, kept, position)
            wide = width * _TIMES_WIDER if part else width
            beam = ShortBeam(start, cache, meter, wide, len(best) - len(kept), memory)
            if won := beam.search():
                best = kept + steps_to(won)
                yield best
            elif not beam.cut and not part:
                return
        width = _next_width(width, meter.used() - used, 1 - meter.used())


def _next_width(width: int, cost: float, left: float) -> int:
    """The width of the round after one that took `cost`, when so much is left."""
    rounds = left / cost if cost else _LAST_ROUNDS
    return width * 2 if rounds >= _LAST_ROUNDS else max(width, int(width * _LAST_SHARE * rounds))
