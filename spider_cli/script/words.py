"""The script language: one command a line, for `run` and `play`.

    3 7            # from column 3 to column 7; also `3 7 2`, `move 3 7 2`, `m 3 7`
    deal           # also `d`
    undo 2         # also `undo`, `undo all`, `u`; `redo` and `r` alike
    show
    moves
    hint
    quit

Text is UTF-8, and a line ends at a newline and nowhere else. The words of a line are separated by
spaces and tabs, in capitals or not; `#` starts a comment. What a number means is decided by
`spider_cli.rules.steps`, as on the command line.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from spider_cli.errors import NotationError
from spider_cli.rules.steps import DEAL, Step, parse_column, parse_count, parse_how_many
from spider_cli.text import quoted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from spider_cli.games.game import Game

#: The longest line that is read, in bytes, without its end.
LONGEST_LINE: Final = 1000

_BOM: Final = b"\xef\xbb\xbf"
_CUT: Final = len(_BOM) + LONGEST_LINE + len(b"\r") + 1  # more bytes than any line that is read


class Command(NamedTuple):
    """What a line says: the full word of the command, and the numbers after it.

    `move` has (source, target, count or None), `undo` and `redo` have (steps, or None for all).
    """

    word: str
    numbers: tuple[int | None, ...] = ()

    @property
    def is_question(self) -> bool:
        """Whether it leaves the game as it is."""
        return self.word in ("show", "moves", "hint", "quit")


# --- from bytes to lines ------------------------------------------------------------------------------


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


@lru_cache(maxsize=2048)  # scripts say the same few hundred things again and again
def parse_line(line: bytes) -> Command | None:
    """The command in a line of a script, or None if there is only a comment. Raises NotationError."""
    return parse_words(words_in(line))


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


# --- from words to a command --------------------------------------------------------------------------


def parse_words(words: list[str]) -> Command | None:
    """The command that some words are, or None if there are none. Raises NotationError."""
    if not words:
        return None
    first, *rest = ["move", *words] if _is_like_a_number(words[0]) else words
    name = _SHORT.get(first.lower(), first.lower()) if first.isascii() else first
    parse = _COMMANDS.get(name)
    if parse is None:
        raise NotationError(
            f"{quoted(first)} is not a command; commands are FROM TO [COUNT], {_LISTED}", first
        )
    return Command(name, parse(name, rest))


def _is_like_a_number(word: str) -> bool:
    """Whether a word is meant as a column: the refusal then says what is wrong with it as one."""
    return word.lstrip("+-.")[:1].isnumeric()


def _move_numbers(name: str, words: list[str]) -> tuple[int | None, ...]:
    if len(words) not in (2, 3):
        written = quoted(" ".join(words)) if words else "nothing"
        raise NotationError(f"a move is written FROM TO [COUNT], as 3 7 or 3 7 2, not {written}")
    count = parse_count(words[2]) if len(words) == 3 else None
    return parse_column(words[0]), parse_column(words[1]), count


def _how_many(name: str, words: list[str]) -> tuple[int | None, ...]:
    if len(words) > 1:
        raise NotationError(f"{name} takes one number of steps, or 'all', not {quoted(' '.join(words))}")
    return (parse_how_many(words[0]) if words else 1,)


def nothing_after(name: str, words: list[str]) -> tuple[int | None, ...]:
    """Raises NotationError if words follow a command that stands alone."""
    if words:
        raise NotationError(f"{name} stands alone: {quoted(' '.join(words))} is too much")
    return ()


_COMMANDS: Final[dict[str, Callable[[str, list[str]], tuple[int | None, ...]]]] = {
    "move": _move_numbers,
    "deal": nothing_after,
    "undo": _how_many,
    "redo": _how_many,
    "show": nothing_after,
    "moves": nothing_after,
    "hint": nothing_after,
    "quit": nothing_after,
}
_SHORT: Final = {"m": "move", "d": "deal", "u": "undo", "r": "redo"}
_LISTED: Final = ", ".join(name for name in _COMMANDS if name != "move")

#: The words of all commands.
WORDS: Final = tuple(_COMMANDS)


# --- from a command to the game -----------------------------------------------------------------------


def perform(game: Game, command: Command) -> Step | int | None:
    """Do to a game what a command says.

    Returns the step made; for `undo` and `redo` how many steps; None for a command that leaves the
    game as it is. Raises IllegalStepError, and then nothing has changed.
    """
    word, numbers = command
    if word == "move":
        source, target, count = numbers
        assert source is not None and target is not None
        return game.move(source, target, count)
    if word == "deal":
        game.deal()
        return DEAL
    if word == "undo":
        return game.undo(*numbers)
    if word == "redo":
        return game.redo(*numbers)
    return None
