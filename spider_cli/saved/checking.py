"""Checking a saved game: it is read and played through, and what came of that is a finding."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from spider_cli.errors import GameFormatError, StorageError
from spider_cli.files.reading import SIZE_LIMIT, TOO_LARGE
from spider_cli.games.game import Game
from spider_cli.problems.problem_set import problem_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from spider_cli.rules.position import Status
    from spider_cli.saved.collection import SavedGame


#: What `Summary.state` tells: keys of the state that `--json` prints.
STATE_KEYS: Final = (
    "suits", "seed", "relaxed", "status", "score", "moves", "deals", "played", "undos",
)  # fmt: skip

#: What `Summary.facts` tells, in this order.
FACTS: Final = (
    "date", "suits", "seed", "status", "score", "moves", "deals", "undos", "hints", "seconds", "problem",
)  # fmt: skip


class Summary(NamedTuple):
    """A game after its last step; the fields in `STATE_KEYS` are those of the state that `--json` prints.

    `hints`: how often one was asked for. `seconds`: the time spent on it. `date`: the day on which it was
    last played, as 2026-11-30, in UTC; None if the file does not say. `problem`: the number of the problem
    that it is, or None; `solved`: whether the problem is solved.
    """

    suits: int
    seed: str | None
    relaxed: bool
    status: Status
    score: int
    moves: int
    deals: int
    played: int
    undos: int
    hints: int
    seconds: int
    date: str | None
    problem: int | None = None
    solved: bool = False

    def state(self) -> dict[str, Any]:
        """The fields of the state."""
        return {name: getattr(self, name) for name in STATE_KEYS}

    def facts(self) -> dict[str, Any]:
        """What people ask of a game in a list of many; the keys are `FACTS`."""
        return {name: getattr(self, name) for name in FACTS}


class Finding(NamedTuple):
    """What came of checking a saved game: its summary, or else the error.

    `file`, `line`: where the game is. `size`: its text in bytes. `error`: a GameFormatError for a bad game, a
    StorageError for a file that cannot be read.
    """

    file: str
    line: int | None
    size: int
    summary: Summary | None
    error: GameFormatError | StorageError | None


def summary_of(content: str | bytes) -> Summary:
    """The summary of the game in the text of a game file. Raises GameFormatError if it does not load."""
    game = Game.loads(content)
    notes = game.notes
    last_played = notes.saved or notes.began
    problem = problem_of(game)
    return Summary(
        suits=game.suits,
        seed=game.seed,
        relaxed=game.relaxed,
        status=game.status,
        score=game.score,
        moves=game.moves,
        deals=game.deals,
        played=game.step_count,
        undos=game.undos,
        hints=notes.hints,
        seconds=notes.seconds,
        date=last_played and last_played[:10],
        problem=problem and problem.number,
        solved=problem is not None and problem.solved_in(game) is not None,
    )


def check(saved: SavedGame) -> Finding:
    """The finding on one saved game."""
    file, line, content = saved
    if isinstance(content, StorageError):
        return Finding(file, line, 0, None, content)
    size = len(content)
    if size > SIZE_LIMIT:
        return Finding(file, line, size, None, GameFormatError(f"it {TOO_LARGE}"))
    try:
        return Finding(file, line, size, summary_of(content), None)
    except GameFormatError as error:
        return Finding(file, line, size, None, error)


def check_all(batch: Iterable[SavedGame]) -> list[Finding]:
    """The findings on some saved games: the piece of work that is handed to another process."""
    return [check(saved) for saved in batch]
