"""Studies: the deals that are named, what is done with each, the results, the figures."""

from __future__ import annotations

import errno
import json
import os
import pickle
import sys
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import count, product
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import pytest

from spider_cli import hints
from spider_cli.cli import executors
from spider_cli.errors import GameFormatError, NotationError, StorageError
from spider_cli.files import locking
from spider_cli.files.appending import growing
from spider_cli.games.seeds import Seed
from spider_cli.games.starts import start_of
from spider_cli.hints.determinization import SearchSize
from spider_cli.render.study_summary import format_comparison, format_study
from spider_cli.rules.steps import DEAL, Move
from spider_cli.solver import Limits, solve
from spider_cli.studies.attempts import GameResult, Settings, examine, game_results
from spider_cli.studies.comparison import compared, newcombe
from spider_cli.studies.results import format_result, read_results, settings_of
from spider_cli.studies.seed_ranges import Seeds
from spider_cli.studies.tally import Tally, tallies, wilson
from tests.commands import Spider
from tests.schemas import validator

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from spider_cli.rules.position import Position
    from spider_cli.rules.steps import Step

# --- seeds ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "seeds"),
    [
        ("7", ["7"]),
        ("0-3", ["0", "1", "2", "3"]),
        ("5-5", ["5"]),
        ("3,1,2", ["3", "1", "2"]),
        ("kpat:9-11", ["kpat:9", "kpat:10", "kpat:11"]),
        ("pysol:1-2", ["pysol:ms1", "pysol:ms2"]),
        ("pysol:ms1-2", ["pysol:ms1", "pysol:ms2"]),
        ("pysol:ms31999-32000", ["pysol:ms31999", "pysol:ms32000"]),
        ("pysol:31998-32001", ["pysol:ms31998", "pysol:ms31999", "pysol:32000", "pysol:32001"]),
        ("pysol:32000-32001", ["pysol:32000", "pysol:32001"]),
        ("2,kpat:2,pysol:2", ["2", "kpat:2", "pysol:ms2"]),
        ("18446744073709551614-18446744073709551615", ["18446744073709551614", "18446744073709551615"]),
        # Each deal once, where it was named first.
        ("2,2", ["2"]),
        ("3-5,1-7", ["3", "4", "5", "1", "2", "6", "7"]),
        ("1-3,5-7,2-6", ["1", "2", "3", "5", "6", "7", "4"]),
        ("1-9,3-5", ["1", "2", "3", "4", "5", "6", "7", "8", "9"]),
        ("pysol:ms2,pysol:1-3", ["pysol:ms2", "pysol:ms1", "pysol:ms3"]),
    ],
)
def test_seeds(text: str, seeds: list[str]) -> None:
    read = Seeds.parse(text)
    assert [str(seed) for seed in read] == seeds
    assert read.count() == len(seeds)
    assert all(Seed.parse(seed) in read for seed in seeds)


@pytest.mark.parametrize(
    "text",
    [
        "", ",", "1,", ",1", "1,,2", " 1", "1 ", "1-", "-1", "-", "1-2-3", "1--2", "3-1", "a-b", "1-b",
        "01-2", "1-02", "1_0", "+1", "1-+2", "٣", "1-٣", "1.5", "1..5", "1-18446744073709551616",
        "kpat:0-5", "kpat:1-2147483648", "kpat:1-kpat:3", "1-kpat:3", "pysol:1-ms3", "ms1-3", "kpat:ms1-3",
        "kpat:5-3", "pysol:32001-31999", "kpat:1,2", "kpat:1-5,6-9", "foo:1-3", "1;2", "1-3 5",
    ],
)  # fmt: skip
def test_no_seeds(text: str) -> None:
    with pytest.raises(NotationError):
        Seeds.parse(text)


def test_very_many_seeds_take_no_time() -> None:
    seeds = Seeds.parse("0-18446744073709551615,kpat:1-2147483647")
    assert seeds.count() == 2**64 + 2**31 - 1
    assert Seed("native", 2**63) in seeds
    assert Seed("ms", 5) not in seeds
    assert str(next(iter(seeds))) == "0"


