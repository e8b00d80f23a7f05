"""Make a winning line shorter, for as long as is allowed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from spider_cli.solver.layers import Layers
from spider_cli.solver.nodes import line_to

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spider_cli.moves import Step
    from spider_cli.rules import Position
    from spider_cli.solver.limits import Meter
    from spider_cli.solver.table import Table

_FIRST_WIDTH: Final = 25

# A beam twice as wide takes about twice as long. When less is left than for two such rungs, the last
# beam is made as wide as this share of what is left lets it be.
_LAST_SHARE: Final = 0.85


def shorter_lines(
    position: Position, length: int, table: Table, meter: Meter, memory: int
) -> Iterator[list[Step]]:
    """Yield lines, each shorter than the one before and than `length`. Raises LimitReached."""
    width = _FIRST_WIDTH
    while True:
        used = meter.used()
        layers = Layers(position, table, meter, width, length, memory)
        won = layers.search()
        if won:
            length = won.steps
            yield line_to(won)
        elif not layers.cut:
            return
        cost = meter.used() - used
        times = (1 - meter.used()) / cost if cost else 2.0
        width = int(width * (2.0 if times > 6.0 else max(1.0, _LAST_SHARE * times)))
