"""A position as a small HTML table, for notebooks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from spider_cli.render.cells import column_cells
from spider_cli.render.style import SIGNS, Style
from spider_cli.render.themes import DEFAULT_THEME, FACE_DOWN_INK, PAINTS, web_color
from spider_cli.rules.cards import suit_of
from spider_cli.rules.position import FOUNDATIONS
from spider_cli.rules.steps import COLUMNS
from spider_cli.text import counted

if TYPE_CHECKING:
    from spider_cli.render.cells import Cell
    from spider_cli.rules.position import Position

_STYLE: Final = Style(signs=True)
_MOVABLE, _COVERED = PAINTS[DEFAULT_THEME]
_CELL: Final = "padding:0 .5em;text-align:right;white-space:nowrap;font-family:monospace"


def position_html(position: Position) -> str:
    """The table as HTML that needs nothing else; no face-down or stock card is named in it."""
    columns = [column_cells(column) for column in position.columns]
    rows = [
        _row([_cell(cells[row]) if row < len(cells) else _plain_cell("") for cells in columns])
        for row in range(max(map(len, columns)))
    ]
    numbers = _row([f'<th style="{_CELL}">{number}</th>' for number in range(1, COLUMNS + 1)])
    done = "".join([SIGNS[suit] for suit in position.foundations])
    words = (
        f"{counted(position.rows_left(), 'row')} left, foundations {len(done)}/{FOUNDATIONS} {done}".strip()
    )
    caption = f'<caption style="caption-side:bottom;text-align:left">{words}</caption>'
    return "\n".join(['<table style="border-collapse:collapse">', caption, numbers, *rows, "</table>"])


def _row(cells: list[str]) -> str:
    return f"<tr>{''.join(cells)}</tr>"


def _plain_cell(text: str, look: str = "") -> str:
    return f'<td style="{_CELL}{look}">{text}</td>'


def _cell(cell: Cell) -> str:
    if cell.kind == "empty":
        return _plain_cell("--")
    if cell.kind == "face down":
        return _plain_cell("▒▒", f";color:{web_color(FACE_DOWN_INK)}")
    paint, weight = (_MOVABLE, "bold") if cell.kind == "movable" else (_COVERED, "normal")
    look = f";color:{web_color(paint.inks[suit_of(cell.card)])};font-weight:{weight}"
    look += f";background:{web_color(paint.ground)}" if paint.ground else ""
    return _plain_cell(_STYLE.card_name(cell.card), look)
