"""The saved games in many files, one at a time: a million of them take no more memory than one.

A file is one game (`.json` or any other name), or with `.jsonl` one game a line. A directory stands
for the `.json` and `.jsonl` files in it. `-` is standard input: lines of games, or one game over many
lines.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple

from spider_cli.errors import StorageError
from spider_cli.files import paths, reading

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import BinaryIO

STDIN: Final = "-"
_STDIN_NAME: Final = "<stdin>"  # what its games are said to come from
#: What may stand before and after a game.
BLANK: Final = b" \t\r\n\xef\xbb\xbf"  # blanks, and a byte order mark


class SavedGame(NamedTuple):
    """The text of one saved game, or why the file could not be read any further.

    `file`: the name as it was given, or found in a directory, or `<stdin>`; `line`: the number of the
    line (from 1) if the file holds a game a line, else None. Nothing is known of the text yet, except
    that more than 64 MiB of it are not given.
    """

    file: str
    line: int | None
    content: bytes | StorageError


def files_of(names: Iterable[str]) -> list[str]:
    """The names, with the saved games in it for each that is a directory."""
    return [file for name in names for file in ([name] if name == STDIN else paths.expanded(name))]


def saved_games(files: Iterable[str], stdin: BinaryIO | None) -> Iterator[SavedGame]:
    """The games in the files, in order. For a file that cannot be read there is one that says so."""
    for file in files:
        try:
            yield from _games_in(file, stdin)
        except StorageError as error:
            yield SavedGame(file, None, error)


def _games_in(file: str, stdin: BinaryIO | None) -> Iterator[SavedGame]:
    if file == STDIN:
        yield from _games_in_stream(stdin)
    elif file.lower().endswith(paths.LINES):
        yield from _one_a_line(file, enumerate(reading.read_lines(file), start=1))
    else:
        yield SavedGame(file, None, reading.read(file))


def _one_a_line(file: str, lines: Iterable[tuple[int, bytes]]) -> Iterator[SavedGame]:
    return (SavedGame(file, number, line) for number, line in lines if line.strip(BLANK))


def _games_in_stream(stream: BinaryIO | None) -> Iterator[SavedGame]:
    if stream is None:
        raise StorageError(_STDIN_NAME, "standard input is closed")
    lines = enumerate(reading.stream_lines(stream, _STDIN_NAME), start=1)
    for number, line in lines:
        text = line.strip(BLANK)
        if text == b"{":  # no game ends on this line, so all lines are one
            yield SavedGame(_STDIN_NAME, None, _joined(line, lines))
        elif text:
            yield from _one_a_line(_STDIN_NAME, chain([(number, line)], lines))


def _joined(first: bytes, lines: Iterable[tuple[int, bytes]]) -> bytes:
    content = bytearray(first)
    for _, line in lines:
        content += b"\n" + line
        if len(content) > reading.SIZE_LIMIT:
            raise StorageError(_STDIN_NAME, reading.TOO_LARGE)
    return bytes(content)
