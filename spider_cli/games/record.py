"""The text of a game file, version 1: JSON, read strictly.

Reading checks everything that can be checked without playing: the JSON, the keys, the types, the
start position. The steps are kept as text; playing them is for `spider_cli.games.game`. The format is also
described by `schema/game-1.schema.json`, and in the README.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from spider_cli.errors import GameFormatError, NotationError, PositionError
from spider_cli.games.seeds import Seed
from spider_cli.rules.cards import SUITS_IN_PLAY, card_names, no_such_level, parse_cards
from spider_cli.rules.columns import format_column_cards, parse_column_cards
from spider_cli.rules.layout import format_foundations, parse_foundations
from spider_cli.rules.position import Position
from spider_cli.rules.steps import COLUMNS
from spider_cli.text import quoted

if TYPE_CHECKING:
    from collections.abc import Callable

_T = TypeVar("_T")

FORMAT: Final = "spider-game"
VERSION: Final = 1

_KEYS = ("format", "version", "suits", "relaxed", "seed", "start", "steps", "redo", "undos")
_START_KEYS = ("columns", "stock", "foundations")
_LONGEST_INTEGER = 15  # digits; more is not a count of anything

#: The greatest number that a game file may hold.
HIGHEST: Final = 10**_LONGEST_INTEGER - 1


class Record(NamedTuple):
    """What a game file holds. `steps` and `redo` are texts, `redo` with the next step first."""

    start: Position
    seed: str | None
    steps: list[str]
    redo: list[str]
    undos: int


def format_record(record: Record, *, compact: bool = False) -> str:
    """The text of a game file with its newline; `compact`: all on one line, as in JSON Lines."""
    start = record.start
    document = {
        "format": FORMAT,
        "version": VERSION,
        "suits": start.suits,
        "relaxed": start.relaxed,
        "seed": record.seed,
        "start": {
            "columns": [format_column_cards(column) for column in start.columns],
            "stock": card_names(start.stock),
            "foundations": format_foundations(start.foundations),
        },
        "steps": record.steps,
        "redo": record.redo,
        "undos": record.undos,
    }
    if compact:
        return json.dumps(document, separators=(",", ":")) + "\n"
    members = [f' "{key}": {_indented(value)}' for key, value in document.items()]
    return "{\n" + ",\n".join(members) + "\n}\n"


def _indented(value: Any) -> str:
    """A member of the document as `json.dumps(document, indent=1)` writes it."""
    if isinstance(value, list) and value:  # there may be a million steps, and `indent` is slow
        return "[\n  " + ",\n  ".join(map(_as_json, value)) + "\n ]"
    return json.dumps(value, indent=1).replace("\n", "\n ")


_as_json = lru_cache(maxsize=8192)(json.dumps)  # a game says the same few hundred steps again and again


def parse_record(text: str | bytes) -> Record:
    """The record in the text of a game file: UTF-8, with or without BOM.

    Raises GameFormatError, naming the place and the reason.
    """
    document = _parse_json(text)
    if isinstance(document, dict):
        _check_format(document)
    document = _as_object(document, "", _KEYS)
    return Record(
        _start(document),
        _seed(document["seed"]),
        _as_texts(document["steps"], "steps"),
        _as_texts(document["redo"], "redo"),
        _as_integer(document["undos"], "undos"),
    )


def _check_format(document: dict[str, Any]) -> None:
    """Refuse another format or version before the keys are looked at, for those may differ."""
    name = document.get("format", FORMAT)
    if name != FORMAT:
        raise GameFormatError(f"{_shown(name)} is not {FORMAT!r}", "format")
    version = _as_integer(document.get("version", VERSION), "version")
    if version != VERSION:
        raise GameFormatError(f"{version} is not known here; this program reads version {VERSION}", "version")


# --- the JSON ---------------------------------------------------------------------------------------


def _parse_json(text: str | bytes) -> Any:
    try:
        if isinstance(text, bytes):
            text = text.decode()
        text = text.removeprefix("\ufeff")
        if not text:
            raise GameFormatError("is empty")
        return json.loads(
            text,
            object_pairs_hook=_unique,
            parse_int=_integer,
            parse_float=_OtherNumber,
            parse_constant=_OtherNumber,
        )
    except UnicodeDecodeError as error:
        raise GameFormatError(f"not UTF-8 (byte {error.start + 1})") from None
    except json.JSONDecodeError as error:
        raise GameFormatError(f"not JSON: {error.msg}", f"line {error.lineno} column {error.colno}") from None
    except RecursionError:
        raise GameFormatError("not a game: nested too deeply") from None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members: dict[str, Any] = {}
    for name, value in pairs:
        if name in members:
            raise GameFormatError(f"the key {quoted(name)} appears twice")
        members[name] = value
    return members


class _OtherNumber:
    """A number that no game has: not whole, or too long. Where it stands it is refused as a wrong type."""

    def __init__(self, text: str) -> None:
        self.text = text


def _integer(digits: str) -> int | _OtherNumber:
    return int(digits) if len(digits) <= _LONGEST_INTEGER else _OtherNumber(digits)


# --- shapes -----------------------------------------------------------------------------------------


def _as_object(value: Any, place: str, keys: tuple[str, ...]) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise GameFormatError(f"{_shown(value)} is not an object", place)
    for key in value:
        if key not in keys:
            raise GameFormatError(f"the key {quoted(key)} is not known", place)
    for key in keys:
        if key not in value:
            raise GameFormatError(f"the key '{key}' is missing", place)
    return value


def _as_integer(value: Any, place: str) -> int:
    if type(value) is not int or value < 0:  # a bool is no integer here
        raise GameFormatError(f"{_shown(value)} is not a whole number from 0 to {HIGHEST}", place)
    return value


def _as_text(value: Any, place: str) -> str:
    if not isinstance(value, str):
        raise GameFormatError(f"{_shown(value)} is not a text", place)
    return value


def _as_texts(value: Any, place: str) -> list[str]:
    if not isinstance(value, list):
        raise GameFormatError(f"{_shown(value)} is not a list", place)
    for index, item in enumerate(value):
        if not isinstance(item, str):
            raise GameFormatError(f"{_shown(item)} is not a text", f"{place}[{index}]")
    return value


def _shown(value: Any) -> str:
    """What stands there instead, in short: a list or an object may be large and deep."""
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, (list, dict)):
        return "a list" if isinstance(value, list) else "an object"
    if isinstance(value, _OtherNumber):
        return f"the number {quoted(value.text)}"
    return json.dumps(value)


# --- the parts of a game ----------------------------------------------------------------------------


def _parsed(parse: Callable[[str], _T], value: Any, place: str) -> _T:
    try:
        return parse(_as_text(value, place))
    except NotationError as error:
        raise GameFormatError(str(error), place) from None


def _seed(value: Any) -> str | None:
    if value is None:
        return None
    seed = str(_parsed(Seed.parse, value, "seed"))
    if seed != value:
        raise GameFormatError(f"{quoted(value)} is written {quoted(seed)}", "seed")
    return seed


def _start(document: dict[str, Any]) -> Position:
    suits = _as_integer(document["suits"], "suits")
    if suits not in SUITS_IN_PLAY:
        raise GameFormatError(no_such_level(suits), "suits")
    relaxed = document["relaxed"]
    if type(relaxed) is not bool:
        raise GameFormatError(f"{_shown(relaxed)} is not true or false", "relaxed")
    start = _as_object(document["start"], "start", _START_KEYS)
    texts = _as_texts(start["columns"], "start.columns")
    if len(texts) != COLUMNS:
        raise GameFormatError(f"there are {len(texts)} columns, not {COLUMNS}", "start.columns")
    columns = [
        _parsed(parse_column_cards, text, f"start.columns[{index}]") for index, text in enumerate(texts)
    ]
    stock = _parsed(parse_cards, start["stock"], "start.stock")
    foundations = _parsed(parse_foundations, start["foundations"], "start.foundations")
    position = Position(tuple(columns), stock, foundations, suits, relaxed)
    try:
        position.check()
    except PositionError as error:
        raise GameFormatError(str(error), "start") from error
    return position
