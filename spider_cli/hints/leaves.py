"""The search for what can be done before the next unknown card.

A beam goes over moves of known cards. A card that turns up on the way stays unknown: it lies there as an
exposed card that takes nothing and goes nowhere. An *event* is a card that turns up or a run that is
completed: what a player waits for, since afterwards more is known or won. A *leaf* is where a plan may end: a
position that the beam reaches after an event, or a deal.
"""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING, Final

from spider_cli.hints.hint_value import UNIT, Weights
from spider_cli.hints.plans import RatedNode, by_value
from spider_cli.rules.position import Position
from spider_cli.search.column_cache import ColumnCache, random_keys
from spider_cli.search.nodes import Child, Node, build, expand, filled, root, too_few_to_fill

if TYPE_CHECKING:
    from collections.abc import Iterable

LAYERS: Final = 60  # of the beam, at most; each is one move further

_child_value = itemgetter(0)


class LeafSearch:
    """A beam for views with so many rows left; the columns it has met are kept for the next search.

    `width`: how many positions it keeps of each layer. `patience`: how many layers in a row may bring no
    better position; three times as many while it has met no event.
    """

    def __init__(self, weights: Weights, rows: int, relaxed: bool, width: int, patience: int) -> None:
        self._step_cost = -weights.step * UNIT
        self._deal_gain = weights.deal * UNIT
        self._cache = ColumnCache(weights.with_rows(rows).valuation(), random_keys(0))
        self._rows = rows
        self._relaxed = relaxed
        self._width = width
        self._patience = patience

    def nodes(self, view: Position) -> list[Node]:
        """Every position that the beam keeps, that of `view` first."""
        start = root(view, self._cache)
        nodes, beam = [start], [start]
        met = {start.key}
        best, waited, event_met = without_lots(start), 0, False
        for _ in range(LAYERS):
            beam = self._next_layer(beam, met)
            if not beam:
                break
            nodes += beam
            event_met = event_met or any(node.events for node in beam)
            waited += 1
            if without_lots(beam[0]) > best:
                best, waited = without_lots(beam[0]), 0
            if waited > (self._patience if event_met else 3 * self._patience):
                break
        return nodes

    def _next_layer(self, beam: list[Node], met: set[int]) -> list[Node]:
        """The best positions one move further, none of them met before."""
        children: list[Child] = []
        made: set[int] = set()  # not asked for: a child that is not kept now may be made again later
        for node in beam:
            expand(node, self._cache, self._step_cost, met, made, children)
        # By value alone: keys depend on the columns met before, and hints must not.
        children.sort(key=_child_value, reverse=True)
        nodes: list[Node] = []
        last = None
        for child in children:
            thousandths = child[0] // UNIT
            if thousandths != last:  # of children that only their lots tell apart, one
                last = thousandths
                nodes.append(build(child))
                if len(nodes) == self._width:
                    break
        met.update([node.key for node in nodes])
        return [node for node in nodes if not self._strands_stock(node)]

    def _strands_stock(self, node: Node) -> bool:
        """Whether a completed run has left too few cards to fill the columns for the next deal."""
        return bool(node.events and self._rows and not self._relaxed and too_few_to_fill(node.columns))

    def ready_to_deal(self, nodes: list[Node]) -> list[Node]:
        """From where the next row can be dealt: the best nodes without event, their empty columns filled."""
        if not self._rows or (too_few_to_fill(nodes[0].columns) and not self._relaxed):
            return []
        quiet = sorted([node for node in nodes if not node.events], key=by_value, reverse=True)[: self._width]
        if self._relaxed:
            return quiet
        ready = [filled(node, self._cache, self._step_cost) for node in quiet]
        return [node for node in ready if node and not node.events]

    def value_of_best(self, view: Position) -> float | None:
        """The value of the best leaf; without any, of a tidier position; None if nothing is better.

        The value of a deal is that of the position before it, and what the weights say of dealing.
        """
        nodes = self.nodes(view)
        values = [node.value for node in nodes if node.events]
        values += [node.value + self._deal_gain for node in self.ready_to_deal(nodes)]
        if values:
            return max(values)
        best = max(nodes, key=by_value)
        return best.value if best.parent else None


class LeafSearches:
    """The searches of one planner, each made when it is first needed and then kept."""

    def __init__(self, weights: Weights) -> None:
        self._weights = weights
        self._searches: dict[tuple[int, bool, int, int], LeafSearch] = {}

    def search_for(self, view: Position, width: int, patience: int) -> LeafSearch:
        """The search for views such as this one."""
        settings = view.rows_left(), view.relaxed, width, patience
        if settings not in self._searches:
            self._searches[settings] = LeafSearch(self._weights, *settings)
        return self._searches[settings]


def without_lots(node: Node) -> float:
    """The value of a node in thousandths, without what the lots of its columns add."""
    return node.value // UNIT


def first_event(node: Node) -> Node:
    """The position on the way to a node in which the first event had just happened."""
    while node.parent and node.parent.events:
        node = node.parent
    return node


def first_events(leaves: Iterable[RatedNode]) -> list[RatedNode]:
    """The first events on the ways to some leaves, each with the value of the best leaf after it.

    They come in the order in which the leaves lead to them.
    """
    best: dict[int, RatedNode] = {}
    for leaf in leaves:
        first = first_event(leaf.node)
        known = best.get(first.key)
        if known is None or leaf.value > known.value:
            best[first.key] = RatedNode(leaf.value, first)
    return list(best.values())
