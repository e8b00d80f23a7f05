"""The programs in `tools/`: the self-play laboratory, and those that find weights."""

from __future__ import annotations

import json
import shutil
import warnings
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from spider_cli import Game
from spider_cli.search.column_cache import ColumnCache, random_keys
from spider_cli.solver.limits import GIB, Limits, Meter
from spider_cli.solver.solver_value import TO_WIN
from spider_cli.solver.widening import widening_beams
from tools.strength import lab
from tools.strength.check_rules import check_program
from tools.strength.netfile import WholeNet, read_whole
from tools.weights import hints, shortening

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

NETS = sorted((lab.HERE / "nets").glob("*.net"))

needs_compiler = pytest.mark.skipif(
    not (shutil.which("g++") and shutil.which("make")), reason="no C++ compiler"
)


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The laboratory's program."""
    return lab.build(tmp_path_factory.mktemp("lab"), "-O1")


def leaves(text: str) -> Iterator[tuple[dict[int, int], int]]:
    """The inputs and the value of each leaf of a file of test vectors."""
    inputs: dict[int, int] = {}
    for line in text.splitlines():
        word, _, rest = line.partition(" ")
        if word == "inputs:":
            inputs = {
                int(number): int(amount) for number, amount in (part.split(":") for part in rest.split())
            }
        elif word == "value":
            yield inputs, int(rest)


def agree(net: WholeNet, text: str) -> int:
    """How many leaves were compared with the plain Python reader; all have to be equal."""
    compared = 0
    for inputs, value in leaves(text):
        assert net.value(inputs) == value
        compared += 1
    return compared


@pytest.mark.parametrize("path", NETS, ids=[path.stem for path in NETS])
def test_nets_give_what_their_vectors_say(path: Path) -> None:
    vectors = path.with_suffix(".vectors.txt").read_text(encoding="ascii")
    assert agree(read_whole(path), vectors) >= 60
    assert path.stat().st_size < 200 * 1024


@needs_compiler
def test_rules_agree_with_the_package(program: Path) -> None:
    checked = check_program(str(program), 4)
    assert checked.games == 12
    assert checked.steps > 2000
    assert checked.runs > 0


@needs_compiler
def test_cpp_and_python_agree_on_leaves_of_new_games(program: Path, tmp_path: Path) -> None:
    record = tmp_path / "record"
    for path in NETS:
        lab.run(program, "play", 4, 7000, 7002, "width=8", "explore=0.2", f"net={path}", f"record={record}")
        assert agree(read_whole(path), lab.run(program, "vectors", record, path, 30, 1)) == 30


@needs_compiler
def test_games_are_repeated_exactly(program: Path, tmp_path: Path) -> None:
    steps = []
    for name in ("one", "two"):
        lab.run(program, "play", 2, 8000, 8002, "width=8", f"net={NETS[0]}", f"steps={tmp_path / name}")
        steps.append((tmp_path / name).read_text(encoding="ascii"))
    assert steps[0] == steps[1]
    assert steps[0].count("game") == 2


@needs_compiler
def test_the_trainer_lowers_the_loss(program: Path, tmp_path: Path) -> None:
    np = pytest.importorskip("numpy", reason="needs the extra spider-solitaire[tools]")
    from tools.strength import fit
    from tools.strength.quantise import quantise, read_floats, write_floats

    record, inputs = tmp_path / "record", tmp_path / "inputs"
    lab.run(program, "play", 1, 9000, 9040, "width=6", "explore=0.1", f"record={record}")
    lab.run(program, "inputs", record, inputs)
    found = np.fromfile(inputs, fit.LEAF)
    played = found[found["flags"] & (fit.NOT_PLAYED | fit.FIRST) == 0]
    results = played["won"].astype(np.float32)
    settings = fit.Fit(hidden=(16, 8), epochs=4)
    net = fit.Net.fresh(played, results, settings)
    before = fit.loss(net.odds(played), results)
    after = fit.fit_net(net, played, results, played, settings)
    assert after < before - 0.01

    targets = fit.td_targets(found, fit.chances(net.odds(found)), 0.6)
    assert ((targets >= 0) & (targets <= 1)).all()

    write_floats(tmp_path / "net.float", net.arrays)
    assert all(
        np.array_equal(*pair) for pair in zip(read_floats(tmp_path / "net.float"), net.arrays, strict=True)
    )
    (tmp_path / "whole").write_bytes(quantise(net.arrays))
    whole = read_whole(tmp_path / "whole")
    odds = net.odds(played[:50])
    for leaf, odd in zip(played[:50], odds.tolist(), strict=True):
        amounts = {at: int(amount) for at, amount in enumerate(leaf["inputs"]) if amount}
        assert whole.value(amounts) / 65536 == pytest.approx(odd, abs=0.1)


