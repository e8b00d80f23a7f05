"""The search for any line that wins: beams from deal to deal, narrow ones first.

A phase is the play between two deals. In it a beam goes forward a move at a time and keeps the best
positions; from each of them the next row is dealt as well, after filling the empty columns, and the
best of what that gives start the next phase. When that fails, it is done again twice as wide: several
narrow beams find a line sooner than a single wide one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from spider_cli.rules.position import ROW
from spider_cli.solver.limits import LimitReached
from spider_cli.solver.nodes import build, deal, expand, filled, is_won, root

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spider_cli.rules.position import Position
    from spider_cli.solver.column_memory import Table
    from spider_cli.solver.limits import Meter
    from spider_cli.solver.nodes import Child, Node

#: What a step costs against the worth of a position. With either value some deals are won early that
#: resist the other.
STEP_COSTS: Final = (0.056, 1.5)

FIRST_WIDTH: Final = 10

# Moves in a phase at most, and how many of them without a better position end it: with stock left,
# and after the last deal.
_LAYERS, _PATIENCE = 80, 10
_LAST_LAYERS, _LAST_PATIENCE = 400, 60

#: Two positions of a layer whose worths differ by less are taken for the same columns in another order.
SAME_WORTH: Final = 0.001

#: Bytes of memory for a key of a position.
KEY_BYTES: Final = 100


def first_line(position: Position, table: Table, meter: Meter, memory: int) -> Iterator[Node | None]:
    """Go up the ladder of beams: after each rung yield the node of a win, or None.

    Raises LimitReached, also when a beam would need more than `memory` bytes.
    """
    width = FIRST_WIDTH
    while True:
        for step_cost in STEP_COSTS:
            yield Beam(table, meter, width, step_cost, memory).search(position)
        width *= 2


class Beam:
    """One rung of the ladder: a beam of one width, with one price of a step."""

    def __init__(self, table: Table, meter: Meter, width: int, step_cost: float, memory: int) -> None:
        self._table = table
        self._meter = meter
        self._width = width
        self._step_cost = step_cost
        self._memory = memory

    def search(self, position: Position) -> Node | None:
        """The node of a win from `position`, if this beam finds one."""
        nodes = [root(position, self._table)]
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
        seen = {node.key for node in nodes}
        best = max(node.worth for node in nodes)
        waited = 0
        for _ in range(layers):
            yield nodes
            children: list[Child] = []
            for node in nodes:
                expand(node, self._table, self._step_cost, seen, children)
            self._account(len(children), len(seen))
            nodes = best_of(children, self._width)
            if not nodes:
                return
            waited += 1
            if nodes[0].worth > best:
                best = nodes[0].worth
                waited = 0
            elif waited == patience:
                yield nodes
                return

    def _deal_all(self, nodes: list[Node], row: bytes, relaxed: bool) -> Iterator[Node]:
        for node in nodes:
            ready = node if relaxed else filled(node, self._table, self._step_cost)
            if ready:
                yield deal(ready, row, self._table, self._step_cost)

    def _best_dealt(self, nodes: list[Node]) -> list[Node]:
        """The best positions, each once. Here equal worth says nothing: a deal tells columns apart."""
        unique = {node.key: node for node in sorted(nodes, key=_by_worth)}
        return sorted(unique.values(), key=_by_worth, reverse=True)[: self._width]

    def _account(self, nodes: int, seen: int) -> None:
        self._meter.count(nodes)
        if seen * KEY_BYTES > self._memory // 2:
            raise LimitReached
        if seen * KEY_BYTES + self._table.memory() > self._memory:
            self._table.forget()


def _by_worth(node: Node) -> tuple[float, int]:
    return node.worth, node.key


def best_of(children: list[Child], width: int) -> list[Node]:
    """The best of some children, and of those alike in worth only one: it keeps the beam diverse."""
    children.sort(reverse=True)  # keys differ, so no more than worth and key is ever compared
    nodes: list[Node] = []
    last = float("inf")
    for child in children:
        worth = child[0]
        if last - worth >= SAME_WORTH:
            nodes.append(build(child))
            if len(nodes) == width:
                break
        last = worth
    return nodes
