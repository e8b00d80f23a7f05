"""The cases of CASES.md and the tests that cite them in their names, held against each other."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

HERE = Path(__file__).parent

#: `test_case_12_...`, `test_cases_07_and_08_...`, `test_cases_45_46_and_47_...`
_CITES = re.compile(r"test_cases?((?:_(?:and_)?[0-9]{2})+)_[a-z]")
#: A number cited in some other way, in a comment or a text.
_CITES_OTHERWISE = re.compile(r"\bcases?[ -][0-9]", re.IGNORECASE)


def cases() -> list[int]:
    """The numbers of the cases."""
    return [
        int(number) for number in re.findall(r"^([0-9]+)\. ", (HERE / "CASES.md").read_text(), re.MULTILINE)
    ]


def sources() -> Iterator[tuple[Path, str]]:
    """Every test module but this one, with its text."""
    for path in sorted(HERE.glob("**/*.py")):
        if path != Path(__file__):
            yield path, path.read_text(encoding="utf-8")


def cited() -> dict[int, list[str]]:
    """The tests that cite each case."""
    found: dict[int, list[str]] = {}
    for _, text in sources():
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef) and (match := _CITES.match(node.name)):
                for number in re.findall("[0-9]{2}", match[1]):
                    found.setdefault(int(number), []).append(node.name)
    return found


def test_the_cases_are_numbered_from_one_without_a_gap() -> None:
    assert cases() == list(range(1, len(cases()) + 1))


def test_every_case_is_cited_and_every_number_cited_is_a_case() -> None:
    assert sorted(cited()) == cases()


def test_a_case_is_cited_in_the_name_of_a_test_and_nowhere_else() -> None:
    found = []
    for path, text in sources():
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type in (tokenize.COMMENT, tokenize.STRING) and _CITES_OTHERWISE.search(token.string):
                found.append(f"{path.name}:{token.start[0]}: {token.string}")
            named = token.type == tokenize.NAME and token.string.startswith("test_case")
            if named and not _CITES.match(token.string):
                found.append(f"{path.name}:{token.start[0]}: {token.string}")
    assert found == []
