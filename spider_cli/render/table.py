"""The table: ten columns in at most 60 characters, one row a card, and the status below.

What is drawn is decided in `cells`, how it fits a window in `fitting`, how it looks in `style`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from spider_cli.render.cells import NO_MARKS, marked_cells, marked_columns
from spider_cli.render.fitting import LEAST_HEIGHT, Window, filled, fitted
from spider_cli.render.sentences import seed_words
from spider_cli.rules.position import FOUNDATIONS
from spider_cli.rules.steps import COLUMNS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from spider_cli.games.game import Game
    from spider_cli.render.cells import Marks
    from spider_cli.render.style import Style
    from spider_cli.rules.position import Position

WIDTH: Final = 60
_CELL: Final = WIDTH // COLUMNS
_CARD: Final = 4  # columns: a card and the place of its mark
_GAP: Final = " " * (_CELL - _CARD)
_USED: Final = WIDTH - len(_GAP)  # columns that hold anything
_NUMBERS: Final = 2  # rows with the numbers of the columns


def format_table(game: Game, style: Style, window: Window | None = None, marks: Marks = NO_MARKS) -> str:
    """The table and the status of a game, without a newline at the end.

    With a window it has at most `window.rows - window.other_lines` lines.
    """
    status = filled(status_words(game, style), min(window.columns, 80) if window else WIDTH, "  ")
    columns = [marked_cells(game.position, number, marks) for number in range(1, COLUMNS + 1)]
    spare = [""]  # the first to go
    if window:
        height = window.rows - window.other_lines - len(status) - _NUMBERS
        if height < LEAST_HEIGHT or window.columns < _USED:
            return _too_small(window, len(status))
        if max(map(len, columns)) >= height:
            spare = []
        columns = [fitted(cells, height) for cells in columns]
    numbers = _line(_numbers(game.position, marks, style), style)
    rows = [
        _line([style.cell(cells[row]) if row < len(cells) else "" for cells in columns], style)
        for row in range(max(map(len, columns)))
    ]
    return "\n".join([numbers, *rows, numbers, *spare, *status])


def _numbers(position: Position, marks: Marks, style: Style) -> list[str]:
    marked = marked_columns(position, marks)
    return [style.column_number(number, marked=number in marked) for number in range(1, COLUMNS + 1)]


def _line(cells: Iterable[str], style: Style) -> str:
    """The cells of one row, each at its place; an empty text is no cell."""
    if style.placed:
        starts = range(1, WIDTH, _CELL)
        return "".join([f"\x1b[{start}G{cell}" for start, cell in zip(starts, cells, strict=True) if cell])
    return _GAP.join([cell or " " * _CARD for cell in cells]).rstrip()


def _too_small(window: Window, status_lines: int) -> str:
    """What is said in place of a table that no window of this size can hold."""
    rows = _NUMBERS + LEAST_HEIGHT + status_lines + window.other_lines
    words = (
        f"This window has {window.rows} rows of {window.columns} columns. The table needs {rows} rows of "
        f"{_USED} columns: make the window larger, or use --as plain."
    )
    return "\n".join(filled(words.split(), window.columns, " "))


def status_words(game: Game, style: Style) -> list[str]:
    """The parts of the status line."""
    position = game.position
    done = "".join([style.suit(suit) for suit in position.foundations])
    status = game.status
    return [
        *([] if status == "playing" else [status]),
        f"score {game.score}",
        f"moves {game.moves}",
        f"rows left {position.rows_left()}",
        *(["too few cards to deal"] if position.is_beyond_dealing() else []),
        f"foundations {len(position.foundations)}/{FOUNDATIONS}" + f" {done}" * bool(done),
        f"suits {game.suits}" + " relaxed" * game.relaxed,
        seed_words(game),
    ]
