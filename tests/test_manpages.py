"""The man pages: as the help is now, and safe for troff."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest

from spider_cli.cli.group import COMMANDS

pytest.importorskip("click_man", reason="it makes the pages, and is of the extra `dev`")

from tools.manpages import FOLDER, description, escaped, pages


def test_the_pages_are_what_the_help_says_now() -> None:
    kept = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.iterdir()}
    assert kept == pages(), "`make man` writes them again"
    assert set(kept) == {"spider.1", *[f"spider-{name}.1" for name in COMMANDS]}


@pytest.mark.parametrize("name", ["spider.1", *[f"spider-{name}.1" for name in COMMANDS]])
def test_every_line_is_a_request_of_ours_or_text(name: str) -> None:
    requests = re.findall(r"^[.'].*", pages()[name], re.MULTILINE)
    assert {request.split()[0] for request in requests} <= {".TH", ".SH", ".B", ".PP", ".TP", ".nf", ".fi"}
    assert "\b" not in pages()[name]


def test_what_means_something_to_troff_is_escaped() -> None:
    assert escaped("'spider new' -f a\\b\n.x") == "\\&'spider new' \\-f a\\eb\n\\&.x"
    assert description("One\ntwo.\n\n\b\nExample:\n  x") == "One\ntwo.\n.PP\n.nf\nExample:\n  x\n.fi"


@pytest.mark.skipif(shutil.which("man") is None, reason="it is a program of its own")
@pytest.mark.parametrize("name", ["spider.1", "spider-new.1"])
def test_man_shows_a_page_without_a_warning(name: str) -> None:
    command = ["man", "--warnings", "-l", str(FOLDER / name)]
    shown = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    assert "NAME" in shown.stdout
    assert shown.stderr == ""
