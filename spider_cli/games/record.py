"""The text of a game file: JSON, read strictly, and written so that it is small and easy to compare.

A record is what a game file holds, read but not played. Its keys are in two classes: `Record` has those
that every file has, `Notes` those that version 2 of the file added, which cannot be worked out by
playing. A key is one entry of its class: see `spider_cli.games.file_keys`. A file is written as version 1 as
long as it has no key of version 2.

Reading checks everything that can be checked without playing: the JSON, the keys, the start. The steps are
kept as text; playing them is for `spider_cli.games.game`.
"""

from __future__ import annotations

import json
import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from spider_cli.errors import GameFormatError, NotationError, PositionError
from spider_cli.games.file_keys import (
    Key,
    Keyed,
    as_count,
    as_flag,
    as_object,
    as_parsed,
    as_text,
    as_texts,
    shown,
)
from spider_cli.games.seeds import Seed
from spider_cli.games.starts import start_of
from spider_cli.games.strict_json import HIGHEST, parse_json
from spider_cli.games.times import TIME_PATTERN, parse_time
from spider_cli.rules.cards import SIGNS, SUITS_IN_PLAY, card_names, no_such_level, parse_cards
from spider_cli.rules.columns import format_column_cards, parse_column_cards
from spider_cli.rules.layout import format_foundations, parse_foundations
from spider_cli.rules.position import Position
from spider_cli.rules.steps import COLUMNS, is_number
from spider_cli.text import quoted

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

FORMAT: Final = "spider-game"
VERSIONS: Final = (1, 2)

_SUIT: Final = f"[SHDCshdc{SIGNS}]"
_CARD: Final = f"(10|[A2-9TJQKatjqk]){_SUIT}"
_COUNT_SCHEMA: Final = {"type": "integer", "minimum": 0, "maximum": HIGHEST}
_STEPS_SCHEMA: Final = {
    "type": "array",
    "items": {"type": "string", "pattern": "^(deal|([1-9]|10) ([1-9]|10) ([1-9]|1[0-3]))$"},
}


# --- the keys of every file ---------------------------------------------------------------------------


class StartCards(NamedTuple):
    """The cards of a start: as in `Position`, whose other fields have keys of their own."""

    columns: tuple[bytes, ...]
    stock: bytes
    foundations: bytes


def _suits(value: Any, place: str) -> int:
    suits = as_count(value, place)
    if suits not in SUITS_IN_PLAY:
        raise GameFormatError(no_such_level(str(suits)), place)
    return suits


def _seed(value: Any, place: str) -> Seed | None:
    if value is None:
        return None
    seed = as_parsed(Seed.parse, value, place)
    if str(seed) != value:
        raise GameFormatError(f"{quoted(value)} is written {quoted(str(seed))}", place)
    return seed


def start_from_data(value: Any, place: str = "start") -> StartCards:
    """The cards of a start from what a game file writes. Raises GameFormatError; `place` names the value."""
    start = as_object(value, place)
    _refuse_other_keys(start, StartCards._fields, place)
    for name in StartCards._fields:
        if name not in start:
            raise GameFormatError(f"the key '{name}' is missing", place)
    texts = as_texts(start["columns"], f"{place}.columns")
    if len(texts) != COLUMNS:
        raise GameFormatError(f"there are {len(texts)} columns, not {COLUMNS}", f"{place}.columns")
    columns = [
        as_parsed(parse_column_cards, text, f"{place}.columns[{index}]") for index, text in enumerate(texts)
    ]
    return StartCards(
        tuple(columns),
        as_parsed(parse_cards, start["stock"], f"{place}.stock"),
        as_parsed(parse_foundations, start["foundations"], f"{place}.foundations"),
    )


def start_as_data(start: StartCards | Position) -> dict[str, Any]:
    """The cards of a start as a game file writes them."""
    return {
        "columns": [format_column_cards(column) for column in start.columns],
        "stock": card_names(start.stock),
        "foundations": format_foundations(start.foundations),
    }


