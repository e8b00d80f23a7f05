"""The value of a column to the solver: a sum of small terms, higher is nearer to a win."""

from __future__ import annotations

from itertools import pairwise
from typing import Final, NamedTuple

from spider_cli.rules.cards import ACE, KING, suit_of
from spider_cli.rules.steps import COLUMNS
from spider_cli.search.column_cache import Valuation

_MIDDLE: Final = 7  # of the ranks


class Weights(NamedTuple):
    """What each thing in a column adds, and each thing that concerns the whole table."""

    join: float  # two face-up neighbours of one run
    longer: float  # and for each join that the run already had
    mixed: float  # two face-up neighbours in rank order, but of different suits
    breaks: float  # each break: any other face-up neighbours
    face_down: float  # the square of the number of face-down cards
    face_down_join: float  # as `join`, where the first of the two cards lies face down
    face_down_other: float  # any other neighbours of which the first lies face down
    card: float  # each card
    king: float  # a king at the bottom with nothing face down
    empty: float  # each empty column but the first
    foundation: float  # each completed run
    exposed: float = 0.0  # each rank by which the exposed card is above 7, the middle
    exposed_ace: float = 0.0  # an exposed ace, on which nothing goes
    head: float = 0.0  # each rank by which the head of the run at the end is above 7
    cover: float = 0.0  # each break between face-up cards of a column that has face-down ones
    ready: float = 0.0  # face-up cards over face-down ones that can move together: one run, without a king

    def of_column(self, column: bytes) -> float:
        """The value of one column, as `spider_cli.rules.columns` writes it."""
        face_down, cards = column[0], column[1:]
        if not cards:
            return 0.0
        value = self.card * len(cards) + self.face_down * face_down * face_down
        if not face_down and cards[0] & 15 == KING:
            value += self.king
        for before, card in pairwise(cards[: face_down + 1] if face_down else b""):
            value += self.face_down_join if before == card + 1 else self.face_down_other
        joins = runs = 0
        for before, card in pairwise(cards[face_down:]):
            if before == card + 1:
                value += self.join + self.longer * joins
                joins += 1
            else:
                mixed = before & 15 == (card & 15) + 1 and suit_of(before) != suit_of(card)
                value += self.mixed if mixed else self.breaks
                joins = 0
                runs += 1
        rank = cards[-1] & 15
        value += self.exposed * (rank - _MIDDLE) + self.head * (rank + joins - _MIDDLE)
        if rank == ACE:
            value += self.exposed_ace
        if face_down:
            value += self.cover * runs
            if not runs and rank + joins != KING:
                value += self.ready
        return value

    def valuation(self) -> Valuation:
        """The value of positions by these weights."""
        return Valuation(self.of_column, self.foundation, (0.0, *[self.empty] * COLUMNS))


# Found by the programs in `tools/weights/`, over generated starts of four suits.

#: For any solution at all: the cost was the logarithm of the work.
TO_WIN = Weights(
    join=6.446,
    longer=0.449,
    mixed=0.0,
    breaks=1.422,
    face_down=-0.142,
    face_down_join=1.546,
    face_down_other=-0.717,
    card=0.108,
    king=0.824,
    empty=4.876,
    foundation=105.274,
    exposed=0.187,
    exposed_ace=-1.314,
    head=-0.277,
    cover=-1.012,
    ready=1.14,
)

#: For short solutions: the cost was the number of steps.
TO_WIN_SOON = Weights(
    join=3.204,
    longer=0.208,
    mixed=-0.096,
    breaks=-0.692,
    face_down=0.054,
    face_down_join=3.817,
    face_down_other=-0.904,
    card=-0.230,
    king=1.465,
    empty=3.157,
    foundation=56.77,
)
