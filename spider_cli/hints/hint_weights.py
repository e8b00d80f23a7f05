"""The numbers that the search goes by.

They were found by self-play: a natural evolution strategy (separable, rank-based, after Wierstra and
others, 2014) over thousands of games of the search itself, on other deals than those reported.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Weights(NamedTuple):
    """The terms of a position's worth; higher is better."""

    join: float  # two neighbours that form a run
    run: float  # and for each join that the run already had
    mixed: float  # neighbours in rank order, of different suits
    broken: float  # face-up neighbours out of order
    down: tuple[float, ...]  # a column with 0, 1, ..., 5 face-down cards
    card: float  # each face-up card
    king: float  # a king at the bottom of a column, nothing face down
    covering: float  # a face-up card over a lower one
    unknown: float  # an open end that has turned up and is not known yet
    unit_bare: float  # each run but the first of a column, nothing face down
    unit: float  # each run of a column that lies on face-down cards
    unit_down: float  # and for each of those
    low_base: float  # the bottom card of a column with nothing face down: 0 for a king to 12/13 for an ace
    ace: float  # an ace as open end
    king_run: float  # each join of a run that begins with a king at the bottom
    loose: float  # each mixed join in the sequence at the open end
    empty: tuple[float, ...]  # 0, 1, 2, ... empty columns
    foundation: float
    step: float  # each step of a plan
    deal: float  # dealing, against going on with what lies on the table
    down_rows: float  # by how much `down` grows, as a share, with each row left beyond 2.5
    join_rows: float  # the same for `join`, `run` and `king_run`

    def with_rows(self, rows: int) -> Weights:
        """The weights while so many rows are left in the stock."""
        downs = 1 + self.down_rows * (rows - 2.5)
        joins = 1 + self.join_rows * (rows - 2.5)
        return self._replace(
            down=tuple(worth * downs for worth in self.down),
            join=self.join * joins,
            run=self.run * joins,
            king_run=self.king_run * joins,
        )

    def of_empty(self, columns: int) -> float:
        """What so many empty columns add."""
        known = self.empty
        if columns < len(known):
            return known[columns]
        return known[-1] + (known[-1] - known[-2]) * (columns - len(known) + 1)


WEIGHTS: Final = Weights(
    join=3.035,
    run=0.666,
    mixed=-0.804,
    broken=0.102,
    down=(0.0, -3.686, -7.25, -10.09, -12.819, -14.556),
    card=-0.363,
    king=0.595,
    covering=0.355,
    unknown=1.738,
    unit_bare=-0.172,
    unit=0.184,
    unit_down=-0.101,
    low_base=0.236,
    ace=-0.499,
    king_run=0.375,
    loose=-0.339,
    empty=(0.0, 0.247, 3.406, 8.28),
    foundation=70.582,
    step=-0.073,
    deal=-16.791,
    down_rows=0.066,
    join_rows=0.026,
)
