"""Signals that ask a command to end: what it has found is not lost, and the exit code names the signal."""

from __future__ import annotations

import signal
import time
from pathlib import Path

import pytest

from spider_cli import Game
from tests.processes import Terminal

SIGNALS = pytest.mark.parametrize("signum", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])


@SIGNALS
def test_a_signal_ends_the_search_for_a_shorter_solution(tmp_path: Path, signum: signal.Signals) -> None:
    Game.new(suits=1, seed=3).save(tmp_path / "spider.json")
    with Terminal("solve", "--shorter", "3600", "--save", "won.json", cwd=tmp_path) as terminal:
        terminal.wait_for(", best ")
        terminal.send(signum)
        assert terminal.end() == 128 + signum
    assert "# wins seed 3" in terminal.screen
    assert Game.load(tmp_path / "won.json").status == "won"


@SIGNALS
def test_a_signal_at_a_question(tmp_path: Path, signum: signal.Signals) -> None:
    game = Game.new(suits=1, seed=3)
    game.play(game.legal_moves()[0])
    game.save(tmp_path / "spider.json")
    with Terminal("new", cwd=tmp_path) as terminal:
        terminal.wait_for("Replace it? [y/N]: ")
        time.sleep(0.3)  # a signal between the question and the reading of the answer would be lost
        terminal.send(signum)
        assert terminal.end() == 128 + signum
    assert Game.load(tmp_path / "spider.json").step_count == 1


def test_the_end_of_input_at_a_question_is_no_yes(tmp_path: Path) -> None:
    game = Game.new(suits=1, seed=3)
    game.play(game.legal_moves()[0])
    game.save(tmp_path / "spider.json")
    with Terminal("new", cwd=tmp_path) as terminal:
        terminal.wait_for("Replace it? [y/N]: ")
        terminal.type("\x04")
        assert terminal.end() == 1
    assert terminal.screen.endswith("\r\nspider: the game is left as it is\r\n")
    assert "interrupted" not in terminal.screen
    assert Game.load(tmp_path / "spider.json").step_count == 1
