"""`spider verify`: games a second, two processes against one, and memory."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from resource import struct_rusage

_SAMPLES = sorted((Path(__file__).parents[1] / "data" / "games").glob("*.json"))
_GAMES = 10_000
_ROUNDS = 3  # the best of them: the others were disturbed


class _Run(NamedTuple):
    seconds: float  # by the clock
    usage: struct_rusage

    @property
    def cpu(self) -> float:
        return self.usage.ru_utime + self.usage.ru_stime


def rows() -> list[tuple[str, float, str]]:
    """What was measured, its value (smaller is better) and the figure in words."""
    with tempfile.TemporaryDirectory() as folder:
        games = _many(Path(folder), _GAMES)
        alone = [_verify(games) for _ in range(_ROUNDS)]
        loop = min(_reading_and_splitting(games) for _ in range(_ROUNDS))
        shared = [_verify(games, "--jobs", "2") for _ in range(_ROUNDS)]
        cpu = min(run.cpu for run in alone)
        gain = min(run.seconds for run in alone) / min(run.seconds for run in shared)
        table = [
            (
                "verify",
                cpu / loop,
                f"{_GAMES / cpu:,.0f} games/s of CPU, {cpu / loop:.0f} times reading and splitting",
            ),
            ("verify --jobs 2", 1 / gain, f"{gain:.2f} times as fast as one process"),
        ]
        for number in (1_000, 20_000):
            peak = _verify(_many(Path(folder), number)).usage.ru_maxrss
            table.append((f"verify, {number:,} games", peak / 1024, f"{peak / 1024:.1f} MiB"))
    return table


def _many(folder: Path, number: int) -> Path:
    """A file with the samples again and again, a line each."""
    lines = [json.dumps(json.loads(file.read_text()), separators=(",", ":")) for file in _SAMPLES]
    path = folder / "games.jsonl"
    with path.open("w", encoding="utf-8") as out:
        out.writelines(f"{lines[index % len(lines)]}\n" for index in range(number))
    return path


def _reading_and_splitting(games: Path) -> float:
    """The CPU time of the least that any program has to do with the lines."""
    start = time.process_time()
    with games.open(encoding="utf-8") as lines:
        for line in lines:
            line.split(",")
    return time.process_time() - start


def _verify(games: Path, *options: str) -> _Run:
    command = [sys.executable, "-m", "spider_cli", "verify", *options, str(games)]
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    return _Run(time.monotonic() - start, usage)


if __name__ == "__main__":
    for what, _, figure in rows():
        print(f"{what:<45} {figure}")
