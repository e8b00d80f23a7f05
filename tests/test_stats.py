"""Figures over games, `spider stats`, and the history that `new` keeps."""

from __future__ import annotations

import contextlib
import csv
import json
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

from spider_cli.render.histogram import format_histogram
from spider_cli.render.totals_table import format_figures, format_periods
from spider_cli.rules.position import Status
from spider_cli.saved.checking import FACTS, Summary
from spider_cli.saved.totals import Totals
from tests.processes import Beside, spider
from tests.samples import DATA, compact, layout_text, results


def game(
    status: Status,
    score: int = 400,
    *,
    suits: int = 1,
    seed: str = "1",
    moves: int = 10,
    undos: int = 0,
    hints: int = 0,
    seconds: int = 0,
    date: str | None = None,
) -> Summary:
    return Summary(suits, seed, False, status, score, moves, 0, moves, undos, hints, seconds, date)


def figures_of(*games: Summary, by: str | None = None) -> dict[str, Any]:
    stats = Totals(by)
    for one in games:
        stats.add(one)
    return stats.figures()


NO_PROBLEMS = {"problems": {"tried": 0, "solved": 0}}  # see tests/test_problems.py
NOTHING = {
    "games": 0,
    "won": 0,
    "stuck": 0,
    "unfinished": 0,
    "win_rate": None,
    "score": {"all": {"best": None, "mean": None}, "won": {"best": None, "mean": None}},
    "moves": {"total": 0, "mean": None},
    "undos": {"total": 0, "mean": None},
    "hints": {"total": 0, "mean": None},
    "seconds": {"total": 0, "mean": None},
    "best": None,
    "fewest_moves": None,
    "first": None,
    "last": None,
    "streaks": {"winning": {"current": 0, "longest": 0}, "losing": {"current": 0, "longest": 0}},
}


# --- the figures ------------------------------------------------------------------------------------


def test_case_57_no_games() -> None:
    assert figures_of() == {**NOTHING, **NO_PROBLEMS, "by_suits": {}}


def test_games_lost_alone_have_no_figures_of_won_games() -> None:
    figures = figures_of(game("stuck", -20))
    assert figures["win_rate"] == 0
    assert figures["score"] == {"all": {"best": -20, "mean": -20}, "won": {"best": None, "mean": None}}


def test_figures_over_all_games_and_by_suits() -> None:
    figures = figures_of(
        game("won", 1200, seed="7", moves=100, undos=3, hints=2, date="2026-11-30"),
        game("playing", 460, suits=4, moves=40, seconds=90),
        game("stuck", 350, moves=150, undos=1, date="2026-10-01"),
        game("won", 1100, suits=4, moves=200, seconds=30),
    )
    by_suits = figures.pop("by_suits")
    assert figures == {
        **NO_PROBLEMS,
        "games": 4,
        "won": 2,
        "stuck": 1,
        "unfinished": 1,
        "win_rate": 0.5,
        "score": {"all": {"best": 1200, "mean": 777.5}, "won": {"best": 1200, "mean": 1150}},
        "moves": {"total": 490, "mean": 122.5},
        "undos": {"total": 4, "mean": 1},
        "hints": {"total": 2, "mean": 0.5},
        "seconds": {"total": 120, "mean": 30},
        "best": {"score": 1200, "moves": 100, "seed": "7", "date": "2026-11-30"},
        "fewest_moves": 100,
        "first": "2026-10-01",
        "last": "2026-11-30",
        "streaks": {"winning": {"current": 1, "longest": 1}, "losing": {"current": 0, "longest": 2}},
    }
    assert list(by_suits) == ["1", "4"]
    assert by_suits["4"]["streaks"] == {
        "winning": {"current": 1, "longest": 1}, "losing": {"current": 0, "longest": 1},
    }  # fmt: skip
    assert [by_suits[suits]["score"]["won"]["best"] for suits in by_suits] == [1200, 1100]


