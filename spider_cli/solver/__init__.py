"""A solver: a solution from any position, a proof that there is none, or neither within its limits.

It looks at face-down cards and at the stock. The modules, in the order in which they work:

- `solver_value`: the value of a column, a sum of small terms. The value of a position is the sum of its
  columns, and something for completed runs and empty columns. `spider_cli.search` does the adding.
- `widening`: the search for any solution. Between two deals a beam goes forward move by move; the best
  positions after dealing the next row start the next beam. Narrow beams come first, then wider ones
  (iterative widening), with two costs of a step in turn.
- `proof`: beside it, the exhaustive search that alone may say "impossible". It leaves nothing out, and also
  finds what the beams cannot.
- `short_beam` and `shortening`: the search for a shorter solution, in beams that go forward step by step,
  deals included, and compare only positions with equally many steps made and rows left.
- `limits`: what a search may use, and the result.
- `strategy`: `solve`, which puts these together: a beam and a piece of the proof in turn until one of them
  has a solution or the proof has ended, then the search for a shorter one. It plays every solution through
  the rules of the game before anyone sees it.

Two things make the beams work. Columns are values that never change, so nearly all of a child's value is
looked up. And of positions equal in value only one stays in a beam: they are nearly always the same columns
in another order, and would fill it with copies of one idea.

KPatience's solver, from version 23 on, is a beam of 150 positions for each number of rows dealt; the idea of
`short_beam` is from there, the rest of it and the weights are not.
"""

from __future__ import annotations

from spider_cli.solver.limits import Limits, Progress, Result, Verdict
from spider_cli.solver.strategy import solve

__all__ = ["Limits", "Progress", "Result", "Verdict", "solve"]
