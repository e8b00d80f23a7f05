"""What a script's lines are answered with: text for people, or JSON for programs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final, Protocol

from spider_cli import __version__
from spider_cli.cli.exits import RefusedError
from spider_cli.errors import IllegalStepError, NotationError
from spider_cli.games.state import game_state

if TYPE_CHECKING:
    from spider_cli.cli.display import Display
    from spider_cli.errors import SpiderError
    from spider_cli.games.game import Game
    from spider_cli.script.vocabulary import Command, Outcome


#: What the opening object names. A change that could break a program which reads replies raises the version.
PROTOCOL: Final = "spider"
PROTOCOL_VERSION: Final = 1


class Playing(Protocol):
    """Whoever plays: has the game, which may be another one after each line."""

    @property
    def game(self) -> Game:
        """The game that is played now."""


class Replies(Protocol):
    """Puts outcomes and refusals into lines of text. An empty reply is not printed.

    Attributes: `reply_to_refusals`, whether a line that is refused gets a reply as any other. If not,
    it is told on standard error, and ends the script.
    """

    reply_to_refusals: bool

    def first(self) -> str:
        """What there is to print before the first line is read."""

    def done(self, number: int, line: bytes, command: Command, outcome: Outcome) -> str:
        """The reply to line `number`, whose command was performed."""

    def refused(self, number: int, line: bytes, error: SpiderError) -> str:
        """The reply to a line that could not be read, or whose command was refused."""

    def last(self) -> str:
        """What there is to print when the script has ended."""


class NoReplies:
    """For -q."""

    reply_to_refusals = False

    def first(self) -> str:
        return ""

    def done(self, number: int, line: bytes, command: Command, outcome: Outcome) -> str:
        return ""

    def refused(self, number: int, line: bytes, error: SpiderError) -> str:
        return ""

    def last(self) -> str:
        return ""


class TextReplies:
    """A line for each command, and the position: after each step, or once at the end.

    In a spoken form the position is printed only when the script asks for it.
    """

    reply_to_refusals = False

    def __init__(self, playing: Playing, display: Display, opening: str, *, show_always: bool) -> None:
        self._playing = playing
        self._display = display
        self._opening = opening
        self._wording = display.wording
        self._show_always = show_always
        self._latest = ""  # what happened last: it belongs to the position printed next
        self._changed = False  # since the position was printed last

    def first(self) -> str:
        return self._opening

    def done(self, number: int, line: bytes, command: Command, outcome: Outcome) -> str:
        if command.shows_game:
            return self._position()
        text = outcome.text(self._wording)
        if not command.changes_game:
            return text
        if self._show_always:
            return self._display.report(self._playing.game, text, self._playing.game.before_last_step)
        self._latest, self._changed = text, not self._display.form.spoken
        return text

    def refused(self, number: int, line: bytes, error: SpiderError) -> str:
        return ""  # the refusal goes to standard error

    def last(self) -> str:
        return self._position() if self._changed else ""

    def _position(self) -> str:
        self._changed = False
        return self._display.drawn(
            self._playing.game, self._playing.game.before_last_step, beside=self._latest
        )


class JsonReplies:
    """One object a line: the first names the protocol and the game, then there is one for each command.

    The objects are described in docs/protocol.md.
    """

    reply_to_refusals = True

    def __init__(self, playing: Playing, path: str | None, *, state: bool) -> None:
        """`path`: the game file; None if the game is saved nowhere."""
        self._playing = playing
        self._path = path
        self._state = state

    def first(self) -> str:
        game = self._playing.game
        opening = {
            "protocol": PROTOCOL,
            "version": PROTOCOL_VERSION,
            "program": __version__,
            "file": self._path,
            "suits": game.suits,
            "seed": game.seed,
            "relaxed": game.relaxed,
        }
        if self._state:
            opening["state"] = game_state(game)
        return json.dumps(opening)

    def done(self, number: int, line: bytes, command: Command, outcome: Outcome) -> str:
        reply = {**_head(number, line, ok=True), **outcome.data()}
        if self._state or command.shows_game:
            reply["state"] = game_state(self._playing.game)
        return json.dumps(reply)

    def refused(self, number: int, line: bytes, error: SpiderError) -> str:
        reply = _head(number, line, ok=False)
        reply["error"] = str(error)
        reply["reason"] = _reason(error)
        if self._state:
            reply["state"] = game_state(self._playing.game)
        return json.dumps(reply)

    def last(self) -> str:
        return ""


def _head(number: int, line: bytes, *, ok: bool) -> dict[str, Any]:
    said = line.decode(errors="backslashreplace").partition("#")[0].strip(" \t\r")
    return {"line": number, "command": said, "ok": ok}


def _reason(error: SpiderError) -> str:
    """Why a line was refused, in a word."""
    if isinstance(error, (IllegalStepError, RefusedError)):
        return error.reason
    return "unreadable" if isinstance(error, NotationError) else "refused"
