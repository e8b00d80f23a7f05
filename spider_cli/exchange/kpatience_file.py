"""A game as KPatience saves it: see `spider_cli.exchange.kpatience` for the form.

KPatience knows a card by a number: its place in two packs, each suit by suit from ace to king, times 65536,
plus its suit times 256, plus its rank. With fewer suits, some stand twice or four times in each pack.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from spider_cli.exchange.kpatience import LEGS, OUR_SUITS, RANKS, REDEALS, STACKS, SUITS
from spider_cli.games.seeds import Seed
from spider_cli.rules.cards import COMPLETE_RUNS, KING, make_card, rank_of, suit_of
from spider_cli.rules.columns import settle, turn_up
from spider_cli.rules.steps import COLUMNS, DEAL, Step

if TYPE_CHECKING:
    from spider_cli.games.game import Game
    from spider_cli.rules.position import Position

#: The suits of a pack by KPatience's numbers, for each number of suits.
_IN_PACK: Final = {1: (3, 3, 3, 3), 2: (2, 3, 2, 3), 4: (0, 1, 2, 3)}

#: Of each pile the numbers of its cards, from the bottom, and how many of them lie face down.
Piles = dict[str, tuple[list[int], int]]


def format_kpatience(game: Game) -> str:
    """The game as a file of KPatience, with its played and undone steps."""
    piles = _start(game.start)
    position = game.start
    states = [_state({}, piles, position, current=not game.steps)]
    for number, step in enumerate((*game.steps, *game.undone_steps), start=1):
        before, position = piles, position.apply(step)
        piles = _after(piles, step)
        states.append(_state(before, piles, position, current=number == game.step_count))
    seed = Seed.parse(game.seed) if game.seed else None
    number = seed.value if seed and seed.family == "kpat" else 0  # 0 is no number of KPatience's
    head = f'<kpat-game game-type="spider" game-type-options="{game.suits}" deal-number="{number}">'
    return "\n".join(['<?xml version="1.0" encoding="UTF-8"?>', head, *states, "</kpat-game>"])


def _start(start: Position) -> Piles:
    pack = [(suit, rank) for suit in _IN_PACK[start.suits] * 2 for rank in range(1, KING + 1)]
    numbers: dict[int, list[int]] = {}
    for place, (suit, rank) in reversed(list(enumerate(pack))):
        card = make_card(OUR_SUITS[suit], rank)
        numbers.setdefault(card, []).append(place << 16 | suit << 8 | rank)

    def taken(cards: bytes) -> list[int]:
        return [numbers[card].pop() for card in cards]

    piles: Piles = {pile: ([], 0) for pile in (*STACKS, *REDEALS, *LEGS)}
    for pile, column in zip(STACKS, start.columns, strict=True):
        piles[pile] = taken(column[1:]), column[0]
    rows = [start.stock[row : row + COLUMNS] for row in range(0, len(start.stock), COLUMNS)]
    for pile, row in zip(REDEALS[len(REDEALS) - len(rows) :], rows, strict=True):
        piles[pile] = taken(row[::-1]), COLUMNS
    for pile, suit in zip(LEGS, start.foundations, strict=False):
        piles[pile] = taken(COMPLETE_RUNS[suit]), 0
    return piles


def _after(piles: Piles, step: Step) -> Piles:
    """The piles after a step, which is legal."""
    after = dict(piles)
    if step is DEAL:
        row = next(pile for pile in REDEALS if piles[pile][0])
        for pile, card in zip(STACKS, reversed(piles[row][0]), strict=True):
            after[pile] = [*piles[pile][0], card], piles[pile][1]
        after[row] = [], 0
        changed = STACKS
    else:
        source, target = STACKS[step.source - 1], STACKS[step.target - 1]
        cards, face_down = piles[source]
        after[source] = cards[: -step.count], face_down
        after[target] = piles[target][0] + cards[-step.count :], piles[target][1]
        changed = (source, target)
    for pile in changed:
        _settle(after, pile)
    return after


def _settle(piles: Piles, pile: str) -> None:
    """Let a complete run leave, and turn the last card up."""
    numbers, face_down = piles[pile]
    column = bytes([face_down, *map(_card, numbers)])
    left, completed = settle(column) if numbers else (column, b"")
    if completed:
        leg = next(leg for leg in LEGS if not piles[leg][0])
        piles[leg] = numbers[-KING:], 0
        numbers = numbers[:-KING]
    piles[pile] = numbers, turn_up(left)[0]


def _card(number: int) -> int:
    return make_card(OUR_SUITS[number >> 8 & 255], number & 255)


def _state(before: Piles, after: Piles, position: Position, *, current: bool) -> str:
    """A state: the cards that have come to another place or were turned, in runs that lie together."""
    places = {
        card: (pile, index, index >= face_down)
        for pile, (cards, face_down) in before.items()
        for index, card in enumerate(cards)
    }
    runs = 10 * len(position.foundations) + len(REDEALS) - position.rows_left()
    lines = [
        f' <state game-specific-state="{runs}"{" current=" + chr(34) + "true" + chr(34) if current else ""}>'
    ]
    for pile, (cards, face_down) in after.items():
        moving: list[str] = []
        for index, card in enumerate([*cards, -1]):
            if card < 0 or places.get(card) == (pile, index, index >= face_down):
                if moving:
                    first = index - len(moving)
                    lines += [f'  <move pile="{pile}" position="{first}">', *moving, "  </move>"]
                moving = []
            else:
                moving.append(_line(card, "face-up" if index >= face_down else "face-down"))
    return "\n".join([*lines, " </state>"])


def _line(number: int, turn: str) -> str:
    card = _card(number)
    suit, rank = SUITS[OUR_SUITS[suit_of(card)]], RANKS[rank_of(card) - 1]
    return f'   <card id="{number:07}" suit="{suit}" rank="{rank}" turn="{turn}"/>'
