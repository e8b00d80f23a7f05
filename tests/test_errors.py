"""What errors have in common: how they show numbers and the text of others."""

from __future__ import annotations

import pytest

from spider_cli.cli import exits
from spider_cli.cli.exits import Exit, exit_code
from spider_cli.errors import PositionError, SpiderError
from spider_cli.text import counted


@pytest.mark.parametrize(
    ("number", "text"), [(0, "0 cards"), (1, "1 card"), (2, "2 cards"), (11, "11 cards"), (101, "101 cards")]
)
def test_a_number_takes_its_noun_with_it(number: int, text: str) -> None:
    assert counted(number, "card") == text


@pytest.mark.parametrize(
    ("problems", "text"),
    [
        (("a",), "a"),
        (("a", "b"), "a; b"),
        (tuple("abcdefghij"), "a; b; c; d; e; f; g; h; i; j"),
        (tuple("abcdefghijk"), "a; b; c; d; e; f; g; h; i; j; and 1 more fault"),
        (tuple("abcdefghijkl"), "a; b; c; d; e; f; g; h; i; j; and 2 more faults"),
    ],
)
def test_a_position_error_names_ten_faults_and_counts_the_rest(problems: tuple[str, ...], text: str) -> None:
    assert str(PositionError(problems)) == text


def kinds(base: type[SpiderError]) -> list[type[SpiderError]]:
    return [kind for direct in base.__subclasses__() for kind in (direct, *kinds(direct))]


def test_every_kind_of_error_has_an_exit_code_that_was_chosen() -> None:
    ours = [kind for kind in kinds(SpiderError) if kind.__module__.startswith("spider_cli")]
    assert len(ours) >= 10
    chosen = set(exits._CODES) - {SpiderError}
    assert [kind.__name__ for kind in ours if not chosen & set(kind.__mro__)] == []


def test_an_error_of_a_new_kind_is_a_refusal() -> None:
    class NewError(SpiderError):
        pass

    assert exit_code(NewError("new")) is Exit.REFUSED