def test_targets_follow_what_was_played() -> None:
    np = pytest.importorskip("numpy", reason="needs the extra spider-solitaire[tools]")
    from tools.strength import fit

    some = np.zeros(5, fit.LEAF)
    some["won"] = 1
    some["flags"] = 0, fit.NOT_PLAYED, fit.FIRST, fit.EXPLORED, 0
    targets = fit.td_targets(some, np.array([0.1, 0.7, 0.9, 0.2, 0.4], np.float32), 0.5)
    # Before the try: the chance of the best. After it: half the next chance, half the next target. The first
    # event on the way: as the leaf after it.
    assert targets.tolist() == pytest.approx([0.7, 0.0, 0.7, 0.7, 1.0])


@needs_compiler
def test_the_weights_of_the_beam_can_be_tuned(program: Path, tmp_path: Path) -> None:
    out = tmp_path / "hints.json"
    words = ["--lab", str(program), "--games", "2", "--population", "2", "--width", "4", "--suits", "1"]
    hints.main([str(out), *words, "--generations", "1"])
    first = json.loads(out.read_text(encoding="ascii"))
    hints.main([str(out), *words, "--generations", "2"])
    assert [first["generations"], json.loads(out.read_text(encoding="ascii"))["generations"]] == [1, 2]
    played = lab.run(program, "play", 1, 0, 1, "width=4", f"weights={out.with_suffix('.weights')}")
    assert "of 1 =" in played


@needs_compiler
def test_the_weights_of_the_beam_can_be_tuned_by_views(program: Path, tmp_path: Path) -> None:
    views, net = tmp_path / "views", NETS[0]
    lab.run(program, "play", 4, 7000, 7002, "width=8", f"net={net}", f"views={views}")
    words = ["--lab", str(program), "--net", str(net), "--views", str(views), "--width", "4"]
    hints.main([str(tmp_path / "out"), *words, "--games", "2", "--population", "2", "--generations", "1"])
    narrow, wide = (
        float(lab.run(program, "best", views, 0, 9, f"net={net}", f"width={width}").split()[2])
        for width in (2, 64)
    )
    assert narrow < wide


def test_ranks_alone_count() -> None:
    assert hints.utilities([5.0, 1.0, 3.0, 2.0]) == hints.utilities([9.0, 0.0, 2.0, 1.0])
    assert sum(hints.utilities([5.0, 1.0, 3.0, 2.0])) == pytest.approx(0)


def test_the_weights_for_short_solutions_can_be_tuned(tmp_path: Path) -> None:
    out = tmp_path / "solver.json"
    tiny = ["--games", "1", "--suits", "1", "--nodes", "5000"]
    shortening.main([str(out), *tiny, "--tries", "1"])
    first = json.loads(out.read_text(encoding="ascii"))
    shortening.main([str(out), *tiny, "--tries", "2"])
    then = json.loads(out.read_text(encoding="ascii"))
    assert [first["tried"], then["tried"]] == [1, 2]
    assert then["cost"] <= first["cost"]


@pytest.fixture(scope="module")
def widening() -> ModuleType:
    """The program that finds the weights for any solution."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # as in the program
        pytest.importorskip("cma", reason="it is of the extra `tools`")
    return import_module("tools.weights.widening")


@needs_compiler
def test_the_weights_for_any_solution_can_be_tuned(widening: ModuleType, tmp_path: Path) -> None:
    out = tmp_path / "widening.json"
    tiny = ["--starts", "2", "--games", "2", "--suits", "1", "--population", "2"]
    widening.main([str(out), *tiny, "--generations", "1"])
    widening.main([str(out), *tiny, "--generations", "2"])
    means = json.loads(out.read_text(encoding="ascii"))
    assert len(means) == 2
    assert widening.averaged(means).keys() == widening.package_weights().keys()


@needs_compiler
def test_the_twin_of_the_beams_makes_the_same_nodes(widening: ModuleType, tmp_path: Path) -> None:
    starts = tmp_path / "starts.txt"
    widening.write_starts(starts, range(1, 9), 2)
    twin = widening.Twin(widening.build(tmp_path), starts)
    found = [(children, steps) for _, children, steps in twin.solve(widening.package_weights(), 0, 8, 1e9)]
    twin.close()
    assert found == [solved(seed) for seed in range(1, 9)]


def solved(seed: int) -> tuple[int, int]:
    """The children that the package's beams look at, and the steps of the solution."""
    position, meter = Game.new(suits=2, seed=seed).position, Meter(Limits(), None)
    for won in widening_beams(position, ColumnCache(TO_WIN.valuation(), random_keys(0)), meter, GIB):
        if won:
            return meter.nodes, won.depth
    raise AssertionError("there is always a wider beam")
