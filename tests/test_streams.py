"""Standard streams of the command as a process: that cannot be written, that do not block, of any number."""

from __future__ import annotations

import contextlib
import json
import os
import resource
import select
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from spider_cli import Game
from tests.processes import COMMAND, Terminal, environment
from tests.samples import DATA, GAMES, compact, layout_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_MOMENT = 0.4  # seconds in which a command that has nothing to read or to write gets as far as it can

#: Python keeps a buffer for its streams, or does not, where this variable is set to something.
BUFFERING = pytest.mark.parametrize("unbuffered", ["", "1"], ids=["buffered", "unbuffered"])

needs_dev_full = pytest.mark.skipif(
    not os.path.exists("/dev/full"), reason="the system has no device that is always full"
)


@pytest.fixture(autouse=True)
def _game(tmp_path: Path) -> None:
    Game.new(suits=1, seed=3).save(tmp_path / "spider.json")


def code_of(directory: Path, line: str, unbuffered: str) -> int:
    """The exit code of a line of bash in which `spider` is the command."""
    env = environment({"PYTHONUNBUFFERED": unbuffered})
    script = f'spider() {{ {shlex.join(COMMAND)} "$@"; }}\n{line}'
    return subprocess.run(
        ["bash", "-c", script], cwd=directory, env=env, stdin=subprocess.DEVNULL, timeout=120, check=False
    ).returncode


# --- standard error that cannot be written ------------------------------------------------------------

FAILURES = [
    ("move 1 1", 1),  # refused by the rules
    ("show -f none.json", 3),
    ("show --no-such-option", 2),
    ("shwo", 2),
    ("run --keep-going < script", 1),
    ("run < script", 1),
    ("verify none.json", 3),
    ("solve --nodes 1", 4),
]


@BUFFERING
@pytest.mark.parametrize(("line", "code"), FAILURES)
@pytest.mark.parametrize(
    "stderr",
    [
        pytest.param("2>/dev/full", marks=needs_dev_full),
        pytest.param("2>&-", id="closed"),
        pytest.param("2> >(exec true)", id="gone"),
    ],
)
def test_the_exit_code_stays_where_standard_error_cannot_be_written(
    tmp_path: Path, line: str, code: int, stderr: str, unbuffered: str
) -> None:
    (tmp_path / "script").write_text("1 1\n" * 100)
    wait = "sleep 0.2;" if "exec" in stderr else ""  # until nobody is at the other end
    assert code_of(tmp_path, f"{{ {wait} spider {line}; }} >/dev/null {stderr}", unbuffered) == code


@needs_dev_full
@BUFFERING
def test_a_study_whose_summary_cannot_be_written(tmp_path: Path, unbuffered: str) -> None:
    line = "spider study --seeds 1-2 --nodes 1 >/dev/null 2>/dev/full"
    assert code_of(tmp_path, line, unbuffered) == 0


@needs_dev_full
@BUFFERING
@pytest.mark.parametrize("line", ["show", "--help", "--version", "run < script", "verify --json spider.json"])
def test_neither_stream_can_be_written(tmp_path: Path, line: str, unbuffered: str) -> None:
    (tmp_path / "script").write_text("show\n")
    assert code_of(tmp_path, f"spider {line} >/dev/full 2>/dev/full", unbuffered) == 3


# --- pipes that do not block --------------------------------------------------------------------------


@contextlib.contextmanager
def started(
    directory: Path, words: Sequence[str | Path], unbuffered: str
) -> Iterator[tuple[subprocess.Popen[bytes], int, int]]:
    """A command whose standard input and output are pipes that do not block, and our ends of them."""
    theirs_in, ours_in = os.pipe()
    ours_out, theirs_out = os.pipe()
    os.set_blocking(theirs_in, False)
    os.set_blocking(theirs_out, False)
    with subprocess.Popen(
        [*COMMAND, *map(str, words)],
        cwd=directory,
        env=environment({"PYTHONUNBUFFERED": unbuffered}),
        stdin=theirs_in,
        stdout=theirs_out,
        stderr=subprocess.PIPE,
    ) as process:
        os.close(theirs_in)
        wait_until_full_or_ended(process, theirs_out)
        os.close(theirs_out)
        yield process, ours_in, ours_out
    os.close(ours_out)


def wait_until_full_or_ended(process: subprocess.Popen[bytes], pipe: int) -> None:
    """Wait until the command has filled its pipe or ended, or for a moment in which it waits for input."""
    poll = select.poll()
    poll.register(pipe, select.POLLOUT)
    end = time.monotonic() + _MOMENT
    while poll.poll(0) and process.poll() is None and time.monotonic() < end:
        time.sleep(0.01)


def read_all(descriptor: int) -> bytes:
    with open(descriptor, "rb", closefd=False) as file:
        return file.read()


