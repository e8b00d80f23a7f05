"""Playing a script: read, play and answer line by line, and save in time."""

from __future__ import annotations

import contextlib
import os
import select
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Final, NamedTuple

from spider_cli.cli.exits import Exit, RefusedError, UsageError
from spider_cli.cli.interrupts import Interrupts, Stopped
from spider_cli.cli.output import ReaderGone, discard_output, output_descriptor, say, write
from spider_cli.cli.replies import JsonReplies, NoReplies, TextReplies
from spider_cli.cli.stdin import DASH, STDIN, standard_input
from spider_cli.errors import IllegalStepError, NotationError, StorageError
from spider_cli.files import storage
from spider_cli.script.words import parse_line, perform, split_lines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spider_cli.cli.replies import Effect, Replies
    from spider_cli.cli.session import Session
    from spider_cli.errors import SpiderError
    from spider_cli.games.game import Game

_BLOCK: Final = 64 * 1024  # bytes read at once
_KEPT_BACK: Final = 32 * 1024  # characters of answers
_PIECE: Final = select.PIPE_BUF // 4  # characters written at once: a pipe that takes anything takes that many
_PAUSE: Final = 0.1  # seconds between looks at what is due, while lines keep coming
_UNSAVED: Final = 0.8  # seconds that a step stays unsaved: less than one, for saving takes time too


class Options(NamedTuple):
    """How a script is played.

    `tables`: print the table after each step, not only at the end; `opening`: printed before all else.
    """

    keep_going: bool = False
    atomic: bool = False
    dry_run: bool = False
    no_state: bool = False
    tables: bool = False
    opening: str = ""


def run_script(session: Session, script: str, options: Options) -> int:
    """Play a script, a file's name or `-`, on the game of a session. Returns the exit code.

    Raises RefusedError for the line that stopped it, UsageError if the script cannot be read,
    StorageError for the game file.
    """
    with (
        _opened(script) as (name, descriptor),
        _game(session, options) as (game, saver),
        Interrupts() as interrupts,
    ):
        run = _Run(game, saver, _replies(session, game, options), interrupts, name, options.keep_going)
        try:
            run.play(descriptor, options.opening)
        except BaseException:
            if not options.atomic:
                saver.save()
            raise
        kept = not (options.atomic and (run.refused or run.stopped_by))
        if kept:
            saver.save()
        run.finish(table=kept)
    if run.stopped_by:
        raise run.stopped_by if kept else RefusedError(f"{run.stopped_by}; nothing of the script is kept")
    return Exit.REFUSED if run.refused else Exit.DONE


@contextlib.contextmanager
def _opened(script: str) -> Iterator[tuple[str, int]]:
    """The name of a script in messages, and a descriptor to read it with."""
    if script == DASH:
        yield STDIN, standard_input().fileno()
        return
    with contextlib.ExitStack() as stack:
        try:
            descriptor = stack.enter_context(storage.opened(script))
        except StorageError as error:
            raise UsageError(str(error)) from error
        yield script, descriptor


@contextlib.contextmanager
def _game(session: Session, options: Options) -> Iterator[tuple[Game, _Saver]]:
    """The game to play on; its file is locked to the end unless it will not be written."""
    if options.dry_run:
        game = session.load()
        yield game, _Saver(game, None)
        return
    with session.holding() as (file, game):
        yield game, _Saver(game, file, timely=not options.atomic)


def _replies(session: Session, game: Game, options: Options) -> Replies:
    if session.quiet:
        return NoReplies()
    if session.as_json:
        return JsonReplies(game, state=not options.no_state)
    return TextReplies(game, session.display, tables=options.tables)


class _Saver:
    """Saves a game when it is time. Without a file, or when not `timely`, that is never or at the end.

    Attributes: `due`, when the game has to be saved, by the monotonic clock.
    """

    def __init__(self, game: Game, file: storage.LockedFile | None, *, timely: bool = True) -> None:
        self._game = game
        self._file = file
        self._timely = timely
        self._unsaved = False
        self.due = inf

    def changed(self) -> None:
        """Note that the game is no longer as it was saved."""
        if not self._unsaved:
            self._unsaved = True
            if self._timely and self._file:
                self.due = monotonic() + _UNSAVED

    def save(self) -> None:
        """Save the game if it has changed. Raises StorageError."""
        if self._unsaved and self._file:
            self._unsaved = False  # a save that failed is not tried again
            self.due = inf
            self._file.write(self._game.dumps().encode())


class _Waiter:
    """Waits for the other end of a pipe, and meanwhile saves the game when it is time."""

    def __init__(self, saver: _Saver, interrupts: Interrupts) -> None:
        self._saver = saver
        self._interrupts = interrupts

    def until_readable(self, descriptor: int) -> None:
        """Wait for something to read, or the end of it. Raises Stopped."""
        self._wait([descriptor], [])

    def until_writable(self, descriptor: int) -> None:
        """Wait until a pipe takes a little more. Raises Stopped."""
        self._wait([], [descriptor])

    def _wait(self, readable: list[int], writable: list[int]) -> None:
        seconds = 0.0
        while not any(select.select(readable, writable, [], seconds)):
            with self._interrupts.harmless():
                self._interrupts.check()
                # One second at most: a signal may come between the check and the call.
                select.select(readable, writable, [], max(0.0, min(1.0, self._saver.due - monotonic())))
            if monotonic() >= self._saver.due:
                self._saver.save()


