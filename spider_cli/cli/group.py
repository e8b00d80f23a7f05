"""The group of commands, and the one place where errors become messages and exit codes."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from keyword import iskeyword
from typing import TYPE_CHECKING, Any, Final, NoReturn, cast

import click

from spider_cli import __version__
from spider_cli.cli import commands
from spider_cli.cli.exits import Exit, exit_code
from spider_cli.cli.interrupts import orderly_end
from spider_cli.cli.output import ReaderGone, printing, say, write
from spider_cli.errors import SpiderError
from spider_cli.text import quoted

if TYPE_CHECKING:
    from collections.abc import Sequence

#: The commands under their headings, each with the module of `spider_cli.cli.commands` that holds it.
_GROUPS: Final = {
    "Play": {
        "new": "new",
        "move": "move",
        "deal": "deal",
        "undo": "undo",
        "show": "show",
        "redo": "undo",
        "hint": "hint",
        "moves": "moves",
        "mark": "mark",
        "goto": "mark",
        "play": "play",
        "games": "resume",
        "resume": "resume",
        "review": "review",
        "problem": "problem",
    },
    "Scripts and replays": {"run": "run", "log": "log", "replay": "replay"},
    "Other programs": {"import": "other_programs", "export": "other_programs"},
    "Many games": {"verify": "verify", "stats": "stats", "study": "study"},
    "Solving": {"solve": "solve"},
    "Help": {"help": "help", "rules": "help", "completion": "shells"},
}

#: Each command and the module of `spider_cli.cli.commands` that holds it under the same name.
COMMANDS: Final = {name: module for group in _GROUPS.values() for name, module in group.items()}

#: Options of a command that may also stand before it: those that are followed by a value, and the others.
_WITH_VALUE: Final = ("-f", "--file", "--as", "--theme")
_FLAGS: Final = ("--json", "-q", "--quiet", "--color", "--no-color", "--ascii", "--no-ascii")

_SHORT_HELP: Final = """\
Two-deck Spider Solitaire. The commands to begin with:

  spider new          start a game: --suits 2, --seed 42
  spider move 3 7     move cards from column 3 to column 7
  spider deal         deal a row
  spider undo         take a step back
  spider show         print the table

'spider play' is a prompt, 'spider rules' tells the rules, 'spider help' lists every command."""

#: What a shell sets when it wants completions: see `spider_cli.cli.completion`.
_COMPLETE: Final = "_SPIDER_COMPLETE"


class SpiderGroup(click.Group):
    """Loads a command's module when the command is named, and reports errors in one line."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        module = COMMANDS.get(cmd_name)
        if module is None:
            return None
        name = f"{cmd_name}_" if iskeyword(cmd_name) else cmd_name
        command = getattr(import_module(f"{commands.__name__}.{module}"), name)
        return cast("click.Command", command)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if not ctx.resilient_parsing:
            args = _with_command_first(args)
            if not args:
                write(_SHORT_HELP)
                ctx.exit(Exit.DONE)
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            message = f"No such option {quoted(error.option_name)} here: options of a command come after it"
            raise click.UsageError(message, ctx) from error

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        width = max(map(len, COMMANDS))
        for heading, names in _GROUPS.items():
            with formatter.section(heading):
                formatter.write_dl([(name.ljust(width), self._short_help(ctx, name)) for name in names])

    def _short_help(self, ctx: click.Context, name: str) -> str:
        found = self.get_command(ctx, name)
        return found.get_short_help_str(80) if found else ""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if not ctx.resilient_parsing and args[0] not in COMMANDS:
            from difflib import get_close_matches

            word = args[0]
            like = ["move " + word] if word.isdecimal() else get_close_matches(word.lower(), COMMANDS, 1)
            meant = f": did you mean {quoted(like[0])}?" if like else ""
            ctx.fail(f"No such command {quoted(word)}{meant}")
        return super().resolve_command(ctx, args)

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> NoReturn:
        """Run a command line and exit. Errors of users and files become messages; a bug shows a traceback."""
        words = sys.argv[1:] if args is None else list(args)
        with orderly_end():
            code = self._run(words, extra)
        sys.exit(code)

    def _run(self, words: list[str], extra: dict[str, Any]) -> int:
        try:
            return self._run_unguarded(words, extra)
        except click.exceptions.Exit as stop:
            return stop.exit_code
        except ReaderGone:
            return Exit.DONE
        except (KeyboardInterrupt, EOFError, click.Abort) as stop:
            say("interrupted")
            return getattr(stop, "exit_code", Exit.INTERRUPTED)
        except click.UsageError as error:
            path = error.ctx.command_path if error.ctx else "spider"
            message = " ".join(error.format_message().split())  # click's may have several lines
            say(f"{message.rstrip('.')}{_variable(error)} (see '{path} --help')")
            return Exit.USAGE
        except click.ClickException as error:
            say(error.format_message())
            return error.exit_code
        except SpiderError as error:
            say(str(error))
            return exit_code(error)
        except MemoryError:  # a file of 64 MiB may take many times that, and a shell may allow less
            say("there is not enough memory")
            return Exit.GAVE_UP

    def _run_unguarded(self, words: list[str], extra: dict[str, Any]) -> int:
        if instruction := os.environ.get(_COMPLETE):
            from spider_cli.cli.completion import complete  # no command needs it

            with printing():
                return complete(self, instruction)
        with printing():
            context = self.make_context("spider", words, **extra)
        with context:
            return self.invoke(context) or Exit.DONE


def _variable(error: click.UsageError) -> str:
    """Names the environment variable that an unfit value came from, where click does not: before 8.2."""
    option = getattr(error, "param", None)
    if option is None or error.ctx is None or not option.envvar or option.envvar in error.format_message():
        return ""
    source = error.ctx.get_parameter_source(option.name)
    return f" (from {option.envvar})" if source is click.core.ParameterSource.ENVIRONMENT else ""


def _with_command_first(args: list[str]) -> list[str]:
    """The words with options that stand before the command put behind it; without a command `play` is meant.

    There are none if the short help is wanted: no command was named, and nobody sits at a terminal.
    """
    taken = 0
    while taken < len(args):
        name, equals, _ = args[taken].partition("=")
        if name in _WITH_VALUE and not equals:
            taken += 2
        elif name in _WITH_VALUE or name in _FLAGS:
            taken += 1
        else:
            return [args[taken], *args[:taken], *args[taken + 1 :]]
    streams = (sys.stdin, sys.stdout)
    return ["play", *args] if all(stream and stream.isatty() for stream in streams) else []


@click.group(
    cls=SpiderGroup,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="""
    Play two-deck Spider Solitaire from the shell.

    The game is one file, spider.json in the current directory unless -f says otherwise. Start one
    with 'spider new', then move cards between the ten columns with 'spider move FROM TO' and deal a
    row with 'spider deal'.
    """,
)
@click.version_option(__version__, "-V", "--version", message="spider %(version)s")
def main() -> None:
    """The command `spider`."""
