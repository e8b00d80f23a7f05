"""The command `spider`: a Click group whose commands are loaded when they are asked for."""

from __future__ import annotations

import gc
import os
import sys

TYPE_CHECKING = False  # as in `typing`, which takes a while to load: time in which nobody answers Ctrl-C
if TYPE_CHECKING:
    from typing import NoReturn

__all__ = ["end_at_once", "main"]

#: Modules that have something to do when the process ends: for other processes, or for the terminal.
_WITH_AN_END = {"concurrent.futures", "multiprocessing", "readline"}


def main() -> NoReturn:
    """Run the command line of this process and exit."""
    if getattr(sys, "frozen", False):  # one program file, which its worker processes are started with too
        from multiprocessing import freeze_support

        freeze_support()
    try:
        # What loads stays until the end. The collector would search it for garbage while it loads, and
        # once more at the end: a sixth of the time that a short command takes.
        gc.disable()
        from spider_cli.cli.group import main as group
        from spider_cli.cli.streams import replace_streams

        gc.freeze()
        gc.enable()
        replace_streams()
        sys.exit(group())
    except KeyboardInterrupt as stop:  # before the group could see to it, or when it had
        sys.exit(getattr(stop, "exit_code", 130))


def end_at_once() -> NoReturn:
    """Run the command line of this process and exit: what the installed command `spider` does.

    Python ends by taking apart all that it has loaded, which is a tenth of the time of a short command.
    Nothing of ours needs that: commands close their files and locks, and our streams keep nothing back.
    """
    try:
        main()
    except SystemExit as end:
        if _WITH_AN_END & sys.modules.keys() or not isinstance(end.code, int):
            raise
        for stream in (sys.stdout, sys.stderr):
            stream.flush()  # those that are not ours, as the console of Windows
        os._exit(end.code)
