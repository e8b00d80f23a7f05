"""The one kind of command that `spider` has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from spider_cli.cli.output import printing

if TYPE_CHECKING:
    from collections.abc import Callable


class Command(click.Command):
    """A command whose help, which click prints while it reads the words, may fail to be written."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        with printing():
            return super().make_context(info_name, args, parent, **extra)


def command(short_help: str, text: str) -> Callable[[Callable[..., Any]], Command]:
    """Make a function the command of its name. `text` is its help, `short_help` its line in the list.

    The help is no docstring, because `python -OO` has none.
    """
    return click.command(cls=Command, short_help=short_help, help=text)
