"""The choice between the events that are in reach, by trying what the next card may be.

The search names, for each first event it has reached, the best that can follow while the cards that turn up
stay unknown. Here the most promising are looked at again: one unseen card after the other is put in the
place of the card that would turn up, and a narrower search says what can follow then. Each event gets a
few such trials, the better half of them more, and so on; the best average wins. No trial knows more than
the player will: the cards that turn up, not those below them nor the stock.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from spider_cli.hints.exploration import Node, Plan, Search, by_value
from spider_cli.hints.hint_weights import Weights
from spider_cli.hints.view import UNKNOWN, unseen
from spider_cli.rules.cards import KING, rank_of
from spider_cli.rules.position import FOUNDATIONS, Position

HOPELESS: Final = -200.0  # the worth where no event, no deal and nothing tidier is in reach
WON: Final = 1000.0
GOLDEN: Final = 0.618033988749895


class Effort(NamedTuple):
    """How hard to think."""

    width: int  # of the search
    events: int  # how many events are looked at again
    trials: tuple[int, ...]  # how many cards are tried for each event, round by round
    narrow: int  # the width of the search after each trial
    patience: int = 8  # of the search
    hurry: int = 4  # its patience after each trial


class Planner:
    """Makes plans for the positions of one game."""

    def __init__(self, weights: Weights, effort: Effort) -> None:
        self._weights = weights
        self._effort = effort
        self._searches: dict[tuple[int, bool, int, int], Search] = {}
        # For a position just after an event, and the unseen cards: the sum of worths after 1, 2, ... trials.
        self._totals: dict[tuple[Position, bytes], list[float]] = {}

    def plan(self, view: Position) -> Plan | None:
        """What to do from a position as `seen` gives it, up to the first event or deal.

        If neither is in reach, the way to a tidier position, or None.
        """
        search = self._search(view, self._effort.width, self._effort.patience)
        nodes = search.reached(view)
        choices = sorted(_first_events(nodes), key=by_value, reverse=True)[: self._effort.events]
        deal = search.deal(nodes, view)
        cards = spread(sorted(unseen(view).elements(), key=lambda card: (rank_of(card), card)))
        if cards and len(choices) + (deal is not None) > 1:
            choices = self._best(view, choices, cards)
        if deal:
            choices.append(deal)
        return max(choices or nodes, key=by_value).steps() or None

    def _search(self, view: Position, width: int, patience: int) -> Search:
        settings = view.rows_left(), view.relaxed, width, patience
        if settings not in self._searches:
            self._searches[settings] = Search(self._weights, *settings)
        return self._searches[settings]

    def _best(self, view: Position, events: list[Node], cards: list[int]) -> list[Node]:
        """The events left after all rounds of trials, each with its worth by them, the best first."""
        for trials in self._effort.trials:
            worths = [event._replace(value=self._worth(view, event, cards, trials)) for event in events]
            events = sorted(worths, key=by_value, reverse=True)[: max(1, len(events) // 2)]
        return events

    def _worth(self, view: Position, event: Node, cards: list[int], trials: int) -> float:
        """The average worth of what can follow an event, over so many trials, less the steps to it."""
        columns = sorted([column.cards for column in event.columns])
        completed = (view.cards_on_table() - sum(map(len, columns)) + len(columns)) // KING
        # Of foundations only the number counts here.
        foundations = bytes(len(view.foundations) + completed)
        after = view._replace(columns=tuple(columns), foundations=foundations)
        totals = self._totals.setdefault((after, bytes(cards)), [])
        turned = [number for number, column in enumerate(columns) if column[-1] == UNKNOWN]
        trials = min(trials, len(cards)) if turned else 1
        while len(totals) < trials:
            for nth, number in enumerate(turned):  # nearly always one
                card = cards[(len(totals) + nth * len(cards) // len(turned)) % len(cards)]
                columns[number] = columns[number][:-1] + bytes((card,))
            worth = self._ahead(after._replace(columns=tuple(columns)))
            totals.append(worth + (totals[-1] if totals else 0.0))
        return totals[trials - 1] / trials + self._weights.step * len(event.steps())

    def _ahead(self, view: Position) -> float:
        """The worth of what the narrow search finds from here."""
        if len(view.foundations) == FOUNDATIONS:
            return WON
        best = self._search(view, self._effort.narrow, self._effort.hurry).best(view)
        return best.value if best else HOPELESS


def spread(cards: list[int]) -> list[int]:
    """The cards in such an order that the first few, however many, are spread evenly over all."""
    # By the fractions of multiples of the golden ratio, as quasi-random sequences do: the numbers whose
    # fraction is below some bound lie at nearly equal distances.
    order = sorted(range(len(cards)), key=lambda number: number * GOLDEN % 1)
    return [cards[number] for number in order]


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
