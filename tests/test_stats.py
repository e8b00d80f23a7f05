"""Figures over games, `spider stats`, and the history that `new` keeps."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

from spider_cli.render.totals_table import format_figures
from spider_cli.rules.position import Status
from spider_cli.saved.checking import Summary
from spider_cli.saved.totals import Totals
from tests.processes import Beside, spider
from tests.samples import DATA, compact, layout_text, results


def game(status: Status, score: int = 400, *, suits: int = 1, moves: int = 10, undos: int = 0) -> Summary:
    return Summary(suits, "1", False, status, score, moves, 0, moves, undos)


def figures_of(*games: Summary) -> dict[str, Any]:
    stats = Totals()
    for one in games:
        stats.add(one)
    return stats.figures()


NOTHING = {
    "games": 0,
    "won": 0,
    "stuck": 0,
    "unfinished": 0,
    "win_rate": None,
    "score": {"all": {"best": None, "mean": None}, "won": {"best": None, "mean": None}},
    "moves": {"total": 0, "mean": None},
    "undos": {"total": 0, "mean": None},
    "streaks": {"winning": {"current": 0, "longest": 0}, "losing": {"current": 0, "longest": 0}},
}


# --- the figures ------------------------------------------------------------------------------------


def test_case_57_no_games() -> None:
    assert figures_of() == {**NOTHING, "by_suits": {}}


def test_games_lost_alone_have_no_figures_of_won_games() -> None:
    figures = figures_of(game("stuck", -20))
    assert figures["win_rate"] == 0
    assert figures["score"] == {"all": {"best": -20, "mean": -20}, "won": {"best": None, "mean": None}}


def test_figures_over_all_games_and_by_suits() -> None:
    figures = figures_of(
        game("won", 1200, moves=100, undos=3),
        game("playing", 460, suits=4, moves=40),
        game("stuck", 350, moves=150, undos=1),
        game("won", 1100, suits=4, moves=200),
    )
    by_suits = figures.pop("by_suits")
    assert figures == {
        "games": 4,
        "won": 2,
        "stuck": 1,
        "unfinished": 1,
        "win_rate": 0.5,
        "score": {"all": {"best": 1200, "mean": 777.5}, "won": {"best": 1200, "mean": 1150}},
        "moves": {"total": 490, "mean": 122.5},
        "undos": {"total": 4, "mean": 1},
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
moves, all games               21      10       11
mean moves, all games         7.0    10.0      5.5
undos, all games                2       0        2
mean undos, all games         0.7     0.0      1.0
won in a row, now               0       1        0
won in a row, longest           1       1        0
not won in a row, now           1       0        2
not won in a row, longest       1       0        2
"""


def test_case_57_the_table_says_what_each_figure_is_over() -> None:
    games = (game("stuck", 300, suits=2, undos=2), game("won", 1200), game("playing", 420, suits=2, moves=1))
    assert format_figures(figures_of(*games)) + "\n" == TABLE


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
    assert figures_in(spider("stats", "--json", "-", cwd=tmp_path)) == {**NOTHING, "by_suits": {}}


def test_without_any_game_yet(tmp_path: Path) -> None:
    result = spider("stats", cwd=tmp_path)
    assert (result.returncode, result.stderr) == (0, "")
    assert figures_in(spider("stats", "--json", cwd=tmp_path)) == {**NOTHING, "by_suits": {}}
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
