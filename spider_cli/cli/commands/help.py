"""`spider help` and `spider rules`."""

from __future__ import annotations

from typing import cast

import click

from spider_cli.cli.command import command
from spider_cli.cli.exits import UsageError
from spider_cli.cli.output import write
from spider_cli.render.answers import RULES
from spider_cli.text import quoted


@command(
    "Explain a command, or list them all.",
    """
    Print what 'spider COMMAND --help' prints, or without COMMAND the list of commands.

    \b
    Examples:
      spider help
      spider help move
    """,
)
@click.argument("name", metavar="[COMMAND]", required=False)
@click.pass_context
def help(context: click.Context, name: str | None) -> None:
    above = context.parent
    assert above  # the group
    if name is None:
        write(above.get_help())
        return
    found = cast("click.Group", above.command).get_command(above, name)
    if found is None:
        raise UsageError(f"there is no command {quoted(name)}; 'spider help' lists them")
    with click.Context(found, info_name=name, parent=above) as inner:
        write(found.get_help(inner))


@command(
    "Print the rules of the game.",
    """
    Print the rules of Spider as it is played here.

    \b
    Example:
      spider rules
    """,
)
def rules() -> None:
    write(RULES)
