"""What a column is worth, worked out once for each column that a search meets.

The worth of a position is the sum over its columns, plus what its empty columns and completed runs add.
So a move, which changes two columns, costs two look-ups.
"""

from __future__ import annotations

import random
from itertools import pairwise
from typing import NamedTuple

from spider_cli.cards import ACE, KING
from spider_cli.columns import EMPTY_COLUMN, run_length, settle, turn_up
from spider_cli.hints.view import UNKNOWN
from spider_cli.hints.weights import Weights


class Column(NamedTuple):
    """A column and what the search needs to know of it."""

    cards: bytes  # as in `Position.columns`, its completed run gone and its open end turned up
    value: float
    key: int  # a random number: equal columns have equal keys
    rank: int  # of the open end; 0 for an empty column, 15 for an unknown card
    run: int  # how many cards can move
    events: int  # what happened when these cards came to lie here: cards turned up and runs completed
    bonus: float  # the worth of the run that was completed


class Columns(dict[bytes, Column]):
    """Every column that was asked for, by its cards as a move left them."""

    def __init__(self, weights: Weights) -> None:
        super().__init__()
        self._weights = weights
        self._random = random.Random(0)

    def __missing__(self, raw: bytes) -> Column:
        cards, events, bonus = turn_up(raw), 0, 0.0
        events += cards is not raw
        if cards != EMPTY_COLUMN:
            left, suit = settle(cards)
            if suit:
                # The run itself, and the card below it if that turns up.
                events += 1 + (left[0] < cards[0])
                bonus = self._weights.foundation
                cards = left
        if events:
            column = self[cards]._replace(events=events, bonus=bonus)
        else:
            run = 0 if cards[-1] == UNKNOWN else run_length(cards)
            value = column_value(cards, self._weights)
            column = Column(cards, value, self._random.getrandbits(60), cards[-1] & 15, run, 0, 0.0)
        self[raw] = column
        return column


def column_value(cards: bytes, weights: Weights) -> float:
    """The worth of one column."""
    down, shown = cards[0], cards[cards[0] + 1 :]
    if not shown:
        return 0.0
    value = weights.down[min(down, 5)] + weights.card * len(shown)
    if shown[-1] == UNKNOWN:
        value += weights.unknown
        return value + (weights.unit + weights.unit_down * down) * (len(shown) == 1 and down > 0)
    base = shown[0] & 15
    units = _units(shown)
    if down:
        value += units * (weights.unit + weights.unit_down * down)
    else:
        value += (units - 1) * weights.unit_bare + weights.low_base * (KING - base) / KING
        value += weights.king * (base == KING)
    value += weights.ace * (shown[-1] & 15 == ACE)
    return value + _neighbours(shown, weights, royal=not down and base == KING)


def _units(shown: bytes) -> int:
    """How many runs the face-up cards make."""
    return 1 + sum(card != before - 1 for before, card in pairwise(shown))


def _neighbours(shown: bytes, weights: Weights, *, royal: bool) -> float:
    """What each two neighbours add; `royal`: the column is built on a king that lies on the table."""
    value, run, loose, lowest = 0.0, 0, 0, 15
    for before, card in pairwise(shown):
        lowest = min(lowest, before & 15)
        if card == before - 1:
            value += weights.join + weights.run * run + weights.king_run * royal
            run += 1
        else:
            run, royal = 0, False
            ordered = card & 15 == (before & 15) - 1
            value += weights.mixed if ordered else weights.broken
            loose = loose + 1 if ordered else 0
        value += weights.covering * (card & 15 > lowest)
    return value + weights.loose * loose
