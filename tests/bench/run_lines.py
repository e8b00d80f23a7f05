"""`spider run`: script lines a second, as a ratio to a loop that only reads and splits them, and memory."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from spider_cli.games.game import Game

_LINES = 500_000
_WAYS = {"run -q": ["-q"], "run": [], "run --json --no-state": ["--json", "--no-state"]}

# The process that is measured has a small parent: what it inherits counts as its own.
_MEASURE = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)
"""


class _Usage(NamedTuple):
    seconds: float
    mebibytes: float


def rows() -> list[tuple[str, float, str]]:
    """What was measured, its value (smaller is better) and the figure in words."""
    with tempfile.TemporaryDirectory() as folder:
        return [*_speed(Path(folder)), *_memory(Path(folder))]


def _speed(folder: Path) -> list[tuple[str, float, str]]:
    script = _script(folder, "2 3\n3 2\n", _LINES)
    table = []
    for what, options in _WAYS.items():
        start = _run(folder, Path(os.devnull), options).seconds
        seconds = _run(folder, script, options).seconds - start
        ratio = seconds / _reading_and_splitting(script)
        text = f"{_LINES / seconds:,.0f} lines/s, {ratio:.0f} x reading and splitting them"
        table.append((what, ratio, text))
    return table


def _memory(folder: Path) -> list[tuple[str, float, str]]:
    table = []
    for what, pair in {"moves": "2 3\n3 2\n", "moves undone": "2 3\nundo\n"}.items():
        for lines in (100_000, 1_000_000):
            peak = _run(folder, _script(folder, pair, lines), ["-q"]).mebibytes
            table.append((f"run -q, {lines:,} lines, {what}", peak, f"{peak:.0f} MiB"))
    return table


def _script(folder: Path, pair: str, lines: int) -> Path:
    """A script of so many lines: two, again and again."""
    script = folder / "script"
    with script.open("w", encoding="utf-8") as file:
        for _ in range(lines // 2000):
            file.write(pair * 1000)
    return script


def _reading_and_splitting(script: Path) -> float:
    """The CPU time (seconds) of the least that any program has to do with the lines."""
    start = time.process_time()
    with script.open(encoding="utf-8") as lines:
        for line in lines:
            line.split()
    return time.process_time() - start


def _run(folder: Path, script: Path, options: list[str]) -> _Usage:
    """What a script costs on a new game in which its moves are legal."""
    game = folder / "game.json"
    Game.new(suits=1, seed=3).save(game)
    command = [sys.executable, "-m", "spider_cli", "run", "-f", str(game), str(script), *options]
    measured = subprocess.run(
        [sys.executable, "-c", _MEASURE, *command], capture_output=True, text=True, check=True
    )
    seconds, mebibytes = measured.stdout.split()
    return _Usage(float(seconds), float(mebibytes))


if __name__ == "__main__":
    for what, _, figure in rows():
        print(f"{what:<45} {figure}")
