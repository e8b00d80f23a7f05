"""The choice between plans by the net: the best chance of winning that it sees in any leaf."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from spider_cli.hints.hint_value import UNIT, WEIGHTS
from spider_cli.hints.leaf_inputs import VALUE_UNIT, LeafReader
from spider_cli.hints.leaves import LeafSearch, by_value, first_event
from spider_cli.hints.net import WON, Odds
from spider_cli.hints.plans import Plan, plan_to
from spider_cli.hints.view import unseen
from spider_cli.rules.steps import COLUMNS

if TYPE_CHECKING:
    from collections import Counter

    from spider_cli.hints.leaf_inputs import Shape
    from spider_cli.hints.net import Net
    from spider_cli.rules.position import Position
    from spider_cli.search.nodes import Node


class Rated(NamedTuple):
    """A node, and the value that the net gives the leaf that it is or leads to."""

    value: int
    node: Node


class NetPlanner:
    """Makes plans for the positions of one game."""

    def __init__(self, net: Net, odds: Odds, width: int, patience: int = 8) -> None:
        """`odds` say how to read the values of the net. `width` and `patience`: see `LeafSearch`."""
        self._net = net
        self._odds = odds
        self._width = width
        self._patience = patience
        self._searches: dict[tuple[int, bool], LeafSearch] = {}
        self._shapes: dict[bytes, Shape] = {}
        self._rater: LeafRater | None = None

    def plans(self, view: Position) -> list[Plan]:
        """The plans from `view`, the best first: up to each first event, or to a deal.

        If neither is in reach, the way to a tidier position, or nothing.
        """
        search = self._search(view)
        nodes = search.nodes(view)
        rater = self._rater_for(view)
        plans = [(event, False) for event in _first_events(nodes, rater)]
        deals = [Rated(rater.value(node, deal=True), node) for node in search.ready_to_deal(nodes)]
        if deals:
            plans.append((max(deals, key=by_value), True))
        plans.sort(key=lambda plan: plan[0].value, reverse=True)
        if plans:
            return [plan_to(end.node, chance=self._odds.chance(end.value), deal=deal) for end, deal in plans]
        tidiest = max(nodes, key=by_value)
        return [plan_to(tidiest)] if tidiest.parent else []

    def _search(self, view: Position) -> LeafSearch:
        settings = view.rows_left(), view.relaxed
        if settings not in self._searches:
            self._searches[settings] = LeafSearch(WEIGHTS, *settings, self._width, self._patience)
        return self._searches[settings]

    def _rater_for(self, view: Position) -> LeafRater:
        rows, relaxed, cards = view.rows_left(), view.relaxed, unseen(view)
        rater = self._rater
        if rater is None or rater.seen_from != (rows, relaxed, cards):
            reader = LeafReader(rows, cards, self._net, self._shapes)
            rater = self._rater = LeafRater((rows, relaxed, cards), reader, self._net)
        return rater


class LeafRater:
    """The values of leaves, which hold from view to view while the same cards are unseen.

    `seen_from`: the rows that are left, whether the game is relaxed, and the unseen cards.
    """

    def __init__(self, seen_from: tuple[int, bool, Counter[int]], reader: LeafReader, net: Net) -> None:
        self.seen_from = seen_from
        self._reader = reader
        self._net = net
        self._values: dict[tuple[int, int, bool], int] = {}

    def value(self, node: Node, *, deal: bool) -> int:
        """The value of a leaf; `deal`: whether it is a deal, from this node."""
        if node.empties == COLUMNS:
            return WON
        additive = int(node.value // (UNIT * VALUE_UNIT))
        leaf = node.key, additive, deal
        value = self._values.get(leaf)
        if value is None:
            columns = [column.cards for column in node.columns]
            total = self._reader.total(columns, additive, node.empties, node.completed, deal=deal)
            value = self._values[leaf] = self._net.value(total)
        return value


def _first_events(nodes: list[Node], rater: LeafRater) -> list[Rated]:
    """The first events on the ways to all leaves, each with the value of the best leaf after it.

    The best event comes first; of equal ones that whose leaf was reached first.
    """
    leaves = [Rated(rater.value(node, deal=False), node) for node in nodes if node.events]
    leaves.sort(key=by_value, reverse=True)
    best: dict[int, Rated] = {}
    for leaf in leaves:
        first = first_event(leaf.node)
        best.setdefault(first.key, Rated(leaf.value, first))
    return list(best.values())
