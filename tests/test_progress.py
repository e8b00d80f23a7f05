"""Progress on standard error: where it is shown, and that it may fail."""

from __future__ import annotations

import os
import pty
import sys

import pytest

from spider_cli.cli.progress import clear_line, progress_stream


def screen(monkeypatch: pytest.MonkeyPatch) -> int:
    """Make a terminal standard error; the descriptor of the end where it is read."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    ours, theirs = pty.openpty()
    monkeypatch.setattr(sys, "stderr", os.fdopen(theirs, "w"))
    return ours


def test_progress_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = screen(monkeypatch)
    stream = progress_stream(None, quiet=False)
    assert stream
    stream.write("half done")
    clear_line(stream)
    assert os.read(seen, 99) == b"half done\r\x1b[K"
    os.close(seen)


@pytest.mark.parametrize(("color", "quiet"), [(False, False), (None, True)])
def test_no_progress(monkeypatch: pytest.MonkeyPatch, color: bool | None, quiet: bool) -> None:
    seen = screen(monkeypatch)
    assert progress_stream(color, quiet=quiet) is None
    os.close(seen)


def test_a_terminal_that_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = screen(monkeypatch)
    stream = progress_stream(None, quiet=False)
    os.close(seen)
    assert stream
    for _ in range(3):
        clear_line(stream)