def test_a_seed_outside_is_not_in() -> None:
    seeds = Seeds.parse("1-3,kpat:5")
    for text in ("0", "4", "5", "kpat:1", "kpat:4", "pysol:1"):
        assert Seed.parse(text) not in seeds


# --- one deal ---------------------------------------------------------------------------------------


def clock() -> Callable[[], float]:
    """A clock that is two seconds later each time it is looked at."""
    return map(float, count(0, 2)).__next__


def test_a_deal_that_is_solved() -> None:
    result = solve(start_of("kpat:5", 1), Limits(nodes=500_000))
    deals = result.steps.count(DEAL)
    assert examine("kpat:5", Settings(1, nodes=500_000), clock()) == {
        "seed": "kpat:5",
        "suits": 1,
        "relaxed": False,
        "player": "solve",
        "verdict": "solved",
        "moves": len(result.steps) - deals,
        "deals": deals,
        "positions": result.nodes,
        "seconds": 2.0,
        "limits": {"seconds": None, "nodes": 500_000, "effort": None},
        "score": 500 - (len(result.steps) - deals) + 800,
        "steps": list(map(str, result.steps)),
    }
    assert deals == 5


def test_a_deal_that_is_given_up() -> None:
    result = examine("3", Settings(4, relaxed=True, seconds=1e9, nodes=50), clock())
    assert (result["verdict"], result["moves"], result["deals"]) == ("gave up", None, None)
    assert result["positions"] is not None
    assert result["positions"] >= 50
    assert result["relaxed"] is True
    assert (result["score"], result["steps"]) == (None, None)
    assert result["limits"] == {"seconds": 1e9, "nodes": 50, "effort": None}


