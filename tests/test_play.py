"""`spider play`: at a prompt on a terminal, and in a pipe."""

from __future__ import annotations

import json
import re
import signal
from pathlib import Path

import pytest

from spider_cli.cli.display import Tastes
from spider_cli.cli.interrupts import Interrupts
from spider_cli.cli.live_game import LiveGame
from spider_cli.cli.session import Session
from spider_cli.errors import StorageError
from spider_cli.files import storage
from spider_cli.games.game import Game
from spider_cli.render.sentences import SCRIPT_WORDING
from spider_cli.render.style import Style
from spider_cli.render.table import format_table
from spider_cli.script.words import DealCommand
from tests.processes import Beside, Terminal, spider
from tests.samples import layout

PROMPT = "spider> "
PLAIN = {"NO_COLOR": "1"}


def new_game(folder: Path) -> Path:
    """A game in which `2 3` and `3 2` are legal again and again."""
    path = folder / "spider.json"
    Game.new(suits=1, seed=3).save(path)
    return path


def steps_in(path: Path) -> list[str]:
    return [str(step) for step in Game.load(path).steps]


def at_prompt(folder: Path, env: dict[str, str] = PLAIN) -> Terminal:
    """`spider play`, ready for a command."""
    terminal = Terminal("play", cwd=folder, env=env)
    terminal.wait_for(PROMPT)
    return terminal


def after(terminal: Terminal, line: str) -> str:
    """Type a line; returns what was written up to the next prompt."""
    seen = len(terminal.screen)
    terminal.type(line + "\r")
    terminal.wait_for("\r\n")  # what was typed
    terminal.wait_for(PROMPT)
    return terminal.screen[seen:]


# --- at a prompt ------------------------------------------------------------------------------------


def test_a_game_is_started_if_there_is_none(tmp_path: Path) -> None:
    with at_prompt(tmp_path) as terminal:
        game = Game.load(tmp_path / "spider.json")
        assert f"new game: seed {game.seed}, 1 suit (beginner)" in terminal.screen
        assert "Type 7 or 7 3 to move" in terminal.screen
        terminal.type("quit\r")
        assert terminal.end() == 0
    assert terminal.screen.endswith("The game is saved in spider.json.\r\n")


def test_each_step_is_saved_and_drawn(tmp_path: Path) -> None:
    path = new_game(tmp_path)
    with at_prompt(tmp_path) as terminal:
        assert "spider.json: the game goes on at its start" in terminal.screen
        for line, words, steps in [
            ("2 3", "moved 8♠ from column 2 to column 3; turned up 9♠", ["2 3 1"]),
            ("D", "dealt ", ["2 3 1", "deal"]),
            ("undo 5", "took back 2 steps, all there were", []),
            ("redo # one", "made 1 step again", ["2 3 1"]),
        ]:
            written = after(terminal, line)
            assert words in written
            table = format_table(Game.load(path), Style(signs=True))
            rows = [row for row in table.splitlines() if "♠" in row]
            bare = re.sub(r"[|*]", " ", written)  # without the marks
            assert [row for row in map(str.rstrip, bare.splitlines()) if row in rows] == rows
            assert steps_in(path) == steps
        terminal.type("\x04")
        assert terminal.end() == 0


def test_questions_and_mistakes(tmp_path: Path) -> None:
    path = new_game(tmp_path)
    with at_prompt(tmp_path) as terminal:
        assert "2 3 1    # 8♠ onto 9♠" in after(terminal, "moves")
        assert "hint: " in after(terminal, "hint")
        assert "score 500" in after(terminal, "show")
        assert "take back the last step" in after(terminal, "help")
        assert "take back the last step" in after(terminal, "?")
        assert "spider: 'foo' is not a command;" in after(terminal, "foo")
        assert "take back the last step" in after(terminal, "HELP")
        assert "spider: help takes one word" in after(terminal, "help me out")
        assert "spider: column 5 to itself" in after(terminal, "5 5")
        assert "spider: nothing to undo" in after(terminal, "u")
        assert "spider: '1_0' is not a column" in after(terminal, "1_0 3")
        assert "score" not in after(terminal, "")
        assert "score" not in after(terminal, "# nothing")
        terminal.type("quit\r")
        assert terminal.end() == 0
    game = Game.load(path)
    assert (game.step_count, game.undone_count, game.notes.hints) == (0, 0, 1)


