"""Which problems were solved with a game file."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from spider_cli.errors import GameFormatError, StorageError
from spider_cli.files import reading
from spider_cli.games.game import Game
from spider_cli.problems.problem_set import problem_of
from spider_cli.saved.history import games_in, history_path

if TYPE_CHECKING:
    from collections.abc import Iterator


def solved_problems(path: str) -> dict[int, int]:
    """The numbers of the problems solved in a game file or its history, each with the fewest steps it took.

    What cannot be read counts as nothing.
    """
    solved: dict[int, int] = {}
    for line in _lines(path):
        with contextlib.suppress(GameFormatError):
            game = Game.loads(line)
            problem = problem_of(game)
            steps = problem and problem.solved_in(game)
            if problem and steps is not None:
                solved[problem.number] = min(steps, solved.get(problem.number, steps))
    return solved


def _lines(path: str) -> Iterator[bytes]:
    """The games of the history that began at a layout, and the game in the file."""
    with contextlib.suppress(StorageError):
        yield from (line for line in games_in(history_path(path)) if b'"seed":null' in line)
    with contextlib.suppress(StorageError):
        yield reading.read(path)
