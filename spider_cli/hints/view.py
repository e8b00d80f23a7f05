"""What a player sees of a position, and nothing else.

Every other module of this subpackage works on the value that `seen` returns, so no hint can depend on a
card that lies face down: it is not there any more.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from spider_cli.rules.cards import COMPLETE_RUNS, SUITS_IN_PLAY
from spider_cli.rules.position import FOUNDATIONS, Position

#: Stands for a card that nobody has seen yet. Its rank, 15, fits on nothing and takes nothing, and it
#: is part of no run, so the rules themselves leave such a card where it lies.
UNKNOWN: Final = 0x4F


def seen(position: Position) -> Position:
    """The position with `UNKNOWN` for every face-down card and every card of the stock."""
    columns = tuple(
        column[:1] + bytes((UNKNOWN,)) * column[0] + column[column[0] + 1 :] for column in position.columns
    )
    return position._replace(
        columns=columns,
        stock=bytes((UNKNOWN,)) * len(position.stock),
        foundations=bytes(sorted(position.foundations)),
    )


def unseen(view: Position) -> Counter[int]:
    """How many of each card lie face down or in the stock: the pack without what is seen."""
    in_play = SUITS_IN_PLAY[view.suits]
    copies = FOUNDATIONS // view.suits
    cards = Counter({card: copies for suit in in_play for card in COMPLETE_RUNS[suit]})
    for column in view.columns:
        cards.subtract(card for card in column[1:] if card != UNKNOWN)
    for suit in view.foundations:
        cards.subtract(COMPLETE_RUNS[suit])
    return +cards
