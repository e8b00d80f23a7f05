"""Where positions are shown, and how: the form, the style, the window. All are tastes of the user."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Final, NamedTuple

from spider_cli.render.cells import NO_MARKS, Marks
from spider_cli.render.forms import DEFAULT_FORM, FORMS, Form
from spider_cli.render.style import Style, signs_fit
from spider_cli.render.themes import DEFAULT_THEME, NO_COLORS, theme

if TYPE_CHECKING:
    from typing import TextIO

    from spider_cli.games.game import Game
    from spider_cli.render.fitting import Window
    from spider_cli.render.sentences import Wording
    from spider_cli.rules.position import Position
    from spider_cli.rules.steps import Step

_USUAL_WINDOW = os.terminal_size((80, 24))  # of a terminal that does not know its size
_PROMPT_LINES = 2  # of the shell; many have two
_OWN_PROMPT_LINES = 2  # the prompt of `play`, and the line to which Enter goes, so that nothing scrolls
# What TERM may be, besides names with "256color" in them.
_MANY_COLORS: Final = ("xterm-kitty", "alacritty", "foot", "xterm-ghostty", "wezterm", "contour")


class Tastes(NamedTuple):
    """What the options and their variables say. None: not said.

    `form` and `theme` are names; `color`: --color or --no-color; `letters`: --ascii or --no-ascii.
    """

    form: str = DEFAULT_FORM
    color: bool | None = None
    letters: bool | None = None
    theme: str = DEFAULT_THEME


NO_TASTES: Final = Tastes()


class Display:
    """How one command shows positions on standard output."""

    def __init__(self, tastes: Tastes) -> None:
        self._tastes = tastes

    @property
    def form(self) -> Form:
        """The form that --as names."""
        return FORMS[self._tastes.form]

    @property
    def style(self) -> Style:
        """How cards look on standard output."""
        tastes = self._tastes
        colors = number_of_colors() if wants_color(tastes.color, sys.stdout) else 0
        if colors and sys.platform == "win32":
            from colorama import just_fix_windows_console

            just_fix_windows_console()
        terminal = _is_terminal(sys.stdout)
        placed = terminal and colors > 0
        letters = tastes.letters
        if letters is None:
            encoding = getattr(sys.stdout, "encoding", None)
            letters = not signs_fit(encoding) or (terminal and not placed and signs_may_be_wide())
        looks = theme(tastes.theme, colors) if colors else NO_COLORS
        marked = terminal and not looks.bold_tells
        return Style(not letters, looks, placed, marked, tastes.theme)

    @property
    def recorded_style(self) -> Style:
        """How cards look in a recording: as on a terminal of 256 colours, unless colours are turned off."""
        tastes = self._tastes
        off = tastes.color is False or (tastes.color is None and bool(os.environ.get("NO_COLOR")))
        looks = NO_COLORS if off else theme(tastes.theme, 256)
        return Style(not tastes.letters, looks, not off, not looks.bold_tells, tastes.theme)

    @property
    def wording(self) -> Wording:
        """How reports name cards: as the table beside them does, in words, or as scripts do."""
        from spider_cli.render.sentences import SCRIPT_WORDING, Wording

        if self.form.spoken:
            from spider_cli.render.spoken import SPOKEN_WORDING

            return SPOKEN_WORDING
        return Wording(self.style.card_name) if _is_terminal(sys.stdout) else SCRIPT_WORDING

    def drawn(
        self,
        game: Game,
        before: Position | None = None,
        *,
        hint: Step | None = None,
        beside: str = "",
        prompt: int = _PROMPT_LINES,
    ) -> str:
        """The position of a game in the form asked for.

        On a terminal it fits the window together with the words `beside` it, above or below, and `prompt`
        further lines; what has changed since `before` is marked, and so is the step of a `hint`.
        """
        words = self.wrapped(beside)
        window = self.window(prompt + (words.count("\n") + 1 if words else 0))
        return self.form.draw(game, self.style, window, Marks(before, hint) if window else NO_MARKS)

    def report(self, game: Game, words: str, before: Position | None = None) -> str:
        """What a command did, then the position it left; a spoken form has the words alone."""
        if self.form.spoken:
            return words
        return self.page(game, before, above=words, prompt=_PROMPT_LINES)

    def page(
        self,
        game: Game,
        before: Position | None = None,
        *,
        hint: Step | None = None,
        above: str = "",
        below: str = "",
        prompt: int = _OWN_PROMPT_LINES,
    ) -> str:
        """The position with words above and below it; see `drawn`."""
        beside = "\n".join([words for words in (above, below) if words])
        parts = (
            self.wrapped(above),
            self.drawn(game, before, hint=hint, beside=beside, prompt=prompt),
            self.wrapped(below),
        )
        return "\n".join([part for part in parts if part])

    def wrapped(self, words: str) -> str:
        """The words in lines that fit the window, broken between words only."""
        window = self.window(0)
        if window is None:
            return words
        from spider_cli.render.fitting import wrapped

        return "\n".join([part for line in words.split("\n") for part in wrapped(line, window.columns)])

    def window(self, other_lines: int) -> Window | None:
        """The window that has to hold the position and `other_lines` more; None if it is no terminal."""
        if not _is_terminal(sys.stdout):
            return None
        from spider_cli.render.fitting import Window

        columns, rows = _window_size(sys.stdout)
        return Window(rows, columns, other_lines)

    @property
    def clears_screen(self) -> bool:
        """Whether a position may take the place of the one before it: on a terminal that takes codes."""
        return not self.form.spoken and moves_cursor(self._tastes.color, sys.stdout)


def wants_color(flag: bool | None, stream: TextIO | None) -> bool:
    """The flag decides, then NO_COLOR, then FORCE_COLOR (if not empty), then the terminal."""
    if flag is not None:
        return flag
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return _is_terminal(stream) and os.environ.get("TERM") != "dumb"


def moves_cursor(flag: bool | None, stream: TextIO | None) -> bool:
    """Whether a stream is a terminal on which the cursor may be moved: never where colour is off."""
    return _is_terminal(stream) and wants_color(flag, stream)


def number_of_colors() -> int:
    """How many colours the terminal says it has: 256 or 16."""
    term = os.environ.get("TERM", "")
    many = "256color" in term or term.endswith("-direct") or term in _MANY_COLORS
    return 256 if many or os.environ.get("COLORTERM") or sys.platform == "win32" else 16


def signs_may_be_wide() -> bool:
    """Whether the language is one in which terminals often draw signs two columns wide."""
    for name in ("LC_ALL", "LC_CTYPE", "LANG"):
        if value := os.environ.get(name):
            return value[:2] in ("ja", "ko", "zh")
    return False


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and stream.isatty()


def _window_size(stream: TextIO) -> os.terminal_size:
    try:
        size = os.get_terminal_size(stream.fileno())
    except (OSError, ValueError):
        return _USUAL_WINDOW
    return size if all(size) else _USUAL_WINDOW
