"""`spider run` as a process: in pipes, on a terminal, under signals, and beside other processes.

No test depends on how long something takes: what has to happen is waited for, for a minute at most.
"""

from __future__ import annotations

import contextlib
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import IO, TYPE_CHECKING

import pytest

from spider_cli.games.game import Game
from tests.processes import COMMAND, Terminal, commands_in, environment

if TYPE_CHECKING:
    from collections.abc import Callable

EXAMPLES = Path(__file__).parents[1] / "examples"
BACK_AND_FORTH = b"2 3\n3 2\n" * 1000  # legal in the game below for ever
CLOSED = "the output was closed; from this line on nothing was played"


@pytest.fixture(autouse=True)
def _game(tmp_path: Path) -> None:
    Game.new(suits=1, seed=3).save(tmp_path / "spider.json")


def steps_in(folder: Path) -> int:
    """How many steps the saved game has."""
    return Game.load(folder / "spider.json").step_count


def started(
    folder: Path, *options: str, stdout: int | IO[bytes] = subprocess.PIPE
) -> subprocess.Popen[bytes]:
    """`spider run` that reads a pipe of ours."""
    return subprocess.Popen(
        [*COMMAND, "run", *options],
        cwd=folder,
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=stdout,
        stderr=subprocess.PIPE,
        bufsize=0,
    )


def wait_until(true: Callable[[], bool]) -> None:
    """Wait for something to become true."""
    end = time.monotonic() + 60
    while not true():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.01)


def send(process: subprocess.Popen[bytes], text: bytes) -> None:
    """Write to the process."""
    assert process.stdin
    process.stdin.write(text)


def hear(process: subprocess.Popen[bytes]) -> bytes:
    """Read a line from the process."""
    assert process.stdout
    return process.stdout.readline()


def say(process: subprocess.Popen[bytes], line: bytes) -> bytes:
    """Send a line and read a line."""
    send(process, line + b"\n")
    return hear(process)


def close(process: subprocess.Popen[bytes]) -> None:
    """End what the process reads."""
    assert process.stdin
    process.stdin.close()


def feed(process: subprocess.Popen[bytes]) -> threading.Thread:
    """Send legal moves without end, until the process is gone."""

    def send() -> None:
        assert process.stdin
        with contextlib.suppress(BrokenPipeError):
            while True:
                process.stdin.write(BACK_AND_FORTH)

    thread = threading.Thread(target=send)
    thread.start()
    return thread


