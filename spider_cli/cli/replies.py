"""What a script's lines are answered with: text for people, or JSON for programs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Protocol, cast

from spider_cli.errors import IllegalStepError, NotationError
from spider_cli.games.state import game_state
from spider_cli.render.sentences import redo_report, step_report, undo_report
from spider_cli.render.step_lines import format_moves, format_step_line

if TYPE_CHECKING:
    from typing import TypeAlias

    from spider_cli.cli.display import Display
    from spider_cli.errors import SpiderError
    from spider_cli.games.game import Game
    from spider_cli.hints import Hint
    from spider_cli.render.sentences import Wording
    from spider_cli.rules.position import Position
    from spider_cli.rules.steps import Step
    from spider_cli.script.words import Command

    #: What a command led to: the step made, how many steps were undone or redone, a hint, or nothing.
    Effect: TypeAlias = Step | int | Hint | None


class Replies(Protocol):
    """Puts answers into words. An empty answer is not printed."""

    def done(self, number: int, line: bytes, command: Command, before: Position, effect: Effect) -> str:
        """The answer to line `number`, whose command was obeyed; `before` is the position before it."""

    def refused(self, number: int, line: bytes, error: SpiderError) -> str:
        """The answer to a line that could not be read, or that the rules refuse."""

    def last(self) -> str:
        """What there is to say when the script has ended."""


class NoReplies:
    """For -q."""

    def done(self, number: int, line: bytes, command: Command, before: Position, effect: Effect) -> str:
        return ""

    def refused(self, number: int, line: bytes, error: SpiderError) -> str:
        return ""

    def last(self) -> str:
        return ""


class TextReplies:
    """A line for each command, and the position: after each step, or once at the end.

    In a spoken form the position is printed only when the script asks for it.
    """

    def __init__(self, game: Game, display: Display, *, tables: bool) -> None:
        self._game = game
        self._display = display
        self._wording = display.wording
        self._tables = tables
        self._answer = ""  # the latest, which belongs to the table printed next
        self._stale = False  # whether the table printed last, if any, is out of date

    def done(self, number: int, line: bytes, command: Command, before: Position, effect: Effect) -> str:
        if command.word == "quit":
            return ""
        if command.word == "show":
            return self._position()
        answer = in_words(command, before, effect, self._game, self._wording)
        if command.is_question:
            return answer
        if self._tables:
            return self._display.report(self._game, answer, before)
        self._answer, self._stale = answer, not self._display.form.spoken
        return answer

    def refused(self, number: int, line: bytes, error: SpiderError) -> str:
        return ""  # the refusal goes to standard error

    def last(self) -> str:
        return self._position() if self._stale else ""

    def _position(self) -> str:
        self._stale = False
        return self._display.drawn(self._game, self._game.before_last_step, beside=self._answer)


class JsonReplies:
    """One object a line for each command read."""

    def __init__(self, game: Game, *, state: bool) -> None:
        self._game = game
        self._state = state

    def done(self, number: int, line: bytes, command: Command, before: Position, effect: Effect) -> str:
        reply = {**self._head(number, line, ok=True), **self._facts(command, effect)}
        if self._state or command.word == "show":
            reply["state"] = game_state(self._game)
        return json.dumps(reply)

    def refused(self, number: int, line: bytes, error: SpiderError) -> str:
        reply = self._head(number, line, ok=False)
        reply["error"] = str(error)
        reply["reason"] = _reason(error)
        if self._state:
            reply["state"] = game_state(self._game)
        return json.dumps(reply)

    def last(self) -> str:
        return ""

    def _head(self, number: int, line: bytes, *, ok: bool) -> dict[str, Any]:
        said = line.decode(errors="backslashreplace").partition("#")[0].strip(" \t\r")
        return {"line": number, "command": said, "ok": ok}

    def _facts(self, command: Command, effect: Effect) -> dict[str, Any]:
        position = self._game.position
        if command.word in ("move", "deal"):
            return {"step": str(effect)}
        if command.word in ("undo", "redo"):
            return {"steps": effect}
        if command.word == "moves":
            return {"legal": position.legal_moves(), "can_deal": position.can_deal()}
        if command.word == "hint":
            hint = cast("Hint", effect)
            return {"hint": {"step": str(hint.step), "reason": hint.reason}}
        return {}


def _reason(error: SpiderError) -> str:
    """Why a line was refused, in a word."""
    if isinstance(error, IllegalStepError):
        return error.reason
    return "unreadable" if isinstance(error, NotationError) else "no-hint"


def in_words(command: Command, before: Position, effect: Effect, game: Game, wording: Wording) -> str:
    """What a command did or found out, other than the table; `before` is the position before it."""
    if command.word == "moves":
        return format_moves(game.position, wording)
    if command.word == "hint":
        hint = cast("Hint", effect)
        return format_step_line(hint.step, wording.named(hint.reason))
    if isinstance(effect, int):
        report = undo_report if command.word == "undo" else redo_report
        return report(effect, command.numbers[0], game, wording)
    return step_report(before, cast("Step", effect), game, wording)
