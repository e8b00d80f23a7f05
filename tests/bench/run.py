"""`make bench`: start-up, engine and bulk speed, as ratios to something measured at the same time.

Each figure is printed with its change against the one in `kept.json`, which `make bench-keep` writes.

Run it with a Python that has the package installed regularly (an editable install starts slower). It
takes a few minutes; nothing in the tests depends on what it finds.
"""

from __future__ import annotations

import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

from spider_cli import Game, Step
from spider_cli.rules.position import Position

HERE = Path(__file__).parent
GAMES = HERE.parent / "data" / "games"
SPIDER = (sys.executable, "-m", "spider_cli")

_PAIRS = 41
_STEPS = 150
_START_UP_BAR = 1.30
_SECONDS = 2.0  # each speed is measured over so long

_SMALLEST = """\
import click
@click.command()
def main(): click.echo("done")
main()
"""

#: Further modules with rows of their own, where they are.
_MORE = ("run_lines", "verify_games", "learners")

#: A name; a value, smaller being better: a ratio to something measured meanwhile, or memory; and words.
Row = tuple[str, float, str]

_KEPT = HERE / "kept.json"


def main() -> None:
    """Print the table, row by row; with `--keep` the figures are kept for comparison."""
    kept: dict[str, float] = json.loads(_KEPT.read_text()) if _KEPT.exists() else {}
    found = {}
    for rows in (start_up_rows, speed_rows, memory_rows, *more_rows()):
        for name, value, words in rows():
            print(f"{name:<44} {_change(kept.get(name), value):>6}  {words}", flush=True)
            found[name] = round(value, 4)
    if "--keep" in sys.argv[1:]:
        _KEPT.write_text(json.dumps(found, indent=1) + "\n")


def _change(before: float | None, now: float) -> str:
    """By how much a value has changed: `+3 %` is worse than before."""
    return "new" if before is None else f"{100 * (now / before - 1):+.0f} %"


def more_rows() -> Iterator[Callable[[], list[Row]]]:
    """The rows of the other modules here."""
    for name in _MORE:
        yield import_module(name).rows


def long_game(steps: int) -> Game:
    """A saved game of four suits, cut to so many steps."""
    return Game.load(GAMES / "kpat-4s-7.json").rewound(steps)


# --- start-up -----------------------------------------------------------------------------------------


def start_up_rows() -> list[Row]:
    """CPU time of short commands, as they are typed, against the smallest program that uses click."""
    with tempfile.TemporaryDirectory() as folder:
        smallest, path = Path(folder, "smallest.py"), Path(folder, "spider.json")
        smallest.write_text(_SMALLEST, encoding="utf-8")
        base = (sys.executable, str(smallest))
        game = long_game(_STEPS)
        rows = []
        for words in (("show",), ("undo",)):
            command = (str(Path(sys.executable).with_name("spider")), *words)
            ratios, seconds = [], []
            for number in range(-1, _PAIRS):
                game.save(path)
                ours, least = cpu_of(command, SPIDER_FILE=str(path)), cpu_of(base)
                if number >= 0:  # the first fills caches
                    ratios.append(ours / least)
                    seconds.append(ours)
            ratio = statistics.median(ratios)
            bar = "within" if ratio <= _START_UP_BAR else "ABOVE"
            rows.append(
                (
                    f"spider {words[0]}, {_STEPS} steps",
                    ratio,
                    f"{ratio:.2f} x the smallest click program ({bar} the bar of {_START_UP_BAR:.2f}), "
                    f"{1000 * statistics.median(seconds):.0f} ms",
                )
            )
        return rows


def cpu_of(command: tuple[str, ...], **variables: str) -> float:
    """User and system time of a process, in seconds; `variables` are added to its environment."""
    nowhere = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
    pid = os.posix_spawn(command[0], command, {**os.environ, **variables}, file_actions=nowhere)
    _, status, usage = os.wait4(pid, 0)
    if status:
        sys.exit(f"failed: {' '.join(command)}")
    return usage.ru_utime + usage.ru_stime


# --- speed in one process -----------------------------------------------------------------------------


def speed_rows() -> list[Row]:
    """Moves applied and games loaded, against a loop that does nothing but count and compare."""
    loop = per_second(plain_loop, 100_000)
    lines = [played(path) for path in sorted(GAMES.glob("*.json"))]
    moves = sum(len(steps) for _, steps in lines)
    applied = per_second(lambda: apply_all(lines), moves)
    text = long_game(_STEPS).dumps()
    loaded = per_second(lambda: Game.loads(text), 1)
    return [
        _in_turns("moves checked and applied", applied, loop),
        _in_turns(f"games of {_STEPS} steps loaded", loaded, loop),
    ]


def _in_turns(name: str, speed: float, loop: float) -> Row:
    """A speed as the number of turns of the plain loop that one takes."""
    turns = loop / speed
    return (name, turns, f"{speed:,.0f}/s, each as long as {turns:,.0f} turns of an empty loop")


def plain_loop() -> int:
    """A hundred thousand turns of the simplest kind."""
    total = 0
    for number in range(100_000):
        if number & 3 != total:
            total = number & 3
    return total


def played(path: Path) -> tuple[Position, list[Step]]:
    """The start of a saved game, and its steps."""
    game = Game.load(path)
    return game.start, list(game.steps)


def apply_all(lines: list[tuple[Position, list[Step]]]) -> None:
    """Play games through, on positions alone."""
    for position, steps in lines:
        for step in steps:
            position = position.apply(step)


def per_second(work: Callable[[], object], units: int) -> float:
    """How many units of work are done in a second of CPU time: the best of several rounds."""
    work()
    best = 0.0
    end = time.process_time() + _SECONDS
    while time.process_time() < end:
        times = 0
        start = time.process_time()
        while (spent := time.process_time() - start) < _SECONDS / 10:
            work()
            times += 1
        best = max(best, times * units / spent)
    return best


# --- memory -------------------------------------------------------------------------------------------

_PEAK = """
import resource, sys
from spider_cli import Game
game = Game.new(suits=1, seed=3)
for _ in range(int(sys.argv[1]) // 2):
    game.move(2, 3)
    game.move(3, 2)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""


def memory_rows() -> list[Row]:
    """The peak of a process that holds a game."""
    rows = []
    for steps in (0, 1_000, 100_000):
        with os.popen(f"{sys.executable} -c '{_PEAK}' {steps}") as process:
            peak = float(process.read())
            rows.append((f"memory with a game of {steps:,} steps", peak, f"{peak:.1f} MiB"))
    return rows


if __name__ == "__main__":
    main()
