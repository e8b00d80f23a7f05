"""The commands over many saved games as real processes: streams, memory, jobs, interruptions."""

from __future__ import annotations

import contextlib
import errno
import itertools
import json
import os
import select
import shlex
import signal
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from spider_cli.cli.executors import processes
from spider_cli.cli.exits import WorkerError
from spider_cli.cli.interrupts import orderly_end
from spider_cli.cli.pools import ordered_map
from tests.processes import Beside, Terminal, run, shell, spider
from tests.samples import DATA, GAMES, compact

if TYPE_CHECKING:
    from collections.abc import Iterator


def lines() -> list[str]:
    """The sample games, a line each."""
    return [compact(name) + "\n" for name in GAMES]


def many(directory: Path, games: int) -> Path:
    """A file with so many games, a line each."""
    file = directory / f"{games}.jsonl"
    with file.open("w") as out:
        out.writelines(itertools.islice(itertools.cycle(lines()), games))
    return file


# --- work in other processes ------------------------------------------------------------------------


def square(number: int) -> int:
    return number * number


def die(number: int) -> int:
    os._exit(number)


def test_results_come_in_order_and_only_a_few_pieces_are_under_way() -> None:
    taken: list[int] = []

    def pieces() -> Iterator[int]:
        for number in range(200):
            taken.append(number)
            yield number

    for done, result in enumerate(ordered_map(square, pieces(), 2)):
        assert result == done * done
        assert len(taken) <= done + 6
    assert len(taken) == 200


def test_a_process_that_is_killed_is_an_error_of_ours() -> None:
    with pytest.raises(WorkerError):
        list(ordered_map(die, [1, 2, 3], 2))


def handlers(signum: int) -> object:
    return signal.getsignal(signum)


def test_worker_processes_do_not_have_the_handlers_of_ours() -> None:
    with orderly_end():
        found = list(ordered_map(handlers, [signal.SIGINT, signal.SIGTERM, signal.SIGHUP], 2))
    assert found == [signal.SIG_IGN, signal.SIG_DFL, signal.SIG_DFL]


class NoPool:
    def __init__(self, *words: object, **options: object) -> None:
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))


def test_no_process_can_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("concurrent.futures.ProcessPoolExecutor", NoPool)
    with pytest.raises(WorkerError, match="no more processes can be started: too many open files"):
        list(ordered_map(square, [1, 2], 2))
    with pytest.raises(WorkerError, match="no more processes can be started"), processes(2):
        pass


# --- memory -----------------------------------------------------------------------------------------

MEASURED = """
import resource, sys
from spider_cli.cli import main
try:
    main()
finally:
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)
"""


def peak_memory(*words: str | Path) -> int:
    """The most memory in KiB that a command used, in this process without its workers."""
    result = run([sys.executable, "-c", MEASURED, *words], cwd=DATA)
    assert result.returncode == 0
    return int(result.stderr)


@pytest.mark.parametrize("words", [["verify"], ["verify", "--jobs", "2"], ["stats"]])
def test_memory_does_not_grow_with_the_number_of_games(tmp_path: Path, words: list[str]) -> None:
    few, more = many(tmp_path, 250), many(tmp_path, 2500)
    assert more.stat().st_size > 3_500_000
    assert peak_memory(*words, more) < peak_memory(*words, few) + 1_500


# --- streams ----------------------------------------------------------------------------------------


def test_a_game_is_judged_as_soon_as_its_line_has_come(tmp_path: Path) -> None:
    with Beside("verify", "--json", "-", cwd=tmp_path) as process:
        assert process.stdout
        for _ in range(3):
            process.send(lines()[0].encode())
            assert select.select([process.stdout], [], [], 60)[0]
            assert json.loads(process.hear())["ok"] is True
        assert process.stdin
        process.stdin.close()
        assert json.loads(process.hear())["games"] == 3
        assert process.end() == 0


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_reader_that_has_enough(tmp_path: Path, jobs: int) -> None:
    many(tmp_path, 3000)
    (tmp_path / "bad.jsonl").write_text("[]\n" * 3000)
    line = f"spider verify --json -j {jobs} 3000.jsonl | head -1; exit ${{PIPESTATUS[0]}}"
    result = shell(line, tmp_path)
    assert (result.returncode, result.stderr, len(result.stdout.splitlines())) == (0, "", 1)
    line = f"spider verify -j {jobs} bad.jsonl | head -1; exit ${{PIPESTATUS[0]}}"
    assert shell(line, tmp_path).returncode == 1
    assert shell("spider verify bad.jsonl | true; exit ${PIPESTATUS[0]}", tmp_path).returncode == 1
    game = DATA / "games" / f"{GAMES[0]}.json"
    result = shell(f"spider replay {shlex.quote(str(game))} | head -1; exit ${{PIPESTATUS[0]}}", tmp_path)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.startswith("start: ")


