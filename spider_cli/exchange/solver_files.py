"""Positions as two solvers read them.

Solvitaire reads a JSON object: `tableau piles` from the bottom card, with a small letter for the suit of a
card that lies face down; `stock`, whose last card is dealt first; and `foundations`, eight lists. It puts
every card of a foundation by its suit alone, so it cannot hold two runs of one suit.

SpiderCardGame reads lines: the number of complete runs, whether the game is over, the stock, whose last
card is dealt first, and ten columns. A card is a number, 13 for each of spades, hearts, clubs and diamonds,
and 1 behind it if it lies face down.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from spider_cli.errors import PositionError
from spider_cli.rules.cards import COMPLETE_RUNS, KING, SUIT_NAMES, SUITS, rank_of, suit_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from spider_cli.games.game import Game

_PILES: Final = 8
_FIGURES: Final = {1: "A", 11: "J", 12: "Q", 13: "K"}
#: SpiderCardGame's numbers of spades, hearts, diamonds and clubs.
_THEIR_SUITS: Final = (0, 1, 3, 2)


def format_solvitaire(game: Game) -> str:
    """The position as Solvitaire reads it with `--type spider`.

    Raises PositionError if two runs of a suit are complete.
    """
    position = game.position
    suits = list(position.foundations)
    if twice := [suit for suit in set(suits) if suits.count(suit) > 1]:
        what = f"Solvitaire's file cannot hold two complete runs of {SUIT_NAMES[min(twice)]}"
        raise PositionError((f"{what}; --at N takes an earlier position",))
    piles: dict[str, list[list[str]] | list[str]] = {
        "tableau piles": [
            [_name(card, index < column[0]) for index, card in enumerate(column[1:])]
            for column in position.columns
        ],
        "stock": [_name(card, False) for card in reversed(position.stock)],
    }
    if suits:
        runs = [[_name(card, False) for card in reversed(COMPLETE_RUNS[suit])] for suit in suits]
        piles["foundations"] = runs + [[] for _ in range(_PILES - len(runs))]
    lines = [f"{json.dumps(key)}: {_lines(value)}" for key, value in piles.items()]
    return "{" + ",\n ".join(lines) + "}"


def _lines(value: list[list[str]] | list[str]) -> str:
    if value and isinstance(value[0], list):
        return "[\n  " + ",\n  ".join([json.dumps(pile) for pile in value]) + "]"
    return json.dumps(value)


def _name(card: int, face_down: bool) -> str:
    suit = SUITS[suit_of(card)]
    return f"{_FIGURES.get(rank_of(card), rank_of(card))}{suit.lower() if face_down else suit}"


def format_spidercardgame(game: Game) -> str:
    """The position as the program SpiderCardGame saves it."""
    position = game.position
    stock = [(card, True) for card in reversed(position.stock)]
    columns = [
        [(card, index < column[0]) for index, card in enumerate(column[1:])] for column in position.columns
    ]
    head = [str(len(position.foundations)), str(position.is_won)]
    return "\n".join([*head, *[_numbers(cards) for cards in (stock, *columns)]])


def _numbers(cards: Iterable[tuple[int, bool]]) -> str:
    numbers = [
        f"{KING * _THEIR_SUITS[suit_of(card)] + rank_of(card) - 1} {int(face_down)}"
        for card, face_down in cards
    ]
    return ",".join(numbers) or "empty"
