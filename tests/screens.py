"""A terminal emulator for the tests: what is seen after a text was written."""

from __future__ import annotations

import pyte


class Screen:
    """A terminal of some rows and columns."""

    def __init__(self, rows: int, columns: int) -> None:
        self._screen = pyte.Screen(columns, rows)
        self._stream = pyte.Stream(self._screen)

    def write(self, text: str) -> None:
        """Write a text as a program does, whose newlines a terminal takes for a return as well."""
        self._stream.feed(text.replace("\r\n", "\n").replace("\n", "\r\n"))

    @property
    def lines(self) -> list[str]:
        """What is seen, line by line, without blanks at the end."""
        return [line.rstrip() for line in self._screen.display]

    @property
    def text(self) -> str:
        """What is seen."""
        return "\n".join(self.lines)

    def cells(self, row: int, column: int, number: int) -> str:
        """What is seen in some columns of a row, without blanks around it."""
        return "".join(
            [self._screen.buffer[row][place].data for place in range(column, column + number)]
        ).strip(" *|")