def shell(folder: Path, line: str) -> subprocess.CompletedProcess[str]:
    """A line for bash, in which `spider` is our command."""
    command = shlex.join(COMMAND)
    return subprocess.run(
        ["bash", "-c", f'spider() {{ {command} "$@"; }}; {line}'],
        cwd=folder,
        env=environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


# --- talking to a program ---------------------------------------------------------------------------


def test_case_49_a_program_gets_each_answer_before_it_says_more(tmp_path: Path) -> None:
    with started(tmp_path, "--json") as process:
        assert json.loads(hear(process))["protocol"] == "spider"
        for number, line in enumerate([b"2 3", b"hint", b"", b"9 9", b"3 2", b"moves"], start=1):
            if line:
                reply = json.loads(say(process, line))
                assert (reply["line"], reply["command"]) == (number, line.decode())
            else:
                send(process, b"\n")
        send(process, b"undo\nredo\n2")  # two lines and a half
        assert [json.loads(hear(process))["line"] for _ in range(2)] == [7, 8]
        assert json.loads(say(process, b" 3"))["command"] == "2 3"
        close(process)
        assert process.wait(60) == 1
    assert steps_in(tmp_path) == 3


def test_a_person_gets_each_answer_too(tmp_path: Path) -> None:
    with started(tmp_path) as process:
        assert say(process, b"2 3").startswith(b"moved 8S from column 2 to column 3;")
        assert say(process, b"undo") == b"took back 1 step; score 500\n"


@pytest.mark.parametrize(
    ("interpreter", "name"), [("python3", "bot.py"), ("node", "bot.js"), ("bash", "bot.sh")]
)
def test_the_bots(tmp_path: Path, interpreter: str, name: str) -> None:
    """They play the same, whatever they are written in, and notice a refusal."""
    for program in (interpreter, *["jq"] * (name == "bot.sh")):
        if not shutil.which(program):
            pytest.skip(f"{program} is not installed")
    bot = subprocess.run(
        [interpreter, EXAMPLES / name, "3", "kpat:5", "x"],
        cwd=tmp_path,
        env=environment() | {"PATH": f"{commands_in(tmp_path)}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert bot.returncode == 1
    assert bot.stdout.splitlines() == [
        "seed 3: playing, score 482 after 23 steps",
        "seed kpat:5: playing, score 488 after 17 steps",
    ]
    assert bot.stderr.startswith("new 1 x: 'x' is not a seed")


# --- saving -----------------------------------------------------------------------------------------


def test_a_step_is_saved_while_more_is_waited_for(tmp_path: Path) -> None:
    with started(tmp_path) as process:
        say(process, b"2 3")
        wait_until(lambda: steps_in(tmp_path) == 1)
        say(process, b"3 2")
        wait_until(lambda: steps_in(tmp_path) == 2)
        process.kill()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["spider.json"]


@pytest.mark.unmeasured  # reads a growing game again and again, and the child does the work
def test_steps_are_saved_while_lines_keep_coming(tmp_path: Path) -> None:
    with started(tmp_path, "-q") as process:
        thread = feed(process)
        wait_until(lambda: steps_in(tmp_path) > 0)
        first = steps_in(tmp_path)
        wait_until(lambda: steps_in(tmp_path) > first)
        process.kill()
        thread.join()
    assert steps_in(tmp_path) > first  # whole, however it ended


def test_nothing_is_saved_on_the_way_to_all_or_nothing(tmp_path: Path) -> None:
    with started(tmp_path, "--atomic") as process:
        say(process, b"2 3")
        process.terminate()
        assert process.wait(60) == 128 + signal.SIGTERM
    assert steps_in(tmp_path) == 0


# --- signals ----------------------------------------------------------------------------------------

SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]


@pytest.mark.parametrize("signum", SIGNALS)
def test_a_signal_while_waiting(tmp_path: Path, signum: int) -> None:
    with started(tmp_path) as process:
        say(process, b"2 3")
        process.send_signal(signum)
        assert process.wait(60) == 128 + signum
        assert process.stderr
        assert process.stderr.read() == b"spider: interrupted\n"
    assert steps_in(tmp_path) == 1


@pytest.mark.unmeasured  # reads a growing game again and again, and the child does the work
@pytest.mark.parametrize("signum", SIGNALS)
def test_a_signal_while_lines_keep_coming(tmp_path: Path, signum: int) -> None:
    with started(tmp_path, "-q") as process:
        thread = feed(process)
        wait_until(lambda: steps_in(tmp_path) > 0)
        process.send_signal(signum)
        assert process.wait(60) == 128 + signum
        thread.join()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["spider.json"]
    assert steps_in(tmp_path) > 0


def test_a_signal_while_nobody_reads_the_answers(tmp_path: Path) -> None:
    with started(tmp_path) as process:
        thread = feed(process)
        wait_until(lambda: steps_in(tmp_path) > 0)  # saved in time, or because the pipe is full
        process.terminate()
        assert process.wait(60) == 128 + signal.SIGTERM
        thread.join()
    assert steps_in(tmp_path) > 0


def test_a_signal_that_is_ignored_stays_ignored(tmp_path: Path) -> None:
    script = f"trap '' INT HUP; exec {shlex.join(COMMAND)} run"
    with subprocess.Popen(
        ["sh", "-c", script],
        cwd=tmp_path,
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        bufsize=0,
    ) as process:
        say(process, b"2 3")
        process.send_signal(signal.SIGINT)
        process.send_signal(signal.SIGHUP)
        assert say(process, b"undo") == b"took back 1 step; score 500\n"
        close(process)
        assert process.wait(60) == 0


# --- the shell --------------------------------------------------------------------------------------


def test_a_script_in_a_heredoc(tmp_path: Path) -> None:
    result = shell(tmp_path, "spider run -q <<END\n2 3  # a move\ndeal\nEND")
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")
    assert steps_in(tmp_path) == 2


def test_a_script_from_another_program(tmp_path: Path) -> None:
    result = shell(
        tmp_path, "spider run -q <(echo 2 3) && echo 3 2 | spider run -q - && spider run -q /dev/null"
    )
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")
    assert steps_in(tmp_path) == 2


def test_cases_38_and_49_a_reader_that_has_had_enough(tmp_path: Path) -> None:
    """The endless script ends, what was played is saved, and what was not is told."""
    result = shell(tmp_path, r"yes $'2 3\n3 2' | spider run | head -3; echo ${PIPESTATUS[1]}")
    *answers, code = result.stdout.splitlines()
    assert (len(answers), code) == (3, "1")
    assert all(answer.startswith("moved 8S") for answer in answers)
    assert (played := steps_in(tmp_path)) >= 3
    assert result.stderr == f"spider: <stdin>:{played + 1}: {CLOSED}\n"


def test_a_reader_that_leaves_when_all_is_played(tmp_path: Path) -> None:
    result = shell(tmp_path, r"printf '2 3\n3 2\n%.0s' {1..9} | spider run | head -1; echo ${PIPESTATUS[1]}")
    assert (result.stdout.splitlines()[-1], result.stderr) == ("0", "")
    assert steps_in(tmp_path) == 18


@pytest.mark.parametrize("option", ["--ascii", "--json"])
def test_play_without_a_reader(tmp_path: Path, option: str) -> None:
    """What it has to say before the first line finds the output closed."""
    ours, theirs = os.pipe()
    os.close(ours)
    result = subprocess.run(
        [*COMMAND, "play", option],
        cwd=tmp_path,
        env=environment(),
        input=b"2 3\n",
        stdout=theirs,
        stderr=subprocess.PIPE,
        timeout=120,
        check=False,
    )
    os.close(theirs)
    assert result.returncode == 1
    assert result.stderr.decode() == f"spider: <stdin>:1: {CLOSED}\n"
    assert steps_in(tmp_path) == 0


def test_a_reader_that_has_had_enough_of_all_or_nothing(tmp_path: Path) -> None:
    result = shell(tmp_path, r"yes $'2 3\n3 2' | spider run --atomic | head -3; echo ${PIPESTATUS[1]}")
    assert result.stdout.splitlines()[-1] == "1"
    assert result.stderr.endswith(f": {CLOSED}; nothing of the script is kept\n")
    assert steps_in(tmp_path) == 0


@pytest.mark.parametrize(
    ("line", "code", "error"),
    [
        ("echo 2 3 | spider run >&-", 0, ""),
        ("echo 2 3 | spider run | true; exit ${PIPESTATUS[1]}", 0, ""),
        (
            "echo 2 3 | spider run > /dev/full",
            3,
            "spider: standard output cannot be written: no space left on device\n",
        ),
        ("printf '2 3\nfoo\n' | spider run 2>&-", 1, ""),
    ],
)
def test_output_that_cannot_be_written(tmp_path: Path, line: str, code: int, error: str) -> None:
    result = shell(tmp_path, line)
    assert (result.returncode, result.stderr) == (code, error)
    assert steps_in(tmp_path) == 1


@pytest.mark.parametrize(
    "line", ["run", "verify -", "stats -", "replay -", "study --summary -", "new --force --layout -"]
)
def test_standard_input_closed(tmp_path: Path, line: str) -> None:
    result = shell(tmp_path, f"spider {line} <&-")
    assert result.returncode == 2
    assert result.stderr == "spider: <stdin>: standard input is closed: there is nothing to read\n"


def test_refusals_that_nobody_reads_end_an_endless_script(tmp_path: Path) -> None:
    script = "yes 'no command' | spider run --keep-going 2>&1 >/dev/null | head -3; echo ${PIPESTATUS[1]}"
    *lines, code = shell(tmp_path, script).stdout.splitlines()
    assert (len(lines), code) == (3, "1")


@pytest.mark.parametrize("source", ["yes '# nothing' | head -n 3000000", "head -c 30000000 /dev/zero"])
def test_case_49_memory_is_bounded(tmp_path: Path, source: str) -> None:
    """Read whole, each of these would need more than twice of what is allowed here."""
    assert peak_memory(tmp_path, source) - peak_memory(tmp_path, "true") < 10_000_000


def peak_memory(folder: Path, source: str) -> int:
    """The most memory (bytes) that a run of what `source` prints has had."""
    # A small process between us and the one measured: what it inherits counts as its own.
    measure = (
        "import resource, subprocess, sys;"
        "subprocess.run(sys.argv[1:], stderr=subprocess.DEVNULL);"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    line = f"{source} | {shlex.quote(sys.executable)} -c '{measure}' {shlex.join(COMMAND)} run --keep-going"
    result = shell(folder, line)
    assert result.stderr == ""
    return int(result.stdout) * 1024


# --- other processes --------------------------------------------------------------------------------


def test_case_33_twenty_at_once_lose_no_step(tmp_path: Path) -> None:
    processes = [started(tmp_path, "-q") for _ in range(20)]
    for number, process in enumerate(processes):
        send(process, (b"2 3", b"3 2")[number % 2])
    for process in processes:
        close(process)
    codes = [process.wait(60) for process in processes]
    for process in processes:
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        process.stderr.close()
    assert set(codes) <= {0, 1, 3}  # 3: waited 10 seconds in vain
    assert steps_in(tmp_path) == codes.count(0) > 0


def test_the_game_is_held_to_the_end(tmp_path: Path) -> None:
    with started(tmp_path) as process:
        say(process, b"2 3")
        with subprocess.Popen(
            [*COMMAND, "move", "3", "2"], cwd=tmp_path, env=environment(), stdout=subprocess.PIPE
        ) as other:
            say(process, b"3 2")
            say(process, b"2 3")
            close(process)
            assert process.wait(60) == other.wait(60) == 0
    assert steps_in(tmp_path) == 4


# --- a terminal -------------------------------------------------------------------------------------


def test_lines_typed_at_a_terminal(tmp_path: Path) -> None:
    with Terminal("run", cwd=tmp_path) as terminal:
        terminal.type("2 3\r")
        terminal.wait_for(" from column 2 to column 3")
        terminal.type("\x04")
        assert terminal.end() == 0
    assert "foundations 0/8" in terminal.screen
    assert steps_in(tmp_path) == 1


def test_case_43_control_c_at_a_terminal(tmp_path: Path) -> None:
    with Terminal("run", cwd=tmp_path) as terminal:
        terminal.type("2 3\r")
        terminal.wait_for(" from column 2 to column 3")
        terminal.type("\x03")
        assert terminal.end() == 130
    assert terminal.screen.endswith("spider: interrupted\r\n")
    assert steps_in(tmp_path) == 1