class _Outbox:
    """Answers on their way to standard output, kept back a little so that many go at once.

    Attributes: `closed`, whether nobody reads them any more; they are dropped then.
    """

    def __init__(self, waiter: _Waiter, interrupts: Interrupts) -> None:
        self._waiter = waiter
        self._interrupts = interrupts
        self._descriptor = output_descriptor()
        self._answers: list[str] = []
        self._size = 0
        self.closed = False

    def put(self, answer: str) -> None:
        """Add an answer, if there is any."""
        if answer and not self.closed:
            self._answers.append(answer)
            self._size += len(answer)
            if self._size > _KEPT_BACK:
                self.flush()

    def flush(self) -> None:
        """Write what is kept back. Raises OutputError, or Stopped if the reader is slow."""
        if not self._answers or self.closed:
            return
        text = "\n".join(self._answers) + "\n"
        self._answers.clear()
        self._size = 0
        try:
            for start in range(0, len(text), _PIECE):
                if self._descriptor is not None:
                    self._waiter.until_writable(self._descriptor)
                with self._interrupts.harmless():
                    write(text[start : start + _PIECE], end="")
        except Stopped:
            discard_output()  # or what is left would block once more when the process ends
            raise
        except ReaderGone:
            self.closed = True


class _Run:
    """One script on its way through a game.

    Attributes: `refused`, how many lines were; `stopped_by`, why the script was not played to its end.
    """

    def __init__(
        self,
        game: Game,
        saver: _Saver,
        replies: Replies,
        interrupts: Interrupts,
        name: str,
        keep_going: bool,
    ) -> None:
        self._game = game
        self._saver = saver
        self._replies = replies
        self._interrupts = interrupts
        self._waiter = _Waiter(saver, interrupts)
        self._outbox = _Outbox(self._waiter, interrupts)
        self._name = name
        self._keep_going = keep_going
        self._number = 0  # of the line at hand
        self.refused = 0
        self.stopped_by: RefusedError | None = None

    def play(self, descriptor: int, opening: str) -> None:
        """Read, play and answer lines, to the end or to a line that ends it."""
        self._outbox.put(opening)
        look = monotonic() + _PAUSE
        for lines in split_lines(self._blocks(descriptor)):
            for line in lines:
                self._number += 1
                if self._unread() or not self._play_line(line):
                    return
                if monotonic() >= look:
                    self._look_up()
                    look = monotonic() + _PAUSE

    def finish(self, *, table: bool) -> None:
        """Give the answers that are still kept back, and the last word if the table counts."""
        if table:
            self._outbox.put(self._replies.last())
        self._outbox.flush()

    def _blocks(self, descriptor: int) -> Iterator[bytes]:
        """The script as it comes. All answers are out before it is waited for more."""
        while True:
            self._look_up()
            self._waiter.until_readable(descriptor)
            try:
                block = os.read(descriptor, _BLOCK)
            except OSError as error:
                raise UsageError(f"{self._name}: cannot be read: {(error.strerror or '').lower()}") from error
            if not block:
                return
            yield block

    def _unread(self) -> bool:
        """Whether nobody reads the answers any more: then the line at hand is played for nobody."""
        if self._outbox.closed:
            self.stopped_by = RefusedError(
                f"{self._name}:{self._number}: the output was closed; from this line on nothing was played"
            )
        return self._outbox.closed

    def _look_up(self) -> None:
        """Do what is due besides playing."""
        self._outbox.flush()
        self._interrupts.check()
        if monotonic() >= self._saver.due:
            self._saver.save()

    def _play_line(self, line: bytes) -> bool:
        """Play a line and answer it; returns whether to read on."""
        try:
            command = parse_line(line)
            if command is None:
                return True
            before = self._game.position
            effect = self._advise() if command.word == "hint" else perform(self._game, command)
        except (NotationError, IllegalStepError, RefusedError) as error:
            return self._refuse(line, error)
        if not command.is_question:
            self._saver.changed()
        self._outbox.put(self._replies.done(self._number, line, command, before, effect))
        return command.word != "quit"

    def _advise(self) -> Effect:
        from spider_cli.cli.advice import advise

        self._outbox.flush()
        if self._saver.due < inf:  # thinking may take longer than there is time
            self._saver.save()
        with self._interrupts.harmless():
            self._interrupts.check()
            return advise(self._game)

    def _refuse(self, line: bytes, error: SpiderError) -> bool:
        self.refused += 1
        self._outbox.put(self._replies.refused(self._number, line, error))
        refusal = RefusedError(f"{self._name}:{self._number}: {error}")
        if self._keep_going:
            self._outbox.flush()  # so that answers and refusals stand in order on a terminal
            return say(str(refusal))  # if nobody reads it, an endless script would be refused for ever
        self.stopped_by = refusal
        return False
