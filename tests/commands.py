"""Commands run in this process: fast, with standard output, standard error and exit code apart.

For what takes a process of its own (pipes, signals, terminals, limits) see `tests.processes`.
"""

from __future__ import annotations

import inspect
import json
import shlex
from pathlib import Path
from typing import Any, NamedTuple

from click.testing import CliRunner, Result

from spider_cli import Game
from spider_cli.cli.group import main
from spider_cli.rules.cards import CARD_NAMES
from spider_cli.rules.columns import parse_column_cards
from tests.samples import layout, table

#: What is said where there is no game.
NO_GAME = (
    "spider.json: there is no such file; "
    "'spider new' starts a game here, and -f FILE or the variable SPIDER_FILE names one elsewhere"
)


def invoke(*words: str, stdin: str | bytes = b"", env: dict[str, str] | None = None) -> Result:
    """Run a command. A bug raises here as it is: a traceback is never an exit code."""
    # Before 8.2, click's runner mixes both streams unless it is told not to; since then it cannot be told.
    apart: dict[str, Any] = (
        {"mix_stderr": False} if "mix_stderr" in inspect.signature(CliRunner).parameters else {}
    )
    return CliRunner(env=env, **apart).invoke(main, words, input=stdin, catch_exceptions=False)


class Outcome(NamedTuple):
    """What a command did."""

    code: int
    out: str
    err: str

    @property
    def state(self) -> dict[str, Any]:
        """The one JSON object that was printed."""
        state: dict[str, Any] = json.loads(self.out)
        return state


class Spider:
    """Runs commands in a directory; each call is a new command line."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.path = directory / "spider.json"

    def __call__(
        self, line: str = "", *words: str, stdin: str | bytes = b"", env: dict[str, str] | None = None
    ) -> Outcome:
        """Run `spider LINE WORDS...`, the line split as a shell does. A bug raises."""
        result = invoke(*shlex.split(line), *words, stdin=stdin, env=env)
        return Outcome(result.exit_code, result.stdout, result.stderr)

    def did(self, line: str, *words: str, **options: Any) -> str:
        """Run a command that must do what it is told; its output."""
        code, out, err = self(line, *words, **options)
        assert (code, err) == (0, ""), (line, code, err)
        return out

    def refused(self, line: str, *words: str, code: int = 1, **options: Any) -> str:
        """Run a command that must be refused, and leave all files as they are; its one line of error."""
        before = self.files()
        found, out, err = self(line, *words, **options)
        assert (found, out) == (code, ""), (line, found, out, err)
        assert err.startswith("spider: ")
        assert err.endswith("\n")
        assert err[:-1].isprintable()
        assert self.files() == before
        return err[len("spider: ") : -1]

    def state(self) -> dict[str, Any]:
        """The state of the game."""
        return self("show --json").state

    def start(self, name: str) -> None:
        """Begin at a layout of the test data."""
        self.put(Game(layout(name)))

    def start_with(self, *columns: str) -> None:
        """Begin with these columns in a game of four suits; the last holds the rest, with KC open."""
        pack = sorted(CARD_NAMES) * 2
        for card in b"".join(parse_column_cards(column)[1:] for column in columns):
            pack.remove(card)
        rest = " ".join(CARD_NAMES[card] for card in sorted(pack))  # upwards, so that no run lies in it
        start = table(*columns, *["-"] * (9 - len(columns)), rest)
        start.check()
        self.put(Game(start))

    def put(self, game: Game) -> None:
        """Write the game file."""
        self.path.write_text(game.dumps(), encoding="utf-8")

    def game(self) -> Game:
        """Read the game file."""
        return Game.load(self.path)

    def files(self) -> dict[str, bytes]:
        """Every file in the directory, with its content."""
        return {path.name: path.read_bytes() for path in self.directory.iterdir() if path.is_file()}
