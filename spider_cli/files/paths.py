"""Names of files: which may be a game file, where a name leads to, what a directory stands for."""

from __future__ import annotations

import os
from typing import Final

from spider_cli.errors import StorageError
from spider_cli.files import system
from spider_cli.files.failures import reporting

Path = str | os.PathLike[str]

#: The ending of the files that hold a game a line, in small letters or in capitals.
LINES: Final = ".jsonl"
GAMES: Final = (".json", LINES)

_SEPARATORS: Final = tuple(filter(None, (os.sep, os.altsep)))


def check_game_path(name: str) -> None:
    """Raises StorageError for a name that no game file has, whatever is in the file."""
    if name == "-":
        raise StorageError(name, "means standard input, and the game is kept in a file: give its name")
    if name.endswith(_SEPARATORS):
        raise StorageError(name, "names a directory, and the game is kept in a file: give a name in it")
    if name.lower().endswith(LINES):
        raise StorageError(
            name,
            "a .jsonl file holds a game a line, and is no game file; "
            "'sed -n 3p FILE > game.json' takes the third game out of it",
        )


def target_of(path: Path) -> str:
    """The absolute path of the file that a path leads to through symbolic links. Raises StorageError."""
    name = os.fspath(path)
    with reporting(name, "cannot be found"):
        return system.real_path(name)


def expanded(path: Path) -> list[str]:
    """The path; or if it is a directory, the files of games directly in it, sorted by name."""
    name = os.fspath(path)
    try:
        return [
            os.path.join(name, entry)
            for entry in sorted(system.names_in(name))
            if entry.lower().endswith(GAMES)
        ]
    except (OSError, ValueError):  # no directory, or none that may be read: reading it will say so
        return [name]
