"""What is printed of results that are there: summaries, comparisons, rows of CSV, histograms."""

from __future__ import annotations

import contextlib
import json
from typing import TYPE_CHECKING, Any, Final

from spider_cli.cli.exits import RefusedError
from spider_cli.cli.output import write
from spider_cli.cli.stdin import DASH, STDIN, standard_input
from spider_cli.errors import GameFormatError, StorageError
from spider_cli.files import reading
from spider_cli.studies.results import read_results
from spider_cli.studies.tally import tallies
from spider_cli.text import printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from spider_cli.studies.attempts import GameResult
    from spider_cli.studies.tally import Tally

#: The columns of CSV that are keys of a result as well.
_CSV_KEYS: Final = ("seed", "suits", "relaxed", "player", "verdict", "score", "moves", "deals")
_CSV_HEADS: Final = (
    *_CSV_KEYS, "length", "positions", "seconds", "limit_seconds", "limit_nodes", "limit_effort", "steps",
)  # fmt: skip


def print_summary(name: str, *, as_json: bool) -> None:
    """Print the summary of the results in a file, or in standard input for `-`. Raises StorageError."""
    found = _tallies(name)
    if not found:
        write(_nothing(as_json))
        return
    write(_joined([summary_text(tally, as_json=as_json) for tally in found], as_json))


def summary_text(tally: Tally, *, as_json: bool) -> str:
    """The figures of a study as text, or as a line of JSON."""
    if as_json:
        return json.dumps(tally.figures())
    from spider_cli.render.study_summary import format_study

    return format_study(tally.figures())


def print_comparison(first: str, second: str, *, as_json: bool) -> None:
    """Print how the players of two files compare on the games that both have.

    Raises StorageError, or RefusedError if the files have no such games.
    """
    from spider_cli.render.study_summary import format_comparison
    from spider_cli.studies.comparison import comparisons

    pairs = [figures for figures in comparisons(_tallies(first), _tallies(second)) if figures["games"]]
    if not pairs:
        raise RefusedError(
            f"{first} and {second} have no game in common: the same seed, number of suits and rules"
        )
    write(_joined([json.dumps(pair) if as_json else format_comparison(pair) for pair in pairs], as_json))


def print_csv(name: str) -> None:
    """Print the results in a file, one a row below a row of names, in the order of the file."""
    _write_row(list(_CSV_HEADS))
    for result in _results(name):
        _write_row(_cells(result))


def _cells(result: GameResult) -> list[Any]:
    moves, steps, limits = result["moves"], result.get("steps"), result["limits"]
    length = None if moves is None else moves + (result["deals"] or 0)
    return [
        *[printable(value) if isinstance(value := result.get(key), str) else value for key in _CSV_KEYS],
        length,
        result["positions"],
        result["seconds"],
        limits["seconds"],
        limits["nodes"],
        limits["effort"],
        None if steps is None else "; ".join(steps),
    ]


def _write_row(cells: list[Any]) -> None:
    import csv
    import io

    row = io.StringIO()
    csv.writer(row, lineterminator="").writerow(cells)
    write(row.getvalue())


def print_histograms(name: str, *, as_json: bool) -> None:
    """Print how the lengths and the scores of the games won are spread, for each study in a file."""
    from spider_cli.render.histogram import format_histogram
    from spider_cli.render.study_summary import format_settings

    parts = []
    for tally in _tallies(name):
        figures = tally.figures()
        numbers = {"length": list(tally.lengths.values()), "score": list(tally.scores)}
        if as_json:
            settings = {key: figures[key] for key in ("suits", "relaxed", "player", "limits")}
            parts.append(json.dumps({**settings, **numbers}))
            continue
        bars = [
            format_histogram(title, numbers[key])
            for title, key in (("steps to win", "length"), ("score of games won", "score"))
        ]
        parts.append("\n\n".join([format_settings(figures), *bars]))
    write(_joined(parts, as_json) if parts else _nothing(as_json))


def read_through(names: Iterable[str]) -> None:
    """Print nothing. Raises StorageError if there is a line that is no result."""
    for name in names:
        for _ in _results(name):
            pass


def _nothing(as_json: bool) -> str:
    return json.dumps({"games": 0}) if as_json else "no results"


def _joined(parts: list[str], as_json: bool) -> str:
    return ("\n" if as_json else "\n\n").join(parts)


def _tallies(name: str) -> list[Tally]:
    return tallies(_results(name))


def _results(name: str) -> Iterator[GameResult]:
    """The results in a file, or in standard input for `-`. Raises StorageError."""
    if name == DASH:
        name = STDIN
        lines = reading.stream_lines(standard_input(), name, ends=True)
    else:
        lines = reading.read_lines(name, ends=True)
    with naming(name):
        yield from read_results(lines, cut_short=lambda line: None)


@contextlib.contextmanager
def naming(name: str) -> Iterator[None]:
    """Say in which file a line is not a line of a study."""
    try:
        yield
    except GameFormatError as error:
        raise StorageError(name, str(error)) from error
