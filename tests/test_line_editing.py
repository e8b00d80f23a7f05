"""Editing lines at the prompt: Tab completes words with GNU readline and with libedit, as macOS has it."""

from __future__ import annotations

import ctypes.util
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from spider_cli import Game
from spider_cli.cli.line_editing import edit_lines
from tests.processes import Terminal

pytest.importorskip("readline", reason="this Python has no line editing")


class FakeReadline(ModuleType):
    """Records what it is asked for."""

    def __init__(self, doc: str, **more: str) -> None:
        super().__init__("readline", doc)
        self.__dict__.update(more)
        self.bindings: list[str] = []

    def parse_and_bind(self, binding: str) -> None:
        self.bindings.append(binding)

    def set_completer(self, completer: Any) -> None:
        self.completer = completer

    def set_completer_delims(self, delims: str) -> None:
        assert ";" in delims

    def get_line_buffer(self) -> str:
        return "undo; mo"

    def get_begidx(self) -> int:
        return len("undo; ")


def words_after(words: list[str]) -> list[str]:
    """The words that may come after some others."""
    return ["all"] if words else ["undo", "move", "moves"]


@pytest.mark.parametrize(
    ("module", "binding"),
    [
        (FakeReadline("using GNU readline."), "tab: complete"),
        (FakeReadline("using libedit readline."), "bind ^I rl_complete"),
        (FakeReadline("", backend="readline"), "tab: complete"),
        (FakeReadline("", backend="editline"), "bind ^I rl_complete"),
    ],
)
def test_tab_is_bound_in_the_language_of_the_library(
    monkeypatch: pytest.MonkeyPatch, module: FakeReadline, binding: str
) -> None:
    monkeypatch.setitem(sys.modules, "readline", module)
    edit_lines(words_after, ";")
    assert module.bindings == [binding]
    assert [module.completer("MO", number) for number in range(3)] == ["move ", "moves ", None]


def test_without_a_library_nothing_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "readline", None)
    edit_lines(words_after, ";")


def libedit_instead(directory: Path) -> dict[str, str]:
    """The variables with which Python's module readline finds libedit under the name of GNU readline."""
    compiler, libedit = shutil.which("cc"), ctypes.util.find_library("edit")
    if compiler is None or libedit is None or not sys.platform.startswith("linux"):
        pytest.skip("needs Linux, a C compiler and libedit")
    source = "void rl_callback_sigcleanup(void) {}"  # the one function that Python uses and libedit lacks
    library = directory / "libreadline.so.8"
    subprocess.run(
        [compiler, "-shared", "-fPIC", "-o", library, "-xc", "-", "-Wl,--no-as-needed", f"-l:{libedit}"],
        input=source.encode(),
        check=True,
    )
    env = {"LD_LIBRARY_PATH": str(directory)}
    program = "import readline; print(readline.__doc__)"
    said = subprocess.run(
        [sys.executable, "-c", program], env=env, capture_output=True, text=True, check=False
    )
    if "libedit" not in said.stdout:
        pytest.skip("this Python does not take libedit in the place of GNU readline")
    return env


@pytest.mark.parametrize("library", ["readline", "libedit"])
def test_tab_completes_at_the_prompt(tmp_path: Path, library: str) -> None:
    Game.new(suits=1, seed=3).save(tmp_path / "spider.json")
    env = libedit_instead(tmp_path) if library == "libedit" else {}
    with Terminal("play", cwd=tmp_path, env=env) as terminal:
        terminal.wait_for("spider> ")
        terminal.type("und\t")
        terminal.wait_for("o")
        terminal.type("\r")
        terminal.wait_for("nothing to undo")
        terminal.wait_for("spider> ")
        terminal.type("quit\r")
        assert terminal.end() == 0
