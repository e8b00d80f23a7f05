"""What people type at the prompt of `spider play`: short moves, cards, several commands, questions, hints."""

from __future__ import annotations

from pathlib import Path

import pytest

from spider_cli.cli.prompt_moves import CardCommand, OtherCommand
from spider_cli.cli.prompt_questions import ColumnCommand, EndsCommand, WhereCommand
from spider_cli.cli.prompt_words import PROMPT, HelpCommand, PromptHintCommand, PromptNewCommand
from spider_cli.errors import NotationError
from spider_cli.games.game import Game
from spider_cli.games.seeds import Seed
from spider_cli.render.answers import RULES
from spider_cli.script.vocabulary import Command
from spider_cli.script.words import MoveCommand, QuitCommand, UndoCommand
from tests.commands import Spider
from tests.processes import Terminal
from tests.screens import Screen
from tests.test_play import PROMPT as SIGN
from tests.test_play import after, at_prompt, new_game, steps_in

# Cards are suit * 16 + rank.
_7S, _TH, _QH, _2D = 7, 16 + 10, 16 + 12, 32 + 2

# --- how it is read -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "command"),
    [
        ("7", MoveCommand(7)),
        ("0", MoveCommand(10)),
        ("10", MoveCommand(10)),
        ("72", MoveCommand(7, 2)),
        ("70", MoveCommand(7, 10)),
        ("07", MoveCommand(10, 7)),
        ("7-2", MoveCommand(7, 2)),
        ("7-10", MoveCommand(7, 10)),
        ("10-3", MoveCommand(10, 3)),
        ("0-3", MoveCommand(10, 3)),
        ("1-0", MoveCommand(1, 10)),
        ("7 2", MoveCommand(7, 2)),
        ("7 0", MoveCommand(7, 10)),
        ("0 7 3", MoveCommand(10, 7, 3)),
        ("10 3", MoveCommand(10, 3)),
        ("move 7", MoveCommand(7)),
        ("7s 4", CardCommand(_7S, 4)),
        ("7s 0", CardCommand(_7S, 10)),
        ("th", CardCommand(_TH)),
        ("10h", CardCommand(_TH)),
        ("Q♥ 3", CardCommand(_QH, 3)),
        ("2d", CardCommand(_2D)),
        ("o", OtherCommand()),
        ("h", PromptHintCommand()),
        ("hint 8", PromptHintCommand(8)),
        ("u 3", UndoCommand(3)),
        ("column 3", ColumnCommand(3)),
        ("column 0", ColumnCommand(10)),
        ("ends", EndsCommand()),
        ("where 10", WhereCommand(10)),
        ("where q", WhereCommand(12)),
        ("where qh", WhereCommand(12)),
        ("WHERE 10h", WhereCommand(10)),
        ("new", PromptNewCommand()),
        ("new 2", PromptNewCommand(2)),
        ("new 2 42", PromptNewCommand(2, Seed("native", 42))),
        ("new daily", PromptNewCommand(kind="daily")),
        ("new 4 winnable", PromptNewCommand(4, kind="winnable")),
        ("?", HelpCommand()),
        ("help UNDO", HelpCommand(UndoCommand)),
        ("exit", QuitCommand()),
    ],
)
def test_what_people_type(typed: str, command: Command) -> None:
    assert PROMPT.read(typed.split()) == command


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("123", "'123' is not a column"),
        ("1_0", "'1_0' is not a column"),
        ("-1 2", "'-1' is not a column"),
        ("7-2-1", "'2-1' is not a column"),
        ("7 2 3 4", "move takes FROM [TO [COUNT]]"),
        ("7s 4 2", "a card is followed by one column, as 7s 4, not by '4 2'"),
        ("7s 11", "'11' is not a column"),
        ("column", "column takes one number"),
        ("where", "where takes one rank"),
        ("where 1", "'1' is not a rank; ranks are A 2 3"),
        ("where 0", "'0' is not a rank"),
        ("new 3", "'3' is not a number of suits"),
        ("new daily 2", "'daily' is not a number of suits"),
        ("new 2 3 daily", "new daily takes a number of suits before daily"),
        ("restart now", "restart takes nothing after it"),
        ("help foo", "'foo' is not a command; help lists them"),
        ("udno", "'udno' is not a command; did you mean undo? help lists them"),
        ("٧", "'٧' is not a column"),
    ],
)
def test_what_is_refused(typed: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        PROMPT.read(typed.split())
    assert str(caught.value).startswith(message)


def test_help_and_rules_fit_the_smallest_usual_window() -> None:
    for text in ("\n".join(["", "", *PROMPT.help()]), RULES):
        lines = text.split("\n")
        assert len(lines) <= 22
        assert max(map(len, lines)) <= 60


def test_every_word_completes_its_own_words() -> None:
    game = Game.new(suits=1, seed=3)
    game.mark("here")
    for word, completions in [("undo", ["all"]), ("goto", ["here"]), ("new", ["daily", "winnable"])]:
        command = PROMPT.find(word)
        assert command
        assert list(command.completions(game)) == completions


# --- on a terminal ------------------------------------------------------------------------------------


def save(folder: Path, *columns: str) -> Path:
    """A game of four suits with these columns; the rest lies in the last one, with a king exposed."""
    spider = Spider(folder)
    spider.start_with(*columns)
    return spider.path


def test_a_move_with_its_source_alone_and_the_other_places(tmp_path: Path) -> None:
    path = save(tmp_path, "4H | 7S", "8S", "8D", "6C")
    with at_prompt(tmp_path) as terminal:
        assert "moved 7♠ from column 1 to column 2; turned up 4♥ in column 1" in after(terminal, "1")
        assert "instead moved 7♠ from column 1 to column 3" in after(terminal, "o")
        assert "instead moved 7♠ from column 1 to column 5" in after(terminal, "o")  # an empty one
        assert "instead moved 7♠ from column 1 to column 2" in after(terminal, "other")
        assert steps_in(path) == ["1 2 1"]
        assert "moved 6♣ from column 4 to column 2" in after(terminal, "4")
        after(terminal, "u 2")
        assert "the last step is no move" in after(terminal, "o")
        terminal.type("q\r")
        assert terminal.end() == 0
    assert Game.load(path).undos == 5


def test_there_is_no_other_place(tmp_path: Path) -> None:
    new_game(tmp_path)
    with at_prompt(tmp_path) as terminal:
        after(terminal, "2 3")
        assert "there is no other place than column 3" in after(terminal, "o")
        after(terminal, "d")
        assert "the last step is no move" in after(terminal, "o")


def test_cards_as_sources(tmp_path: Path) -> None:
    path = save(tmp_path, "9S 8S 7S", "8D", "TH", "7S", "6C 8C")
    with at_prompt(tmp_path) as terminal:
        assert "moved 9♠ 8♠ 7♠ from column 1 to column 3" in after(terminal, "9s")
        terminal.type("7s 2\r")
        terminal.wait_for("7♠ can go from columns 3 and 4. Which column? ")
        assert "moved 7♠ from column 4 to column 2" in after(terminal, "4")
        assert "6♣ is covered in columns 5 and 10 by" in after(terminal, "6c")
        assert steps_in(path) == ["1 3 3", "4 2 1"]
        after(terminal, "u")
        terminal.type("7s 2\r")
        terminal.wait_for("Which column? ")
        assert "nothing was moved" in after(terminal, "")
        terminal.type("q\r")
        assert terminal.end() == 0


def test_several_commands_in_a_line(tmp_path: Path) -> None:
    path = new_game(tmp_path)
    with at_prompt(tmp_path) as terminal:
        written = after(terminal, "2 3; deal;; u # and; deal")
        assert written.count("score 499  moves 1") == 1  # the table comes once
        for words in ("moved 8♠ from column 2", "dealt ", "took back 1 step"):
            assert words in written
        assert steps_in(path) == ["2 3 1"]
        written = after(terminal, "d; 5 5; d")
        assert "spider: column 5 to itself" in written
        assert "the rest of the line was not played" in written
        assert steps_in(path) == ["2 3 1", "deal"]
        terminal.type("d; q; d\r")
        assert terminal.end() == 0
    assert steps_in(path) == ["2 3 1", "deal", "deal"]


@pytest.mark.parametrize("paste", ["\x1b[200~2 3\rdeal\ru\x1b[201~\r", "2 3\rdeal\ru\r"])
def test_lines_pasted_at_once_are_played_each(tmp_path: Path, paste: str) -> None:
    """With brackets around them, as terminals put them where readline asks for it, and without."""
    path = new_game(tmp_path)
    with at_prompt(tmp_path) as terminal:
        terminal.type(paste)
        terminal.wait_for("took back 1 step")
        terminal.wait_for(SIGN)
        terminal.type("q\r")
        assert terminal.end() == 0
    assert steps_in(path) == ["2 3 1"]


def test_a_hint_and_enter(tmp_path: Path) -> None:
    path = new_game(tmp_path)
    with at_prompt(tmp_path) as terminal:
        after(terminal, "")
        assert steps_in(path) == []  # Enter alone does nothing
        hint = after(terminal, "h").split("hint: ")[1].split(":")[0]
        assert "hint: " in after(terminal, "h")
        after(terminal, "")
        assert steps_in(path) == [hint]
        after(terminal, "")
        assert steps_in(path) == [hint]  # it is played once
        after(terminal, "h")
        after(terminal, "ends")
        after(terminal, "")
        assert steps_in(path) == [hint]  # it is no longer on the screen
        terminal.type("q\r")
        assert terminal.end() == 0
    assert Game.load(path).notes.hints == 3


def test_questions(tmp_path: Path) -> None:
    path = save(tmp_path, "4H | 9S 8S 7S", "TD", "TH")
    with at_prompt(tmp_path) as terminal:
        assert "column 1: 1 face down, 9♠ 8♠ 7♠" in after(terminal, "column 1")
        assert "column 4 is empty" in after(terminal, "column 4")
        assert "exposed: 1 7♠, 2 10♦, 3 10♥, 4 empty" in after(terminal, "ends")
        assert "exposed: 10♦ in column 2, 10♥ in column 3" in after(terminal, "where 10")
        assert "no 4 is exposed" in after(terminal, "where 4")
        assert "from king to ace" in after(terminal, "rules")
        assert "win rate" in after(terminal, "stats")
        assert "undo [N|all] (u): take back the last step, or N." in after(terminal, "help u")
    with at_prompt(tmp_path, env={"SPIDER_AS": "plain", "NO_COLOR": "1"}) as terminal:
        assert "Column 1: 7 up to 9 of spades; 1 face down." in after(terminal, "column 1")
        assert "Exposed: 1 7 of spades. 2 10 of diamonds." in after(terminal, "ends")
        assert "Exposed: 10 of diamonds in column 2" in after(terminal, "where t")
        assert "9 to 7 of spades from 1 to 2." in after(terminal, "1")
        assert "Instead: 9 to 7 of spades from 1 to 3." in after(terminal, "o")
    assert steps_in(path) == ["1 3 3"]


def test_new_games_and_a_restart(tmp_path: Path) -> None:
    path = new_game(tmp_path)
    with at_prompt(tmp_path) as terminal:
        after(terminal, "2 3; d")
        assert "step 0: took back 2 steps" in after(terminal, "restart")
        assert "made 2 steps again" in after(terminal, "redo all")
        terminal.type("new 2 42\r")
        terminal.wait_for("Replace it? [y/N]: ")
        assert "new game: seed 42, 2 suits" in after(terminal, "y")
        assert "new game: seed 20" in after(terminal, "new daily")
        assert "new game: seed " in after(terminal, "new 1 winnable")
        terminal.type("q\r")
        assert terminal.end() == 0
    game = Game.load(path)
    assert (game.suits, game.notes.began) == (1, game.notes.saved)
    (kept,) = (tmp_path / "spider.history.jsonl").read_text().splitlines()
    assert len(Game.loads(kept).steps) == 2


# --- on a screen of its own ---------------------------------------------------------------------------


def seen(terminal: Terminal, rows: int = 24, columns: int = 80) -> str:
    """What a terminal of that size shows now."""
    screen = Screen(rows, columns)
    screen.write(terminal.screen)
    return screen.text


@pytest.mark.parametrize("columns", [60, 80])
def test_table_words_and_prompt_are_seen_together(tmp_path: Path, columns: int) -> None:
    new_game(tmp_path)
    with Terminal("play", cwd=tmp_path, size=(24, columns)) as terminal:
        terminal.wait_for(SIGN)
        for line in ("2 3", "d", "d", "moves", "ends", "foo", "2 3; 3 2; u; d; d; u"):
            after(terminal, line)
            screen = seen(terminal, 24, columns)
            assert screen.startswith("  1     2     3 "), screen
            assert screen.rstrip().endswith("spider>"), screen
            assert "seed 3" in screen
        after(terminal, "?")
        assert "rules" in seen(terminal, 24, columns)
        assert "Enter brings the table back." in seen(terminal, 24, columns)
        after(terminal, "")
        assert "score 49" in seen(terminal, 24, columns)
        terminal.type("q\r")
        assert terminal.end() == 0
    assert terminal.screen.count("\x1b[?1049h") == terminal.screen.count("\x1b[?1049l") == 1
    last = terminal.screen.partition("\x1b[?1049l")[2]
    assert "score 49" in last  # the table is left on the screen of the shell
    assert last.rstrip().endswith("The game is saved in spider.json.")


def test_the_screen_of_the_shell_comes_back_after_a_signal(tmp_path: Path) -> None:
    new_game(tmp_path)
    with Terminal("play", cwd=tmp_path) as terminal:
        terminal.wait_for(SIGN)
        terminal.send(15)
        assert terminal.end() == 143
    assert "\x1b[?1049l" in terminal.screen


def test_plain_input_without_readline(tmp_path: Path) -> None:
    path = new_game(tmp_path)
    tmp_path.joinpath("readline.py").write_text("raise ImportError\n")
    modules = f"{tmp_path}:{Path(__file__).parents[1]}"
    with at_prompt(tmp_path, env={"NO_COLOR": "1", "PYTHONPATH": modules}) as terminal:
        after(terminal, "2 3; d")
        terminal.type("u")
        terminal.type("\x03")
        terminal.wait_for(SIGN)
        terminal.type("q\r")
        assert terminal.end() == 0
    assert steps_in(path) == ["2 3 1", "deal"]


def test_words_are_completed(tmp_path: Path) -> None:
    path = new_game(tmp_path)
    with at_prompt(tmp_path) as terminal:
        terminal.type("rest\t")
        terminal.wait_for("restart")
        terminal.type("; de\t")
        terminal.wait_for("deal")
        terminal.type("\r")
        terminal.wait_for("dealt")
        terminal.type("q\r")
        assert terminal.end() == 0
    assert steps_in(path) == ["deal"]
