"""Totals over many saved games as a table: see `spider_cli.saved.totals`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from spider_cli.text import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

_NONE: Final = "-"

#: The rows: a label, and where in the totals the value is found.
_ROWS: Final = (
    ("games", ("games",)),
    ("won", ("won",)),
    ("stuck", ("stuck",)),
    ("left unfinished", ("unfinished",)),
    ("win rate", ("win_rate",)),
    ("best score, all games", ("score", "all", "best")),
    ("mean score, all games", ("score", "all", "mean")),
    ("best score, won games", ("score", "won", "best")),
    ("mean score, won games", ("score", "won", "mean")),
    ("moves, all games", ("moves", "total")),
    ("mean moves, all games", ("moves", "mean")),
    ("undos, all games", ("undos", "total")),
    ("mean undos, all games", ("undos", "mean")),
    ("won in a row, now", ("streaks", "winning", "current")),
    ("won in a row, longest", ("streaks", "winning", "longest")),
    ("not won in a row, now", ("streaks", "losing", "current")),
    ("not won in a row, longest", ("streaks", "losing", "longest")),
)


def format_figures(figures: dict[str, Any]) -> str:
    """The figures with a column for all games and one for each number of suits."""
    by_suits = figures["by_suits"]
    heads = ["", "all", *[counted(int(suits), "suit") for suits in by_suits]]
    groups = [figures, *by_suits.values()]
    rows = [[label, *[_value(group, path) for group in groups]] for label, path in _ROWS]
    return "\n".join(_aligned([heads, *rows]))


def _value(group: dict[str, Any], path: tuple[str, ...]) -> str:
    value: Any = group
    for key in path:
        value = value[key]
    if value is None:
        return _NONE
    if path == ("win_rate",):
        return f"{value:.1%}"
    return f"{value:.1f}" if isinstance(value, float) else str(value)


def _aligned(rows: list[list[str]]) -> list[str]:
    """Lines with the first cell to the left and the others to the right."""
    widths = [_width(cells) for cells in zip(*rows, strict=True)]
    return ["  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]) for row in rows]


def _width(cells: Sequence[str]) -> int:
    return max(map(len, cells))
