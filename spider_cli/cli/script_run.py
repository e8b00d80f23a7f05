"""Playing a script: each line is read, played and answered, and the game is saved in time."""

from __future__ import annotations

import contextlib
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Final, NamedTuple

from spider_cli.cli.advice import advise
from spider_cli.cli.exits import Exit, OutputError, RefusedError, UsageError
from spider_cli.cli.interrupts import Interrupts
from spider_cli.cli.output import say
from spider_cli.cli.pipes import Outbox, Waiter
from spider_cli.cli.replies import JsonReplies, NoReplies, TextReplies
from spider_cli.cli.saver import Saver
from spider_cli.cli.stdin import DASH, STDIN, standard_input
from spider_cli.cli.streams import read
from spider_cli.errors import SpiderError, StorageError
from spider_cli.files import reading
from spider_cli.games.game import Game
from spider_cli.script.lines import split_lines
from spider_cli.script.words import parse_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spider_cli.cli.replies import Replies
    from spider_cli.cli.session import Session
    from spider_cli.hints import Adviser, Hint

_BLOCK: Final = 64 * 1024  # bytes read at once
_PAUSE: Final = 0.1  # seconds between two looks at signals and the clock, while lines keep coming


class Options(NamedTuple):
    """How a script is played.

    `tables`: print the table after each step, not only at the end; `opening`: printed before all else;
    `no_file`: play a game that is saved nowhere.
    """

    keep_going: bool = False
    atomic: bool = False
    dry_run: bool = False
    no_state: bool = False
    tables: bool = False
    opening: str = ""
    no_file: bool = False


def run_script(session: Session, script: str, options: Options) -> int:
    """Play a script, a file's name or `-`, on the game of a session. Returns the exit code.

    Raises RefusedError for the line that stopped it, UsageError if the script cannot be read,
    StorageError for the game file.
    """
    with (
        _opened(script) as (name, descriptor),
        _saver(session, options) as saver,
        Interrupts() as interrupts,
    ):
        run = _Run(saver, _replies(session, saver, options), interrupts, name, options.keep_going)
        try:
            run.play(descriptor)
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
            descriptor = stack.enter_context(reading.opened(script))
        except StorageError as error:
            raise UsageError(str(error)) from error
        yield script, descriptor


@contextlib.contextmanager
def _saver(session: Session, options: Options) -> Iterator[Saver]:
    """The game to play on, and its saver; its file is locked to the end unless it will not be written."""
    if options.no_file:
        yield Saver(Game.new(), "", None)
        return
    if options.dry_run:
        yield Saver(session.load(), session.path, None)
        return
    with session.holding() as (file, game):
        yield Saver(game, session.path, file, timely=not options.atomic)


def _replies(session: Session, saver: Saver, options: Options) -> Replies:
    if session.quiet:
        return NoReplies()
    if session.as_json:
        path = None if options.no_file else session.path
        return JsonReplies(saver, path, state=not options.no_state)
    return TextReplies(saver, session.display, options.opening, show_always=options.tables)


class _Run:
    """One script on its way through a game.

    Attributes: `refused`, how many lines were; `stopped_by`, why the script was not played to its end.
    """

    def __init__(
        self,
        saver: Saver,
        replies: Replies,
        interrupts: Interrupts,
        name: str,
        keep_going: bool,
    ) -> None:
        self._saver = saver
        self._replies = replies
        self._interrupts = interrupts
        self._waiter = Waiter(saver, interrupts)
        self._outbox = Outbox(self._waiter, interrupts)
        self._name = name
        self._keep_going = keep_going
        self._number = 0  # of the line at hand
        self._adviser: Adviser | None = None  # of the latest hint
        self.refused = 0
        self.stopped_by: RefusedError | None = None

    def play(self, descriptor: int) -> None:
        """Read lines, play them and reply, up to the end or to a line that ends the script."""
        self._outbox.put(self._replies.first())
        look = monotonic() + _PAUSE
        for lines in split_lines(self._blocks(descriptor)):
            for line in lines:
                self._number += 1
                if self._unread() or not self._play_line(line):
                    return
                if monotonic() >= look:
                    self._flush_and_save_if_due()
                    look = monotonic() + _PAUSE

    def finish(self, *, table: bool) -> None:
        """Write the replies that are kept back, after the table at the end if it is wanted."""
        if table:
            self._outbox.put(self._replies.last())
        self._outbox.flush()

    def _blocks(self, descriptor: int) -> Iterator[bytes]:
        """The script as it comes. All replies are written before more is waited for."""
        while True:
            self._flush_and_save_if_due()
            self._waiter.until_readable(descriptor)
            try:
                block = read(descriptor, _BLOCK)
            except OSError as error:
                raise UsageError(f"{self._name}: cannot be read: {(error.strerror or '').lower()}") from error
            if not block:
                return
            yield block

    def _unread(self) -> bool:
        """Whether nobody reads the replies any more: then the line at hand is not played."""
        if self._outbox.closed:
            self.stopped_by = RefusedError(
                f"{self._name}:{self._number}: the output was closed; from this line on nothing was played"
            )
        return self._outbox.closed

    def _flush_and_save_if_due(self) -> None:
        """Write the replies, raise Stopped if a signal has come, and save the game if it is time."""
        self._outbox.flush()
        self._interrupts.check()
        self._saver.save_if_due()

    def _play_line(self, line: bytes) -> bool:
        """Play a line and reply to it; returns whether to read on."""
        try:
            command = parse_line(line)
            if command is None:
                return True
            outcome = command.perform(self)
        except (StorageError, OutputError):  # they concern the whole script
            raise
        except SpiderError as error:
            return self._refuse(line, error)
        if command.changes_game:
            self._saver.changed()
        self._outbox.put(self._replies.done(self._number, line, command, outcome))
        return not command.ends_script

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self._saver.game

    def start(self, game: Game) -> None:
        """Put another game in the place of this one, which the history keeps."""
        self._outbox.flush()  # saving may fail, and what was played before is then answered all the same
        self._saver.replace(game)

    def hint(self, effort: int) -> Hint:
        """A hint for the position now. Raises RefusedError if there is none."""
        self._outbox.flush()
        if self._saver.due < inf:  # thinking may take longer than there is time
            self._saver.save()
        with self._interrupts.harmless():
            self._interrupts.check()
            hint = advise(self.game, self._adviser_of(effort).hint)
        self.game.notes.hints += 1
        self._saver.changed()
        return hint

    def _adviser_of(self, effort: int) -> Adviser:
        """What gives hints, with all that it worked out for the hints before if they were of this effort."""
        from spider_cli.hints import Adviser

        if self._adviser is None or self._adviser.effort != effort:
            self._adviser = Adviser(effort)
        return self._adviser

    def _refuse(self, line: bytes, error: SpiderError) -> bool:
        self.refused += 1
        self._outbox.put(self._replies.refused(self._number, line, error))
        if self._replies.reply_to_refusals:
            return True
        refusal = RefusedError(f"{self._name}:{self._number}: {error}")
        if self._keep_going:
            self._outbox.flush()  # so that replies and refusals are in order on a terminal
            return say(str(refusal))  # if nobody reads it, an endless script would be refused for ever
        self.stopped_by = refusal
        return False
