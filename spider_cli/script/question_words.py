"""The words of the script language that ask and change nothing: see `spider_cli.script.words`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from spider_cli.errors import NotationError
from spider_cli.games.state import legal_steps
from spider_cli.render.step_lines import format_moves, format_step_line
from spider_cli.rules.steps import is_number
from spider_cli.script.vocabulary import Command, Host, Outcome, only_word
from spider_cli.text import quoted

if TYPE_CHECKING:
    from spider_cli.hints import Hint
    from spider_cli.render.sentences import Wording
    from spider_cli.rules.position import Position

#: The highest effort of a hint that can be asked for.
MOST_EFFORT: Final = 64


class ShowCommand(Command):
    """Shows the position."""

    word = "show"
    help = "show the table"
    shows_game = True

    def perform(self, host: Host) -> Outcome:
        return Outcome()


class MovesListed(Outcome):
    """The legal steps from a position."""

    def __init__(self, position: Position) -> None:
        self._position = position

    def text(self, wording: Wording) -> str:
        return format_moves(self._position, wording)

    def data(self) -> dict[str, Any]:
        return {"legal": legal_steps(self._position)}


class MovesCommand(Command):
    """Lists the legal steps."""

    word = "moves"
    help = "list the legal moves"

    def perform(self, host: Host) -> Outcome:
        return MovesListed(host.game.position)


class HintGiven(Outcome):
    """A hint."""

    def __init__(self, hint: Hint) -> None:
        self.hint = hint

    def text(self, wording: Wording) -> str:
        return format_step_line(self.hint.step, wording.named(self.hint.reason))

    def data(self) -> dict[str, Any]:
        return {"hint": {"step": str(self.hint.step), "reason": self.hint.reason}}


class HintCommand(Command):
    """Asks for a hint; the time it takes grows with `effort`."""

    word = "hint"
    letter = "h"
    usage = "[EFFORT]"
    help = "suggest a good step"

    def __init__(self, effort: int = 1) -> None:
        self.effort = effort

    @classmethod
    def read(cls, words: list[str]) -> Command:
        return cls(_effort(only_word(cls, words, f"one effort, 1 to {MOST_EFFORT}"))) if words else cls()

    def perform(self, host: Host) -> Outcome:
        return HintGiven(host.hint(self.effort))


def _effort(text: str) -> int:
    if not is_number(text) or not 1 <= int(text) <= MOST_EFFORT:
        raise NotationError(f"{quoted(text)} is not an effort; it is 1 to {MOST_EFFORT}", text)
    return int(text)
