"""Small helpers for text in messages: printable, in quotes, counted, and times."""

from __future__ import annotations


def printable(text: str) -> str:
    """`text` with every character that could disturb a terminal written as an escape.

    >>> printable("a\\x1b[31m")
    'a\\\\x1b[31m'
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def quoted(text: str, limit: int = 40) -> str:
    """`text` in quotes, printable, and cut after `limit` characters: what messages show of input."""
    shown = text if len(text) <= limit else text[: limit - 3] + "..."
    return f"'{printable(shown)}'"


def counted(number: int, noun: str) -> str:
    """A number with its noun, as `1 card` or `5 cards`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def duration(seconds: int) -> str:
    """A time in words, as `1 h 5 min` or `40 s`."""
    if seconds < 60:
        return f"{seconds} s"
    hours, minutes = divmod(seconds // 60, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min"
