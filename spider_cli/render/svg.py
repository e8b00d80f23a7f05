"""A position as a picture: one SVG file that needs no font, on light and on dark pages.

Ranks and suits are drawn as paths. The page shows through between the cards; what stands on it takes a
colour for light or for dark pages, as the reader's system asks for.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

from spider_cli.render.cells import NO_MARKS, column_cells
from spider_cli.render.themes import PAINTS, web_color
from spider_cli.rules.cards import RANKS, rank_of, suit_of
from spider_cli.rules.steps import COLUMNS
from spider_cli.text import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from spider_cli.games.game import Game
    from spider_cli.render.cells import Cell, Marks
    from spider_cli.render.fitting import Window
    from spider_cli.render.recordings import Moment
    from spider_cli.render.style import Style
    from spider_cli.rules.position import Position

# All lengths are in pixels.
_CARD_WIDTH: Final = 56
_CARD_HEIGHT: Final = 78
_PITCH: Final = 64  # from one column to the next
_FACE_UP_STRIP: Final = 24  # what is seen of a card with another on it
_FACE_DOWN_STRIP: Final = 9
_MARGIN: Final = 12
_NUMBER_HEIGHT: Final = 26
#: Seconds for which a moving picture shows a position at least, and the last one in addition.
_SHORTEST, _REST = 0.1, 3.0
_FOOT_HEIGHT: Final = 52  # the stock and the foundations, drawn at half size

#: Figures and letters, as lines in a box of 10 by 14.
_GLYPHS: Final = {
    "0": "M5 0A4 7 0 1 0 5 14A4 7 0 1 0 5 0Z",
    "1": "M2 3L6 0V14",
    "2": "M1 3.8A4.1 3.8 0 0 1 9.2 4C9.2 8 1 10 1 14H9.4",
    "3": "M1 0H9L4.6 5.4C8 5.2 9.5 7.4 9.5 9.6C9.5 12.4 7.5 14 5 14C3 14 1.3 13 .7 11.2",
    "4": "M7 14V0L.5 10H9.8",
    "5": "M9 0H2.4L1.5 6.2C2.5 5.3 3.7 5 5 5C7.7 5 9.5 6.8 9.5 9.4C9.5 12.2 7.6 14 5 14C3 14 1.3 13 .7 11.2",
    "6": "M7.6 0C3.5 2 .7 5.5 .7 9.4A4.4 4.5 0 1 0 9.5 9.4A4.4 4.5 0 0 0 .9 8.4",
    "7": "M.8 0H9.4L4 14",
    "8": "M5 6.4A3.7 3.2 0 1 0 5 0A3.7 3.2 0 1 0 5 6.4A4.4 3.8 0 1 0 5 14A4.4 3.8 0 1 0 5 6.4Z",
    "9": "M2.4 14C6.5 12 9.3 8.5 9.3 4.6A4.4 4.5 0 1 0 .5 4.6A4.4 4.5 0 0 0 9.1 5.6",
    "A": "M0 14L5 0L10 14M1.9 9H8.1",
    "T": "M0 3L3 0V14M10 0A3.6 7 0 1 0 10 14A3.6 7 0 1 0 10 0Z",
    "J": "M8 0V9.8A3.7 4.1 0 0 1 .6 9.8",
    "Q": "M5 0A4.7 7 0 1 0 5 14A4.7 7 0 1 0 5 0ZM6 10L9.8 14.4",
    "K": "M1 0V14M9.5 0L1 8.6M4 5.8L9.8 14",
}

#: Spades, hearts, diamonds and clubs, filled, in a box of 16 by 16.
_STEM: Final = "C9 13.4 9.6 14.4 10.6 15.2H5.4C6.4 14.4 7 13.4 7.1 11.7"
_SUITS: Final = (
    f"M8 .8C11 4.5 15 6.8 15 10A3.4 3.4 0 0 1 8.9 11.7{_STEM}A3.4 3.4 0 0 1 1 10C1 6.8 5 4.5 8 .8Z",
    "M8 14.8C3 10.6 1 8 1 5.2A3.6 3.6 0 0 1 8 3.8A3.6 3.6 0 0 1 15 5.2C15 8 13 10.6 8 14.8Z",
    "M8 .6L13.8 8L8 15.4L2.2 8Z",
    f"M4.8 4.2A3.2 3.2 0 1 1 11.2 4.2A3.2 3.2 0 0 1 10.1 6.7A3.3 3.3 0 1 1 8.9 11.7{_STEM}"
    "A3.3 3.3 0 1 1 5.9 6.7A3.2 3.2 0 0 1 4.8 4.2Z",
)


def format_svg(game: Game, style: Style, window: Window | None = None, marks: Marks = NO_MARKS) -> str:
    """The picture of a position. Face-down and stock cards are not named in it."""
    from spider_cli.render.plain import format_plain

    head = _head(f"Spider: score {game.score}, {game.status}", format_plain(game, style), style)
    height, parts = _position(game.position)
    return "\n".join([_opening(height), *head, *_numbers(), *parts, "</svg>"])


def record_svg(moments: Iterable[Moment], style: Style, delay: float) -> Iterator[str]:
    """A moving picture, in which each position is seen for `delay` seconds, at least 0.1.

    The last one stays for some seconds more; then the picture begins again.
    """
    delay = max(delay, _SHORTEST)
    pictures = [(moment.title, *_position(moment.game.position)) for moment in moments]
    whole = len(pictures) * delay + _REST
    yield _opening(max([height for _, height, _ in pictures]))
    yield from _head("Spider: a replay", counted(len(pictures), "position"), style)
    yield from _numbers()
    # An animation that changes nothing: it is the clock of the others.
    yield (
        '<animate id="replay" attributeName="visibility" from="visible" to="visible" '
        f'begin="0s;replay.end" dur="{whole:g}s"/>'
    )
    for number, (title, _, parts) in enumerate(pictures):
        # The first position is visible from the start and hidden while the others are shown, so that it is
        # seen where nothing can move.
        seen, turned = ("hidden", "visible") if number else ("visible", "hidden")
        begin, lasts = (number * delay, delay) if number else (delay, whole - delay)
        if number == len(pictures) - 1:
            lasts += _REST
        times = f'begin="replay.begin+{begin:g}s" dur="{lasts:g}s"'
        yield f'<g visibility="{seen}"><title>{escape(title)}</title>'
        if lasts:
            yield f'<set attributeName="visibility" to="{turned}" {times}/>'
        yield from parts
        yield "</g>"
    yield "</svg>"


def _opening(height: int) -> str:
    width = 2 * _MARGIN + (COLUMNS - 1) * _PITCH + _CARD_WIDTH
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" role="img">'
    )


def _head(title: str, description: str, style: Style) -> list[str]:
    return [
        f"<title>{title}</title>",
        f"<desc>{description}</desc>",
        f"<style>{_rules(style.theme_name)}</style>",
        f"<defs>{_definitions()}</defs>",
    ]


def _numbers() -> list[str]:
    return [_number(number, _left(number)) for number in range(1, COLUMNS + 1)]


def _position(position: Position) -> tuple[int, list[str]]:
    """How high the picture of a position is, and its parts."""
    columns = [column_cells(column) for column in position.columns]
    top = _MARGIN + _NUMBER_HEIGHT
    foot = top + max(map(_height, columns)) + _MARGIN
    parts = [_column(cells, _left(number), top) for number, cells in enumerate(columns, start=1)]
    return foot + _FOOT_HEIGHT, [*parts, *_foot(position, foot)]


def _left(number: int) -> int:
    return _MARGIN + (number - 1) * _PITCH


def _rules(theme_name: str) -> str:
    """The colours: of the cards by theme, of what stands on the page by the reader's system."""
    rules = [
        ".glyph{fill:none;stroke-width:1.9;stroke-linecap:round;stroke-linejoin:round}",
        ".card{fill:#fff;stroke:#888}.empty{fill:none;stroke:#888;stroke-dasharray:4 4}",
        ".back{fill:#5b7086;stroke:#d0d8e0}.page{stroke:#444}",
        "@media(prefers-color-scheme:dark){.page{stroke:#ccc}.card{fill:#161616}}",
    ]
    for kind, paint in zip(("movable", "covered"), PAINTS[theme_name], strict=True):
        if paint.ground is not None:  # else cards are as light or dark as the page
            rules.append(f".{kind} .card{{fill:{web_color(paint.ground)}}}")
        for suit, ink in enumerate(map(web_color, paint.inks)):
            rules.append(f".{kind} .rank{suit}{{stroke:{ink}}}.{kind} .suit{suit}{{fill:{ink}}}")
    return "".join(rules)


