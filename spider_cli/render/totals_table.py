"""Totals over many saved games as tables: see `spider_cli.saved.totals`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from spider_cli.text import counted, duration

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
    ("seed of the best game won", ("best", "seed")),
    ("fewest moves, won games", ("fewest_moves",)),
    ("moves, all games", ("moves", "total")),
    ("mean moves, all games", ("moves", "mean")),
    ("undos, all games", ("undos", "total")),
    ("mean undos, all games", ("undos", "mean")),
    ("hints, all games", ("hints", "total")),
    ("time played", ("seconds", "total")),
    ("won in a row, now", ("streaks", "winning", "current")),
    ("won in a row, longest", ("streaks", "winning", "longest")),
    ("not won in a row, now", ("streaks", "losing", "current")),
    ("not won in a row, longest", ("streaks", "losing", "longest")),
)

#: The columns of the table of periods.
_PERIOD_COLUMNS: Final = (
    ("games", ("games",)),
    ("won", ("won",)),
    ("win rate", ("win_rate",)),
    ("best score", ("score", "all", "best")),
    ("mean score", ("score", "all", "mean")),
    ("moves", ("moves", "total")),
    ("hints", ("hints", "total")),
    ("time", ("seconds", "total")),
)


def format_figures(figures: dict[str, Any]) -> str:
    """The figures with a column for all games and one for each number of suits."""
    by_suits = figures["by_suits"]
    heads = ["", "all", *[counted(int(suits), "suit") for suits in by_suits]]
    groups = [figures, *by_suits.values()]
    rows = [[label, *[_value(group, path) for group in groups]] for label, path in _ROWS]
    days = f"played from {figures['first']} to {figures['last']}" if figures["first"] else ""
    return "\n".join(
        [*aligned([heads, *rows]), *([days] if days else []), *_problem_lines(figures["problems"])]
    )


def _problem_lines(problems: dict[str, int]) -> list[str]:
    tried = problems["tried"]
    return [f"solved {problems['solved']} of {counted(tried, 'problem')} tried"] if tried else []


def format_periods(by: str, periods: dict[str, dict[str, Any]]) -> str:
    """The main figures with a line for each period; `by` is `week` or `month`."""
    heads = [by, *[head for head, _ in _PERIOD_COLUMNS]]
    rows = [[name, *[_value(group, path) for _, path in _PERIOD_COLUMNS]] for name, group in periods.items()]
    return "\n".join(aligned([heads, *rows]))


def _value(group: dict[str, Any], path: tuple[str, ...]) -> str:
    value: Any = group
    for key in path:
        value = value and value[key]
    if value is None:
        return _NONE
    if path == ("win_rate",):
        return f"{value:.1%}"
    if path[0] == "seconds":
        return duration(round(value))
    return f"{value:.1f}" if isinstance(value, float) else str(value)


def aligned(rows: list[list[str]]) -> list[str]:
    """The lines of a table, with the first cell to the left and the others to the right."""
    widths = [_width(cells) for cells in zip(*rows, strict=True)]
    return ["  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]) for row in rows]


def _width(cells: Sequence[str]) -> int:
    return max(map(len, cells))
