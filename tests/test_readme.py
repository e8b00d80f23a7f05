"""README.md and docs/: every example runs, every link leads somewhere, and nothing is left out.

Of a page, the fenced blocks run in order, in one directory:

- `console`: lines that start with `$ `, and below each what the command prints, errors included. Lines
  `> ` go on with the command above, as a here-document does. `...` stands for any number of lines.
- `python`: as a doctest, or if there is no `>>>` as a program.
- after a line that ends with "In `FILE`, above `LINE`:" the block is put into a copy of the package, above
  the one line that begins so; after "The new file `FILE`:" it becomes that file. What follows on the page
  runs with the copy.
- after the comment `<!-- not run -->` a block is left alone.
"""

from __future__ import annotations

import configparser
import doctest
import json
import os
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import NamedTuple

import click
import pytest

import spider_cli
from spider_cli import Game, IllegalStepError
from spider_cli.cli.exits import Exit
from spider_cli.cli.group import COMMANDS, main
from spider_cli.cli.prompt_words import PROMPT
from spider_cli.games.record import Notes, Record
from spider_cli.games.state import game_state
from spider_cli.render.forms import FORMS
from spider_cli.script.vocabulary import Command
from spider_cli.script.words import SCRIPT
from tests.processes import commands_in

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
PAGES = ["README.md", *[f"docs/{path.name}" for path in sorted((ROOT / "docs").glob("*.md"))]]

_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_INSERTION = re.compile(r"\b[Ii]n `([^`]+)`, above `([^`]+)`:$")
_NEW_FILE = re.compile(r"\b[Tt]he new file `([^`]+)`:$")


@cache
def page(name: str) -> str:
    """The text of a page."""
    return (ROOT / name).read_text(encoding="utf-8")


@cache
def users_pages() -> str:
    """The text of the pages for those who use the program."""
    return "\n".join([page(name) for name in PAGES if name != "docs/development.md"])


class Block(NamedTuple):
    """A fenced block: the number of its first line, its language, its text, and the line above it."""

    line: int
    language: str
    text: str
    above: str


def blocks(text: str) -> list[Block]:
    """The fenced blocks that are run."""
    found = []
    for match in _BLOCK.finditer(text):
        before = text[: match.start()].rstrip().rpartition("\n")[2]
        if before != "<!-- not run -->":
            line = text.count("\n", 0, match.start(2)) + 1
            found.append(Block(line, match[1], match[2], before))
    return found


class Example(NamedTuple):
    """A command, the line it stands in, and what it should print."""

    line: int
    command: str
    output: list[str]


def examples(block: Block) -> list[Example]:
    """The commands of a block."""
    found: list[Example] = []
    for number, line in enumerate(block.text.splitlines(), start=block.line):
        if line.startswith("$ "):
            found.append(Example(number, line[2:], []))
        elif line.startswith("> ") and not found[-1].output:
            found[-1] = found[-1]._replace(command=f"{found[-1].command}\n{line[2:]}")
        else:
            found[-1].output.append(line)
    return found


def fits(output: list[str], pattern: list[str]) -> bool:
    """Whether lines are those of a pattern, in which `...` stands for any."""
    parts = "\n".join(["", *pattern, ""]).split("\n...\n")
    expression = r"\n(?:.*\n)*".join(map(re.escape, parts))
    return re.fullmatch(expression, "\n".join(["", *output, ""])) is not None


def test_what_fits() -> None:
    assert fits(["a", "b"], ["a", "b"])
    assert fits(["a", "b", "c"], ["a", "...", "c"])
    assert fits(["a", "b", "c"], ["a", "..."])
    assert fits(["a", "c"], ["a", "...", "c"])
    assert not fits(["a", "b"], ["a"])
    assert not fits(["a", "b", "d"], ["a", "...", "c"])
    assert not fits(["a.b"], ["axb"])


# --- the examples run ---------------------------------------------------------------------------------


