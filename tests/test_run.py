"""`spider run` and what it prints, saves and returns. Pipes and signals: see test_run_process."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from spider_cli import hints
from spider_cli.errors import PositionError
from spider_cli.games.game import Game
from spider_cli.hints import Plan
from spider_cli.hints.determinization import DeterminizingPlanner
from spider_cli.render.style import Style
from spider_cli.render.table import format_table
from spider_cli.rules.position import Position
from tests.commands import NO_GAME, invoke
from tests.samples import layout
from tests.schemas import validator

BACK_AND_FORTH = "2 3\n3 2\n"  # legal at the start of the game below


@pytest.fixture(autouse=True)
def _game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game to play on in the current directory."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SPIDER_FILE", raising=False)
    Game.new(suits=1, seed=3).save("spider.json")


def run(script: str | bytes, *options: str) -> Result:
    """`spider run` on a file named `script`."""
    Path("script").write_bytes(script.encode() if isinstance(script, str) else script)
    return invoke("run", "script", "--ascii", *options)


def saved_steps() -> list[str]:
    return [str(step) for step in Game.load("spider.json").steps]


def table() -> str:
    return format_table(Game.load("spider.json"), Style()) + "\n"


def replies(result: Result) -> list[dict[str, Any]]:
    """The objects of `run --json` but for the opening one; all are of the form that the schema promises."""
    opening, *answers = [json.loads(line) for line in result.stdout.splitlines()]
    for answer in (opening, *answers):
        validator("protocol", strict=True).validate(answer)
    assert (opening["protocol"], opening["version"]) == ("spider", 1)
    return answers


# --- what is printed --------------------------------------------------------------------------------


def test_a_line_for_each_step_and_the_table_at_the_end() -> None:
    result = run("2 3\n\n# back\n3 2 1\nundo\ndeal\n")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == (
        "moved 8S from column 2 to column 3; turned up 9S in column 2; score 499\n"
        "moved 8S from column 3 to column 2; score 498\n"
        "took back 1 step; score 499\n"
        "dealt JS 7S 8S 8S 4S 5S 6S KS 2S TS; 4 rows left; score 499\n"
        f"{table()}"
    )
    assert saved_steps() == ["2 3 1", "deal"]


def test_questions_are_answered_in_place() -> None:
    result = run("show\nmoves\nhint\n")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith(table())  # and no table at the end: it would be the same
    *moves, deal, hint = result.stdout.removeprefix(table()).splitlines()
    assert "2 3 1    # 8S onto 9S" in moves
    assert deal == "deal     # legal"
    legal = [str(move) for move in Game.load("spider.json").legal_moves()]
    assert [line.partition("#")[0].strip() for line in moves] == legal
    assert hint.partition("#")[0].strip() in legal
    assert saved_steps() == []


def test_the_table_shown_last_is_not_printed_twice() -> None:
    result = run("2 3\nshow\n")
    assert result.stdout.count("seed 3") == 1
    assert result.stdout.endswith(table())


@pytest.mark.parametrize(
    "script", ["", "\n\n", "# 2 3\n", "# note\x0cdeal", b"\xef\xbb\xbf", "\r\n", "quit\n2 3\n"]
)
def test_cases_45_and_46_a_script_that_says_nothing(script: str | bytes) -> None:
    before = Path("spider.json").read_bytes()
    result = run(script)
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "")
    assert Path("spider.json").read_bytes() == before


def test_quiet_prints_errors_alone() -> None:
    result = run("show\n2 3\nfoo\n", "-q")
    assert result.stdout == ""
    assert result.stderr.startswith("spider: script:3: 'foo' is not a command;")
    assert saved_steps() == ["2 3 1"]


@pytest.mark.parametrize(
    "script",
    [
        "deal", "DEAL\n", "deal # now\n", "d\r\n", " \tdeal \t\n", b"\xef\xbb\xbfdeal",
        b"\xef\xbb\xbf\r\ndeal\r\n", "deal\nquit\nfoo\n",
    ],
)  # fmt: skip
def test_cases_45_46_and_47_ways_to_say_deal(script: str | bytes) -> None:
    """BOM, line ends, blanks, capitals, comments, no newline at the end."""
    assert run(script).exit_code == 0
    assert saved_steps() == ["deal"]


# --- refusals ---------------------------------------------------------------------------------------

TEN_LINES = "2 3\n3 2\n2 3\n3 2\n2 3\n5 5\n3 2\n2 3\n3 2\n2 3\n"  # line 6 is not legal
SIXTH = "script:6: column 5 to itself: a move goes to another column"


def test_case_48_the_first_refusal_stops_the_script() -> None:
    """What was played before it stands."""
    result = run(TEN_LINES)
    assert (result.exit_code, result.stderr) == (1, f"spider: {SIXTH}\n")
    assert saved_steps() == ["2 3 1", "3 2 1", "2 3 1", "3 2 1", "2 3 1"]
    assert len(result.stdout.split("moved")) == 1 + 5
    assert result.stdout.endswith(table())


def test_keep_going() -> None:
    result = run(TEN_LINES + "1 2 3 4\n", "--keep-going")
    assert result.exit_code == 1
    wrong = "script:11: a move is written FROM TO [COUNT], as 3 7 or 3 7 2, not '1 2 3 4'"
    assert result.stderr == f"spider: {SIXTH}\nspider: {wrong}\n"
    assert len(saved_steps()) == 9


@pytest.mark.parametrize(
    ("options", "more"),
    [
        (["--atomic"], "; nothing of the script is kept"),
        (["--dry-run"], ""),
        (["--atomic", "--keep-going"], ""),
    ],
)
def test_a_refusal_with_nothing_kept(options: list[str], more: str) -> None:
    before = Path("spider.json").read_bytes()
    result = run(TEN_LINES, *options)
    assert (result.exit_code, result.stderr) == (1, f"spider: {SIXTH}{more}\n")
    assert Path("spider.json").read_bytes() == before


def test_what_was_played_in_vain_is_answered_but_no_table() -> None:
    result = run("2 3\nfoo\n", "--atomic")
    assert result.stdout == "moved 8S from column 2 to column 3; turned up 9S in column 2; score 499\n"
    assert [reply["ok"] for reply in replies(run("2 3\nfoo\n3 2\n", "--atomic", "--json"))] == [
        True,
        False,
        True,
    ]


def test_all_is_kept_if_nothing_is_refused() -> None:
    assert run(BACK_AND_FORTH, "--atomic").exit_code == 0
    assert len(saved_steps()) == 2


def test_a_dry_run_saves_nothing_and_needs_no_right_to() -> None:
    Path("spider.json").chmod(0o444)
    before = Path("spider.json").read_bytes()
    result = run("2 3\n", "--dry-run")
    assert result.exit_code == 0
    assert "moves 1 " in result.stdout
    assert Path("spider.json").read_bytes() == before


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"\xff\xfed\0e\0a\0l\0", "not UTF-8 (byte 1)"),
        (b"# caf\xe9", "not UTF-8 (byte 6)"),
        (b"d\0e\0a\0l\0", "not UTF-8 text (byte 2 is NUL)"),
        (b"undo 1 2", "undo takes one number of steps, or 'all', not '1 2'"),
        (b"deal 3", "deal takes nothing after it, but there is '3'"),
        (b"1", "a move is written FROM TO [COUNT], as 3 7 or 3 7 2, not '1'"),
        (b"move 1 2 3 4", "move takes FROM [TO [COUNT]], as 3, 3 7 or 3 7 2, not '1 2 3 4'"),
        (b"-1 2", "'-1' is not a column; columns are numbered from 1 to 10"),
        (b"1_0 2", "'1_0' is not a column; columns are numbered from 1 to 10"),
        (b"x" * 1_000_000, "longer than 1,000 bytes"),
        (b"#" + b"x" * 1_000_000, "longer than 1,000 bytes"),
        (b"redo", "nothing to redo: no step was taken back"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("ending", [b"", b"\n", b"\r\n3 2\n"])
def test_cases_37_45_and_47_a_line_that_is_no_command(line: bytes, reason: str, ending: bytes) -> None:
    result = run(b"2 3\n\n" + line + ending)
    assert (result.exit_code, result.stderr) == (1, f"spider: script:3: {reason}\n")
    assert saved_steps() == ["2 3 1"]


def test_names_are_shown_without_control_characters(tmp_path: Path) -> None:
    Path("a\x1b[31m\n").write_text("foo\n")
    result = invoke("run", "a\x1b[31m\n")
    assert result.stderr.startswith("spider: a\\x1b[31m\\n:1: 'foo' is not a command;")


@pytest.mark.parametrize(
    ("script", "reason"), [("none.txt", "there is no such file"), (".", "cannot be read: is a directory")]
)
def test_a_script_that_cannot_be_read(script: str, reason: str) -> None:
    result = invoke("run", script)
    assert (result.exit_code, result.stderr) == (2, f"spider: {script}: {reason}\n")


def test_no_game() -> None:
    Path("spider.json").unlink()
    result = run("2 3\n")
    assert (result.exit_code, result.stdout) == (3, "")
    assert result.stderr == f"spider: {NO_GAME}\n"
    assert sorted(path.name for path in Path().iterdir()) == ["script"]


def test_a_game_that_cannot_be_saved() -> None:
    Path("spider.json").chmod(0o444)
    result = run("2 3\n")
    assert (result.exit_code, result.stdout) == (3, "")
    # The system refuses to open it; but to root it refuses nothing.
    reason = "cannot be opened for writing: permission denied" if os.geteuid() else "is read-only"
    assert result.stderr == f"spider: spider.json: {reason}\n"


# --- JSON -------------------------------------------------------------------------------------------


def test_an_object_for_each_command() -> None:
    result = run("2 3  # first\n\n# nothing\nUNDO\nredo 5\ndeal\n7 7\n", "--json")
    assert result.exit_code == 1
    answers = replies(result)
    states = [answer.pop("state") for answer in answers]
    dealt = answers[3].pop("dealt")
    assert dealt == [column["cards"][-1] for column in states[3]["columns"]]
    happened = {"turned": [], "completed": [], "score": 499, "status": "playing"}
    assert answers == [
        {"line": 1, "command": "2 3", "ok": True, "step": "2 3 1", **happened, "turned": ["9S"]},
        {"line": 4, "command": "UNDO", "ok": True, "count": 1},
        {"line": 5, "command": "redo 5", "ok": True, "count": 1},
        {"line": 6, "command": "deal", "ok": True, "step": "deal", **happened},
        {
            "line": 7,
            "command": "7 7",
            "ok": False,
            "error": "column 7 to itself: a move goes to another column",
            "reason": "same-column",
        },
    ]
    assert [(state["played"], state["undone"], state["stock"]) for state in states] == [
        (1, 0, 50), (0, 1, 50), (1, 0, 50), (2, 0, 40), (2, 0, 40),
    ]  # fmt: skip


def test_answers_to_questions_without_the_state() -> None:
    result = run("show\nmoves\nhint\nquit\nfoo\n", "--json", "--no-state")
    assert result.exit_code == 0
    show, moves, hint, last = replies(result)
    assert show["state"]["seed"] == "3"  # for that is what was asked
    assert moves.pop("legal")[-1] == "deal"
    assert moves == {"line": 2, "command": "moves", "ok": True}
    assert run(hint["hint"]["step"]).exit_code == 0
    assert hint["hint"]["reason"]
    assert last == {"line": 4, "command": "quit", "ok": True}


def test_refusals_without_the_state() -> None:
    script = b"foo\n# \xff\n2 9\n" + b"9" * 2000 + b"\n2 3"
    result = run(script, "--json", "--no-state")
    assert (result.exit_code, result.stderr) == (1, "")
    answers = replies(result)
    assert [answer["ok"] for answer in answers] == [False, False, False, False, True]
    assert [answer["line"] for answer in answers] == [1, 2, 3, 4, 5]
    assert [answer.get("reason") for answer in answers] == [
        "unreadable", "unreadable", "does-not-fit", "unreadable", None,
    ]  # fmt: skip
    assert all(answer["error"] for answer in answers if not answer["ok"])


# --- the game ---------------------------------------------------------------------------------------


def test_cases_07_and_08_winning_and_after() -> None:
    Game(layout("one-move-from-winning")).save("spider.json")
    result = run("2 1 1\ndeal\n2 1\nhint\nundo\nhint\n2 1\n", "--json")
    answers = replies(result)
    assert [answer["state"]["status"] for answer in answers] == [
        "won", "won", "won", "won", "playing", "playing", "won",
    ]  # fmt: skip
    assert [answer.get("reason") for answer in answers] == [None, "won", "won", "no-hint", None, None, None]
    assert answers[5]["hint"]["step"] == "2 1 1"
    assert run("undo\nredo\n").stdout.splitlines()[1].endswith("the game is won")


def test_cases_15_and_16_undo_and_redo() -> None:
    script = "undo\n2 3\nundo\n5 5\nredo\nundo\n7 9\nredo\nundo 999\n"
    result = run(script, "--json", "--no-state")
    assert [answer.get("reason", answer.get("count")) for answer in replies(result)] == [
        "nothing-to-undo", None, 1, "same-column", 1, 1, None, "nothing-to-redo", 1,
    ]  # fmt: skip
    assert "took back 1 step, all there was" in run("2 3\nundo 999\n").stdout


def test_case_17_a_row_dealt_again_is_the_same_row() -> None:
    assert run("deal\n").exit_code == 0
    first = Game.load("spider.json").position
    assert run("undo\n").exit_code == 0
    assert run("redo\n").exit_code == 0
    assert Game.load("spider.json").position == first


def test_case_18_the_score_of_many_moves_and_of_none() -> None:
    result = run(BACK_AND_FORTH * 1000 + "undo 500\nundo all\n", "--json", "--no-state", "-q")
    assert result.exit_code == 0
    game = Game.load("spider.json")
    assert (game.score, game.undone_count) == (500, 2000)
    game.redo(1500)
    assert game.score == 500 - 1500


def test_case_20_each_command_accepted_is_one_step() -> None:
    lines = ["2 3", "7 9", "10 9", "deal"]
    answers = replies(run("\n".join(lines), "--json"))
    assert [answer["state"]["played"] for answer in answers] == [1, 2, 3, 4]
    back = replies(run("undo\n" * 4, "--json"))
    columns = [answer["state"]["columns"] for answer in answers]
    assert [answer["state"]["columns"] for answer in back][:3] == columns[2::-1]


def test_case_35_a_hundred_thousand_lines() -> None:
    """The file grows with the steps and with nothing else."""
    assert run(BACK_AND_FORTH * 500, "-q").exit_code == 0
    after_1000 = len(Game.load("spider.json").dumps())
    assert run("undo all\n" + BACK_AND_FORTH * 50_000, "-q").exit_code == 0
    game = Game.load("spider.json")
    assert game.step_count == 100_000
    game.notes.seconds = 0
    each = len('  "2 3 1",\n')
    assert abs(len(game.dumps()) - after_1000 - len("000") - 99_000 * each) < len(' "seconds": 60,\n') + 1


def test_a_hint_finds_the_steps_before_it_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It may think for longer than a step may stay unsaved."""
    tmp_path.joinpath("moves.txt").write_text("2 3\nhint\n")
    found: list[int] = []
    monkeypatch.setattr(hints.Adviser, "hint", lambda *_: found.append(len(saved_steps())))
    for options in (["--atomic"], []):
        invoke("run", *options, "moves.txt")
    assert found == [0, 1]


