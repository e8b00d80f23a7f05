"""Completion in shells: click has it for bash, zsh and fish, and they ask for it by environment variables."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Final

from click.shell_completion import (
    BashComplete,
    FishComplete,
    add_completion_class,
    get_completion_class,
    shell_complete,
)

from spider_cli.cli.exits import UsageError
from spider_cli.text import quoted

if TYPE_CHECKING:
    import click
    from click.shell_completion import CompletionItem

#: What a shell sets to `bash_complete`, or a person to `bash_source` for the script that makes bash do so.
VARIABLE: Final = "_SPIDER_COMPLETE"


class _Bash(BashComplete):
    """Bash gives `--file=g.json` as three words, of which click would take the second for the value."""

    def get_completion_args(self) -> tuple[list[str], str]:
        words, incomplete = super().get_completion_args()
        args: list[str] = []
        for number, word in enumerate(words):
            after_sign = number > 0 and words[number - 1] == "="
            is_sign = word == "=" and number + 1 < len(words)  # the value itself is what click completes
            if (is_sign or after_sign) and args and args[-1].startswith("--"):
                args[-1] += word
            else:
                args.append(word)
        return args, incomplete


class _Fish(FishComplete):
    """The script that click has for fish takes a comma for the end of the help."""

    def format_completion(self, item: CompletionItem[Any]) -> str:
        item.help = item.help and item.help.replace(",", ";")
        return super().format_completion(item)


def complete(group: click.Group, instruction: str) -> int:
    """Print what a shell has asked for by the value of `VARIABLE`. Returns the exit code.

    Raises UsageError if the value or the variables that go with it are not those of a shell.
    """
    add_completion_class(_Bash)
    add_completion_class(_Fish)
    shell, _, what = instruction.partition("_")
    if what not in ("source", "complete") or not get_completion_class(shell):
        raise UsageError(f"{VARIABLE}={quoted(instruction)}: no shell asks that; bash_source prints a script")
    if what == "complete" and not _line_is_known(shell):
        raise UsageError(f"{VARIABLE} is for shells: they set COMP_WORDS and COMP_CWORD as well")
    return shell_complete(group, {}, "spider", VARIABLE, instruction)


def _line_is_known(shell: str) -> bool:
    """Whether the words of the line are there, and the one to complete: its number, in fish itself."""
    words, word = os.environ.get("COMP_WORDS"), os.environ.get("COMP_CWORD")
    if words is None or word is None:
        return False
    return not word or bool(word.strip()) if shell == "fish" else word.isdecimal()


#: What zsh has to load first, if nobody has done so.
_ZSH_FIRST: Final = "(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }"


def script(command: click.Command, shell: str) -> str:
    """The script that makes a shell ("bash", "zsh" or "fish") ask us for completions."""
    found = get_completion_class(shell)
    assert found
    # `source()` would start a bash, to look at its version.
    asking = found(command, {}, "spider", VARIABLE)
    text = (asking.source_template % asking.source_vars()).strip("\n")
    return f"{_ZSH_FIRST}\n{text}" if shell == "zsh" else text
