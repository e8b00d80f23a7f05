"""How cells look: signs or letters, colours, and marks where colours are missing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from spider_cli.render.themes import DEFAULT_THEME, NO_COLORS, Theme
from spider_cli.rules.cards import RANKS, SUITS, rank_of, suit_of

if TYPE_CHECKING:
    from spider_cli.render.cells import Cell

SIGNS: Final = "♠♥♦♣"

#: What a terminal takes to end all colour, to empty the screen, and to empty the line.
RESET: Final = "\x1b[0m"
CLEAR_SCREEN: Final = "\x1b[H\x1b[2J"
#: What takes a terminal to a screen of our own, and back to the one before.
OTHER_SCREEN: Final = "\x1b[?1049h"
NORMAL_SCREEN: Final = "\x1b[?1049l"
CLEAR_LINE: Final = "\r\x1b[K"

#: What stands beside a card for each mark, and beside one that can move where nothing else tells it.
_MARKS: Final = {"": " ", "fresh": "*", "moves": ">", "takes": "<"}
_MOVABLE_MARK: Final = "|"

_RANK_TEXTS: Final = ("", *["10" if rank == "T" else rank for rank in RANKS])


class Style(NamedTuple):
    """`signs`: whether ♠♥♦♣ may be used, or else letters. `theme`: the colours, if any.

    `placed`: whether the cursor may be put to the column where a cell begins, so that columns stand in line
    even where a sign is two columns wide. `marked`: whether cards that can move get a mark, because no
    weight of the letters tells them apart. `theme_name`: the theme asked for, for forms that are pictures and
    have colours of their own.
    """

    signs: bool = False
    theme: Theme = NO_COLORS
    placed: bool = False
    marked: bool = False
    theme_name: str = DEFAULT_THEME

    def suit(self, suit: int) -> str:
        """The sign or letter of a suit (0-3), without colour."""
        return (SIGNS if self.signs else SUITS)[suit]

    def card_name(self, card: int) -> str:
        """A card as the table names it, as `10♥` or `10H`, without colour."""
        return f"{_RANK_TEXTS[rank_of(card)]}{self.suit(suit_of(card))}"

    def cell(self, cell: Cell) -> str:
        """A cell in four characters, of which the last is a mark or blank, and colour codes."""
        if cell.kind == "empty":
            return f" --{_MARKS[cell.mark]}"
        if cell.kind == "face down":
            back = "▒" if self.signs else "#"
            text = f" {back}{back if cell.cards == 1 else cell.cards}"
            return self._colored(text.ljust(4), self.theme.face_down)
        if cell.kind == "folded":
            text = f" {'⋮' if self.signs else ':'}{cell.cards}"
            return self._colored(text.ljust(4), self.theme.face_down)
        movable = cell.kind == "movable"
        mark = _MOVABLE_MARK if self.marked and movable and not cell.mark else _MARKS[cell.mark]
        inks = self.theme.movable if movable else self.theme.covered
        return self._colored(f"{self.card_name(cell.card):>3}{mark}", inks[suit_of(cell.card)])

    def column_number(self, number: int, *, marked: bool) -> str:
        """The number of a column (1-10) in four characters; it stands out if the column is marked."""
        if not marked:
            return f"{number:>3} "
        if self.theme.marked:
            return self._colored(f"{number:>3} ", self.theme.marked)
        return f"[{number}]".rjust(4)

    def _colored(self, text: str, code: str) -> str:
        return f"\x1b[{code}m{text}{RESET}" if code else text


def signs_fit(encoding: str | None) -> bool:
    """Whether text in this encoding can hold the signs."""
    try:
        (SIGNS + "▒⋮").encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
