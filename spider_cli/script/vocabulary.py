"""What every word of the script language is: a class with all that is known of it.

A `Command` is a word with what follows it, read from a line. It never changes, so one object serves for all
equal lines. `perform` does what it says and gives an `Outcome`, which can tell what happened. A
`Vocabulary` is a set of words that are understood together. The words themselves are in
`spider_cli.script.words`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from spider_cli.errors import NotationError
from spider_cli.text import quoted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from spider_cli.games.game import Game
    from spider_cli.hints import Hint
    from spider_cli.render.sentences import Wording


class Host(Protocol):
    """The program in which a command is performed."""

    @property
    def game(self) -> Game:
        """The game that is played."""

    def hint(self, effort: int) -> Hint:
        """A hint for the position now; see `spider_cli.hints`. Raises a SpiderError if there is none."""

    def start(self, game: Game) -> None:
        """Put another game in the place of this one, which goes to the history. Raises a SpiderError."""


class Outcome:
    """What a command did or found out."""

    def text(self, wording: Wording) -> str:
        """What happened, in words; it may be empty."""
        return ""

    def data(self) -> dict[str, Any]:
        """What happened, ready for JSON.

        The keys `line`, `command`, `ok`, `state`, `error` and `reason` belong to the reply itself.
        """
        return {}


class Command:
    """A word with what follows it. Two commands of one class are equal if their values are.

    `word`, and `letter` for short. `usage`: what follows the word. `help`: what it does, in a few words.
    `changes_game`: whether it is more than a question. `shows_game`: whether the answer is the position in
    the form that the user chose. `ends_script`: whether no further line is read.
    """

    word: ClassVar[str]
    letter: ClassVar[str] = ""
    usage: ClassVar[str] = ""
    help: ClassVar[str]
    changes_game: ClassVar[bool] = False
    shows_game: ClassVar[bool] = False
    ends_script: ClassVar[bool] = False

    @classmethod
    def read(cls, words: list[str]) -> Command:
        """The command from the words after its first. Raises NotationError.

        Unless a class says otherwise, its word stands alone.
        """
        if words:
            raise NotationError(f"{cls.word} takes nothing after it, but there is {quoted(' '.join(words))}")
        return cls()

    @classmethod
    def completions(cls, game: Game) -> Iterable[str]:
        """Words that may come next after its own."""
        return ()

    def perform(self, host: Host) -> Outcome:
        """Do it. Raises a SpiderError if it is refused, and then nothing has changed.

        An IllegalStepError or a RefusedError carries the reason, one word for programs.
        """
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash((type(self), *vars(self).values()))

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={value!r}" for name, value in vars(self).items())
        return f"{type(self).__name__}({values})"


class Vocabulary:
    """Words that are understood together."""

    def __init__(
        self,
        commands: Iterable[type[Command]],
        names: dict[str, str] | None = None,
        *,
        numbers: Callable[[list[str]], Command] | None = None,
    ) -> None:
        """`names`: further names of words. `numbers` reads what begins with a number in place of a word."""
        self._numbers = numbers
        self._commands = {command.word: command for command in commands}
        self._names = {command.letter: command.word for command in self._commands.values()}
        self._names |= names or {}
        self._names.pop("", None)

    @property
    def words(self) -> tuple[str, ...]:
        """All words, in their order."""
        return tuple(self._commands)

    @property
    def commands(self) -> tuple[type[Command], ...]:
        """The classes of all words, in their order."""
        return tuple(self._commands.values())

    def find(self, word: str) -> type[Command] | None:
        """The class of a word, its letter or another name of it."""
        name = word.lower() if word.isascii() else word  # other scripts' letters stand for none of ours
        return self._commands.get(self._names.get(name, name))

    def read(self, words: list[str]) -> Command | None:
        """The command that some words are, or None if there are none. Raises NotationError."""
        if not words:
            return None
        first, *rest = words
        if self._numbers and _is_like_a_number(first):
            return self._numbers(words)
        command = self.find(first)
        if command is None:
            raise self.unknown(first)
        return command.read(rest)

    def unknown(self, word: str) -> NotationError:
        """The refusal of a word that is none of these."""
        others = ", ".join(other for other in self._commands if other != "move")
        return NotationError(f"{quoted(word)} is not a command; commands are FROM TO [COUNT], {others}", word)

    def help(self) -> list[str]:
        """A line for each word: how it is written, and what it does."""
        rows = [(usage_of(command), command.help) for command in self._commands.values()]
        width = max(len(usage) for usage, _ in rows)
        return [f"{usage:<{width}}  {text}" for usage, text in rows]


def usage_of(command: type[Command]) -> str:
    """How a word is written, with its letter."""
    short = f" ({command.letter})" if command.letter else ""
    return f"{command.word} {command.usage}".rstrip() + short


def _is_like_a_number(word: str) -> bool:
    """Whether a word is meant as a column: the refusal then says what is wrong with it as one."""
    return word.lstrip("+-.")[:1].isnumeric()


def only_word(command: type[Command], words: list[str], what: str) -> str:
    """The one word that follows. Raises NotationError."""
    if len(words) != 1:
        raise NotationError(f"{command.word} takes {what}, not {written(words)}")
    return words[0]


def written(words: list[str]) -> str:
    """Words as messages show them."""
    return quoted(" ".join(words)) if words else "nothing"