@pytest.mark.parametrize(
    ("played", "winning", "losing"),
    [
        ("", (0, 0), (0, 0)),
        ("W", (1, 1), (0, 0)),
        ("P", (0, 0), (1, 1)),
        ("WWSPWWWS", (0, 3), (1, 2)),
        ("SSSWW", (2, 2), (0, 3)),
        ("WSWSPW", (1, 1), (0, 2)),
    ],
)
def test_streaks_follow_the_order_of_the_games(
    played: str, winning: tuple[int, int], losing: tuple[int, int]
) -> None:
    statuses: dict[str, Status] = {"W": "won", "S": "stuck", "P": "playing"}
    streaks = figures_of(*[game(statuses[letter]) for letter in played])["streaks"]
    assert (streaks["winning"]["current"], streaks["winning"]["longest"]) == winning
    assert (streaks["losing"]["current"], streaks["losing"]["longest"]) == losing


TABLE = """\
                              all  1 suit  2 suits
games                           3       1        2
won                             1       1        0
stuck                           1       0        1
left unfinished                 1       0        1
win rate                    33.3%  100.0%     0.0%
best score, all games        1200    1200      420
mean score, all games       640.0  1200.0    360.0
best score, won games        1200    1200        -
mean score, won games      1200.0  1200.0        -
seed of the best game won       1       1        -
fewest moves, won games        10      10        -
moves, all games               21      10       11
mean moves, all games         7.0    10.0      5.5
undos, all games                2       0        2
mean undos, all games         0.7     0.0      1.0
hints, all games                1       1        0
time played                 2 min   2 min      0 s
won in a row, now               0       1        0
won in a row, longest           1       1        0
not won in a row, now           1       0        2
not won in a row, longest       1       0        2
played from 2026-11-30 to 2026-11-30
"""


def test_case_57_the_table_says_what_each_figure_is_over() -> None:
    games = (
        game("stuck", 300, suits=2, undos=2),
        game("won", 1200, hints=1, seconds=120, date="2026-11-30"),
        game("playing", 420, suits=2, moves=1),
    )
    assert format_figures(figures_of(*games)) + "\n" == TABLE


def test_weeks_and_months() -> None:
    days = ["2026-12-31", "2027-01-01", "2027-01-04", None]
    games = [game("won", date=day) for day in days]
    by_week = figures_of(*games, by="week")["by_week"]
    assert {week: group["games"] for week, group in by_week.items()} == {
        "2026-W53": 2, "2027-W01": 1, "undated": 1,
    }  # fmt: skip
    by_month = figures_of(*games, by="month")["by_month"]
    assert {month: group["won"] for month, group in by_month.items()} == {
        "2026-12": 1, "2027-01": 2, "undated": 1,
    }  # fmt: skip
    assert format_periods("month", by_month).splitlines()[:2] == [
        "month    games  won  win rate  best score  mean score  moves  hints  time",
        "2026-12      1    1    100.0%         400       400.0     10      0   0 s",
    ]


@pytest.mark.parametrize(
    ("numbers", "lines"),
    [
        ([], ["score: no games"]),
        ([7], ["score   games", "7 to 7      1  " + "#" * 40]),
        ([-3, 5], ["score     games", "-3 to -3      1  " + "#" * 40, "-2 to -2      0"]),
        ([0, 8, 9, 25], ["score     games", "0 to 4        1  " + "#" * 20, "5 to 9        2  " + "#" * 40]),
    ],
)
def test_a_histogram(numbers: list[int], lines: list[str]) -> None:
    assert format_histogram("score", numbers).splitlines()[: len(lines)] == lines


def test_the_bars_of_a_histogram_count_all_games() -> None:
    numbers = [number * number for number in range(-30, 30)]
    _, *rows = format_histogram("moves", numbers).splitlines()
    assert sum(int(row.split()[3]) for row in rows) == len(numbers)
    assert len(rows) <= 11


# --- the command ------------------------------------------------------------------------------------


def figures_in(result: CompletedProcess[str]) -> dict[str, Any]:
    figures: dict[str, Any] = json.loads(result.stdout)
    return figures


def test_the_samples(tmp_path: Path) -> None:
    result = spider("stats", "--json", DATA / "games", cwd=tmp_path)
    assert (result.returncode, result.stderr) == (0, "")
    figures = figures_in(result)
    known = list(results().values())
    assert figures["games"] == figures["won"] == figures["streaks"]["winning"]["longest"] == 19
    assert figures["win_rate"] == 1
    assert figures["score"]["all"] == figures["score"]["won"]
    assert figures["score"]["all"]["best"] == max(one["score"] for one in known)
    assert figures["score"]["all"]["mean"] == sum(one["score"] for one in known) / 19
    assert figures["moves"]["total"] == sum(one["moves"] for one in known)
    assert {suits: group["games"] for suits, group in figures["by_suits"].items()} == {
        "1": 8, "2": 6, "4": 5,
    }  # fmt: skip
    assert figures_in(spider("stats", "--json", "-j", "2", DATA / "games", cwd=tmp_path)) == figures