class Reader:
    """Someone who works through a page: a directory, a shell, a Python, and perhaps a copy of the package."""

    def __init__(self, name: str, directory: Path) -> None:
        self._name = name
        self._directory = directory / "play"
        self._directory.mkdir()
        self._copy = directory / "copy"
        self._names: dict[str, object] = {}
        self._environment = {key: os.environ[key] for key in ("PATH", "HOME", "LANG") if key in os.environ}
        (self._directory / "examples").symlink_to(ROOT / "examples")
        self._environment |= {"PYTHONUTF8": "1", "TERM": "dumb", "PYTHONPATH": str(ROOT)}
        self._environment["PATH"] = f"{commands_in(directory)}:{self._environment.get('PATH', '')}"

    def follow(self, block: Block) -> None:
        """Do what a block says."""
        if change := _INSERTION.search(block.above):
            self._insert(block.text, change[1], change[2])
        elif change := _NEW_FILE.search(block.above):
            self._source(change[1]).write_text(block.text, encoding="utf-8")
        elif block.language == "console":
            for example in examples(block):
                self._type(example)
        elif block.language == "python":
            self._execute(block)

    def _source(self, name: str) -> Path:
        """A file of the copy, which is made when it is first asked for."""
        if not self._copy.exists():
            ignored = shutil.ignore_patterns("__pycache__")
            shutil.copytree(ROOT / "spider_cli", self._copy / "spider_cli", ignore=ignored)
            self._environment["PYTHONPATH"] = str(self._copy)
        return self._copy / name

    def _insert(self, text: str, file: str, line: str) -> None:
        source = self._source(file)
        lines = source.read_text(encoding="utf-8").splitlines(keepends=True)
        places = [number for number, found in enumerate(lines) if found.strip().startswith(line)]
        assert len(places) == 1, f"{self._name}: {len(places)} lines of {file} begin with {line}"
        lines[places[0] : places[0]] = [text]
        source.write_text("".join(lines), encoding="utf-8")

    def _type(self, example: Example) -> None:
        result = subprocess.run(
            ["bash", "-c", example.command],
            cwd=self._directory,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=120,
            check=False,
        )
        printed = result.stdout.decode().splitlines()
        assert fits(printed, example.output), "\n".join(
            [f"{self._name}:{example.line}: {example.command}", *printed]
        )

    def _execute(self, block: Block) -> None:
        place = f"{self._name}:{block.line}"
        if ">>>" in block.text:
            test = doctest.DocTestParser().get_doctest(
                block.text, self._names, place, str(ROOT / self._name), block.line
            )
            runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
            runner.run(test, clear_globs=False)
            self._names.update(test.globs)
            assert runner.summarize(verbose=False).failed == 0, place
        else:
            exec(compile(block.text, place, "exec"), self._names)


NEEDS = {"docs/learning.md": "gymnasium"}  # an extra that may not be installed


