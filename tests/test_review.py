"""`review`: the last step at which a game could still be won. `completion`: a script for each shell."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from spider_cli import solver
from spider_cli.games.game import Game
from spider_cli.rules.steps import DEAL
from spider_cli.solver import Limits, Result
from tests.commands import Spider


def test_a_game_that_can_be_won(spider: Spider) -> None:
    spider.did("new --seed 3 -q")
    spider.did("move 2 -q")
    out = spider.did("review").splitlines()
    assert out[0].startswith("# the game can still be won, in ")
    assert out[1] == "goto 1"
    (spider.directory / "rest.txt").write_text("\n".join(out))
    spider.did("run -q rest.txt")
    assert spider.state()["status"] == "won"
    assert spider.did("review") == "# the game is won\n"


def test_a_game_that_never_could(spider: Spider) -> None:
    spider.start("three-cards-short-of-a-deal")
    out = spider.did("review")
    assert out == (
        "# no step was found from which the game can be won\n"
        "# after step 0 no win is possible: that is proved\n"
    )
    assert json.loads(spider.did("review --json")) == {
        "solved": None,
        "solution": [],
        "lost": 0,
        "gave_up": [],
    }


def test_where_the_solver_gives_up_nothing_is_claimed(spider: Spider) -> None:
    spider.did("new --suits 4 --seed 1 -q")
    for _ in range(5):
        spider.did("deal -q")
    code, out, err = spider("review --limit 0.01")
    assert (code, err) == (4, "")
    assert "no step was found" in out
    assert "nothing is known (the solver gave up at 5" in out
    assert "proved" not in out


@pytest.mark.parametrize("last", [0, 1, 6, 11, 12])
def test_bisection_finds_the_step_after_which_it_was_lost(
    spider: Spider, monkeypatch: pytest.MonkeyPatch, last: int
) -> None:
    game = Game.new(suits=1, seed=3)
    for move in [(2, 3), (3, 2)] * 6:
        game.move(*move)
    spider.put(game)
    positions: list[int] = []

    def solve_at(game: Game, steps: int) -> Game:
        positions.append(steps)
        return Game.rewound_really(game, steps)  # type: ignore[attr-defined,no-any-return]  # put there below

    def solve(position: object, limits: Limits) -> Result:
        won = positions[-1] <= last
        return Result("solved" if won else "impossible", (DEAL,) if won else (), 1, 0.1)

    monkeypatch.setattr(Game, "rewound_really", Game.rewound, raising=False)
    monkeypatch.setattr(Game, "rewound", solve_at)
    monkeypatch.setattr(solver, "solve", solve)
    found = json.loads(spider.did("review --json"))
    assert (found["solved"], found["solution"]) == (last, ["deal"])
    assert found["lost"] == (last + 1 if last < 12 else None)
    assert len(positions) <= 5  # of 13 steps


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_prints_a_script_that_the_shell_can_read(
    spider: Spider, shell: str, tmp_path: Path
) -> None:
    text = spider.did(f"completion {shell}")
    assert "_SPIDER_COMPLETE" in text
    if shell == "zsh":
        assert text.startswith("(( $+functions[compdef] )) ||")
    if shutil.which(shell):
        path = tmp_path / "script"
        path.write_text(text)
        assert subprocess.run([shell, "-n", path], check=False).returncode == 0


def test_other_shells_are_refused(spider: Spider) -> None:
    assert "is not one of 'bash', 'zsh', 'fish'" in spider.refused("completion tcsh", code=2)
