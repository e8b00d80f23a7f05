"""Changes the code in small ways, one at a time, and tells which changes no test notices.

    python -m tests.mutants [MODULE ...]       as rules/columns.py; without one, all of `TESTS`

The work is done by cosmic-ray (extra `mutants`) on a copy of the tracked files in .mutants/, so nothing
is changed. A mutant that survives is printed as the line before and after. Those that no test can kill
are listed in SURVIVORS.md with the reason; exit code 1 if there are others.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOT = Path(__file__).parents[2]
WORK = ROOT / ".mutants"
SURVIVORS = Path(__file__).with_name("SURVIVORS.md")

#: The modules that are changed, and the tests that must notice: fast ones, those of the module first.
TESTS = {
    "rules/columns.py": ["columns", "rules", "perft", "conformance"],
    "rules/steps.py": ["numbers", "moves", "refusals"],
    "rules/position.py": ["rules", "refusals", "layout", "conformance"],
    "rules/refusals.py": ["refusals", "rules", "conformance"],
    "rules/layout.py": ["layout", "rules"],
    "games/game.py": ["game", "gamefile"],
    "games/record.py": ["gamefile", "schema", "game"],
    "script/lines.py": ["script"],
    "script/words.py": ["script", "run"],
    "files/storage.py": ["storage", "locking", "appended"],
}

CONFIG = """
[cosmic-ray]
module-path = "spider_cli/{module}"
timeout = 60.0
excluded-modules = []
test-command = "{python} -m pytest -x -q -p no:cacheprovider -p no:randomly {tests}"

[cosmic-ray.distributor]
name = "local"
"""


def output(command: Sequence[str | Path], cwd: Path) -> str:
    """What a program prints that must do its work."""
    return subprocess.run(command, cwd=cwd, stdout=subprocess.PIPE, text=True, check=True).stdout


def copy_tree() -> Path:
    """A fresh copy of the tracked files as they are now."""
    tree = WORK / "tree"
    shutil.rmtree(tree, ignore_errors=True)
    for name in filter(None, output(["git", "ls-files", "-z"], ROOT).split("\0")):
        if (ROOT / name).is_file():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, tree / name)
    return tree


def mutate(tree: Path, module: str) -> list[dict[str, Any]]:
    """Try every mutant of a module; what came of each."""
    config, session = WORK / "config.toml", WORK / (module.replace("/", "-") + ".sqlite")
    tests = " ".join(f"tests/test_{name}.py" for name in TESTS[module])
    config.write_text(CONFIG.format(module=module, python=sys.executable, tests=tests))
    session.unlink(missing_ok=True)
    ray = [sys.executable, "-m", "cosmic_ray.cli"]
    subprocess.run([*ray, "init", config, session], cwd=tree, check=True)
    subprocess.run([*ray, "baseline", config], cwd=tree, check=True)
    subprocess.run([*ray, "exec", config, session], cwd=tree, check=True)
    pairs = [json.loads(line) for line in output([*ray, "dump", session], tree).splitlines()]
    return [result for _, result in pairs if result]


def change_of(diff: str) -> str:
    """The lines that a mutant changes, before and after, as they stand in SURVIVORS.md."""
    lines = diff.splitlines()
    before = [line[1:].strip() for line in lines if line.startswith("-") and not line.startswith("---")]
    after = [line[1:].strip() for line in lines if line.startswith("+") and not line.startswith("+++")]
    return f"`{' '.join(before)}` -> `{' '.join(after)}`"


def main() -> int:
    parser = argparse.ArgumentParser(description="Tell which small changes of the code no test notices.")
    parser.add_argument("modules", nargs="*", default=list(TESTS), metavar="MODULE")
    modules = parser.parse_args().modules
    WORK.mkdir(parents=True, exist_ok=True)
    tree = copy_tree()
    known = SURVIVORS.read_text(encoding="utf-8")
    unknown = 0
    for module in modules:
        results = mutate(tree, module)
        outcomes = Counter(result["test_outcome"] for result in results)
        survived = [change_of(result["diff"]) for result in results if result["test_outcome"] == "survived"]
        new = [change for change in survived if change not in known]
        unknown += len(new)
        print(f"{module}: {len(results)} mutants, {outcomes['killed']} killed, {len(survived)} survived")
        print(*[f"  {change}" for change in new], sep="\n", flush=True)
    return int(unknown > 0)


if __name__ == "__main__":
    sys.exit(main())
