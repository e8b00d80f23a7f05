"""The options that several commands have, each said once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from spider_cli.cli.param_types import DEFAULT_FILE, GAME_FILE, JOBS, SECONDS, SUITS, whole_number

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    Decorator: TypeAlias = Callable[[Callable[..., Any]], Callable[..., Any]]

#: Seconds of processor time for the solver; most deals that can be won take a few.
DEFAULT_LIMIT = 60.0

file_option: Decorator = click.option(
    "-f",
    "--file",
    type=GAME_FILE,
    default=DEFAULT_FILE,
    envvar="SPIDER_FILE",
    show_default=True,
    show_envvar=True,
    help="The game file.",
)
json_option: Decorator = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
quiet_option: Decorator = click.option("-q", "--quiet", is_flag=True, help="Print nothing.")
color_option: Decorator = click.option(
    "--color/--no-color", default=None, help="Colour the suits: on a terminal if not given."
)
ascii_option: Decorator = click.option(
    "--ascii", "ascii_only", is_flag=True, help="Letters instead of suit signs."
)
suits_option: Decorator = click.option(
    "--suits", type=SUITS, metavar="[1|2|4]", help="Suits in play: 1 if not given."
)
relaxed_option: Decorator = click.option("--relaxed", is_flag=True, help="Allow a deal over empty columns.")
nodes_option: Decorator = click.option(
    "--nodes", type=whole_number(1), metavar="N", help="Give up a game after N positions."
)
jobs_option: Decorator = click.option(
    "-j", "--jobs", type=JOBS, metavar="N", help="Processes to share the work: 1 if not given."
)


def limit_option(purpose: str) -> Decorator:
    """--limit, which is None if it is not given; the help says for what it is."""
    text = f"Processor time {purpose}: {DEFAULT_LIMIT:g} if not given."
    return click.option("--limit", type=SECONDS, metavar="SECONDS", help=text)
