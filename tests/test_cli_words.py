"""The command line: help, words that are refused, file names, completion."""

from __future__ import annotations

import os
import re

import click
import pytest

import spider_cli.cli.group as group
from tests.commands import NO_GAME, Spider

NAMES = sorted(group.COMMANDS)
WITHOUT_A_GAME = ("study", "help", "rules", "completion")


def command(name: str) -> click.Command:
    """The command with a name."""
    found = group.main.get_command(click.Context(group.main), name)
    assert found
    return found


# --- help ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("option", ["--help", "-h"])
def test_the_group_lists_every_command_with_a_line(spider: Spider, option: str) -> None:
    out = spider.did(option)
    lines = dict(re.findall(r"^  (\S+) +(.*)$", out.partition("\nPlay:")[2], re.MULTILINE))
    for name in group.COMMANDS:
        assert lines[name].endswith("."), name
        assert len(lines[name]) < 70


@pytest.mark.parametrize("name", NAMES)
def test_every_command_explains_itself_with_an_example(spider: Spider, name: str) -> None:
    out = spider.did(f"{name} --help")
    assert out.startswith(f"Usage: spider {name} ")
    assert re.search(rf"\n  Examples?:\n    (.*\| )?spider {name}\b", out), out
    for option in command(name).params:
        if isinstance(option, click.Option):
            assert option.help, option.name
            assert option.help.endswith((".", "]")), option.help
    assert max(map(len, out.splitlines())) <= 80


@pytest.mark.parametrize("name", NAMES)
def test_case_36_help_needs_no_game(spider: Spider, name: str) -> None:
    wanted = spider.did(f"{name} --help")
    spider.path.write_bytes(b"\0broken")
    assert spider.did(f"{name} --help") == wanted
    spider.path.unlink()
    os.mkfifo(spider.path)
    assert spider.did(f"{name} --help") == wanted
    for value in ("no/such/file", "\x1b[31m", "/dev/zero", ""):
        assert spider.did(f"{name} --help", env={"SPIDER_FILE": value}) == wanted


def test_the_version(spider: Spider) -> None:
    assert re.fullmatch(r"spider [0-9]+\.[0-9]+\.[0-9]+\n", spider.did("--version"))


@pytest.mark.parametrize("name", [name for name in NAMES if name not in WITHOUT_A_GAME])
def test_common_options_are_the_same_everywhere(name: str) -> None:
    common = {"--file", "--json", "--quiet", "--color", "--ascii", "--theme"}
    assert common <= {word for option in command(name).params for word in option.opts}


# --- words that are refused ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "move -1 2", "move -- -1 2", "move 0 3", "move 11 3", "move 1_0 3", "move ٣ 1", "move 1 2 1.0",
        "move 1 2 ''", "move 1 2 0", "move 1 2 14", "move", "move 1 2 3 4", "move 1 all",
    ],
)  # fmt: skip
def test_case_37_what_is_no_move(spider: Spider, line: str) -> None:
    spider.did("new --seed 1")
    assert "(see 'spider" in spider.refused(line, code=2)


@pytest.mark.parametrize("word", ["0", "-1", "", "9" * 5000, "\x1b[31m"])
@pytest.mark.parametrize("name", ["undo", "redo"])
def test_what_is_no_number_of_steps(spider: Spider, name: str, word: str) -> None:
    spider.did("new --seed 1")
    spider.did("deal")
    assert len(spider.refused(name, "--", word, code=2)) < 200


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("mov 1 2", "No such command 'mov': did you mean 'move'?"),
        ("MOVE 1 2", "No such command 'MOVE': did you mean 'move'?"),
        ("xyzzy", "No such command 'xyzzy' ("),
        ("3 7", "No such command '3': did you mean 'move 3'?"),
        ("--suits 2 new", "No such option '--suits' here: options of a command come after it"),
        ("show --fast", "--fast"),
        ("deal 3", "unexpected extra argument"),
        ("show --as picture", "'picture' is not one of 'table', 'plain', 'layout'"),
        ("moves 1", "unexpected extra argument"),
        ("undo 1 2", "unexpected extra argument"),
    ],
)
def test_usage_errors_point_to_the_help(spider: Spider, line: str, message: str) -> None:
    spider.did("new --seed 1")
    error = spider.refused(line, code=2)
    assert message in error
    assert re.search(r" \(see 'spider( [a-z]+)? --help'\)$", error)


def test_escape_codes_in_words_are_not_printed(spider: Spider) -> None:
    spider.did("new --seed 1")
    for words in (
        ["\x1b[31mmove"],
        ["move", "\x1b]0;x\x07", "1"],
        ["show", "--\x1b[2J"],
        ["new", "--seed", "\x9b1"],
    ):
        spider.refused("", *words, code=2)


# --- files --------------------------------------------------------------------------------------------


def test_file_by_option_and_by_variable(spider: Spider) -> None:
    spider.did("new --seed 1 -f one.json")
    spider.did("new --seed 2", env={"SPIDER_FILE": "two.json"})
    spider.did("deal --file one.json", env={"SPIDER_FILE": "two.json"})
    assert sorted(spider.files()) == ["one.json", "two.json"]
    assert spider("show --json", env={"SPIDER_FILE": "one.json"}).state["deals"] == 1
    assert spider("show --json", env={"SPIDER_FILE": "two.json"}).state["deals"] == 0


def test_a_hint_is_strong_or_peeks(spider: Spider) -> None:
    spider.did("new --seed 1")
    assert "give one of them" in spider.refused("hint --strong 1 --peek", code=2)


def test_an_empty_variable_names_no_file(spider: Spider) -> None:
    spider.did("new --seed 1", env={"SPIDER_FILE": ""})
    assert sorted(spider.files()) == ["spider.json"]


