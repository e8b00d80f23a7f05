"""The history of a game file: the games that `new` has replaced, one a line, in a file beside it."""

from __future__ import annotations

import contextlib
import json
from typing import TYPE_CHECKING, Final

from spider_cli.errors import StorageError
from spider_cli.files import reading, system
from spider_cli.files.appending import IS_LINK, appended
from spider_cli.files.paths import target_of
from spider_cli.files.storage import LockedFile
from spider_cli.games.record import FORMAT
from spider_cli.saved.collection import BLANK

if TYPE_CHECKING:
    from collections.abc import Iterable
    from contextlib import AbstractContextManager

    from spider_cli.files.appending import GrowingFile
    from spider_cli.games.game import Game

#: How every line begins that is written here.
_HEAD: Final = f'{{"format":"{FORMAT}",'.encode()


def history_path(path: str) -> str:
    """The history of a game file. It lies beside the file that a symbolic link leads to.

    Raises StorageError.
    """
    return target_of(path).removesuffix(".json") + ".history.jsonl"


def kept(path: str, games: Iterable[Game], file: LockedFile) -> AbstractContextManager[None]:
    """The games of a game file added to its history, unless the block that replaces them raises StorageError.

    Raises StorageError if there is something else in the place of the history, which is left alone then.
    """
    lines = "".join([game.dumps(compact=True) for game in games]).encode()
    return appended(history_path(path), lines, file, _check)


def games_in(path: str) -> list[bytes]:
    """The lines of a history that hold anything, the oldest game first. Raises StorageError."""
    return list(filter(_is_filled, reading.read_lines(path)))


def removed(path: str, number: int, line: bytes) -> None:
    """Take a game out of the history of a game file: the one with that number, from 1, if it is this line.

    Raises StorageError, and then the history is as it was.
    """
    name = history_path(path)
    if system.is_link(name):
        raise StorageError(name, IS_LINK)
    with contextlib.closing(LockedFile(name, name, create=False)) as file:
        lines = (file.content or b"").removesuffix(b"\n").split(b"\n")
        filled = [place for place, one in enumerate(lines) if _is_filled(one)]
        for place in filled[number - 1 : number]:
            if lines[place].strip(BLANK) == line.strip(BLANK):
                file.write(b"".join([one + b"\n" for one in lines[:place] + lines[place + 1 :]]))
                return
    raise StorageError(name, "was changed by another program meanwhile, and is left alone")


def _check(file: GrowingFile) -> None:
    """Refuse what is no history, and cut off a last line that a crash cut short."""
    first = next(filter(_is_filled, file.lines()), b"")
    if first and not (_is_game(first) or _is_cut_short(first)):
        raise StorageError(file.name, "is no history of games, and is left alone")
    if not file.ends_whole():
        *_, last = file.lines()
        if _is_cut_short(last) and not _is_game(last):
            file.cut(last)


def _is_filled(line: bytes) -> bool:
    return bool(line.strip(BLANK))


def _is_game(line: bytes) -> bool:
    try:
        document = json.loads(line.strip(BLANK))
    except (ValueError, RecursionError):
        return False
    return isinstance(document, dict) and document.get("format") == FORMAT


def _is_cut_short(line: bytes) -> bool:
    if line.endswith(b"\n"):
        return False
    written = line.rstrip(b"\0")  # some file systems leave zeros after a loss of power
    return written.startswith(_HEAD) or _HEAD.startswith(written)
