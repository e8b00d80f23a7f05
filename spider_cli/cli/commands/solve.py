"""`spider solve`."""

from __future__ import annotations

import json
import os
import time
from typing import TYPE_CHECKING, Any

import click

from spider_cli.cli.command import command
from spider_cli.cli.exits import Exit
from spider_cli.cli.interrupts import Interrupts
from spider_cli.cli.options import DEFAULT_LIMIT, limit_option, nodes_option
from spider_cli.cli.output import say
from spider_cli.cli.param_types import SECONDS, whole_number
from spider_cli.cli.progress import clear_line
from spider_cli.cli.session import Session, game_options
from spider_cli.errors import StorageError
from spider_cli.files import storage
from spider_cli.files.paths import check_game_path
from spider_cli.rules.steps import Deal
from spider_cli.text import counted

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TextIO

    from spider_cli.games.game import Game
    from spider_cli.solver import Progress, Result

_NO_STEP = "no move and no deal is legal"
_CODES = {"solved": Exit.DONE, "impossible": Exit.REFUSED, "gave up": Exit.GAVE_UP}


@command(
    "Find a solution: steps that win.",
    """
    Find steps that win the game from the position now, and print them as a script.

    The solver looks at face-down cards. Exit code 1 means proved: every position that can be reached
    was searched, and none is won. Exit code 4 means that it gave up at a limit. With --nodes and no
    --limit the result is the same on every machine. The game itself is not changed.

    \b
    Examples:
      spider solve
      spider solve --shorter 10 --save won.json
      spider solve | spider run
    """,
)
@limit_option("to look for a solution")
@nodes_option
@click.option("--shorter", type=SECONDS, metavar="SECONDS", help="Look that much longer for a shorter one.")
@click.option(
    "--memory",
    type=whole_number(16),
    metavar="MIB",
    default=1024,
    show_default=True,
    help="Memory for the search.",
)
@click.option("--save", metavar="FILE", help="Write the won game to a new game file.")
@game_options
def solve(
    session: Session,
    limit: float | None,
    nodes: int | None,
    shorter: float | None,
    memory: int,
    save: str | None,
) -> int:
    from spider_cli.solver import Limits
    from spider_cli.solver import solve as search

    game = session.load()
    if save is not None:
        check_game_path(save)
        if os.path.lexists(save):
            raise StorageError(save, "is there already, and is left alone")
    if limit is None and nodes is None:
        limit = DEFAULT_LIMIT
    limits = Limits(nodes=nodes, seconds=limit, memory=memory << 20, shorter_seconds=shorter)
    meter = _ProgressLine(session.progress())
    with Interrupts() as interrupts:
        try:
            with interrupts.harmless():
                interrupts.check()
                result = search(game.position, limits, progress=meter.show)
        finally:
            meter.clear()
    answer = _answer(session, game, result)
    if save is not None and result.verdict == "solved":
        _save(game, result, save)
    if answer:
        session.write(answer)
    elif not session.as_json:
        say(_why_none(result))
    return interrupts.exit_code if result.interrupted else _CODES[result.verdict]


def _answer(session: Session, game: Game, result: Result) -> str:
    """What is to be printed on standard output, if anything is."""
    if session.as_json:
        return json.dumps(_as_data(result))
    if result.verdict == "solved":
        return "\n".join([*_comments(game, result), *map(str, result.steps)])
    return ""


def _why_none(result: Result) -> str:
    searched = counted(result.nodes, "position")
    if result.verdict == "impossible":
        why = f"every position was searched ({searched})" if result.nodes else _NO_STEP
        return f"there is no solution: {why}"
    return f"gave up after {searched}; whether the game can be won is not known"


def _comments(game: Game, result: Result) -> list[str]:
    if not result.steps:
        return ["# the game is won: nothing is left to do"]
    deals = sum(isinstance(step, Deal) for step in result.steps)
    where = f"after {counted(game.step_count, 'step')} of " if game.step_count else ""
    return [
        f"# wins {where}{'a layout' if game.seed is None else f'seed {game.seed}'}, suits {game.suits}",
        f"# {counted(len(result.steps), 'step')}: {counted(len(result.steps) - deals, 'move')}, "
        f"{counted(deals, 'deal')}; {counted(result.nodes, 'position')} searched",
    ]


def _as_data(result: Result) -> dict[str, Any]:
    return {
        "verdict": result.verdict,
        "steps": [str(step) for step in result.steps],
        "positions": result.nodes,
        "seconds": round(result.seconds, 3),
        "interrupted": result.interrupted,
    }


def _save(game: Game, result: Result, path: str) -> None:
    """Play the game to its end, and write it to a new file."""
    for step in result.steps:
        game.play(step)
    with storage.locked(path, create=True) as file:
        if file.content is not None:
            raise StorageError(path, "is there already, and is left alone")
        file.write(game.dumps().encode())


class _ProgressLine:
    """One line, if there is a stream for it, a few times a second."""

    _INTERVAL = 0.2  # seconds

    def __init__(self, stream: TextIO | None) -> None:
        self._stream = stream
        self._next = time.monotonic() + self._INTERVAL

    @property
    def show(self) -> Callable[[Progress], None] | None:
        """What the solver is to call, or None."""
        return self._show if self._stream else None

    def _show(self, progress: Progress) -> None:
        now = time.monotonic()
        if now < self._next or self._stream is None:
            return
        self._next = now + self._INTERVAL
        best = f", best line {counted(progress.length, 'step')}" if progress.length is not None else ""
        self.clear()
        self._stream.write(f"{counted(progress.nodes, 'position')}, {progress.seconds:.0f} s{best}")
        self._stream.flush()

    def clear(self) -> None:
        """Leave the line empty."""
        clear_line(self._stream)
