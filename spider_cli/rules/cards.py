"""Cards as small integers.

A card is `suit * 16 + rank`, with suits 0-3 in the order spades, hearts, diamonds, clubs and ranks
1 (ace) to 13 (king). So the next lower card of the same suit is the number one less, and a run of
one suit is a slice of the descending sequence of its suit. No card is 0.
"""

from __future__ import annotations

from spider_cli.errors import NotationError
from spider_cli.text import quoted

RANKS = "A23456789TJQK"
SUITS = "SHDC"
SIGNS = "♠♥♦♣"  # of the same suits
ACE, KING = 1, 13

SUIT_NAMES = ("spades", "hearts", "diamonds", "clubs")
RANK_NAMES = (
    "ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king",
)  # fmt: skip

#: The suits in play for each number of suits, and what that level is called.
SUITS_IN_PLAY = {1: (0,), 2: (0, 1), 4: (0, 1, 2, 3)}
LEVELS = {1: "beginner", 2: "intermediate", 4: "advanced"}


def make_card(suit: int, rank: int) -> int:
    """The card of `suit` (0-3) and `rank` (1-13)."""
    return suit << 4 | rank


def rank_of(card: int) -> int:
    """1 (ace) to 13 (king)."""
    return card & 15


def suit_of(card: int) -> int:
    """0 spades, 1 hearts, 2 diamonds, 3 clubs."""
    return card >> 4


#: The name of each card, `QH`, by its number.
CARD_NAMES = {
    make_card(suit, rank): RANKS[rank - 1] + SUITS[suit] for suit in range(4) for rank in range(ACE, KING + 1)
}

#: All 13 cards of a suit from king to ace, by suit.
COMPLETE_RUNS = tuple(bytes(range(make_card(suit, KING), make_card(suit, 0), -1)) for suit in range(4))


def card_name(card: int) -> str:
    """The two-letter name of a card, as `QH`."""
    return CARD_NAMES[card]


def card_names(cards: bytes) -> str:
    """The names of some cards, separated by spaces."""
    return " ".join([CARD_NAMES[card] for card in cards])


def article(rank: int) -> str:
    """The rank in words with its article, as `a jack` or `an ace`."""
    return f"{'an' if rank in (ACE, 8) else 'a'} {RANK_NAMES[rank - 1]}"


_READ = {name: card for card, name in CARD_NAMES.items()}
_LETTERS = str.maketrans(SIGNS, SUITS)


def parse_card(text: str) -> int:
    """The card that `text` names: `QH`, `qh`, `10h` or `Q♥`.

    Raises NotationError for anything else, surrounding spaces included.
    """
    name = text.translate(_LETTERS)
    if name.isascii():  # or else other scripts' letters could turn into ours in upper()
        name = name.upper()
    card = _READ.get("T" + name[2:] if name.startswith("10") else name)
    if card is None:
        raise NotationError(f"{quoted(text)} is not a card; cards are written like QH, TS or AC", text)
    return card


def parse_suit(text: str) -> int:
    """The suit (0-3) that a letter, in capitals or not, or a sign names. Raises NotationError."""
    name = text.translate(_LETTERS)
    suit = SUITS.find(name.upper()) if len(name) == 1 and name.isascii() else -1
    if suit < 0:
        raise NotationError(f"{quoted(text)} is not a suit; suits are written S, H, D and C", text)
    return suit


def parse_suits(text: str) -> int:
    """The number of suits, 1, 2 or 4. Raises NotationError."""
    for suits in SUITS_IN_PLAY:
        if text == str(suits):
            return suits
    raise NotationError(no_such_level(quoted(text)), text)


def no_such_level(shown: object) -> str:
    """The message that something is not a number of suits; `shown` is how it looks in the message."""
    return f"{shown} is not a number of suits; it is 1, 2 or 4"


#: No text that names the 104 cards of a game is longer, even with wide spaces between them.
_LONGEST_CARDS = 2000


def parse_cards(text: str) -> bytes:
    """The cards named in `text`, separated by spaces. Raises NotationError at the first that is not one."""
    if len(text) > _LONGEST_CARDS:  # a hostile file may hold millions
        raise NotationError(f"{quoted(text)}: no game has so many cards", text[:_LONGEST_CARDS])
    names = text.split()
    try:
        return bytes([_READ[name] for name in names])
    except KeyError:
        return bytes([parse_card(name) for name in names])