class Record(Keyed):
    """What a game file holds: these keys, and `notes`. Steps are texts, in `redo` with the next one first."""

    suits = Key(_suits, {"enum": list(SUITS_IN_PLAY)})
    relaxed = Key(
        as_flag, {"description": "Whether a deal over empty columns is allowed.", "type": "boolean"}
    )
    seed = Key(
        _seed,
        {
            "description": "The name of the start, or null if the game started from a layout.",
            "type": ["string", "null"],
            "pattern": "^(0|[1-9][0-9]{0,19}|pysol:ms[1-9][0-9]{0,9}|pysol:[1-9][0-9]{4,39}"
            "|kpat:[1-9][0-9]{0,9})$",
        },
        write=lambda seed: None if seed is None else str(seed),
    )
    start = Key(
        start_from_data,
        {
            "type": "object",
            "additionalProperties": False,
            "required": list(StartCards._fields),
            "properties": {
                "columns": {
                    "description": "Each from the bottom card to the exposed one, face-down cards before a "
                    "bar, '-' if empty.",
                    "type": "array",
                    "minItems": COLUMNS,
                    "maxItems": COLUMNS,
                    "items": {"type": "string", "pattern": rf"^\s*(-\s*|({_CARD}(\s+|$|(?=\|))|\|\s*)*)$"},
                },
                "stock": {
                    "description": "In dealing order: the first ten are the next row, from the left.",
                    "type": "string",
                    "pattern": rf"^\s*({_CARD}(\s+|$))*$",
                },
                "foundations": {
                    "description": "The suits of the runs completed before the start.",
                    "type": "string",
                    "pattern": rf"^\s*({_SUIT}(\s+|$))*$",
                },
            },
        },
        write=start_as_data,
    )
    steps = Key(as_texts, {"description": "The played steps: FROM TO COUNT, or deal.", **_STEPS_SCHEMA})
    redo = Key(as_texts, {"description": "The undone steps, the next one to redo first.", **_STEPS_SCHEMA})
    undos = Key(as_count, {"description": "How many steps were ever taken back.", **_COUNT_SCHEMA})

    notes: Notes = None  # type: ignore[assignment]  # each record gets its own

    def __init__(self, notes: Notes | None = None, **values: Any) -> None:
        super().__init__(**values)
        self.notes = notes or Notes()

    def position(self) -> Position:
        """The position of the start."""
        return Position(*self.start, self.suits, self.relaxed)


# --- the keys of version 2 ----------------------------------------------------------------------------

MOST_MARKS: Final = 1000
_MARK_NAME: Final = "[^\\W\\d_][\\w.-]{0,39}"


def parse_mark(text: str) -> str:
    """The name of a mark: a letter, then letters, digits and `. - _`, at most 40 characters in all.

    Small and capital letters are not told apart. Raises NotationError.
    """
    if not re.fullmatch(_MARK_NAME, text) or text.lower() == "all":
        raise NotationError(f"{quoted(text)} is not a name for a step; names begin with a letter", text)
    return text.lower()


def parse_step_name(text: str) -> int | str:
    """What names a step: its number, 0 or more, or a mark. Raises NotationError."""
    return int(text) if is_number(text) else parse_mark(text)


def _marks(value: Any, place: str) -> dict[str, int]:
    marks = as_object(value, place)
    if len(marks) > MOST_MARKS:
        raise GameFormatError(f"there are {len(marks)} marks; a game has at most {MOST_MARKS}", place)
    found = {as_parsed(parse_mark, name, place): as_count(marks[name], f"{place}.{name}") for name in marks}
    if len(found) != len(marks):
        raise GameFormatError("two marks have the same name", place)
    return found


def _time(value: Any, place: str) -> str | None:
    as_parsed(parse_time, value, place)
    return as_text(value, place)


def _solved(value: Any, place: str) -> int | None:
    return as_count(value, place)


class Notes(Keyed):
    """What a game file keeps beside the game itself. All of it is optional.

    `marks`: names of steps, each with a number of played steps. `began`, `saved`: when the game was
    started and last saved, in UTC. `seconds`: the time spent on it. `hints`: how often one was asked for.
    `solved`: the fewest steps in which the problem that the game is was solved; None if it never was.
    """

    marks = Key(
        _marks,
        {
            "description": "Names of steps, each with the number of steps from the start.",
            "type": "object",
            "maxProperties": MOST_MARKS,
            "additionalProperties": _COUNT_SCHEMA,
        },
        default=dict[str, int],
        since=2,
    )
    began = Key(
        _time,
        {"description": "When the game was started.", "type": "string", "pattern": f"^{TIME_PATTERN}$"},
        default=lambda: None,
        since=2,
    )
    saved = Key(
        _time,
        {"description": "When the game was last saved.", "type": "string", "pattern": f"^{TIME_PATTERN}$"},
        default=lambda: None,
        since=2,
    )
    seconds = Key(
        as_count, {"description": "Seconds spent on the game.", **_COUNT_SCHEMA}, default=int, since=2
    )
    hints = Key(
        as_count, {"description": "How often a hint was asked for.", **_COUNT_SCHEMA}, default=int, since=2
    )
    solved = Key(
        _solved,
        {"description": "The fewest steps in which the problem was solved.", **_COUNT_SCHEMA},
        default=lambda: None,
        since=2,
    )


