"""Starting a game: the game put into its file in place of another."""

from __future__ import annotations

import contextlib
import sys
from typing import TYPE_CHECKING

import click

from spider_cli.cli.clock import begin
from spider_cli.cli.exits import GaveUpError, RefusedError
from spider_cli.cli.output import write_error
from spider_cli.errors import StorageError
from spider_cli.files import storage
from spider_cli.games.game import Game
from spider_cli.text import counted, printable

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from spider_cli.cli.session import Session

_SECONDS_A_DEAL = 10.0


def put(session: Session, game: Game, *, force: bool, keep: bool) -> None:
    """Put a game into the file; with `keep` the one that it replaces is added to the history.

    A game in play is only replaced with `force`, or if whoever sits at the terminal agrees; else
    RefusedError is raised. Raises StorageError, and then nothing has changed.
    """
    begin(game)
    content = game.dumps().encode()
    with storage.locked(session.path, create=True) as file:
        old = None if file.content is None else _game_to_replace(session, file.content)
        if old is None or not old.was_played:
            file.write(content)
            return
        if old.status == "playing" and not force and not _is_solved_problem(old):
            _ask(session.path, old)
        with _kept(session.path, old, file) if keep else contextlib.nullcontext():
            file.write(content)


def _game_to_replace(session: Session, content: bytes) -> Game:
    try:
        return session.game_in(content)
    except StorageError as error:
        raise StorageError(error.path, f"is no spider game, so it is left alone ({error.reason})") from error


def _is_solved_problem(game: Game) -> bool:
    if game.seed is not None:
        return False
    from spider_cli.problems.problem_set import problem_of  # few games are problems

    problem = problem_of(game)
    return bool(problem and problem.solved_in(game))


def _ask(path: str, old: Game) -> None:
    what = f"a game in play, {counted(old.step_count, 'step')}, score {old.score}"
    refusal = RefusedError(f"{path}: holds {what}; --force replaces it")
    if not (sys.stdin and sys.stdin.isatty()):
        raise refusal
    from spider_cli.cli.wake_up import wake_on_signal  # few games are replaced

    try:
        with wake_on_signal():
            agreed = click.confirm(f"{printable(path)} holds {what}. Replace it?", err=True)
    except OSError:  # nobody can read the question
        raise refusal from None
    except click.Abort as abort:
        if isinstance(abort.__context__, KeyboardInterrupt):
            raise abort.__context__ from None
        write_error("")  # the end of input is no yes; the question still stands in its line
        agreed = False
    if not agreed:
        raise RefusedError("the game is left as it is")


def _kept(path: str, old: Game, file: storage.LockedFile) -> AbstractContextManager[None]:
    """The game added to the history, unless the block that replaces it raises StorageError."""
    from spider_cli.saved.history import kept  # most games are started in a place where there is none

    return kept(path, [old], file)


def winnable_game(suits: int, relaxed: bool, limit: float) -> Game:
    """A game with a known solution. Raises GaveUpError if none was found in `limit` seconds."""
    from spider_cli.solver import Limits, solve

    tried = 0
    left = limit
    while left > 0:
        game = Game.new(suits=suits, relaxed=relaxed)
        # Most games are solved in a second or two; a hard one is better left for the next.
        result = solve(game.position, Limits(seconds=min(left, _SECONDS_A_DEAL)))
        if result.verdict == "solved":
            return game
        tried += 1
        left -= result.seconds
    raise GaveUpError(
        f"none of {counted(tried, 'game')} was won in {limit:g} seconds; --limit gives more time"
    )
