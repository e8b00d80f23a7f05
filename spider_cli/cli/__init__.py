"""The command `spider`: a Click group whose commands are loaded when they are asked for."""

from __future__ import annotations

import gc
import sys

TYPE_CHECKING = False  # as in `typing`, which takes a while to load: time in which nobody answers Ctrl-C
if TYPE_CHECKING:
    from typing import NoReturn

__all__ = ["main"]


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
