"""`spider moves`."""

from __future__ import annotations

from spider_cli.cli.command import command
from spider_cli.cli.options import form_option
from spider_cli.cli.session import Session, game_options


@command(
    "List the legal moves.",
    """
    List every legal move, and whether a deal is legal, in the form that 'move' takes.

    What follows a '#' is explanation.

    \b
    Example:
      spider moves
    """,
)
@form_option
@game_options
def moves(session: Session) -> None:
    game = session.load()
    if session.as_json:
        session.show(game)
        return
    from spider_cli.render.step_lines import format_moves

    session.write(format_moves(game.position, session.display.wording))
