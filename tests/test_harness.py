"""What the tests themselves must keep to: one harness for commands, and no work before a test runs.

That a traceback fails a test, whatever the exit code, is seen to in `conftest.py` for all processes.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.processes import Beside, run

if TYPE_CHECKING:
    from collections.abc import Iterator

HERE = Path(__file__).parent

#: The modules that run commands in this process and on terminals. Elsewhere a bug could pass for a refusal.
HARNESS = {"commands.py", "processes.py"}
STARTERS = {"CliRunner", "pty.fork"}

#: Methods that read files, or make and write games.
WORK = (".read_text", ".read_bytes", ".open", ".new", ".load", ".loads", ".dumps", ".parse")

#: What is looked up rather than worked out: asking for it is no work.
LOOKED_UP = {"theme", "problems"}


def modules() -> Iterator[tuple[str, ast.Module]]:
    """The test modules, parsed."""
    for path in sorted(HERE.glob("*.py")):
        yield path.name, ast.parse(path.read_text(encoding="utf-8"))


def calls(node: ast.AST) -> Iterator[tuple[int, str]]:
    """Every call in some code that is not put off by a `lambda`: its line, and what is called."""
    if isinstance(node, ast.Lambda):
        return
    if isinstance(node, ast.Call):
        yield node.lineno, ast.unparse(node.func)
    for child in ast.iter_child_nodes(node):
        yield from calls(child)


def at_import(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Every call that importing a module makes, those for parameters and defaults among them."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            for part in (*node.decorator_list, *node.args.defaults):
                yield from calls(part)
    for statement in tree.body:
        if not isinstance(statement, ast.FunctionDef | ast.ClassDef | ast.If):
            yield from calls(statement)


def own_names(tree: ast.Module) -> set[str]:
    """The names of a module that stand for code of the package or the tests: imported, or made in it.

    A class is none, for its objects are values, and neither is a strategy of Hypothesis: calling it only
    describes what will be drawn.
    """
    found = {
        node.name
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and "st.composite" not in map(ast.unparse, node.decorator_list)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in ("spider_cli", "tests"):
            found |= {alias.asname or alias.name for alias in node.names}
    return {name for name in found if name.islower()} - LOOKED_UP


def test_only_the_harness_starts_commands() -> None:
    found = [
        f"{name}:{line}: {called}"
        for name, tree in modules()
        if name not in HARNESS
        for line, called in calls(tree)
        if called in STARTERS
    ]
    assert found == []


def test_importing_a_test_module_plays_reads_and_computes_nothing() -> None:
    found = [
        f"{name}:{line}: {called}"
        for name, tree in modules()
        for line, called in at_import(tree)
        if called.split(".")[0] in own_names(tree) or called.endswith(WORK)
    ]
    assert found == []


def test_a_traceback_fails_a_test_whatever_the_exit_code_is(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="ZeroDivisionError"):
        run([sys.executable, "-c", "1 / 0"], cwd=tmp_path)
    with pytest.raises(AssertionError, match="ZeroDivisionError"):
        subprocess.run([sys.executable, "-c", "1 / 0"], stderr=subprocess.PIPE, check=False)
    beside = Beside(cwd=tmp_path, command=[sys.executable, "-c", "1 / 0"])
    with pytest.raises(AssertionError, match="ZeroDivisionError"), beside as process:
        process.end()
