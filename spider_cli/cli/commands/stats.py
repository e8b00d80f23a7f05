"""`spider stats`."""

from __future__ import annotations

import csv
import io
import json
from itertools import starmap
from typing import TYPE_CHECKING, Any

import click

from spider_cli.cli.command import command
from spider_cli.cli.exits import Exit, UsageError
from spider_cli.cli.many_games import checked_games, failure, finding_code, is_on_the_table, own_files
from spider_cli.cli.options import jobs_option
from spider_cli.cli.output import say
from spider_cli.cli.param_types import FILE
from spider_cli.cli.session import Session, game_options
from spider_cli.render.game_lines import format_game, game_heads
from spider_cli.render.histogram import format_histogram
from spider_cli.render.totals_table import format_figures, format_periods
from spider_cli.saved.checking import FACTS
from spider_cli.saved.totals import PERIODS, Totals
from spider_cli.text import printable

if TYPE_CHECKING:
    from spider_cli.saved.checking import Finding, Summary


@command(
    "Print figures over many saved games.",
    """
    Print how many games were won, the scores, moves, undos, hints, the time played, and the streaks in
    file order. --by month adds the figures of each month, --each prints one game a line instead.

    A FILE holds one game, or with the ending .jsonl one game a line. A directory stands for the
    .json and .jsonl files directly in it, and - for standard input.

    Without FILE: the games that 'spider new' replaced (spider.history.jsonl for spider.json), and the
    one in the game file itself once it is won or stuck.

    Each game counts once, as it is after its last step. Stuck means that no move and no deal is
    legal. A game that was left unfinished counts as not won, in the win rate and in the streaks.

    Bad games are named on standard error and left out; then the exit code is 1, and 3 if any file
    could not be read.

    \b
    Examples:
      spider stats
      spider stats --by month
      spider stats --csv > games.csv
      spider stats --json spider.history.jsonl
      spider stats games/
    """,
)
@click.argument("files", metavar="[FILE...]", nargs=-1, type=FILE)
@click.option("--by", type=click.Choice(list(PERIODS)), help="Also the figures of each week or month.")
@click.option("--each", is_flag=True, help="One game a line instead of figures.")
@click.option("--csv", "as_csv", is_flag=True, help="One game a line as CSV, for spreadsheets.")
@click.option("--histogram", is_flag=True, help="How the scores and moves are spread, as bars.")
@jobs_option
@game_options
def stats(
    session: Session,
    files: tuple[str, ...],
    by: str | None,
    each: bool,
    as_csv: bool,
    histogram: bool,
    jobs: int | None,
) -> int:
    if as_csv and session.as_json:
        raise UsageError("--csv and --json both say how to print; give one of them")
    answers = [by is not None, each or as_csv, histogram]
    if sum(answers) > 1:
        raise UsageError("--by, --histogram, and --each or --csv are different answers; give one of them")
    report = _report(session, by, each, as_csv, histogram)
    code = Exit.DONE
    for finding in checked_games(session.names(files) if files else own_files(session), jobs, session):
        code = max(code, finding_code(finding))
        if finding.summary is None:
            say(failure(finding))
        elif files or not is_on_the_table(finding, session):
            report.add(finding, finding.summary)
    report.finish()
    return code


def _report(session: Session, by: str | None, each: bool, as_csv: bool, histogram: bool) -> _Report:
    if as_csv:
        return _Csv(session)
    if each:
        return _Each(session)
    return _Histograms(session) if histogram else _Figures(session, by)


class _Report:
    """What is printed of the games."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, finding: Finding, game: Summary) -> None:
        """Count or print the next game."""

    def finish(self) -> None:
        """Print what is left to print."""


class _Figures(_Report):
    """The totals, and those of each period if that is wanted."""

    def __init__(self, session: Session, by: str | None) -> None:
        super().__init__(session)
        self._by = by
        self._totals = Totals(by)

    def add(self, finding: Finding, game: Summary) -> None:
        self._totals.add(game)

    def finish(self) -> None:
        figures = self._totals.figures()
        if self._session.as_json:
            self._session.write(json.dumps(figures))
            return
        self._session.write(format_figures(figures))
        if self._by:
            self._session.write(f"\n{format_periods(self._by, figures[f'by_{self._by}'])}")


class _Each(_Report):
    """A line or object for each game."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        if not session.as_json:
            session.write(game_heads(FACTS))

    def add(self, finding: Finding, game: Summary) -> None:
        if self._session.as_json:
            place = {"file": finding.file, "line": finding.line}
            self._session.write(json.dumps({**game.facts(), **place}))
        else:
            line = "" if finding.line is None else f":{finding.line}"
            self._session.write(format_game(game.facts(), printable(finding.file) + line))


class _Csv(_Report):
    """A row for each game, below a row of names."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._write_row([*FACTS, "file", "line"])

    def add(self, finding: Finding, game: Summary) -> None:
        self._write_row([*game.facts().values(), printable(finding.file), finding.line])

    def _write_row(self, cells: list[Any]) -> None:
        row = io.StringIO()
        csv.writer(row, lineterminator="").writerow(cells)
        self._session.write(row.getvalue())


class _Histograms(_Report):
    """How scores and moves are spread."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._numbers: dict[str, list[int]] = {"score": [], "moves": []}

    def add(self, finding: Finding, game: Summary) -> None:
        self._numbers["score"].append(game.score)
        self._numbers["moves"].append(game.moves)

    def finish(self) -> None:
        if self._session.as_json:
            self._session.write(json.dumps(self._numbers))
        else:
            self._session.write("\n\n".join(starmap(format_histogram, self._numbers.items())))
