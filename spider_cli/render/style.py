"""How cards look: signs or letters, with or without colour."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from spider_cli.rules.cards import RANKS, SUITS, rank_of, suit_of

SIGNS: Final = "♠♥♦♣"
_SIGN_BACK: Final = "▒▒"
_LETTER_BACK: Final = "##"

#: What a terminal takes to end all colour, to empty the screen, and to empty the line.
RESET: Final = "\x1b[0m"
CLEAR_SCREEN: Final = "\x1b[H\x1b[2J"
CLEAR_LINE: Final = "\r\x1b[K"


class Style(NamedTuple):
    """`color`: whether escape codes may be used; `signs`: whether ♠♥♦♣ may be, or else letters."""

    color: bool = False
    signs: bool = False

    @property
    def back(self) -> str:
        """A face-down card."""
        return _SIGN_BACK if self.signs else _LETTER_BACK

    def suit(self, suit: int) -> str:
        """The sign or letter of a suit (0-3), without colour."""
        return (SIGNS if self.signs else SUITS)[suit]

    def card(self, card: int) -> str:
        """A card in three characters, as ` Q♥` or `10S`, and colour codes."""
        suit, rank = suit_of(card), rank_of(card)
        name = "10" if RANKS[rank - 1] == "T" else RANKS[rank - 1]
        text = f"{name:>2}{self.suit(suit)}"
        color = _colors()[suit] if self.color else ""
        return f"{color}{text}{RESET}" if color else text


@cache
def _colors() -> tuple[str, str, str, str]:
    """The colour of each suit, of the 16 that every terminal has, readable on dark and on light ground.

    Spades keep the terminal's own colour.
    """
    from colorama import Fore  # loads ctypes, so only where colour is on

    return "", Fore.RED, Fore.MAGENTA, Fore.GREEN


def signs_fit(encoding: str | None) -> bool:
    """Whether text in this encoding can hold the signs."""
    try:
        (SIGNS + _SIGN_BACK).encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
