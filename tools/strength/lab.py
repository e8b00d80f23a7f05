"""Build and run the laboratory's program, `spider-lab`."""

from __future__ import annotations

import subprocess
from pathlib import Path

HERE = Path(__file__).parent


def build(folder: Path, flags: str = "-O3 -march=native") -> Path:
    """Compile the program, if it is not newer than its sources. Raises CalledProcessError."""
    command = ["make", "--silent", "-C", str(HERE), f"BUILD={folder.absolute()}", f"CXXFLAGS={flags}"]
    subprocess.run(command, check=True, capture_output=True)
    return folder / "spider-lab"


def run(lab: Path, *words: object) -> str:
    """What the program prints for these words."""
    command = [str(lab.absolute()), *map(str, words)]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
