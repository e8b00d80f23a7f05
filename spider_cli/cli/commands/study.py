"""`spider study`."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

import click

from spider_cli.cli.command import command
from spider_cli.cli.exits import Exit, UsageError
from spider_cli.cli.options import (
    DEFAULT_LIMIT,
    jobs_option,
    json_option,
    limit_option,
    nodes_option,
    relaxed_option,
    suits_option,
)
from spider_cli.cli.param_types import SEEDS, whole_number
from spider_cli.cli.study_run import StudyRun, print_summary
from spider_cli.studies.attempts import Player, Settings

if TYPE_CHECKING:
    from spider_cli.studies.seed_ranges import Seeds


@command(
    "Solve or play many games, and sum up.",
    """
    Solve many games, or play them by hints, and sum up: what share was won, and how sure that is.

    Each game gives one line of JSON, as soon as it is done: in FILE with --out, else on standard
    output. The summary comes last, with --json as JSON: on standard output with --out, else on standard
    error.

    A study with --out can be broken off at any time, by Ctrl-C, a crash or a kill, and the same
    command goes on where it was. Its settings are part of each result: results with others may be in
    the same FILE, and do not count.

    Limited by --nodes alone, results are the same on every machine. Each process may need 1 GiB of
    memory for a game that is hard to solve.

    \b
    Examples:
      spider study --suits 4 --seeds 1-100 --jobs 2 --out four.jsonl
      spider study --suits 2 --seeds kpat:1-50,pysol:1-50 --limit 10
      spider study --seeds 1-100 --player hint --out hints.jsonl
      spider study --seeds 1-100000 --dask tcp://10.0.0.5:8786 --out all.jsonl
      spider study --summary four.jsonl
    """,
)
@suits_option
@click.option(
    "--seeds", type=SEEDS, metavar="A-B", help="The seeds: 1-100, kpat:1-100, pysol:7, a list 1-5,9."
)
@relaxed_option
@click.option(
    "--player",
    type=click.Choice(get_args(Player)),
    help="Solve the games, all cards seen (if not given), or follow hints, which see none, to the end.",
)
@limit_option("to solve a game")
@nodes_option
@click.option("--effort", type=whole_number(1), metavar="N", help="Hints search N times as wide.")
@jobs_option
@click.option("--dask", metavar="ADDRESS", help="Work on the Dask cluster with this scheduler instead.")
@click.option(
    "-o", "--out", metavar="FILE", help="Add the results to FILE; games done there are not done again."
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
    if summary is not None:
        others = (suits, seeds, relaxed or None, player, limit, nodes, effort, jobs, dask, out)
        if any(option is not None for option in others):
            raise UsageError("--summary does no games; it goes with --json alone")
        print_summary(summary, as_json=as_json, quiet=quiet)
        return Exit.DONE
    if seeds is None:
        raise UsageError("say which seeds: --seeds 1-100, or kpat:1-100, or pysol:1-100")
    settings = _settings(suits or 1, relaxed, player, limit, nodes, effort)
    _check_workers(jobs, dask)
    StudyRun(seeds, settings, out, as_json=as_json, quiet=quiet).go(jobs or 1, dask)
    return Exit.DONE


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
