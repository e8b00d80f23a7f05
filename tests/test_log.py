"""`spider log`: the game as a script."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from spider_cli.games.game import Game
from tests.commands import NO_GAME, invoke
from tests.processes import spider
from tests.samples import DATA, GAMES, layout


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SPIDER_FILE", raising=False)


def test_log() -> None:
    game = Game.new(suits=2, seed="pysol:24", relaxed=True)
    game.deal()
    game.undo()
    game.move(*game.legal_moves()[0])
    game.deal()
    game.deal()
    game.undo()
    game.save("spider.json")
    before = Path("spider.json").read_bytes()
    result = invoke("log")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == (
        "# spider new --suits 2 --seed pysol:ms24 --relaxed\n"
        "# 2 steps, score 499, playing\n"
        f"{game.steps[0]}\n"
        "deal\n"
    )
    assert Path("spider.json").read_bytes() == before


def test_log_of_a_fresh_game() -> None:
    Game.new(seed=1).save("spider.json")
    assert invoke("log").stdout == "# spider new --suits 1 --seed 1\n# 0 steps, score 500, playing\n"


def test_log_as_json() -> None:
    game = Game.new(suits=4, seed=1)
    game.deal()
    game.save("spider.json")
    assert json.loads(invoke("log", "--json").stdout) == {
        "suits": 4, "seed": "1", "relaxed": False, "steps": ["deal"],
    }  # fmt: skip


@pytest.mark.parametrize("name", GAMES)
def test_case_50_a_log_plays_the_same_game(name: str) -> None:
    """What the first comment says deals the game, the rest plays it."""
    log = invoke("log", "-f", str(DATA / "games" / f"{name}.json")).stdout
    Path("script").write_text(log)
    assert invoke(*log.splitlines()[0].split()[2:]).exit_code == 0
    assert invoke("run", "-q", "script").exit_code == 0
    assert invoke("log").stdout == log
    played, copied = Game.load(DATA / "games" / f"{name}.json"), Game.load("spider.json")
    assert (copied.start, copied.steps, copied.seed) == (played.start, played.steps, played.seed)


def test_a_log_of_a_layout_plays_the_same_game() -> None:
    game = Game(layout("split-tidy-runs-to-deal"))
    game.move(1, 3, 1)
    game.save("spider.json")
    log = invoke("log").stdout
    assert log.splitlines()[:2] == [
        "# from a layout: 'spider show --start --as layout > start.txt' prints it",
        "# spider new --layout start.txt",
    ]
    Path("start.txt").write_text(invoke("show", "--start", "--as", "layout").stdout)
    assert invoke("new", "-f", "copy.json", "--layout", "start.txt").exit_code == 0
    Path("script").write_text(log)
    assert invoke("run", "-f", "copy.json", "script").exit_code == 0
    assert invoke("log", "-f", "copy.json").stdout == log


def test_a_log_names_no_hidden_card() -> None:
    """What lies face down cannot be told from the log: it says the seed and the steps, and no card."""
    Game(layout("three-cards-short-of-a-deal")).save("spider.json")
    assert invoke("log").stdout.splitlines()[2:] == ["# 0 steps, score 1200, playing"]


def test_no_game(tmp_path: Path) -> None:
    result = invoke("log")
    assert (result.exit_code, result.stdout) == (3, "")
    assert result.stderr == f"spider: {NO_GAME}\n"


def test_log_into_run(tmp_path: Path) -> None:
    """As the help says, in pipes."""
    game = Game.new(suits=1, seed=3)
    game.save("copy.json")
    game.move(2, 3)
    game.deal()
    game.save("spider.json")
    log = spider("log", cwd=tmp_path)
    assert log.returncode == 0
    assert spider("run", "-q", "-f", "copy.json", cwd=tmp_path, stdin=log.stdout).returncode == 0
    copy, original = Game.load("copy.json"), Game.load("spider.json")
    assert (copy.start, copy.seed, copy.steps) == (original.start, original.seed, original.steps)