def test_text_is_the_table_of_the_same_figures(tmp_path: Path) -> None:
    as_json = spider("stats", "--json", DATA / "games", cwd=tmp_path)
    assert spider("stats", DATA / "games", cwd=tmp_path).stdout == format_figures(figures_in(as_json)) + "\n"


def test_bad_games_are_named_on_standard_error_and_left_out(tmp_path: Path) -> None:
    (tmp_path / "x.jsonl").write_text(f"{compact('kpat-1s-1')}\n[]\n{compact('kpat-1s-3')}\n")
    result = spider("stats", "--json", "x.jsonl", cwd=tmp_path)
    assert (result.returncode, result.stderr) == (1, "spider: x.jsonl:2: a list is not an object\n")
    assert figures_in(result)["games"] == 2
    result = spider("stats", "--json", "gone.json", "x.jsonl", cwd=tmp_path)
    assert result.returncode == 3
    assert result.stderr.startswith("spider: gone.json: there is no such file\nspider: x.jsonl:2: ")
    assert figures_in(result)["games"] == 2


def test_standard_input(tmp_path: Path) -> None:
    result = spider("stats", "--json", "-", cwd=tmp_path, stdin=compact("kpat-1s-1"))
    assert figures_in(result)["won"] == 1
    assert figures_in(spider("stats", "--json", "-", cwd=tmp_path)) == {
        **NOTHING,
        **NO_PROBLEMS,
        "by_suits": {},
    }


def test_without_any_game_yet(tmp_path: Path) -> None:
    result = spider("stats", cwd=tmp_path)
    assert (result.returncode, result.stderr) == (0, "")
    assert figures_in(spider("stats", "--json", cwd=tmp_path)) == {**NOTHING, **NO_PROBLEMS, "by_suits": {}}
    named = spider("stats", "-f", "gone.json", cwd=tmp_path)
    assert (named.returncode, named.stderr) == (3, "spider: gone.json: there is no such file\n")


def near_the_end(directory: Path, name: str = "spider.json") -> None:
    """A game one move from winning, at its start."""
    (directory / "near.txt").write_text(layout_text("one-move-from-winning"))
    assert spider("new", "--layout", "near.txt", "-q", "-f", name, cwd=directory).returncode == 0


def own_figures(directory: Path) -> dict[str, Any]:
    return figures_in(spider("stats", "--json", cwd=directory))


def test_case_57_a_game_won_again_counts_once(tmp_path: Path) -> None:
    near_the_end(tmp_path)
    assert own_figures(tmp_path)["games"] == 0
    for step in (["move", "2", "1"], ["undo"], ["redo"]):
        assert spider(*step, "-q", cwd=tmp_path).returncode == 0
    assert (own_figures(tmp_path)["won"], own_figures(tmp_path)["undos"]["total"]) == (1, 1)
    near_the_end(tmp_path)  # the won game goes into the history
    assert (own_figures(tmp_path)["games"], own_figures(tmp_path)["won"]) == (1, 1)
    assert spider("move", "2", "1", "-q", cwd=tmp_path).returncode == 0
    assert (own_figures(tmp_path)["games"], own_figures(tmp_path)["won"]) == (2, 2)
    assert spider("undo", "-q", cwd=tmp_path).returncode == 0  # in play again
    assert (own_figures(tmp_path)["games"], own_figures(tmp_path)["won"]) == (1, 1)
    assert figures_in(spider("stats", "--json", "spider.json", cwd=tmp_path))["unfinished"] == 1
    history = figures_in(spider("stats", "--json", "spider.history.jsonl", cwd=tmp_path))
    assert (history["games"], history["won"]) == (1, 1)


def test_a_game_left_behind_is_unfinished_and_counts_as_not_won(tmp_path: Path) -> None:
    assert spider("new", "--seed", "pysol:4", "-q", cwd=tmp_path).returncode == 0
    assert spider("deal", "-q", cwd=tmp_path).returncode == 0
    assert spider("new", "--force", "-q", cwd=tmp_path).returncode == 0
    figures = own_figures(tmp_path)
    assert (figures["games"], figures["unfinished"], figures["win_rate"]) == (1, 1, 0)
    assert figures["streaks"]["losing"] == {"current": 1, "longest": 1}


