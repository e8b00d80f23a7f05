"""`spider study`."""

from __future__ import annotations

import contextlib
import json
import time
from functools import partial
from typing import TYPE_CHECKING, Final, get_args

import click

from spider_cli.cli.command import command
from spider_cli.cli.exits import Exit, UsageError, WorkerError
from spider_cli.cli.options import (
    DEFAULT_LIMIT,
    jobs_option,
    json_option,
    limit_option,
    nodes_option,
    relaxed_option,
    suits_option,
)
from spider_cli.cli.output import say, write
from spider_cli.cli.param_types import SEEDS, whole_number
from spider_cli.cli.progress import clear_line, progress_stream
from spider_cli.cli.stdin import DASH, STDIN, standard_input
from spider_cli.errors import GameFormatError, StorageError
from spider_cli.files import reading
from spider_cli.files.appending import growing
from spider_cli.games.seeds import Seed
from spider_cli.studies.attempts import Player, Settings, deal_results, examine
from spider_cli.studies.results import format_result, read_results, settings_of
from spider_cli.studies.tally import Tally, tallies
from spider_cli.text import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator
    from typing import TextIO

    from spider_cli.cli.executors import Workers
    from spider_cli.studies.attempts import DealResult
    from spider_cli.studies.seed_ranges import Seeds

#: How often in a row worker processes may be killed without any result in between.
_MOST_LOSSES: Final = 3


@command("Solve or play many deals, and sum up.")
@suits_option
@click.option(
    "--seeds", type=SEEDS, metavar="A-B", help="The deals: 1-100, kpat:1-100, pysol:7, a list 1-5,9."
)
@relaxed_option
@click.option(
    "--player",
    type=click.Choice(get_args(Player)),
    help="Solve the deals, all cards seen (if not given), or follow honest hints to the end.",
)
@limit_option("to solve a deal")
@nodes_option
@click.option("--effort", type=whole_number(1), metavar="N", help="How hard hints think.")
@jobs_option
@click.option("--dask", metavar="ADDRESS", help="Work on the Dask cluster with this scheduler instead.")
@click.option(
    "-o", "--out", metavar="FILE", help="Add the results to FILE; deals done there are not done again."
)
@click.option("--summary", metavar="FILE", help="Only print the summary of the results in FILE.")
@json_option
@click.option("-q", "--quiet", is_flag=True, help="Print no summary and no progress.")
def study(
    suits: int | None,
    seeds: Seeds | None,
    relaxed: bool,
    player: Player | None,
    limit: float | None,
    nodes: int | None,
    effort: int | None,
    jobs: int | None,
    dask: str | None,
    out: str | None,
    summary: str | None,
    as_json: bool,
    quiet: bool,
) -> int:
    """Solve many deals, or play them by hints, and sum up: what share was won, and how sure that is.

    Each deal gives one line of JSON, as soon as it is done: in FILE with --out, else on standard
    output. The summary comes last, with --json as JSON: on standard output with --out, else on standard
    error.

    A study with --out can be broken off at any time, by Ctrl-C, a crash or a kill, and the same
    command goes on where it was. Its settings are part of each result: results with others may be in
    the same FILE, and do not count.

    Limited by --nodes alone, results are the same on every machine. Each process may need 1 GiB of
    memory for a deal that is hard to solve.

    \b
    Examples:
      spider study --suits 4 --seeds 1-100 --jobs 2 --out four.jsonl
      spider study --suits 2 --seeds kpat:1-50,pysol:1-50 --limit 10
      spider study --seeds 1-100 --player hint --out hints.jsonl
      spider study --seeds 1-100000 --dask tcp://10.0.0.5:8786 --out all.jsonl
      spider study --summary four.jsonl
    """
    if summary is not None:
        others = (suits, seeds, relaxed or None, player, limit, nodes, effort, jobs, dask, out)
        _print_summary(summary, as_json, quiet, alone=all(option is None for option in others))
        return Exit.DONE
    if seeds is None:
        raise UsageError("say which deals: --seeds 1-100, or kpat:1-100, or pysol:1-100")
    settings = _settings(suits or 1, relaxed, player, limit, nodes, effort)
    _check_workers(jobs, dask)
    _Study(seeds, settings, out, as_json=as_json, quiet=quiet).go(jobs or 1, dask)
    return Exit.DONE


# --- what is asked for ------------------------------------------------------------------------------