def _definitions() -> str:
    """The paths that are drawn again and again, each once."""
    glyphs = [f'<path id="g{name}" class="glyph" d="{path}"/>' for name, path in _GLYPHS.items()]
    suits = [f'<path id="s{suit}" d="{path}"/>' for suit, path in enumerate(_SUITS)]
    return "".join([*glyphs, *suits])


def _use(name: str, css: str, left: float, top: float, scale: float = 1) -> str:
    return f'<use href="#{name}" class="{css}" transform="translate({left:g} {top:g}) scale({scale:g})"/>'


def _rectangle(css: str, left: float, top: float, scale: float = 1) -> str:
    size = f'width="{_CARD_WIDTH * scale:g}" height="{_CARD_HEIGHT * scale:g}" rx="{6 * scale:g}"'
    return f'<rect class="{css}" x="{left:g}" y="{top:g}" {size}/>'


def _number(number: int, left: int) -> str:
    """The number of a column above it."""
    figures = str(number)
    first = left + _CARD_WIDTH / 2 - 7 * len(figures)
    return "".join(
        [_use(f"g{figure}", "page", first + 14 * place + 2, _MARGIN) for place, figure in enumerate(figures)]
    )


def _strip(cell: Cell) -> int:
    """How much of a card is seen that has another on it."""
    return _FACE_DOWN_STRIP if cell.kind == "face down" else _FACE_UP_STRIP


