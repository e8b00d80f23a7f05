"""What the commands over many saved games have in common: jobs, progress, the way to a verdict."""

from __future__ import annotations

import contextlib
from itertools import count
from typing import TYPE_CHECKING, Final

import click

from spider_cli.cli.exits import Exit, exit_code
from spider_cli.cli.pools import ordered_map
from spider_cli.cli.progress import clear_line
from spider_cli.cli.stdin import DASH, standard_input
from spider_cli.errors import StorageError
from spider_cli.files import reading
from spider_cli.saved import entries
from spider_cli.saved.checking import verdicts
from spider_cli.text import counted, printable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from spider_cli.cli.session import Session
    from spider_cli.saved.checking import Verdict
    from spider_cli.saved.entries import Entry

# A batch is full with this many games, or with this many bytes of them.
_BATCH_GAMES: Final = 64
_BATCH_BYTES: Final = 1 << 20


def judged(names: Iterable[str], jobs: int | None, session: Session) -> Iterator[Verdict]:
    """The verdict on every game in the files, in order, with a progress bar on a terminal."""
    files = entries.files_of(names)
    found = entries.entries(files, standard_input() if DASH in files else None)
    jobs = jobs or 1
    results = ordered_map(verdicts, _batches(found, 1 if jobs == 1 else _BATCH_GAMES), jobs)
    with contextlib.closing(results), _progress(files, session) as passed:
        for batch in results:
            for verdict in batch:
                passed(verdict)
                yield verdict


def failure(verdict: Verdict) -> str:
    """What is wrong with a game or file: the file, the line and place if there are any, the reason."""
    if isinstance(verdict.error, StorageError):
        return str(verdict.error)
    line = "" if verdict.line is None else f"{verdict.line}:"
    return printable(f"{verdict.file}:{line} {verdict.error}")


def verdict_code(verdict: Verdict) -> Exit:
    """The exit code for one verdict; that of many is the highest, so an unread file outweighs a bad game."""
    if verdict.error is None:
        return Exit.DONE
    return exit_code(verdict.error) if isinstance(verdict.error, StorageError) else Exit.REFUSED


def _batches(found: Iterable[Entry], games: int) -> Iterator[list[Entry]]:
    batch: list[Entry] = []
    size = 0
    for entry in found:
        batch.append(entry)
        size += len(entry.content) if isinstance(entry.content, bytes) else 0
        if len(batch) == games or size >= _BATCH_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


@contextlib.contextmanager
def _progress(files: list[str], session: Session) -> Iterator[Callable[[Verdict], None]]:
    """What to call with each verdict, before it is printed."""
    stream = session.progress(lines_between=session.as_json)
    if stream is None:
        yield lambda verdict: None
        return
    total = None if entries.STDIN in files else sum(map(reading.size_of, files))
    numbers = count(1)  # without an end: so the bar knows no length unless it is told
    with click.progressbar(
        numbers,
        length=total,
        label="replaying",
        item_show_func=lambda games: counted(games, "game") if games else None,
        file=stream,
        update_min_steps=total // 200 if total else 1 << 18,
    ) as bar:

        def passed(verdict: Verdict) -> None:
            bar.update(verdict.size + 1, next(numbers))
            if verdict.error:  # it will be printed: not behind the bar
                clear_line(stream)

        yield passed
        bar.finish()
        bar.render_progress()
