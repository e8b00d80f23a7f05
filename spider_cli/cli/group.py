"""The group of commands, and the one place where errors become messages and exit codes."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, NoReturn, cast

import click

from spider_cli import __version__
from spider_cli.cli import commands
from spider_cli.cli.exits import Exit, exit_code
from spider_cli.cli.interrupts import orderly_end
from spider_cli.cli.output import ReaderGone, printing, say, write_error
from spider_cli.errors import SpiderError
from spider_cli.text import quoted

if TYPE_CHECKING:
    from collections.abc import Sequence

#: Each command and the module of `spider_cli.cli.commands` that holds it under the same name.
COMMANDS = {
    "new": "new",
    "show": "show",
    "move": "move",
    "deal": "deal",
    "undo": "undo",
    "redo": "undo",
    "mark": "mark",
    "goto": "mark",
    "moves": "moves",
    "hint": "hint",
    "play": "play",
    "run": "run",
    "log": "log",
    "replay": "replay",
    "verify": "verify",
    "stats": "stats",
    "solve": "solve",
    "study": "study",
}

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
        command = getattr(import_module(f"{commands.__name__}.{module}"), cmd_name)
        return cast("click.Command", command)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if not args and not ctx.resilient_parsing:  # Click does the same only since 8.2
            write_error(ctx.get_help())
            ctx.exit(Exit.USAGE)
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            message = f"No such option {quoted(error.option_name)} here: options of a command come after it"
            raise click.UsageError(message, ctx) from error

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
        """Run a command line and exit. A bug raises as it is; nothing else does."""
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
            say(f"{error.format_message().rstrip('.')}{_variable(error)} (see '{path} --help')")
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
@click.version_option(__version__, message="spider %(version)s")
def main() -> None:
    """The command `spider`."""
