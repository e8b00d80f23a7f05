"""`spider move`."""

from __future__ import annotations

import click

from spider_cli.cli.command import command
from spider_cli.cli.options import form_option
from spider_cli.cli.param_types import COUNT, SOURCE, TARGET
from spider_cli.cli.session import Session, game_options
from spider_cli.render.sentences import step_report


@command(
    "Move cards from one column to another.",
    """
    Move COUNT cards from the end of column FROM to column TO.

    Columns are numbered 1 to 10 from the left. The cards moved must be a run of one suit, and the
    card of column TO one rank higher. Without COUNT, onto a card go as many as fit; onto an empty
    column goes the whole run.

    Without TO the cards go to the obvious place: where they complete a run, else onto the same suit, else
    onto another, else to an empty column; the most cards first, then the leftmost column.

    \b
    Examples:
      spider move 3
      spider move 3 7
      spider move 3 7 2
    """,
)
@click.argument("source", metavar="FROM", type=SOURCE)
@click.argument("target", metavar="[TO]", type=TARGET, required=False)
@click.argument("count", metavar="[COUNT]", type=COUNT, required=False)
@form_option
@game_options
def move(session: Session, source: int, target: int | None, count: int | None) -> None:
    with session.changing() as game:
        before = game.position
        step = game.move(source, target, count)
    session.report(game, step_report(before, step, game, session.display.wording), before)
