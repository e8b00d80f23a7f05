"""Why a step is a good one, in a few words."""

from __future__ import annotations

from spider_cli.rules.cards import SUIT_NAMES, card_name
from spider_cli.rules.columns import EMPTY_COLUMN
from spider_cli.rules.position import Position
from spider_cli.rules.steps import Deal, Move, Step


def reason(view: Position, steps: tuple[Step, ...]) -> str:
    """Why to take the first of the steps planned from `view`."""
    step = steps[0]
    if isinstance(step, Deal):
        return "nothing better is left: deal the next row"
    does = _what_it_does(view, step)
    if gain := _gain(view, step):
        return f"{does} and {gain[0]}s {gain[1]}"
    at = view.apply(step)
    for later in steps[1:]:
        if isinstance(later, Deal):
            return f"{does}, before the next row is dealt"
        gain = _gain(at, later)
        if gain and gain[0] != "clear":  # what a column is cleared for, or how it is filled, may yet change
            return f"{does}, to {gain[0]} {gain[1]}"
        at = at.apply(later)
    return does


def _what_it_does(view: Position, move: Move) -> str:
    column, onto = view.columns[move.source - 1], view.columns[move.target - 1]
    card = column[len(column) - move.count]
    if onto == EMPTY_COLUMN:
        return f"moves {card_name(card)} to the empty column {move.target}"
    if onto[-1] == card + 1:
        return f"joins {card_name(card)} to {card_name(onto[-1])}"
    return f"puts {card_name(card)} on {card_name(onto[-1])}"


def _gain(view: Position, move: Move) -> tuple[str, str] | None:
    """The best thing that a move brings beside the move itself: a verb and the rest of the words."""
    after = view.apply(move)
    if len(after.foundations) > len(view.foundations):
        return "complete", f"a run of {SUIT_NAMES[after.foundations[-1]]}"
    if after.columns[move.source - 1] == EMPTY_COLUMN:
        return "clear", f"column {move.source}"
    if after.face_down(move.source) < view.face_down(move.source):
        return "turn", f"up a card in column {move.source}"
    return None
