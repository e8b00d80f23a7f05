"""What a column is worth, worked out once for each column that a search meets.

The worth of a position is the sum over its columns, plus what its empty columns add. So a move, which
changes two columns, costs two look-ups.
"""

from __future__ import annotations

import random
from typing import Final, NamedTuple

from spider_cli.cards import KING
from spider_cli.columns import EMPTY_COLUMN, run_length, settle, turn_up
from spider_cli.hints.view import UNKNOWN


class Weights(NamedTuple):
    """The terms of a position's worth; higher is better."""

    join: float  # two neighbours that form a run
    run: float  # and for each card that the run already had below them
    mixed: float  # neighbours in rank order, of different suits
    broken: float  # face-up neighbours out of order
    down: float  # the number of face-down cards of a column, squared
    card: float  # each face-up card
    king: float  # a king at the bottom of a column, nothing face down
    covering: float  # a face-up card over a lower one
    empty: float  # each empty column after the first
    foundation: float
    step: float  # each step of a plan


#: Hill climbing of the open-information evaluation over hard deals found these.
WEIGHTS: Final = Weights(3.204, 0.667, -0.096, -0.934, -0.6, -0.195, 1.465, 0.029, 5.273, 60.0, -0.056)


class Column(NamedTuple):
    """A column and what the search needs to know of it."""

    cards: bytes  # as in `Position.columns`, its completed run gone and its open end turned up
    value: float
    key: int  # a random number: equal columns have equal keys
    rank: int  # of the open end; 0 for an empty column, 15 for an unknown card
    run: int  # how many cards can move
    events: int  # what happened when these cards came to lie here: 1 a card turned up, 1 a run completed
    bonus: float  # the worth of the completed run


class Columns(dict[bytes, Column]):
    """Every column that was asked for, by its cards as a move left them."""

    def __init__(self, weights: Weights) -> None:
        super().__init__()
        self._weights = weights
        self._random = random.Random(0)

    def __missing__(self, raw: bytes) -> Column:
        cards = turn_up(raw)
        events = int(cards is not raw)
        bonus = 0.0
        if cards != EMPTY_COLUMN:
            settled, suit = settle(cards)
            if suit:
                events += 1
                bonus = self._weights.foundation
                cards = settled
        if events:
            self[raw] = column = self[cards]._replace(events=events, bonus=bonus)
            return column
        movable = 0 if cards[-1] == UNKNOWN else run_length(cards)
        value = column_value(cards, self._weights)
        key = self._random.getrandbits(60)
        self[raw] = column = Column(cards, value, key, cards[-1] & 15, movable, 0, 0.0)
        return column


def column_value(cards: bytes, weights: Weights) -> float:
    """The worth of one column."""
    down = cards[0]
    value = weights.down * down * down
    if len(cards) == 1:
        return value
    before = cards[down + 1]
    lowest = before & 15
    value += weights.card * (len(cards) - 1 - down)
    if not down and lowest == KING:
        value += weights.king
    length = 0
    for card in cards[down + 2 :]:
        if card == before - 1:
            length += 1
            value += weights.join + weights.run * (length - 1)
        else:
            length = 0
            value += weights.mixed if card & 15 == (before & 15) - 1 else weights.broken
        if card & 15 > lowest:
            value += weights.covering
        lowest = min(lowest, card & 15)
        before = card
    return value
