"""The choice between the events that are in reach, by trying what the next card may be.

The search names, for each first event in reach, the best that can follow while the cards that turn up
stay unknown. Here the most promising are looked at again: one unseen card after the other, spread evenly
over all that are unseen, is put in the place of the card that would turn up, and a narrower search says
what can follow then. The event with the best average wins. No trial knows more than the player will: the
one card, not those below it nor the stock.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from spider_cli.cards import KING, rank_of
from spider_cli.hints.search import Node, Plan, Search, by_value
from spider_cli.hints.view import UNKNOWN, unseen
from spider_cli.hints.weights import Weights
from spider_cli.rules import FOUNDATIONS, ROW, Position

HOPELESS: Final = -200.0  # the worth of a position in which nothing can be done
WON: Final = 1000.0


class Effort(NamedTuple):
    """How hard to think."""

    width: int  # of the search
    events: int  # how many events are looked at again
    trials: int  # how many cards are tried for each
    narrow: int  # the width of the search after each trial
    patience: int = 8  # of the search
    hurry: int = 4  # its patience after each trial


class Planner:
    """Makes plans for the positions of one game."""

    def __init__(self, weights: Weights, effort: Effort) -> None:
        self._weights = weights
        self._effort = effort
        self._searches: dict[tuple[int, int], Search] = {}

    def plan(self, view: Position) -> Plan | None:
        """What to do from a position as `seen` gives it, up to the first event or deal.

        If neither is in reach, the way to a tidier position, or None.
        """
        search = self._search(view, self._effort.width, self._effort.patience)
        nodes = search.reached(view)
        choices = sorted(_first_events(nodes), key=by_value, reverse=True)[: self._effort.events]
        deal = search.deal(nodes, view)
        cards = sorted(unseen(view).elements(), key=lambda card: (rank_of(card), card))
        if cards and len(choices) + (deal is not None) > 1:
            choices = [node._replace(value=self._worth(view, node, cards)) for node in choices]
        if deal:
            choices.append(deal)
        return max(choices or nodes, key=by_value).steps() or None

    def _search(self, view: Position, width: int, patience: int) -> Search:
        rows = len(view.stock) // ROW
        if (rows, width) not in self._searches:
            self._searches[rows, width] = Search(self._weights, rows, view.relaxed, width, patience)
        return self._searches[rows, width]

    def _worth(self, view: Position, node: Node, unseen_cards: list[int]) -> float:
        """The average worth of what can follow an event, less the steps to it."""
        columns = [column.cards for column in node.columns]
        completed = (view.cards_on_table() - sum(map(len, columns)) + len(columns)) // KING
        after = view._replace(foundations=view.foundations + bytes(completed))
        turned = [number for number, cards in enumerate(columns) if cards[-1] == UNKNOWN]
        trials = min(self._effort.trials, len(unseen_cards)) if turned else 1
        total = 0.0
        for trial in range(trials):
            left = unseen_cards.copy()
            for number in turned:  # nearly always one
                card = left.pop((2 * trial + 1) * len(left) // (2 * trials))
                columns[number] = columns[number][:-1] + bytes((card,))
            total += self._ahead(after._replace(columns=tuple(columns)))
        return total / trials + self._weights.step * len(node.steps())

    def _ahead(self, view: Position) -> float:
        """The worth of what the narrow search finds from here."""
        if len(view.foundations) == FOUNDATIONS:
            return WON
        best = self._search(view, self._effort.narrow, self._effort.hurry).best(view)
        return best.value if best else HOPELESS


def _first_events(nodes: list[Node]) -> list[Node]:
    """The first events on the ways to all ends, each with the worth of the best end after it."""
    best: dict[int, Node] = {}
    for end in nodes:
        if end.events:
            first = end.first_event()
            known = best.get(first.key)
            if known is None or end.value > known.value:
                best[first.key] = first._replace(value=end.value)
    return list(best.values())
