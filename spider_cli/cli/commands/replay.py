"""`spider replay`."""

from __future__ import annotations

import contextlib
import json
import sys
import time
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

import click

from spider_cli.cli.command import command
from spider_cli.cli.exits import UsageError
from spider_cli.cli.options import form_option_for
from spider_cli.cli.param_types import DELAY, FILE, whole_number
from spider_cli.cli.session import Session, game_options
from spider_cli.cli.stdin import DASH, STDIN, standard_input
from spider_cli.errors import GameFormatError, StorageError
from spider_cli.games.game import Game
from spider_cli.games.state import game_state
from spider_cli.render.recordings import Moment
from spider_cli.render.sentences import Wording, start_report, step_report
from spider_cli.render.style import CLEAR_SCREEN, RESET
from spider_cli.saved import collection
from spider_cli.text import counted

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Literal

    from spider_cli.cli.display import Display
    from spider_cli.rules.position import Position

    Turn = Literal["on", "back", "first", "last", "stay", "leave"]

_DEFAULT_DELAY: Final = 0.5
_HELP: Final = "[space] on  [b] back  [g] first  [G] last  [q] leave"

_TURNS: Final[dict[str, Turn]] = {
    **dict.fromkeys((" ", "\r", "\n", "n", "j", "l", "\x1b[C", "\x1b[B", "\x1b[6~"), "on"),
    **dict.fromkeys(("b", "p", "k", "h", "\x7f", "\x08", "\x1b[D", "\x1b[A", "\x1b[5~"), "back"),
    **dict.fromkeys(("g", "0", "\x1b[H", "\x1b[1~"), "first"),
    **dict.fromkeys(("G", "$", "\x1b[F", "\x1b[4~"), "last"),
    "\x0c": "stay",  # Ctrl-L, which stands for `keys.REDRAW` as well
    **dict.fromkeys(("q", "Q", "\x1b", "\x04"), "leave"),
}


@command(
    "Show a saved game move by move.",
    """
    Show the start of a saved game, then each step with what it did and the table after it.

    FILE is a game file, or - for standard input; without it the game file of -f. It is only read.
    On a terminal there is a pause after each step, or with --step a key is awaited; in a pipe all
    steps are printed at once.

    Keys: space, n or an arrow goes on; b or an arrow back; g and G to the first and the last step; q
    leaves.

    --as svg makes a moving picture, --as cast a recording that asciinema plays; in both a step is seen for
    --delay seconds.

    With --json: one object for each step, the state after it with its "number" and the "step" itself;
    --from 0 adds the start.

    \b
    Examples:
      spider replay
      spider replay --delay 2 --from 30 old.json
      spider replay --step
      spider replay --line 3 spider.history.jsonl
      spider replay --json | tail -1
      spider replay --as svg > game.svg
      spider replay --as cast > game.cast    # asciinema play game.cast
    """,
)
@click.argument("saved", metavar="[FILE]", type=FILE, required=False)
@click.option("--line", type=whole_number(1), metavar="N", help="The game in line N of a .jsonl file.")
@click.option("--delay", type=DELAY, metavar="SECONDS", help="Wait after each step: 0.5 if not given.")
@click.option(
    "--from", "first", type=whole_number(0), metavar="N", help="The first step to show; 0 is the start."
)
@click.option("--to", "last", type=whole_number(0), metavar="N", help="The last step to show.")
@click.option("--step", "by_key", is_flag=True, help="Wait for a key, to go on or back.")
@form_option_for("replay")
@game_options
def replay(
    session: Session,
    saved: str | None,
    line: int | None,
    delay: float | None,
    first: int | None,
    last: int | None,
    by_key: bool,
) -> None:
    (name,) = session.names([] if saved is None else [saved])
    with session.pointing_to_new() if saved is None else contextlib.nullcontext():
        game = _game_in(name, line)
    form = session.display.form
    if form.recording and by_key:
        raise UsageError(f"--step waits for keys, and the form {form.name} is a recording; give one of them")
    replayed = _Replay(game)
    numbers = _step_numbers(first, last, replayed.length, session.as_json)
    pause = _DEFAULT_DELAY if delay is None else delay
    if session.quiet:
        return
    if session.as_json:
        for number in numbers:
            session.write(json.dumps(replayed.state(number)))
    elif form.recording:
        style = session.display.recorded_style
        for text in form.recorder(replayed.moments(numbers, Wording(style.card_name)), style, pause):
            session.write(text)
    elif by_key and _on_terminal():
        _turn_by_key(replayed, numbers, session)
    else:
        _run_through(replayed, numbers, session, pause)


