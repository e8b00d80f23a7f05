"""JSON, read strictly: no key twice, no number that could not be a count, nothing huge or deep.

What a game can hold is small, so a hostile text is refused before much memory is spent on it.
"""

from __future__ import annotations

import json
from typing import Any, Final

from spider_cli.errors import GameFormatError
from spider_cli.text import quoted

_LONGEST_INTEGER: Final = 15  # digits; more is not a count of anything

#: The greatest number that a game file may hold.
HIGHEST: Final = 10**_LONGEST_INTEGER - 1

# Below this size, in characters, no text is a danger.
_HARMLESS: Final = 1 << 20
_SHORTEST_ITEM: Final = len('"deal",')
_MOST_OBJECTS: Final = 8
_MOST_LISTS: Final = 8


class OtherNumber:
    """A number that no game has: not whole, or too long. It is refused as a wrong type at its place."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text


def parse_json(text: str | bytes) -> Any:
    """The data in a JSON text, UTF-8 with or without BOM. Raises GameFormatError.

    A number that is not a whole one, or has too many digits, is given as an `OtherNumber`.
    """
    try:
        if isinstance(text, bytes):
            text = text.decode()
        if not text.strip("\ufeff \t\r\n"):
            raise GameFormatError("is empty")
        number = OtherNumber
        if len(text) > _HARMLESS:
            _check_size(text)
            number = _refuse_number  # type: ignore[assignment]  # both take the text of a number
        return json.loads(
            text.removeprefix("\ufeff"),
            object_pairs_hook=_unique,
            parse_int=lambda digits: int(digits) if len(digits) <= _LONGEST_INTEGER else number(digits),
            parse_float=number,
            parse_constant=number,
        )
    except UnicodeDecodeError as error:
        raise GameFormatError(f"not UTF-8 (byte {error.start + 1})") from None
    except json.JSONDecodeError as error:
        raise GameFormatError(f"not JSON: {error.msg}", f"line {error.lineno} column {error.colno}") from None
    except RecursionError:
        raise GameFormatError("not a game: nested too deeply") from None


def _check_size(text: str) -> None:
    """Refuse a large text that no game has: a game is one long list of steps and little else.

    An object takes hundreds of bytes of memory, a list or a text more than fifty, and a hostile text
    needs only two or three bytes for one.
    """
    if text.count("{") > _MOST_OBJECTS or text.count("[") > _MOST_LISTS:
        raise GameFormatError("not a game: it has too many objects or lists")
    if text.count(",") > len(text) // _SHORTEST_ITEM:
        raise GameFormatError("not a game: its items are too short to be steps")


def _refuse_number(text: str) -> OtherNumber:
    raise GameFormatError(f"not a game: it holds the number {quoted(text)}")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members: dict[str, Any] = {}
    for name, value in pairs:
        if name in members:
            raise GameFormatError(f"the key {quoted(name)} appears twice")
        members[name] = value
    return members