@pytest.mark.parametrize("word", ["q", "exit", "QUIT # now"])
def test_words_that_leave(tmp_path: Path, word: str) -> None:
    new_game(tmp_path)
    with at_prompt(tmp_path) as terminal:
        terminal.type(f"{word}\r")
        assert terminal.end() == 0


def test_a_game_that_is_gone_is_not_called_saved(tmp_path: Path) -> None:
    path = new_game(tmp_path)
    with at_prompt(tmp_path) as terminal:
        path.unlink()
        terminal.type("quit\r")
        assert terminal.end() == 3
    assert "saved" not in terminal.screen
    assert "spider: spider.json: there is no such file" in terminal.screen


def test_case_43_control_c(tmp_path: Path) -> None:
    path = new_game(tmp_path)
    with at_prompt(tmp_path) as terminal:
        after(terminal, "2 3")
        terminal.type("3 2")
        terminal.wait_for("3 2")  # only what reads keys is interrupted
        terminal.type("\x03")
        terminal.wait_for(PROMPT)  # the half-typed line is dropped
        after(terminal, "deal")
        terminal.type("q\r")
        assert terminal.end() == 0
    assert steps_in(path) == ["2 3 1", "deal"]


@pytest.mark.parametrize("signum", [signal.SIGTERM, signal.SIGHUP])
def test_other_signals_end_it(tmp_path: Path, signum: signal.Signals) -> None:
    path = new_game(tmp_path)
    with at_prompt(tmp_path) as terminal:
        after(terminal, "2 3")
        terminal.type("3 2")
        terminal.wait_for("3 2")
        terminal.send(signum)
        assert terminal.end() == 128 + signum
    assert steps_in(path) == ["2 3 1"]


def test_no_step_is_made_on_another_table_than_the_player_saw(tmp_path: Path) -> None:
    path = new_game(tmp_path)
    with at_prompt(tmp_path) as terminal:
        after(terminal, "2 3")
        assert spider("deal", "-q", cwd=tmp_path).returncode == 0
        written = after(terminal, "undo")
        assert "the game was changed by another program: this is how it is now" in written
        assert "rows left 4" in written
        assert steps_in(path) == ["2 3 1", "deal"]
        after(terminal, "undo")
        assert steps_in(path) == ["2 3 1"]
        path.unlink()
        assert "spider: spider.json: there is no such file" in after(terminal, "undo")
        terminal.type("\x04")
        assert terminal.end() == 3


def test_a_game_won_and_another(tmp_path: Path) -> None:
    path = tmp_path / "spider.json"
    Game(layout("one-move-from-winning")).save(path)
    with at_prompt(tmp_path) as terminal:
        assert "the\r\ngame is won" in after(terminal, "2 1")
        assert "spider: the game is won" in after(terminal, "deal")
        assert "'3' is not a number of suits; it is 1, 2 or 4" in after(terminal, "new 3")
        assert "new takes SUITS and SEED at most" in after(terminal, "new 1 2 3")
        assert "new game: seed" in after(terminal, "new  2 # suits")
        assert Game.load(path).suits == 2
        after(terminal, "deal")
        terminal.type("new\r")
        terminal.wait_for("[y/N]: ")
        assert "left as it is" in after(terminal, "n")
        terminal.type("new\r")
        terminal.wait_for("[y/N]: ")
        terminal.type("\x04")
        terminal.wait_for("left as it is")
        terminal.wait_for("spider> ")
        terminal.type("\x04")
        assert terminal.end() == 0
    assert steps_in(path) == ["deal"]
    (kept,) = (tmp_path / "spider.history.jsonl").read_text().splitlines()
    assert Game.loads(kept).status == "won"


def test_a_finished_game_can_be_followed_by_another(tmp_path: Path) -> None:
    game = Game(layout("one-move-from-winning"))
    game.move(2, 1)
    game.save(tmp_path / "spider.json")
    with at_prompt(tmp_path) as terminal:
        assert "spider.json: this game is won\r\nType new for another game" in terminal.screen
        assert "new game: seed" in after(terminal, "NEW")
        terminal.type("\x04")
        assert terminal.end() == 0
    assert "Type" not in spider("play", "-f", "spider.history.jsonl", cwd=tmp_path).stdout


