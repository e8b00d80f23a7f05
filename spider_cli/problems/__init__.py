"""Problems: small positions with a goal and a par, the least number of steps in which the goal can be met.

`problem_set.py` has them all. A game is a problem if it began at the position of one; so nothing about it has
to be kept in the game file. `python -m tools.problems` makes `problems.json` and proves each par.
"""

from __future__ import annotations
