"""The choice between plans by the net: the best chance of winning that it sees in any leaf."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spider_cli.hints.hint_value import UNIT, WEIGHTS
from spider_cli.hints.leaf_inputs import VALUE_UNIT, LeafReader
from spider_cli.hints.leaves import LeafSearches, first_events
from spider_cli.hints.net import NET_WON, Odds
from spider_cli.hints.plans import Plan, RatedNode, by_value, plan_to, tidying_plans
from spider_cli.hints.view import unseen
from spider_cli.rules.steps import COLUMNS

if TYPE_CHECKING:
    from collections import Counter

    from spider_cli.hints.leaf_inputs import Shape
    from spider_cli.hints.net import Net
    from spider_cli.rules.position import Position
    from spider_cli.search.nodes import Node


class NetPlanner:
    """Makes plans for the positions of one game."""

    def __init__(self, net: Net, odds: Odds, width: int, patience: int = 8) -> None:
        """`odds` say how to read the values of the net. `width` and `patience`: see `LeafSearch`."""
        self._net = net
        self._odds = odds
        self._width = width
        self._patience = patience
        self._searches = LeafSearches(WEIGHTS)
        self._shapes: dict[bytes, Shape] = {}
        self._rater: LeafRater | None = None

    def plans(self, view: Position) -> list[Plan]:
        """The plans from `view`, the best first: up to each first event, or to a deal.

        If neither is in reach, the way to a tidier position, or nothing.
        """
        search = self._searches.search_for(view, self._width, self._patience)
        nodes = search.nodes(view)
        rater = self._rater_for(view)
        leaves = [RatedNode(rater.log_odds(node, deal=False), node) for node in nodes if node.events]
        # Best leaves first: of equally good events, the one whose best leaf was reached first is preferred.
        leaves.sort(key=by_value, reverse=True)
        ends = [(event, False) for event in first_events(leaves)]
        deals = [RatedNode(rater.log_odds(node, deal=True), node) for node in search.ready_to_deal(nodes)]
        if deals:
            ends.append((max(deals, key=by_value), True))
        ends.sort(key=lambda end: end[0].value, reverse=True)
        plans = [plan_to(end.node, chance=self._odds.chance(end.value), deal=deal) for end, deal in ends]
        return plans or tidying_plans(nodes)

    def _rater_for(self, view: Position) -> LeafRater:
        rows, relaxed, cards = view.rows_left(), view.relaxed, unseen(view)
        rater = self._rater
        if rater is None or rater.seen_from != (rows, relaxed, cards):
            reader = LeafReader(rows, cards, self._net, self._shapes)
            rater = self._rater = LeafRater((rows, relaxed, cards), reader, self._net)
        return rater


class LeafRater:
    """The values of leaves by the net, which hold from view to view while the same cards are unseen.

    `seen_from`: the rows that are left, whether the game is relaxed, and the unseen cards.
    """

    def __init__(self, seen_from: tuple[int, bool, Counter[int]], reader: LeafReader, net: Net) -> None:
        self.seen_from = seen_from
        self._reader = reader
        self._net = net
        self._log_odds: dict[tuple[int, int, bool], int] = {}

    def log_odds(self, node: Node, *, deal: bool) -> int:
        """The logarithm of the odds that a leaf is won, in 65536ths.

        `deal`: whether the leaf is a deal from this node.
        """
        if node.empties == COLUMNS:
            return NET_WON
        beam_value = int(node.value // (UNIT * VALUE_UNIT))
        leaf = node.key, beam_value, deal
        log_odds = self._log_odds.get(leaf)
        if log_odds is None:
            columns = [column.cards for column in node.columns]
            total = self._reader.total(columns, beam_value, node.empties, node.completed, deal=deal)
            log_odds = self._log_odds[leaf] = self._net.log_odds(total)
        return log_odds
