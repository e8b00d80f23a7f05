"""Columns with everything that a search wants to know of them, each worked out once.

A move changes two columns and leaves the other eight alone. So the value of a column, what can be taken off
it, and what becomes of it when cards are put on it are kept with the column, and the child of a position
costs a few look-ups and two sums.
"""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

from spider_cli.rules.cards import KING
from spider_cli.rules.columns import EMPTY_COLUMN, run_length, settle, turn_up

if TYPE_CHECKING:
    from collections.abc import Callable

# Cards that move together are one number: the lowest card, then how many there are in four bits.
COUNT_BITS: Final = 4
COUNT_MASK: Final = 15

_KEY_BITS: Final = 60

#: Bytes of memory for a column, and for each way to take cards off it or put cards on it.
_COLUMN_BYTES, _WAY_BYTES = 560, 300


class Valuation(NamedTuple):
    """What the value of a position is made of; higher is better."""

    of_column: Callable[[bytes], float]  # the value of one column, as `spider_cli.rules.columns` writes it
    foundation: float  # each completed run
    # What the first empty column adds, the second, and so on: one entry more than there are columns, because
    # `expand` looks it up when the last column empties.
    empties: tuple[float, ...]


class Column:
    """One column of cards. Two equal columns of a cache are the same object, unless one was forgotten.

    `value`: what the valuation says. `key`: a number of its own, a random one where sums of keys are to tell
    positions apart whatever the order of their columns. `rank`: of the exposed card, 0 when the column is
    empty, 15 for a card that nobody knows. `joins`: how many cards lie on the next higher of their suit,
    face up or down.
    """

    __slots__ = ("cards", "joins", "key", "offers", "rank", "takes", "value")

    def __init__(self, cards: bytes, value: float, key: int) -> None:
        self.cards = cards
        self.value = value
        self.key = key
        self.rank = cards[-1] & 15
        self.joins = sum([before == card + 1 for before, card in pairwise(cards[1:])])
        self.offers: tuple[Offer, ...] | None = None
        self.takes: dict[int, Take] = {}

    @property
    def face_down(self) -> int:
        """How many cards lie face down."""
        return self.cards[0]


#: What can be taken off a column: the rank of a card that takes it, the cards, the change of value, the
#: change of key, and the rest of the column. A plain tuple, since most of the time goes where it is read.
Offer = tuple[int, int, float, int, Column]

#: What comes of putting cards on a column: the change of value, the change of key, the column, and the suit
#: of the run that was completed or b"".
Take = tuple[float, int, Column, bytes]


class ColumnCache:
    """All columns that a search has met. `next_key` gives each its key."""

    def __init__(self, valuation: Valuation, next_key: Callable[[], int]) -> None:
        self.valuation = valuation
        self.ways = 0
        self._next_key = next_key
        self._columns: dict[bytes, Column] = {}

    def column(self, cards: bytes) -> Column:
        """The column of these cards."""
        column = self._columns.get(cards)
        if column is None:
            column = Column(cards, self.valuation.of_column(cards), self._next_key())
            self._columns[cards] = column
        return column

    def offers(self, column: Column) -> tuple[Offer, ...]:
        """What can be taken off the column: the exposed card, and each longer part of the run there.

        Nothing can be taken off an empty column, nor where the exposed card is unknown.
        """
        if column.offers is None:
            run = run_length(column.cards) if column.rank <= KING else 0
            column.offers = tuple([self._offer(column, count) for count in range(1, run + 1)])
            self.ways += run
        return column.offers

    def _offer(self, column: Column, count: int) -> Offer:
        cards = column.cards
        rest = self.column(turn_up(cards[:-count]))
        moved = cards[-1] << COUNT_BITS | count
        return column.rank + count, moved, rest.value - column.value, rest.key - column.key, rest

    def take(self, column: Column, moved: int) -> Take:
        """What comes of putting some cards on the column, whether or not they fit."""
        take = column.takes.get(moved)
        if take is None:
            lowest, count = moved >> COUNT_BITS, moved & COUNT_MASK
            cards = bytes(range(lowest + count - 1, lowest - 1, -1))
            settled, completed = settle(column.cards + cards)
            after = self.column(settled)
            gain = after.value - column.value + self.valuation.foundation * len(completed)
            take = column.takes[moved] = gain, after.key - column.key, after, completed
            self.ways += 1
        return take

    def memory(self) -> int:
        """About how many bytes the cache takes."""
        return _COLUMN_BYTES * len(self._columns) + _WAY_BYTES * self.ways

    def forget(self) -> None:
        """Free the memory. Positions that are still held go on; equal columns may come twice."""
        for column in self._columns.values():
            column.offers = None
            column.takes = {}
        self._columns = {}
        self.ways = 0

    @property
    def empty(self) -> Column:
        """The empty column."""
        return self.column(EMPTY_COLUMN)


def random_keys(seed: int) -> Callable[[], int]:
    """Random keys, so long that equal sums of different columns need not be reckoned with."""
    random = Random(seed)
    return lambda: random.getrandbits(_KEY_BITS)
