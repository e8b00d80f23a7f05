"""What every command on a game file has in common: its options, loading, saving, printing."""

from __future__ import annotations

import contextlib
import functools
import json
from typing import TYPE_CHECKING, Any, Concatenate, Final, ParamSpec, TypeVar

import click
from click.core import ParameterSource

from spider_cli.cli.display import NO_TASTES, Display, Tastes
from spider_cli.cli.exits import RefusedError, UsageError
from spider_cli.cli.options import (
    ascii_option,
    color_option,
    file_option,
    json_option,
    quiet_option,
    theme_option,
)
from spider_cli.cli.output import write
from spider_cli.errors import GameFormatError, IllegalStepError, MissingFileError, StorageError
from spider_cli.files import reading
from spider_cli.files.paths import check_game_path
from spider_cli.games.game import Game
from spider_cli.render.forms import DEFAULT_FORM

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import TextIO

    from spider_cli.files.storage import LockedFile
    from spider_cli.rules.position import Position

P = ParamSpec("P")
R = TypeVar("R")


#: What to do without a game file, by where its name came from.
_ADVICE: Final[dict[ParameterSource | None, str]] = {
    ParameterSource.DEFAULT: (
        "'spider new' starts a game here, and -f FILE or the variable SPIDER_FILE names one elsewhere"
    ),
    ParameterSource.ENVIRONMENT: "the variable SPIDER_FILE names it, and 'spider new' starts a game there",
}
_ADVICE_FOR_OPTION: Final = "'spider new' with the same -f starts a game there"


class Session:
    """One command at work on one game file."""

    def __init__(
        self, path: str, *, as_json: bool = False, quiet: bool = False, tastes: Tastes = NO_TASTES
    ) -> None:
        self._path = path
        self.as_json = as_json
        self.quiet = quiet
        self.display = Display(tastes)
        self._color = tastes.color

    @property
    def path(self) -> str:
        """The game file. Raises StorageError for a name that no game file has."""
        check_game_path(self._path)
        return self._path

    def names(self, files: Sequence[str]) -> tuple[str, ...]:
        """The files named by arguments, or if there are none, the game file.

        Raises UsageError if -f names another one.
        """
        if files and self.path_is_option:
            raise UsageError("FILE and -f both name files; give one of them")
        return tuple(files) or (self.path,)

    @property
    def path_is_default(self) -> bool:
        """Whether neither -f nor SPIDER_FILE names the game file."""
        return _source("file") is ParameterSource.DEFAULT

    @property
    def path_is_option(self) -> bool:
        """Whether -f names the game file."""
        return _source("file") is ParameterSource.COMMANDLINE

    def progress(self, *, lines_between: bool = False) -> TextIO | None:
        """Where progress may be shown, if anywhere: see `progress_stream`."""
        from spider_cli.cli.progress import progress_stream  # few commands take so long

        return progress_stream(self._color, quiet=self.quiet, lines_between=lines_between)

    def read(self) -> bytes:
        """The content of the file. Raises StorageError."""
        with self.pointing_to_new():
            return reading.read(self.path)

    @contextlib.contextmanager
    def locked(self) -> Iterator[LockedFile]:
        """The file, which nobody else can change meanwhile. Raises StorageError."""
        from spider_cli.files import storage  # a command that only reads does without

        with contextlib.ExitStack() as stack:
            with self.pointing_to_new():
                file = stack.enter_context(storage.locked(self.path))
            yield file

    def load(self) -> Game:
        """The game in the file. Raises StorageError."""
        return self.game_in(self.read())

    @contextlib.contextmanager
    def changing(self) -> Iterator[Game]:
        """The game in the file, saved when the block ends well; nobody else can change it meanwhile."""
        from spider_cli.cli.clock import stamped

        with self.holding() as (file, game):
            yield game
            file.write(stamped(game))

    @contextlib.contextmanager
    def holding(self) -> Iterator[tuple[LockedFile, Game]]:
        """The file, which nobody else can change meanwhile, and the game in it. Raises StorageError."""
        with self.locked() as file:
            yield file, self.game_in(file.content or b"")

    def game_in(self, content: bytes) -> Game:
        """The game in the content of the file. Raises StorageError that names the file."""
        if not content or content.isspace():
            raise StorageError(self.path, "is empty; 'spider new' starts a game in it")
        try:
            return Game.loads(content)
        except GameFormatError as error:
            raise StorageError(self.path, str(error)) from error

    def count_hint(self, content: bytes) -> bytes:
        """Count a hint in the file if it still holds this content; returns what it holds then.

        A hint changes no game, so it is given all the same where the file cannot be written just now.
        """
        from spider_cli.cli.clock import stamped
        from spider_cli.files import storage

        with contextlib.suppress(StorageError), storage.locked(self.path, patience=0) as file:
            if file.content == content:
                game = self.game_in(content)
                game.notes.hints += 1
                changed = stamped(game)
                file.write(changed)
                return changed
        return content

    @contextlib.contextmanager
    def pointing_to_new(self) -> Iterator[None]:
        """Let the message that there is no game file say how it is found, and how to start a game."""
        try:
            yield
        except MissingFileError as error:
            advice = _ADVICE.get(_source("file"), _ADVICE_FOR_OPTION)
            raise MissingFileError(self.path, f"{error.reason}; {advice}") from error

    def report(self, game: Game, words: str, before: Position | None = None) -> None:
        """Print what a command did and the position it left, or the state with --json.

        What has changed since `before` is marked on a terminal. A spoken form has the words alone.
        """
        if self.as_json:
            self._show_state(game)
        else:
            self.write(self.display.report(game, words, before))

    def show(self, game: Game) -> None:
        """Print the position in the form asked for, or the state with --json."""
        if self.as_json:
            self._show_state(game)
        else:
            self.write(self.display.drawn(game, game.before_last_step))

    def _show_state(self, game: Game) -> None:
        from spider_cli.games.state import game_state

        self.write(json.dumps(game_state(game)))

    def write(self, text: str) -> None:
        """Print a text unless -q is given."""
        if not self.quiet:
            write(text)


def _source(option: str) -> ParameterSource | None:
    """Where the value of an option comes from; None if the command has no such option."""
    return click.get_current_context().get_parameter_source(option)


def game_options(command: Callable[Concatenate[Session, P], R]) -> Callable[P, R]:
    """The options of every command on a game file; the command gets them as a Session.

    If it shows a position, `form_option` stands above.
    """

    @file_option
    @json_option
    @quiet_option
    @color_option
    @ascii_option
    @theme_option
    @functools.wraps(command)
    def with_session(
        *args: Any,
        file: str,
        as_json: bool,
        quiet: bool,
        color: bool | None,
        letters: bool | None,
        theme: str,
        form: str = DEFAULT_FORM,
        **kwargs: Any,
    ) -> R:
        if as_json and _source("form") is ParameterSource.COMMANDLINE:
            raise UsageError("--json and --as both say how to print; give one of them")
        tastes = Tastes(form, color, letters, theme)
        session = Session(file, as_json=as_json, quiet=quiet, tastes=tastes)
        try:
            return command(session, *args, **kwargs)
        except IllegalStepError as refusal:
            raise RefusedError(session.display.wording.named(str(refusal))) from refusal

    return with_session
