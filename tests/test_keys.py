"""Single keys: the terminal belongs to the shell while the process is stopped, and to us again after `fg`."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
from pathlib import Path

import pytest

from spider_cli.cli.commands.replay import _TURNS
from spider_cli.cli.keys import REDRAW, _Keyboard
from tests import processes
from tests.processes import COMMAND, Terminal
from tests.samples import DATA, GAMES

HELP = "[q] leave"
SHELLS = {"dash": "-i", "bash": "--norc --noediting -i"}


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    shutil.copy(DATA / "games" / f"{GAMES[0]}.json", tmp_path / "spider.json")
    return tmp_path


@pytest.mark.parametrize("signum", [signal.SIGTSTP, signal.SIGSTOP])
@pytest.mark.parametrize("shell", SHELLS)
def test_stopped_and_taken_up_again(
    saved: Path, shell: str, signum: signal.Signals, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = shutil.which(shell)
    if path is None:
        pytest.skip(f"there is no {shell} here")
    monkeypatch.setattr(processes, "COMMAND", (path, *SHELLS[shell].split()))
    with Terminal(cwd=saved, env={"PS1": "$ "}) as terminal:
        terminal.wait_for("$ ")
        terminal.type(f"{shlex.join(COMMAND)} replay --step\r")
        terminal.wait_for(HELP)
        terminal.type(" ")
        terminal.wait_for("step 1 of ")
        terminal.wait_for(HELP)
        if signum == signal.SIGTSTP:
            terminal.type("\x1a")
        else:
            os.kill(os.tcgetpgrp(terminal.descriptor), signum)
        terminal.wait_for("Stopped")
        if signum == signal.SIGTSTP:
            assert terminal.echoes
        terminal.type("fg\r")
        terminal.wait_for("step 1 of ")  # drawn again
        terminal.wait_for(HELP)
        assert not terminal.echoes
        terminal.type(" ")
        terminal.wait_for("step 2 of ")
        terminal.wait_for(HELP)
        terminal.type("q")
        terminal.wait_for("$ ")
        terminal.type("exit 7\r")
        assert terminal.end() == 7


def test_a_stop_where_nobody_could_go_on_with_it_is_none(saved: Path) -> None:
    """The command is the first process of its terminal: there is no shell that could say `fg`."""
    with Terminal("replay", "--step", cwd=saved) as terminal:
        terminal.wait_for(HELP)
        terminal.type("\x1a")
        terminal.wait_for(HELP)
        terminal.type(" ")
        terminal.wait_for("step 1 of ")
        assert not terminal.echoes
        terminal.type("q")
        assert terminal.end() == 0
        assert terminal.echoes


def test_the_screen_is_drawn_again_on_demand() -> None:
    assert _TURNS[REDRAW] == "stay"


def test_a_stop_between_two_keys_is_told_before_the_next() -> None:
    """The process may be stopped while it draws, and waits for no key."""
    leader, follower = os.openpty()
    try:
        keyboard = _Keyboard(follower)
        try:
            keys = keyboard.keys()
            os.write(leader, b"a")
            assert next(keys) == "a"
            signal.raise_signal(signal.SIGCONT)
            os.write(leader, b"b")
            assert [next(keys), next(keys)] == [REDRAW, "b"]
        finally:
            keyboard.close()
    finally:
        os.close(leader)
        os.close(follower)
