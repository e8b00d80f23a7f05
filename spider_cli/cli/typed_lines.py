"""Lines typed at the prompt."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Final

from spider_cli.cli.exits import OutputError
from spider_cli.cli.interrupts import Interrupts, Stopped
from spider_cli.cli.line_editing import edit_lines
from spider_cli.cli.output import ReaderGone, write
from spider_cli.cli.wake_up import wake_on_signal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

#: What ends a command in a line that holds several.
SEPARATOR: Final = ";"
_PROMPT: Final = "spider> "


def commands_in(typed: bytes) -> list[bytes]:
    """The commands in what was typed, or pasted as lines at once, without comments."""
    lines = typed.replace(b"\r", b"\n").split(b"\n")
    return [part for line in lines for part in line.partition(b"#")[0].split(SEPARATOR.encode())]


class LineReader:
    """Reads what the player types."""

    def __init__(self, interrupts: Interrupts, completions: Callable[[list[str]], Iterable[str]]) -> None:
        """`completions` gives the words that may come after some words of a command."""
        self._interrupts = interrupts
        edit_lines(completions, SEPARATOR)

    def lines(self) -> Iterator[bytes | None]:
        """The lines, as bytes, so that one reader decides what is text; None for one dropped by Ctrl-C.

        Several lines may come as one, when they were pasted. Raises Stopped for any other signal.
        """
        while True:
            try:
                yield self.ask(_PROMPT)
            except EOFError:
                write("")
                return
            except Stopped as stop:
                with contextlib.suppress(OutputError, ReaderGone):
                    write("")
                self._interrupts.forget(stop)
                yield None

    def ask(self, question: str) -> bytes:
        """What is typed after a question. Raises EOFError for Ctrl-D, Stopped for Ctrl-C and its like."""
        try:
            with wake_on_signal(), self._interrupts.harmless():
                self._interrupts.check()
                return input(question).encode(errors="surrogateescape")
        except UnicodeDecodeError as error:
            return error.object
        except OSError as error:  # the terminal is gone
            raise EOFError from error
