"""`spider moves`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from spider_cli.cards import card_name
from spider_cli.cli.session import Session, game_options
from spider_cli.columns import EMPTY_COLUMN

if TYPE_CHECKING:
    from spider_cli.moves import Move
    from spider_cli.rules import Position


@click.command(short_help="List the legal moves.")
@game_options
def moves(session: Session) -> None:
    """List every legal move, and whether a deal is legal, in the form that 'move' takes.

    What follows a '#' is explanation.

    \b
    Example:
      spider moves
    """
    game = session.load()
    if session.as_json:
        session.show(game)
        return
    session.write(format_moves(game.position))


def format_moves(position: Position) -> str:
    """Every legal move on a line of its own, and last whether a deal is legal."""
    lines = [f"{move!s:<8} # {_explained(position, move)}" for move in position.legal_moves()]
    return "\n".join([*lines, _deal_line(position)])


def _explained(position: Position, move: Move) -> str:
    cards = position.columns[move.source - 1][-move.count :]
    named = card_name(cards[0]) + (f" to {card_name(cards[-1])}" if move.count > 1 else "")
    onto = position.columns[move.target - 1]
    return f"{named} {'to the empty column' if onto == EMPTY_COLUMN else f'onto {card_name(onto[-1])}'}"


def _deal_line(position: Position) -> str:
    from spider_cli.refusals import illegal_deal

    if position.can_deal():
        return f"{'deal':<8} # legal"
    return f"# deal   : {illegal_deal(position.columns, position.stock)}"
