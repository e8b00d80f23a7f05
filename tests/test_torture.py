"""The crash suite in short, and that it sees what it is there to see. `make torture` runs all of it."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from spider_cli.files import posix
from tests.test_imports import calls
from tests.torture.injection import CALLS
from tests.torture.rounds import ROUNDS

ROOT = Path(__file__).parents[1]

#: Of how many tries of a round one is made here.
SHARES = {
    "killed at every call": 40,
    "every call fails": 200,
    "short writes": 40,
    "full disk": 30,
    "50 writers, 50 readers": 8,
    "stopped, killed, robbed": 6,
    "cut at every byte": 30,
}


def torture(*words: str) -> subprocess.CompletedProcess[str]:
    """The crash suite in a process of its own, for it forks."""
    command = [sys.executable, "-m", "tests.torture", "--seed", "1", *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_every_round_is_here() -> None:
    assert SHARES.keys() == ROUNDS.keys()


@pytest.mark.parametrize("name", SHARES)
def test_a_sample_of_the_crash_suite(name: str) -> None:
    result = torture(name, "--share", str(SHARES[name]))
    assert (result.returncode, result.stderr) == (0, ""), result.stdout
    if "skipped" in result.stdout:
        pytest.skip(result.stdout.splitlines()[-1])


def test_every_call_of_the_system_can_be_disturbed() -> None:
    """What `posix` calls is counted, or asks nothing of a disk."""
    modules = ("os", "fcntl", "time")
    tree = ast.parse(Path(posix.__file__).read_text(encoding="utf-8"))
    called = {call.split(".")[-1] for call in calls(tree) if call.split(".")[0] in modules}
    harmless = {"fcntl", "getpid", "hex", "join", "samestat", "urandom"}  # fcntl: of macOS, before fsync
    assert called - CALLS.keys() == harmless
    assert CALLS.keys() - called == {"link"}  # which is looked for first


#: Ways to break a save, and a round that must notice each.
BREAKS = {
    "temporary files stay": ("temporary.TemporaryFile.discard = lambda self: None", "every call fails", 150),
    "those of killed processes stay": (
        "storage.remove_abandoned = lambda directory: None",
        "killed at every call",
        40,
    ),
    "a file moved away is written": (
        "storage.LockedFile._check_current = lambda self: None",
        "stopped, killed, robbed",
        1,
    ),
    "a part is taken for the whole": (
        "system.write_all = lambda descriptor, content: posix.os.write(descriptor, content)",
        "short writes",
        10,
    ),
    "games of the history are dropped": (
        "resume.removed = lambda path, number, line: open('spider.history.jsonl', 'w').close()",
        "killed at every call",
        400,
    ),
    "no lock": ("locking.try_lock = lambda descriptor, name: True", "50 writers, 50 readers", 5),
}


@pytest.mark.parametrize("name", BREAKS)
def test_the_crash_suite_notices(name: str) -> None:
    change, round_name, share = BREAKS[name]
    program = f"""
import sys
from spider_cli.cli.commands import resume
from spider_cli.files import locking, posix, storage, system, temporary
from tests.torture import __main__ as torture
{change}
sys.argv[1:] = [{round_name!r}, "--seed", "1", "--share", "{share}"]
sys.exit(torture.main())
"""
    result = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert result.returncode == 1, result.stdout + result.stderr
