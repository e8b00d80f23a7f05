"""A solver: a winning line from any position, a proof that there is none, or neither within limits.

It looks at face-down and stock cards. The parts, in the order in which they work:

- `weights`: what a column is worth, a sum of small terms. A position is worth the sum of its columns,
  and something for completed runs and empty columns.
- `table`: columns with all that is known of them. A move changes two columns of ten; so the worth, and
  a number that tells positions apart, of what follows are found by adding up what two columns know.
- `nodes`: positions of the search and the steps that follow, by fast rules of its own. The tests hold
  these against `spider_cli.rules.position`.
- `phases`: the search for any line that wins. Between two deals a beam goes forward move by move; the
  best positions after dealing the next row start the next beam. Narrow beams first, then wider ones,
  with two prices of a step in turn.
- `proof`: beside it, the exhaustive search that alone may say "impossible". It cuts nothing off, and
  also finds what the beams cannot.
- `layers` and `shorten`: the search for a shorter line, in beams that go forward step by step, deals
  included, and compare only positions with equally many steps made and rows left.
- `limits`: what a search may use, and the result.
- `search`: `solve`, which puts these together and plays every line through the rules of the game before
  anyone sees it.

Two things make the beams work. Columns are values that never change, so nearly all of a child's worth
is looked up. And of positions equal in worth only one stays in a beam: they are nearly always the same
columns in another order, and would fill it with copies of one idea.

KPatience's solver, from version 23 on, is a beam of 150 positions for each number of rows dealt; the idea
of `layers` is from there, the rest of it and the weights are not.
"""

from __future__ import annotations

from spider_cli.solver.limits import Limits, Progress, Result, Verdict
from spider_cli.solver.solving import solve

__all__ = ["Limits", "Progress", "Result", "Verdict", "solve"]
