"""What the searches find today, kept in `data/strength.json`.

`tests/test_strength.py` compares: a change that is meant to keep results has to keep these exactly. After a
change that is meant to alter them, `python -m tests.strength` writes the file anew; its difference shows
what became better and what worse.
"""

from __future__ import annotations

import json
from typing import NamedTuple

from spider_cli.games.starts import start_of
from spider_cli.hints import hint
from spider_cli.rules.position import Position
from spider_cli.rules.steps import parse_step
from spider_cli.solver import Limits, solve
from tests.samples import DATA, layout

PATH = DATA / "strength.json"

Found = dict[str, object]


class SolverCase(NamedTuple):
    """A start, and the limits in nodes for any solution and for a shorter one."""

    seed: str
    suits: int
    relaxed: bool = False
    nodes: int = 500_000
    shorter: int | None = None


SOLVER_CASES = (
    *(SolverCase(f"kpat:{number}", 4) for number in (1, 2, 3, 9, 10, 12)),
    *(SolverCase(f"kpat:{number}", 2) for number in (1, 4, 8)),
    *(SolverCase(f"kpat:{number}", 1) for number in (1, 5)),
    SolverCase("1", 4, relaxed=True),
    SolverCase("7", 2, relaxed=True),
    SolverCase("pysol:14934", 4, nodes=150_000),  # a hard one: given up
    SolverCase("kpat:1", 4, shorter=150_000),
    SolverCase("3", 2, shorter=100_000),
    SolverCase("2", 1, relaxed=True, shorter=60_000),
)


class HintCase(NamedTuple):
    """A start, how many steps of the solver's solution are played first, and how many hints follow."""

    seed: str
    suits: int
    played: int
    hints: int


HINT_CASES = (
    HintCase("1", 4, 0, 4),
    HintCase("2", 4, 40, 3),
    HintCase("3", 4, 90, 4),
    HintCase("5", 2, 0, 4),
    HintCase("6", 2, 60, 3),
    HintCase("7", 2, 100, 4),
    HintCase("8", 1, 0, 4),
    HintCase("9", 1, 50, 4),
    HintCase("1", 1, 90, 3),
)

#: Where the solver says "impossible", or finds the way only if it keeps every position.
SOLVER_LAYOUTS = ("three-cards-short-of-a-deal", "plans-that-end-nowhere", "split-tidy-runs-to-deal")


def solver_result(case: SolverCase) -> Found:
    """What the solver finds in a case, without the seconds."""
    limits = Limits(nodes=case.nodes, shorter_nodes=case.shorter)
    return _solved(start_of(case.seed, case.suits, relaxed=case.relaxed), limits)


def layout_result(name: str) -> Found:
    """What the solver finds on a sample layout."""
    return _solved(layout(name), Limits())


def _solved(position: Position, limits: Limits) -> Found:
    result = solve(position, limits)
    return {
        "verdict": result.verdict,
        "nodes": result.nodes,
        "steps": ", ".join(map(str, result.steps)),
    }


def hints_after(case: HintCase, played: str) -> str:
    """The hints of a case, each followed before the next one is asked for; `played` are the steps before."""
    position = start_of(case.seed, case.suits)
    for text in filter(None, played.split(", ")):
        position = position.apply(parse_step(text))
    steps = []
    for _ in range(case.hints):
        given = hint(position)
        assert given is not None
        steps.append(str(given.step))
        position = position.apply(given.step)
    return ", ".join(steps)


def name(case: SolverCase | HintCase) -> str:
    """The key of a case in the file."""
    return " ".join(f"{key}={value}" for key, value in case._asdict().items() if value not in (False, None))


def known() -> dict[str, dict[str, Found]]:
    """The content of the file."""
    found: dict[str, dict[str, Found]] = json.loads(PATH.read_text(encoding="utf-8"))
    return found


def write() -> None:
    """Write the file from what the searches find now. The steps before the hints stay as they are."""
    before = known()["hints"] if PATH.exists() else {}
    hints: dict[str, Found] = {}
    for case in HINT_CASES:
        played = before[name(case)]["played"] if name(case) in before else _first_steps(case)
        assert isinstance(played, str)
        hints[name(case)] = {"played": played, "hints": hints_after(case, played)}
    found = {
        "solver": {name(case): solver_result(case) for case in SOLVER_CASES},
        "layouts": {layout_name: layout_result(layout_name) for layout_name in SOLVER_LAYOUTS},
        "hints": hints,
    }
    PATH.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


def _first_steps(case: HintCase) -> str:
    steps = solve(start_of(case.seed, case.suits)).steps[: case.played]
    return ", ".join(map(str, steps))


if __name__ == "__main__":
    write()
