"""The README: its shell examples and its Python run, and it knows every command and option.

A fenced block marked `console` holds lines that start with `$ ` and, below each, what the command prints,
errors included. Lines `> ` go on with the command above, as a here-document does. The blocks run in order
in one directory. A block after the comment `<!-- not run -->` is left out. A line that is `...` stands
for any number of lines.
"""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import NamedTuple

import click
import pytest

from spider_cli.cli.group import COMMANDS, main

README = Path(__file__).parents[1] / "README.md"
_BLOCK = re.compile(r"(<!-- not run -->\n)?^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@cache
def readme() -> str:
    """Its text."""
    return README.read_text(encoding="utf-8")


class Example(NamedTuple):
    """One command of the README, the line it stands in, and what it should print."""

    line: int
    command: str
    output: list[str]


def blocks(language: str) -> list[tuple[int, str]]:
    """The fenced blocks of a language that are run: the number of their first line, and their text."""
    return [
        (readme().count("\n", 0, match.start(3)) + 1, match[3])
        for match in _BLOCK.finditer(readme())
        if match[2] == language and not match[1]
    ]


def examples() -> list[Example]:
    """The commands of all shell blocks, in order."""
    found: list[Example] = []
    for first, text in blocks("console"):
        for number, line in enumerate(text.splitlines(), start=first):
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


def test_the_shell_examples_print_what_they_say(tmp_path: Path) -> None:
    environment = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    environment["PATH"] = f"{make_command(tmp_path)}:{environment.get('PATH', '')}"
    directory = tmp_path / "play"
    directory.mkdir()
    environment |= {"PYTHONUTF8": "1", "TERM": "dumb"}
    found = examples()
    assert found
    for example in found:
        result = subprocess.run(
            ["bash", "-c", example.command],
            cwd=directory,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=120,
            check=False,
        )
        printed = result.stdout.decode().splitlines()
        wanted = example.output
        assert fits(printed, wanted), "\n".join([f"README.md:{example.line}: {example.command}", *printed])


def make_command(directory: Path) -> Path:
    """A directory with the command `spider` of this Python."""
    found = directory / "bin"
    found.mkdir()
    script = found / "spider"
    root = Path(__file__).parents[1]
    script.write_text(f'#!/bin/sh\nPYTHONPATH="{root}" exec "{sys.executable}" -m spider_cli "$@"\n')
    script.chmod(0o755)
    return found


def test_the_python_examples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    names: dict[str, object] = {}
    found = blocks("python")
    assert found
    for line, text in found:
        if ">>>" in text:
            test = doctest.DocTestParser().get_doctest(text, names, f"README.md:{line}", str(README), line)
            runner.run(test, clear_globs=False)
            names.update(test.globs)
        else:
            exec(compile(text, f"README.md:{line}", "exec"), names)
    assert runner.summarize(verbose=False).failed == 0


def test_the_bot_is_the_one_that_is_tested() -> None:
    assert (README.parent / "tests" / "data" / "bot.py").read_text(encoding="utf-8") in readme()


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_and_its_options_are_in_the_readme(name: str) -> None:
    assert re.search(rf"`?spider {name}\b", readme()), name
    command = main.get_command(click.Context(main), name)
    assert command
    words = {word for option in command.params for word in (*option.opts, *option.secondary_opts)}
    missing = {word for word in words if word.startswith("--") and not re.search(rf"{word}\b", readme())}
    assert not missing
