"""Studies as real processes: in parallel, broken off, killed, and gone on with."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import time
from collections import Counter
from pathlib import Path
from subprocess import DEVNULL
from typing import TYPE_CHECKING, Any

import pytest

from tests.processes import Beside, Terminal, environment, spider

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PATIENCE = 60.0  # seconds until a process that does not go on fails the test
QUICK = ("study", "--suits", "4", "--nodes", "5000")
#: Studies that can be caught at work: one that has an end, and one that never sees it.
SOME = ("study", "--suits", "4", "--nodes", "20000", "--seeds", "1-20")
MANY = ("study", "--suits", "4", "--nodes", "20000", "--seeds", "1-1000")

needs_proc = pytest.mark.skipif(
    not Path("/proc/self/stat").exists(), reason="finding the worker processes takes a system with /proc"
)


def records(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def timeless(text: str) -> list[dict[str, Any]]:
    """The records without what differs from run to run, in the order of the seeds."""
    return sorted(({**record, "seconds": 0} for record in records(text)), key=lambda one: int(one["seed"]))


def assert_all_done_once(path: Path, deals: int) -> None:
    seeds = Counter(record["seed"] for record in records(path.read_text()))
    assert seeds == Counter([str(seed) for seed in range(1, deals + 1)])


@contextlib.contextmanager
def started(*words: str, cwd: Path) -> Iterator[Beside]:
    """A command at work, in a process group of its own as a shell gives it."""
    with Beside(*words, cwd=cwd, stdin=DEVNULL, start_new_session=True) as process:
        try:
            yield process
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def until(fact: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not fact():
        assert time.monotonic() < end, "nothing goes on"
        time.sleep(0.02)


def until_done(path: Path, deals: int) -> None:
    """Wait for so many results in a file."""
    until(lambda: path.exists() and path.read_bytes().count(b"\n") >= deals)


def workers_of(process: Beside) -> list[int]:
    """The processes that work for a study."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            if parent == process.pid and b"spawn_main" in (entry / "cmdline").read_bytes():
                found.append(int(entry.name))
    return found