def _game_in(name: str, line: int | None) -> Game:
    """The game in a file, or in a line of it. Raises StorageError or UsageError."""
    found = collection.saved_games([name], standard_input() if name == DASH else None)
    name = STDIN if name == DASH else name
    # A file that is one game, or that cannot be read, has no lines.
    wanted = (saved for saved in found if line is None or saved.line in (line, None))
    chosen = list(islice(wanted, 1 if line else 2))
    if len(chosen) > 1:
        raise UsageError(f"{name} holds a game a line; --line N says which")
    if not chosen:
        raise UsageError(f"{name} has no game" + (f" in line {line}" if line else ""))
    (saved,) = chosen
    if isinstance(saved.content, StorageError):
        raise saved.content
    if line and saved.line is None:
        raise UsageError(f"--line {line}: {saved.file} is one game, not a game a line")
    try:
        return Game.loads(saved.content)
    except GameFormatError as error:
        place = "" if saved.line is None else f":{saved.line}"
        raise StorageError(saved.file + place, str(error)) from error


def _step_numbers(first: int | None, last: int | None, length: int, as_json: bool) -> range:
    """The numbers of the steps to show; 0 is the start, which is no step."""
    for option, number in (("--from", first), ("--to", last)):
        if number is not None and number > length:
            raise UsageError(f"{option} {number}: the game has only {counted(length, 'step')}")
    if first is not None and last is not None and first > last:
        raise UsageError(f"--from {first} comes after --to {last}")
    first = int(as_json) if first is None else first
    return range(first, (length if last is None else last) + 1)


class _Replay:
    """A game as it stood after each of its steps, back and forth."""

    def __init__(self, game: Game) -> None:
        self._steps = game.steps
        self._game = game.rewound(0)

    @property
    def length(self) -> int:
        """How many steps there are."""
        return len(self._steps)

    def state(self, number: int) -> dict[str, Any]:
        """The object that --json prints for a step."""
        self._go_to(number)
        step = str(self._steps[number - 1]) if number else None
        return {"number": number, "step": step, **game_state(self._game)}

    def drawn(self, number: int, display: Display, *, below: str = "") -> str:
        """What a step did, and the position after it; words `below` it belong to the same window."""
        title, before = self._title(number, display.wording)
        if display.form.spoken:
            return title
        gap = "\n" if display.window(0) is None else ""
        return display.page(self._game, before, above=title + gap, below=below)

    def moments(self, numbers: range, wording: Wording) -> Iterator[Moment]:
        """Each of these steps, one after the other."""
        for number in numbers:
            title, before = self._title(number, wording)
            yield Moment(title, self._game, before)

    def _title(self, number: int, wording: Wording) -> tuple[str, Position | None]:
        """What a step did, and the position before it."""
        if number == 0:
            self._go_to(0)
            return start_report(self._game, wording), None
        self._go_to(number - 1)
        before, step = self._game.position, self._steps[number - 1]
        self._game.play(step)
        report = step_report(before, step, self._game, wording)
        if wording.spoken:  # the report names both columns
            return f"Step {number} of {self.length}. {report}", before
        return f"step {number} of {self.length}, {step}: {report}", before

    def _go_to(self, number: int) -> None:
        if (back := self._game.step_count - number) > 0:
            self._game.undo(back)
        for step in self._steps[self._game.step_count : number]:
            self._game.play(step)


def _run_through(replayed: _Replay, numbers: range, session: Session, delay: float) -> None:
    """Show all these steps, on a terminal with a pause after each but the last."""
    paused = _on_terminal() and delay > 0
    with _colors_reset(session):
        for number in numbers:
            _show(replayed, number, session, clear=paused)
            if paused and number != numbers[-1]:
                time.sleep(delay)


def _turn_by_key(replayed: _Replay, numbers: range, session: Session) -> None:
    """Show the steps that the keys ask for."""
    from spider_cli.cli.keys import pressed_keys  # no other way to replay needs a terminal

    first, last = numbers[0], numbers[-1]
    number = first
    with _colors_reset(session), pressed_keys() as keys:
        while True:
            _show(replayed, number, session, clear=True, below=_HELP)
            turn = next((turn for key in keys if (turn := _TURNS.get(key))), "leave")
            if turn == "leave":
                return
            number = {
                "on": min(number + 1, last),
                "back": max(number - 1, first),
                "first": first,
                "last": last,
                "stay": number,
            }[turn]


def _show(replayed: _Replay, number: int, session: Session, *, clear: bool, below: str = "") -> None:
    display = session.display
    cleared = clear and display.clears_screen
    text = replayed.drawn(number, display, below=below)
    session.write(CLEAR_SCREEN + text if cleared else f"{text}\n")


def _on_terminal() -> bool:
    return sys.stdout is not None and sys.stdout.isatty()


@contextlib.contextmanager
def _colors_reset(session: Session) -> Iterator[None]:
    """Leave the terminal in its own colours when Ctrl-C comes in the middle of a table."""
    try:
        yield
    except KeyboardInterrupt:
        if session.display.clears_screen:
            session.write(RESET)
        raise
