"""Search for input that breaks a reader, led by the code that each input reaches.

    python -m tests.fuzz READER SECONDS

It begins with the corpus of the repository. Input that reaches new code goes to .fuzz/READER,
input that breaks something to .fuzz. It needs atheris (extra `fuzz`).
"""

from __future__ import annotations

import sys
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["spider_cli"]):
    from tests.fuzz.readers import READERS

CORPUS = Path(__file__).with_name("corpus")
FOUND = Path(__file__).parents[2] / ".fuzz"


def main() -> None:
    name, seconds = sys.argv[1:]
    own = FOUND / name
    own.mkdir(parents=True, exist_ok=True)
    options = [
        f"-max_total_time={seconds}",
        f"-dict={CORPUS / 'words.dict'}",
        f"-artifact_prefix={FOUND}/",
        "-max_len=4096",
        "-timeout=10",
        "-rss_limit_mb=1024",
        "-print_final_stats=1",
    ]
    atheris.Setup([sys.argv[0], *options, str(own), str(CORPUS / name)], READERS[name])
    atheris.Fuzz()


if __name__ == "__main__":
    main()
