"""`spider stats`."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import click

from spider_cli.cli.command import command
from spider_cli.cli.exits import Exit
from spider_cli.cli.many_games import checked_games, failure, finding_code
from spider_cli.cli.options import jobs_option
from spider_cli.cli.output import say
from spider_cli.cli.param_types import FILE
from spider_cli.cli.session import Session, game_options
from spider_cli.render.totals_table import format_figures
from spider_cli.saved.history import history_path
from spider_cli.saved.totals import Totals

if TYPE_CHECKING:
    from spider_cli.saved.checking import Finding


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
    for finding in checked_games(session.names(files) if files else _own_files(session), jobs, session):
        code = max(code, finding_code(finding))
        if finding.summary is None:
            say(failure(finding))
        elif files or not _is_on_the_table(finding, session):
            totals.add(finding.summary)
    figures = totals.figures()
    session.write(json.dumps(figures) if session.as_json else format_figures(figures))
    return code


def _own_files(session: Session) -> list[str]:
    """The history and the game file, as far as they exist; without either there are no games yet."""
    there = [name for name in (history_path(session.path), session.path) if os.path.lexists(name)]
    return there or ([] if session.path_is_default else [session.path])


def _is_on_the_table(finding: Finding, session: Session) -> bool:
    """Whether this is the game that is being played just now."""
    assert finding.summary
    return finding.file == session.path and finding.line is None and finding.summary.status == "playing"
