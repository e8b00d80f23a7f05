"""Steps as text: in the form that commands and scripts take, with an explanation after a `#`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spider_cli.rules.cards import card_name
from spider_cli.rules.columns import EMPTY_COLUMN
from spider_cli.rules.refusals import illegal_deal
from spider_cli.rules.steps import DEAL

if TYPE_CHECKING:
    from spider_cli.rules.position import Position
    from spider_cli.rules.steps import Move, Step


def format_step_line(step: Step, explanation: str) -> str:
    """A step and, as a comment, what is to be said of it; so a script may be made of such lines."""
    return f"{step!s:<8} # {explanation}"


def format_moves(position: Position) -> str:
    """Every legal move on a line of its own, and last whether a deal is legal."""
    lines = [format_step_line(move, _explained(position, move)) for move in position.legal_moves()]
    return "\n".join([*lines, _deal_line(position)])


def _explained(position: Position, move: Move) -> str:
    cards = position.columns[move.source - 1][-move.count :]
    named = card_name(cards[0]) + (f" to {card_name(cards[-1])}" if move.count > 1 else "")
    onto = position.columns[move.target - 1]
    return f"{named} {'to the empty column' if onto == EMPTY_COLUMN else f'onto {card_name(onto[-1])}'}"


def _deal_line(position: Position) -> str:
    if position.can_deal:
        return format_step_line(DEAL, "legal")
    return f"# deal   : {illegal_deal(position.columns, position.stock)}"
