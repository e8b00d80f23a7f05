"""Studies: many games solved, or played by hints, and what came of it.

    task = partial(examine, settings=settings, clock=time.thread_time)
    for result in game_results(task, Seeds.parse("1-100"), executor, lambda: 4):
        ...

`examine` does one game, and nothing but its arguments decides what it does: any process on any
machine can do it. `game_results` hands games to an executor. A result is a plain dictionary;
`spider_cli.studies.results` writes and reads it as a line of JSON, `spider_cli.studies.tally` sums up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, TypedDict

from spider_cli.games.game import FIRST_SCORE, RUN_SCORE
from spider_cli.games.seeds import Seed
from spider_cli.games.starts import start_of
from spider_cli.rules.position import FOUNDATIONS
from spider_cli.rules.steps import Deal, format_step

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from concurrent.futures import Executor, Future

    from spider_cli.rules.position import Position
    from spider_cli.rules.steps import Step

_VERDICTS: Final[dict[str, tuple[str, ...]]] = {
    "solve": ("solved", "impossible", "gave up"),
    "hint": ("won", "stuck"),
}
_BOT_VERDICTS: Final = ("won", "stuck", "stopped", "timed out", "crashed")

#: The verdict on a game that killed the process which worked on it, whoever played.
KILLED: Final = "killed"

#: The verdicts on games that were won.
WON: Final = ("solved", "won")


def is_bot(player: str) -> bool:
    """Whether a player is the command of another program."""
    return player not in _VERDICTS


def verdicts_of(player: str) -> tuple[str, ...]:
    """What can come of a game that a player plays to its end."""
    return _VERDICTS.get(player, _BOT_VERDICTS)


class Settings(NamedTuple):
    """What is done with each game of a study.

    `player`: "solve", with at most `seconds` of processor time and `nodes` positions for a game, None
    being no limit; or "hint", with hints of `effort` (None: the usual one) followed to the end; or else
    the command of a bot, which has `seconds` of real time for a game.
    """

    suits: int
    relaxed: bool = False
    player: str = "solve"
    seconds: float | None = None
    nodes: int | None = None
    effort: int | None = None


class ResultLimits(TypedDict):
    """The limits in a `GameResult`; None is no limit."""

    seconds: float | None
    nodes: int | None
    effort: int | None


def limits_of(settings: Settings) -> ResultLimits:
    """The limits among the settings."""
    return {"seconds": settings.seconds, "nodes": settings.nodes, "effort": settings.effort}


class _RequiredKeys(TypedDict):
    """The keys that every result has."""

    seed: str
    suits: int
    relaxed: bool
    player: str
    verdict: str
    moves: int | None
    deals: int | None
    positions: int | None
    seconds: float | None
    limits: ResultLimits


class GameResult(_RequiredKeys, total=False):
    """What came of one game.

    `moves` and `deals`: those of the solution, or of the game that was played; None if there is no
    solution. `positions`: how many were searched, None unless the game was solved. `seconds`: processor
    time, for a bot real time; None if the game was killed. `score`: at the end of these steps. `steps`: each
    as a script takes it. Results of older versions have neither of the last two.
    """

    score: int | None
    steps: list[str] | None


# --- the work ---------------------------------------------------------------------------------------


def examine(seed: str, settings: Settings, clock: Callable[[], float]) -> GameResult:
    """Solve or play one game. `clock` gives seconds of processor time; it only measures.

    Raises NotationError for what is not a seed or not a number of suits.
    """
    position = start_of(seed, settings.suits, relaxed=settings.relaxed)
    work = _solve if settings.player == "solve" else _play
    start = clock()
    end = work(position, settings)
    return game_result(seed, settings, end, clock() - start)


class End(NamedTuple):
    """How a game ended.

    `steps`: the solution or the steps played, None if there is no solution; `runs`: how many they complete;
    `positions`: how many were searched, None if nothing was.
    """

    verdict: str
    steps: Sequence[Step] | None = None
    runs: int = 0
    positions: int | None = None


def game_result(seed: str, settings: Settings, end: End, seconds: float | None) -> GameResult:
    """The result of a game that took so many seconds. Raises NotationError for what is not a seed."""
    steps = end.steps
    deals = 0 if steps is None else sum(isinstance(step, Deal) for step in steps)
    moves = 0 if steps is None else len(steps) - deals
    return {
        "seed": str(Seed.parse(seed)),
        "suits": settings.suits,
        "relaxed": settings.relaxed,
        "player": settings.player,
        "verdict": end.verdict,
        "moves": None if steps is None else moves,
        "deals": None if steps is None else deals,
        "positions": end.positions,
        "seconds": seconds and round(seconds, 4),
        "limits": limits_of(settings),
        "score": None if steps is None else FIRST_SCORE - moves + RUN_SCORE * end.runs,
        "steps": None if steps is None else list(map(format_step, steps)),
    }


def _solve(position: Position, settings: Settings) -> End:
    from spider_cli.solver import Limits, solve

    result = solve(position, Limits(nodes=settings.nodes, seconds=settings.seconds))
    if result.verdict != "solved":
        return End(result.verdict, positions=result.nodes)
    return End(result.verdict, result.steps, FOUNDATIONS, result.nodes)


def _play(position: Position, settings: Settings) -> End:
    from spider_cli.hints import play_hints

    steps, end = play_hints(position, settings.effort or 1)
    return End("won" if end.is_won else "stuck", steps, len(end.foundations))


def killed_result(seed: str, settings: Settings) -> GameResult:
    """The result of a game that killed the process which worked on it."""
    return game_result(seed, settings, End(KILLED), None)


def game_results(
    task: Callable[[str], GameResult],
    seeds: Iterable[Seed | str],
    executor: Executor,
    at_once: Callable[[], int],
    lost_by: type[Exception] | tuple[type[Exception], ...] = (),
) -> Iterator[tuple[str, GameResult | None]]:
    """Each seed and what `task` makes of it, as the results come in.

    About `at_once()` games are in the hands of the executor at a time, at least one, however many seeds
    there are. If the future of a game, or handing it over, raises one of `lost_by`, then its worker was
    killed: the result is None. An executor that takes no more games ends the iteration early.
    Raises what else `task` or the executor raises. When that happens, or the iterator is closed,
    games may be left in the executor: to cancel them is for whoever shuts it down.
    """
    from concurrent.futures import FIRST_COMPLETED, wait

    coming = map(str, seeds)
    pending: dict[Future[GameResult], str] = {}
    broken = False
    while True:
        while not broken and len(pending) < max(1, at_once()) and (seed := next(coming, None)):
            try:
                pending[executor.submit(task, seed)] = seed
            except lost_by:
                broken = True
                yield seed, None
        if not pending:
            return
        done, _ = wait(pending, return_when=FIRST_COMPLETED)
        for future in done:
            seed = pending.pop(future)
            try:
                result = future.result()
            except lost_by:
                yield seed, None
            else:
                yield seed, result
