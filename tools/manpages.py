"""Write a man page for each command, and one for `spider`, from their help: `make man`.

The pages are in docs/man, and pip installs them where `man` finds them. click-man lays a page out; what it
does not do is done here: it knows no characters that mean something to troff, and no paragraphs whose lines
stay as they are.
"""

from __future__ import annotations

import re
from inspect import cleandoc
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click
from click_man.man import ManPage

import spider_cli
from spider_cli.cli.group import COMMANDS
from spider_cli.cli.group import main as group

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER: Final = Path(__file__).parents[1] / "docs" / "man"

_LINES_STAY: Final = "\b\n"  # how click marks a paragraph whose lines stay as they are


def page(context: click.Context) -> str:
    """The man page of a command."""
    command = context.command
    made = ManPage(context.command_path)
    made.version = spider_cli.__version__
    made.date = ""  # or a page would change with the day on which it is made
    made.short_help = escaped(command.get_short_help_str(80).rstrip("."))
    made.synopsis = " ".join(command.collect_usage_pieces(context))
    made.description = description(command.help or "")
    made.options = list(_options(context))
    if isinstance(command, click.Group):
        made.commands = [(name, escaped(_command(name).get_short_help_str(80))) for name in COMMANDS]
    return str(made)


def description(help_text: str) -> str:
    """A help text for troff."""
    paragraphs = [paragraph.strip("\n") for paragraph in cleandoc(help_text).split("\n\n")]
    return "\n.PP\n".join(map(_paragraph, paragraphs))


def _paragraph(text: str) -> str:
    if text.startswith(_LINES_STAY):
        return f".nf\n{escaped(text.removeprefix(_LINES_STAY))}\n.fi"
    return escaped(text)


def escaped(text: str) -> str:
    """A text without characters that mean something to troff: backslash, hyphen, a dot or quote in front."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^(?=[.'])", r"\\&", text, flags=re.MULTILINE)


def _options(context: click.Context) -> Iterator[tuple[str, str]]:
    for parameter in context.command.get_params(context):
        record = parameter.get_help_record(context)
        if isinstance(parameter, click.Option) and record:
            yield record[0], escaped(record[1])


def pages() -> dict[str, str]:
    """Every page by the name of its file."""
    context = click.Context(group, info_name="spider", **group.context_settings)
    found = {"spider.1": page(context)}
    for name in COMMANDS:
        found[f"spider-{name}.1"] = page(click.Context(_command(name), info_name=name, parent=context))
    return found


def _command(name: str) -> click.Command:
    command = group.get_command(click.Context(group), name)
    assert command
    return command


def write() -> None:
    """Write the pages in place of those that are there."""
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.1"):
        old.unlink()
    for name, text in pages().items():
        (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write()
