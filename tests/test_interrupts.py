"""Signals that ask a command to end: what it has found is not lost, and the exit code names the signal."""

from __future__ import annotations

import os
import random
import signal
import sys
import threading
from pathlib import Path

import pytest

from spider_cli import Game
from spider_cli.cli.interrupts import Stopped, orderly_end
from spider_cli.cli.wake_up import wake_on_signal
from tests.processes import Terminal, run

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


def test_a_signal_that_does_not_interrupt_the_waiting_ends_it() -> None:
    """One that another thread gets: the call waits on, as after a signal that came just before it."""
    from_nobody, to_nobody = os.pipe()
    other = threading.Timer(0.05, lambda: signal.pthread_kill(threading.get_ident(), signal.SIGTERM))
    gives_up = threading.Timer(10, os.write, [to_nobody, b"x"])  # if nothing wakes us
    other.start()
    gives_up.start()
    with orderly_end(), pytest.raises(Stopped) as stop, wake_on_signal():
        os.read(from_nobody, 1)
    assert gives_up.is_alive()
    gives_up.cancel()
    os.close(from_nobody)
    os.close(to_nobody)
    assert stop.value.exit_code == 128 + signal.SIGTERM
    assert signal.getsignal(signal.SIGURG) is signal.SIG_DFL


def test_a_signal_at_any_moment_of_waiting_leaves_nothing_behind(tmp_path: Path) -> None:
    """In a process of its own: any other thread could get the signal, and so break off what must not be."""
    waits = [sys.executable, "-c", "from tests.test_interrupts import interrupted_waits; interrupted_waits()"]
    result = run(waits, cwd=tmp_path)
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")


def interrupted_waits() -> None:
    """Signals while the watching thread starts and ends, too: it once read from a pipe that was closed."""
    signal.signal(signal.SIGALRM, interrupt)
    moments = random.Random(1)
    descriptors, interrupted = len(os.listdir("/dev/fd")), 0
    for _ in range(3000):
        try:
            try:
                signal.setitimer(signal.ITIMER_REAL, moments.uniform(1e-6, 2e-3))
                with wake_on_signal():
                    pass
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
        except InterruptedError:
            interrupted += 1
        assert signal.getsignal(signal.SIGURG) is signal.SIG_DFL
        assert not signal.pthread_sigmask(signal.SIG_BLOCK, ())
    assert interrupted
    assert len(os.listdir("/dev/fd")) == descriptors
    assert signal.set_wakeup_fd(-1) == -1


def interrupt(signum: int, frame: object) -> None:
    raise InterruptedError
