"""The script language: bytes to lines, lines to commands, commands on a game."""

from __future__ import annotations

from itertools import repeat

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spider_cli.errors import IllegalStepError, NotationError
from spider_cli.games.game import Game
from spider_cli.games.seeds import Seed
from spider_cli.hints import Hint
from spider_cli.render.sentences import SCRIPT_WORDING, Wording
from spider_cli.rules.steps import DEAL, Move
from spider_cli.script.lines import LONGEST_LINE, split_lines
from spider_cli.script.question_words import HintCommand, MovesCommand, ShowCommand
from spider_cli.script.vocabulary import Command, Host, Outcome, Vocabulary
from spider_cli.script.words import (
    SCRIPT,
    DealCommand,
    GotoCommand,
    MarkCommand,
    MoveCommand,
    NewCommand,
    QuitCommand,
    RedoCommand,
    UndoCommand,
    parse_line,
)

BOM = b"\xef\xbb\xbf"


# --- lines ------------------------------------------------------------------------------------------


def lines_of(text: bytes, size: int = 1 << 16) -> list[bytes]:
    """The lines of a text that is read in blocks of `size` bytes."""
    blocks = [text[start : start + size] for start in range(0, len(text), size)]
    return [line for lines in split_lines(blocks) for line in lines]


@pytest.mark.parametrize("size", [1, 2, 3, 1 << 16])
@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (b"", []),
        (BOM, [b""]),
        (b"\n", [b""]),
        (b"deal", [b"deal"]),
        (b"deal\n", [b"deal"]),
        (b"1 2\n\n3 4\n", [b"1 2", b"", b"3 4"]),
        # One BOM goes, at the head only.
        (BOM + b"deal", [b"deal"]),
        (BOM + b"deal\nundo", [b"deal", b"undo"]),
        (BOM + b"\ndeal", [b"", b"deal"]),
        (BOM + BOM + b"deal", [BOM + b"deal"]),
        (b"deal\n" + BOM + b"deal", [b"deal", BOM + b"deal"]),
        # Only a newline ends a line.
        (b"1 2\r3 4\x0bdeal\x0cundo\x1c\x85\n", [b"1 2\r3 4\x0bdeal\x0cundo\x1c\x85"]),
        ("deal\u2028undo\u0085redo".encode(), ["deal\u2028undo\u0085redo".encode()]),
    ],
)
def test_lines(text: bytes, lines: list[bytes], size: int) -> None:
    assert lines_of(text, size) == lines


@given(
    st.lists(st.sampled_from([b"1 2", b"", b"deal\r", b"x" * 990, BOM, b"#"]), max_size=9),
    st.integers(1, 4000),
)
def test_lines_do_not_depend_on_blocks(lines: list[bytes], size: int) -> None:
    text = b"\n".join(lines)
    assert lines_of(text, size) == lines_of(text)


@pytest.mark.parametrize("size", [1, 100, 1005, 1006, 65536])
@pytest.mark.parametrize(
    ("head", "first"), [(b"", []), (BOM, []), (b"deal\n", [b"deal"]), (BOM + b"\n", [b""])]
)
@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_a_line_too_long_is_one_line_and_refused(
    head: bytes, first: list[bytes], end: bytes, size: int
) -> None:
    *before, long, after = lines_of(head + b"x" * 200_000 + end + b"undo", size)
    assert (before, after) == (first, b"undo")
    with pytest.raises(NotationError, match=r"^longer than 1,000 bytes$"):
        parse_line(long)


def test_a_line_without_end_is_given_at_once() -> None:
    (line,) = next(split_lines(repeat(b"x" * 1500)))
    assert len(line) < 1500
    with pytest.raises(NotationError, match="longer"):
        parse_line(line)


def test_the_head_of_a_line_too_long_is_too_long_itself() -> None:
    """Or what was cut off would pass for a line that may be played."""
    ((line,),) = split_lines([b"\xef\xbb\xbf" + b"#" * LONGEST_LINE + b"\r more"])
    with pytest.raises(NotationError, match="longer than"):
        parse_line(line)