@pytest.mark.parametrize("name", PAGES)
def test_the_examples_print_what_they_say(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if name in NEEDS:
        pytest.importorskip(NEEDS[name], reason="it is of an extra")
    monkeypatch.chdir(tmp_path)
    reader = Reader(name, tmp_path)
    for block in blocks(page(name)):
        reader.follow(block)


# --- nothing is left out ------------------------------------------------------------------------------


def first_cells(name: str, *heads: str) -> list[str]:
    """The first cells of the tables of a page whose first column has one of these heads."""
    found = []
    for head in heads:
        tables = re.findall(rf"^\| {re.escape(head)} \|.*\n\|[-|]+\n((?:\|.*\n?)+)", page(name), re.MULTILINE)
        assert tables, f"{name}: no table begins with {head}"
        found += [re.split(r" (?<!\\)\|", row[2:])[0] for table in tables for row in table.splitlines()]
    return found


def rows(name: str, *heads: str) -> list[str]:
    """What stands as `code` in the first cells of these tables."""
    return [code for cell in first_cells(name, *heads) for code in re.findall(r"`([^`]+)`", cell)]


def row_words(name: str, *heads: str) -> set[str]:
    """The first words of `rows`: of `undo all` the word `undo`."""
    return {code.split()[0] for code in rows(name, *heads)}


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_its_options_and_variables_are_told(name: str) -> None:
    told = {" ".join(code.split()[:2]) for code in rows("docs/playing.md", "command")}
    assert f"spider {name}" in told
    command = main.get_command(click.Context(main), name)
    assert command
    words = {word for option in command.params for word in (*option.opts, *option.secondary_opts)}
    words = {word for word in words if word.startswith("--")}
    words |= {str(option.envvar) for option in command.params if option.envvar}
    assert {word for word in words if not re.search(rf"(?<!-){word}\b(?!-)", users_pages())} == set()


def test_every_word_of_a_script_is_told() -> None:
    assert set(SCRIPT.words) - row_words("docs/scripts.md", "line") == set()


def test_every_word_of_the_prompt_is_told() -> None:
    assert set(PROMPT.words) - row_words("docs/playing.md", "you type") == set()


def test_the_six_words_of_the_readme_are_words_of_the_prompt() -> None:
    told = rows("README.md", "you type")
    assert len(told) == 6
    assert all(isinstance(PROMPT.read(code.split()), Command) for code in told)


def test_every_form_is_told() -> None:
    assert set(FORMS) - set(rows("docs/playing.md", "form")) == set()


def test_every_reason_is_told() -> None:
    reasons = {*IllegalStepError.REASONS, "unreadable", "no-hint", "refused"}
    assert set(rows("docs/protocol.md", "`reason`")) == reasons


def test_every_key_of_the_state_is_told() -> None:
    assert set(rows("docs/scripts.md", "key of the state")) == game_state(Game.new(seed=1)).keys()


def test_every_key_of_a_reply_is_told(tmp_path: Path) -> None:
    game = Game.new(seed=1)
    game.save(str(tmp_path / "spider.json"))
    move = f"move {game.legal_moves()[0]}"
    lines = [move, "deal", "undo", "redo", "mark a", "goto 0", "show", "moves", "hint", "new", "undo", "quit"]
    assert {line.split()[0] for line in lines} == set(SCRIPT.words)
    printed = subprocess.run(
        [sys.executable, "-m", "spider_cli", "run", "--json"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        input="\n".join(lines).encode(),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        check=False,
    ).stdout
    opening, *replies = [json.loads(line) for line in printed.splitlines()]
    assert set(rows("docs/protocol.md", "key of the opening")) == opening.keys()
    assert [reply["command"] for reply in replies if not reply["ok"]] == ["undo"]
    keys = {key for reply in replies for key in reply}
    assert set(rows("docs/protocol.md", "key of a reply")) == keys


def test_every_key_of_the_game_file_is_told() -> None:
    assert rows("docs/saved-games.md", "key of every file") == [
        "format",
        "version",
        *[key.name for key in Record.all_keys()],
    ]
    assert rows("docs/saved-games.md", "key of version 2") == [key.name for key in Notes.all_keys()]


def test_every_exit_code_is_told() -> None:
    told = set(first_cells("docs/scripts.md", "code"))
    assert told == {str(int(code)) for code in Exit} | {"143", "129"}


def test_every_name_of_the_library_is_told() -> None:
    assert set(rows("docs/library.md", "name", "error")) == set(spider_cli.__all__)


def test_every_target_of_make_is_told_once() -> None:
    targets = re.findall(r"^([a-z-]+):.*## ", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    told = rows("docs/development.md", "command")
    assert sorted(told) == sorted([f"make {target}" for target in targets])


def test_every_extra_that_is_installed_is_one() -> None:
    scripts = [ROOT / "Makefile", *(ROOT / "tests").glob("*.sh")]
    wanted = {
        extra
        for script in scripts
        for names in re.findall(r"\.\[([a-z,]+)\]", script.read_text(encoding="utf-8"))
        for extra in names.split(",")
    }
    settings = configparser.ConfigParser()
    settings.read(ROOT / "setup.cfg", encoding="utf-8")
    assert {"dev", "fuzz", "mutants"} <= wanted <= set(settings["options.extras_require"])


def test_every_subpackage_is_told() -> None:
    subpackages = {path.name for path in (ROOT / "spider_cli").iterdir() if (path / "__init__.py").exists()}
    assert {f"{name}/" for name in subpackages} - set(rows("docs/development.md", "subpackage")) == set()


def test_the_version_has_its_changes() -> None:
    assert f"## [{spider_cli.__version__}]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


# --- form ---------------------------------------------------------------------------------------------


def test_the_readme_is_short() -> None:
    assert len(page("README.md").splitlines()) <= 200


def anchors(text: str) -> set[str]:
    """The anchors of the headings of a page, as GitHub makes them."""
    headings = re.findall(r"^#+ (.*)$", _BLOCK.sub("", text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("name", [*PAGES, "CHANGELOG.md", "SECURITY.md"])
def test_every_link_leads_somewhere(name: str) -> None:
    text = _BLOCK.sub("", page(name))
    links = re.findall(r"\]\(([^)]+)\)", text) + re.findall(r'(?:src|srcset)="([^"]+)"', text)
    broken = []
    for link in links:
        if re.match(r"[a-z]+:", link):
            continue
        file, _, anchor = link.partition("#")
        target = (ROOT / name).parent / file if file else ROOT / name
        if not target.exists() or (anchor and anchor not in anchors(target.read_text(encoding="utf-8"))):
            broken.append(link)
    assert broken == []


@pytest.mark.parametrize("name", [page for page in PAGES if page != "README.md"])
def test_every_page_is_found_from_the_readme(name: str) -> None:
    assert f"({name})" in page("README.md")
