"""The value of a position that the hints' search goes by: a sum of small terms over its columns.

The numbers were found by self-play: a natural evolution strategy (separable, rank-based, after Wierstra and
others, 2014) over thousands of games of the search itself, on other starts than those reported.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final, NamedTuple

from spider_cli.hints.view import UNKNOWN
from spider_cli.rules.cards import ACE, KING
from spider_cli.rules.steps import COLUMNS
from spider_cli.search.column_cache import Valuation

_MANY_FACE_DOWN: Final = 5  # no column has more at the start


class Weights(NamedTuple):
    """What each thing adds to the value of a position; higher is better.

    A *break* is a place where two face-up neighbours are not in rank order. A *mixed join* is a place where
    they are in rank order, but of different suits. The face-up cards of a column fall into *runs*: stretches
    of one suit in rank order.
    """

    join: float  # two neighbours of one run
    longer: float  # and for each join that the run already had
    mixed: float  # each mixed join
    breaks: float  # each break
    face_down: tuple[float, ...]  # a column with 0, 1, ..., 5 face-down cards
    card: float  # each face-up card
    king: float  # a king at the bottom of a column, nothing face down
    covering: float  # a face-up card that lies over a lower one
    unknown: float  # an exposed card that has just turned up and is not known yet
    run_bare: float  # each run but the first of a column, nothing face down
    run: float  # each run of a column that lies on face-down cards
    run_depth: float  # and for each of those face-down cards
    low_base: float  # the bottom card of a column, nothing face down: 0 for a king to 12/13 for an ace
    ace: float  # an exposed ace
    king_run: float  # each join of a run that begins with a king at the bottom
    loose: float  # each mixed join among the last cards of a column, since the last break or join
    empty: tuple[float, ...]  # 0, 1, 2, 3 empty columns; each further one adds as much as the third
    foundation: float  # each completed run
    step: float  # each step of a plan
    deal: float  # dealing a row, compared with going on with what lies on the table
    face_down_rows: float  # by how much `face_down` grows, as a share, with each row left beyond 2.5
    join_rows: float  # the same for `join`, `longer` and `king_run`

    def with_rows(self, rows: int) -> Weights:
        """The weights while so many rows (0-5) are left in the stock."""
        face_down = 1 + self.face_down_rows * (rows - 2.5)
        joins = 1 + self.join_rows * (rows - 2.5)
        return self._replace(
            face_down=tuple(value * face_down for value in self.face_down),
            join=self.join * joins,
            longer=self.longer * joins,
            king_run=self.king_run * joins,
        )

    def of_column(self, column: bytes) -> float:
        """The value of one column, as `spider_cli.hints.view` shows it."""
        face_down, cards = column[0], column[column[0] + 1 :]
        if not cards:
            return 0.0
        value = self.face_down[min(face_down, _MANY_FACE_DOWN)] + self.card * len(cards)
        run = self.run + self.run_depth * face_down
        if cards[-1] == UNKNOWN:  # it has just turned up, so it is the only card that is face up
            return value + self.unknown + run * (face_down > 0)
        base = cards[0] & 15
        runs = 1 + sum(card != before - 1 for before, card in pairwise(cards))
        if face_down:
            value += runs * run
        else:
            value += (runs - 1) * self.run_bare + self.low_base * (KING - base) / KING
            value += self.king * (base == KING)
        value += self.ace * (cards[-1] & 15 == ACE)
        return value + self._of_neighbours(cards, on_king=not face_down and base == KING)

    def _of_neighbours(self, cards: bytes, *, on_king: bool) -> float:
        """What each two neighbours add; `on_king`: the column is built on a king that lies on the table."""
        value, joins, loose, lowest = 0.0, 0, 0, 15
        for before, card in pairwise(cards):
            lowest = min(lowest, before & 15)
            if card == before - 1:
                value += self.join + self.longer * joins + self.king_run * on_king
                joins += 1
            else:
                joins, on_king = 0, False
                ordered = card & 15 == (before & 15) - 1
                value += self.mixed if ordered else self.breaks
                loose = loose + 1 if ordered else 0
            value += self.covering * (card & 15 > lowest)
        return value + self.loose * loose

    def valuation(self) -> Valuation:
        """The value of positions by these weights."""
        first = [after - before for before, after in pairwise(self.empty)]
        return Valuation(self.of_column, self.foundation, (*first, *[first[-1]] * (COLUMNS + 1 - len(first))))


WEIGHTS: Final = Weights(
    join=3.035,
    longer=0.666,
    mixed=-0.804,
    breaks=0.102,
    face_down=(0.0, -3.686, -7.25, -10.09, -12.819, -14.556),
    card=-0.363,
    king=0.595,
    covering=0.355,
    unknown=1.738,
    run_bare=-0.172,
    run=0.184,
    run_depth=-0.101,
    low_base=0.236,
    ace=-0.499,
    king_run=0.375,
    loose=-0.339,
    empty=(0.0, 0.247, 3.406, 8.28),
    foundation=70.582,
    step=-0.073,
    deal=-16.791,
    face_down_rows=0.066,
    join_rows=0.026,
)