def _settings(
    suits: int,
    relaxed: bool,
    player: Player | None,
    limit: float | None,
    nodes: int | None,
    effort: int | None,
) -> Settings:
    if player == "hint":
        if limit is not None or nodes is not None:
            raise UsageError("--limit and --nodes are for --player solve; hints take --effort")
        return Settings(suits, relaxed, player, effort=effort or 1)
    if effort is not None:
        raise UsageError("--effort is for --player hint; the solver takes --limit and --nodes")
    if limit is None and nodes is None:
        limit = DEFAULT_LIMIT
    return Settings(suits, relaxed, seconds=limit, nodes=nodes)


def _check_workers(jobs: int | None, dask: str | None) -> None:
    if dask is not None and jobs is not None:
        raise UsageError("--jobs are processes here, --dask is workers elsewhere; give one of them")
    if dask == "":
        raise UsageError("--dask needs the address of a scheduler, as tcp://10.0.0.5:8786")


# --- a study ----------------------------------------------------------------------------------------


class _Study:
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
        """Do the deals that are not done, and print the summary."""
        with self._sink() as put:
            if self._tally.count() < self._seeds.count():
                with (
                    self._going_on(),
                    self._progress() as passed,
                    contextlib.closing(self._results(jobs, dask)) as results,
                ):
                    for result in results:
                        put(format_result(result))
                        self._tally.add(result)
                        passed(result)
        self._summarize()

    def _results(self, jobs: int, dask: str | None) -> Generator[DealResult]:
        from spider_cli.cli.executors import LostProcessError, cluster, processes

        losses, done = 0, self._tally.count()
        while True:
            try:
                with cluster(dask) if dask else processes(jobs) as workers:
                    yield from self._deal_results(workers)
                return
            except LostProcessError:
                losses = losses + 1 if done == self._tally.count() else 1
                done = self._tally.count()
                if losses == _MOST_LOSSES:
                    raise WorkerError(
                        "worker processes are killed again and again; is memory short?"
                    ) from None
                self._say("a worker process was killed; the deals that it took along are done again")

    def _deal_results(self, workers: Workers) -> Iterator[DealResult]:
        task = partial(examine, settings=self._settings, clock=time.thread_time)
        to_do = (seed for seed in self._seeds if str(seed) not in self._tally)
        return deal_results(task, to_do, workers.executor, workers.at_once)

    # --- where results go and come from

    @contextlib.contextmanager
    def _sink(self) -> Iterator[Callable[[str], None]]:
        """What to call with each line. Results that are in the file already are counted first."""
        if self._out is None:
            yield write
            return
        with growing(self._out) as file:
            with _naming(self._out):
                self._count(read_results(file.lines(), file.cut))
            yield lambda line: file.append(line.encode())

    def _count(self, results: Iterable[DealResult]) -> None:
        others = 0
        for result in results:
            if settings_of(result) != self._settings:
                others += 1
            elif Seed.parse(result["seed"]) in self._seeds:
                self._tally.add(result)
        if done := self._tally.count():
            self._say(f"{done} of {self._seeds.count()} deals are done already in {self._out}")
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
                    f"{self._tally.count()} of {self._seeds.count()} deals are done in {self._out}; "
                    "the same command goes on from there"
                )
            raise

    # --- what people see

    def _say(self, message: str) -> None:
        clear_line(self._bar_stream)  # not behind the bar
        if not self._quiet:
            say(message)

    @contextlib.contextmanager
    def _progress(self) -> Iterator[Callable[[DealResult], None]]:
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
        text = _summary_text(self._tally, self._as_json)
        if self._out is not None:
            write(text)
        else:
            with contextlib.suppress(OSError, ValueError):
                click.echo(text, err=True)


def _summary_text(tally: Tally, as_json: bool) -> str:
    if as_json:
        return json.dumps(tally.figures())
    from spider_cli.render.study_summary import format_study

    return format_study(tally.figures())


def _print_summary(name: str, as_json: bool, quiet: bool, *, alone: bool) -> None:
    if not alone:
        raise UsageError("--summary does no deals; it goes with --json alone")
    if name == DASH:
        name = STDIN
        lines = reading.stream_lines(standard_input(), name, ends=True)
    else:
        lines = reading.read_lines(name, ends=True)
    with _naming(name):
        found = tallies(read_results(lines, torn=lambda line: None))
    if quiet:
        return
    if not found:
        write(json.dumps({"deals": 0}) if as_json else "no results")
    else:
        separator = "\n" if as_json else "\n\n"
        write(separator.join([_summary_text(tally, as_json) for tally in found]))


@contextlib.contextmanager
def _naming(name: str) -> Iterator[None]:
    """Say in which file a line is not a line of a study."""
    try:
        yield
    except GameFormatError as error:
        raise StorageError(name, str(error)) from error
