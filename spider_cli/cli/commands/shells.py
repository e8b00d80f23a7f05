"""`spider completion`."""

from __future__ import annotations

import click

from spider_cli.cli.command import command
from spider_cli.cli.output import write


@command(
    "Print what makes a shell complete words.",
    """
    Print a script that makes bash, zsh or fish complete the commands and options of spider, and for
    'move' the columns that are legal now.

    Keep it in a file that your shell reads, so that no new shell has to start spider for it. What it
    does is asked of spider when Tab is pressed.

    \b
    Examples:
      spider completion bash > ~/.spider.bash  # in ~/.bashrc: . ~/.spider.bash
      spider completion zsh > ~/.spider.zsh    # in ~/.zshrc: . ~/.spider.zsh
      spider completion fish > ~/.config/fish/completions/spider.fish
    """,
)
@click.argument("shell", metavar="bash|zsh|fish", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    from spider_cli.cli.completion import script

    write(script(context.find_root().command, shell))
