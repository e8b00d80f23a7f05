"""What a column is worth and what moves make of it, worked out once for each column that a search meets.

The worth of a position is the sum over its columns, plus what its empty columns and completed runs add.
So a move, which changes two columns, costs two look-ups.
"""

from __future__ import annotations

import random
from itertools import pairwise
from typing import NamedTuple

from spider_cli.hints.hint_weights import Weights
from spider_cli.hints.view import UNKNOWN
from spider_cli.rules.cards import ACE, KING
from spider_cli.rules.columns import run_length, settle, turn_up


class Column:
    """A column as a move leaves it: its completed run gone, its open end turned up.

    `key` is a random number; equal columns have equal keys. `rank` is that of the open end: 0 for an
    empty column, 15 for an unknown card. `offers` and `takes` are what the `Table` knows so far.
    """

    __slots__ = ("cards", "key", "offers", "rank", "takes", "value")

    def __init__(self, cards: bytes, value: float, key: int) -> None:
        self.cards = cards
        self.value = value
        self.key = key
        self.rank = cards[-1] & 15
        self.offers: tuple[Offer, ...] | None = None
        self.takes: dict[bytes, Take] = {}


class Offer(NamedTuple):
    """Cards that can be taken off a column, and what that makes of it."""

    onto: int  # the rank that takes them
    moved: bytes
    gain: float  # by how much the value changes
    key_change: int
    left: Column
    events: int  # cards that turn up
    freed: int  # 1 if the column is empty then


class Take(NamedTuple):
    """What comes of putting cards on a column."""

    gain: float  # a completed run included
    key_change: int
    after: Column
    events: int  # runs completed, and cards turned up below them
    freed: int  # 1 if the column is empty then, -1 if it was empty


class Table:
    """Every column met so far."""

    def __init__(self, weights: Weights) -> None:
        self._weights = weights
        self._random = random.Random(0)
        self._columns: dict[bytes, Column] = {}

    def column(self, cards: bytes) -> Column:
        """The column of these cards."""
        column = self._columns.get(cards)
        if column is None:
            column = Column(cards, column_value(cards, self._weights), self._random.getrandbits(60))
            self._columns[cards] = column
        return column

    def offers(self, column: Column) -> tuple[Offer, ...]:
        """What can be taken off: the open card, and each longer part of the run there; nothing unknown."""
        known = column.offers
        if known is None:
            run = 0 if column.cards[-1] == UNKNOWN else run_length(column.cards)
            known = column.offers = tuple([self._offer(column, count) for count in range(1, run + 1)])
        return known

    def _offer(self, column: Column, count: int) -> Offer:
        rest = column.cards[:-count]
        left = self.column(turn_up(rest))
        gain, key = left.value - column.value, left.key - column.key
        events = int(left.cards[0] < rest[0])
        return Offer(column.rank + count, column.cards[-count:], gain, key, left, events, int(not left.rank))

    def take(self, column: Column, moved: bytes) -> Take:
        """What comes of putting cards on the column, whether or not they fit."""
        known = column.takes.get(moved)
        if known is None:
            cards, suit = settle(column.cards + moved)
            after = self.column(cards)
            gain = after.value - column.value + self._weights.foundation * len(suit)
            events = len(suit) + (cards[0] < column.cards[0])
            freed = (not after.rank) - (not column.rank)
            known = column.takes[moved] = Take(gain, after.key - column.key, after, events, freed)
        return known


def column_value(cards: bytes, weights: Weights) -> float:
    """The worth of one column."""
    down, shown = cards[0], cards[cards[0] + 1 :]
    if not shown:
        return 0.0
    value = weights.down[min(down, 5)] + weights.card * len(shown)
    if shown[-1] == UNKNOWN:  # it has just turned up, so it is the only card that is face up
        return value + weights.unknown + (weights.unit + weights.unit_down * down) * (down > 0)
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