@pytest.mark.parametrize("line", ["show", "move 1 2", "deal", "undo", "redo", "moves", "hint"])
def test_without_a_game_the_way_to_one_is_named(spider: Spider, line: str) -> None:
    message = spider.refused(line, code=3)
    assert message == NO_GAME


@pytest.mark.parametrize(
    "name", ["two\nlines", "\x1b[31mred", "-f", "--help", "sp ace", "ü♠", "\u202eright", "\udcff", "x" * 240]
)
def test_case_42_odd_file_names(spider: Spider, name: str) -> None:
    assert "there is no such file" in spider.refused("show", f"--file={name}", code=3)
    spider.did("new --seed 1", f"--file={name}")
    spider.did("deal", "-f", name) if not name.startswith("-") else spider.did("deal", f"-f{name}")
    assert os.fsencode(name) in os.listdir(os.fsencode(spider.directory))
    message = spider.refused("new --seed 2", f"--file={name}")
    assert "holds a game in play, 1 step" in message


def test_case_42_a_name_that_is_too_long(spider: Spider) -> None:
    for line in ("show", "deal", "new"):
        assert "name too long" in spider.refused(line, "-f", "x" * 300, code=3)


# --- completion ---------------------------------------------------------------------------------------


def complete(spider: Spider, line: str, shell: str = "bash", **env: str) -> list[str]:
    """What a shell is offered for the last word of a line."""
    words = line.split(" ")
    variables = {
        "_SPIDER_COMPLETE": f"{shell}_complete",
        "COMP_WORDS": line,
        "COMP_CWORD": str(len(words) - 1),
    }
    if shell == "fish":
        variables["COMP_CWORD"] = words[-1]
    out = spider.did("", env={**variables, **env})
    if shell == "zsh":
        return out.splitlines()[1::3]
    return [re.sub(r"^plain[,\n]|\t.*", "", line) for line in out.splitlines() if line]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_columns_of_legal_moves_are_offered(spider: Spider, shell: str) -> None:
    spider.start_with("4H | 9S 8S 7S", "TD", "-")
    assert complete(spider, "spider move ", shell) == ["1", "2", "10"]
    assert complete(spider, "spider move 1", shell) == ["1", "10"]
    assert complete(spider, "spider move 1 ", shell) == ["2", "3", "4", "5", "6", "7", "8", "9"]
    assert complete(spider, "spider move 1 2 ", shell) == ["3"]
    assert complete(spider, "spider move 1 3 ", shell) == ["1", "2", "3"]
    assert complete(spider, "spider move 4 ", shell) == []


def test_the_file_of_the_command_line_is_the_one_looked_at(spider: Spider) -> None:
    spider.start_with("4H | 9S 8S 7S", "TD", "-")
    os.rename(spider.path, spider.directory / "other.json")
    assert complete(spider, "spider move ") == []
    assert complete(spider, "spider move -f other.json ") == ["1", "2", "10"]
    assert complete(spider, "spider move ", SPIDER_FILE="other.json") == ["1", "2", "10"]


def test_commands_and_options_are_offered(spider: Spider) -> None:
    assert complete(spider, "spider mo") == ["move", "moves"]
    assert "--relaxed" in complete(spider, "spider new --")
    assert complete(spider, "spider new --mode ") == ["beginner", "intermediate", "advanced"]


@pytest.mark.parametrize("content", [None, b"", b"\0broken", b"[" * 100_000])
def test_case_44_completion_without_a_game_is_silent(spider: Spider, content: bytes | None) -> None:
    if content is not None:
        spider.path.write_bytes(content)
    before = spider.files()
    assert complete(spider, "spider move ") == []
    assert complete(spider, "spider move 1 ") == []
    assert spider.files() == before


def test_case_44_completion_does_not_wait_for_a_pipe(spider: Spider) -> None:
    os.mkfifo(spider.path)
    assert complete(spider, "spider move ") == []


def test_fish_is_offered_the_whole_help_of_a_command(spider: Spider) -> None:
    """The script for fish takes a comma for the end of what is offered."""
    env = {"_SPIDER_COMPLETE": "fish_complete", "COMP_WORDS": "spider ", "COMP_CWORD": ""}
    offered = [line.split(",") for line in spider.did("", env=env).splitlines()]
    assert {len(parts) for parts in offered} == {2}
    helps = dict(text.split("\t") for _, text in offered)
    assert helps["verify"] == "Replay many saved games; and report the bad ones."
    assert set(helps) == set(group.COMMANDS)


@pytest.mark.parametrize(
    "env",
    [
        {"_SPIDER_COMPLETE": "1"},
        {"_SPIDER_COMPLETE": "tcsh_complete"},
        {"_SPIDER_COMPLETE": "bash_something"},
        {"_SPIDER_COMPLETE": "bash_complete"},
        {"_SPIDER_COMPLETE": "zsh_complete", "COMP_WORDS": "spider "},
        {"_SPIDER_COMPLETE": "fish_complete", "COMP_CWORD": "m"},
        {"_SPIDER_COMPLETE": "bash_complete", "COMP_WORDS": "spider m", "COMP_CWORD": "m"},
        {"_SPIDER_COMPLETE": "fish_complete", "COMP_WORDS": "spider m", "COMP_CWORD": " "},
    ],
)
def test_completion_without_what_a_shell_sets_is_refused(
    spider: Spider, monkeypatch: pytest.MonkeyPatch, env: dict[str, str]
) -> None:
    for name in ("COMP_WORDS", "COMP_CWORD"):
        monkeypatch.delenv(name, raising=False)
    assert spider.refused("", env=env, code=2).startswith("_SPIDER_COMPLETE")
