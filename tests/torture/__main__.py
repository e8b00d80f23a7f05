"""`python -m tests.torture [ROUND...]`: tries to break saves in every way there is, and prints a table.

With --share N every N-th try only; with --seed S from another place on, and in another order where chance
decides. The exit code is 1 if anything was lost, damaged or left behind, or ended in a traceback.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
import tempfile
import time
from pathlib import Path

from tests.torture import injection
from tests.torture.rounds import ROUNDS, Skipped

_LINE = "{:<26}{:>7}{:>12}{:>15}{:>12}{:>8}{:>9}"
_SHOWN = 100  # examples of what went wrong


def main() -> int:
    """Run the rounds that the command line names, or all of them."""
    parser = argparse.ArgumentParser(prog="python -m tests.torture", description="The crash suite.")
    parser.add_argument("rounds", nargs="*", metavar="ROUND", help=f"one of: {', '.join(ROUNDS)}")
    parser.add_argument("--share", type=int, default=1, metavar="N", help="every N-th try only")
    parser.add_argument("--seed", type=int, default=int.from_bytes(os.urandom(4), "big"))
    options = parser.parse_args()
    if unknown := set(options.rounds) - set(ROUNDS):
        parser.error(f"no such round: {', '.join(unknown)}")
    injection.prepare()
    gc.freeze()  # what is loaded is shared with the processes
    print(f"seed {options.seed}, share {options.share}")
    print(_LINE.format("round", "tried", "steps lost", "files damaged", "tracebacks", "litter", "seconds"))
    passed = [_passes(name, options.share, options.seed) for name in options.rounds or ROUNDS]
    return int(not all(passed))


def _passes(name: str, share: int, seed: int) -> bool:
    """Do a round and print its line; returns whether nothing was wrong."""
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="spider-torture-") as workshop:
        try:
            tally = ROUNDS[name](Path(workshop), share, seed)
        except Skipped as reason:
            print(f"{name:<26}skipped: {reason}", flush=True)
            return True
    seconds = f"{time.monotonic() - start:.0f}"
    print(
        _LINE.format(name, tally.tried, tally.lost, tally.damaged, tally.tracebacks, tally.litter, seconds),
        flush=True,
    )
    for example in tally.examples[:_SHOWN]:
        print(f"    {example}")
    return tally.is_clean


if __name__ == "__main__":
    sys.exit(main())
