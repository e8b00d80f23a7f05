"""What the player sees at the prompt: the table, under it what happened, and answers."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from spider_cli.cli.exits import OutputError
from spider_cli.cli.output import ReaderGone, say, write
from spider_cli.render.fitting import arranged
from spider_cli.render.style import CLEAR_SCREEN, NORMAL_SCREEN, OTHER_SCREEN
from spider_cli.text import counted, printable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from spider_cli.cli.display import Display
    from spider_cli.cli.live_game import LiveGame

_BACK: Final = "Enter brings the table back."
_MOST_TOLD: Final = 4  # commands of one line; of more only the last are told
_TABLE_ROWS: Final = 14  # that are left to the table, or else an answer stands alone


class Said(NamedTuple):
    """What is told of one command.

    `kind`: "done" for what changed the game, "answer" to a question, "table" if the position was asked for,
    "refusal".
    """

    words: str
    kind: Literal["done", "answer", "table", "refusal"] = "done"


@contextlib.contextmanager
def screen_of_our_own(display: Display) -> Iterator[None]:
    """The second screen of the terminal during the block, if it has one; the first stays as it was."""
    if not display.clears_screen:
        yield
        return
    write(OTHER_SCREEN, end="")
    try:
        yield
    finally:
        with contextlib.suppress(OutputError, ReaderGone):  # the terminal is gone
            write(NORMAL_SCREEN, end="")


class PromptScreen:
    """Shows a live game: on a screen that can be cleared always all of it, else what is new."""

    def __init__(self, live: LiveGame) -> None:
        self._live = live
        self._display = live.session.display
        self._words = ""  # under the table

    def draw(self, words: str) -> None:
        """Show the table with words under it."""
        self._words = words
        write(self._cleared(self._table(words)))

    def draw_again(self) -> None:
        """Show the table and what was said last, where an empty line has moved them."""
        if self._display.clears_screen:
            self.draw(self._words)

    def tell(self, said: Sequence[Said], *, changed: bool) -> None:
        """Show what came of a line of commands; `changed`: whether the game did."""
        if not self._display.clears_screen:
            self._write_on(said, changed=changed)
        elif not said:
            self.draw_again()
        elif len(said) == 1 and said[0].kind == "answer" and not self._fits(said[0].words):
            self._words = ""
            write(self._cleared(f"{self._arranged(said[0].words)}\n{_BACK}"))
        else:
            self.draw(self._arranged("\n".join(_told(said))))

    def _write_on(self, said: Sequence[Said], *, changed: bool) -> None:
        """Where nothing is cleared, the table comes again only if it is another one."""
        words = "\n".join([self._arranged(one.words) for one in said if one.kind != "refusal"])
        asked = any(one.kind == "table" for one in said)
        if asked or (changed and not self._display.form.spoken):
            write(self._table(words))
        elif words:
            write(words)
        for one in said:
            if one.kind == "refusal":
                say(one.words)

    def _table(self, words: str) -> str:
        live = self._live
        hint = live.hinted.step if live.hinted else None
        return self._display.page(live.game, live.before, hint=hint, below=words)

    def _cleared(self, text: str) -> str:
        return CLEAR_SCREEN + text if self._display.clears_screen else text

    def _fits(self, words: str) -> bool:
        window = self._display.window(0)
        return window is None or self._arranged(words).count("\n") < window.rows - _TABLE_ROWS

    def _arranged(self, words: str) -> str:
        """Many short lines side by side."""
        window = self._display.window(0)
        if window is None:
            return words
        lines = words.split("\n")
        return (
            "\n".join(arranged(lines, window.columns))
            if len(lines) > window.rows // 2
            else self._display.wrapped(words)
        )


def _told(said: Sequence[Said]) -> list[str]:
    """The words for the last of some commands."""
    words = [f"spider: {printable(one.words)}" if one.kind == "refusal" else one.words for one in said]
    untold = len(words) - _MOST_TOLD
    return [f"({counted(untold, 'command')} before)", *words[untold:]] if untold > 0 else words
