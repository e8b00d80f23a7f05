"""Themes: what makes cells bright or calm, as the codes that terminals understand.

A code is what stands between `ESC[` and `m`: `1` bold, `2` faint, `7` reversed, `38;5;N` an ink and `48;5;N`
a ground of the 256 colours; `30` to `37` an ink and `40` to `47` or `107` a ground of the 16.

The inks of `faces` were found by trying all of the 256 colours: on their ground each has a contrast of at
least 4.5 by WCAG 2, and any two differ by at least 25 (CIE76) for eyes of every kind. `ink` has no ground of
its own: its inks have a contrast of at least 3.9 on black and on white. `tests/test_themes.py` measures both.
"""

from __future__ import annotations

from typing import Final, NamedTuple

#: The codes of four suits, in the order spades, hearts, diamonds, clubs.
Inks = tuple[str, str, str, str]

_NONE: Final[Inks] = ("", "", "", "")


class Theme(NamedTuple):
    """The codes of each kind of cell; an empty code leaves the terminal's own look.

    `movable`, `covered`: cards that can move, and the face-up cards that cannot, by suit. `face_down`: also
    the rows that stand for folded cards. `marked`: the number of a column that stands out.
    `bold_tells`: whether movable cards are told apart by more than colour, so that they need no mark.
    """

    movable: Inks = _NONE
    covered: Inks = _NONE
    face_down: str = ""
    marked: str = ""
    bold_tells: bool = False


#: Where no code may be written.
NO_COLORS: Final = Theme()


class Paint(NamedTuple):
    """The numbers, among the 256 colours, of the inks of the suits and of the ground; None: no ground."""

    inks: tuple[int, int, int, int]
    ground: int | None

    def codes(self, weight: str = "") -> Inks:
        """The codes for a terminal."""
        ground = "" if self.ground is None else f";48;5;{self.ground}"
        spades, hearts, diamonds, clubs = [f"{weight}38;5;{ink}{ground}" for ink in self.inks]
        return spades, hearts, diamonds, clubs


#: The paints of movable and of covered cards, by theme.
PAINTS: Final = {
    "faces": (Paint((16, 160, 92, 24), 255), Paint((16, 124, 55, 24), 252)),
    "ink": (Paint((242, 196, 129, 30), None), Paint((242, 196, 129, 30), None)),
    "mono": (Paint((16, 16, 16, 16), 255), Paint((16, 16, 16, 16), 252)),
}
FACE_DOWN_INK: Final = 245

_MOVABLE, _COVERED = PAINTS["faces"]
_FACES: Final = Theme(
    movable=_MOVABLE.codes("1;"),
    covered=_COVERED.codes(),
    face_down=f"38;5;{FACE_DOWN_INK}",
    marked="7",
    bold_tells=True,
)
# Bold is no help among the 16: many terminals draw it in another colour.
_FACES_16: Final = Theme(
    movable=("30;107", "31;107", "35;107", "34;107"),
    covered=("30;47", "31;47", "35;47", "34;47"),
    face_down="90",
    marked="7",
)
_COLOURED: Final = PAINTS["ink"][0]
_INK: Final = Theme(  # spades have the terminal's own ink
    movable=("1", *_COLOURED.codes("1;")[1:]),
    covered=("", *_COLOURED.codes()[1:]),
    face_down=f"38;5;{FACE_DOWN_INK}",
    marked="7",
    bold_tells=True,
)
_INK_16: Final = Theme(
    movable=("1", "1;31", "1;35", "1;36"),
    covered=("", "31", "35", "36"),
    face_down="90",
    marked="7",
)
_MONO: Final = Theme(movable=("1", "1", "1", "1"), face_down="2", marked="7")

#: Every theme by its name, for 256 colours and for 16.
_THEMES: Final = {"faces": (_FACES, _FACES_16), "ink": (_INK, _INK_16), "mono": (_MONO, _MONO)}

#: The choices of `--theme`.
THEME_NAMES: Final = tuple(_THEMES)
#: What is taken if none is chosen.
DEFAULT_THEME: Final = THEME_NAMES[0]


def theme(name: str, colors: int) -> Theme:
    """The theme of a name for a terminal of 256 or of 16 colours."""
    many, few = _THEMES[name]
    return many if colors >= 256 else few


def web_color(number: int) -> str:
    """One of the 256 colours, by its number from 16, as `#rrggbb`."""
    if number >= 232:  # 24 greys
        return "#" + 3 * f"{8 + 10 * (number - 232):02x}"
    steps = (0, 95, 135, 175, 215, 255)  # a cube of 6 by 6 by 6
    red, green, blue = [steps[(number - 16) // size % 6] for size in (36, 6, 1)]
    return f"#{red:02x}{green:02x}{blue:02x}"
