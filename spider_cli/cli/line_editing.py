"""Line editing, a history of lines and completion of words at a prompt, where the system has them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from types import ModuleType


def edit_lines(words_after: Callable[[list[str]], Iterable[str]], separator: str) -> None:
    """Let `input` edit its line, and Tab complete what begins like a word that may stand there.

    `words_after` gives the words that may come after some words of a command; `separator` ends a command.

    Python's module `readline` is GNU readline or, as on macOS, libedit; without either nothing changes.
    """
    try:
        import readline
    except ImportError:
        return

    def complete(start: str, number: int) -> str | None:
        before = readline.get_line_buffer()[: readline.get_begidx()].rpartition(separator)[2]
        known = sorted(words_after(before.split()))
        fitting = [f"{word} " for word in known if word.startswith(start.lower())]
        return fitting[number] if number < len(fitting) else None

    readline.set_completer(complete)
    readline.set_completer_delims(f" \t\n{separator}")
    # The two read their bindings in two languages, and each ignores the other's.
    readline.parse_and_bind("bind ^I rl_complete" if _is_libedit(readline) else "tab: complete")


def _is_libedit(readline: ModuleType) -> bool:
    """`backend` is new in Python 3.13; before that only the docstring tells (-OO leaves it to C modules)."""
    backend = getattr(readline, "backend", None) or readline.__doc__ or ""
    return "editline" in backend or "libedit" in backend
