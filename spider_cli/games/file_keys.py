"""Keys of a JSON object, each one entry: how it is read and checked, its default, its writing, its schema.

    class Notes(Keyed):
        hints = Key(as_count, {"type": "integer"}, default=int, since=2)

The class attribute is all there is to a key. An instance has the value under the same name, `Notes.read`
takes the keys from JSON data, and `written` gives them back as data.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

from spider_cli.errors import GameFormatError, NotationError
from spider_cli.games.strict_json import HIGHEST, OtherNumber
from spider_cli.text import quoted

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

T = TypeVar("T")
K = TypeVar("K", bound="Keyed")


class Key(Generic[T]):
    """One key of a JSON object.

    `read(value, place)` gives the value from JSON data, or raises GameFormatError with the place.
    `schema` describes the data, `write` gives the data back. With a `default` the key is optional: it
    is written only if its value differs from the default. `since` is the version of the file that has it.
    """

    def __init__(
        self,
        read: Callable[[Any, str], T],
        schema: Mapping[str, Any],
        *,
        write: Callable[[T], Any] | None = None,
        default: Callable[[], T] | None = None,
        since: int = 1,
    ) -> None:
        self.read = read
        self.schema = schema
        self.write = write
        self.default = default
        self.since = since

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, instance: None, owner: type) -> Key[T]: ...
    @overload
    def __get__(self, instance: object, owner: type) -> T: ...
    def __get__(self, instance: object | None, owner: type) -> Key[T] | T:
        if instance is None:
            return self
        value: T = instance.__dict__[self.name]
        return value

    def __set__(self, instance: object, value: T) -> None:
        instance.__dict__[self.name] = value


class Keyed:
    """An object whose attributes are keys. A subclass lists them, in the order in which they are written."""

    def __init__(self, **values: Any) -> None:
        for key in self.all_keys():
            self.__dict__[key.name] = values.pop(key.name) if key.name in values else _default(key)
        if values:
            raise TypeError(f"no such key: {', '.join(values)}")

    def __setattr__(self, name: str, value: object) -> None:
        if not hasattr(type(self), name):
            raise AttributeError(f"{type(self).__name__} has no key {name!r}")
        super().__setattr__(name, value)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]  # it can change

    def copy(self: K) -> K:
        """An object of its own with the same values."""
        values = {
            name: value.copy() if isinstance(value, dict) else value for name, value in vars(self).items()
        }
        return type(self)(**values)

    @classmethod
    def all_keys(cls) -> list[Key[Any]]:
        """The keys, in the order in which they are written."""
        return [key for key in vars(cls).values() if isinstance(key, Key)]

    @classmethod
    def read(cls: type[K], data: Mapping[str, Any], place: str = "") -> K:
        """The object in JSON data. Raises GameFormatError for a key that is missing or not as it must be."""
        values = {}
        for key in cls.all_keys():
            if key.name in data:
                values[key.name] = key.read(data[key.name], f"{place}{key.name}")
            elif key.default is None:
                raise GameFormatError(f"the key '{key.name}' is missing", place.rstrip("."))
        return cls(**values)

    def written(self) -> dict[str, Any]:
        """The JSON data of all keys, without those that are at their default.

        Raises GameFormatError for the value of an optional key that could not be read again.
        """
        data = {}
        for key in self.all_keys():
            value = self.__dict__[key.name]
            if key.default is None or value != key.default():
                data[key.name] = key.write(value) if key.write else value
                if key.default is not None:  # what a program may have set must be readable again
                    key.read(data[key.name], key.name)
        return data

    def version(self) -> int:
        """The first version of the file that has all keys that are written."""
        names = self.written().keys()
        return max((key.since for key in self.all_keys() if key.name in names), default=1)


def _default(key: Key[T]) -> T:
    if key.default is None:
        raise TypeError(f"the key {key.name} has no value")
    return key.default()


# --- ways to read a value -----------------------------------------------------------------------------


def as_object(value: Any, place: str) -> dict[str, Any]:
    """A JSON object. Raises GameFormatError."""
    if not isinstance(value, dict):
        raise GameFormatError(f"{shown(value)} is not an object", place)
    return value


def as_count(value: Any, place: str) -> int:
    """A whole number from 0 up to `HIGHEST`. Raises GameFormatError."""
    if type(value) is not int or value < 0:  # a bool is no integer here
        raise GameFormatError(f"{shown(value)} is not a whole number from 0 to {HIGHEST}", place)
    return value


def as_flag(value: Any, place: str) -> bool:
    """True or false. Raises GameFormatError."""
    if type(value) is not bool:
        raise GameFormatError(f"{shown(value)} is not true or false", place)
    return value


def as_text(value: Any, place: str) -> str:
    """A text. Raises GameFormatError."""
    if not isinstance(value, str):
        raise GameFormatError(f"{shown(value)} is not a text", place)
    return value


def as_texts(value: Any, place: str) -> list[str]:
    """A list of texts. Raises GameFormatError, naming the first that is none."""
    if not isinstance(value, list):
        raise GameFormatError(f"{shown(value)} is not a list", place)
    for index, item in enumerate(value):
        if not isinstance(item, str):
            raise GameFormatError(f"{shown(item)} is not a text", f"{place}[{index}]")
    return value


def as_parsed(parse: Callable[[str], T], value: Any, place: str) -> T:
    """What a parser of the rules makes of a text. Raises GameFormatError."""
    try:
        return parse(as_text(value, place))
    except NotationError as error:
        raise GameFormatError(str(error), place) from None


def shown(value: Any) -> str:
    """A value in few characters, for messages: a list or an object may be large and deep."""
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, (list, dict)):
        return "a list" if isinstance(value, list) else "an object"
    if isinstance(value, OtherNumber):
        return f"the number {quoted(value.text)}"
    return json.dumps(value)
