"""The exit codes, and which error means which."""

from __future__ import annotations

from enum import IntEnum

from spider_cli.errors import (
    GameFormatError,
    IllegalStepError,
    NotationError,
    PositionError,
    SpiderError,
    StorageError,
)


class Exit(IntEnum):
    """What the exit code of `spider` says."""

    DONE = 0
    REFUSED = 1  # by the rules, or by what is at stake
    USAGE = 2
    FILE = 3
    GAVE_UP = 4
    INTERRUPTED = 130


class RefusedError(SpiderError):
    """Refused for another reason than the rules of the game. Attributes: `reason`, one word for programs."""

    def __init__(self, message: str, reason: str = "refused") -> None:
        super().__init__(message)
        self.reason = reason


class UsageError(SpiderError):
    """The command line asks for something that cannot be."""


class GaveUpError(SpiderError):
    """A search has reached its limit."""


class OutputError(SpiderError):
    """Standard output cannot be written."""


class WorkerError(SpiderError):
    """Other processes cannot be started, or were killed."""


#: The first kind that fits decides.
_CODES: dict[type[SpiderError], Exit] = {
    IllegalStepError: Exit.REFUSED,
    RefusedError: Exit.REFUSED,
    NotationError: Exit.USAGE,
    PositionError: Exit.USAGE,
    UsageError: Exit.USAGE,
    GameFormatError: Exit.FILE,
    StorageError: Exit.FILE,
    GaveUpError: Exit.GAVE_UP,
    OutputError: Exit.FILE,
    WorkerError: Exit.GAVE_UP,
    SpiderError: Exit.REFUSED,  # a new kind that has no line here
}


def exit_code(error: SpiderError) -> Exit:
    """The exit code for an error."""
    return next(code for kind, code in _CODES.items() if isinstance(error, kind))