@pytest.mark.parametrize(("foundations", "verdict"), [(b"\0" * 8, "won"), (b"\0", "stuck")])
def test_a_deal_played_by_hints(foundations: bytes, verdict: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def play(position: Position, effort: int) -> tuple[list[Step], Position]:
        assert (position, effort) == (start_of("kpat:2", 4), 3)
        return [Move(1, 2, 1), DEAL, Move(2, 3, 1)], position._replace(foundations=foundations)

    monkeypatch.setattr(hints, "play_hints", play)
    result = examine("kpat:2", Settings(4, player="hint", effort=3), clock())
    assert result["verdict"] == verdict
    assert (result["moves"], result["deals"], result["positions"]) == (2, 1, None)
    assert result["score"] == 498 + 100 * len(foundations)
    assert result["steps"] == ["1 2 1", "deal", "2 3 1"]
    assert result["limits"] == {"seconds": None, "nodes": None, "effort": 3}


def test_a_seed_is_recorded_in_its_full_form() -> None:
    assert examine("pysol:24", Settings(1, nodes=1), clock())["seed"] == "pysol:ms24"


def test_task_and_result_go_to_other_processes() -> None:
    settings = Settings(2, nodes=10)
    assert pickle.loads(pickle.dumps((examine, settings))) == (examine, settings)
    result = examine("1", settings, clock())
    assert pickle.loads(pickle.dumps(result)) == result


# --- many deals -------------------------------------------------------------------------------------


def made(seed: str, **changes: Any) -> GameResult:
    """A result that nobody had to work for."""
    result: dict[str, Any] = {
        "seed": seed,
        "suits": 1,
        "relaxed": False,
        "player": "solve",
        "verdict": "solved",
        "moves": 100,
        "deals": 5,
        "positions": 1000,
        "seconds": 0.5,
        "limits": {"seconds": 60.0, "nodes": None, "effort": None},
    }
    return cast("GameResult", {**result, **changes})  # tests make broken ones too


def names(results: Iterable[GameResult]) -> list[str]:
    return [result["seed"] for result in results]


def found(results: Iterable[tuple[str, GameResult | None]]) -> list[str]:
    """The seeds of the results that were found, each of which is that of its game."""
    seeds = []
    for seed, result in results:
        assert result
        assert result["seed"] == seed
        seeds.append(seed)
    return seeds


class Slow(Executor):
    """Finishes nothing until as much is waiting as it was told to expect; the latest comes first."""

    def __init__(self, expected: int, last: int) -> None:
        self.most = 0
        self._expected = expected
        self._last = last
        self._given = 0
        self._waiting: list[tuple[Future[Any], Any]] = []

    def submit(self, task: Any, /, *args: Any, **options: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self._given += 1
        self._waiting.append((future, task(*args)))
        self.most = max(self.most, len(self._waiting))
        full = len(self._waiting) == self._expected
        for _ in range(len(self._waiting) if self._given == self._last else full):
            latest, result = self._waiting.pop()
            latest.set_result(result)
        return future


@pytest.mark.parametrize("at_once", [1, 2, 5])
def test_no_more_than_a_few_deals_are_given_out(at_once: int) -> None:
    executor = Slow(at_once, 20)
    seeds = found(game_results(made, Seeds.parse("1-20"), executor, lambda: at_once))
    assert sorted(seeds, key=int) == [str(seed) for seed in range(1, 21)]
    assert executor.most == at_once


def test_results_come_before_all_deals_are_named() -> None:
    with ThreadPoolExecutor(1) as executor:
        endless = (Seed("native", value) for value in count())
        results = game_results(made, endless, executor, lambda: 1)
        assert [next(results)[0] for _ in range(3)] == ["0", "1", "2"]
        results.close()  # type: ignore[attr-defined]  # it is a generator


def test_workers_that_come_and_go() -> None:
    """The number of workers is asked for again and again, and none at all is waited for."""
    with ThreadPoolExecutor(3) as executor:
        sizes = iter([0, 4, 1, 0, 9, *[1] * 100])
        seeds = found(game_results(made, Seeds.parse("1-30"), executor, lambda: next(sizes)))
    assert sorted(seeds, key=int) == [str(seed) for seed in range(1, 31)]


def test_what_breaks_an_executor_is_raised() -> None:
    def task(seed: str) -> GameResult:
        if seed == "3":
            raise BrokenProcessPool
        return made(seed)

    with ThreadPoolExecutor(1) as executor:
        results = game_results(task, Seeds.parse("1-9"), executor, lambda: 1)
        assert [next(results)[0] for _ in range(2)] == ["1", "2"]
        with pytest.raises(BrokenProcessPool):
            next(results)


def test_a_game_whose_worker_is_lost_has_no_result() -> None:
    def task(seed: str) -> GameResult:
        if seed == "3":
            raise BrokenProcessPool
        return made(seed)

    with ThreadPoolExecutor(1) as executor:
        results = game_results(task, Seeds.parse("1-4"), executor, lambda: 1, (BrokenProcessPool,))
        assert [(seed, result is None) for seed, result in results] == [
            ("1", False), ("2", False), ("3", True), ("4", False),
        ]  # fmt: skip


def test_an_executor_that_is_broken_gets_no_more_games() -> None:
    class Broken(Executor):
        def submit(self, task: Any, /, *args: Any, **options: Any) -> Future[Any]:
            raise BrokenProcessPool

    results = game_results(made, Seeds.parse("1-4"), Broken(), lambda: 3, (BrokenProcessPool,))
    assert list(results) == [("1", None)]


# --- results as lines -------------------------------------------------------------------------------


def read(text: bytes) -> tuple[list[GameResult], list[bytes]]:
    """The results in a file, and what of it is torn."""
    torn: list[bytes] = []
    return list(read_results(text.splitlines(keepends=True), torn.append)), torn


def lines(*results: GameResult) -> bytes:
    return "".join([format_result(result) + "\n" for result in results]).encode()


def test_results_are_read_as_they_were_written() -> None:
    results = [
        made("1"),
        made("kpat:2", verdict="gave up", moves=None, deals=None),
        made("pysol:ms3", verdict="impossible", moves=None, deals=None, seconds=0),
        made("4", limits={"seconds": None, "nodes": 5, "effort": None}, suits=4, relaxed=True),
        made(
            "5",
            player="hint",
            verdict="stuck",
            positions=None,
            limits=dict.fromkeys(("seconds", "nodes", "effort")),
        ),
        examine("6", Settings(1, nodes=10), clock()),
        made("7", moves=1, deals=1, score=-3, steps=["1 2 1", "deal"]),
        made("8", player="./bot -x", verdict="timed out", positions=None, score=500, steps=[]),
        made("9", verdict="killed", moves=None, deals=None, seconds=None),
    ]
    results[-2]["moves"] = results[-2]["deals"] = 0
    for result in results:
        validator("study", strict=True).validate(result)
    assert read(lines(*results)) == (results, [])
    assert read(b"\n" + lines(*results).replace(b"\n", b"\r\n") + b"\n") == (results, [])


def test_a_line_cut_anywhere_is_torn_and_the_others_are_read() -> None:
    whole, last = lines(made("1"), made("2")), lines(made("3"))
    for length in range(1, len(last) - 1):
        found, torn = read(whole + last[:length])
        assert (names(found), torn) == (["1", "2"], [last[:length]])
    assert names(read(whole + last[:-1])[0]) == ["1", "2", "3"]  # only its newline is missing
    assert read(whole + last[:50] + b"\0" * 20)[1] == [last[:50] + b"\0" * 20]
    assert read(whole + b"\0" * 20)[1] == [b"\0" * 20]


@pytest.mark.parametrize(
    "line",
    [
        b"x\n", b"x", b"{}\n", b"[]\n", b"null\n", b"7", b'"seed"\n', b"[" * 100_000, b"\xff\xfe\n", b"NaN\n",
        b'{"format":"spider-game"', b'{"seed": "1"}\n',
    ],
)  # fmt: skip
def test_a_line_that_is_no_result_is_refused_with_its_number(line: bytes) -> None:
    refused_with_its_number(line)


@pytest.mark.parametrize(
    "change",
    [
        {"seed": "01"}, {"seed": "x"}, {"seed": "pysol:1"}, {"seed": 1}, {"suits": 3}, {"suits": True},
        {"suits": 1.0}, {"suits": []}, {"relaxed": 0}, {"player": "me"}, {"player": None}, {"player": []},
        {"verdict": "won"}, {"verdict": None}, {"player": "hint"}, {"moves": -1}, {"moves": 1.5},
        {"moves": True}, {"deals": "5"}, {"moves": 10**18}, {"deals": 10**30}, {"seconds": 10**400},
        {"seconds": 1e308}, {"positions": -1}, {"seconds": -1}, {"seconds": None}, {"seconds": float("nan")},
        {"seconds": float("inf")}, {"seconds": "1"}, {"limits": None}, {"limits": {}},
        {"limits": {"seconds": -1, "nodes": None, "effort": None}},
        {"limits": {"seconds": None, "nodes": 1.5, "effort": None}}, {"more": 1}, {"player": " "},
        {"score": 1.5}, {"score": "1"}, {"score": 10**18}, {"steps": "deal"}, {"steps": ["1 1"]},
        {"steps": [["deal"]]}, {"steps": []}, {"steps": ["deal"] * 105}, {"verdict": "killed"},
        {"steps": ["1 2 1"] * 105}, {"player": "./bot", "verdict": "solved"}, {"limits": {"seconds": 1}},
    ],
)  # fmt: skip
def test_a_result_with_a_wrong_value_is_refused_with_its_number(change: dict[str, Any]) -> None:
    refused_with_its_number(lines(cast("GameResult", {**made("1"), **change})))


def test_a_result_cut_short_is_refused_with_its_number() -> None:
    refused_with_its_number(lines(made("1"))[:-9] + b"\n")


def refused_with_its_number(line: bytes) -> None:
    good = lines(made("1"))
    with pytest.raises(GameFormatError, match=r"^line 3: not a line of a study"):
        read(good + b"\n" + line)
    if line.endswith(b"\n"):
        with pytest.raises(GameFormatError, match=r"^line 2: not a line of a study"):
            read(good + line + good)


# --- figures ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "total", "low", "high"),
    [  # from R. G. Newcombe, Statistics in Medicine 17 (1998), 857-872, table I, method 3
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson(number: int, total: int, low: float, high: float) -> None:
    assert wilson(number, total) == pytest.approx((low, high), abs=5e-5)
    assert wilson(total - number, total) == pytest.approx((1 - high, 1 - low), abs=5e-5)


def test_wilson_ends_exactly_at_none_and_all() -> None:
    for total in range(1, 200):
        assert wilson(0, total)[0] == 0
        assert wilson(total, total)[1] == 1


def tally(*results: GameResult) -> Tally:
    (found,) = tallies(results)
    return found


def test_figures() -> None:
    solved = [made(str(seed), moves=90 + seed, seconds=seed) for seed in range(1, 22)]
    others = [
        made("50", verdict="impossible", moves=None, deals=None, seconds=100),
        made("51", verdict="gave up", moves=None, deals=None, seconds=60),
        made("52", verdict="gave up", moves=None, deals=None, seconds=60),
    ]
    figures = tally(*solved, *others).figures()
    assert {key: figures[key] for key in ("suits", "relaxed", "player", "games")} == {
        "suits": 1, "relaxed": False, "player": "solve", "games": 24,
    }  # fmt: skip
    verdicts = figures["verdicts"]
    assert {name: share["games"] for name, share in verdicts.items()} == {
        "solved": 21, "impossible": 1, "gave up": 2,
    }  # fmt: skip
    assert verdicts["solved"]["share"] == 21 / 24
    assert (verdicts["solved"]["low"], verdicts["solved"]["high"]) == wilson(21, 24)
    assert figures["length"] == {
        "total": 21 * 106, "mean": 106, "min": 96, "q25": 101, "median": 106, "q75": 111, "q95": 115,
        "max": 116,
    }  # fmt: skip
    assert figures["seconds"]["total"] == 21 * 11 + 220
    assert figures["seconds"]["max"] == 100
    json.dumps(figures, allow_nan=False)


def test_one_deal_is_every_quantile() -> None:
    spread = tally(made("1")).figures()["length"]
    assert spread == dict.fromkeys(spread, 105)


def test_no_deal_has_figures_too() -> None:
    figures = Tally(Settings(4)).figures()
    assert (figures["games"], figures["seconds"], figures["length"]) == (0, None, None)
    assert figures["verdicts"]["solved"] == {"games": 0, "share": None, "low": None, "high": None}
    assert format_study(figures).startswith("0 games, 4 suits")


def test_a_deal_counts_once_and_each_setting_apart() -> None:
    hint = {"player": "hint", "verdict": "won", "positions": None}
    found = tallies(
        [made("1"), made("2"), made("1", seconds=9), made("1", suits=2), made("1", **hint), made("2")]
    )
    assert [(one.settings.suits, one.settings.player, one.count()) for one in found] == [
        (1, "solve", 2), (2, "solve", 1), (1, "hint", 1),
    ]  # fmt: skip
    assert settings_of(made("1")) == Settings(1, seconds=60)
    assert found[0].figures()["seconds"]["max"] == 0.5


def test_scores_and_killed_games_are_counted() -> None:
    results = [
        made("1", score=1200, steps=["1 2 1"] * 100 + ["deal"] * 5),
        made("2"),  # of an older version
        made("3", verdict="killed", moves=None, deals=None, positions=None, seconds=None),
    ]
    found = tally(*results)
    figures = found.figures()
    assert figures["verdicts"]["killed"]["games"] == 1
    assert (figures["score"]["min"], figures["score"]["max"]) == (1200, 1200)
    assert figures["seconds"]["total"] == 1
    text = format_study(figures)
    assert "  killed             1    33.3 %" in text
    assert "  score, won      1200" in text
    killed = tally(results[-1])
    assert "seconds" not in format_study(killed.figures()).partition("\n")[2]


def test_summary_in_words() -> None:
    results = [
        made("1", seconds=0.25),
        made("2", seconds=0.75, moves=110),
        made("3", verdict="gave up", seconds=60),
    ]
    assert format_study(tally(*results).figures()).splitlines() == [
        "3 games, 1 suit, solver, at most 60 s a game",
        "                 games     share   95 % interval",
        "  solved             2    66.7 %   20.8 to 93.9 %",
        "  impossible         0     0.0 %   0.0 to 56.1 %",
        "  gave up            1    33.3 %   6.1 to 79.2 %",
        "                   min    25 %  median    75 %    95 %     max    mean",
        "  CPU seconds     0.25     0.5    0.75    30.4    54.1      60    20.3",
        "  steps to win     105     108     110     112     114     115     110",
        "  61.0 CPU seconds in all",
    ]


# --- two players on the same deals ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "low", "high"),
    [
        # What the package `contingencytables` for R gives, for counts of M. Cavo and others (2012).
        ((59, 6, 16, 80), -0.1186, -0.0046),
        ((1, 0, 0, 1), -0.5734, 0.5734),
    ],
)
def test_newcombe(table: tuple[int, int, int, int], low: float, high: float) -> None:
    both, first, second, neither = table
    difference = (first - second) / sum(table)
    assert newcombe(*table) == pytest.approx((difference, low, high), abs=5e-5)
    assert newcombe(both, second, first, neither) == pytest.approx((-difference, -high, -low), abs=5e-5)


def test_an_interval_of_newcombe_never_leaves_what_is_possible() -> None:
    for table in product(range(5), repeat=4):
        if any(table):
            difference, low, high = newcombe(*table)
            assert -1 - 1e-9 <= low <= difference <= high <= 1 + 1e-9, table


def test_two_players_on_the_same_deals() -> None:
    hint: dict[str, Any] = {"player": "hint", "positions": None}
    lost: dict[str, Any] = {"verdict": "gave up", "moves": None, "deals": None}
    first = tally(made("1"), made("2"), made("3"), made("4", **lost), made("5", **lost), made("8"))
    second = tally(
        made("5", verdict="stuck", **hint),
        made("4", verdict="won", **hint),
        made("2", verdict="won", **{**hint, "moves": 150}),
        made("1", verdict="won", **{**hint, "moves": 110}),
        made("3", verdict="stuck", **hint),
        made("9", verdict="won", **hint),
        made("10", verdict="won", **hint),
    )
    figures = compared(first, second)
    assert figures["games"] == 5
    assert figures["won"] == {"both": 2, "first": 1, "second": 1, "neither": 1}
    assert [figures[side]["games"] for side in ("first", "second")] == [6, 7]
    assert [figures[side]["share"] for side in ("first", "second")] == [0.6, 0.6]
    assert [figures[side]["median_length"] for side in ("first", "second")] == [105, 135]
    assert figures["length_difference"] == -30
    assert tuple(figures["difference"].values()) == newcombe(2, 1, 1, 1)
    json.dumps(figures, allow_nan=False)
    assert format_comparison(figures).splitlines() == [
        "5 games that both have, 1 suit",
        "  first   solver, at most 60 s a game; 6 games in all",
        "  second  hints followed to the end, at most 60 s a game; 7 games in all",
        "                second won  second not",
        "  first won              2           1",
        "  first not              1           1",
        "  won: 60.0 % and 60.0 %; difference 0.0 points, 95 % interval -46.5 to 46.5",
        "  steps to win where both won: median 105 and 135; median difference -30",
    ]


def test_only_games_of_the_same_rules_are_compared(spider: Spider) -> None:
    def write(name: str, *results: GameResult) -> None:
        (spider.directory / name).write_bytes(lines(*results))

    write("a.jsonl", made("1"), made("2", suits=2), made("3", relaxed=True))
    write("b.jsonl", made("1", suits=2), made("2", suits=2), made("3"))
    figures = spider("study --summary a.jsonl b.jsonl --json").state
    assert (figures["suits"], figures["games"], figures["won"]["both"]) == (2, 1, 1)
    assert spider.did("study --summary a.jsonl b.jsonl").startswith("1 game that both have, 2 suits\n")
    assert spider.did("study --summary - b.jsonl", stdin=lines(made("3"))).startswith("1 game that both")
    assert spider("study --summary a.jsonl b.jsonl -q") == (0, "", "")
    write("c.jsonl", made("9"))
    assert spider.refused("study --summary a.jsonl c.jsonl").startswith(
        "a.jsonl and c.jsonl have no game in common"
    )


def test_results_as_csv(spider: Spider) -> None:
    bot: dict[str, Any] = {"player": "./bot 'a,b'\x1b", "verdict": "stopped", "positions": None}
    content = lines(
        made("1", moves=1, deals=1, score=599, steps=["1 2 1", "deal"]),
        made("2", verdict="gave up", moves=None, deals=None),
        made("3", **bot),
    )
    (spider.directory / "a.jsonl").write_bytes(content)
    assert spider.did("study --summary a.jsonl --csv").splitlines() == [
        "seed,suits,relaxed,player,verdict,score,moves,deals,length,positions,seconds,limit_seconds,"
        "limit_nodes,limit_effort,steps",
        "1,1,False,solve,solved,599,1,1,2,1000,0.5,60.0,,,1 2 1; deal",
        "2,1,False,solve,gave up,,,,,1000,0.5,60.0,,,",
        "3,1,False,\"./bot 'a,b'\\x1b\",stopped,,100,5,105,,0.5,60.0,,,",
    ]


def test_results_as_bars(spider: Spider) -> None:
    content = lines(*[made(str(moves), moves=moves, score=1300 - moves) for moves in range(100, 110)])
    (spider.directory / "a.jsonl").write_bytes(content)
    text = spider.did("study --summary a.jsonl --histogram")
    assert text.startswith("1 suit, solver, at most 60 s a game\n\nsteps to win  games\n")
    assert "score of games won  games" in text
    assert text.count("#" * 40) == 20
    figures = spider("study --summary a.jsonl --histogram --json").state
    assert figures["length"] == list(range(105, 115))
    assert (figures["player"], figures["score"][0]) == ("solve", 1200)
    assert spider.did("study --summary - --histogram") == "no results\n"
    assert spider("study --summary - --histogram --json").state == {"games": 0}


# --- the file ---------------------------------------------------------------------------------------


def test_a_file_grows_line_by_line(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    with growing(path) as file:
        assert list(file.lines()) == []
        file.append(b"one")
        assert path.read_bytes() == b"one\n"
        file.append(b"two")
    with growing(path) as file:
        assert list(file.lines()) == [b"one\n", b"two\n"]


def test_a_last_line_without_its_newline_can_be_kept_or_cut(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    for cut, content in ((False, b"one\ntw\nthree\n"), (True, b"one\nthree\n")):
        path.write_bytes(b"one\ntw")
        with growing(path) as file:
            last = list(file.lines())[-1]
            if cut:
                file.cut(last)
            file.append(b"three")
        assert path.read_bytes() == content


def test_a_growing_file_is_for_one_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locking, "LOCK_SECONDS", 0.1)
    with growing(tmp_path / "lines") as file:
        with pytest.raises(StorageError, match="in use"), growing(tmp_path / "lines"):
            pass
        file.append(b"one")
    with growing(tmp_path / "lines") as file:
        assert list(file.lines()) == [b"one\n"]


def test_a_full_disk_leaves_the_file_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "lines"
    write = os.write

    def fills_up(descriptor: int, content: bytes) -> int:
        if len(content) > 5:
            return write(descriptor, content[:5])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with growing(path) as file:
        file.append(b"one")
        monkeypatch.setattr(os, "write", fills_up)
        with pytest.raises(StorageError, match="no space left"):
            file.append(b"twothree")
        monkeypatch.undo()
        assert path.read_bytes() == b"one\n"
        file.append(b"four")
    assert path.read_bytes() == b"one\nfour\n"


@pytest.mark.parametrize("name", ["", "missing/lines", ".", "a\0b", "/dev/null"])
def test_where_no_file_can_grow(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(StorageError), growing(name):
        pass
    assert list(tmp_path.iterdir()) == []


# --- the command, as far as it needs no other process -------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "study",
        "study --seeds 3-1",
        "study --seeds kpat:1,2",
        "study --seeds -5",
        "study --suits 3 --seeds 1-3",
        "study --seeds 1-3 --player me",
        "study --seeds 1-3 --jobs 0",
        "study --seeds 1-3 --limit nan",
        "study --seeds 1-3 --limit -1",
        "study --seeds 1-3 --nodes 0",
        "study --seeds 1-3 --effort 5",
        "study --seeds 1-3 --player hint --limit 5",
        "study --seeds 1-3 --player hint --nodes 5",
        "study --seeds 1-3 --dask ''",
        "study --seeds 1-3 --dask tcp://127.0.0.1:9 --jobs 2",
        "study --summary x.jsonl --seeds 1-3",
        "study --summary x.jsonl --jobs 2",
        "study 1-3",
        "study --seeds 1-3 --csv",
        "study --seeds 1-3 --histogram",
        "study --seeds 1-3 other.jsonl",
        "study --summary x.jsonl --csv --json",
        "study --summary x.jsonl --csv --histogram",
        "study --summary x.jsonl y.jsonl --csv",
        "study --summary - -",
    ],
)
def test_what_cannot_be_asked_for(line: str, spider: Spider) -> None:
    spider.refused(line, code=2)


def test_without_dask_it_says_what_to_install(spider: Spider, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert "pip install 'spider-solitaire[dask]'" in spider.refused("study --seeds 1 --dask x:1", code=2)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"x\n", "study.jsonl: line 1: not a line of a study: not JSON"),
        (
            b'{"format":"spider-game","version":1}',
            "study.jsonl: line 1: not a line of a study: it has the wrong keys",
        ),
    ],
)
def test_a_file_of_something_else_is_left_alone(content: bytes, reason: str, spider: Spider) -> None:
    left_alone(spider, content, reason)


