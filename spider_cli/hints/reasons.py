"""Why a step is a good one, in a few words."""

from __future__ import annotations

from spider_cli.cards import SUIT_NAMES, card_name
from spider_cli.columns import EMPTY_COLUMN
from spider_cli.moves import Deal, Move, Step
from spider_cli.rules import Position


def reason(view: Position, steps: tuple[Step, ...]) -> str:
    """Why to take the first of `steps`, a plan from `view`."""
    step = steps[0]
    if isinstance(step, Deal):
        return "nothing better is left: deal the next row"
    does = _what_it_does(view, step)
    gain, columns = _gain(view, step)
    if gain:
        return f"{does} and {gain}"
    at = view
    for later in steps:
        if isinstance(later, Deal):
            return f"{does}, before the next row is dealt"
        gain, columns = _gain(at, later)
        if gain:
            return f"{does}, on the way to: {gain}" if columns else does
        at = at.apply(later)
    return does


def _what_it_does(view: Position, move: Move) -> str:
    column, onto = view.columns[move.source - 1], view.columns[move.target - 1]
    card = column[len(column) - move.count]
    if onto == EMPTY_COLUMN:
        return f"puts {card_name(card)} on the empty column {move.target}"
    if onto[-1] == card + 1:
        return f"joins {card_name(card)} to {card_name(onto[-1])}"
    return f"puts {card_name(card)} on {card_name(onto[-1])}"


def _gain(view: Position, move: Move) -> tuple[str, tuple[int, ...]]:
    """What a move brings that cannot be taken back, in words, and the columns concerned."""
    after = view.apply(move)
    if len(after.foundations) > len(view.foundations):
        completed = sorted(after.foundations)
        for suit in view.foundations:
            completed.remove(suit)
        return f"completes a run of {SUIT_NAMES[completed[0]]}", (move.target,)
    if after.columns[move.source - 1] == EMPTY_COLUMN:
        return f"clears column {move.source}", (move.source,)
    if after.face_down(move.source) < view.face_down(move.source):
        return f"turns up a card in column {move.source}", (move.source,)
    return "", ()
