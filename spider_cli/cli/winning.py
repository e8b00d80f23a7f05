"""What is told of a game that was just won."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Final

from spider_cli.errors import GameFormatError, StorageError
from spider_cli.games.game import Game
from spider_cli.render.sentences import seed_words
from spider_cli.saved.history import games_in, history_path
from spider_cli.text import counted, duration

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spider_cli.cli.session import Session

_SOLVER_SECONDS: Final = 1.0


def win_words(session: Session, game: Game) -> str:
    """The game in figures, how it compares with those won before, and how to give it to a friend."""
    return "\n".join([_figures(game), _compared(session, game), *_solution(game), *_for_a_friend(game)])


def _figures(game: Game) -> str:
    notes = game.notes
    parts = [
        f"score {game.score}",
        counted(game.moves, "move"),
        *([duration(notes.seconds)] if notes.began else []),
        counted(game.undos, "undo"),
        counted(notes.hints, "hint"),
    ]
    return f"You have won {seed_words(game)} with {counted(game.suits, 'suit')}: {', '.join(parts)}."


def _compared(session: Session, game: Game) -> str:
    level = counted(game.suits, "suit")
    scores = [old.score for old in _won_before(session, game.suits)]
    if not scores:
        return f"Your first win with {level}."
    best = max(scores)
    if game.score > best:
        return f"Your best score with {level}; before it was {best}."
    return f"Your best score with {level} is {best}."


def _won_before(session: Session, suits: int) -> Iterator[Game]:
    """The won games of the history with so many suits."""
    with contextlib.suppress(StorageError):
        for line in games_in(history_path(session.path)):
            if b'"suits":%d,' % suits in line:
                with contextlib.suppress(GameFormatError):
                    old = Game.loads(line)
                    if old.is_won:
                        yield old


def _solution(game: Game) -> list[str]:
    from spider_cli.solver import Limits, solve

    result = solve(game.start, Limits(seconds=_SOLVER_SECONDS))
    moves = sum(str(step) != "deal" for step in result.steps)
    return [f"The solver needs {counted(moves, 'move')}."] if result.verdict == "solved" else []


def _for_a_friend(game: Game) -> list[str]:
    if game.seed is None:
        return []
    relaxed = " --relaxed" * game.relaxed
    return [f"The same game for a friend: spider new --suits {game.suits} --seed {game.seed}{relaxed}"]
