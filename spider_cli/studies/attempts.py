"""Studies: many games solved, or played by hints, and what came of it.

    task = partial(examine, settings=settings, clock=time.thread_time)
    for result in game_results(task, Seeds.parse("1-100"), executor, lambda: 4):
        ...

`examine` does one game, and nothing but its arguments decides what it does: any process on any
machine can do it. `game_results` hands games to an executor. A result is a plain dictionary;
`spider_cli.studies.results` writes and reads it as a line of JSON, `spider_cli.studies.tally` sums up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypedDict

from spider_cli.games.seeds import Seed
from spider_cli.games.starts import start_of
from spider_cli.rules.steps import Deal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from concurrent.futures import Executor, Future

    from spider_cli.rules.position import Position
    from spider_cli.rules.steps import Step

Player = Literal["solve", "hint"]

#: What can come of a game, for each player.
VERDICTS: Final[dict[str, tuple[str, ...]]] = {
    "solve": ("solved", "impossible", "gave up"),
    "hint": ("won", "stuck"),
}


class Settings(NamedTuple):
    """What is done with each game of a study.

    `player`: "solve", with at most `seconds` of processor time and `nodes` positions for a game, None
    being no limit; or "hint", with hints of `effort` (None: the usual one) followed to the end.
    """

    suits: int
    relaxed: bool = False
    player: Player = "solve"
    seconds: float | None = None
    nodes: int | None = None
    effort: int | None = None


class ResultLimits(TypedDict):
    """The limits in a `GameResult`; None is no limit."""

    seconds: float | None
    nodes: int | None
    effort: int | None


class GameResult(TypedDict):
    """What came of one game.

    `moves` and `deals`: those of the solution, or of the game that the hints played; None if there is no
    solution. `positions`: how many were searched, None for hints. `seconds`: processor time.
    """

    seed: str
    suits: int
    relaxed: bool
    player: str
    verdict: str
    moves: int | None
    deals: int | None
    positions: int | None
    seconds: float
    limits: ResultLimits


# --- the work ---------------------------------------------------------------------------------------


def examine(seed: str, settings: Settings, clock: Callable[[], float]) -> GameResult:
    """Solve or play one game. `clock` gives seconds of processor time; it only measures.

    Raises NotationError for what is not a seed or not a number of suits.
    """
    position = start_of(seed, settings.suits, relaxed=settings.relaxed)
    work = _solve if settings.player == "solve" else _play
    start = clock()
    verdict, steps, positions = work(position, settings)
    seconds = round(clock() - start, 4)
    deals = None if steps is None else sum(isinstance(step, Deal) for step in steps)
    return {
        "seed": str(Seed.parse(seed)),
        "suits": settings.suits,
        "relaxed": settings.relaxed,
        "player": settings.player,
        "verdict": verdict,
        "moves": None if steps is None or deals is None else len(steps) - deals,
        "deals": deals,
        "positions": positions,
        "seconds": seconds,
        "limits": {"seconds": settings.seconds, "nodes": settings.nodes, "effort": settings.effort},
    }


# A verdict, the steps if there is a solution, and how many positions were searched.
_End = tuple[str, "Sequence[Step] | None", "int | None"]


def _solve(position: Position, settings: Settings) -> _End:
    from spider_cli.solver import Limits, solve

    result = solve(position, Limits(nodes=settings.nodes, seconds=settings.seconds))
    return result.verdict, result.steps if result.verdict == "solved" else None, result.nodes


def _play(position: Position, settings: Settings) -> _End:
    from spider_cli.hints import play_hints

    steps, end = play_hints(position, settings.effort or 1)
    return "won" if end.is_won else "stuck", steps, None


def game_results(
    task: Callable[[str], GameResult],
    seeds: Iterable[Seed],
    executor: Executor,
    at_once: Callable[[], int],
) -> Iterator[GameResult]:
    """What `task` makes of each seed, as the results come in.

    About `at_once()` games are in the hands of the executor at a time, at least one, however many seeds
    there are. Raises what `task` or the executor raises. When that happens, or the iterator is closed,
    games may be left in the executor: to cancel them is for whoever shuts it down.
    """
    from concurrent.futures import FIRST_COMPLETED, wait
    from itertools import islice

    coming = iter(seeds)
    pending: set[Future[GameResult]] = set()
    while True:
        room = max(1, at_once()) - len(pending)
        pending.update(executor.submit(task, str(seed)) for seed in islice(coming, max(0, room)))
        if not pending:
            return
        done, pending = wait(pending, return_when=FIRST_COMPLETED)
        for future in done:
            yield future.result()