@BUFFERING
@pytest.mark.parametrize("command", ["verify", "replay"])
def test_output_into_a_pipe_that_does_not_block_is_whole(
    tmp_path: Path, command: str, unbuffered: str
) -> None:
    game = max((DATA / "games" / f"{name}.json" for name in GAMES), key=lambda path: path.stat().st_size)
    many = tmp_path / "many.jsonl"
    many.write_text((compact(GAMES[0]) + "\n") * 1000)
    file = many if command == "verify" else game
    with started(tmp_path, [command, "--json", file], unbuffered) as (process, ours_in, ours_out):
        os.close(ours_in)
        out = read_all(ours_out)
        assert (process.wait(60), process.stderr and process.stderr.read()) == (0, b"")
    lines = [json.loads(line) for line in out.splitlines()]
    assert len(out) > 1 << 16  # more than a pipe holds
    assert len(lines) == (1001 if command == "verify" else len(Game.load(game).steps))


def game_line() -> bytes:
    """A game as a line of a JSON Lines file."""
    return compact(GAMES[0]).encode() + b"\n"


RESULT = (
    b'{"seed": "1", "suits": 1, "relaxed": false, "player": "solve", "verdict": "gave up", '
    b'"moves": null, "deals": null, "positions": 1, "seconds": 0.1, '
    b'"limits": {"seconds": null, "nodes": 1, "effort": null}}\n'
)


@BUFFERING
@pytest.mark.parametrize(
    ("words", "content", "expected"),
    [
        (["verify", "-"], "3 games", b"3 games: 3 good, 0 bad"),
        (["verify", "--jobs", "2", "-"], "3 games", b"3 games: 3 good, 0 bad"),
        (["stats", "-"], "3 games", b"games"),
        (["replay", "-"], "1 game", b"start"),
        (["new", "--force", "--layout", "-"], "a layout", b"foundations"),
        (["study", "--summary", "-"], "a result", b"1 game"),
        (["run"], "a script", b"foundations"),
        (["play"], "a script", b"foundations"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_input_from_a_pipe_that_does_not_block_is_waited_for(
    tmp_path: Path, words: list[str], content: str, expected: bytes, unbuffered: str
) -> None:
    text = {
        "1 game": game_line(),
        "3 games": game_line() * 3,
        "a layout": layout_text("one-move-from-winning").encode(),
        "a result": RESULT,
        "a script": b"show\n" * 2,
    }[content]
    with started(tmp_path, words, unbuffered) as (process, ours_in, ours_out):
        half = len(text) // 2
        os.write(ours_in, text[:half])
        time.sleep(0.1)
        os.write(ours_in, text[half:])
        os.close(ours_in)
        out = read_all(ours_out)
        assert (process.wait(60), process.stderr and process.stderr.read()) == (0, b"")
    assert expected in out


# --- many open descriptors ----------------------------------------------------------------------------

MANY = 1100  # more than `select` can take
CROWDED = f"""
import os, resource, sys
resource.setrlimit(resource.RLIMIT_NOFILE, ({MANY + 100}, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
for _ in range({MANY}):
    os.set_inheritable(os.open(os.devnull, os.O_RDONLY), True)
os.execv(sys.argv[1], sys.argv[1:])
"""


@pytest.mark.skipif(
    0 <= resource.getrlimit(resource.RLIMIT_NOFILE)[1] < MANY + 100,
    reason="so many files cannot be open here",
)
@pytest.mark.parametrize("words", [["run", "script"], ["run", "-"], ["verify", "-j", "2", "games.jsonl"]])
def test_a_thousand_open_descriptors(tmp_path: Path, words: list[str]) -> None:
    (tmp_path / "script").write_text("show\n")
    (tmp_path / "games.jsonl").write_bytes(game_line() * 200)
    result = subprocess.run(
        [sys.executable, "-c", CROWDED, *COMMAND, *words],
        cwd=tmp_path,
        env=environment(),
        input=b"show\n",
        capture_output=True,
        timeout=120,
        check=False,
    )
    assert (result.returncode, result.stderr) == (0, b"")


# --- a terminal that is gone --------------------------------------------------------------------------


@BUFFERING
@pytest.mark.parametrize("words", [["solve"], ["replay", "--delay", "3600"], ["run"], ["play"]])
def test_the_terminal_goes_away(tmp_path: Path, words: list[str], unbuffered: str) -> None:
    Game.new(suits=4, seed="pysol:14934").save(tmp_path / "spider.json")
    game = Game.load(tmp_path / "spider.json")
    game.play(game.legal_moves()[0])
    game.save(tmp_path / "spider.json")
    expected = {"solve": " positions", "replay": "start: ", "run": "reading commands", "play": "spider> "}
    with Terminal(*words, cwd=tmp_path, env={"PYTHONUNBUFFERED": unbuffered}) as terminal:
        terminal.wait_for(expected[words[0]])
        assert terminal.hang_up() == 128 + signal.SIGHUP
