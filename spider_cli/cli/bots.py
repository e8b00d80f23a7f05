"""Bots: other programs that play the games of a study over the protocol.

A bot reads what `spider run --json` prints from its standard input, and writes commands to its standard
output. `new` asks for the next game, `quit` or the end of its output says that it plays no more. A bot that
has asked for a game is kept until there is one, in the process that works for the study, if that process
ends with the study: a later study may mean another program by the same command.
"""

from __future__ import annotations

import contextlib
import os
import shlex
import signal
import subprocess
import threading
from functools import cache
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Final

from spider_cli.cli.advice import advise
from spider_cli.cli.exits import RefusedError, WorkerError
from spider_cli.cli.replies import JsonReplies
from spider_cli.cli.streams import READABLE, WRITABLE, read, ready
from spider_cli.errors import SpiderError
from spider_cli.games.game import Game
from spider_cli.script.lines import split_lines
from spider_cli.script.words import GameStarted, NewCommand, parse_line
from spider_cli.studies.attempts import End, game_result
from spider_cli.text import quoted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType

    from spider_cli.hints import Adviser, Hint
    from spider_cli.studies.attempts import GameResult, Settings

_BLOCK: Final = 64 * 1024  # bytes read at once
_LEAVE: Final = 2.0  # seconds that a bot has to end when it gets no more games
_NEXT_GAME: Final = NewCommand()

_alive: set[Bot] = set()
_asking: dict[str, list[Bot]] = {}  # for the next game, by their commands


def play_bot(seed: str, settings: Settings, clock: Callable[[], float], *, keep: bool) -> GameResult:
    """Let a bot play one game. `clock` gives seconds of real time; it only measures.

    `keep` a bot that asks for another game until there is one, or until this process ends.
    Raises NotationError for what is not a seed, WorkerError if the bot cannot be started.
    """
    game = Game.new(suits=settings.suits, seed=seed, relaxed=settings.relaxed)
    waiting = _asking.setdefault(settings.player, [])
    bot = waiting.pop() if waiting else Bot(settings.player)
    start = clock()
    try:
        verdict = bot.play(game, settings.seconds)
        seconds = clock() - start
    except BaseException:
        bot.kill()
        raise
    if bot.asks and keep:
        waiting.append(bot)
    else:
        bot.end()
    end = End(verdict, game.steps, len(game.position.foundations))
    return game_result(seed, settings, end, seconds)


def end_bots() -> None:
    """End the bots of this process. One that does not end by itself is killed."""
    _asking.clear()
    for bot in tuple(_alive):
        bot.end()


