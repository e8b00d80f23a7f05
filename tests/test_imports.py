"""How the code is laid out: who may import whom, and what only certain modules may do."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import spider_cli
from spider_cli import Game
from spider_cli.cli.group import COMMANDS

PACKAGE = Path(spider_cli.__file__).parent
ROOT = "spider_cli"


def module_name(path: Path) -> str:
    """The name of a module within the package: `cli.move`; the package itself is ``."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


TREES = {
    module_name(path): ast.parse(path.read_text(encoding="utf-8")) for path in sorted(PACKAGE.rglob("*.py"))
}
BELOW_CLI = [name for name in TREES if name.split(".")[0] not in ("cli", "__main__")]

#: From the bottom to the top: each may import those before it.
CORE = ["errors", "cards", "columns", "moves", "layout", "refusals", "rules", "deals", "gamefile", "game"]
RULES = set(CORE[: CORE.index("rules") + 1])
GAME = set(CORE)

ALLOWED = {
    **{name: set(CORE[:index]) for index, name in enumerate(CORE)},
    "game": GAME - {"game"} | {"storage"},
    "descriptors": {"errors"},
    "storage": {"errors", "descriptors"},
    "solver": RULES,
    "hints": RULES,
    "state": GAME,
    "script": GAME,
    "seeds": GAME,
    "bulk": {"errors", "storage"},
    "verify": GAME | {"storage", "bulk"},
    "stats": {"verify"},
    "study": GAME | {"solver", "hints"},
    "tally": {"study"},
    "render": GAME | {"verify", "stats", "study", "tally"},
    "": GAME | {"solver", "hints"},
    "__main__": {"cli"},
}


