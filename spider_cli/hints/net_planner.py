"""The choice between plans by the net: the best chance of winning that it sees in any leaf."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from spider_cli.hints.hint_value import WEIGHTS
from spider_cli.hints.leaf_inputs import LeafReader
from spider_cli.hints.leaves import LeafSearch, by_value, first_event, without_lots
from spider_cli.hints.net import WON, chance
from spider_cli.hints.plans import Plan, plan_to
from spider_cli.hints.view import unseen
from spider_cli.rules.steps import COLUMNS

if TYPE_CHECKING:
    from spider_cli.hints.leaf_inputs import Shape
    from spider_cli.hints.net import Net
    from spider_cli.rules.position import Position
    from spider_cli.search.nodes import Node


class Rated(NamedTuple):
    """Where a plan ends, and the value that the net gives the leaf it is made for."""

    value: int
    node: Node


class NetPlanner:
    """Makes plans for the positions of one game."""

    def __init__(self, net: Net, width: int, patience: int = 8) -> None:
        """`width` and `patience` are those of the beam, see `LeafSearch`."""
        self._net = net
        self._width = width
        self._patience = patience
        self._searches: dict[tuple[int, bool], LeafSearch] = {}
        self._shapes: dict[bytes, Shape] = {}

    def plans(self, view: Position) -> list[Plan]:
        """The plans from `view`, the best first: up to each first event, or to a deal.

        If neither is in reach, the way to a tidier position, or nothing.
        """
        search = self._search(view)
        nodes = search.nodes(view)
        reader = LeafReader(view.rows_left(), unseen(view), self._net, self._shapes)
        events = self._events(nodes, reader)
        deals = [Rated(self._value(node, reader, deal=True), node) for node in search.ready_to_deal(nodes)]
        rated = [(event, False) for event in events]
        if deals:
            rated.append((max(deals, key=by_value), True))
        rated.sort(key=lambda leaf: leaf[0].value, reverse=True)
        if rated:
            return [plan_to(leaf.node, chance=chance(leaf.value), deal=deal) for leaf, deal in rated]
        tidiest = max(nodes, key=by_value)
        return [plan_to(tidiest)] if tidiest.parent else []

    def _search(self, view: Position) -> LeafSearch:
        settings = view.rows_left(), view.relaxed
        if settings not in self._searches:
            self._searches[settings] = LeafSearch(WEIGHTS, *settings, self._width, self._patience)
        return self._searches[settings]

    def _events(self, nodes: list[Node], reader: LeafReader) -> list[Rated]:
        """The first events on the ways to all leaves, each with the value of the best leaf after it.

        The best event comes first; of equal ones that whose leaf was reached first.
        """
        leaves = [Rated(self._value(node, reader, deal=False), node) for node in nodes if node.events]
        leaves.sort(key=by_value, reverse=True)
        best: dict[int, Rated] = {}
        for leaf in leaves:
            first = first_event(leaf.node)
            best.setdefault(first.key, Rated(leaf.value, first))
        return list(best.values())

    def _value(self, node: Node, reader: LeafReader, *, deal: bool) -> int:
        if node.empties == COLUMNS:
            return WON
        columns = [column.cards for column in node.columns]
        thousandths = int(without_lots(node))
        total = reader.total(columns, thousandths, node.empties, node.completed, deal=deal)
        return self._net.value(total)