def gone(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


# --- to the end -------------------------------------------------------------------------------------


def test_results_are_lines_and_the_summary_is_apart(tmp_path: Path) -> None:
    result = spider(*QUICK, "--seeds", "1-6", "--jobs", "2", cwd=tmp_path)
    assert result.returncode == 0
    assert [record["seed"] for record in timeless(result.stdout)] == ["1", "2", "3", "4", "5", "6"]
    assert result.stderr.splitlines()[0] == "6 games, 4 suits, solver, at most 5000 positions a game"
    quiet = spider(*QUICK, "--seeds", "1-6", "-q", cwd=tmp_path, env={"PYTHONHASHSEED": "1"})
    assert (quiet.returncode, quiet.stderr) == (0, "")
    assert timeless(quiet.stdout) == timeless(result.stdout)  # with one process and another hash seed
    assert list(tmp_path.iterdir()) == []


def test_the_same_command_does_what_is_left_to_do(tmp_path: Path) -> None:
    out = tmp_path / "study.jsonl"
    first = spider(*QUICK, "--seeds", "1-3", "--out", out, cwd=tmp_path)
    assert (first.returncode, first.stderr) == (0, "")
    assert first.stdout.startswith("3 games, 4 suits")
    three = out.read_bytes()
    more = spider(*QUICK, "--seeds", "1-5", "--out", out, "--json", cwd=tmp_path)
    assert more.stderr == f"spider: 3 of 5 games are done already in {out}\n"
    assert json.loads(more.stdout)["games"] == 5
    assert out.read_bytes().startswith(three)
    assert_all_done_once(out, 5)
    others = spider(*QUICK, "--relaxed", "--seeds", "2", "--out", out, cwd=tmp_path)
    assert others.stderr == f"spider: 5 results with other settings in {out}: not counted here\n"
    assert len(records(out.read_text())) == 6


def test_a_terminal_shows_progress_and_no_pipe_does(tmp_path: Path) -> None:
    words = (*QUICK, "--seeds", "1-4", "--out", tmp_path / "study.jsonl")
    with Terminal(*words, cwd=tmp_path) as terminal:
        terminal.wait_for("4/4")
        terminal.wait_for("4 games, 4 suits")
        assert terminal.end() == 0
    again = (*QUICK, "--seeds", "1-4", "--relaxed")
    with Terminal(*again, cwd=tmp_path) as terminal:  # the lines show how it goes on
        assert terminal.end() == 0
        assert '"seed": "4"' in terminal.screen
        assert "4/4" not in terminal.screen


def test_a_reader_that_has_had_enough(tmp_path: Path) -> None:
    with started(*QUICK, "--seeds", "1-1000", cwd=tmp_path) as process:
        assert json.loads(process.hear())["suits"] == 4
        assert process.stdout
        process.stdout.close()
        assert process.wait(PATIENCE) == 0
        assert process.stderr_text == ""


# --- broken off -------------------------------------------------------------------------------------


def test_ctrl_c_keeps_what_is_done(tmp_path: Path) -> None:
    out = tmp_path / "study.jsonl"
    with started(*MANY, "--jobs", "2", "--out", str(out), cwd=tmp_path) as process:
        until_done(out, 3)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to every process of the command
        stdout, stderr = process.finish()
    done = out.read_bytes().count(b"\n")
    assert (process.returncode, stdout) == (130, "")
    assert stderr.splitlines() == [
        f"spider: {done} of 1000 games are done in {out}; the same command goes on from there",
        "spider: interrupted",
    ]
    assert_goes_on(out)


def assert_goes_on(out: Path) -> None:
    """Do a few deals more: what the file held stays, but for a torn line, and each deal is in it once."""
    whole = out.read_bytes().rpartition(b"\n")[0]
    deals = whole.count(b"\n") + 5
    again = spider(*SOME[:-1], f"1-{deals}", "--out", out, cwd=out.parent)
    assert again.returncode == 0
    assert out.read_bytes().startswith(whole + b"\n")
    assert_all_done_once(out, deals)


@needs_proc
def test_ctrl_c_before_anything_is_done(tmp_path: Path) -> None:
    with started("study", "--suits", "4", "--seeds", "1-9", "--jobs", "2", cwd=tmp_path) as process:
        until(lambda: len(workers_of(process)) > 0)
        os.killpg(process.pid, signal.SIGINT)
        stdout, stderr = process.finish()
    assert (process.returncode, stdout, stderr) == (130, "", "spider: interrupted\n")


@needs_proc
def test_killed_in_the_middle_of_a_write(tmp_path: Path) -> None:
    out = tmp_path / "study.jsonl"
    with started(*MANY, "--jobs", "2", "--out", str(out), cwd=tmp_path) as process:
        until_done(out, 3)
        workers = workers_of(process)
        process.kill()
        process.wait(PATIENCE)
        until(lambda: all(map(gone, workers)))  # nobody works on for nothing
    assert workers
    with out.open("ab") as file:
        file.write(out.read_bytes()[:70])
    assert_goes_on(out)


@needs_proc
def test_a_worker_that_is_killed_is_replaced(tmp_path: Path) -> None:
    out = tmp_path / "study.jsonl"
    with started(*SOME, "--jobs", "2", "--out", str(out), cwd=tmp_path) as process:
        until_done(out, 1)
        os.kill(workers_of(process)[0], signal.SIGKILL)
        stdout, stderr = process.finish()
    assert process.returncode == 0
    assert stderr == "spider: a worker process was killed; the games that it took along are done again\n"
    assert stdout.startswith("20 games")
    assert_all_done_once(out, 20)


@needs_proc
def test_workers_that_are_always_killed_end_the_study(tmp_path: Path) -> None:
    words = ("study", "--suits", "4", "--nodes", "100000000", "--seeds", "1-9", "--out", "study.jsonl")
    with started(*words, "--jobs", "2", cwd=tmp_path) as process:

        def ended() -> bool:
            for worker in workers_of(process):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(worker, signal.SIGKILL)
            return process.poll() is not None

        until(ended)
        stdout, stderr = process.finish()
    assert (process.returncode, stdout) == (4, "")
    assert stderr.splitlines()[-2:] == [
        "spider: 0 of 9 games are done in study.jsonl; the same command goes on from there",
        "spider: worker processes are killed again and again; is memory short?",
    ]


#: Put in front of the path of Python, this ends the worker that looks at a certain seed.
KILLER = """
import os, signal
from spider_cli.studies import attempts
start_of = attempts.start_of

def killing(seed, suits, **options):
    if seed in os.environ["KILLERS"].split():
        os.kill(os.getpid(), signal.SIGKILL)
    return start_of(seed, suits, **options)

attempts.start_of = killing
"""


def killers(directory: Path, *seeds: str) -> dict[str, str]:
    """The environment in which these games kill their workers."""
    (directory / "sitecustomize.py").write_text(KILLER)
    path = os.pathsep.join([str(directory), environment()["PYTHONPATH"]])
    return {"PYTHONPATH": path, "KILLERS": " ".join(seeds)}


def test_a_game_that_always_kills_its_worker_gets_a_verdict(tmp_path: Path) -> None:
    words = (*QUICK, "--seeds", "1-6", "--jobs", "2", "--out", "study.jsonl")
    result = spider(*words, cwd=tmp_path, env=killers(tmp_path, "2", "6"))
    assert result.returncode == 0
    assert set(result.stderr.splitlines()) == {
        "spider: a worker process was killed; the games that it took along are done again"
    }
    assert "  killed             2    33.3 %" in result.stdout
    done = {one["seed"]: one for one in records((tmp_path / "study.jsonl").read_text())}
    assert {seed: one["verdict"] == "killed" for seed, one in done.items()} == {
        "1": False, "2": True, "3": False, "4": False, "5": False, "6": True,
    }  # fmt: skip
    assert done["2"] == {**dict.fromkeys(done["1"]), **{
        "seed": "2", "suits": 4, "relaxed": False, "player": "solve", "verdict": "killed",
        "limits": {"seconds": None, "nodes": 5000, "effort": None},
    }}  # fmt: skip
    again = spider(*words, cwd=tmp_path)
    assert "6 of 6 games are done already" in again.stderr


def test_one_game_alone_can_kill_its_worker(tmp_path: Path) -> None:
    result = spider(*QUICK, "--seeds", "3", "--jobs", "2", cwd=tmp_path, env=killers(tmp_path, "3"))
    assert (result.returncode, records(result.stdout)[0]["verdict"]) == (0, "killed")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_told_in_one_line(tmp_path: Path) -> None:
    with open("/dev/full", "wb") as full:
        result = spider(*QUICK, "--seeds", "1-50", cwd=tmp_path, stdout=full)
    assert result.returncode == 3
    assert result.stderr == "spider: standard output cannot be written: no space left on device\n"
