"""`spider new`."""

from __future__ import annotations

import contextlib
import os
import sys
from typing import TYPE_CHECKING

import click

from spider_cli import storage
from spider_cli.cli.exits import GaveUpError, RefusedError, UsageError
from spider_cli.cli.session import Session, game_options, history_path
from spider_cli.cli.types import DEFAULT_LIMIT, SECONDS, SEED
from spider_cli.errors import NotationError, PositionError, StorageError, printable
from spider_cli.game import Game
from spider_cli.render.report import LEVELS, in_steps, new_game_report
from spider_cli.rules import Position

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from spider_cli.deals import Seed

_SECONDS_A_DEAL = 10.0
_SUITS = {mode: suits for suits, mode in LEVELS.items()}


@click.command(short_help="Start a game.")
@click.option("--suits", type=click.Choice(["1", "2", "4"]), help="Suits in play: 1 if not given.")
@click.option("--mode", type=click.Choice(list(_SUITS)), help="The same by name: 1, 2 or 4 suits.")
@click.option("--seed", type=SEED, help="The deal: 0 to 2^64-1, pysol:N or kpat:N; at random if not given.")
@click.option("--layout", metavar="FILE", help="Text as 'show --as layout' prints it; - is standard input.")
@click.option("--relaxed", is_flag=True, help="Allow a deal over empty columns.")
@click.option("--winnable", is_flag=True, help="Try deals until one is found that can be won.")
@click.option("--limit", type=SECONDS, metavar="SECONDS", help="Processor time for --winnable.  [60]")
@click.option("--force", is_flag=True, help="Do not ask before a game in play is replaced.")
@click.option("--no-history", is_flag=True, help="Do not keep the game that is replaced.")
@game_options
def new(
    session: Session,
    suits: str | None,
    mode: str | None,
    seed: Seed | None,
    layout: str | None,
    relaxed: bool,
    winnable: bool,
    limit: float | None,
    force: bool,
    no_history: bool,
) -> None:
    """Start a game and print its seed.

    A game in the file that has steps is added to a history beside it (spider.history.jsonl for
    spider.json), and if it is still in play you are asked first; without a terminal to ask at, give
    --force. A file that holds no spider game is never replaced.

    \b
    Examples:
      spider new
      spider new --suits 2 --seed 42
      spider new --mode advanced --seed kpat:7
      spider new --layout deal.txt
      spider new --suits 4 --winnable
    """
    wanted = _wanted_suits(suits, mode)
    if winnable and (seed or layout):
        raise UsageError("--winnable picks the seed itself; leave out --seed and --layout")
    if limit is not None and not winnable:
        raise UsageError("--limit is the time for --winnable; give both or neither")
    if winnable:
        game = _winnable_game(wanted or 1, relaxed, limit or DEFAULT_LIMIT)
    elif layout is None:
        game = Game.new(suits=wanted or 1, seed=str(seed) if seed else random_seed(), relaxed=relaxed)
    elif seed:
        raise UsageError("--layout and --seed both say where to start; give one of them")
    else:
        game = _game_of_layout(layout, wanted, relaxed)
    put(session, game, force=force, keep=not no_history)
    session.report(game, new_game_report(game))


def _wanted_suits(suits: str | None, mode: str | None) -> int | None:
    if suits and mode and int(suits) != _SUITS[mode]:
        raise UsageError(f"--mode {mode} means {_SUITS[mode]} suits, but --suits says {suits}")
    if mode:
        return _SUITS[mode]
    return int(suits) if suits else None


def random_seed() -> int:
    """A native seed of at most nine digits."""
    return int.from_bytes(os.urandom(8), "big") % 10**9


def _winnable_game(suits: int, relaxed: bool, limit: float) -> Game:
    """A game whose deal the solver has won. Raises GaveUpError if none was found in `limit` seconds."""
    from spider_cli.solver import Limits, solve

    tried = 0
    left = limit
    while left > 0:
        game = Game.new(suits=suits, seed=random_seed(), relaxed=relaxed)
        # Most deals fall in a second or two; a hard one is better left for the next.
        result = solve(game.position, Limits(seconds=min(left, _SECONDS_A_DEAL)))
        if result.verdict == "solved":
            return game
        tried += 1
        left -= result.seconds
    raise GaveUpError(f"none of {tried} deals was won in {limit:g} seconds; --limit gives more time")


def _game_of_layout(layout: str, suits: int | None, relaxed: bool) -> Game:
    try:
        position = Position.parse(_layout_text(layout), relaxed=relaxed)
    except StorageError as error:
        raise UsageError(f"--layout: {error}") from error
    except (NotationError, PositionError) as error:
        raise UsageError(f"--layout: {layout}: {error}") from error
    if suits not in (None, position.suits):
        raise UsageError(f"--layout: {layout}: it has suits: {position.suits}, not {suits}")
    return Game(position)


def _layout_text(layout: str) -> str:
    """The text of a file or a pipe, or of standard input for `-`. Raises StorageError."""
    if layout != "-":
        content = storage.read_any(layout)
    elif sys.stdin is None:
        raise StorageError("standard input", "is closed")
    else:
        content = storage.read_stream(sys.stdin.buffer, "standard input")
    try:
        return content.decode().removeprefix("\ufeff").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise StorageError(layout, f"not UTF-8 (byte {error.start + 1})") from None


def put(session: Session, game: Game, *, force: bool, keep: bool) -> None:
    """Put a game into the file; with `keep` the one that it replaces is added to the history.

    A game in play is only replaced with `force`, or if whoever sits at the terminal agrees; else
    RefusedError is raised. Raises StorageError, and then nothing has changed.
    """
    with storage.locked(session.path, create=True) as file:
        old = None if file.content is None else _game_to_replace(session, file.content)
        played = old is not None and bool(old.step_count or old.redo_count)
        if old is None or not played:
            kept: AbstractContextManager[None] = contextlib.nullcontext()
        else:
            if old.status == "playing" and not force:
                _ask(session.path, old)
            kept = _kept(session.path, old) if keep else contextlib.nullcontext()
        with kept:
            file.write(game.dumps().encode())


def _game_to_replace(session: Session, content: bytes) -> Game:
    try:
        return session.game_in(content)
    except StorageError as error:
        raise StorageError(error.path, f"is no spider game, so it is left alone ({error.reason})") from error


def _ask(path: str, old: Game) -> None:
    what = f"a game in play, {in_steps(old.step_count)}, score {old.score}"
    if not (sys.stdin and sys.stdin.isatty()):
        raise RefusedError(f"{path}: holds {what}; --force replaces it")
    if not click.confirm(f"{printable(path)} holds {what}. Replace it?", err=True):
        raise RefusedError("the game is left as it is")


def _kept(path: str, old: Game) -> AbstractContextManager[None]:
    """The game added to the history, unless the block that replaces it fails."""
    return storage.appended(history_path(path), old.dumps(compact=True).encode())
