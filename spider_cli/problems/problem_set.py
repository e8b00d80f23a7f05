"""The problems of the package, and which of them a game is."""

from __future__ import annotations

import json
import pkgutil
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from spider_cli.games.record import start_as_data, start_from_data
from spider_cli.rules.columns import empty_columns
from spider_cli.rules.position import Position

if TYPE_CHECKING:
    from collections.abc import Callable

    from spider_cli.games.game import Game

#: The file that holds them, beside this module.
FILE_NAME: Final = "problems.json"


class Goal(NamedTuple):
    """What is to be done. `words` say it; `is_met(start, position)` whether it is done."""

    words: str
    is_met: Callable[[Position, Position], bool]


#: The goals by their names in the file.
GOALS: Final = {
    "column": Goal("clear a column", lambda start, now: bool(empty_columns(now.columns))),
    "run": Goal("complete a run", lambda start, now: len(now.foundations) > len(start.foundations)),
    "win": Goal("win", lambda start, now: now.is_won),
}

#: How hard problems are, the easiest first.
GRADES: Final = ("easy", "medium", "hard")


class Problem(NamedTuple):
    """A problem.

    `number`: from 1. `grade`: one of `GRADES`. `goal`: one of `GOALS`. `par`: the least number of steps,
    deals counted, in which the goal can be met. `suits`: 1, 2 or 4. `data`: the start as a game file writes
    it.
    """

    number: int
    grade: str
    goal: str
    par: int
    suits: int
    data: dict[str, Any]

    @property
    def task(self) -> str:
        """The goal and the par, as `clear a column in 4`."""
        return f"{GOALS[self.goal].words} in {self.par}"

    def start(self) -> Position:
        """The position at which it begins."""
        return Position(*start_from_data(self.data), self.suits)

    def is_met(self, start: Position, now: Position) -> bool:
        """Whether the goal is met in a position of a game that began at `start`."""
        return GOALS[self.goal].is_met(start, now)

    def solved_in(self, game: Game) -> int | None:
        """The fewest steps in which a game of this problem has met the goal; None if it never did.

        Ways that were taken back count as far as the game file knows of them.
        """
        noted, position = game.notes.solved, game.start
        for number, step in enumerate(game.steps, start=1):
            position = position.apply(step)
            if self.is_met(game.start, position):
                return number if noted is None else min(number, noted)
        return noted


@lru_cache(maxsize=1)
def problems() -> tuple[Problem, ...]:
    """All problems, the easiest first."""
    content = pkgutil.get_data(__package__, FILE_NAME)
    assert content
    entries = json.loads(content)
    return tuple(
        Problem(number, entry["grade"], entry["goal"], entry["par"], entry["suits"], entry["start"])
        for number, entry in enumerate(entries, start=1)
    )


def problem_of(game: Game) -> Problem | None:
    """The problem that a game is, or None."""
    return None if game.seed is not None or game.relaxed else _problem_at(game.start)


@lru_cache(maxsize=1)  # asked for at every step of a game
def _problem_at(start: Position) -> Problem | None:
    """The problem that begins at a position, or None."""
    data = start_as_data(start)
    for problem in problems():
        if problem.data == data and problem.suits == start.suits:
            return problem
    return None


def note_solution(game: Game) -> None:
    """Note in a game that is a problem in how many steps it was solved, if it was."""
    problem = problem_of(game)
    if problem:
        game.notes.solved = problem.solved_in(game)
