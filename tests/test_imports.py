"""How the code is laid out: who may import whom, and what only certain modules may do.

Each rule is one test, which lists every module that breaks it.
"""

from __future__ import annotations

import ast
import sys
from collections import Counter
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest

import spider_cli
from spider_cli import Game
from spider_cli.cli.group import COMMANDS
from tests.processes import python, run

PACKAGE = Path(spider_cli.__file__).parent
ROOT = "spider_cli"


def module_name(path: Path) -> str:
    """The name of a module within the package: `cli.move`; the package itself is ``."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def trees() -> dict[str, ast.Module]:
    """Every module of the package by its name, parsed."""
    return {
        module_name(path): ast.parse(path.read_text(encoding="utf-8"))
        for path in sorted(PACKAGE.rglob("*.py"))
    }


def below_cli() -> dict[str, ast.Module]:
    """The modules that are no part of the command line."""
    return {name: tree for name, tree in trees().items() if name.split(".")[0] not in ("cli", "__main__")}


#: Every subpackage, and those that it may import from. It may always import itself.
BELOW: dict[str, set[str]] = {
    "text": set(),
    "errors": {"text"},
    "rules": {"errors", "text"},
    "files": {"errors", "text"},
    "games": {"errors", "text", "rules", "files"},
    "problems": {"rules", "games"},
    "search": {"rules"},
    "solver": {"rules", "search"},
    "hints": {"rules", "search"},
    "saved": {"errors", "rules", "files", "games", "problems"},
    "exchange": {"errors", "text", "rules", "games"},
    "studies": {"errors", "text", "rules", "games", "solver", "hints"},
    "render": {"errors", "text", "rules", "games", "problems"},
    "script": {"errors", "text", "rules", "games", "hints", "render"},
    "": {"errors", "rules", "games", "solver", "hints"},
    "gym": {"errors", "rules", "games"},
    "__main__": {"cli"},
}

#: Conveniences of the library, loaded when they are asked for: `print(game)`, `game.hint()`, `game.solve()`.
LATE = {"games.game": {"render", "hints", "solver"}, "rules.position": {"render"}}


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


def own_subpackages(tree: ast.AST) -> set[str]:
    """The subpackages of the package that a module imports from: `rules`, `render`."""
    names = {name.removeprefix(ROOT).lstrip(".") for name in imported(tree) if name.split(".")[0] == ROOT}
    return {name.split(".")[0] for name in names} & {name.split(".")[0] for name in trees()} - {""}


def foreign(tree: ast.AST) -> set[str]:
    """The packages that a module imports from outside, the standard library aside."""
    return {module.split(".")[0] for module in imported(tree)} - sys.stdlib_module_names - {ROOT}


def test_imports_go_downwards() -> None:
    wrong = {
        name: up
        for name, tree in trees().items()
        if (subpackage := name.split(".")[0]) != "cli"
        and (up := own_subpackages(tree) - BELOW[subpackage] - LATE.get(name, set()) - {subpackage})
    }
    assert wrong == {}


def test_every_subpackage_has_its_place() -> None:
    assert {name.split(".")[0] for name in trees()} - {"cli"} == set(BELOW)


def test_the_subpackages_form_no_circle() -> None:
    above: set[str] = set()
    for subpackage in reversed(BELOW):
        above.add(subpackage)
        assert not BELOW[subpackage] & above - {"cli"}, subpackage


def test_no_command_imports_another() -> None:
    prefix = f"{ROOT}.cli.commands."
    wrong = {
        name: others
        for name, tree in trees().items()
        if name.startswith("cli.commands.")
        and (others := {module for module in imported(tree) if module.startswith(prefix)})
    }
    assert wrong == {}


def test_every_command_is_found_by_reading_the_code_alone() -> None:
    """As PyInstaller does, which runs nothing."""
    listed = {module for module in imported(trees()["cli.commands"]) if module != f"{ROOT}.cli.commands"}
    names = {alias.name for node in ast.walk(trees()["cli.commands"]) if isinstance(node, ast.ImportFrom)
             for alias in node.names}  # fmt: skip
    assert (listed, names) == (set(), set(COMMANDS.values()))


def test_no_two_modules_share_a_name() -> None:
    """A stack trace shows the last part of a name first."""
    counts = Counter(name.rpartition(".")[2] for name in trees())
    assert [name for name, count in counts.items() if count > 1] == []


def test_only_cli_knows_click_and_colorama() -> None:
    found = {name: foreign(tree) & {"click", "colorama"} for name, tree in below_cli().items()}
    assert found_in(found) == {}


def test_nothing_outside_the_standard_library_is_needed_but_click_and_colorama() -> None:
    """Dask only where it is asked for, by its name in a text; Gymnasium only where it is meant."""
    found = {name: foreign(tree) - {"click", "colorama"} for name, tree in trees().items()}
    learning = {"gymnasium", "numpy"}
    assert found_in(found, {"gym": learning, "gym.environment": learning}) == {}


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


def attributes(tree: ast.AST) -> set[str]:
    """The names after a dot in a module."""
    return {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}


def found_in(found: dict[str, set[str]], allowed: dict[str, set[str]] | None = None) -> dict[str, set[str]]:
    """What was found in each module and is not allowed there."""
    allowed = allowed or {}
    return {name: rest for name, what in found.items() if (rest := what - allowed.get(name, set()))}


def test_below_cli_nothing_prints_or_exits() -> None:
    unwanted = {"print", "input", "exit", "quit", "breakpoint"}
    assert found_in({name: calls(tree) & unwanted for name, tree in below_cli().items()}) == {}
    unwanted = {"sys", "signal", "logging", "warnings", "getpass", "shutil", "subprocess"}
    assert found_in({name: imported(tree) & unwanted for name, tree in below_cli().items()}) == {}


def test_only_files_knows_the_file_system() -> None:
    unwanted = {"os", "pathlib", "tempfile", "io", "fcntl", "stat", "errno"}
    found = {
        name: imported(tree) & unwanted for name, tree in below_cli().items() if not name.startswith("files.")
    }
    assert found_in(found, {"games.game": {"os"}}) == {}  # for the type of a path


def test_below_cli_nothing_reads_the_environment() -> None:
    unwanted = {"environ", "getenv"}
    assert found_in({name: attributes(tree) & unwanted for name, tree in below_cli().items()}) == {}


def test_below_cli_the_clock_is_read_in_one_place() -> None:
    unwanted = {"datetime", "sched", "time"}
    found = {name: imported(tree) & unwanted for name, tree in below_cli().items()}
    allowed = {
        "solver.limits": {"time"},
        "files.posix": {"time"},  # to wait for a lock
        "saved.totals": {"datetime"},  # for the week of a day
    }
    assert found_in(found, allowed) == {}
    assert {call for call in calls(trees()["files.posix"]) if call.startswith("time.")} == {"time.sleep"}
    dates = {call.partition("(")[0] for call in calls(trees()["saved.totals"]) if call.startswith("date")}
    assert dates == {"date.fromisoformat"}


def test_random_numbers_have_a_seed() -> None:
    found = {}
    for name, tree in trees().items():
        bad = imported(tree) & {"secrets", "uuid"}
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module in ("random", "_random"):
                bad |= {alias.name for alias in node.names} - {"Random"}
            if isinstance(node, ast.Call):
                call = ast.unparse(node.func)
                bad |= {call} if call.startswith("random.") and call != "random.Random" else set()
                bad |= {ast.unparse(node)} if call.endswith("Random") and not node.args else set()
        found[name] = bad
    allowed = {"random.getrandbits", "random.random"}  # of a generator that has its seed
    found = {name: bad - allowed for name, bad in found.items()}
    # The seed of a game for which nobody names one.
    assert found_in(found, {"games.seeds": {"SystemRandom", "SystemRandom()"}}) == {}


def test_only_files_opens_files() -> None:
    openers = ("open", "os.open", "io.open")
    endings = (".read_text", ".read_bytes", ".write_text", ".write_bytes")
    found = {
        name: {call for call in calls(tree) if call in openers or call.endswith(endings)}
        for name, tree in trees().items()
    }
    allowed = {
        "files.posix": {"os.open"},
        "cli.streams": {"os.open"},  # the null device
        "cli.keys": {"os.open"},  # the terminal
    }
    assert found_in(found, allowed) == {}


def test_the_system_is_called_in_one_place() -> None:
    """So another system needs one module more, and tests can make every call fail."""
    harmless = {"os.fspath", "os.path.join", "os.path.dirname", "os.path.isabs"}
    found = {
        name: {call for call in calls(tree) if call == "open" or call.split(".")[0] in ("os", "fcntl", "io")}
        for name, tree in trees().items()
        if name.startswith("files.")
    }
    allowed = {
        "files.posix": found["files.posix"],
        "files.reading": {"io.BufferedReader"},  # over a reader of our own, which calls `system.read`
    }
    assert found_in({name: what - harmless for name, what in found.items()}, allowed) == {}
    users = {name for name, tree in trees().items() if "spider_cli.files.posix" in imported(tree)}
    assert users == {"files.system"}


def test_only_render_knows_signs_and_escape_codes() -> None:
    others = {name: texts(tree) for name, tree in trees().items() if not name.startswith("render")}
    signs = {name: {text for text in found if set(text) & set("♠♥♦♣▒")} for name, found in others.items()}
    assert found_in(signs, {"rules.cards": {"♠♥♦♣"}}) == {}  # which reads signs as it reads letters
    escapes = {
        name: {text for text in found if "\x1b" in text}
        for name, found in others.items()
        if name not in ("cli.keys", "cli.commands.replay")  # they read what keys send
    }
    assert found_in(escapes) == {}


def test_modules_are_short() -> None:
    lengths = {
        str(path.relative_to(PACKAGE)): len(path.read_text(encoding="utf-8").splitlines())
        for path in PACKAGE.rglob("*.py")
    }
    assert {name: length for name, length in lengths.items() if length >= 400} == {}


# --- what is loaded when ------------------------------------------------------------------------------


def loaded_by(program: str) -> set[str]:
    """The modules that a program loads in a new process."""
    program += "\nimport sys\nprint(*sys.modules, file=sys.stderr)"
    result = run([sys.executable, "-c", program], cwd=PACKAGE)
    assert result.returncode == 0
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
    unwanted = HEAVY | {"spider_cli.files.reading", "spider_cli.files.storage", "spider_cli.cli"}
    assert not loaded_by("from spider_cli import Game") & unwanted
    assert "spider_cli.solver" in loaded_by("from spider_cli import solve")
    assert "spider_cli.hints" in loaded_by("from spider_cli import hint")


def test_every_module_can_be_imported_alone() -> None:
    """In a process that has imported no other module of the package."""
    program = """
