"""`spider study`."""

from __future__ import annotations

from typing import TYPE_CHECKING

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
from spider_cli.cli.param_types import FILE, SEEDS, whole_number
from spider_cli.cli.stdin import DASH
from spider_cli.cli.study_report import (
    print_comparison,
    print_csv,
    print_histograms,
    print_summary,
    read_through,
)
from spider_cli.cli.study_run import StudyRun
from spider_cli.studies.attempts import Settings, is_bot
from spider_cli.text import quoted

if TYPE_CHECKING:
    from spider_cli.studies.seed_ranges import Seeds


@command(
    "Solve or play many games, and sum up.",
    """
    Solve many games, or have them played, and sum up: what share was won, and how sure that is.

    Each game gives one line of JSON, as soon as it is done: in FILE with --out, else on standard
    output. The summary comes last, with --json as JSON: on standard output with --out, else on standard
    error.

    A bot is a program that reads from its standard input what 'spider run --json' prints, and writes
    commands to its standard output; 'new' asks for the next game.

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
      spider study --seeds 1-100 --player 'python3 bot.py' --out bot.jsonl
      spider study --summary four.jsonl
      spider study --summary four.jsonl hints.jsonl
    """,
)
@suits_option
@click.option(
    "--seeds", type=SEEDS, metavar="A-B", help="The seeds: 1-100, kpat:1-100, pysol:7, a list 1-5,9."
)
@relaxed_option
@click.option(
    "--player",
    metavar="PLAYER",
    help="solve: all cards seen (if not given); hint: follow hints, which see none; or a bot's COMMAND.",
)
@limit_option("to solve a game, or real time of a bot")
@nodes_option
@click.option("--effort", type=whole_number(1), metavar="N", help="Hints search N times as wide.")
@jobs_option
@click.option("--dask", metavar="ADDRESS", help="Work on the Dask cluster with this scheduler instead.")
@click.option(
    "-o", "--out", metavar="FILE", help="Add the results to FILE; games done there are not done again."
)
@click.option("--summary", metavar="FILE", help="Only print the summary of the results in FILE.")
@click.argument("other", metavar="[FILE2]", required=False, type=FILE)
@click.option("--csv", "as_csv", is_flag=True, help="With --summary: one result a line as CSV instead.")
@click.option("--histogram", is_flag=True, help="With --summary: the lengths and scores as bars instead.")
@json_option
@click.option("-q", "--quiet", is_flag=True, help="Print no summary and no progress.")
def study(
    suits: int | None,
    seeds: Seeds | None,
    relaxed: bool,
    player: str | None,
    limit: float | None,
    nodes: int | None,
    effort: int | None,
    jobs: int | None,
    dask: str | None,
    out: str | None,
    summary: str | None,
    other: str | None,
    as_csv: bool,
    histogram: bool,
    as_json: bool,
    quiet: bool,
) -> int:
    if summary is not None:
        others = (suits, seeds, relaxed or None, player, limit, nodes, effort, jobs, dask, out)
        if any(option is not None for option in others):
            raise UsageError("--summary plays no games; it goes with --csv, --histogram and --json alone")
        _print_results(summary, other, as_json=as_json, as_csv=as_csv, histogram=histogram, quiet=quiet)
        return Exit.DONE
    if other is not None:
        raise UsageError(f"{quoted(other)} is not an option; files stand after --summary")
    if as_csv or histogram:
        raise UsageError("--csv and --histogram go with --summary FILE, when the results are there")
    if seeds is None:
        raise UsageError("say which seeds: --seeds 1-100, or kpat:1-100, or pysol:1-100")
    settings = _settings(suits or 1, relaxed, player, limit, nodes, effort)
    _check_workers(jobs, dask)
    if is_bot(settings.player):
        _check_player(settings.player, here=dask is None)
    StudyRun(seeds, settings, out, as_json=as_json, quiet=quiet).go(jobs or 1, dask)
    return Exit.DONE


def _print_results(
    name: str, other: str | None, *, as_json: bool, as_csv: bool, histogram: bool, quiet: bool
) -> None:
    if as_csv and as_json:
        raise UsageError("--csv and --json both say how to print; give one of them")
    if sum([as_csv, histogram, other is not None]) > 1:
        raise UsageError("--csv, --histogram and a second FILE are different answers; give one of them")
    if name == other == DASH:
        raise UsageError("standard input can be read once only; name a file in place of one '-'")
    if quiet:
        read_through([name] if other is None else [name, other])
    elif other is not None:
        print_comparison(name, other, as_json=as_json)
    elif as_csv:
        print_csv(name)
    elif histogram:
        print_histograms(name, as_json=as_json)
    else:
        print_summary(name, as_json=as_json)


def _settings(
    suits: int,
    relaxed: bool,
    player: str | None,
    limit: float | None,
    nodes: int | None,
    effort: int | None,
) -> Settings:
    player = "solve" if player is None else player
    if player == "hint":
        if limit is not None or nodes is not None:
            raise UsageError("--limit and --nodes are for --player solve; hints take --effort")
        return Settings(suits, relaxed, player, effort=effort or 1)
    if effort is not None:
        raise UsageError("--effort is for --player hint; the solver takes --limit and --nodes")
    if is_bot(player) and nodes is not None:
        raise UsageError("--nodes is for --player solve; a bot takes --limit")
    if limit is None and nodes is None:
        limit = DEFAULT_LIMIT
    return Settings(suits, relaxed, player, seconds=limit, nodes=nodes)


def _check_player(player: str, *, here: bool) -> None:
    """Raise UsageError if a bot's command cannot be read; `here`: or if there is no such program."""
    import shlex
    import shutil

    try:
        words = shlex.split(player)
    except ValueError as error:
        raise UsageError(f"--player {quoted(player)} cannot be read: {str(error).lower()}") from error
    if not words:
        raise UsageError("--player needs solve, hint, or the command of a bot")
    if here and shutil.which(words[0]) is None:
        raise UsageError(
            f"--player: {quoted(words[0])} is neither solve nor hint nor a program that can be run"
        )


def _check_workers(jobs: int | None, dask: str | None) -> None:
    if dask is not None and jobs is not None:
        raise UsageError("--jobs are processes here, --dask is workers elsewhere; give one of them")
    if dask == "":
        raise UsageError("--dask needs the address of a scheduler, as tcp://10.0.0.5:8786")
