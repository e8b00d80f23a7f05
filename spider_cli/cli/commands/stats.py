"""`spider stats`."""

from __future__ import annotations

import json

import click

from spider_cli.cli.command import command
from spider_cli.cli.exits import Exit
from spider_cli.cli.many_games import checked_games, failure, finding_code, is_on_the_table, own_files
from spider_cli.cli.options import jobs_option
from spider_cli.cli.output import say
from spider_cli.cli.param_types import FILE
from spider_cli.cli.session import Session, game_options
from spider_cli.render.totals_table import format_figures
from spider_cli.saved.totals import Totals


@command(
    "Print figures over many saved games.",
    """
    Print how many games were won, the scores, moves and undos, and the streaks in file order.

    A FILE holds one game, or with the ending .jsonl one game a line. A directory stands for the
    .json and .jsonl files directly in it, and - for standard input.

    Without FILE: the games that 'spider new' replaced (spider.history.jsonl for spider.json), and the
    one in the game file itself once it is won or stuck.

    Each game counts once, as it is after its last step. Stuck means that no move and no deal is
    legal. A game that was left unfinished counts as not won, in the win rate and in the streaks.

    Bad games are named on standard error and left out; then the exit code is 1, and 3 if any file
    could not be read.

    \b
    Examples:
      spider stats
      spider stats --json spider.history.jsonl
      spider stats games/
    """,
)
@click.argument("files", metavar="[FILE...]", nargs=-1, type=FILE)
@jobs_option
@game_options
def stats(session: Session, files: tuple[str, ...], jobs: int | None) -> int:
    totals = Totals()
    code = Exit.DONE
    for finding in checked_games(session.names(files) if files else own_files(session), jobs, session):
        code = max(code, finding_code(finding))
        if finding.summary is None:
            say(failure(finding))
        elif files or not is_on_the_table(finding, session):
            totals.add(finding.summary)
    figures = totals.figures()
    session.write(json.dumps(figures) if session.as_json else format_figures(figures))
    return code
