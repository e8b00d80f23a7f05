"""`spider import` and `spider export`."""

from __future__ import annotations

import click

from spider_cli.cli.command import command
from spider_cli.cli.exits import UsageError
from spider_cli.cli.options import form_option
from spider_cli.cli.param_types import whole_number
from spider_cli.cli.session import Session, game_options
from spider_cli.cli.starting import put
from spider_cli.cli.stdin import DASH, STDIN, standard_input
from spider_cli.errors import GameFormatError, StorageError
from spider_cli.exchange.exporting import EXPORTS
from spider_cli.files import reading
from spider_cli.render.sentences import seed_words
from spider_cli.text import counted


@command(
    "Go on with a game of another program.",
    """
    Read FILE, a game that KPatience or PySolFC has saved, with the moves played and undone, and put it into
    the game file. Nothing in FILE is run, and our rules check every move. - is standard input.

    A game that is replaced goes to the history, and one in play is only replaced if you agree: see 'spider
    new'.

    \b
    Examples:
      spider import game.kpat
      spider import Spider.pso -f pysol.json
    """,
)
@click.argument("saved", metavar="FILE")
@click.option("--force", is_flag=True, help="Do not ask before a game in play is replaced.")
@click.option("--no-history", is_flag=True, help="Do not keep the game that is replaced.")
@form_option
@game_options
def import_(session: Session, saved: str, force: bool, no_history: bool) -> None:
    from spider_cli.exchange.importing import read_game

    name = STDIN if saved == DASH else saved
    content = reading.read_stream(standard_input(), STDIN) if saved == DASH else reading.read_any(saved)
    try:
        game = read_game(content)
    except GameFormatError as error:
        raise StorageError(name, str(error)) from error
    put(session, game, force=force, keep=not no_history)
    undone = f", {game.undone_count} more undone" if game.undone_count else ""
    steps = counted(game.step_count, "step")
    session.report(game, f"{seed_words(game)}: {counted(game.suits, 'suit')}, {steps} played{undone}")


@command(
    "Write the game as another program reads it.",
    """
    Print the position as PROGRAM reads it: 'kpatience' is a saved game with all steps, 'solvitaire' and
    'spidercardgame' are solvers that read a position. Face-down cards are named in it.

    \b
    Examples:
      spider export kpatience > game.kpat
      spider export solvitaire --at 0 > deal.json
    """,
)
@click.argument("program", metavar="PROGRAM", type=click.Choice(list(EXPORTS)))
@click.option("--at", type=whole_number(0), metavar="N", help="The game up to its first N steps.")
@game_options
def export(session: Session, program: str, at: int | None) -> None:
    if session.as_json:
        raise UsageError("--json and PROGRAM both say how to print; leave out --json")
    game = session.load()
    if at is not None:
        if at > game.step_count:
            raise UsageError(f"--at {at}: the game has only {counted(game.step_count, 'step')}")
        game = game.rewound(at)
    session.write(EXPORTS[program](game))
