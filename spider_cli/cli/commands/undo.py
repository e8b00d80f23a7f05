"""`spider undo` and `spider redo`."""

from __future__ import annotations

import click

from spider_cli.cli.command import command
from spider_cli.cli.options import form_option
from spider_cli.cli.param_types import HOW_MANY
from spider_cli.cli.session import Session, game_options
from spider_cli.render.sentences import redo_report, undo_report


@command(
    "Take back steps.",
    """
    Take back the last N steps (moves and deals), 1 if not given.

    Points, turned cards and completed runs go back with them. 'spider redo' makes the steps again
    until a new step is made.

    \b
    Examples:
      spider undo
      spider undo 3
      spider undo all
    """,
)
@click.argument("steps", metavar="[N|all]", type=HOW_MANY, default=1)
@form_option
@game_options
def undo(session: Session, steps: int | None) -> None:
    with session.changing() as game:
        before = game.position
        done = game.undo(steps)
    session.report(game, undo_report(done, steps, game, session.display.wording), before)


@command(
    "Make steps again that were taken back.",
    """
    Make N steps again that 'spider undo' took back, 1 if not given.

    \b
    Examples:
      spider redo
      spider redo all
    """,
)
@click.argument("steps", metavar="[N|all]", type=HOW_MANY, default=1)
@form_option
@game_options
def redo(session: Session, steps: int | None) -> None:
    with session.changing() as game:
        before = game.position
        done = game.redo(steps)
    session.report(game, redo_report(done, steps, game, session.display.wording), before)
