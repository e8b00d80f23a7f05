"""Changes the code in small ways, one at a time, and tells which changes no test notices.

    python -m tests.mutants [MODULE ...]       as rules/columns.py; without one, all of `TESTS`

cosmic-ray (extra `mutants`) makes the changes in .mutants/, a copy of the tracked files, so nothing here is
touched. The tests run in forks of this process, which has loaded pytest already: a tenth of the time that new
processes take. A mutant that survives is printed as the line before and after. Those that no test can kill
stand in SURVIVORS.md with the reason; exit code 1 if there are others.
"""

from __future__ import annotations

import argparse
import compileall
import difflib
import os
import resource
import shutil
import subprocess
import sys
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import click.testing
import hypothesis.strategies
import pytest
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
TREE = ROOT / ".mutants"
SURVIVORS = Path(__file__).with_name("SURVIVORS.md")
LOADED = (click.testing, hypothesis.strategies)  # once, for all forks

#: The modules that are changed, and the tests that must notice: fast ones, those of the module first.
TESTS = {
    "rules/columns.py": ["columns", "rules", "conformance"],
    "rules/steps.py": ["numbers", "moves", "refusals"],
    "rules/position.py": ["rules", "layout", "refusals", "conformance"],
    "rules/refusals.py": ["refusals", "rules"],
    "rules/layout.py": ["layout", "rules"],
    "games/game.py": ["game", "gamefile"],
    "games/record.py": ["gamefile", "schema", "game"],
    "script/lines.py": ["script"],
    "script/words.py": ["script", "run"],
    "files/storage.py": ["storage", "locking", "appended"],
}

#: One opposite for each operator: every further one would cost much time and show little.
OPERATORS = [
    "NumberReplacer",
    "AddNot",
    "ReplaceTrueWithFalse",
    "ReplaceFalseWithTrue",
    "ReplaceAndWithOr",
    "ReplaceOrWithAnd",
    "ReplaceBreakWithContinue",
    "ReplaceContinueWithBreak",
    "ExceptionReplacer",
    "ZeroIterationForLoop",
    "ReplaceUnaryOperator_Delete_Not",
    "ReplaceUnaryOperator_Delete_USub",
    *(f"ReplaceComparisonOperator_{pair}" for pair in ("Eq_NotEq", "NotEq_Eq", "Is_IsNot", "IsNot_Is")),
    *(f"ReplaceComparisonOperator_{pair}" for pair in ("Lt_LtE", "LtE_Lt", "Gt_GtE", "GtE_Gt")),
    *(f"ReplaceComparisonOperator_{pair}" for pair in ("Lt_GtE", "LtE_Gt", "Gt_LtE", "GtE_Lt")),
    *(
        f"ReplaceBinaryOperator_{pair}"
        for pair in ("Add_Sub", "Sub_Add", "Mul_Div", "FloorDiv_Mul", "Mod_Sub")
    ),
    *(f"ReplaceBinaryOperator_{pair}" for pair in ("BitAnd_BitOr", "RShift_LShift", "LShift_RShift")),
]

_CPU_SECONDS = 30  # processor time after which a mutant that runs in a circle counts as noticed


def mutants(code: str) -> Iterator[str]:
    """The code with one small change, for each change that can be made."""
    for name in OPERATORS:
        for occurrence in count():
            changed = mutate_code(code, get_operator(f"core/{name}")(), occurrence)
            if changed is None:
                break
            yield changed


def copy_tree() -> None:
    """A fresh copy of the tracked files as they are now, compiled, since the forks write no bytecode."""
    shutil.rmtree(TREE, ignore_errors=True)
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True
    )
    for name in filter(None, listed.stdout.split("\0")):
        if (ROOT / name).is_file():
            (TREE / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, TREE / name)
    compileall.compile_dir(TREE / "spider_cli", quiet=1)


def passes(module: str) -> bool:
    """Whether the tests of a module pass in the copy, in a process of their own."""
    pid = os.fork()
    if not pid:
        _run_tests(module)
    _, status = os.waitpid(pid, 0)
    return status == 0


def _run_tests(module: str) -> None:
    code = 1
    try:
        resource.setrlimit(resource.RLIMIT_CPU, (_CPU_SECONDS, _CPU_SECONDS))
        os.chdir(TREE)
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        for name in [name for name in sys.modules if name.split(".")[0] in ("spider_cli", "tests")]:
            del sys.modules[name]
        sys.path.insert(0, str(TREE))
        options = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:randomly", "--no-header"]
        code = int(pytest.main([*options, *[f"tests/test_{name}.py" for name in TESTS[module]]]))
    finally:
        os._exit(min(code, 1))


def change(before: str, after: str) -> str:
    """The lines that differ, as they stand in SURVIVORS.md."""
    lines = list(difflib.unified_diff(before.splitlines(), after.splitlines(), n=0))[3:]
    old = " ".join(line[1:].strip() for line in lines if line.startswith("-"))
    new = " ".join(line[1:].strip() for line in lines if line.startswith("+"))
    return f"`{old}` -> `{new}`"


def survivors(module: str) -> list[str]:
    """The changes of a module that its tests do not notice."""
    path = TREE / "spider_cli" / module
    code = path.read_text(encoding="utf-8")
    for compiled in path.parent.glob(f"__pycache__/{path.stem}.*"):
        compiled.unlink()
    assert passes(module), f"the tests of {module} fail without any change"
    found = []
    tried = 0
    for changed in mutants(code):
        path.write_text(changed, encoding="utf-8")
        tried += 1
        if passes(module):
            found.append(change(code, changed))
            print(f"  {found[-1]}", flush=True)
    path.write_text(code, encoding="utf-8")
    print(f"{module}: {tried} mutants, {tried - len(found)} killed, {len(found)} survived", flush=True)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description="Tell which small changes of the code no test notices.")
    parser.add_argument("modules", nargs="*", default=list(TESTS), metavar="MODULE")
    sys.dont_write_bytecode = True
    copy_tree()
    known = SURVIVORS.read_text(encoding="utf-8")
    found = [one for module in parser.parse_args().modules for one in survivors(module)]
    unknown = [one for one in found if one not in known]
    print(f"{len(found)} survived, {len(unknown)} of them not in {SURVIVORS.name}")
    return int(bool(unknown))


if __name__ == "__main__":
    sys.exit(main())
