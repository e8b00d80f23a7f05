"""The problems as a list: a column for each grade, or one a line."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, Final

from spider_cli.problems.problem_set import GRADES
from spider_cli.text import counted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from spider_cli.problems.problem_set import Problem

_WIDTH: Final = 26  # three of them fit a terminal of 80 columns
_LEGEND: Final = "* solved in par   + solved in more   'spider problem N' starts one"


def format_problems(problems: Sequence[Problem], solved: Mapping[int, int]) -> str:
    """A column for each grade. `solved`: numbers of solved problems, with the steps it took."""
    cells = [[_cell(one, solved) for one in problems if one.grade == grade] for grade in GRADES]
    rows = [[" " * 4 + grade for grade in GRADES], *zip_longest(*cells, fillvalue="")]
    lines = ["".join([cell.ljust(_WIDTH) for cell in row]).rstrip() for row in rows]
    return "\n".join([*lines, "", _LEGEND])


def _cell(one: Problem, solved: Mapping[int, int]) -> str:
    steps = solved.get(one.number)
    mark = " " if steps is None else "*" if steps <= one.par else "+"
    return f"{one.number:>2}{mark} {one.task}"


def problem_line(one: Problem, solved_in: int | None) -> str:
    """A problem in a line of words."""
    done = "" if solved_in is None else f"; solved in {counted(solved_in, 'step')}"
    return f"{one.number}: {one.task}; {one.grade}, {counted(one.suits, 'suit')}{done}"