# --- reading ------------------------------------------------------------------------------------------


def parse_record(text: str | bytes) -> Record:
    """The record in the text of a game file: UTF-8, with or without BOM.

    Raises GameFormatError, naming the place and the reason.
    """
    data = as_object(parse_json(text), "")
    version = _version(data)
    keys = [*Record.all_keys(), *Notes.all_keys()]
    known = ["format", "version", *[key.name for key in keys if key.since <= version]]
    _refuse_other_keys(data, known, "", {key.name: key.since for key in keys})
    for name in ("format", "version"):
        if name not in data:
            raise GameFormatError(f"the key '{name}' is missing")
    record = Record.read(data)
    record.notes = Notes.read(data)
    _check_start(record)
    _check_marks(record)
    return record


def _version(data: Mapping[str, Any]) -> int:
    """The version. Another format or version is refused before the keys are looked at: those may differ."""
    name = data.get("format", FORMAT)
    if name != FORMAT:
        raise GameFormatError(f"{shown(name)} is not {FORMAT!r}", "format")
    version = as_count(data.get("version", VERSIONS[0]), "version")
    if version not in VERSIONS:
        known = " and ".join(map(str, VERSIONS))
        raise GameFormatError(f"{version} is not known here; this program reads versions {known}", "version")
    return version


def _refuse_other_keys(
    data: Mapping[str, Any], known: Iterable[str], place: str, since: Mapping[str, int] | None = None
) -> None:
    for name in data:
        if name not in known:
            newer = f" before version {since[name]}" if since and name in since else ""
            raise GameFormatError(f"the key {quoted(name)} is not known{newer}", place)


def _check_start(record: Record) -> None:
    position = record.position()
    try:
        position.check()
    except PositionError as error:
        raise GameFormatError(str(error), "start") from error
    if record.seed is not None and start_of(record.seed, record.suits, relaxed=record.relaxed) != position:
        raise GameFormatError(f"is not what seed {record.seed} deals", "start")


def _check_marks(record: Record) -> None:
    steps = len(record.steps) + len(record.redo)
    for name, number in record.notes.marks.items():
        if number > steps:
            raise GameFormatError(f"{number} is more than the {steps} steps there are", f"marks.{name}")


# --- writing ------------------------------------------------------------------------------------------


def format_record(record: Record, *, compact: bool = False) -> str:
    """The text of a game file with its newline; `compact`: all on one line, as in JSON Lines."""
    data = {
        "format": FORMAT,
        "version": record.notes.version(),
        **record.written(),
        **record.notes.written(),
    }
    if compact:
        return json.dumps(data, separators=(",", ":")) + "\n"
    members = [f' "{key}": {_indented(value)}' for key, value in data.items()]
    return "{\n" + ",\n".join(members) + "\n}\n"


def _indented(value: Any) -> str:
    """A member of the document as `json.dumps(document, indent=1)` writes it."""
    if isinstance(value, list) and value:  # there may be a million steps, and `indent` is slow
        return "[\n  " + ",\n  ".join(map(_as_json, value)) + "\n ]"
    return json.dumps(value, indent=1).replace("\n", "\n ")


_as_json = lru_cache(maxsize=8192)(json.dumps)  # a game says the same few hundred steps again and again


# --- the schema ---------------------------------------------------------------------------------------


def game_schema() -> dict[str, Any]:
    """The JSON Schema of a game file: what `spider_cli/schema/game.schema.json` holds."""
    keys = [*Record.all_keys(), *Notes.all_keys()]
    versions = " and ".join(map(str, VERSIONS))
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:spider-solitaire:game",
        "title": f"A game of spider, versions {versions}",
        "description": "The start of a game and the steps played from it; everything else follows by playing "
        "them. Whether a game can have the start, and whether its steps are legal, only the program can say.",
        "type": "object",
        "additionalProperties": False,
        "required": ["format", "version", *[key.name for key in keys if key.default is None]],
        "properties": {
            "format": {"const": FORMAT},
            "version": {"enum": list(VERSIONS)},
            **{key.name: key.schema for key in keys},
        },
        "allOf": [_without_later_keys(version, keys) for version in VERSIONS[:-1]],
    }


def _without_later_keys(version: int, keys: Iterable[Key[Any]]) -> dict[str, Any]:
    """The part of the schema that keeps the keys of later versions out of a file of this version."""
    later = [{"required": [key.name]} for key in keys if key.since > version]
    return {"if": {"properties": {"version": {"const": version}}}, "then": {"not": {"anyOf": later}}}