# --- commands ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("3 7", MoveCommand(3, 7)),
        ("3 7 2", MoveCommand(3, 7, 2)),
        ("10 1 13", MoveCommand(10, 1, 13)),
        ("move 3 7 2", MoveCommand(3, 7, 2)),
        ("m 3 7", MoveCommand(3, 7)),
        ("move 3", MoveCommand(3)),
        ("m 10", MoveCommand(10)),
        ("deal", DealCommand()),
        ("d", DealCommand()),
        ("undo", UndoCommand(1)),
        ("undo 1", UndoCommand(1)),
        ("undo 999999999", UndoCommand(999999999)),
        ("u all", UndoCommand(None)),
        ("redo", RedoCommand(1)),
        ("r 12", RedoCommand(12)),
        ("redo ALL", RedoCommand(None)),
        ("show", ShowCommand()),
        ("moves", MovesCommand()),
        ("hint", HintCommand()),
        ("hint 4", HintCommand(4)),
        ("new", NewCommand()),
        ("new 2", NewCommand(2)),
        ("NEW 4 pysol:24", NewCommand(4, Seed("ms", 24))),
        ("quit", QuitCommand()),
        ("q", QuitCommand()),
        ("h", HintCommand()),
        ("mark here", MarkCommand("here")),
        ("MARK Before-2.Deal", MarkCommand("before-2.deal")),
        ("goto 0", GotoCommand(0)),
        ("goto 17", GotoCommand(17)),
        ("goto Here", GotoCommand("here")),
        # Blanks, capitals, comments.
        ("move\t1\t2", MoveCommand(1, 2)),
        ("DEAL", DealCommand()),
        ("Undo All", UndoCommand(None)),
        ("deal # now", DealCommand()),
        ("deal#now", DealCommand()),
        ("3 7#2", MoveCommand(3, 7)),
        (" \t deal \t ", DealCommand()),
        ("deal\r", DealCommand()),
        # Nothing to do.
        ("", None),
        (" \t ", None),
        ("\r", None),
        ("#", None),
        ("# deal", None),
        ("  # 1 2", None),
        ("# note\x0cdeal\x0bundo", None),  # one comment
        ("# ♠ \u2028 \x1b[31m", None),
        ("#" * LONGEST_LINE, None),
        ("#" * LONGEST_LINE + "\r", None),
    ],
)
def test_cases_46_and_47_commands(text: str, command: Command | None) -> None:
    assert parse_line(text.encode()) == command


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        # Too many words, or too few.
        ("undo 1 2", "undo takes one number of steps, or 'all', not '1 2'"),
        ("redo all all", "redo takes one number of steps, or 'all', not 'all all'"),
        ("deal 3", "deal takes nothing after it, but there is '3'"),
        ("show me all", "show takes nothing after it, but there is 'me all'"),
        ("quit now", "quit takes nothing after it, but there is 'now'"),
        ("mark", "mark takes one name, not nothing"),
        ("mark two words", "mark takes one name, not 'two words'"),
        ("mark 7", "'7' is not a name for a step; names begin with a letter"),
        ("mark all", "'all' is not a name for a step; names begin with a letter"),
        ("goto", "goto takes the name or number of one step, not nothing"),
        ("goto 1 2", "goto takes the name or number of one step, not '1 2'"),
        ("goto 01", "'01' is not a name for a step; names begin with a letter"),
        ("move", "move takes FROM [TO [COUNT]], as 3, 3 7 or 3 7 2, not nothing"),
        ("1", "a move is written FROM TO [COUNT], as 3 7 or 3 7 2, not '1'"),
        ("move 1 2 3 4", "move takes FROM [TO [COUNT]], as 3, 3 7 or 3 7 2, not '1 2 3 4'"),
        ("1 2 3 4", "a move is written FROM TO [COUNT], as 3 7 or 3 7 2, not '1 2 3 4'"),
        # What is meant as a number is refused as one.
        ("0 3", "'0' is not a column; columns are numbered from 1 to 10"),
        ("-1 2", "'-1' is not a column; columns are numbered from 1 to 10"),
        ("+1 2", "'+1' is not a column; columns are numbered from 1 to 10"),
        ("11 2", "'11' is not a column; columns are numbered from 1 to 10"),
        ("٣ 1", "'٣' is not a column; columns are numbered from 1 to 10"),
        ("1 2 0", "'0' is not a number of cards to move; it goes from 1 to 13"),
        ("1 2 14", "'14' is not a number of cards to move; it goes from 1 to 13"),
        ("undo 0", "'0' is not a number of steps; it is 1 or more, or 'all'"),
        ("undo -1", "'-1' is not a number of steps; it is 1 or more, or 'all'"),
        # No such command. Other scripts' letters stand for none of ours.
        ("3-7", "a move is written FROM TO [COUNT], as 3 7 or 3 7 2, not '3-7'"),
        ("new 3", "'3' is not a number of suits; it is 1, 2 or 4"),
        ("new 1 x", "'x' is not a seed;"),
        ("new 1 2 3", "new takes SUITS and SEED at most, as 2 42, not '1 2 3'"),
        ("hint 0", "'0' is not an effort; it is 1 to 64"),
        ("hint 65", "'65' is not an effort; it is 1 to 64"),
        ("hint 1 2", "hint takes one effort, 1 to 64, not '1 2'"),
        ("move3 7", "'move3' is not a command;"),
        ("dea", "'dea' is not a command;"),
        ("\u1d05", "'\u1d05' is not a command;"),
        ("\u017fhow", "'\u017fhow' is not a command;"),
        ("ｄｅａｌ", "'ｄｅａｌ' is not a command;"),
        # Only spaces and tabs are blanks.
        ("deal\x0c", r"'deal\x0c' is not a command;"),
        ("deal\u00a0", r"'deal\xa0' is not a command;"),
        ("\ufeffdeal", r"'\ufeffdeal' is not a command;"),
        ("deal\rundo", r"'deal\rundo' is not a command;"),
        ("deal\r\r", r"'deal\r' is not a command;"),
        ("\x1b[2Jdeal", r"'\x1b[2Jdeal' is not a command;"),
        ("x" * LONGEST_LINE, "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...' is not a command;"),
        ("#" * (LONGEST_LINE + 1), "longer than 1,000 bytes"),
        ("# " + "é" * (LONGEST_LINE // 2), "longer than 1,000 bytes"),
    ],
)
def test_cases_37_and_47_commands_refused(text: str, reason: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_line(text.encode())
    assert str(caught.value).startswith(reason)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"\xff\xfed\0e\0a\0l\0", "not UTF-8 (byte 1)"),
        (b"# caf\xe9", "not UTF-8 (byte 6)"),
        (b"# \xed\xa0\x80", "not UTF-8 (byte 3)"),
        (b"# \xc0\xaf", "not UTF-8 (byte 3)"),
        (b"d\0e\0a\0l\0", "not UTF-8 text (byte 2 is NUL)"),
        (b"# \0", "not UTF-8 text (byte 3 is NUL)"),
    ],
)
def test_case_45_bytes_that_are_no_text(line: bytes, reason: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_line(line)
    assert str(caught.value) == reason


@given(st.binary(max_size=40))
def test_any_bytes_are_read_or_refused(line: bytes) -> None:
    try:
        command = parse_line(line)
    except NotationError as error:
        assert str(error).isprintable()
    else:
        assert command is None or command.word in SCRIPT.words


# --- on a game --------------------------------------------------------------------------------------


class Table:
    """A host with a game and nothing else."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def hint(self, effort: int) -> Hint:
        found = self.game.hint(effort)
        assert found
        return found

    def start(self, game: Game) -> None:
        self.game = game


def said(game: Game, line: str) -> Outcome:
    """Perform a line on a game."""
    command = parse_line(line.encode())
    assert command
    return command.perform(Table(game))


@pytest.mark.parametrize(
    ("lines", "data"),
    [
        (["2 3"], {"step": "2 3 1", "turned": ["9S"], "completed": [], "score": 499, "status": "playing"}),
        (["move 2"], {"step": "2 3 1", "turned": ["9S"], "completed": [], "score": 499, "status": "playing"}),
        (
            ["2 3", "3 2 1"],
            {"step": "3 2 1", "turned": [], "completed": [], "score": 498, "status": "playing"},
        ),
        (
            ["deal"],
            {
                "step": "deal",
                "dealt": ["JS", "7S", "8S", "8S", "4S", "5S", "6S", "KS", "2S", "TS"],
                "turned": [],
                "completed": [],
                "score": 500,
                "status": "playing",
            },
        ),
        (["new 2 42"], {"suits": 2, "seed": "42"}),
        (["2 3", "deal", "undo 2"], {"count": 2}),
        (["2 3", "deal", "undo all"], {"count": 2}),
        (["2 3", "undo", "redo"], {"count": 1}),
        (["2 3", "deal", "undo 2", "redo 99"], {"count": 2}),
        (["2 3", "mark Here"], {"mark": "here", "number": 1}),
        (["mark here", "2 3", "deal", "goto here"], {"number": 0}),
        (["2 3", "deal", "goto 1"], {"number": 1}),
        (["2 3", "deal", "undo all", "goto 2"], {"number": 2}),
        (["show"], {}),
        (["quit"], {}),
    ],
)
def test_performing(lines: list[str], data: dict[str, object]) -> None:
    game = Game.new(suits=1, seed=3)
    *_, last = [said(game, line) for line in lines]
    assert last.data() == data


def test_steps_undone_are_made_again() -> None:
    game = Game.new(suits=1, seed=3)
    for line in ("2 3", "3 2 1", "deal", "undo 2", "redo", "undo all", "redo 99"):
        said(game, line)
    assert game.steps == (Move(2, 3, 1), Move(3, 2, 1), DEAL)
    assert game.undos == 4


@pytest.mark.parametrize(
    ("lines", "text"),
    [
        (["2 3", "mark here"], "step 1 is marked here"),
        (["mark here", "2 3", "deal", "goto here"], "step 0: took back 2 steps; score 500"),
        (["2 3", "deal", "undo all", "goto 2"], "step 2: made 2 steps again; score 499"),
        (["2 3", "goto 1"], "already at step 1"),
    ],
)
def test_marks_in_words(lines: list[str], text: str) -> None:
    game = Game.new(suits=1, seed=3)
    *_, last = [said(game, line) for line in lines]
    assert last.text(SCRIPT_WORDING) == text


@pytest.mark.parametrize(
    ("line", "reason"),
    [("goto 2", "no-step"), ("goto there", "no-mark"), ("goto 999999999", "no-step")],
)
def test_a_step_that_is_not_there(line: str, reason: str) -> None:
    game = Game.new(suits=1, seed=3)
    said(game, "2 3")
    said(game, "mark here")
    with pytest.raises(IllegalStepError) as caught:
        said(game, line)
    assert caught.value.reason == reason
    assert "here" in str(caught.value) or "1 step" in str(caught.value)


@pytest.mark.parametrize("word", ["show", "moves", "hint", "quit"])
def test_questions_change_nothing(word: str) -> None:
    game = Game.new(suits=1, seed=3)
    before = game.dumps()
    said(game, word)
    assert game.dumps() == before
    command = parse_line(word.encode())
    assert command
    assert not command.changes_game


def test_every_word_says_how_it_is_written_and_what_it_does() -> None:
    lines = SCRIPT.help()
    assert len(lines) == len(SCRIPT.words)
    assert "undo [N|all] (u)" in "\n".join(lines)
    for word, line in zip(SCRIPT.words, lines, strict=True):
        assert line.startswith(word)
        assert len(line.split("  ")[-1]) > 10


def test_a_further_word_is_one_class() -> None:
    """The way to add a word that docs/development.md shows."""

    class ScoreCommand(Command):
        """Asks for the score."""

        word = "score"
        help = "tell the score"

        def perform(self, host: Host) -> Outcome:
            score = host.game.score

            class ScoreTold(Outcome):
                def text(self, wording: Wording) -> str:
                    return f"score {score}"

                def data(self) -> dict[str, int]:
                    return {"score": score}

            return ScoreTold()

    more = Vocabulary([*SCRIPT.commands, ScoreCommand])
    command = more.read(["SCORE"])
    assert command == ScoreCommand()
    outcome = command.perform(Table(Game.new(suits=1, seed=3)))
    assert (outcome.text(SCRIPT_WORDING), outcome.data()) == ("score 500", {"score": 500})
    assert more.help()[-1].startswith("score")
    with pytest.raises(NotationError, match="quit, score"):
        more.read(["unknown"])


@pytest.mark.parametrize("line", ["3 2", "2 3 2", "5 5", "undo", "redo", "undo all"])
def test_refused_commands_change_nothing(line: str) -> None:
    game = Game.new(suits=1, seed=3)
    before = game.dumps()
    with pytest.raises(IllegalStepError):
        said(game, line)
    assert game.dumps() == before


def test_case_20_each_command_accepted_is_one_step() -> None:
    game = Game.new(suits=1, seed=3)
    positions = [game.position]
    for number, line in enumerate(["2 3", "3 2", "2 3", "7 9", "10 9", "deal"], start=1):
        said(game, line)
        assert game.step_count == number
        positions.append(game.position)
    for position in reversed(positions):
        assert game.position == position
        if game.step_count:
            said(game, "undo")


@pytest.mark.parametrize(
    "line", ["2 3", "deal", "mark here", "goto 0", "undo", "redo", "show", "moves", "hint", "quit"]
)
def test_no_outcome_uses_the_keys_of_the_reply_itself(line: str) -> None:
    game = Game.new(suits=1, seed=3)
    game.deal()
    game.deal()
    game.undo()
    assert not said(game, line).data().keys() & {"line", "command", "ok", "state", "error", "reason"}
