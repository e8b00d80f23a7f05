"""The script language: bytes to lines, lines to commands, commands on a game."""

from __future__ import annotations

from itertools import repeat

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spider_cli.errors import IllegalStepError, NotationError
from spider_cli.games.game import Game
from spider_cli.rules.steps import DEAL, Move
from spider_cli.script.words import LONGEST_LINE, WORDS, Command, parse_line, perform, split_lines

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


# --- commands ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("3 7", Command("move", (3, 7, None))),
        ("3 7 2", Command("move", (3, 7, 2))),
        ("10 1 13", Command("move", (10, 1, 13))),
        ("move 3 7 2", Command("move", (3, 7, 2))),
        ("m 3 7", Command("move", (3, 7, None))),
        ("deal", Command("deal")),
        ("d", Command("deal")),
        ("undo", Command("undo", (1,))),
        ("undo 1", Command("undo", (1,))),
        ("undo 999999999", Command("undo", (999999999,))),
        ("u all", Command("undo", (None,))),
        ("redo", Command("redo", (1,))),
        ("r 12", Command("redo", (12,))),
        ("redo ALL", Command("redo", (None,))),
        ("show", Command("show")),
        ("moves", Command("moves")),
        ("hint", Command("hint")),
        ("quit", Command("quit")),
        # Blanks, capitals, comments.
        ("move\t1\t2", Command("move", (1, 2, None))),
        ("DEAL", Command("deal")),
        ("Undo All", Command("undo", (None,))),
        ("deal # now", Command("deal")),
        ("deal#now", Command("deal")),
        ("3 7#2", Command("move", (3, 7, None))),
        (" \t deal \t ", Command("deal")),
        ("deal\r", Command("deal")),
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
        ("deal 3", "deal stands alone: '3' is too much"),
        ("show me all", "show stands alone: 'me all' is too much"),
        ("quit now", "quit stands alone: 'now' is too much"),
        ("move", "a move is written FROM TO [COUNT], as 3 7 or 3 7 2, not nothing"),
        ("move 1", "a move is written FROM TO [COUNT], as 3 7 or 3 7 2, not '1'"),
        ("1", "a move is written FROM TO [COUNT], as 3 7 or 3 7 2, not '1'"),
        ("move 1 2 3 4", "a move is written FROM TO [COUNT], as 3 7 or 3 7 2, not '1 2 3 4'"),
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
        ("new", "'new' is not a command;"),
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
        assert command is None or command.word in WORDS


# --- on a game --------------------------------------------------------------------------------------


def said(game: Game, line: str) -> object:
    """Perform a line on a game."""
    command = parse_line(line.encode())
    assert command
    return perform(game, command)


def test_performing() -> None:
    game = Game.new(suits=1, seed=3)
    assert said(game, "2 3") == Move(2, 3, 1)
    assert said(game, "3 2 1") == Move(3, 2, 1)
    assert said(game, "deal") is DEAL
    assert said(game, "undo 2") == 2
    assert said(game, "redo") == 1
    assert said(game, "undo all") == 2
    assert said(game, "redo 99") == 3
    assert game.steps == (Move(2, 3, 1), Move(3, 2, 1), DEAL)
    assert game.undos == 4


@pytest.mark.parametrize("word", ["show", "moves", "hint", "quit"])
def test_questions_change_nothing(word: str) -> None:
    game = Game.new(suits=1, seed=3)
    before = game.dumps()
    assert said(game, word) is None
    assert game.dumps() == before
    assert Command(word).is_question


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
