"""What the commands over many saved games have in common: jobs, progress, findings and their exit codes."""

from __future__ import annotations

import contextlib
import os
from itertools import count
from typing import TYPE_CHECKING, Final

import click

from spider_cli.cli.exits import Exit, exit_code
from spider_cli.cli.pools import ordered_map
from spider_cli.cli.progress import clear_line
from spider_cli.cli.stdin import DASH, standard_input
from spider_cli.errors import StorageError
from spider_cli.files import reading
from spider_cli.saved import collection
from spider_cli.saved.checking import check_all
from spider_cli.saved.history import history_path
from spider_cli.text import counted, printable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from spider_cli.cli.session import Session
    from spider_cli.saved.checking import Finding
    from spider_cli.saved.collection import SavedGame

# A batch is full with this many games, or with this many bytes of them.
_BATCH_GAMES: Final = 64
_BATCH_BYTES: Final = 1 << 20


def checked_games(names: Iterable[str], jobs: int | None, session: Session) -> Iterator[Finding]:
    """The finding on every game in the files, in order, with a progress bar on a terminal."""
    files = collection.files_of(names)
    found = collection.saved_games(files, standard_input() if DASH in files else None)
    jobs = jobs or 1
    results = ordered_map(check_all, _batches(found, 1 if jobs == 1 else _BATCH_GAMES), jobs)
    with contextlib.closing(results), _progress(files, session) as passed:
        for batch in results:
            for finding in batch:
                passed(finding)
                yield finding


def failure(finding: Finding) -> str:
    """What is wrong with a game or file: the file, the line and place if there are any, the reason."""
    if isinstance(finding.error, StorageError):
        return str(finding.error)
    line = "" if finding.line is None else f"{finding.line}:"
    return printable(f"{finding.file}:{line} {finding.error}")


def finding_code(finding: Finding) -> Exit:
    """The exit code for one finding. That of many is the highest: an unread file before a bad game."""
    if finding.error is None:
        return Exit.DONE
    return exit_code(finding.error) if isinstance(finding.error, StorageError) else Exit.REFUSED


def _batches(found: Iterable[SavedGame], games: int) -> Iterator[list[SavedGame]]:
    batch: list[SavedGame] = []
    size = 0
    for saved in found:
        batch.append(saved)
        size += len(saved.content) if isinstance(saved.content, bytes) else 0
        if len(batch) == games or size >= _BATCH_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


@contextlib.contextmanager
def _progress(files: list[str], session: Session) -> Iterator[Callable[[Finding], None]]:
    """What to call with each finding, before it is printed."""
    stream = session.progress(lines_between=session.as_json)
    if stream is None:
        yield lambda finding: None
        return
    total = None if collection.STDIN in files else sum(map(reading.size_of, files))
    numbers = count(1)  # without an end: so the bar knows no length unless it is told
    with click.progressbar(
        numbers,
        length=total,
        label="replaying",
        item_show_func=lambda games: counted(games, "game") if games else None,
        file=stream,
        update_min_steps=total // 200 if total else 1 << 18,
    ) as bar:

        def passed(finding: Finding) -> None:
            bar.update(finding.size + 1, next(numbers))
            if finding.error:  # it will be printed: not behind the bar
                clear_line(stream)

        yield passed
        bar.finish()
        bar.render_progress()


def own_files(session: Session) -> list[str]:
    """The history and the game file, as far as they exist; without either there are no games yet."""
    there = [name for name in (history_path(session.path), session.path) if os.path.lexists(name)]
    return there or ([] if session.path_is_default else [session.path])


def is_on_the_table(finding: Finding, session: Session) -> bool:
    """Whether this is the game that is being played just now."""
    game = finding.summary
    assert game
    return (
        finding.file == session.path and finding.line is None and game.status == "playing" and not game.solved
    )
