"""The clock on a game: when it began, when it was saved, how long it was played."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from spider_cli.errors import NotationError
from spider_cli.games.seeds import Seed
from spider_cli.games.strict_json import HIGHEST
from spider_cli.games.times import parse_time
from spider_cli.text import quoted

if TYPE_CHECKING:
    from spider_cli.games.game import Game

#: The most seconds that count between two commands: whoever thinks longer has gone away.
LONGEST_THOUGHT: Final = 60


def now() -> str:
    """The time, as a game file holds it."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


def begin(game: Game) -> None:
    """Note that a game begins now."""
    game.notes.began = game.notes.saved = now()


#: What stands for the present day.
TODAY: Final = "today"


def daily_seed(day: str = TODAY) -> Seed:
    """The seed of the game of a day, YYYYMMDD: the day in UTC, or one written 2026-11-30 or 20261130.

    Raises NotationError.
    """
    digits = now()[:10].replace("-", "") if day == TODAY else day.replace("-", "")
    try:
        parse_time(f"{digits[:4]}-{digits[4:6]}-{digits[6:]}T00:00:00Z")
    except NotationError:
        raise NotationError(f"{quoted(day)} is not a day, as 2026-11-30", day) from None
    return Seed("native", int(digits))


def stamped(game: Game) -> bytes:
    """The content of the game file, with the time of this save and the time played since the last one.

    If the game is a problem that it has solved, that is noted too.
    """
    notes, moment = game.notes, now()
    if notes.saved is not None:
        passed = parse_time(moment) - parse_time(notes.saved)  # below 0 if the clock was put back
        notes.seconds = min(notes.seconds + max(0, min(passed, LONGEST_THOUGHT)), HIGHEST)
    notes.saved = moment
    if game.seed is None:
        from spider_cli.problems.problem_set import note_solution  # few games are problems

        note_solution(game)
    return game.dumps().encode()
