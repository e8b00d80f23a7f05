"""The pictures in the documents: what a real terminal shows of a real game, drawn as SVG (`make docs`).

`spider play` runs on a terminal of its own, 24 rows of 64 characters and 256 colours. What it writes goes
through a terminal emulator, and each cell of that becomes a part of the picture. Suits and the backs of cards
are drawn, because fonts differ in them; other characters are text in whatever monospaced font is there.
"""

from __future__ import annotations

import sys
import tempfile
from html import escape
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import pyte

from spider_cli import Game
from spider_cli.render.style import Style
from spider_cli.render.svg import format_svg
from tests.processes import Terminal

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pyte.screens import Char

PICTURES: Final = Path(__file__).parents[1] / "docs" / "pictures"

ROWS, COLUMNS = 24, 64
_WIDTH, _HEIGHT = 9, 19  # pixels of a cell
_MARGIN: Final = 10
_SECONDS_A_FRAME: Final = 2.5

#: The game that is shown, after so many steps, and what is typed then.
GAME: Final = Path(__file__).parents[1] / "tests" / "data" / "games" / "kpat-4s-7.json"
STEPS: Final = 47
TYPED: Final = ("1 8 1", "1 3 1", "5 1", "undo", "redo", "deal")

#: Each suit in a box of 16 by 16.
_SUITS: Final = {
    "♠": "M8 1C11 5 15 7 15 10A3.3 3.3 0 0 1 9 12C9 13 9.5 14.5 11 15H5C6.5 14.5 7 13 7 12A3.3 3.3 0 0 1 1 10"
    "C1 7 5 5 8 1Z",
    "♥": "M8 15C3 11 1 8 1 5A3.5 3.5 0 0 1 8 4A3.5 3.5 0 0 1 15 5C15 8 13 11 8 15Z",
    "♦": "M8 1L14 8L8 15L2 8Z",
    "♣": "M5 4A3 3 0 1 1 11 4A3 3 0 0 1 10 7A3.2 3.2 0 1 1 9 12C9 13 9.5 14.5 11 15H5C6.5 14.5 7 13 7 12"
    "A3.2 3.2 0 1 1 6 7A3 3 0 0 1 5 4Z",
}
_BACK: Final = "▒"


class Page(NamedTuple):
    """The colours of a terminal where a program asks for none."""

    ink: str
    ground: str


PAGES: Final = {"dark": Page("#d0d0d0", "#161616"), "light": Page("#202020", "#ffffff")}


class Look(NamedTuple):
    """How a cell looks; neighbours that look alike are drawn as one."""

    ink: str
    ground: str
    bold: bool


def frames(typed: Sequence[str]) -> list[pyte.Screen]:
    """The terminal when the game is opened, and after each line that is typed."""
    with tempfile.TemporaryDirectory() as folder:
        Game.load(GAME).rewound(STEPS).save(Path(folder) / "spider.json")
        env = {"TERM": "xterm-256color"}
        shown = []
        with Terminal("play", cwd=Path(folder), env=env, size=(ROWS, COLUMNS)) as terminal:
            for line in ("", *typed):
                if line:
                    terminal.type(f"{line}\r")
                    terminal.wait_for("\n")
                terminal.wait_for("spider> ")
                shown.append(_emulated(terminal.screen))
    return shown


def _emulated(written: str) -> pyte.Screen:
    screen = pyte.Screen(COLUMNS, ROWS)
    pyte.Stream(screen).feed(written)
    return screen


def still(screen: pyte.Screen, page: Page) -> str:
    """A picture of one screen."""
    return _svg(page, "", _drawn(screen, page))


def film(screens: Sequence[pyte.Screen], page: Page) -> str:
    """A picture that shows one screen after the other, and begins again after the last."""
    share = 100 / len(screens)
    rules = (
        f"g.frame{{visibility:hidden;animation:show {_SECONDS_A_FRAME * len(screens):g}s step-end infinite}}"
        f"@keyframes show{{0%{{visibility:visible}}{share:.2f}%{{visibility:hidden}}}}"
    )
    parts = []
    for number, screen in enumerate(screens):
        delay = f"animation-delay:{_SECONDS_A_FRAME * number:g}s"
        parts.append(f'<g class="frame" style="{delay}">\n{_drawn(screen, page)}\n</g>')
    return _svg(page, rules, "\n".join(parts))


