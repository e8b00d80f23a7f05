"""The search for any solution: beams from deal to deal, narrow ones first (iterative widening).

A phase is the play between two deals. In it a beam goes forward a move at a time and keeps the best
positions; from each of them the next row is dealt as well, after filling the empty columns, and the best of
what that gives start the next phase. When that fails, it is done again twice as wide: several narrow beams
find a solution sooner than a single wide one.
"""

from __future__ import annotations

from itertools import islice
from math import inf
from typing import TYPE_CHECKING, Final

from spider_cli.rules.position import ROW
from spider_cli.search.nodes import build, deal, distinct, expand, filled, is_won, root
from spider_cli.solver.limits import LimitReached

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spider_cli.rules.position import Position
    from spider_cli.search.column_cache import ColumnCache
    from spider_cli.search.nodes import Child, Node
    from spider_cli.solver.limits import Meter

#: What a step costs against the value of a position. With each of the two some starts are solved early that
#: take long with the other.
STEP_COSTS: Final = (0.161, 0.845)

FIRST_WIDTH: Final = 15

# From so many of the best positions of a layer the next row is dealt.
_DEALT: Final = 5

# Moves in a phase at most, and after how many of them without a better position it ends: with stock left, and
# after the last deal.
_LAYERS, _PATIENCE = 80, 10
_LAST_LAYERS, _LAST_PATIENCE = 400, 60

#: Two positions of a layer whose values differ by less are taken for the same columns in another order.
SAME_VALUE: Final = 0.001

#: Bytes of memory for a key of a position.
KEY_BYTES: Final = 100


def widening_beams(
    position: Position, cache: ColumnCache, meter: Meter, memory: int
) -> Iterator[Node | None]:
    """Search with one beam after the other, without end; after each yield the node of a win, or None.

    Raises LimitReached, also when a beam would need more than `memory` bytes.
    """
    width = FIRST_WIDTH
    while True:
        for step_cost in STEP_COSTS:
            yield Beam(cache, meter, width, step_cost, memory).search(position)
        width *= 2


class Beam:
    """A beam from the first phase to the last, of one width, with one cost of a step."""

    def __init__(self, cache: ColumnCache, meter: Meter, width: int, step_cost: float, memory: int) -> None:
        self._cache = cache
        self._meter = meter
        self._width = width
        self._step_cost = step_cost
        self._memory = memory

    def search(self, position: Position) -> Node | None:
        """The node of a win from `position`, if this beam finds one."""
        nodes = [root(position, self._cache)]
        stock = position.stock
        for first in range(0, len(stock), ROW):
            dealt: list[Node] = []
            for layer in self._layers(nodes, _LAYERS, _PATIENCE):
                dealt += self._deal_all(layer, stock[first : first + ROW], position.relaxed)
            nodes = self._best_dealt(dealt)
            if not nodes:
                return None
        for layer in self._layers(nodes, _LAST_LAYERS, _LAST_PATIENCE):
            for node in layer:
                if is_won(node):
                    return node
        return None

    def _layers(self, nodes: list[Node], layers: int, patience: int) -> Iterator[list[Node]]:
        """The beam: `nodes`, then the best positions a move later, and so on."""
        met = {node.key for node in nodes}
        best = max(node.value for node in nodes)
        waited = 0
        for _ in range(layers):
            yield nodes
            children: list[Child] = []
            # What the layer before would not have kept is rarely kept now.
            floor = nodes[-1].value if len(nodes) == self._width else -inf
            for node in nodes:
                expand(node, self._cache, self._step_cost, met, met, children, floor)
            self._account(len(children), len(met))
            children.sort(reverse=True)  # keys differ, so no more than value and key is ever compared
            nodes = [build(child) for child in islice(distinct(children, SAME_VALUE), self._width)]
            if not nodes:
                return
            waited += 1
            if nodes[0].value > best:
                best = nodes[0].value
                waited = 0
            elif waited == patience:
                yield nodes
                return

    def _deal_all(self, nodes: list[Node], row: bytes, relaxed: bool) -> Iterator[Node]:
        for node in islice(nodes, _DEALT):
            ready = node if relaxed else filled(node, self._cache, self._step_cost)
            if ready:
                yield deal(ready, row, self._cache, self._step_cost)

    def _best_dealt(self, nodes: list[Node]) -> list[Node]:
        """The best positions, each once. Equal values say nothing here: a deal tells columns apart."""
        unique = {node.key: node for node in sorted(nodes, key=_by_value)}
        return sorted(unique.values(), key=_by_value, reverse=True)[: self._width]

    def _account(self, nodes: int, met: int) -> None:
        """Count positions, and keep to the memory."""
        self._meter.count(nodes)
        if met * KEY_BYTES > self._memory // 2:
            raise LimitReached
        if met * KEY_BYTES + self._cache.memory() > self._memory:
            self._cache.forget()


def _by_value(node: Node) -> tuple[float, int]:
    return node.value, node.key