def test_every_refusal_of_a_word_has_its_line_and_the_run_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever error a word raises for what a user does."""

    def refuse(host: object, effort: int) -> None:
        raise PositionError(("this table cannot be",))

    monkeypatch.setattr("spider_cli.cli.script_run._Run.hint", refuse)
    result = run("hint\n2 3\n", "--keep-going", "-q")
    assert (result.exit_code, result.stderr) == (1, "spider: script:1: this table cannot be\n")
    assert saved_steps() == ["2 3 1"]
    (reply, _) = replies(run("hint\n3 2\n", "--json", "--no-state"))[-2:]
    assert reply["reason"] == "refused"


def test_no_step_is_lost_if_new_cannot_keep_the_game_before() -> None:
    Path("spider.history.jsonl").mkdir()
    result = run("2 3\n3 2\nnew\n2 3\n", "--json", "--no-state")
    assert result.exit_code == 3
    assert result.stderr.startswith("spider: ")
    assert result.stderr.count("\n") == 1
    assert "history.jsonl" in result.stderr
    assert [reply["command"] for reply in replies(result)] == ["2 3", "3 2"]  # new is not answered with ok
    assert saved_steps() == ["2 3 1", "3 2 1"]


# --- the protocol -----------------------------------------------------------------------------------


def test_the_opening_object_names_the_game() -> None:
    for options, state in (([], True), (["--no-state"], False)):
        opening = json.loads(run("", "--json", *options).stdout)
        assert ("state" in opening) is state
        assert {key: opening[key] for key in ("file", "suits", "seed", "relaxed")} == {
            "file": "spider.json", "suits": 1, "seed": "3", "relaxed": False,
        }  # fmt: skip


def test_a_refused_line_is_an_answer_and_the_run_goes_on() -> None:
    result = run("2 9\n2 3\n", "--json", "--no-state")
    assert (result.exit_code, result.stderr) == (1, "")
    assert [(answer["ok"], answer.get("reason")) for answer in replies(result)] == [
        (False, "does-not-fit"),
        (True, None),
    ]
    assert saved_steps() == ["2 3 1"]


def test_many_games_without_a_file(tmp_path: Path) -> None:
    Path("spider.json").unlink()
    result = run("new 1 3\n2 3\nnew 4 pysol:24\nshow\nnew 2\n" * 20, "--json", "--no-file", "--no-state")
    assert (result.exit_code, result.stderr) == (0, "")
    assert [file.name for file in tmp_path.iterdir()] == ["script"]
    assert json.loads(result.stdout.splitlines()[0])["file"] is None
    assert [answer["seed"] for answer in replies(result) if "seed" in answer][:2] == ["3", "pysol:ms24"]
    assert len(replies(result)) == 100


def test_no_file_and_a_file() -> None:
    result = run("2 3\n", "--no-file", "-f", "spider.json")
    assert result.exit_code == 2
    assert "--no-file plays without a game file, -f names one; give one of them" in result.stderr


def test_hints_of_one_game_are_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same hint asked for again is not searched for again, and is the same."""
    calls: list[Position] = []
    search = DeterminizingPlanner.plans

    def plans(planner: DeterminizingPlanner, view: Position) -> list[Plan]:
        calls.append(view)
        return list(search(planner, view))

    monkeypatch.setattr(DeterminizingPlanner, "plans", plans)
    first, again = replies(run("hint\nhint\n", "--json", "--no-state"))
    once = len(calls)
    assert first["hint"] == again["hint"]
    (alone,) = replies(run("hint\n", "--json", "--no-state"))
    assert (len(calls), alone["hint"]) == (2 * once, first["hint"])
    monkeypatch.setattr("spider_cli.hints.HINTS_KEPT", 2)  # memory is bounded
    assert [answer["hint"] for answer in replies(run("hint\n" * 5, "--json"))] == [first["hint"]] * 5
    assert len(calls) == 5 * once