@pytest.mark.parametrize("command", ["verify", "stats", "replay"])
def test_output_that_cannot_be_written(tmp_path: Path, command: str) -> None:
    game = shlex.quote(str(DATA / "games" / f"{GAMES[0]}.json"))
    full = shell(f"spider {command} {game} > /dev/full", tmp_path)
    assert full.returncode == 3
    assert full.stderr == "spider: standard output cannot be written: no space left on device\n"
    closed = shell(f"spider {command} {game} >&-", tmp_path)
    assert (closed.returncode, closed.stderr) == (0, "")


@pytest.mark.parametrize("command", ["verify", "stats", "replay"])
def test_help_opens_nothing(tmp_path: Path, command: str) -> None:
    result = spider(command, "--help", cwd=tmp_path, env={"SPIDER_FILE": "/dev/zero"})
    assert (result.returncode, result.stderr) == (0, "")
    assert "Examples:" in result.stdout


# --- on a terminal ----------------------------------------------------------------------------------


def test_the_progress_bar_makes_room_for_reports(tmp_path: Path) -> None:
    many(tmp_path, 300)
    (tmp_path / "bad.jsonl").write_text("[]\n")
    with Terminal("verify", "300.jsonl", "bad.jsonl", "300.jsonl", cwd=tmp_path) as terminal:
        assert terminal.end() == 1
    assert "\r\x1b[Kbad.jsonl:1: a list is not an object\r\n" in terminal.screen
    assert "100%" in terminal.screen
    assert terminal.screen.endswith("\r\n601 games: 600 good, 1 bad\r\n")


@pytest.mark.parametrize(
    ("words", "env"),
    [
        ([], {"NO_COLOR": "1"}),
        ([], {"TERM": "dumb"}),
        (["--no-color"], {}),
        (["-q"], {}),
        (["--json"], {}),
    ],
)
def test_no_progress_bar_where_it_would_be_in_the_way(
    tmp_path: Path, words: list[str], env: dict[str, str]
) -> None:
    many(tmp_path, 40)
    with Terminal("verify", *words, "40.jsonl", cwd=tmp_path, env=env) as terminal:
        assert terminal.end() == 0
    assert "\x1b" not in terminal.screen
    assert "replaying" not in terminal.screen


def test_no_progress_bar_in_a_pipe_even_with_colour(tmp_path: Path) -> None:
    many(tmp_path, 40)
    assert spider("verify", "--color", "40.jsonl", cwd=tmp_path).stderr == ""


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_on_a_terminal(tmp_path: Path, jobs: str) -> None:
    many(tmp_path, 60_000)
    with Terminal("verify", "--jobs", jobs, "60000.jsonl", cwd=tmp_path) as terminal:
        terminal.wait_for(" games")
        terminal.type("\x03")
        assert terminal.end() == 130
    assert terminal.screen.endswith("spider: interrupted\r\n")
    assert "Traceback" not in terminal.screen


def test_no_worker_outlives_its_parent(tmp_path: Path) -> None:
    with Beside("verify", "--jobs", "2", "--json", "-", cwd=tmp_path) as process:
        assert process.stdout
        with contextlib.suppress(BrokenPipeError):
            process.send("".join(lines() * 20).encode())
        assert process.hear()  # so the workers are at work
        process.kill()
        process.wait(60)
        deadline = time.monotonic() + 60
        # The workers hold the other end of the pipe: it is at its end when they are gone.
        while select.select([process.stdout], [], [], max(0, deadline - time.monotonic()))[0]:
            if not os.read(process.stdout.fileno(), 1 << 16):
                return
        pytest.fail("a worker is still there")
