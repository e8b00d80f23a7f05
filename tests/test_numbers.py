"""Whole numbers: what is one is decided by one function, and every place that takes a number asks it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
import pytest

from spider_cli.cli import group
from spider_cli.errors import NotationError
from spider_cli.games.seeds import Seed
from spider_cli.rules.cards import parse_suits
from spider_cli.rules.steps import Move, is_number, parse_column, parse_count, parse_how_many, parse_step
from spider_cli.script.words import parse_line
from spider_cli.studies.seed_ranges import Seeds

if TYPE_CHECKING:
    from collections.abc import Callable

#: Texts that some readers of numbers take for a number, and ours must not.
NOT_NUMBERS = [
    "", " ", "00", "01", "007", "-1", "-0", "+3", "1_0", "1.0", "1e0", "0x1", "1 ", " 1", "1\n", "\n1", "1\0",
    "1 0", "1,0", "٣", "３", "²", "①", "१", "one", "III", "nan", "True", "None", "--", "\ufeff1", "1\u200b",
    "9" * 19, "9" * 5000,
]  # fmt: skip

#: One of them that `int` and `str.isdigit` both take for 3: who lets it through has asked somebody else.
ARABIC_THREE = "٣"


@pytest.mark.parametrize("text", NOT_NUMBERS)
def test_case_37_texts_that_are_no_numbers(text: str) -> None:
    assert not is_number(text)


@pytest.mark.parametrize("text", ["0", "1", "9", "10", "100", "9" * 18])
def test_texts_that_are_numbers(text: str) -> None:
    assert is_number(text)


def test_a_number_has_at_most_the_digits_asked_for() -> None:
    assert is_number("123", 3)
    assert not is_number("1234", 3)


def read_in_a_script(line: str) -> object:
    return parse_line(line.encode())


CALLERS: dict[str, Callable[[str], object]] = {
    "a column": parse_column,
    "a count": parse_count,
    "a number of steps": parse_how_many,
    "the source of a move": lambda text: Move.parse(f"{text} 7 2"),
    "the target of a move": lambda text: Move.parse(f"3 {text} 2"),
    "the count of a move": lambda text: Move.parse(f"3 7 {text}"),
    "a step in a file": lambda text: parse_step(f"3 7 {text}"),
    "a seed": Seed.parse,
    "a seed of another program": lambda text: Seed.parse(f"kpat:{text}"),
    "seeds of a study": Seeds.parse,
    "the end of a range of seeds": lambda text: Seeds.parse(f"1-{text}"),
    "a number of suits": parse_suits,
    "a source in a script": lambda text: read_in_a_script(f"{text} 2"),
    "a target in a script": lambda text: read_in_a_script(f"1 {text}"),
    "a target after the word": lambda text: read_in_a_script(f"move 1 {text}"),
    "a count in a script": lambda text: read_in_a_script(f"1 2 {text}"),
    "undo in a script": lambda text: read_in_a_script(f"undo {text}"),
    "redo in a script": lambda text: read_in_a_script(f"redo {text}"),
}


@pytest.mark.parametrize("parse", CALLERS.values(), ids=CALLERS)
def test_cases_23_and_37_every_parser_asks_there(parse: Callable[[str], object]) -> None:
    with pytest.raises(NotationError) as caught:
        parse(ARABIC_THREE)
    assert ARABIC_THREE in str(caught.value)


@pytest.mark.parametrize(
    ("parse", "first", "last", "message"),
    [
        (parse_column, 1, 10, "is not a column; columns are numbered from 1 to 10"),
        (parse_count, 1, 13, "is not a number of cards to move; it goes from 1 to 13"),
    ],
)
def test_ranges(parse: Callable[[str], int], first: int, last: int, message: str) -> None:
    assert [parse(str(number)) for number in range(first, last + 1)] == list(range(first, last + 1))
    for text in (str(first - 1), str(last + 1), "99", "9" * 5000):
        with pytest.raises(NotationError) as caught:
            parse(text)
        assert caught.value.text == text
        assert str(caught.value).endswith(message)
        assert str(caught.value).isprintable()
        assert len(str(caught.value)) < 120


@pytest.mark.parametrize("name", sorted(group.COMMANDS))
def test_every_option_that_takes_a_number_asks_there(name: str) -> None:
    """Whatever command or option is added: no parameter reads another script's digit as a number."""
    command = group.main.get_command(click.Context(group.main), name)
    assert command
    for param in command.params:
        if param.type.name in ("text", "path", "file", "filename", "boolean") or isinstance(
            param.type, click.Choice
        ):
            continue
        with pytest.raises(click.BadParameter):
            param.type.convert(ARABIC_THREE, param, None)
