"""Settings for all tests."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest
from hypothesis import settings

from tests.commands import Spider
from tests.processes import TASTES

# The same examples on every machine and in every run: a failure can be repeated, a pass means the same
# everywhere, and no test depends on time.
settings.register_profile("fixed", derandomize=True, deadline=None, database=None, print_blob=False)
settings.load_profile("fixed")

# A job in the background of a script, or under nohup, ignores these, and the processes that it starts do
# too. The tests of signals are about those who do not.
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)


@pytest.fixture
def spider(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Spider:
    """The commands, in an empty directory and without variables that change what they do."""
    monkeypatch.chdir(tmp_path)
    for name in TASTES:
        monkeypatch.delenv(name, raising=False)
    return Spider(tmp_path)
