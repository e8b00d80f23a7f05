"""A study on its way: which games are left, who does them, where the results go, what people see."""

from __future__ import annotations

import contextlib
import time
from functools import partial
from typing import TYPE_CHECKING, Final

import click

from spider_cli.cli.exits import WorkerError
from spider_cli.cli.output import say, write, write_error
from spider_cli.cli.progress import clear_line, progress_stream
from spider_cli.cli.stdin import DASH
from spider_cli.cli.study_report import naming, summary_text
from spider_cli.files.appending import growing
from spider_cli.games.seeds import Seed
from spider_cli.studies.attempts import examine, game_results, is_bot, killed_result
from spider_cli.studies.results import format_result, read_results, settings_of
from spider_cli.studies.tally import Tally
from spider_cli.text import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator
    from typing import TextIO

    from spider_cli.cli.executors import Workers
    from spider_cli.studies.attempts import GameResult, Settings
    from spider_cli.studies.seed_ranges import Seeds

#: How many games in a row may each kill its worker before the fault is sought elsewhere.
_MOST_KILLED: Final = 5


class StudyRun:
    """A study on its way: what is done, and where it goes."""

    def __init__(
        self, seeds: Seeds, settings: Settings, out: str | None, *, as_json: bool, quiet: bool
    ) -> None:
        self._seeds = seeds
        self._settings = settings
        self._out = None if out == DASH else out
        self._as_json = as_json
        self._quiet = quiet
        self._tally = Tally(settings)
        self._bar_stream: TextIO | None = None

    def go(self, jobs: int, dask: str | None) -> None:
        """Do the games that are not done, and print the summary."""
        with self._sink() as add_line, self._no_bots_left():
            if self._tally.count() < self._seeds.count():
                with (
                    self._going_on(),
                    self._progress() as passed,
                    contextlib.closing(self._results(jobs, dask)) as results,
                ):
                    for result in results:
                        add_line(format_result(result))
                        self._tally.add(result)
                        passed(result)
        self._summarize()

    def _results(self, jobs: int, dask: str | None) -> Generator[GameResult]:
        """The results of the games that are left, as they come in.

        When workers are killed, the games that they had are done again, one at a time. One whose worker is
        killed then as well gets a verdict for that; not at once but with the next game that is done, since
        workers that are killed whatever they do say nothing about games.
        """
        killed: list[str] = []
        while left := self._seeds.count() - self._tally.count() - len(killed):
            suspects = []
            with self._workers(min(jobs, left), jobs, dask) as workers:
                for seed, result in self._game_results(self._seeds_left(killed), workers):
                    if result is None:
                        suspects.append(seed)
                    else:
                        yield from self._settle(killed)
                        yield result
            if suspects:
                self._say("a worker process was killed; the games that it took along are done again")
            for seed in suspects:
                with self._workers(1, jobs, dask) as workers:
                    ((_, result),) = self._game_results([seed], workers)
                if result is not None:
                    yield from self._settle(killed)
                    yield result
                    continue
                killed.append(seed)
                if len(killed) == _MOST_KILLED:
                    raise WorkerError("worker processes are killed again and again; is memory short?")
        yield from self._settle(killed)

    def _settle(self, killed: list[str]) -> Iterator[GameResult]:
        """The results of games that killed their workers."""
        yield from [killed_result(seed, self._settings) for seed in killed]
        killed.clear()

    def _seeds_left(self, killed: list[str]) -> Iterator[str]:
        names = map(str, self._seeds)
        return (seed for seed in names if seed not in self._tally and seed not in killed)

    def _workers(self, count: int, jobs: int, dask: str | None) -> contextlib.AbstractContextManager[Workers]:
        from spider_cli.cli.executors import cluster, processes

        return cluster(dask) if dask else processes(count, apart=jobs > 1)

    def _game_results(
        self, seeds: Iterable[str], workers: Workers
    ) -> Iterator[tuple[str, GameResult | None]]:
        return game_results(self._task(workers), seeds, workers.executor, workers.at_once, workers.lost_by)

    def _task(self, workers: Workers) -> Callable[[str], GameResult]:
        if not is_bot(self._settings.player):
            return partial(examine, settings=self._settings, clock=time.thread_time)
        from spider_cli.cli.bots import play_bot

        return partial(play_bot, settings=self._settings, clock=time.monotonic, keep=not workers.stay)

    @contextlib.contextmanager
    def _no_bots_left(self) -> Iterator[None]:
        """End the bots that this process has started, however the study ends."""
        try:
            yield
        finally:
            if is_bot(self._settings.player):
                from spider_cli.cli.bots import end_bots

                end_bots()

    # --- where results go and come from

    @contextlib.contextmanager
    def _sink(self) -> Iterator[Callable[[str], None]]:
        """What to call with each line. Results that are in the file already are counted first."""
        if self._out is None:
            yield write
            return
        with growing(self._out) as file:
            with naming(self._out):
                self._count(read_results(file.lines(), file.cut))
            yield lambda line: file.append(line.encode())

    def _count(self, results: Iterable[GameResult]) -> None:
        others = 0
        for result in results:
            if settings_of(result) != self._settings:
                others += 1
            elif Seed.parse(result["seed"]) in self._seeds:
                self._tally.add(result)
        if done := self._tally.count():
            self._say(f"{done} of {self._seeds.count()} games are done already in {self._out}")
        if others:
            self._say(f"{counted(others, 'result')} with other settings in {self._out}: not counted here")

    @contextlib.contextmanager
    def _going_on(self) -> Iterator[None]:
        """When the study is broken off, say how it goes on."""
        try:
            yield
        except (KeyboardInterrupt, WorkerError):
            if self._out is not None:
                self._say(
                    f"{self._tally.count()} of {self._seeds.count()} games are done in {self._out}; "
                    "the same command goes on from there"
                )
            raise

    # --- what people see

    def _say(self, message: str) -> None:
        clear_line(self._bar_stream)  # not behind the bar
        if not self._quiet:
            say(message)

    @contextlib.contextmanager
    def _progress(self) -> Iterator[Callable[[GameResult], None]]:
        """What to call after each result."""
        stream = progress_stream(None, quiet=self._quiet, lines_between=self._out is None)
        if stream is None:
            yield lambda result: None
            return
        with click.progressbar(
            length=self._seeds.count() - self._tally.count(),
            label="solving" if self._settings.player == "solve" else "playing",
            show_pos=True,
            file=stream,
        ) as bar:
            self._bar_stream = stream
            yield lambda result: bar.update(1)
        self._bar_stream = None

    def _summarize(self) -> None:
        if self._quiet:
            return
        text = summary_text(self._tally, as_json=self._as_json)
        if self._out is not None:
            write(text)
        else:
            write_error(text)
