"""The search for a short solution: a beam that goes forward one step at a time, deals included.

All positions of a layer are the same number of steps from the start, however many rows were dealt on the
way; but only those with the same number of rows left are compared with each other. So early and late deals
compete to the end, and the first win found is the shortest that the beam contains.
"""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING, Final

from spider_cli.rules.cards import KING
from spider_cli.rules.position import FOUNDATIONS, ROW
from spider_cli.search.nodes import build, deal, distinct, expand, filled, is_won, root
from spider_cli.solver.widening import KEY_BYTES, SAME_VALUE

if TYPE_CHECKING:
    from spider_cli.rules.position import Position
    from spider_cli.search.column_cache import ColumnCache
    from spider_cli.search.nodes import Child, Node
    from spider_cli.solver.limits import Meter

# The joins of eight complete runs.
_JOINS: Final = FOUNDATIONS * (KING - 1)

# A position that a deal made, with its value and key in front as a child has them.
_Dealt = tuple[float, int, "Node"]

_value_and_key = itemgetter(0, 1)


class ShortBeam:
    """A beam from `position` that keeps `width` positions for each number of rows left.

    It looks for solutions of fewer than `bound` steps. `cut`: a wider beam would have kept more.
    """

    def __init__(
        self, position: Position, cache: ColumnCache, meter: Meter, width: int, bound: int, memory: int
    ) -> None:
        self.cut = False
        self._cache = cache
        self._meter = meter
        self._width = width
        self._bound = bound
        self._memory = memory
        self._relaxed = position.relaxed
        self._stock = position.stock
        rows = len(position.stock) // ROW
        self._met: list[set[int]] = [set() for _ in range(rows + 1)]
        # The beam, by the number of rows left, and the positions that deals made, by their steps too.
        self._beam: list[list[Node]] = [[] for _ in range(rows + 1)]
        self._beam[rows].append(root(position, cache))
        self._dealt: dict[tuple[int, int], list[Node]] = {}

    def search(self) -> Node | None:
        """The node of a win, if this beam finds one."""
        for steps in range(1, self._bound):
            for left, nodes in enumerate(self._beam):
                if left:
                    for node in nodes:
                        self._deal(node, left)
            if not any(self._beam) and not self._dealt:
                return None
            for left in range(len(self._beam)):
                nodes = self._advance(left, steps)
                self._beam[left] = nodes
                if not left and nodes and is_won(nodes[0]):
                    return nodes[0]
        return None

    def _deal(self, node: Node, left: int) -> None:
        """Keep what dealing the next row on `node` gives, after filling the empty columns."""
        first = len(self._stock) - left * ROW
        ready = node if self._relaxed else filled(node, self._cache, 0.0)
        if ready:
            after = deal(ready, self._stock[first : first + ROW], self._cache, 0.0)
            if after.key not in self._met[left - 1]:
                self._met[left - 1].add(after.key)
                self._dealt.setdefault((after.depth, left - 1), []).append(after)

    def _advance(self, left: int, steps: int) -> list[Node]:
        """The best positions that are `steps` from the start with `left` rows in the stock."""
        children: list[Child] = []
        met = self._met[left]
        for node in self._beam[left]:
            expand(node, self._cache, 0.0, met, met, children)
        self._account(len(children))
        dealt = self._dealt.pop((steps, left), [])
        entries: list[Child | _Dealt] = [*children, *[(node.value, node.key, node) for node in dealt]]
        entries.sort(key=_value_and_key, reverse=True)
        nodes: list[Node] = []
        for entry in distinct(entries, SAME_VALUE):
            node = entry[2] if len(entry) == 3 else build(entry)
            if steps + self._least(node, left) < self._bound:
                nodes.append(node)
                if len(nodes) == self._width:
                    self.cut = True
                    break
        return nodes

    @staticmethod
    def _least(node: Node, left: int) -> int:
        """No solution has fewer steps: a move makes one join at most, a deal one in each column."""
        missing = _JOINS - (KING - 1) * node.completed - sum([column.joins for column in node.columns])
        return max(left, missing - (ROW - 1) * left)

    def _account(self, nodes: int) -> None:
        """Count positions, and keep to the memory: what is forgotten is only found again."""
        self._meter.count(nodes)
        if sum(map(len, self._met)) * KEY_BYTES > self._memory // 2:
            for met in self._met:
                met.clear()
        if self._cache.memory() > self._memory // 2:
            self._cache.forget()