def _height(cells: list[Cell]) -> int:
    return sum(map(_strip, cells[:-1])) + _CARD_HEIGHT


def _column(cells: list[Cell], left: int, top: int) -> str:
    lines = []
    for place, cell in enumerate(cells):
        lines.append(_drawn(cell, left, top, exposed=place == len(cells) - 1))
        top += _strip(cell)
    return "\n".join(lines)


def _drawn(cell: Cell, left: int, top: int, *, exposed: bool) -> str:
    if cell.kind == "empty":
        return _rectangle("empty", left, top)
    if cell.kind == "face down":
        return _rectangle("back", left, top)
    rank, suit = RANKS[rank_of(cell.card) - 1], suit_of(cell.card)
    parts = [
        _rectangle("card", left, top),
        _use(f"g{rank}", f"rank{suit}", left + 8, top + 5.5),
        _use(f"s{suit}", f"suit{suit}", left + 29, top + 4),
    ]
    if exposed:
        parts.append(_use(f"s{suit}", f"suit{suit}", left + 14, top + 38, 1.75))
    return f'<g class="{cell.kind}">{"".join(parts)}</g>'


def _foot(position: Position, top: int) -> Iterator[str]:
    """The rows that are left in the stock, to the left, and the foundations, to the right."""
    for row in range(position.rows_left()):
        yield _rectangle("back", _MARGIN + 12 * row, top, 0.5)
    right = _left(COLUMNS) + _CARD_WIDTH
    for place, suit in enumerate(reversed(position.foundations)):
        left = right - _CARD_WIDTH / 2 - place * (_CARD_WIDTH / 2 + 6)
        king = _use("gK", f"rank{suit}", left + 4, top + 3, 0.6) + _use(
            f"s{suit}", f"suit{suit}", left + 6, top + 17
        )
        yield f'<g class="movable">{_rectangle("card", left, top, 0.5)}{king}</g>'
