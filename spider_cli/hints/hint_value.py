"""The value of a position that the hints' beam goes by: a sum of small terms over its columns.

All values are whole numbers, so that sums are the same in whatever order and on whatever machine they are
added up. The terms are in thousandths. A value is thousandths times 1024, and each column adds a *lot* from 0
to 63, drawn from its cards: positions that differ only by their lots are different, but equally good, and the
beam keeps the one with the highest lots. If it always kept the one made first, it would hold less that
differs.

The numbers were found by self-play: a natural evolution strategy (separable, rank-based, after Wierstra and
others, 2014) over thousands of games of the search itself, on other starts than those reported.
"""

from __future__ import annotations

from binascii import crc32
from itertools import pairwise
from typing import Final, NamedTuple

from spider_cli.hints.view import UNKNOWN
from spider_cli.rules.cards import ACE, KING
from spider_cli.rules.steps import COLUMNS
from spider_cli.search.column_cache import Valuation

UNIT: Final = 1024  # of a value: one thousandth, and room for the lots of ten columns
POINT: Final = 1000 * UNIT  # what people are shown as 1
_LOTS: Final = 64
_MANY_FACE_DOWN: Final = 5  # no column has more at the start


class Weights(NamedTuple):
    """What each thing adds to the value of a position, in thousandths; higher is better.

    A *break* is a place where two face-up neighbours are not in rank order. A *mixed join* is a place where
    they are in rank order, but of different suits. The face-up cards of a column fall into *runs*: stretches
    of one suit in rank order.
    """

    join: int  # two neighbours of one run
    longer: int  # and for each join that the run already had
    mixed: int  # each mixed join
    breaks: int  # each break
    face_down: tuple[int, ...]  # a column with 0, 1, ..., 5 face-down cards
    card: int  # each face-up card
    king: int  # a king at the bottom of a column, nothing face down
    covering: int  # a face-up card with one of lower rank somewhere before it
    unknown: int  # an exposed card that has just turned up and is not known yet
    run_bare: int  # each run but the first of a column, nothing face down
    run: int  # each run of a column that lies on face-down cards
    run_depth: int  # and for each of those face-down cards
    low_base: int  # the bottom card of a column, nothing face down: 0 for a king to 12/13 for an ace
    ace: int  # an exposed ace
    king_run: int  # each join of a run that begins with a king at the bottom
    loose: int  # each mixed join among the last cards of a column, since the last break or join
    empty: tuple[int, ...]  # 0, 1, 2, 3 empty columns; each further one adds as much as the third
    foundation: int  # each completed run
    step: int  # each step of a plan
    deal: int  # dealing a row, compared with going on with what lies on the table
    face_down_rows: int  # by how much `face_down` grows, in thousandths of it, with each row left beyond 2.5
    join_rows: int  # the same for `join`, `longer` and `king_run`

    def with_rows(self, rows: int) -> Weights:
        """The weights while so many rows (0-5) are left in the stock."""
        # In halves of a row, and rounded down.
        face_down = 2000 + self.face_down_rows * (2 * rows - 5)
        joins = 2000 + self.join_rows * (2 * rows - 5)
        return self._replace(
            face_down=tuple([value * face_down // 2000 for value in self.face_down]),
            join=self.join * joins // 2000,
            longer=self.longer * joins // 2000,
            king_run=self.king_run * joins // 2000,
        )

    def of_column(self, column: bytes) -> int:
        """The value of one column, as `spider_cli.hints.view` shows it."""
        return self._thousandths(column) * UNIT + crc32(column) % _LOTS

    def _thousandths(self, column: bytes) -> int:
        face_down, cards = column[0], column[column[0] + 1 :]
        if not cards:
            return 0
        value = self.face_down[min(face_down, _MANY_FACE_DOWN)] + self.card * len(cards)
        run = self.run + self.run_depth * face_down
        if cards[-1] == UNKNOWN:  # it has just turned up, so it is the only card that is face up
            return value + self.unknown + run * (face_down > 0)
        base = cards[0] & 15
        runs = 1 + sum(card != before - 1 for before, card in pairwise(cards))
        if face_down:
            value += runs * run
        else:
            value += (runs - 1) * self.run_bare + self.low_base * (KING - base) // KING
            value += self.king * (base == KING)
        value += self.ace * (cards[-1] & 15 == ACE)
        return value + self._of_neighbours(cards, on_king=not face_down and base == KING)

    def _of_neighbours(self, cards: bytes, *, on_king: bool) -> int:
        """What each two neighbours add; `on_king`: the column is built on a king that lies on the table."""
        value, joins, loose, lowest = 0, 0, 0, 15
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
        gains = [(after - before) * UNIT for before, after in pairwise(self.empty)]
        gains += [gains[-1]] * (COLUMNS + 1 - len(gains))
        return Valuation(self.of_column, self.foundation * UNIT, tuple(gains))


WEIGHTS: Final = Weights(
    join=3035,
    longer=666,
    mixed=-804,
    breaks=102,
    face_down=(0, -3686, -7250, -10090, -12819, -14556),
    card=-363,
    king=595,
    covering=355,
    unknown=1738,
    run_bare=-172,
    run=184,
    run_depth=-101,
    low_base=236,
    ace=-499,
    king_run=375,
    loose=-339,
    empty=(0, 247, 3406, 8280),
    foundation=70582,
    step=-73,
    deal=-16791,
    face_down_rows=66,
    join_rows=26,
)
