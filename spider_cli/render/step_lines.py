"""Steps as text: in the form that commands and scripts take, with an explanation after a `#`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spider_cli.render.sentences import SCRIPT_WORDING
from spider_cli.rules.columns import EMPTY_COLUMN
from spider_cli.rules.refusals import illegal_deal
from spider_cli.rules.steps import DEAL

if TYPE_CHECKING:
    from spider_cli.render.sentences import Wording
    from spider_cli.rules.position import Position
    from spider_cli.rules.steps import Move, Step


def format_step_line(step: Step, explanation: str) -> str:
    """A step and, as a comment, what is to be said of it; so a script may be made of such lines."""
    return f"{step!s:<8} # {explanation}"


def format_moves(position: Position, wording: Wording = SCRIPT_WORDING) -> str:
    """Every legal move on a line of its own, and last whether a deal is legal."""
    lines = [format_step_line(move, _explained(position, move, wording)) for move in position.legal_moves()]
    return "\n".join([*lines, _deal_line(position)])


def _explained(position: Position, move: Move, wording: Wording) -> str:
    cards = position.columns[move.source - 1][-move.count :]
    named = wording.card(cards[0]) + (f" to {wording.card(cards[-1])}" if move.count > 1 else "")
    onto = position.columns[move.target - 1]
    return f"{named} {'to the empty column' if onto == EMPTY_COLUMN else f'onto {wording.card(onto[-1])}'}"


def _deal_line(position: Position) -> str:
    if position.can_deal:
        return format_step_line(DEAL, "legal")
    return f"# deal   : {illegal_deal(position.columns, position.stock)}"
