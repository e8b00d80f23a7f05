"""The command as a process of its own: pipes, terminals, signals, several at once."""

from __future__ import annotations

import os
import random
import re
import shlex
import shutil
import signal
import subprocess
import sys
import sysconfig
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from spider_cli import Game
from tests.processes import COMMAND, Terminal, environment, spider
from tests.samples import DATA, layout

SCRIPT = Path(sysconfig.get_path("scripts")) / "spider"


def start(directory: Path, name: str = "split-tidy-runs-to-deal") -> Path:
    """A game file in a directory."""
    path = directory / "spider.json"
    Game(layout(name)).save(path)
    return path


def shell(
    script: str, directory: Path, env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run a shell script in which `$spider` is the command."""
    function = f'spider() {{ {shlex.join(COMMAND)} "$@"; }}; spider=spider'
    return subprocess.run(
        ["bash", "-c", f"{function}\n{script}"],
        cwd=directory,
        env=environment(env),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=120,
        check=False,
    )


def no_litter(directory: Path) -> bool:
    """Whether a directory holds a game file and nothing else."""
    return os.listdir(directory) == ["spider.json"]


# --- ways to start ------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", [[str(SCRIPT)], [sys.executable, "-m", "spider_cli"]])
def test_the_script_and_the_module_are_the_same_command(tmp_path: Path, command: list[str]) -> None:
    def run(*words: str) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            [*command, *words], cwd=tmp_path, env=environment(), capture_output=True, check=False
        )

    assert run("new", "--seed", "1").returncode == 0
    assert run("deal").stdout.startswith(b"dealt ")
    assert run("undo", "5").returncode == 0
    refused = run("move", "1", "1")
    assert (refused.returncode, refused.stdout) == (1, b"")
    assert refused.stderr == b"spider: column 1 to itself: a move goes to another column\n"
    usage = run("move", "0", "1")
    assert usage.returncode == 2
    assert b"(see 'spider move --help')" in usage.stderr
    assert run("show", "-f", "none").returncode == 3
    assert no_litter(tmp_path)


def test_case_21_the_same_deal_in_every_process(tmp_path: Path) -> None:
    wanted = spider("new", "--seed", "42", "--suits", "4", cwd=tmp_path).stdout
    for seed in ("0", "1", "2"):
        again = spider("new", "--seed", "42", "--suits", "4", cwd=tmp_path, env={"PYTHONHASHSEED": seed})
        assert again.stdout == wanted
        assert (
            spider("show", "--json", cwd=tmp_path, env={"PYTHONHASHSEED": seed}).stdout.count('"legal"') == 1
        )


def test_the_help_is_the_same_where_python_has_no_docstrings(tmp_path: Path) -> None:
    program = """
import click
from spider_cli.cli.group import COMMANDS, main
context = click.Context(main, info_name="spider")
print(main.get_help(context), *(main.get_command(context, name).get_help(context) for name in COMMANDS))
"""
    helps = [
        subprocess.run(
            [sys.executable, *options, "-c", program], env=environment(), capture_output=True, check=True
        ).stdout
        for options in ([], ["-OO"])
    ]
    assert helps[0] == helps[1]
    assert len(helps[0].splitlines()) > 300


# --- output that ends early ---------------------------------------------------------------------------


def test_case_38_a_reader_that_leaves_fifty_times(tmp_path: Path) -> None:
    start(tmp_path)
    result = shell(
        """for n in {1..25}; do
            $spider move 1 3 7 | true; echo ${PIPESTATUS[0]}
            $spider undo --json | head -0; echo ${PIPESTATUS[0]}
        done""",
        tmp_path,
    )
    assert (result.stdout, result.stderr) == (b"0\n" * 50, b"")
    game = Game.load(tmp_path / "spider.json")
    assert (game.step_count, game.undone_count, game.undos) == (0, 1, 25)


def test_case_38_a_reader_that_leaves_a_long_output(tmp_path: Path) -> None:
    shutil.copy(DATA / "games" / "kpat-4s-7.json", tmp_path / "spider.json")
    for line in ("show", "log", "replay", "replay --json", "--help", "show --help", "--version"):
        result = shell(f"$spider {line} | head -1; exit ${{PIPESTATUS[0]}}", tmp_path)
        assert (result.returncode, result.stderr, result.stdout.count(b"\n")) == (0, b"", 1), line


def test_case_38_no_output_at_all(tmp_path: Path) -> None:
    start(tmp_path)
    result = shell("$spider move 1 3 7 >&-", tmp_path)
    assert (result.returncode, result.stderr) == (0, b"")
    assert Game.load(tmp_path / "spider.json").step_count == 1
    for line in ("show >&-", "--help >&-", "show >&- 2>&- <&-", "undo -q <&-"):
        result = shell(f"$spider {line}", tmp_path)
        assert (result.returncode, result.stderr) == (0, b""), line
    assert shell("$spider move 1 1 2>&-", tmp_path).returncode == 1
    assert shell("$spider 2>&-", tmp_path).returncode == 0  # the short help
    assert shell("$spider new --layout - <&-", tmp_path).returncode == 2


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="the system has no device that is always full")
def test_case_38_a_full_disk_for_the_output(tmp_path: Path) -> None:
    start(tmp_path)
    message = b"spider: standard output cannot be written: no space left on device\n"
    for line in ("move 1 3 7", "show", "show --json", "moves", "--help", "show --help", "--version", "log"):
        result = shell(f"$spider {line} >/dev/full", tmp_path)
        assert (result.returncode, result.stderr) == (3, message), line
    assert Game.load(tmp_path / "spider.json").step_count == 1
    assert shell("$spider move 1 1 2>/dev/full", tmp_path).returncode == 1


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="the system has no device that is always full")
def test_a_solution_is_saved_before_it_is_printed(tmp_path: Path) -> None:
    start(tmp_path, "one-move-from-winning")
    result = shell("$spider solve --save won.json >/dev/full", tmp_path)
    assert result.returncode == 3
    assert Game.load(tmp_path / "won.json").status == "won"


# --- encodings ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ["cp1252", "cp437", "latin-1", "ascii"])
def test_case_39_letters_where_signs_cannot_be_written(tmp_path: Path, encoding: str) -> None:
    start(tmp_path)
    result = shell("$spider move 1 3 7", tmp_path, {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"})
    assert (result.returncode, result.stderr) == (0, b"")
    assert result.stdout.isascii()
    assert b" KS" in result.stdout
    assert Game.load(tmp_path / "spider.json").step_count == 1
    result = shell("$spider show -f ♠", tmp_path, {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"})
    assert (result.returncode, result.stderr.count(b"\n")) == (3, 1)


def test_case_42_names_of_any_bytes(tmp_path: Path) -> None:
    for name in (b"\xff\xfe", b"a\nb\x1b[31m", b"x" * 255):
        path = os.path.join(os.fsencode(tmp_path), name)
        for words in ([b"new"], [b"deal"], [b"new"], [b"show", b"--at", b"9"]):
            result = subprocess.run(
                [*COMMAND, *words, b"-f", path],
                cwd=tmp_path, env=environment({"PYTHONUTF8": "0"}), capture_output=True, check=False,
                stdin=subprocess.DEVNULL,
            )  # fmt: skip
            assert b"Traceback" not in result.stderr
            assert result.stderr.count(b"\n") == (result.returncode != 0)
            assert b"\x1b" not in result.stderr
        assert os.path.exists(path)
    result = subprocess.run(
        [*COMMAND, "show", "-f", "x" * 1000],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        check=False,
    )
    assert (result.returncode, result.stderr.count(b"\n")) == (3, 1)


# --- terminals ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "env", "color"),
    [
        ([], {}, True),
        ([], {"NO_COLOR": "1"}, False),
        ([], {"NO_COLOR": ""}, True),
        ([], {"TERM": "dumb"}, False),
        ([], {"TERM": "dumb", "FORCE_COLOR": "1"}, True),
        ([], {"NO_COLOR": "1", "FORCE_COLOR": "1"}, False),
        (["--no-color"], {}, False),
        (["--color"], {"NO_COLOR": "1"}, True),
    ],
)
def test_case_40_colour_on_a_terminal(
    tmp_path: Path, words: list[str], env: dict[str, str], color: bool
) -> None:
    start(tmp_path, "king-to-ace-with-one-heart")
    with Terminal("show", *words, cwd=tmp_path, env=env) as terminal:
        assert terminal.end() == 0
    assert ("\x1b" in terminal.screen) == color
    assert " 9♥" in re.sub(r"\x1b\[[0-9;]*m", "", terminal.screen)
    with Terminal("move", "1", "1", *words, cwd=tmp_path, env=env) as terminal:
        assert terminal.end() == 1
    assert terminal.screen == "spider: column 1 to itself: a move goes to another column\r\n"


@pytest.mark.parametrize(
    ("keys", "code", "replaced"),
    [("y\n", 0, True), ("n\n", 1, False), ("\n", 1, False), ("\x03", 130, False), ("\x04", 1, False)],
)
def test_new_asks_on_a_terminal(tmp_path: Path, keys: str, code: int, replaced: bool) -> None:
    path = start(tmp_path)
    assert spider("move", "1", "3", "7", "-q", cwd=tmp_path).returncode == 0
    before = path.read_bytes()
    with Terminal("new", "--seed", "1", cwd=tmp_path) as terminal:
        terminal.wait_for("spider.json holds a game in play, 1 step, score 1099. Replace it? [y/N]: ")
        terminal.type(keys)
        assert terminal.end() == code
    assert "Traceback" not in terminal.screen
    assert (path.read_bytes() != before) == replaced
    assert sorted(os.listdir(tmp_path)) == ["spider.history.jsonl"] * replaced + ["spider.json"]


# --- several at once, and killed ----------------------------------------------------------------------


def launch(directory: Path, *words: str, **options: Any) -> subprocess.Popen[bytes]:
    """A command that runs beside us."""
    return subprocess.Popen(
        [*COMMAND, *words], cwd=directory, env=environment(), stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, **options,
    )  # fmt: skip


def test_case_33_twenty_at_once_lose_no_step(tmp_path: Path) -> None:
    path = start(tmp_path, "three-cards-short-of-a-deal")
    lines = [("move", "3", "4"), ("move", "4", "3")] * 10
    running = [launch(tmp_path, *line) for line in lines]
    codes = []
    for process in running:
        _, err = process.communicate(timeout=120)
        assert b"Traceback" not in err
        codes.append(process.returncode)
    assert set(codes) <= {0, 1}
    assert Game.load(path).step_count == codes.count(0) >= 1
    assert no_litter(tmp_path)


def test_case_34_of_two_new_games_at_once_one_is_kept(tmp_path: Path) -> None:
    running = [launch(tmp_path, "new", "--seed", str(seed)) for seed in range(6)]
    errors = [process.communicate(timeout=120)[1] for process in running]
    assert not any(b"Traceback" in error for error in errors)
    assert 0 in {process.returncode for process in running}
    assert {process.returncode for process in running} <= {0, 3}
    assert Game.load(tmp_path / "spider.json").seed in set("012345")
    assert no_litter(tmp_path)


def test_case_26_killed_at_any_moment(tmp_path: Path) -> None:
    """Each step is saved by a process that is killed at a random moment: the file stays whole."""
    path = start(tmp_path, "three-cards-short-of-a-deal")
    program = """
import sys
from spider_cli import Game
from spider_cli.files import storage
path = sys.argv[1]
print(flush=True)
while True:
    with storage.locked(path) as file:
        game = Game.loads(file.content)
        game.play(game.legal_moves()[0])
        file.write(game.dumps().encode())
"""
    moments = random.Random(26)
    steps = 0
    rounds = 0
    while rounds < 25 or steps <= 25:  # a machine with much to do makes few steps in a round
        rounds += 1
        process = subprocess.Popen(
            [sys.executable, "-c", program, str(path)], env=environment(), stdout=subprocess.PIPE
        )
        assert process.stdout
        process.stdout.readline()
        time.sleep(moments.random() * 0.03)
        process.kill()
        process.communicate(timeout=60)
        game = Game.load(path)
        assert game.step_count >= steps
        steps = game.step_count
    assert spider("undo", "all", cwd=tmp_path).returncode == 0
    assert all(
        re.fullmatch(r"spider\.json|\.spider-[0-9]+-[0-9a-f]{8}\.tmp", name) for name in os.listdir(tmp_path)
    )


def test_case_26_a_full_disk(tmp_path: Path) -> None:
    """A limit on the size of files, in place of a disk without room."""
    path = start(tmp_path)
    before = path.read_bytes()
    result = shell("ulimit -f 0; $spider move 1 3 7", tmp_path)
    assert (result.returncode, result.stdout) == (3, b"")
    assert result.stderr == b"spider: spider.json: cannot be saved: file too large\n"
    assert path.read_bytes() == before
    assert no_litter(tmp_path)


def test_case_43_the_terminal_goes_away_while_it_solves(tmp_path: Path) -> None:
    Game.new(suits=4, seed="pysol:14934").save(tmp_path / "spider.json")
    with Terminal("solve", cwd=tmp_path) as terminal:
        terminal.wait_for(" positions")
        assert terminal.hang_up() == 128 + signal.SIGHUP


def test_case_43_an_interrupt_while_waiting(tmp_path: Path) -> None:
    path = start(tmp_path)
    holder = subprocess.Popen(
        [sys.executable, "-c", f"""
from spider_cli.files import storage
with storage.locked({str(path)!r}):
    print("locked", flush=True)
    input()
"""],
        env=environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    )  # fmt: skip
    assert holder.stdout
    assert holder.stdout.readline() == b"locked\n"
    waiting = launch(tmp_path, "move", "1", "3", "7")
    time.sleep(1)
    waiting.send_signal(signal.SIGINT)
    _, error = waiting.communicate(timeout=60)
    holder.communicate(b"\n", timeout=60)
    assert waiting.returncode == 130
    assert error == b"spider: interrupted\n"
    assert Game.load(path).step_count == 0
    assert no_litter(tmp_path)


# --- the installed command, which ends at once --------------------------------------------------------

INSTALLED = ["-c", "from spider_cli.cli import end_at_once; end_at_once()"]


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["show"], 0),
        (["move", "2", "3"], 0),
        (["move", "5", "5"], 1),
        (["move", "x"], 2),
        (["show", "-f", "gone.json"], 3),
        (["--help"], 0),
        (["verify", "--jobs", "2", "spider.json"], 0),
        (["run", "--json", "script"], 1),
    ],
)
def test_the_installed_command_does_the_same(tmp_path: Path, words: list[str], code: int) -> None:
    (tmp_path / "script").write_text("2 3\n9 9\n" * 2000)
    found = []
    for way in (INSTALLED, ["-m", "spider_cli"]):
        Game.new(suits=1, seed=3).save(tmp_path / "spider.json")
        result = subprocess.run(
            [sys.executable, *way, *words],
            cwd=tmp_path,
            env=environment(),
            capture_output=True,
            timeout=120,
            check=False,
        )
        steps = Game.load(tmp_path / "spider.json").steps
        found.append((result.returncode, result.stdout, result.stderr, steps, sorted(os.listdir(tmp_path))))
    assert found[0] == found[1]
    assert found[0][0] == code


@pytest.mark.parametrize(("loaded", "apart"), [("", False), ("import concurrent.futures", True)])
def test_the_installed_command_takes_nothing_apart_at_its_end(
    tmp_path: Path, loaded: str, apart: bool
) -> None:
    """Except where a module is loaded that has something to do at the end."""
    Game.new(suits=1, seed=3).save(tmp_path / "spider.json")
    program = f"import atexit; atexit.register(print, 'taken apart')\n{loaded}\n{INSTALLED[1]}"
    result = subprocess.run(
        [sys.executable, "-c", program, "show"],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    assert ("taken apart" in result.stdout) is apart
