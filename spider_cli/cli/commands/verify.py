"""`spider verify`."""

from __future__ import annotations

import contextlib
import json
from typing import TYPE_CHECKING, Any

import click

from spider_cli.cli.command import command
from spider_cli.cli.exits import Exit, UsageError
from spider_cli.cli.many_games import checked_games, failure, finding_code
from spider_cli.cli.options import jobs_option
from spider_cli.cli.output import ReaderGone, say
from spider_cli.cli.param_types import FILE
from spider_cli.cli.session import Session, game_options
from spider_cli.errors import GameFormatError, StorageError
from spider_cli.text import counted

if TYPE_CHECKING:
    from spider_cli.saved.checking import Finding


@command(
    "Replay many saved games, and report the bad ones.",
    """
    Play every game in the files through, and report each one that is damaged or breaks a rule.

    A FILE holds one game, or with the ending .jsonl one game a line. A directory stands for the
    .json and .jsonl files directly in it, and - for standard input.

    Bad games are reported as FILE:LINE: PLACE: REASON, where steps[0] is the first step; then comes a
    summary. With --json: one object for each game, with "ok" and how it ended, or "place", "number" (of
    the step at fault, from 1, or null) and "reason"; the summary last.

    Exit code: 0 if every game is good; 1 if any is bad, or there is none at all; 3 if any file could
    not be read, bad games or not, for then not all was seen.

    \b
    Examples:
      spider verify spider.json
      spider verify --jobs 2 *.jsonl
      zcat games.jsonl.gz | spider verify --json -
    """,
)
@click.argument("files", metavar="FILE...", nargs=-1, type=FILE)
@jobs_option
@game_options
def verify(session: Session, files: tuple[str, ...], jobs: int | None) -> int:
    if not files and session.path_is_default:
        raise UsageError("name the games to verify: FILE..., or -f")
    summary = _Summary()
    with contextlib.suppress(ReaderGone):
        for finding in checked_games(session.names(files), jobs, session):
            summary.add(finding)
            _report(finding, session)
        session.write(json.dumps(summary.figures()) if session.as_json else summary.line())
        if summary.is_empty:
            say(f"there is no game in {', '.join(session.names(files))}")
            return Exit.REFUSED
    return summary.code


def _report(finding: Finding, session: Session) -> None:
    if isinstance(finding.error, StorageError):
        say(failure(finding))
    if session.as_json:
        session.write(json.dumps(_as_data(finding)))
    elif isinstance(finding.error, GameFormatError):
        session.write(failure(finding))


def _as_data(finding: Finding) -> dict[str, Any]:
    head = {"file": finding.file, "line": finding.line, "ok": finding.error is None}
    if finding.summary:
        return {**head, **finding.summary.state()}
    error = finding.error
    if isinstance(error, StorageError):
        return {**head, "place": "", "number": None, "reason": error.reason}
    assert error
    return {**head, "place": error.place, "number": _step_number(error.place), "reason": error.reason}


def _step_number(place: str) -> int | None:
    """The number of the step, from 1, that a place such as steps[36] names."""
    name, _, index = place.rstrip("]").partition("[")
    return int(index) + 1 if name == "steps" and index else None


class _Summary:
    def __init__(self) -> None:
        self._good = self._bad = self._unreadable = 0
        self.code = Exit.DONE

    def add(self, finding: Finding) -> None:
        self.code = max(self.code, finding_code(finding))
        if finding.error is None:
            self._good += 1
        elif isinstance(finding.error, GameFormatError):
            self._bad += 1
        else:
            self._unreadable += 1

    @property
    def is_empty(self) -> bool:
        """Whether all could be read, and held no game."""
        return not (self._good or self._bad or self._unreadable)

    def figures(self) -> dict[str, int]:
        return {
            "games": self._good + self._bad,
            "good": self._good,
            "bad": self._bad,
            "unreadable": self._unreadable,
        }

    def line(self) -> str:
        games = self._good + self._bad
        line = f"{counted(games, 'game')}: {self._good} good, {self._bad} bad"
        if not (number := self._unreadable):
            return line
        return f"{line}; {counted(number, 'file')} could not be read"
