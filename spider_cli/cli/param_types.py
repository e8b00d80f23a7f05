"""The kinds of words on the command line. Their shape is decided by `spider_cli.rules.steps` and `deals`."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Any, Final

import click

from spider_cli.errors import NotationError, SpiderError
from spider_cli.games.record import parse_mark, parse_step_name
from spider_cli.games.seeds import Seed
from spider_cli.rules.cards import SUITS_IN_PLAY, parse_suits
from spider_cli.rules.steps import Move, is_number, parse_column, parse_count, parse_how_many
from spider_cli.text import quoted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from click.shell_completion import CompletionItem

    from spider_cli.games.game import Game
    from spider_cli.studies.seed_ranges import Seeds

    WordType = click.ParamType[Any]
else:
    WordType = click.ParamType  # generic only since click 8.5


DEFAULT_FILE: Final = "spider.json"

#: The name of a file. Whether it can be read is found out by reading it, or it would be an error of usage.
FILE = click.Path(readable=False)


class _GameFile(click.Path):
    """The name of the game file, in which `~` is the home directory, as in a shell."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return os.path.expanduser(super().convert(value, param, ctx))


GAME_FILE = _GameFile(readable=False)

_MOST_JOBS: Final = 256
_LONGEST_DELAY: Final = 3600
_SECONDS: Final = r"[0-9]{1,9}(\.[0-9]{1,9})?"


class _Word(WordType):
    """A word read by one of the library's parsers. `choices`: what a shell may complete it to."""

    def __init__(self, name: str, parse: Callable[[str], Any], choices: Iterable[object] = ()) -> None:
        self.name = name
        self._parse = parse
        self._choices = choices

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not isinstance(value, str):
            return value
        try:
            return self._parse(value)
        except NotationError as error:
            self.fail(str(error), param, ctx)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem  # loaded when a shell asks, not for every move

        words = map(str, self._fitting(ctx))
        return [CompletionItem(word) for word in words if word.startswith(incomplete)]

    def _fitting(self, ctx: click.Context) -> Iterable[object]:
        """What may stand here."""
        return self._choices


class _MoveWord(_Word):
    """A word of `move`; its completions are those that are legal in the game now."""

    def __init__(self, name: str, parse: Callable[[str], int], field: int) -> None:
        super().__init__(name, parse)
        self._field = field

    def _fitting(self, ctx: click.Context) -> Iterable[object]:
        given = tuple(ctx.params.get(name) for name in ("source", "target"))[: self._field]
        return sorted({move[self._field] for move in _legal_moves(ctx) if move[: self._field] == given})


class _StepName(_Word):
    """The name or number of a step; its completions are the marks of the game now."""

    def _fitting(self, ctx: click.Context) -> Iterable[object]:
        game = _game(ctx)
        return sorted(game.notes.marks) if game else []


def _legal_moves(ctx: click.Context) -> Iterable[Move]:
    game = _game(ctx)
    return game.legal_moves() if game else []


def _game(ctx: click.Context) -> Game | None:
    from spider_cli.games.game import Game

    try:
        return Game.load(ctx.params["file"])
    except SpiderError:  # completion stays silent; the command itself will say what is wrong
        return None


def _parse_seconds(text: str) -> float:
    """A time above 0, as 10 or 0.5: no sign, no exponent, no nan."""
    if not re.fullmatch(_SECONDS, text, re.ASCII) or not float(text):
        raise NotationError(f"{quoted(text)} is not a time in seconds above 0, as 10 or 0.5", text)
    return float(text)


def _parse_delay(text: str) -> float:
    """A pause of 0 to 3600 seconds."""
    if not re.fullmatch(_SECONDS, text, re.ASCII) or float(text) > _LONGEST_DELAY:
        raise NotationError(
            f"{quoted(text)} is not a pause of 0 to {_LONGEST_DELAY} seconds, as 2 or 0.5", text
        )
    return float(text)


def whole_number(lowest: int, highest: int | None = None) -> _Word:
    """A whole number in a range, in plain ASCII digits as everywhere; click's own type is not so strict."""
    span = f"from {lowest} up" if highest is None else f"from {lowest} to {highest}"

    def parse(text: str) -> int:
        if not is_number(text) or int(text) < lowest or (highest is not None and int(text) > highest):
            raise NotationError(f"{quoted(text)} is not a whole number {span}", text)
        return int(text)

    return _Word("number", parse)


def _parse_day(text: str) -> Seed:
    from spider_cli.cli.clock import daily_seed  # no other command needs it

    return daily_seed(text)


def _parse_seeds(text: str) -> Seeds:
    from spider_cli.studies.seed_ranges import Seeds  # no other command needs it

    return Seeds.parse(text)


SOURCE = _MoveWord("column", parse_column, 0)
TARGET = _MoveWord("column", parse_column, 1)
COUNT = _MoveWord("count", parse_count, 2)
MARK = _Word("name", parse_mark)
STEP = _StepName("step", parse_step_name)
HOW_MANY = _Word("number", parse_how_many)
DAY = _Word("date", _parse_day)
SEED = _Word("seed", Seed.parse)
SEEDS = _Word("seeds", _parse_seeds)
SECONDS = _Word("seconds", _parse_seconds)
DELAY = _Word("seconds", _parse_delay)
SUITS = _Word("suits", parse_suits, SUITS_IN_PLAY)
JOBS = whole_number(1, _MOST_JOBS)
