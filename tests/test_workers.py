"""Worker processes: never more than there is work for, and one does all where there can be no others."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from spider_cli.cli import executors, pools
from spider_cli.cli.pools import ordered_map
from tests.processes import COMMAND, environment
from tests.samples import GAMES, compact

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

NOTE = "spider: processes cannot share work on this system, which has no semaphores: one does all of it\n"

#: Ways in which a system has no semaphores: Python was built without, or the system refuses to make one.
WITHOUT_SEMAPHORES = {
    "not built": "import sys; sys.modules['multiprocessing.synchronize'] = None",
    "refused": """
import _multiprocessing, errno
class SemLock(_multiprocessing.SemLock):
    def __new__(cls, *words):
        raise OSError(errno.ENOSYS, "Function not implemented")
_multiprocessing.SemLock = SemLock
""",
}


def run_without_semaphores(directory: Path, way: str, *words: str) -> subprocess.CompletedProcess[str]:
    program = f"{WITHOUT_SEMAPHORES[way]}\nfrom spider_cli.cli import main\nmain()"
    return subprocess.run(
        [sys.executable, "-c", program, *words],
        cwd=directory, env=environment(), capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip


@pytest.mark.parametrize("way", WITHOUT_SEMAPHORES)
@pytest.mark.parametrize(
    ("words", "noted"),
    [
        (["verify", "-j", "2", "games.jsonl"], True),
        (["stats", "-j", "2", "games.jsonl"], True),
        (["study", "--seeds", "1-3", "--nodes", "1", "--jobs", "2", "-o", "out.jsonl", "--json"], True),
        (["study", "--seeds", "1-3", "--nodes", "1", "--jobs", "1", "-o", "out.jsonl", "--json"], False),
        (["study", "--seeds", "1", "--nodes", "1", "--jobs", "9", "-o", "out.jsonl", "--json"], True),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_without_semaphores_one_process_does_the_work(
    tmp_path: Path, way: str, words: list[str], noted: bool
) -> None:
    (tmp_path / "games.jsonl").write_text((compact(GAMES[0]) + "\n") * 200)
    result = run_without_semaphores(tmp_path, way, *words)
    assert (result.returncode, result.stderr) == (0, NOTE if noted else "")
    assert result.stdout
    if words[0] == "study":
        results = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
        assert [result["seed"] for result in results] == ["1", "2", "3"][: len(results)]


def process_of(piece: int) -> int:
    return os.getpid()


@pytest.mark.parametrize(("pieces", "jobs", "most"), [(1, 8, 0), (2, 256, 2), (3, 2, 2), (5, 1, 0)])
def test_there_are_never_more_processes_than_pieces_of_work(
    monkeypatch: pytest.MonkeyPatch, pieces: int, jobs: int, most: int
) -> None:
    asked: list[int] = []

    def pool(number: int) -> ProcessPoolExecutor | None:
        asked.append(number)
        return make(number)

    make = pools.process_pool
    monkeypatch.setattr(pools, "process_pool", pool)
    found = set(ordered_map(process_of, range(pieces), jobs))
    assert asked == [most] * (most > 0)
    assert len(found) <= max(most, 1)
    assert (found == {os.getpid()}) == (most == 0)


def test_many_jobs_for_two_games_start_no_process(tmp_path: Path) -> None:
    """Both fit into one piece of work. A limit on processes would make a start fail."""
    (tmp_path / "games.jsonl").write_text((compact(GAMES[0]) + "\n") * 2)
    program = """
import os
from spider_cli.cli import main
def no_fork(*words):
    raise AssertionError("a process is started")
os.fork = no_fork
main()
"""
    result = subprocess.run(
        [sys.executable, "-c", program, "verify", "-j", "256", "games.jsonl"],
        cwd=tmp_path, env=environment(), capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout == "2 games: 2 good, 0 bad\n"


def test_one_job_of_a_study_is_done_in_this_process() -> None:
    with executors.processes(1) as workers:
        assert workers.at_once() == 1
        assert workers.executor.submit(process_of, 1).result() == os.getpid()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            "study --seeds 1-2 --nodes 1 -j 2",
            "no process can be started: the current directory does not exist any more",
        ),
        ("study --seeds 1-2 --nodes 1 -o out", "out: the current directory does not exist any more"),
        ("new", "spider.json: the current directory does not exist any more"),
        ("show", "spider.json: the current directory does not exist any more"),
        ("move 1 2", "spider.json: the current directory does not exist any more"),
        ("new --layout start.txt", "--layout: start.txt: the current directory does not exist any more"),
        ("run script", "script: the current directory does not exist any more"),
        ("show -f sub/game.json", "sub/game.json: the current directory does not exist any more"),
        (
            "show -f /no/such.json",
            "/no/such.json: there is no such file; 'spider new' with the same -f starts a game there",
        ),
    ],
)
def test_a_current_directory_that_was_removed_is_named(tmp_path: Path, words: str, message: str) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    program = "import os, sys; os.rmdir(os.getcwd()); os.execv(sys.argv[1], sys.argv[1:])"
    result = subprocess.run(
        [sys.executable, "-c", program, *COMMAND, *words.split()],
        cwd=gone, env=environment(), capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert result.returncode in (2, 3, 4)
    assert (result.stdout, result.stderr) == ("", f"spider: {message}\n")
