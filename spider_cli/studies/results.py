"""The file of a study: a result a line, written as JSON and read strictly.

A result whose line was cut short by a crash is taken off; any other line that is no result is refused.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final, cast

from spider_cli.errors import GameFormatError, NotationError
from spider_cli.games.seeds import Seed
from spider_cli.rules.cards import SUITS_IN_PLAY
from spider_cli.rules.steps import parse_step
from spider_cli.studies.attempts import KILLED, GameResult, ResultLimits, Settings, verdicts_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator


def format_result(result: GameResult) -> str:
    """The result as one line of JSON, without the newline."""
    return json.dumps(result)


#: How every line begins that `format_result` gives.
_HEAD: Final = b'{"seed": "'


def read_results(lines: Iterable[bytes], cut_short: Callable[[bytes], None]) -> Iterator[GameResult]:
    """The results in the lines of a file. Blank lines are skipped.

    A last line that is the beginning of a result, without its end and a newline, was cut short by a
    crash: `cut_short` is called with it. Raises GameFormatError for any other line, naming it.
    """
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            result = _parse_result(line)
        except NotationError as error:
            if _is_cut_short(line):  # no line comes after one without a newline
                cut_short(line)
                return
            raise GameFormatError(str(error), f"line {number}") from None
        yield result


def _is_cut_short(line: bytes) -> bool:
    if line.endswith(b"\n"):
        return False
    written = line.rstrip(b"\0")  # some file systems leave zeros after a loss of power
    return written.startswith(_HEAD) or _HEAD.startswith(written)


def _parse_result(line: bytes) -> GameResult:
    """The result in a line. Raises NotationError."""
    try:
        result = json.loads(line)
    except (ValueError, RecursionError):
        raise NotationError("not a line of a study: not JSON") from None
    if not isinstance(result, dict) or not _has_keys(result):
        raise NotationError("not a line of a study: it has the wrong keys")
    limits = result["limits"]
    if not isinstance(limits, dict) or limits.keys() != ResultLimits.__annotations__.keys():
        raise NotationError("not a line of a study: its limits have the wrong keys")
    faults = [key for key, value in result.items() if not _SHAPES[key](value)]
    faults += [key for key, value in limits.items() if value is not None and not _SHAPES[key](value)]
    if not faults:
        faults = _contradictions(cast("GameResult", result))
    if faults:
        raise NotationError(f"not a line of a study: its {faults[0]} is not valid")
    return cast("GameResult", result)


def _has_keys(result: dict[str, Any]) -> bool:
    """Whether the keys are those of a result; those of newer versions may be missing."""
    return GameResult.__required_keys__ <= result.keys() <= _SHAPES.keys() - {"nodes", "effort"}


def _contradictions(result: GameResult) -> list[str]:
    """The keys whose values do not go with the others."""
    killed = result["verdict"] == KILLED
    steps, deals = result.get("steps"), result["deals"]
    return [
        key
        for key, wrong in (
            ("verdict", not killed and result["verdict"] not in verdicts_of(result["player"])),
            ("seconds", (result["seconds"] is None) != killed),
            (
                "steps",
                steps is not None
                and (len(steps) != (result["moves"] or 0) + (deals or 0) or steps.count("deal") != deals),
            ),
        )
        if wrong
    ]


#: No count and no time in seconds is as great. JSON allows numbers so great that sums would overflow.
_TOO_GREAT: Final = 10**18


def _is_seed(value: object) -> bool:
    try:
        return isinstance(value, str) and str(Seed.parse(value)) == value
    except NotationError:
        return False


def _is_count(value: object) -> bool:
    return value is None or (type(value) is int and 0 <= value < _TOO_GREAT)


def _is_time(value: object) -> bool:
    return isinstance(value, (int, float)) and type(value) is not bool and 0 <= value < _TOO_GREAT


def _are_steps(value: object) -> bool:
    if value is None:
        return True
    try:
        return isinstance(value, list) and all(isinstance(step, str) and parse_step(step) for step in value)
    except NotationError:
        return False


_SHAPES: Final[dict[str, Callable[[Any], bool]]] = {
    "seed": _is_seed,
    "suits": lambda value: type(value) is int and value in SUITS_IN_PLAY,
    "relaxed": lambda value: type(value) is bool,
    "player": lambda value: isinstance(value, str) and bool(value.strip()),
    "verdict": lambda value: isinstance(value, str),
    "moves": _is_count,
    "deals": _is_count,
    "positions": _is_count,
    "nodes": _is_count,
    "seconds": lambda value: value is None or _is_time(value),
    "limits": lambda value: True,  # they are looked into one by one
    "effort": _is_count,
    "score": lambda value: value is None or (type(value) is int and abs(value) < _TOO_GREAT),
    "steps": _are_steps,
}


def settings_of(result: GameResult) -> Settings:
    """The settings under which a result was made."""
    limits = result["limits"]
    return Settings(
        result["suits"],
        result["relaxed"],
        result["player"],
        limits["seconds"],
        limits["nodes"],
        limits["effort"],
    )
