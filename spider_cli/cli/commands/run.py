"""`spider run`."""

from __future__ import annotations

import sys

import click

from spider_cli.cli.command import command
from spider_cli.cli.exits import UsageError
from spider_cli.cli.options import form_option
from spider_cli.cli.output import say
from spider_cli.cli.param_types import FILE
from spider_cli.cli.script_run import Options, run_script
from spider_cli.cli.session import Session, game_options
from spider_cli.cli.stdin import DASH
from spider_cli.script.words import SCRIPT

_WORDS = "\n      ".join(SCRIPT.help())


@command(
    "Play a script of commands.",
    f"""
    Play the commands in the file SCRIPT, or from standard input, one a line.

    \b
    Words, and their short forms; FROM TO [COUNT] alone is a move:
      {_WORDS}
      # begins a comment

    For each command a line says what happened; the table comes at the end. The first line that is
    refused ends the script, with exit code 1; what was played before it is kept and saved.

    --json is for programs that play. The first object names the protocol and the game; then each command
    gets one object at once: "line", "command", "ok", "state" as 'show --json' prints it, and what
    happened. A refused line gets "error" and "reason", and the script goes on; the exit code is 1 then.
    The page 'The protocol' of the documentation lists every key.

    The game is saved at the end, and in between so that no step stays unsaved for more than a
    second. Ctrl-C (exit code 130), SIGTERM (143) and SIGHUP (129) end a script like a refused line.
    Nobody else can change the game while a script runs. When nobody reads the replies any more ('spider
    run | head'), the script ends; if lines were left, it says so, and the exit code is 1.

    \b
    Examples:
      spider run moves.txt
      spider solve | spider run -q
      printf '3 7\\ndeal\\n' | spider run --atomic
      spider run --keep-going --dry-run < moves.txt
      ./bot.py    # which starts 'spider run --json --no-file'
    """,
)
@click.argument("script", metavar="[SCRIPT]", type=FILE, default="-")
@click.option("--keep-going", is_flag=True, help="Report lines that are refused, and go on.")
@click.option("--atomic", is_flag=True, help="Keep all of the script, or nothing if a line is refused.")
@click.option("--dry-run", is_flag=True, help="Play, but save nothing.")
@click.option("--no-state", is_flag=True, help="With --json: leave the state out of the replies.")
@click.option("--no-file", is_flag=True, help="Play a game of one suit that is saved nowhere.")
@form_option
@game_options
def run(
    session: Session,
    script: str,
    keep_going: bool,
    atomic: bool,
    dry_run: bool,
    no_state: bool,
    no_file: bool,
) -> int:
    if no_file and session.path_is_option:
        raise UsageError("--no-file plays without a game file, -f names one; give one of them")
    if script == DASH and not session.quiet and sys.stdin is not None and sys.stdin.isatty():
        say("reading commands, Ctrl-D ends; 'spider play' has a prompt and draws the table")
    return run_script(session, script, Options(keep_going, atomic, dry_run, no_state, no_file=no_file))
