"""The options that several commands have, each said once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from spider_cli.cli.param_types import DEFAULT_FILE, GAME_FILE, JOBS, SECONDS, SUITS, whole_number
from spider_cli.render.forms import DEFAULT_FORM, FORMS
from spider_cli.render.themes import DEFAULT_THEME, THEME_NAMES

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    Decorator: TypeAlias = Callable[[Callable[..., Any]], Callable[..., Any]]

#: Seconds of processor time for the solver; most games that can be won take a few.
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
    "--ascii/--no-ascii",
    "letters",
    default=None,
    envvar="SPIDER_ASCII",
    show_envvar=True,
    help="Letters instead of suit signs: where the output has no signs if not given.",
)
theme_option: Decorator = click.option(
    "--theme",
    type=click.Choice(THEME_NAMES),
    default=DEFAULT_THEME,
    envvar="SPIDER_THEME",
    show_default=True,
    show_envvar=True,
    help="faces: cards with a ground of their own; ink: coloured letters; mono: bold and faint alone.",
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


def form_option_for(command: str | None = None) -> Decorator:
    """--as of a command that shows a position; `command` if it has forms of its own besides."""
    forms = [form for form in FORMS.values() if not form.commands or command in form.commands]
    return click.option(
        "--as",
        "form",
        type=click.Choice([form.name for form in forms]),
        default=DEFAULT_FORM,
        envvar="SPIDER_AS",
        show_default=True,
        show_envvar=True,
        help=f"The form of output. {'; '.join([f'{form.name}: {form.help}' for form in forms])}.",
    )


form_option: Decorator = form_option_for()


def limit_option(purpose: str) -> Decorator:
    """--limit, which is None if it is not given; the help says for what it is."""
    text = f"Processor time {purpose}: {DEFAULT_LIMIT:g} if not given."
    return click.option("--limit", type=SECONDS, metavar="SECONDS", help=text)
