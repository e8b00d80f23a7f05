"""`spider new`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from spider_cli.cli.clock import TODAY
from spider_cli.cli.command import command
from spider_cli.cli.exits import UsageError
from spider_cli.cli.options import DEFAULT_LIMIT, form_option, limit_option, relaxed_option, suits_option
from spider_cli.cli.param_types import DAY, SEED
from spider_cli.cli.session import Session, game_options
from spider_cli.cli.starting import put, winnable_game
from spider_cli.cli.stdin import DASH, STDIN, standard_input
from spider_cli.errors import NotationError, PositionError, StorageError
from spider_cli.files import reading
from spider_cli.games.game import Game
from spider_cli.render.sentences import new_game_report
from spider_cli.rules.cards import LEVELS
from spider_cli.rules.position import Position
from spider_cli.text import counted

if TYPE_CHECKING:
    from spider_cli.games.seeds import Seed

_SUITS = {mode: suits for suits, mode in LEVELS.items()}


@command(
    "Start a game.",
    """
    Start a game and print its seed.

    A game in the file that has steps is added to a history beside it (spider.history.jsonl for
    spider.json), and if it is still in play you are asked first; without a terminal to ask at, give
    --force. A file that holds no spider game is never replaced.

    \b
    Examples:
      spider new
      spider new --suits 2 --seed 42
      spider new --mode advanced --seed kpat:7
      spider new --daily
      spider new --layout deal.txt
      spider new --suits 4 --winnable
    """,
)
@suits_option
@click.option("--mode", type=click.Choice(list(_SUITS)), help="The same by name: 1, 2 or 4 suits.")
@click.option("--seed", type=SEED, help="The start: 0 to 2^64-1, pysol:N or kpat:N; at random if not given.")
@click.option(
    "--daily",
    type=DAY,
    is_flag=False,
    flag_value=TODAY,
    metavar="[DATE]",
    help="The game of a day: of today (in UTC) without DATE.",
)
@click.option("--layout", metavar="FILE", help="Text as 'show --as layout' prints it; - is standard input.")
@relaxed_option
@click.option("--winnable", is_flag=True, help="Try seeds until one is found that can be won.")
@limit_option("for --winnable")
@click.option("--force", is_flag=True, help="Do not ask before a game in play is replaced.")
@click.option("--no-history", is_flag=True, help="Do not keep the game that is replaced.")
@form_option
@game_options
def new(
    session: Session,
    suits: int | None,
    mode: str | None,
    seed: Seed | None,
    daily: Seed | None,
    layout: str | None,
    relaxed: bool,
    winnable: bool,
    limit: float | None,
    force: bool,
    no_history: bool,
) -> None:
    wanted = _wanted_suits(suits, mode)
    if daily is not None and seed is not None:
        raise UsageError("--daily and --seed both name a start; give one of them")
    seed = daily or seed
    _check(seed, layout, winnable, limit)
    if winnable:
        game = winnable_game(wanted or 1, relaxed, DEFAULT_LIMIT if limit is None else limit)
    elif layout is not None:
        game = _game_of_layout(layout, wanted, relaxed)
    else:
        game = Game.new(suits=wanted or 1, seed=seed, relaxed=relaxed)
    put(session, game, force=force, keep=not no_history)
    session.report(game, new_game_report(game, session.display.wording))


def _check(seed: Seed | None, layout: str | None, winnable: bool, limit: float | None) -> None:
    """Raises UsageError for options that do not go together."""
    if winnable and not (seed is None and layout is None):
        raise UsageError("--winnable picks the seed itself; leave out --seed and --layout")
    if seed is not None and layout is not None:
        raise UsageError("--layout and --seed both say where to start; give one of them")
    if limit is not None and not winnable:
        raise UsageError("--limit is the time for --winnable; give both or neither")


def _wanted_suits(suits: int | None, mode: str | None) -> int | None:
    if mode is None:
        return suits
    if suits not in (None, _SUITS[mode]):
        raise UsageError(f"--mode {mode} means {counted(_SUITS[mode], 'suit')}, but --suits says {suits}")
    return _SUITS[mode]


def _game_of_layout(layout: str, suits: int | None, relaxed: bool) -> Game:
    name = STDIN if layout == DASH else layout
    try:
        position = Position.parse(_layout_text(layout), relaxed=relaxed)
    except StorageError as error:
        raise UsageError(f"--layout: {error}") from error
    except (NotationError, PositionError) as error:
        raise UsageError(f"--layout: {name}: {error}") from error
    if suits not in (None, position.suits):
        raise UsageError(f"--layout: {name}: it has suits: {position.suits}, not {suits}")
    return Game(position)


def _layout_text(layout: str) -> str:
    """The text of a file or a pipe, or of standard input for `-`.

    Raises StorageError, NotationError, UsageError."""
    content = reading.read_stream(standard_input(), STDIN) if layout == DASH else reading.read_any(layout)
    try:
        return content.decode().removeprefix("\ufeff").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise NotationError(f"not UTF-8 (byte {error.start + 1})") from None
