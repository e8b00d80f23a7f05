"""`spider deal`."""

from __future__ import annotations

from spider_cli.cli.command import command
from spider_cli.cli.options import form_option
from spider_cli.cli.session import Session, game_options
from spider_cli.render.sentences import step_report
from spider_cli.rules.steps import DEAL


@command(
    "Deal a row: one card onto each column.",
    """
    Deal the next row of the stock, one card face up onto each column.

    No column may be empty, unless the game was made with 'spider new --relaxed'.

    \b
    Example:
      spider deal
    """,
)
@form_option
@game_options
def deal(session: Session) -> None:
    with session.changing() as game:
        before = game.position
        game.deal()
    session.report(game, step_report(before, DEAL, game, session.display.wording), before)
