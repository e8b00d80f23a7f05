"""`spider replay`: in a pipe, as JSON, and on a terminal with a clock or with keys."""

from __future__ import annotations

import errno
import json
import os
import pty
import signal
import termios
from pathlib import Path
from typing import Any

import pytest

from spider_cli.cli.exits import UsageError
from spider_cli.cli.keys import pressed_keys
from spider_cli.games.game import Game
from spider_cli.games.state import game_state
from spider_cli.render.style import Style
from spider_cli.render.table import format_table
from tests.commands import NO_GAME
from tests.processes import Terminal, spider
from tests.samples import DATA, GAMES, compact, layout, results

NAME = "kpat-1s-1"
FILE = DATA / "games" / f"{NAME}.json"
LENGTH = 91  # steps


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A game of three steps, one more to redo, as spider.json."""
    game = Game.load(FILE).rewound(4)
    game.undo()
    game.save(tmp_path / "spider.json")
    return tmp_path


def objects(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def titles(text: str) -> list[str]:
    """The first words of the lines that head a table."""
    return [line.partition(":")[0] for line in text.splitlines() if line.startswith(("start:", "step "))]


# --- in a pipe --------------------------------------------------------------------------------------


def test_each_step_is_shown_with_its_report_and_the_table_after_it(saved: Path) -> None:
    result = spider("replay", cwd=saved)
    assert (result.returncode, result.stderr) == (0, "")
    game = Game.load(saved / "spider.json")
    assert result.stdout.split("\n\n")[0] == "start: seed kpat:1, 1 suit (beginner)"
    assert titles(result.stdout) == ["start", *[f"step {n} of 3, {game.steps[n - 1]}" for n in (1, 2, 3)]]
    assert (
        "step 1 of 3, 3 2 1: moved 2S from column 3 to column 2; turned up QS in column 3; score 499\n"
        in result.stdout
    )
    for number in range(4):
        assert format_table(game.rewound(number), Style(signs=True)) in result.stdout


@pytest.mark.parametrize("name", GAMES)
def test_the_last_state_of_each_sample_is_the_known_result(name: str, tmp_path: Path) -> None:
    result = spider("replay", "--json", DATA / "games" / f"{name}.json", cwd=tmp_path)
    states = objects(result.stdout)
    steps = json.loads(compact(name))["steps"]
    assert [state["step"] for state in states] == steps
    assert [state["number"] for state in states] == list(range(1, len(steps) + 1))
    assert {key: states[-1][key] for key in results()[name]} == results()[name]


def test_json_gives_the_state_after_each_step(saved: Path) -> None:
    game = Game.load(saved / "spider.json")
    expected = [
        {"number": n, "step": str(game.steps[n - 1]) if n else None, **game_state(game.rewound(n))}
        for n in range(4)
    ]
    plain = json.loads(json.dumps(expected))
    assert objects(spider("replay", "--json", cwd=saved).stdout) == plain[1:]
    assert objects(spider("replay", "--json", "--from", "0", cwd=saved).stdout) == plain
    assert objects(spider("replay", "--json", "--from", "2", "--to", "2", cwd=saved).stdout) == plain[2:3]


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (["--from", "2"], [2, 3]),
        (["--to", "1"], [0, 1]),
        (["--from", "0", "--to", "0"], [0]),
        (["--from", "3", "--to", "3"], [3]),
        (["--from", "1", "--to", "2"], [1, 2]),
    ],
)
def test_from_and_to(saved: Path, words: list[str], shown: list[int]) -> None:
    heads = ["start", "step 1 of 3", "step 2 of 3", "step 3 of 3"]
    found = titles(spider("replay", *words, cwd=saved).stdout)
    assert [head.partition(",")[0] for head in found] == [heads[number] for number in shown]


def test_a_game_without_steps_shows_its_start(tmp_path: Path) -> None:
    Game(layout("one-move-from-winning")).save(tmp_path / "spider.json")
    assert titles(spider("replay", cwd=tmp_path).stdout) == ["start"]
    assert spider("replay", "--json", cwd=tmp_path).stdout == ""


def test_a_win_is_seen(tmp_path: Path) -> None:
    game = Game(layout("one-move-from-winning"))
    game.move(2, 1)
    game.save(tmp_path / "spider.json")
    assert "; the game is won\n" in spider("replay", cwd=tmp_path).stdout
    assert objects(spider("replay", "--json", cwd=tmp_path).stdout)[-1]["status"] == "won"


@pytest.mark.parametrize(
    "words",
    [
        *[
            ["--delay", delay]
            for delay in ("-1", "nan", "inf", "-0.1", "1e3", "1_0", "+1", "", " 1", "3601", "٣")
        ],
        *[["--delay", delay] for delay in ("99999999999999999999", "1.", ".")],
        ["--from", "4"],
        ["--to", "4"],
        ["--json", "--from", "4"],
        ["--from", "-1"],
        ["--from", "3", "--to", "2"],
        ["--from", "x"],
        ["--line", "1"],
        ["--line", "0"],
        ["-f", "spider.json", "spider.json"],
        ["spider.json", "spider.json"],
    ],
)
def test_what_makes_no_sense_is_refused(saved: Path, words: list[str]) -> None:
    result = spider("replay", *words, cwd=saved)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith("spider: ")
    assert result.stderr.count("\n") == 1


def test_in_a_pipe_nothing_waits_and_nothing_moves_the_cursor(saved: Path) -> None:
    # An hour after each step would be over the patience of the test.
    for words in (["--delay", "3600"], ["--step"]):
        result = spider("replay", *words, cwd=saved, env={"FORCE_COLOR": ""})
        assert titles(result.stdout)[-1] == "step 3 of 3, 2 4 2"
        assert "\x1b" not in result.stdout
    colored = spider("replay", "--delay", "3600", cwd=saved, env={"FORCE_COLOR": "1"}).stdout
    assert "\x1b[H" not in colored
    assert "\x1b[2J" not in colored


def test_the_file_is_never_changed(saved: Path) -> None:
    file = saved / "spider.json"
    before, stamp = file.read_bytes(), file.stat().st_mtime_ns
    file.chmod(0o444)
    for words in ([], ["--json"], ["-q"], ["--from", "9"]):
        spider("replay", *words, cwd=saved)
    assert (file.read_bytes(), file.stat().st_mtime_ns) == (before, stamp)
    assert os.listdir(saved) == ["spider.json"]


def test_quiet_prints_nothing(saved: Path) -> None:
    result = spider("replay", "-q", cwd=saved)
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")


# --- where the game comes from ----------------------------------------------------------------------


def test_file_option_variable_and_standard_input_all_name_the_game(saved: Path) -> None:
    expected = spider("replay", cwd=saved).stdout
    (saved / "spider.json").rename(saved / "other.json")
    assert spider("replay", "other.json", cwd=saved).stdout == expected
    assert spider("replay", "-f", "other.json", cwd=saved).stdout == expected
    assert spider("replay", cwd=saved, env={"SPIDER_FILE": "other.json"}).stdout == expected
    content = (saved / "other.json").read_bytes()
    assert spider("replay", "-", cwd=saved, stdin=content).stdout == expected


def test_a_missing_game_says_how_to_start_one(tmp_path: Path) -> None:
    result = spider("replay", cwd=tmp_path)
    assert (result.returncode, result.stdout) == (3, "")
    assert result.stderr == f"spider: {NO_GAME}\n"
    result = spider("replay", "x.json", cwd=tmp_path)
    assert (result.returncode, result.stderr) == (3, "spider: x.json: there is no such file\n")


def test_a_bad_game_is_not_shown_in_part(saved: Path) -> None:
    document = json.loads((saved / "spider.json").read_text())
    document["steps"].append("1 1 1")
    (saved / "spider.json").write_text(json.dumps(document))
    result = spider("replay", cwd=saved)
    assert (result.returncode, result.stdout) == (3, "")
    assert result.stderr.startswith("spider: spider.json: steps[3]: ")


@pytest.mark.parametrize("line", ["1", "2"])
def test_a_file_that_is_one_game_has_no_lines(saved: Path, line: str) -> None:
    content = (saved / "spider.json").read_text()
    for name in ("spider.json", "-"):
        result = spider("replay", name, "--line", line, cwd=saved, stdin=content)
        assert (result.returncode, result.stdout) == (2, "")
        shown = "<stdin>" if name == "-" else name
        assert result.stderr == f"spider: --line {line}: {shown} is one game, not a game a line\n"


def test_a_line_of_many_games(tmp_path: Path) -> None:
    (tmp_path / "many.jsonl").write_text(f"\n{compact('kpat-1s-3')}\n[]\n{compact(NAME)}\n")
    result = spider("replay", "--json", "--line", "4", "many.jsonl", cwd=tmp_path)
    assert len(objects(result.stdout)) == LENGTH
    for line, code, reason in (
        ("1", 2, "no game"),
        ("9", 2, "no game"),
        ("3", 3, "many.jsonl:3: a list is not"),
    ):
        result = spider("replay", "--line", line, "many.jsonl", cwd=tmp_path)
        assert (result.returncode, result.stdout) == (code, "")
        assert reason in result.stderr
    result = spider("replay", "many.jsonl", cwd=tmp_path)
    assert result.returncode == 2
    assert "--line" in result.stderr
    (tmp_path / "one.jsonl").write_text(compact(NAME))
    assert len(objects(spider("replay", "--json", "one.jsonl", cwd=tmp_path).stdout)) == LENGTH
    (tmp_path / "none.jsonl").write_text("\n")
    assert spider("replay", "none.jsonl", cwd=tmp_path).returncode == 2


# --- on a terminal ----------------------------------------------------------------------------------


def test_with_a_delay_each_step_takes_the_place_of_the_one_before(saved: Path) -> None:
    with Terminal("replay", "--delay", "0.01", cwd=saved) as terminal:
        assert terminal.end() == 0
    assert titles(terminal.screen.replace("\x1b[H\x1b[2J", "\n"))[-1] == "step 3 of 3, 2 4 2"
    assert terminal.screen.count("\x1b[H\x1b[2J") == 4


def test_without_delay_the_steps_scroll_by(saved: Path) -> None:
    with Terminal("replay", "--delay", "0", cwd=saved) as terminal:
        assert terminal.end() == 0
    assert len(titles(terminal.screen)) == 4
    assert "\x1b[2J" not in terminal.screen


@pytest.mark.parametrize("env", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_where_colour_is_off_no_escape_code_is_written(saved: Path, env: dict[str, str]) -> None:
    with Terminal("replay", "--delay", "0.01", cwd=saved, env=env) as terminal:
        assert terminal.end() == 0
    assert len(titles(terminal.screen)) == 4
    assert "\x1b" not in terminal.screen


def test_ctrl_c_while_it_waits(saved: Path) -> None:
    before = (saved / "spider.json").read_bytes()
    with Terminal("replay", "--delay", "3600", cwd=saved) as terminal:
        terminal.wait_for("seed kpat:1\r\n")
        terminal.type("\x03")
        assert terminal.end() == 130
    assert "Traceback" not in terminal.screen
    assert terminal.screen.endswith("\x1b[0m\r\nspider: interrupted\r\n")
    assert (saved / "spider.json").read_bytes() == before


HELP = "[q] leave"


def walk(saved: Path, *keys: tuple[str, str]) -> None:
    """Press keys at `replay --step`, each followed by what must be shown then, and leave."""
    with Terminal("replay", "--step", cwd=saved) as terminal:
        terminal.wait_for("start: ")
        for key, shown in keys:
            terminal.wait_for(HELP)
            terminal.type(key)
            terminal.wait_for(shown)
        terminal.wait_for(HELP)
        terminal.type("q")
        assert terminal.end() == 0


def test_keys_go_on_and_back(saved: Path) -> None:
    walk(
        saved,
        (" ", "step 1 of 3"),
        ("\r", "step 2 of 3"),
        ("b", "step 1 of 3"),
        ("\x1b[C", "step 2 of 3"),
        ("\x1b[D", "step 1 of 3"),
        ("\x7f", "start: "),
        ("b", "start: "),
        ("G", "step 3 of 3"),
        ("n", "step 3 of 3"),
        ("p", "step 2 of 3"),
        ("g", "start: "),
    )


def test_keys_typed_ahead_all_count_and_others_do_nothing(saved: Path) -> None:
    walk(saved, ("nn", "step 2 of 3"), ("?x\x1b[5;2Pb\x1bOC\x1bOA", "step 1 of 3"))


@pytest.mark.parametrize(("key", "code"), [("q", 0), ("\x04", 0), ("\x1b", 0), ("\x03", 130)])
def test_keys_that_leave(saved: Path, key: str, code: int) -> None:
    with Terminal("replay", "--step", cwd=saved) as terminal:
        terminal.wait_for(HELP)
        assert not terminal.echoes
        terminal.type(key)
        assert terminal.end() == code
        assert terminal.echoes
    assert "Traceback" not in terminal.screen


@pytest.mark.parametrize("signum", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_leaves_the_terminal_as_it_was(saved: Path, signum: int) -> None:
    with Terminal("replay", "--step", cwd=saved) as terminal:
        terminal.wait_for(HELP)
        assert not terminal.echoes
        terminal.send(signum)
        assert terminal.end() == 128 + signum
        assert terminal.echoes


def test_the_terminal_goes_away(saved: Path) -> None:
    with Terminal("replay", "--step", cwd=saved) as terminal:
        terminal.wait_for(HELP)
        assert terminal.hang_up() == 128 + signal.SIGHUP


def test_a_terminal_that_gives_no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(descriptor: int) -> list[int]:
        raise termios.error(errno.EIO, "Input/output error")

    ours, theirs = pty.openpty()
    monkeypatch.setattr("sys.stdin", os.fdopen(theirs))
    monkeypatch.setattr(termios, "tcgetattr", broken)
    with pytest.raises(UsageError, match="no single keys: input/output error"), pressed_keys():
        pass
    os.close(ours)


def test_keys_are_read_from_the_terminal_when_the_game_comes_from_a_pipe(saved: Path) -> None:
    with Terminal("replay", "--step", "-", cwd=saved, stdin=saved / "spider.json") as terminal:
        terminal.wait_for(HELP)
        terminal.type(" ")
        terminal.wait_for("step 1 of 3")
        terminal.wait_for(HELP)
        terminal.type("q")
        assert terminal.end() == 0


def test_keys_stay_between_from_and_to(saved: Path) -> None:
    with Terminal("replay", "--step", "--from", "1", "--to", "2", cwd=saved) as terminal:
        for key, shown in (
            ("", "step 1 of 3"),
            ("b", "step 1 of 3"),
            ("G", "step 2 of 3"),
            (" ", "step 2 of 3"),
        ):
            terminal.type(key)
            terminal.wait_for(shown)
            terminal.wait_for(HELP)
        terminal.type("q")
        assert terminal.end() == 0
