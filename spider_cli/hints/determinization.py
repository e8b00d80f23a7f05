"""The choice between plans by trying what the next card may be (determinization).

The beam names, for each first event that it has reached, the best that can follow while the cards that turn
up stay unknown. Here the most promising are looked at again: one unseen card after the other is put in the
place of the card that would turn up, and a narrower beam says what can follow then. Each event gets a few
such determinizations, the better half of the events more, and so on; the best average wins. None of them
knows more than the player will: the cards that turn up, not those below them nor the stock.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from spider_cli.hints.hint_value import POINT, UNIT, Weights
from spider_cli.hints.leaves import LeafSearches, first_events
from spider_cli.hints.plans import Plan, RatedNode, by_value, plan_to, tidying_plans
from spider_cli.hints.view import UNKNOWN, unseen
from spider_cli.rules.cards import KING, rank_of
from spider_cli.rules.position import FOUNDATIONS, Position
from spider_cli.search.nodes import Node

HOPELESS: Final = -200 * POINT  # the value where no event, no deal and nothing tidier is in reach
WON_VALUE: Final = 1000 * POINT
GOLDEN: Final = 0.618033988749895


class SearchSize(NamedTuple):
    """How wide and how long to search."""

    width: int  # of the beam
    events: int  # how many first events are looked at again
    cards: tuple[int, ...]  # how many cards are tried for each event, round by round
    narrow_width: int  # the width of the beam after each determinization
    patience: int = 8  # of the beam
    narrow_patience: int = 4  # the patience of the beam after each determinization


class DeterminizingPlanner:
    """Makes plans for the positions of one game."""

    def __init__(self, weights: Weights, size: SearchSize) -> None:
        self._weights = weights
        self._size = size
        self._searches = LeafSearches(weights)
        # For a position just after an event, and the unseen cards: the sum of values after 1, 2, ... cards
        # tried.
        self._totals: dict[tuple[Position, bytes], list[float]] = {}

    def plans(self, view: Position) -> list[Plan]:
        """The plans from `view`, the best first: up to each first event, or to a deal.

        If neither is in reach, the way to a tidier position, or nothing.
        """
        search = self._searches.search_for(view, self._size.width, self._size.patience)
        nodes = search.nodes(view)
        events = first_events([RatedNode(node.value, node) for node in nodes if node.events])
        events = sorted(events, key=by_value, reverse=True)[: self._size.events]
        dropped: list[RatedNode] = []
        ready = search.ready_to_deal(nodes)
        cards = spread(sorted(unseen(view).elements(), key=lambda card: (rank_of(card), card)))
        if cards and len(events) + bool(ready) > 1:
            events, dropped = self._compared(view, events, cards)
        plans = [plan_to(event.node, event.value / POINT) for event in events]
        plans += [plan_to(event.node)._replace(dropped=True) for event in dropped]
        if ready:
            best = max(ready, key=by_value)
            value = best.value + self._weights.deal * UNIT
            # Only the winner of the rounds is compared with the deal: what they dropped was tried with fewer
            # cards.
            place = 0 if not events or value > events[0].value else 1
            plans.insert(place, plan_to(best, value / POINT, deal=True))
        return plans or tidying_plans(nodes)

    def _compared(
        self, view: Position, events: list[RatedNode], cards: list[int]
    ) -> tuple[list[RatedNode], list[RatedNode]]:
        """The events of the last round with their values, the best first, and those dropped before it."""
        dropped: list[RatedNode] = []
        for turn, number in enumerate(self._size.cards):
            if turn:
                half = max(1, len(events) // 2)
                events, dropped = events[:half], events[half:] + dropped
            nodes = [event.node for event in events]
            events = [RatedNode(self._average(view, node, cards, number), node) for node in nodes]
            events.sort(key=by_value, reverse=True)
        return events, dropped

    def _average(self, view: Position, event: Node, cards: list[int], number: int) -> float:
        """The average value of what can follow an event, over so many cards, less the steps to it."""
        columns = sorted([column.cards for column in event.columns])
        completed = (view.cards_on_table() - sum(map(len, columns)) + len(columns)) // KING
        # Of foundations only the number counts here.
        foundations = bytes(len(view.foundations) + completed)
        after = view._replace(columns=tuple(columns), foundations=foundations)
        totals = self._totals.setdefault((after, bytes(cards)), [])
        turned = [index for index, column in enumerate(columns) if column[-1] == UNKNOWN]
        number = min(number, len(cards)) if turned else 1
        while len(totals) < number:
            for nth, index in enumerate(turned):  # nearly always one
                card = cards[(len(totals) + nth * len(cards) // len(turned)) % len(cards)]
                columns[index] = columns[index][:-1] + bytes((card,))
            value = self._value_after(after._replace(columns=tuple(columns)))
            totals.append(value + (totals[-1] if totals else 0))
        return totals[number - 1] / number + self._weights.step * UNIT * event.depth

    def _value_after(self, view: Position) -> float:
        """The value of what the narrow beam finds from here."""
        if len(view.foundations) == FOUNDATIONS:
            return WON_VALUE
        search = self._searches.search_for(view, self._size.narrow_width, self._size.narrow_patience)
        value = search.value_of_best(view)
        return HOPELESS if value is None else value


def spread(cards: list[int]) -> list[int]:
    """The cards in such an order that the first few, however many, are spread evenly over all."""
    # By the fractions of multiples of the golden ratio, as quasi-random sequences do: the numbers whose
    # fraction is below some bound lie at nearly equal distances.
    order = sorted(range(len(cards)), key=lambda number: number * GOLDEN % 1)
    return [cards[number] for number in order]