import importlib, sys
for name in sys.argv[1:]:
    importlib.import_module(name)
    for loaded in [module for module in sys.modules if module.split(".")[0] == "spider_cli"]:
        del sys.modules[loaded]
"""
    left_out = {"__main__"}  # that runs the command
    if find_spec("gymnasium") is None:
        left_out |= {name for name in trees() if name.split(".")[0] == "gym"}
    names = [f"{ROOT}.{name}".rstrip(".") for name in trees() if name not in left_out]
    python(program, *names, cwd=PACKAGE)


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


def test_colorama_is_loaded_on_windows_only(tmp_path: Path) -> None:
    """Other systems take the codes as they are."""
    path = tmp_path / "game.json"
    Game.new(suits=2, seed=1).save(path)
    for option in ("--no-color", "--color"):
        assert "colorama" not in loaded_by_command(f"show {option} -f {path}")


@pytest.mark.parametrize("line", ["show", "move 1 2", "deal", "undo", "redo", "show --json"])
def test_a_typed_command_starts_with_little(line: str) -> None:
    loaded = loaded_by_command(f"{line} -f no.json")
    assert not loaded & (HEAVY - {"click"})
    assert not loaded & {
        "click.testing",
        "spider_cli.saved.checking",
        "spider_cli.script.words",
        "spider_cli.studies.seed_ranges",
    }