def imported(tree: ast.AST) -> set[str]:
    """Every module that is imported anywhere in a module, in functions and for types too."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "imports are absolute"
            found.add(node.module or "")
            if node.module == ROOT:
                found |= {f"{ROOT}.{alias.name}" for alias in node.names}
    return found


def own_parts(tree: ast.AST) -> set[str]:
    """The parts of the package that a module imports: `rules`, `render`."""
    names = {name.removeprefix(ROOT).lstrip(".") for name in imported(tree) if name.split(".")[0] == ROOT}
    return {name.split(".")[0] for name in names} & {name.split(".")[0] for name in TREES} - {""}


@pytest.mark.parametrize("name", [name for name in TREES if not name.startswith("cli")])
def test_imports_go_downwards(name: str) -> None:
    part = name.split(".")[0]
    assert own_parts(TREES[name]) <= ALLOWED[part] | {part}


def test_every_part_has_its_place() -> None:
    assert {name.split(".")[0] for name in TREES} - {"cli"} == set(ALLOWED)


@pytest.mark.parametrize("name", BELOW_CLI)
def test_only_cli_knows_click_and_only_the_style_names_colours(name: str) -> None:
    foreign = {module.split(".")[0] for module in imported(TREES[name])} & {"click", "colorama"}
    assert foreign == ({"colorama"} if name == "render.style" else set())


def test_nothing_outside_the_standard_library_is_needed_but_click_and_colorama() -> None:
    """Dask only where it is asked for."""
    for name, tree in TREES.items():
        foreign = {module.split(".")[0] for module in imported(tree)} - sys.stdlib_module_names - {ROOT}
        allowed = {"click", "colorama", "distributed"} if name == "cli.executors" else {"click", "colorama"}
        assert foreign <= allowed, name


# --- what only some may do ----------------------------------------------------------------------------


def calls(tree: ast.AST) -> set[str]:
    """What a module calls, as it is written: `print`, `os.open`, `self.play`."""
    return {ast.unparse(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}


def texts(tree: ast.AST) -> set[str]:
    """The texts in a module, but for docstrings."""
    docs = set()
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)):
            docs.add(ast.get_docstring(node, clean=False))
    constants = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    return {text for text in constants if isinstance(text, str)} - docs


@pytest.mark.parametrize("name", BELOW_CLI)
def test_below_cli_nothing_prints_or_exits_or_reads_the_environment(name: str) -> None:
    tree = TREES[name]
    assert not calls(tree) & {"print", "input", "exit", "quit", "breakpoint"}
    assert not imported(tree) & {"sys", "signal", "logging", "warnings", "getpass", "shutil", "subprocess"}
    if name not in ("storage", "descriptors"):
        assert not imported(tree) & {"os", "pathlib", "tempfile", "io", "fcntl"} - (
            {"os"} if name == "game" else set()  # for the type of a path
        )
    assert "environ" not in {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    assert not {call for call in calls(tree) if call.endswith("getenv")}


@pytest.mark.parametrize("name", BELOW_CLI)
def test_below_cli_the_clock_is_read_in_two_places(name: str) -> None:
    tree = TREES[name]
    assert not imported(tree) & {"datetime", "sched"}
    if name == "descriptors":  # waits for a lock
        assert {call for call in calls(tree) if call.startswith("time.")} == {"time.sleep"}
    elif name != "solver.limits":
        assert "time" not in imported(tree)


@pytest.mark.parametrize("name", TREES)
def test_random_numbers_have_a_seed(name: str) -> None:
    tree = TREES[name]
    assert not imported(tree) & {"secrets", "uuid"}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "random":
            assert [alias.name for alias in node.names] == ["Random"]
        if isinstance(node, ast.Import) and "random" in {alias.name for alias in node.names}:
            assert {call for call in calls(tree) if call.startswith("random.")} == {"random.Random"}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("Random"):
            assert node.args, ast.unparse(node)


@pytest.mark.parametrize("name", TREES)
def test_only_storage_opens_files(name: str) -> None:
    openers = {
        call
        for call in calls(TREES[name])
        if call in ("open", "os.open", "io.open")
        or call.endswith((".read_text", ".read_bytes", ".write_text"))
    }
    allowed = {
        "storage": {"open", "os.open"},
        "descriptors": {"os.open"},
        "cli.output": {"os.open"},  # the null device
        "cli.keys": {"os.open"},  # the terminal
    }
    assert openers <= allowed.get(name, set())


@pytest.mark.parametrize("name", [name for name in TREES if not name.startswith("render")])
def test_only_render_knows_signs_and_escape_codes(name: str) -> None:
    allowed = {"♠♥♦♣"} if name == "cards" else set()  # read there as letters are
    assert {text for text in texts(TREES[name]) if set(text) & set("♠♥♦♣▒")} == allowed
    if name not in ("cli.keys", "cli.commands.replay"):  # what keys send
        assert not {text for text in texts(TREES[name]) if "\x1b" in text}
    assert not {text for text in texts(TREES[name]) if "\x1b[" in text and text.endswith("m")}


@pytest.mark.parametrize("name", TREES)
def test_modules_are_short(name: str) -> None:
    path = PACKAGE.joinpath(*name.split("."))
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    assert len(file.read_text(encoding="utf-8").splitlines()) < 400


# --- what is loaded when ------------------------------------------------------------------------------


def loaded_by(program: str) -> set[str]:
    """The modules that a program loads in a new process."""
    program += "\nimport sys\nprint(*sys.modules, file=sys.stderr)"
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return set(result.stderr.split())


HEAVY = {
    "click",
    "colorama",
    "spider_cli.solver",
    "spider_cli.hints",
    "random",
    "concurrent",
    "multiprocessing",
}


def test_the_library_loads_neither_click_nor_the_solver() -> None:
    assert not loaded_by("from spider_cli import *") & {"click", "spider_cli.cli"}
    assert not loaded_by("from spider_cli import Game") & (HEAVY | {"spider_cli.storage", "spider_cli.cli"})
    assert "spider_cli.solver" in loaded_by("from spider_cli import solve")
    assert "spider_cli.hints" in loaded_by("from spider_cli import hint")


@pytest.mark.parametrize("name", TREES)
def test_every_module_can_be_imported_alone(name: str) -> None:
    if name != "__main__":  # which runs the command
        assert loaded_by(f"import {ROOT}.{name}" if name else f"import {ROOT}")


def test_nothing_is_loaded_before_the_command_can_answer_ctrl_c() -> None:
    loaded = loaded_by("from spider_cli.cli import main") - loaded_by("")
    assert loaded == {"gc", "spider_cli", "spider_cli.cli"}


def loaded_by_command(line: str) -> set[str]:
    """The modules that a command line loads."""
    words = line.split()
    return loaded_by(f"""
from spider_cli.cli.group import main
try:
    main({words!r})
except SystemExit:
    pass
""")


def test_help_of_the_group_loads_every_command_but_no_heavy_part() -> None:
    assert not loaded_by_command("--help") & HEAVY - {"click"}


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_a_command_loads_no_other_and_no_heavy_part(command: str) -> None:
    loaded = loaded_by_command(f"{command} --help")
    assert not loaded & (HEAVY - {"click"})
    commands = {f"spider_cli.cli.commands.{module}" for module in COMMANDS.values()}
    assert loaded & commands == {f"spider_cli.cli.commands.{COMMANDS[command]}"}


def test_colorama_is_loaded_where_colour_is_on(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    Game.new(suits=2, seed=1).save(path)
    assert "colorama" not in loaded_by_command(f"show --no-color -f {path}")
    assert "colorama" in loaded_by_command(f"show --color -f {path}")


@pytest.mark.parametrize("line", ["show", "move 1 2", "deal", "undo", "redo", "show --json"])
def test_a_typed_command_starts_with_little(line: str) -> None:
    loaded = loaded_by_command(f"{line} -f no.json")
    assert not loaded & (HEAVY - {"click"})
    assert not loaded & {"click.testing", "spider_cli.verify", "spider_cli.script", "spider_cli.seeds"}