def test_a_file_with_something_else_in_it_is_left_alone(spider: Spider) -> None:
    content = lines(made("1")) + b"torn" + lines(made("2"))
    left_alone(spider, content, "study.jsonl: line 2: not a line of a study: not JSON")


def left_alone(spider: Spider, content: bytes, reason: str) -> None:
    (spider.directory / "study.jsonl").write_bytes(content)
    assert spider.refused("study --seeds 1-3 --out study.jsonl", code=3) == reason
    assert spider.refused("study --summary study.jsonl", code=3) == reason


def test_no_file_to_sum_up(spider: Spider) -> None:
    assert spider.refused("study --summary x.jsonl", code=3) == "x.jsonl: there is no such file"


def test_a_study_that_is_done_is_only_summed_up(spider: Spider) -> None:
    path = spider.directory / "study.jsonl"
    others = [made("1", suits=4), made("9")]
    path.write_bytes(lines(made("2"), made("1"), *others))
    before = path.read_bytes()
    code, out, err = spider("study --seeds 1-2 --out study.jsonl")
    assert (code, out.splitlines()[0]) == (0, "2 games, 1 suit, solver, at most 60 s a game")
    assert err.splitlines() == [
        "spider: 2 of 2 games are done already in study.jsonl",
        "spider: 1 result with other settings in study.jsonl: not counted here",
    ]
    assert spider("study --seeds 1-2 --out study.jsonl -q") == (0, "", "")
    figures = spider("study --seeds 1-2 --out study.jsonl --json").state
    assert (figures["games"], figures["verdicts"]["solved"]["games"]) == (2, 2)
    assert path.read_bytes() == before


