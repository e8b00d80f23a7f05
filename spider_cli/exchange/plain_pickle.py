"""Pickles read as data: nothing is imported, called or run.

A pickle is a program for a stack machine, and Python's own reader runs whatever it says. Here only what
makes plain data is done (numbers, texts, lists, tuples, dictionaries). The classes and functions that the
caller names become an `Inert`, which holds their name and attributes; every other class or function is
refused, by its name.
"""

from __future__ import annotations

import pickletools
import re
import struct
from typing import TYPE_CHECKING, Any, Final

from spider_cli.errors import GameFormatError
from spider_cli.text import quoted

if TYPE_CHECKING:
    from collections.abc import Collection

#: A saved game of a few hundred moves has less than 100 KiB and 20,000 instructions.
LARGEST: Final = 2 * 1024 * 1024
_MOST_INSTRUCTIONS: Final = 400_000
_MOST_PICKLES: Final = 2000
_LONGEST_NUMBER: Final = 1024  # bits and bytes, more than any seed has

_HUGE_NUMBER: Final = re.compile(rb"[0-9]{1500}")

_MARK: Final = object()


class _Class:
    """A class that may stand in the pickle: its name, and nothing else."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name


class Inert:
    """An object of the pickle: the `name` of its class, and the `attributes` that were saved of it."""

    __slots__ = ("attributes", "name")

    def __init__(self, name: str) -> None:
        self.name = name
        self.attributes: dict[Any, Any] = {}


def read_pickles(content: bytes, classes: Collection[str]) -> list[Any]:
    """The values of all pickles in a file, which share a memo. `classes`: the names that may stand in it,
    as `module.name`.

    Raises GameFormatError for what is damaged, too large, or not plain data.
    """
    if len(content) > LARGEST:
        raise GameFormatError(f"it has more than {LARGEST // 1024 // 1024} MiB, as no saved game has")
    if _HUGE_NUMBER.search(content):  # Python 3.10 takes long to read one
        raise GameFormatError("it holds a number that no saved game has")
    machine = _Machine(classes)
    values: list[Any] = []
    start = 0
    while start < len(content):
        if len(values) == _MOST_PICKLES:
            raise GameFormatError("it holds more values than a saved game")
        try:
            end = machine.run(content[start:])
        except GameFormatError as error:
            raise GameFormatError(error.reason, error.place or f"byte {start + machine.byte + 1}") from None
        # A Warning if the user turns warnings into errors: a text has an escape that Python does not know.
        except (ValueError, IndexError, KeyError, TypeError, OverflowError, struct.error, Warning):
            raise GameFormatError("the pickle is damaged", f"byte {start + machine.byte + 1}") from None
        values.append(machine.value())
        start += end
    return values


class _Machine:
    """The stack machine. It does one pickle at a time; the memo goes on to the next."""

    def __init__(self, classes: Collection[str]) -> None:
        self._classes = classes
        self._memo: dict[int, Any] = {}
        self._stack: list[Any] = []
        self._done = 0
        self.byte = 0

    def value(self) -> Any:
        """What the last pickle has made."""
        (value,) = self._stack
        return value

    def run(self, content: bytes) -> int:
        """Do the pickle at the beginning of some bytes; returns how many it has."""
        self._stack = []
        self.byte = 0
        for opcode, argument, byte in pickletools.genops(content):
            self.byte = byte or 0
            self._done += 1
            if self._done > _MOST_INSTRUCTIONS:
                raise GameFormatError("it has more in it than a saved game")
            if opcode.name == "STOP":
                if len(self._stack) != 1:
                    raise ValueError("the stack is not empty")
                return self.byte + 1
            if opcode.name in _VALUES:
                self._push(argument)
            elif opcode.name in _CONSTANTS:
                self._stack.append(_CONSTANTS[opcode.name]())
            elif opcode.name not in ("PROTO", "FRAME"):
                do = _DOES.get(opcode.name)
                if do is None:
                    raise GameFormatError(f"the pickle does {opcode.name}, which plain data needs not")
                do(self, argument)
        raise ValueError("no end")  # pragma: no cover  # genops has raised before

    def _push(self, argument: Any) -> None:
        if isinstance(argument, int) and argument.bit_length() > _LONGEST_NUMBER:
            raise GameFormatError("it holds a number that no saved game has")
        self._stack.append(argument)

    def _to_mark(self) -> list[Any]:
        for index in range(len(self._stack) - 1, -1, -1):
            if self._stack[index] is _MARK:
                items = self._stack[index + 1 :]
                del self._stack[index:]
                return items
        raise ValueError("no mark")

    # --- what opcodes do --------------------------------------------------------------------------

    def _mark(self, _: Any) -> None:
        self._stack.append(_MARK)

    def _pop(self, _: Any) -> None:
        self._stack.pop()

    def _pop_mark(self, _: Any) -> None:
        self._to_mark()

    def _put(self, number: Any) -> None:
        self._memo[len(self._memo) if number is None else number] = self._stack[-1]

    def _get(self, number: Any) -> None:
        self._stack.append(self._memo[number])

    def _tuple(self, _: Any) -> None:
        self._stack.append(tuple(self._to_mark()))

    def _list(self, _: Any) -> None:
        self._stack.append(self._to_mark())

    def _dict(self, _: Any) -> None:
        items = self._to_mark()
        self._stack.append({})
        self._add_items(items)

    def _short_tuple(self, length: int) -> None:
        items = self._stack[-length:]
        if len(items) < length or _MARK in items:
            raise ValueError("too few")
        self._stack[-length:] = [tuple(items)]

    def _append(self, _: Any) -> None:
        self._extend([self._stack.pop()])

    def _appends(self, _: Any) -> None:
        self._extend(self._to_mark())

    def _extend(self, items: list[Any]) -> None:
        target = self._stack[-1]
        if not isinstance(target, list):
            raise TypeError("no list")
        target.extend(items)

    def _setitem(self, _: Any) -> None:
        value, key = self._stack.pop(), self._stack.pop()
        self._add_items([key, value])

    def _setitems(self, _: Any) -> None:
        self._add_items(self._to_mark())

    def _add_items(self, items: list[Any]) -> None:
        target = self._stack[-1]
        if not isinstance(target, dict) or len(items) % 2:
            raise TypeError("no dictionary")
        for key, value in zip(items[::2], items[1::2], strict=True):
            if not isinstance(key, (str, int, float, bytes)):  # a deep tuple would take long to hash
                raise GameFormatError("a key of a dictionary is neither a text nor a number")
            target[key] = value

    def _global(self, argument: Any) -> None:
        module, _, name = str(argument).partition(" ")
        self._stack.append(self._class(module, name))

    def _stack_global(self, _: Any) -> None:
        name, module = self._stack.pop(), self._stack.pop()
        self._stack.append(self._class(module, name))

    def _class(self, module: Any, name: Any) -> _Class:
        whole = f"{module}.{name}" if isinstance(module, str) and isinstance(name, str) else "?"
        if whole not in self._classes:
            raise GameFormatError(f"the pickle asks for {quoted(whole)}, which is not plain data")
        return _Class(str(name))

    def _object(self, _: Any) -> None:
        """An old class of Python 2, which takes no arguments."""
        (of,) = self._to_mark()
        self._make(of)

    def _instance(self, argument: Any) -> None:
        module, _, name = str(argument).partition(" ")
        if self._to_mark():
            raise ValueError("arguments")
        self._make(self._class(module, name))

    def _newobj(self, _: Any) -> None:
        arguments, of = self._stack.pop(), self._stack.pop()
        if arguments != ():
            raise GameFormatError("the pickle makes an object with arguments, which is not plain data")
        self._make(of)

    def _reduce(self, _: Any) -> None:
        """What a call would have given, if it were called: an object of which nothing is known."""
        arguments, of = self._stack.pop(), self._stack.pop()
        if not isinstance(arguments, tuple):
            raise TypeError("no arguments")
        self._make(of)

    def _make(self, of: Any) -> None:
        if not isinstance(of, _Class):
            raise TypeError("no class")
        self._stack.append(Inert(of.name))

    def _build(self, _: Any) -> None:
        attributes, target = self._stack.pop(), self._stack[-1]
        if not isinstance(target, Inert):
            raise TypeError("no object")
        if isinstance(attributes, dict):  # what else there is, is for a method that is not called
            target.attributes.update(attributes)


_VALUES: Final = frozenset([
    "INT", "LONG", "LONG1", "LONG4", "BININT", "BININT1", "BININT2", "FLOAT", "BINFLOAT",
    "STRING", "BINSTRING", "SHORT_BINSTRING", "UNICODE", "BINUNICODE", "SHORT_BINUNICODE", "BINUNICODE8",
    "BINBYTES", "SHORT_BINBYTES", "BINBYTES8",
])  # fmt: skip

_CONSTANTS: Final[dict[str, Any]] = {
    "NONE": lambda: None,
    "NEWTRUE": lambda: True,
    "NEWFALSE": lambda: False,
    "EMPTY_LIST": list,
    "EMPTY_TUPLE": tuple,
    "EMPTY_DICT": dict,
}

_DOES: Final[dict[str, Any]] = {
    "MARK": _Machine._mark,
    "POP": _Machine._pop,
    "POP_MARK": _Machine._pop_mark,
    **dict.fromkeys(("PUT", "BINPUT", "LONG_BINPUT", "MEMOIZE"), _Machine._put),
    **dict.fromkeys(("GET", "BINGET", "LONG_BINGET"), _Machine._get),
    "TUPLE": _Machine._tuple,
    "TUPLE1": lambda machine, _: machine._short_tuple(1),
    "TUPLE2": lambda machine, _: machine._short_tuple(2),
    "TUPLE3": lambda machine, _: machine._short_tuple(3),
    "LIST": _Machine._list,
    "DICT": _Machine._dict,
    "APPEND": _Machine._append,
    "APPENDS": _Machine._appends,
    "SETITEM": _Machine._setitem,
    "SETITEMS": _Machine._setitems,
    "GLOBAL": _Machine._global,
    "STACK_GLOBAL": _Machine._stack_global,
    "OBJ": _Machine._object,
    "INST": _Machine._instance,
    "NEWOBJ": _Machine._newobj,
    "REDUCE": _Machine._reduce,
    "BUILD": _Machine._build,
}