def _svg(page: Page, rules: str, content: str) -> str:
    width, height = COLUMNS * _WIDTH + 2 * _MARGIN, ROWS * _HEIGHT + 2 * _MARGIN
    suits = "".join(f'<path id="{_name(sign)}" d="{path}"/>' for sign, path in _SUITS.items())
    back = f'<path id="{_name(_BACK)}" d="M0 1h{_WIDTH}v{_HEIGHT - 2}H0z" opacity=".4"/>'
    font = "text{font:15px monospace;white-space:pre}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" role="img">\n<title>spider play</title>\n'
        f"<style>{font}{rules}</style>\n<defs>{suits}{back}</defs>\n"
        f'<rect width="{width}" height="{height}" rx="6" fill="{page.ground}"/>\n'
        f'<g fill="{page.ink}">\n{content}\n</g>\n</svg>\n'
    )


def _name(sign: str) -> str:
    return f"u{ord(sign):x}"


def _drawn(screen: pyte.Screen, page: Page) -> str:
    return "\n".join(part for row in range(ROWS) for part in _row(screen, row, page))


def _row(screen: pyte.Screen, row: int, page: Page) -> Iterator[str]:
    cells = [screen.buffer[row][column] for column in range(COLUMNS)]
    if row == screen.cursor.y and not screen.cursor.hidden:
        cells[screen.cursor.x] = cells[screen.cursor.x]._replace(reverse=True)
    top = _MARGIN + row * _HEIGHT
    for look, group in groupby(range(COLUMNS), lambda column: _look(cells[column], page)):
        columns = list(group)
        left = _MARGIN + columns[0] * _WIDTH
        if look.ground != page.ground:
            size = f'width="{_WIDTH * len(columns)}" height="{_HEIGHT}"'
            yield f'<rect x="{left}" y="{top}" {size} fill="{look.ground}"/>'
        for column in columns:
            if cells[column].data in (*_SUITS, _BACK):
                yield _sign(cells[column].data, _MARGIN + column * _WIDTH, top, look)
        yield from _words("".join(cells[column].data for column in columns), left, top, look, page)


def _sign(sign: str, left: int, top: int, look: Look) -> str:
    place = f"translate({left} {top})" if sign == _BACK else f"translate({left - 1} {top + 4}) scale(.69)"
    return f'<use href="#{_name(sign)}" transform="{place}" fill="{look.ink}"/>'


def _words(text: str, left: int, top: int, look: Look, page: Page) -> Iterator[str]:
    """The text of a group of cells, word by word, so that no font can shift it far."""
    weight = ' font-weight="bold"' * look.bold
    ink = f' fill="{look.ink}"' * (look.ink != page.ink)
    place = 0
    for is_blank, group in groupby(text, lambda sign: sign == " " or sign in _SUITS or sign == _BACK):
        word = "".join(group)
        if not is_blank:
            size = f'textLength="{_WIDTH * len(word)}" lengthAdjust="spacingAndGlyphs"'
            x, y = left + place * _WIDTH, top + 14
            yield f'<text x="{x}" y="{y}" {size}{weight}{ink}>{escape(word)}</text>'
        place += len(word)


def _look(cell: Char, page: Page) -> Look:
    ink, ground = _color(cell.fg, page.ink), _color(cell.bg, page.ground)
    return Look(ground, ink, cell.bold) if cell.reverse else Look(ink, ground, cell.bold)


def _color(name: str, default: str) -> str:
    return default if name == "default" else f"#{name}"


def position() -> str:
    """The position as `spider show --as svg` prints it."""
    return format_svg(Game.load(GAME).rewound(STEPS), Style()) + "\n"


def pictures() -> dict[str, str]:
    """Every picture by the name of its file."""
    screens = frames(TYPED)
    stills = {f"table-{name}.svg": still(screens[0], page) for name, page in PAGES.items()}
    films = {f"session-{name}.svg": film(screens, page) for name, page in PAGES.items()}
    return {**stills, **films, "position.svg": position()}


def main() -> None:
    """Write the pictures."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    for name, text in pictures().items():
        (PICTURES / name).write_text(text, encoding="utf-8")
        sys.stdout.write(f"{PICTURES / name}\n")


if __name__ == "__main__":
    main()