def test_the_summary_of_a_file_has_a_part_for_each_study_in_it(spider: Spider) -> None:
    content = lines(made("1"), made("2"), made("1", suits=4)) + lines(made("3"))[:40]
    (spider.directory / "study.jsonl").write_bytes(content)
    parts = spider.did("study --summary study.jsonl").split("\n\n")
    assert [part.splitlines()[0][:15] for part in parts] == ["2 games, 1 suit", "1 game, 4 suits"]
    assert spider.did("study --summary -", stdin=content).split("\n\n") == parts
    objects = [json.loads(line) for line in spider.did("study --summary study.jsonl --json").splitlines()]
    assert [(figures["suits"], figures["games"]) for figures in objects] == [(1, 2), (4, 1)]
    assert (spider.directory / "study.jsonl").read_bytes() == content
    (spider.directory / "study.jsonl").write_bytes(b"")
    assert spider.did("study --summary study.jsonl") == "no results\n"


@pytest.mark.unmeasured  # follows hints through whole games
def test_hints_are_played(spider: Spider, monkeypatch: pytest.MonkeyPatch) -> None:
    """In threads and with a narrow search: real processes and the real width take half a minute."""
    monkeypatch.setattr(hints, "SEARCH_SIZE", SearchSize(8, 3, (2, 4), 3))
    monkeypatch.setattr(executors, "process_pool", lambda jobs, _method: ThreadPoolExecutor(jobs))
    code, out, err = spider("study --player hint --suits 4 --effort 1 --seeds kpat:1")
    result = json.loads(out)
    assert (code, result["player"], result["limits"]["effort"]) == (0, "hint", 1)
    assert result["verdict"] in ("won", "stuck")
    assert result["moves"] > 0
    assert err.startswith("1 game, 4 suits, hints followed to the end, effort 1\n")
