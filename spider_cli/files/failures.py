"""What the system refuses, told as a StorageError."""

from __future__ import annotations

import contextlib
import errno
import os
from typing import TYPE_CHECKING

from spider_cli.errors import MissingFileError, StorageError
from spider_cli.files import system

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextlib.contextmanager
def reporting(name: str, failure: str, missing: str = "there is no such file") -> Iterator[None]:
    """Turn what the system refuses into a StorageError, or into a MissingFileError.

    `name`: the file as the user calls it; `failure`: what did not work, as "cannot be read"; `missing`:
    what to say if a file or directory is not there.
    """
    try:
        yield
    except OSError as error:
        if error.errno == errno.ENOENT:
            if not (os.path.isabs(name) or system.has_current_directory()):
                raise StorageError(name, "the current directory does not exist any more") from error
            raise MissingFileError(name, missing) from error
        raise StorageError(name, f"{failure}: {reason(error)}") from error
    except ValueError as error:  # a NUL byte in the name
        raise StorageError(name, f"{failure}: {error}") from error


def reason(error: OSError) -> str:
    """What the system says, as "no space left on device"."""
    return (error.strerror or str(error)).lower()
