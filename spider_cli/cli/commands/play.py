"""`spider play`."""

from __future__ import annotations

import sys

from spider_cli.cli.clock import begin
from spider_cli.cli.command import command
from spider_cli.cli.options import form_option
from spider_cli.cli.prompt import converse, standing, tip
from spider_cli.cli.script_run import Options, run_script
from spider_cli.cli.session import Session, game_options
from spider_cli.cli.stdin import DASH
from spider_cli.files import storage
from spider_cli.games.game import Game
from spider_cli.render.sentences import new_game_report
from spider_cli.text import printable


@command(
    "Play at a prompt.",
    """
    Play the game at a prompt, or start one if there is none.

    The prompt takes the commands of a script ('spider run --help' lists them), 'help', and 'new',
    'new 2' or 'new 4' for another game with so many suits. The table is drawn after each step, and
    the game is saved after each step. 'quit' or Ctrl-D leaves. Ctrl-C leaves too, with exit code 130.

    Where there is no terminal, standard input is played as 'spider run' plays it, and the table is
    printed after each step.

    \b
    Examples:
      spider play
      spider play -f other.json
      printf '3 7\\ndeal\\n' | spider play
    """,
)
@form_option
@game_options
def play(session: Session) -> int:
    words = _game_ready(session)
    if _talks_to_a_person(session):
        converse(session, words)
        return 0
    return run_script(session, DASH, Options(tables=True, opening=_opening(session, words)))


def _talks_to_a_person(session: Session) -> bool:
    streams = (sys.stdin, sys.stdout)
    return not session.as_json and not session.quiet and all(s is not None and s.isatty() for s in streams)


def _opening(session: Session, words: str) -> str:
    """What is printed before the replies to a script."""
    if session.as_json or session.quiet:
        return ""
    game = session.load()
    shown = session.display.report(game, words)
    return f"{shown}\n{tip(game)}" if game.status == "playing" else shown


def _game_ready(session: Session) -> str:
    """Start a game if there is none; returns what to say about the game."""
    with storage.locked(session.path, create=True) as file:
        if file.content is None:
            game = Game.new(suits=1)
            begin(game)
            file.write(game.dumps().encode())
            return new_game_report(game, session.display.wording)
        game = session.game_in(file.content)
    return f"{printable(session.path)}: {standing(game)}"
