"""Is a saved game whole and legal, and how did it end? One text in, one verdict out."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from spider_cli.errors import GameFormatError, StorageError
from spider_cli.files.reading import SIZE_LIMIT, TOO_LARGE
from spider_cli.games.game import Game

if TYPE_CHECKING:
    from collections.abc import Iterable

    from spider_cli.rules.position import Status
    from spider_cli.saved.entries import Entry


class Outcome(NamedTuple):
    """How a game stands after its last step; the fields are those of the state that `--json` prints."""

    suits: int
    seed: str | None
    relaxed: bool
    status: Status
    score: int
    moves: int
    deals: int
    steps: int
    undos: int


class Verdict(NamedTuple):
    """What became of an entry: its outcome, or else the error.

    `error`: a GameFormatError for a bad game, a StorageError for a file that cannot be read. `size`:
    the bytes of the entry.
    """

    file: str
    line: int | None
    size: int
    outcome: Outcome | None
    error: GameFormatError | StorageError | None


def outcome(content: str | bytes) -> Outcome:
    """How the game in the text of a game file stands. Raises GameFormatError if it does not load."""
    game = Game.loads(content)
    return Outcome(
        suits=game.suits,
        seed=game.seed,
        relaxed=game.relaxed,
        status=game.status,
        score=game.score,
        moves=game.moves,
        deals=game.deals,
        steps=game.step_count,
        undos=game.undos,
    )


def verdict(entry: Entry) -> Verdict:
    """The verdict on one entry."""
    file, line, content = entry
    if isinstance(content, StorageError):
        return Verdict(file, line, 0, None, content)
    size = len(content)
    if size > SIZE_LIMIT:
        return Verdict(file, line, size, None, GameFormatError(f"it {TOO_LARGE}"))
    try:
        return Verdict(file, line, size, outcome(content), None)
    except GameFormatError as error:
        return Verdict(file, line, size, None, error)


def verdicts(batch: Iterable[Entry]) -> list[Verdict]:
    """The verdicts on some entries: the piece of work that is handed to another process."""
    return [verdict(entry) for entry in batch]
