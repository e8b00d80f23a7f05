"""The commands, a module each; none imports another. `spider_cli.cli.group` loads them by name."""

# ruff: noqa: F401  # imported to be found, see below

TYPE_CHECKING = False
if TYPE_CHECKING:
    # Programs that find the modules of a package by reading it, as PyInstaller does, find these here.
    from spider_cli.cli.commands import (
        deal,
        help,
        hint,
        log,
        mark,
        move,
        moves,
        new,
        other_programs,
        play,
        problem,
        replay,
        resume,
        review,
        run,
        shells,
        show,
        solve,
        stats,
        study,
        undo,
        verify,
    )