class Bot:
    """A process that plays games. Attributes: `asks`, whether it has asked for the next one."""

    def __init__(self, command: str) -> None:
        """Start it. Raises WorkerError."""
        _see_to_the_end()
        try:
            # In a session of its own, so that it can be killed with all that it has started.
            self._process = subprocess.Popen(
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise WorkerError(f"the player {quoted(command)} cannot be started: {reason}") from error
        assert self._process.stdin
        assert self._process.stdout
        _alive.add(self)
        self._to, self._from = self._process.stdin, self._process.stdout
        os.set_blocking(self._to.fileno(), False)
        self._lines = self._read_lines()
        self._number = 0  # of the line at hand
        self._line = b""
        self._deadline = inf
        self._adviser: Adviser | None = None
        self.asks = False

    def play(self, game: Game, seconds: float | None) -> str:
        """Have a game played, in so many seconds of real time at most. Returns the verdict."""
        self._game = game
        self._replies = JsonReplies(self, None, state=True)
        self._deadline = inf if seconds is None else monotonic() + seconds
        try:
            self._write(self._begin())
            for line in self._lines:
                self._number += 1
                if not self._answer(line):
                    return _verdict(game)
            code = self._exit_code()
        except TimeoutError:
            self.kill()
            return "won" if game.is_won else "timed out"
        return "crashed" if code and not game.is_won else _verdict(game)

    def _begin(self) -> str:
        """What tells the bot that there is a game: the opening, or the reply to its `new`."""
        if not self.asks:
            return self._replies.first()
        self.asks = False
        return self._replies.done(self._number, self._line, _NEXT_GAME, GameStarted(self._game))

    def _answer(self, line: bytes) -> bool:
        """Do what a line says and reply to it; returns whether the game goes on."""
        try:
            command = parse_line(line)
            if command is None:
                return True
            if command == _NEXT_GAME:
                self.asks, self._line = True, line
                return False
            outcome = command.perform(self)
        except SpiderError as error:
            self._write(self._replies.refused(self._number, line, error))
            return True
        self._write(self._replies.done(self._number, line, command, outcome))
        return not command.ends_script

    # --- what a command is performed in

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self._game

    def start(self, game: Game) -> None:
        """Refuse another game than the study has. Raises RefusedError."""
        raise RefusedError("the study says which games are played; 'new' alone asks for the next one")

    def hint(self, effort: int) -> Hint:
        """A hint for the position now. Raises RefusedError if there is none."""
        from spider_cli.hints import Adviser

        if self._adviser is None or self._adviser.effort != effort:
            self._adviser = Adviser(effort)
        return advise(self._game, self._adviser.hint)

    # --- its pipes

    def _read_lines(self) -> Iterator[bytes]:
        """What the bot writes, line by line. Raises TimeoutError."""
        for lines in split_lines(self._blocks()):
            for line in lines:
                if monotonic() >= self._deadline:
                    raise TimeoutError
                yield line

    def _blocks(self) -> Iterator[bytes]:
        while True:
            self._wait(self._from.fileno(), READABLE)
            block = read(self._from.fileno(), _BLOCK)
            if not block:
                return
            yield block

    def _write(self, reply: str) -> None:
        """Write a line to the bot. If it does not read any more, its exit code will tell why."""
        rest = memoryview(reply.encode() + b"\n")
        with contextlib.suppress(BrokenPipeError):
            while rest:
                self._wait(self._to.fileno(), WRITABLE)
                with contextlib.suppress(BlockingIOError):
                    rest = rest[os.write(self._to.fileno(), rest) :]

    def _wait(self, descriptor: int, event: int) -> None:
        left = self._deadline - monotonic()
        if left <= 0 or not ready(descriptor, event, None if left == inf else left):
            raise TimeoutError

    # --- its end

    def _exit_code(self) -> int:
        """The exit code of a bot that has closed its output; that of a kill if it still does not end."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            return self._process.wait(_LEAVE)
        self.kill()
        return self._process.wait()

    def end(self) -> None:
        """Tell the bot that there are no more games, and see that it ends."""
        with contextlib.suppress(OSError):
            self._to.close()
        self._from.close()
        self._exit_code()
        _alive.discard(self)

    def kill(self) -> None:
        """End the bot and all that it has started at once."""
        self.strike()
        self._process.wait()
        _alive.discard(self)

    def strike(self) -> None:
        """Kill it without waiting for its end, which a handler of signals must not do."""
        if self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)


def _verdict(game: Game) -> str:
    """What came of a game that its bot plays no further."""
    return "stopped" if game.status == "playing" else game.status


@cache
def _see_to_the_end() -> None:
    """In a worker process, let no bot live on after it, however it is asked to end."""
    import multiprocessing
    from multiprocessing.util import Finalize

    if multiprocessing.parent_process() is None:
        return
    Finalize(None, end_bots, exitpriority=0)
    if threading.current_thread() is threading.main_thread():  # workers of Dask play in others
        for signum in (signal.SIGTERM, signal.SIGHUP):
            signal.signal(signum, _kill_bots)


def _kill_bots(signum: int, frame: FrameType | None) -> None:
    for bot in tuple(_alive):
        bot.strike()
    os._exit(128 + signum)