def test_a_step_that_cannot_be_saved_is_not_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = new_game(tmp_path)
    session = Session(str(path), tastes=Tastes(color=False, letters=True))
    table = LiveGame(session, Interrupts())

    def fail(file: storage.LockedFile, content: bytes) -> None:
        raise StorageError(file.name, "cannot be saved: no space left on device")

    with monkeypatch.context() as patch, pytest.raises(StorageError):
        patch.setattr(storage.LockedFile, "write", fail)
        table.perform(DealCommand())
    assert table.game.step_count == 0
    assert table.perform(DealCommand()).text(SCRIPT_WORDING).startswith("dealt ")
    assert steps_in(path) == ["deal"]


def test_the_screen_is_cleared_where_colours_are_on(tmp_path: Path) -> None:
    new_game(tmp_path)
    with at_prompt(tmp_path, env={}) as terminal:
        assert after(terminal, "2 3").count("\x1b[H\x1b[2J") == 1
        terminal.type("\x04")
        assert terminal.end() == 0


@pytest.mark.parametrize("env", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_no_escape_code_where_they_are_off(tmp_path: Path, env: dict[str, str]) -> None:
    new_game(tmp_path)
    with at_prompt(tmp_path, env=env) as terminal:
        after(terminal, "2 3")
        after(terminal, "foo")
        terminal.type("\x04")
        assert terminal.end() == 0
    assert "\x1b" not in terminal.screen


# --- in a pipe --------------------------------------------------------------------------------------


def test_in_a_pipe_the_table_follows_each_step(tmp_path: Path) -> None:
    path = new_game(tmp_path)
    start = format_table(Game.load(path), Style())
    result = spider("play", "--ascii", cwd=tmp_path, stdin="2 3\nhint\n3 2")
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.startswith(f"spider.json: the game goes on at its start\n{start}\nType 7 or ")
    assert [line for line in result.stdout.splitlines() if line.startswith("score")] == [
        "score 500  moves 0  rows left 5  foundations 0/8  suits 1",
        "score 499  moves 1  rows left 5  foundations 0/8  suits 1",
        "score 498  moves 2  rows left 5  foundations 0/8  suits 1",
    ]
    assert result.stdout.endswith(f"{format_table(Game.load(path), Style())}\n")
    assert steps_in(path) == ["2 3 1", "3 2 1"]


def test_in_a_pipe_the_first_refusal_ends_it(tmp_path: Path) -> None:
    path = new_game(tmp_path)
    result = spider("play", cwd=tmp_path, stdin="2 3\nfoo\n3 2\n")
    assert result.returncode == 1
    assert result.stderr.startswith("spider: <stdin>:2: 'foo' is not a command;")
    assert steps_in(path) == ["2 3 1"]


def test_nothing_to_read_starts_a_game_and_says_what_to_type(tmp_path: Path) -> None:
    result = spider("play", cwd=tmp_path)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.startswith(f"new game: seed {Game.load(tmp_path / 'spider.json').seed}, 1 suit")
    assert "Type 7 or 7 3 to move" in result.stdout


def test_answers_in_json_are_those_of_run(tmp_path: Path) -> None:
    new_game(tmp_path)
    result = spider("play", "--json", cwd=tmp_path, stdin="2 3\n")
    _, reply = map(json.loads, result.stdout.splitlines())
    assert (reply["line"], reply["ok"], reply["state"]["played"]) == (1, True, 1)
    assert spider("play", "-q", cwd=tmp_path, stdin="3 2\n").stdout == ""


def test_a_file_that_is_no_game_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "spider.json"
    path.write_text("my notes\n")
    result = spider("play", cwd=tmp_path)
    assert (result.returncode, result.stdout) == (3, "")
    assert result.stderr.startswith("spider: spider.json: ")
    assert path.read_text() == "my notes\n"


def test_a_program_that_answers_gets_each_table(tmp_path: Path) -> None:
    new_game(tmp_path)
    with Beside("play", cwd=tmp_path) as process:
        for score in (b"500", b"499", b"498"):
            while not (line := process.hear()).startswith(b"score"):
                pass
            assert line.startswith(b"score " + score)
            process.send(b"2 3\n" if score == b"500" else b"3 2\n")
        assert process.wait(60) == 1
