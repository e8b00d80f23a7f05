"""Marks: names of steps, each with the number of steps that were played."""

from __future__ import annotations

from spider_cli.errors import IllegalStepError
from spider_cli.games.record import parse_mark
from spider_cli.text import quoted


def marked_step(marks: dict[str, int], name: str) -> int:
    """The number of the step with a name. Raises IllegalStepError, NotationError for what is not a name."""
    if (number := marks.get(parse_mark(name))) is None:
        there = f"there are {', '.join(marks)}" if marks else "there are none yet"
        raise IllegalStepError(f"no step is marked {quoted(name)}: {there}", "no-mark")
    return number


def marks_up_to(marks: dict[str, int], last: int) -> dict[str, int]:
    """The marks of steps with a number up to `last`."""
    return {name: number for name, number in marks.items() if number <= last}
