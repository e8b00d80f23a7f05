"""Games of a study that other programs play: what comes of them, whatever these programs do."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import signal
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from spider_cli import Game
from spider_cli.cli import bots
from spider_cli.games.starts import start_of
from spider_cli.rules.cards import parse_cards
from spider_cli.rules.steps import parse_step
from spider_cli.studies.attempts import Settings
from tests.processes import spider
from tests.schemas import validator
from tests.test_study_process import (
    assert_all_done_once,
    gone,
    needs_proc,
    records,
    started,
    timeless,
    until,
    until_done,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

EXAMPLES = Path(__file__).parents[1] / "examples"
PLAYER = f"python3 {shlex.quote(str(EXAMPLES / 'player.py'))}"


@pytest.fixture(autouse=True)
def _no_bot_is_left() -> Iterator[None]:
    yield
    bots.end_bots()
    assert not bots._alive


def bash(script: str) -> str:
    """The command of a bot written in bash."""
    return shlex.join(["bash", "-c", script])


def played(command: str, seed: str = "1", seconds: float | None = 20.0) -> dict[str, Any]:
    """The result of one game, played from this process."""
    settings = Settings(1, player=command, seconds=seconds)
    return {**bots.play_bot(seed, settings, iter([5.0, 7.5]).__next__, keep=True)}


# --- games to their end -------------------------------------------------------------------------------


@pytest.mark.parametrize(("interpreter", "name"), [("python3", "player.py"), ("bash", "player.sh")])
def test_the_players_in_the_examples(tmp_path: Path, interpreter: str, name: str) -> None:
    for program in (interpreter, *["jq"] * (name == "player.sh")):
        if not shutil.which(program):
            pytest.skip(f"needs {program}")
    player = shlex.join([interpreter, str(EXAMPLES / name)])
    words = ("study", "--player", player, "--out", "study.jsonl")
    first = spider(*words, "--seeds", "1-3", cwd=tmp_path)
    assert (first.returncode, first.stderr) == (0, "")
    again = spider(*words, "--seeds", "1-9", "--jobs", "2", cwd=tmp_path)
    assert (again.returncode, again.stderr) == (
        0,
        "spider: 3 of 9 games are done already in study.jsonl\n",
    )
    assert_all_done_once(tmp_path / "study.jsonl", 9)
    assert again.stdout.startswith("9 games, 1 suit, ")
    assert ", at most 60 s a game\n" in again.stdout
    third = records((tmp_path / "study.jsonl").read_text())[2]
    assert (third["player"], third["verdict"], third["score"]) == (player, "stopped", 482)
    assert third["steps"].count("deal") == third["deals"] == 5
    game = Game.new(seed=third["seed"])
    for step in third["steps"]:
        game.play(parse_step(step))
    assert game.score == third["score"]


def test_a_bot_that_wins_and_never_reads(tmp_path: Path) -> None:
    """The solution is more than a pipe holds in replies; the bot has left when the last ones are written."""
    steps = Game.new(seed="kpat:5").solve().steps
    (tmp_path / "steps").write_text("".join([f"{step}\n" for step in steps]))
    for end, command in enumerate(("", "; exit 3", "; sleep 100", "; echo quit")):
        script = f"cat {shlex.quote(str(tmp_path / 'steps'))} </dev/null{command}"
        if end in (2, 3):  # its input is still open, so it must read what it gets
            script = f"exec 3<&0; cat <&3 >/dev/null & {script}"
        result = played(bash(script), "kpat:5", 5.0 if end != 2 else 1.0)
        assert (result["verdict"], result["steps"]) == ("won", list(map(str, steps)))
        assert result["score"] == 500 - result["moves"] + 800
        assert result["seconds"] == 2.5


@pytest.mark.parametrize(
    ("script", "verdict"),
    [
        ("true", "stopped"),
        ("echo quit", "stopped"),
        ("echo deal; echo quit; exit 3", "stopped"),  # it had the right to leave
        ("echo new; sleep 100", "stopped"),
        ("false", "crashed"),
        ("echo deal; exit 3", "crashed"),
        ("kill -9 $$", "crashed"),
        ("exec >&-; sleep 100", "crashed"),  # it says nothing more, and does not end
    ],
)
def test_what_comes_of_a_game(script: str, verdict: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "_LEAVE", 0.3)
    result = played(bash(script))
    assert (result["verdict"], result["positions"]) == (verdict, None)
    assert result["steps"] == ["deal"] * ("deal" in script)
    assert result["limits"]["seconds"] == 20
    bots.end_bots()


@pytest.mark.parametrize(
    "script",
    [
        "sleep 100",
        "sleep 100 & sleep 100",
        "yes '# a comment gets no reply'",
        "yes moves",  # it never reads, so that nothing more can be written to it
        "head -c 10000000 /dev/zero; sleep 100",  # a line without an end
        "trap '' TERM; while :; do :; done",
    ],
)
def test_a_bot_that_takes_too_long(script: str) -> None:
    start = time.monotonic()
    assert played(bash(script), seconds=0.4)["verdict"] == "timed out"
    assert time.monotonic() - start < 10
    assert not bots._alive


def test_a_bot_that_leaves_a_stuck_game() -> None:
    """Kings and aces lie exposed, all else face down below them, and the stock is empty."""
    start = start_of("1", 4)
    exposed = [*parse_cards("KS KS KH KH KD KD KC KC AS AS")]
    rest = [*start.stock, *[card for column in start.columns for card in column[1:]]]
    for card in exposed:
        rest.remove(card)
    columns = [bytes([len(rest[place::10]), *rest[place::10], exposed[place]]) for place in range(10)]
    stuck = Game(start._replace(columns=tuple(columns), stock=b""))
    bot = bots.Bot("true")
    assert bot.play(stuck, None) == "stuck"
    bot.end()


def test_one_process_plays_as_many_games_as_it_asks_for() -> None:
    script = "n=0; while read -r line; do n=$((n+1)); [ $n = 3 ] && { echo deal; exit; }; echo new; done"
    results = [played(bash(script), str(seed)) for seed in range(1, 5)]
    assert [result["steps"] for result in results] == [[], [], ["deal"], []]
    assert [result["verdict"] for result in results] == ["stopped"] * 4


def test_a_bot_of_a_process_that_stays_plays_one_game() -> None:
    settings = Settings(1, player=bash("while read -r line; do echo new; done"), seconds=20)
    bots.play_bot("1", settings, iter([5.0, 7.5]).__next__, keep=False)
    assert not bots._alive


def test_what_a_bot_reads(tmp_path: Path) -> None:
    """The same objects as of `run --json`; the study alone says which game is played."""
    log = shlex.quote(str(tmp_path / "log"))
    commands = ["new 1 5", "deal", "hint", "undo", "3 3", "# nothing", "new", "show", "quit"]
    asks = " ".join([shlex.quote(command) for command in commands])
    script = (
        f'read -r line; echo "$line" >>{log}; for said in {asks}; do echo "$said"; '
        f'[ "$said" = "# nothing" ] || {{ read -r line; echo "$line" >>{log}; }}; done'
    )
    assert played(bash(script), "1")["steps"] == []
    assert played(bash(script), "kpat:2")["verdict"] == "stopped"
    objects = records((tmp_path / "log").read_text())
    for one in objects:
        validator("protocol", strict=True).validate(one)
    opening, new, deal, hint, undo, same, following, show, bye = objects
    assert (opening["file"], opening["seed"], opening["state"]["seed"]) == (None, "1", "1")
    assert (new["ok"], new["reason"], new["state"]["seed"]) == (False, "refused", "1")
    assert "'new' alone asks for the next one" in new["error"]
    assert (deal["ok"], deal["step"], len(deal["dealt"])) == (True, "deal", 10)
    assert hint["ok"]
    assert undo["count"] == 1
    assert same["reason"] == "same-column"
    assert (following["line"], following["command"], following["seed"]) == (7, "new", "kpat:2")
    assert (show["line"], show["state"]["seed"]) == (8, "kpat:2")
    assert (bye["command"], bye["ok"]) == ("quit", True)


# --- the command --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("player", "message"),
    [
        ("hints", "--player: 'hints' is neither solve nor hint nor a program that can be run"),
        ("./missing x", "--player: './missing' is neither"),
        ("bot 'x", "--player 'bot 'x' cannot be read: no closing quotation"),
        ("", "--player needs solve, hint, or the command of a bot"),
        (" ", "--player needs solve, hint, or the command of a bot"),
    ],
)
def test_no_player(player: str, message: str, tmp_path: Path) -> None:
    result = spider("study", "--seeds", "1", "--player", player, "--out", "x.jsonl", cwd=tmp_path)
    assert (result.returncode, list(tmp_path.iterdir())) == (2, [])
    assert result.stderr.startswith(f"spider: {message}")


@pytest.mark.parametrize("words", [("--nodes", "5"), ("--effort", "2")])
def test_what_a_bot_does_not_take(words: tuple[str, ...], tmp_path: Path) -> None:
    result = spider("study", "--seeds", "1", "--player", "true", *words, cwd=tmp_path)
    assert (result.returncode, result.stderr.count("\n")) == (2, 1)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_bot_that_cannot_be_started(jobs: str, tmp_path: Path) -> None:
    (tmp_path / "bot").write_text("#!/no/such/interpreter\n")
    (tmp_path / "bot").chmod(0o755)
    result = spider("study", "--seeds", "1-3", "--player", "./bot", "--jobs", jobs, cwd=tmp_path)
    assert (result.returncode, result.stdout) == (4, "")
    assert result.stderr == "spider: the player './bot' cannot be started: no such file or directory\n"


def test_verdicts_are_counted(tmp_path: Path) -> None:
    script = 'read -r line; case "$line" in *\'"seed": "2"\'*) exit 3;; *\'"seed": "3"\'*) sleep 100;; esac'
    words = ("study", "--seeds", "1-4", "--player", bash(script), "--limit", "1", "--jobs", "2", "--json")
    result = spider(*words, "--out", "study.jsonl", cwd=tmp_path)
    verdicts = json.loads(result.stdout)["verdicts"]
    assert {verdict: share["games"] for verdict, share in verdicts.items()} == {
        "won": 0, "stuck": 0, "stopped": 2, "timed out": 1, "crashed": 1,
    }  # fmt: skip
    done = timeless((tmp_path / "study.jsonl").read_text())
    assert [one["verdict"] for one in done] == ["stopped", "crashed", "timed out", "stopped"]


def bots_running(mark: str) -> list[int]:
    """The processes whose command line ends with a mark."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            if (entry / "cmdline").read_bytes().rstrip(b"\0").endswith(mark.encode()):
                found.append(int(entry.name))
        except OSError:
            continue
    return [pid for pid in found if not gone(pid)]


@needs_proc
@pytest.mark.parametrize(
    ("jobs", "signum"),
    [
        ("1", signal.SIGINT),
        ("1", signal.SIGTERM),
        ("2", signal.SIGINT),
        ("2", signal.SIGTERM),
        ("2", signal.SIGKILL),  # the workers are left, and notice it
    ],
)
def test_no_bot_outlives_the_study(jobs: str, signum: signal.Signals, tmp_path: Path) -> None:
    mark = f"a bot of {tmp_path.name} {os.getpid()}"
    script = 'while read -r line; do case "$line" in *\'"seed": "3"\'*) while :; do sleep 0.1; done;; esac; '
    player = shlex.join(["bash", "-c", script + "echo new; done", mark])
    words = ("study", "--seeds", "1-9", "--player", player, "--jobs", jobs, "--out", "study.jsonl")
    with started(*words, cwd=tmp_path) as process:
        until_done(tmp_path / "study.jsonl", 2)
        until(lambda: bool(bots_running(mark)))
        process.send_signal(signum)
        process.finish()
    until(lambda: not bots_running(mark))
