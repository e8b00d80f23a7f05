"""The command `spider`: a Click group whose commands are loaded when they are asked for."""

from __future__ import annotations

import gc
import sys
from typing import NoReturn

__all__ = ["main"]


def main() -> NoReturn:
    """Run the command line of this process and exit."""
    try:
        # What loads stays until the end. The collector would search it for garbage while it loads, and
        # once more at the end: a sixth of the time that a short command takes.
        gc.disable()
        from spider_cli.cli.group import main as group

        gc.freeze()
        gc.enable()
        sys.exit(group())
    except KeyboardInterrupt:  # before the group could see to it
        sys.exit(130)