def test_case_57_games_that_end_at_the_same_time_all_count(tmp_path: Path) -> None:
    # A history lies beside its game; here the eight histories are links to one file.
    won = (DATA / "games" / "kpat-1s-1.json").read_bytes()
    rounds, at_once = 3, 8
    directories = [tmp_path / str(number) for number in range(at_once)]
    history = tmp_path / "all.history.jsonl"
    history.touch()
    for directory in directories:
        directory.mkdir()
        (directory / "spider.history.jsonl").hardlink_to(history)
    for _ in range(rounds):
        for directory in directories:
            (directory / "spider.json").write_bytes(won)
        with contextlib.ExitStack() as running:
            processes = [running.enter_context(Beside("new", "-q", cwd=one)) for one in directories]
            assert [process.end() for process in processes] == [0] * at_once
    figures = figures_in(spider("stats", "--json", "all.history.jsonl", cwd=tmp_path))
    assert (figures["games"], figures["won"]) == (rounds * at_once, rounds * at_once)


# --- one game a line, and bars ------------------------------------------------------------------------


def two_games(folder: Path) -> None:
    (folder / "x.jsonl").write_text(f"{compact('kpat-1s-1')}\n[]\n{compact('kpat-4s-7')}\n")


def test_each_game_in_a_line(tmp_path: Path) -> None:
    two_games(tmp_path)
    result = spider("stats", "--each", "x.jsonl", cwd=tmp_path)
    assert (result.returncode, result.stderr) == (1, "spider: x.jsonl:2: a list is not an object\n")
    heads, first, second = [line.split() for line in result.stdout.splitlines()]
    assert heads == [*FACTS, "file"]
    assert second[4:6] == [str(results()["kpat-4s-7"][key]) for key in ("score", "moves")]
    assert (first[1:4], first[-1]) == (["1", "kpat:1", "won"], "x.jsonl:1")
    assert (second[1:4], second[-1]) == (["4", "kpat:7", "won"], "x.jsonl:3")
    as_json = spider("stats", "--each", "--json", "x.jsonl", cwd=tmp_path)
    objects = [json.loads(line) for line in as_json.stdout.splitlines()]
    assert [(one["seed"], one["file"], one["line"]) for one in objects] == [
        ("kpat:1", "x.jsonl", 1), ("kpat:7", "x.jsonl", 3),
    ]  # fmt: skip
    table = list(csv.DictReader(spider("stats", "--csv", "x.jsonl", cwd=tmp_path).stdout.splitlines()))
    as_text = [{key: "" if one[key] is None else str(one[key]) for key in one} for one in objects]
    assert table == as_text


def test_bars(tmp_path: Path) -> None:
    two_games(tmp_path)
    result = spider("stats", "--histogram", "x.jsonl", cwd=tmp_path)
    assert [line.split()[0] for line in result.stdout.splitlines() if line.endswith("games")] == [
        "score", "moves",
    ]  # fmt: skip
    known = results()
    numbers = figures_in(spider("stats", "--histogram", "--json", "x.jsonl", cwd=tmp_path))
    assert numbers["moves"] == [known["kpat-1s-1"]["moves"], known["kpat-4s-7"]["moves"]]


def test_a_day_and_a_time_come_from_the_file(tmp_path: Path) -> None:
    near_the_end(tmp_path)
    assert spider("move", "2", "1", "-q", cwd=tmp_path).returncode == 0
    figures = figures_in(spider("stats", "--json", "--by", "month", cwd=tmp_path))
    day = json.loads((tmp_path / "spider.json").read_text())["saved"][:10]
    assert (figures["first"], figures["last"], list(figures["by_month"])) == (day, day, [day[:7]])
    assert f"played from {day} to {day}\n\nmonth " in spider("stats", "--by", "month", cwd=tmp_path).stdout


@pytest.mark.parametrize(
    "options", [("--csv", "--json"), ("--by", "week", "--each"), ("--csv", "--histogram")]
)
def test_answers_that_exclude_each_other(tmp_path: Path, options: tuple[str, ...]) -> None:
    result = spider("stats", *options, cwd=tmp_path)
    assert (result.returncode, result.stdout) == (2, "")
    assert "give one of them" in result.stderr
