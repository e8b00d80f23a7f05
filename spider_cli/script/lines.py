"""Lines of a script: UTF-8 text, one command a line, `#` starts a comment.

Lines end at a newline alone, and a carriage return before it is dropped. One byte order mark at the head of
the text is dropped. What the words of a line mean is decided by `spider_cli.script.words`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from spider_cli.errors import NotationError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

#: The longest line that is read, in bytes, without its end.
LONGEST_LINE: Final = 1000

_BOM: Final = b"\xef\xbb\xbf"
_CUT: Final = len(_BOM) + LONGEST_LINE + len(b"\r") + 1  # more bytes than any line that is read


def split_lines(blocks: Iterable[bytes]) -> Iterator[list[bytes]]:
    """For each block of a text the lines that end in it, and last the line that has no end.

    A BOM at the head is dropped. Memory is bounded by the largest block: of a line too long to be read
    only the head is given, and at once, for its end may never come.
    """
    first, rest, skipping = True, b"", False
    for block in blocks:
        if skipping:
            _, newline, block = block.partition(b"\n")
            if not newline:
                continue
        *lines, rest = (rest + block).split(b"\n")
        skipping = len(rest) > _CUT
        if skipping:
            lines.append(rest[:_CUT])
            rest = b""
        if first and lines:
            lines[0] = lines[0].removeprefix(_BOM)
            first = False
        yield lines
    if rest:
        yield [rest.removeprefix(_BOM) if first else rest]


def words_in(line: bytes) -> list[str]:
    """The words of a line, without comment. Raises NotationError if it is no text, or too long."""
    line = line.removesuffix(b"\r")
    if len(line) > LONGEST_LINE:
        raise NotationError(f"longer than {LONGEST_LINE:,} bytes")
    try:
        text = line.decode()
    except UnicodeDecodeError as error:
        raise NotationError(f"not UTF-8 (byte {error.start + 1})") from None
    if "\0" in text:  # what text in UTF-16 is full of
        raise NotationError(f"not UTF-8 text (byte {line.index(0) + 1} is NUL)")
    said = text.partition("#")[0].replace("\t", " ")
    return [word for word in said.split(" ") if word]
