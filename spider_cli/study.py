"""Studies: many deals solved, or played by hints, and what came of it.

    task = partial(examine, settings=settings, clock=time.thread_time)
    for result in deal_results(task, Seeds.parse("1-100"), executor, lambda: 4):
        ...

`examine` does one deal, and nothing but its arguments decides what it does: any process on any
machine can do it. `deal_results` hands deals to an executor. A result is a plain dictionary, and one line
of JSON in a file; `read_results` reads such a file again. `spider_cli.tally` makes figures of results.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, TypedDict, cast

from spider_cli.cards import SUITS_IN_PLAY
from spider_cli.deals import Seed, deal
from spider_cli.errors import GameFormatError, NotationError
from spider_cli.moves import Deal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from concurrent.futures import Executor, Future

    from spider_cli.moves import Step
    from spider_cli.rules import Position

Player = Literal["solve", "hint"]

#: What can come of a deal, for each player.
VERDICTS: Final[dict[str, tuple[str, ...]]] = {
    "solve": ("solved", "impossible", "gave up"),
    "hint": ("won", "stuck"),
}


class Settings(NamedTuple):
    """What is done with each deal of a study.

    `player`: "solve", with at most `seconds` of processor time and `nodes` positions for a deal, None
    being no limit; or "hint", with hints of `effort` (None: the usual one) followed to the end.
    """

    suits: int
    relaxed: bool = False
    player: Player = "solve"
    seconds: float | None = None
    nodes: int | None = None
    effort: int | None = None


class ResultLimits(TypedDict):
    """The limits in a `DealResult`; None is no limit."""

    seconds: float | None
    nodes: int | None
    effort: int | None


class DealResult(TypedDict):
    """What came of one deal.

    `moves` and `deals`: those of the line that wins, or that the hints played; None if there is no
    line. `positions`: how many were searched, None for hints. `seconds`: processor time.
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


def examine(seed: str, settings: Settings, clock: Callable[[], float]) -> DealResult:
    """Solve or play one deal. `clock` gives seconds of processor time; it only measures.

    Raises NotationError for what is not a seed or not a number of suits.
    """
    position = deal(seed, settings.suits, relaxed=settings.relaxed)
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


# A verdict, the steps if there is a line, and how many positions were searched.
_End = tuple[str, "Sequence[Step] | None", "int | None"]


def _solve(position: Position, settings: Settings) -> _End:
    from spider_cli.solver import Limits, solve

    result = solve(position, Limits(nodes=settings.nodes, seconds=settings.seconds))
    return result.verdict, result.steps if result.verdict == "solved" else None, result.nodes


def _play(position: Position, settings: Settings) -> _End:
    from spider_cli.hints import play_hints

    steps, end = play_hints(position, settings.effort or 1)
    return "won" if end.is_won() else "stuck", steps, None


def deal_results(
    task: Callable[[str], DealResult],
    seeds: Iterable[Seed],
    executor: Executor,
    at_once: Callable[[], int],
) -> Iterator[DealResult]:
    """What `task` makes of each seed, as the results come in.

    About `at_once()` deals are in the hands of the executor at a time, at least one, however many seeds
    there are. Raises what `task` or the executor raises. When that happens, or the iterator is closed,
    deals may be left in the executor: to cancel them is for whoever shuts it down.
    """
    from concurrent.futures import FIRST_COMPLETED, wait
    from itertools import islice

    coming = iter(seeds)
    pending: set[Future[DealResult]] = set()
    while True:
        room = max(1, at_once()) - len(pending)
        pending.update(executor.submit(task, str(seed)) for seed in islice(coming, max(0, room)))
        if not pending:
            return
        done, pending = wait(pending, return_when=FIRST_COMPLETED)
        for future in done:
            yield future.result()


# --- results as lines -------------------------------------------------------------------------------


def format_result(result: DealResult) -> str:
    """The result as one line of JSON, without the newline."""
    return json.dumps(result)


#: How every line begins that `format_result` gives.
_HEAD: Final = b'{"seed": "'


def read_results(lines: Iterable[bytes], torn: Callable[[bytes], None]) -> Iterator[DealResult]:
    """The results in the lines of a file. Blank lines are skipped.

    A last line that is the beginning of a result, without its end and a newline, was cut short by a
    crash: `torn` is called with it. Raises GameFormatError for any other line, naming it.
    """
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            result = _parse_result(line)
        except NotationError as error:
            if _is_torn(line):  # no line comes after one without a newline
                torn(line)
                return
            raise GameFormatError(str(error), f"line {number}") from None
        yield result


def _is_torn(line: bytes) -> bool:
    if line.endswith(b"\n"):
        return False
    written = line.rstrip(b"\0")  # some file systems leave zeros after a loss of power
    return written.startswith(_HEAD) or _HEAD.startswith(written)


def _parse_result(line: bytes) -> DealResult:
    """The result in a line. Raises NotationError."""
    try:
        result = json.loads(line)
    except (ValueError, RecursionError):
        raise NotationError("not a line of a study: not JSON") from None
    if not isinstance(result, dict) or result.keys() != DealResult.__annotations__.keys():
        raise NotationError("not a line of a study: it has the wrong keys")
    limits = result["limits"]
    if not isinstance(limits, dict) or limits.keys() != ResultLimits.__annotations__.keys():
        raise NotationError("not a line of a study: its limits have the wrong keys")
    faults = [key for key, value in result.items() if not _SHAPES[key](value)]
    faults += [key for key, value in limits.items() if value is not None and not _SHAPES[key](value)]
    if not faults and result["verdict"] not in VERDICTS[result["player"]]:
        faults = ["verdict"]
    if faults:
        raise NotationError(f"not a line of a study: its {faults[0]} is not valid")
    return cast("DealResult", result)


#: More than any count or time is. JSON knows numbers that nothing could add up.
_MUCH: Final = 10**18


def _is_seed(value: object) -> bool:
    try:
        return isinstance(value, str) and str(Seed.parse(value)) == value
    except NotationError:
        return False


def _is_count(value: object) -> bool:
    return value is None or (type(value) is int and 0 <= value < _MUCH)


def _is_time(value: object) -> bool:
    return isinstance(value, (int, float)) and type(value) is not bool and 0 <= value < _MUCH


_SHAPES: Final[dict[str, Callable[[Any], bool]]] = {
    "seed": _is_seed,
    "suits": lambda value: type(value) is int and value in SUITS_IN_PLAY,
    "relaxed": lambda value: type(value) is bool,
    "player": lambda value: isinstance(value, str) and value in VERDICTS,
    "verdict": lambda value: isinstance(value, str),
    "moves": _is_count,
    "deals": _is_count,
    "positions": _is_count,
    "nodes": _is_count,
    "seconds": _is_time,
    "limits": lambda value: True,  # they are looked into one by one
    "effort": _is_count,
}


def settings_of(result: DealResult) -> Settings:
    """The settings under which a result was made."""
    limits = result["limits"]
    player: Player = "solve" if result["player"] == "solve" else "hint"
    return Settings(
        result["suits"], result["relaxed"], player, limits["seconds"], limits["nodes"], limits["effort"]
    )
