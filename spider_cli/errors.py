"""The errors that users and files can cause. Anything else that is raised is a bug.

Each carries its facts as attributes beside the sentence that `str()` gives. They all derive from
:class:`SpiderError`; text and steps that do not fit are `ValueError` as well.
"""

from __future__ import annotations

import copyreg

from spider_cli.text import counted, printable


class SpiderError(Exception):
    """Base of every error that is not a bug."""

    def __reduce__(self) -> tuple[object, ...]:
        # Errors come back from other processes with sentence and facts as they were. The default would
        # call the constructors with the sentence alone.
        return copyreg.__newobj__, (type(self), *self.args), self.__dict__  # type: ignore[attr-defined]  # not in the stubs


class NotationError(SpiderError, ValueError):
    """A text is not a card, a column number, a count, a step, a seed or a layout.

    Attributes: `text`, the part that could not be read.
    """

    def __init__(self, message: str, text: str = "") -> None:
        super().__init__(message)
        self.text = text


class PositionError(SpiderError, ValueError):
    """A position that no game can have. Attributes: `problems`, one sentence for each fault, at least one.

    The message names the first `NAMED` of them.
    """

    NAMED = 10

    def __init__(self, problems: tuple[str, ...]) -> None:
        more = len(problems) - self.NAMED
        rest = (f"and {counted(more, 'more fault')}",) if more > 0 else ()
        super().__init__("; ".join((*problems[: self.NAMED], *rest)))
        self.problems = problems


class IllegalStepError(SpiderError, ValueError):
    """A command is refused by the rules, or by what the game holds.

    Attributes: `reason`, one of the words in `REASONS`; `columns`, the column numbers (1-10) that
    the reason speaks of.
    """

    REASONS = (
        "won",  # the game is over
        "column",  # no such column
        "same-column",  # from a column to itself
        "no-cards",  # the source is empty
        "too-many",  # more cards than lie face up
        "broken-run",  # the cards taken are not a run
        "does-not-fit",  # the target does not take the card
        "stock-empty",  # no row left to deal
        "empty-columns",  # no deal over empty columns
        "never-dealt",  # too few cards left to fill the columns
        "nothing-to-undo",
        "nothing-to-redo",
        "no-step",  # no step has this number
        "no-mark",  # no step has this name
        "marks",  # too many names
    )

    def __init__(self, message: str, reason: str, columns: tuple[int, ...] = ()) -> None:
        super().__init__(message)
        assert reason in self.REASONS, reason
        self.reason = reason
        self.columns = columns


class GameFormatError(SpiderError, ValueError):
    """A text is not a saved game. Attributes: `place` in it, as `steps[36]`, or ""; `reason`."""

    def __init__(self, reason: str, place: str = "") -> None:
        super().__init__(f"{place}: {reason}" if place else reason)
        self.reason = reason
        self.place = place


class StorageError(SpiderError):
    """A file cannot be read, locked or written. Attributes: `path`, `reason`."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{printable(path) or repr(path)}: {reason}")
        self.path = path
        self.reason = reason


class MissingFileError(StorageError):
    """A file to be read, or the directory of one to be written, is not there."""
