"""Settings for all tests."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from spider_cli.cli import clock
from tests.commands import Spider
from tests.processes import TASTES, no_traceback

# The same examples on every machine and in every run: a failure can be repeated, a pass means the same
# everywhere, and no test depends on time.
settings.register_profile("fixed", derandomize=True, deadline=None, database=None, print_blob=False)
settings.load_profile("fixed")

# A job in the background of a script, or under nohup, ignores these, and the processes that it starts do
# too. The tests of signals are about those who do not.
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)


@pytest.fixture(autouse=True)
def _a_traceback_fails_the_test(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the exit code is, and whoever runs the process: a bug never passes for a refusal."""
    communicate = subprocess.Popen.communicate

    def checked(process: subprocess.Popen[Any], *args: Any, **options: Any) -> tuple[Any, Any]:
        out, err = communicate(process, *args, **options)
        no_traceback(err or "")
        return out, err

    monkeypatch.setattr(subprocess.Popen, "communicate", checked)


@pytest.fixture(autouse=True)
def _measured_or_not(request: pytest.FixtureRequest) -> Iterator[None]:
    """Tests that play or search for long are not measured: others reach what they reach, in less time."""
    coverage = sys.modules.get("coverage")
    stopped = []
    if coverage and request.node.get_closest_marker("unmeasured"):
        while measurement := coverage.Coverage.current():  # processes that share the tests have two
            measurement.stop()
            stopped.append(measurement)
    yield
    for measurement in reversed(stopped):
        measurement.start()


#: What the clock says to commands that run in the process of the tests.
NOW = "2026-11-30T09:00:00Z"


@pytest.fixture(autouse=True)
def _the_clock_stands_still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Game files hold times; no test in this process depends on how fast it is."""
    monkeypatch.setattr(clock, "now", lambda: NOW)


@pytest.fixture
def spider(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Spider:
    """The commands, in an empty directory and without variables that change what they do."""
    monkeypatch.chdir(tmp_path)
    for name in TASTES:
        monkeypatch.delenv(name, raising=False)
    return Spider(tmp_path)
