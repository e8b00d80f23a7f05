"""The strength guard: solver and hints find exactly what they found before (see `tests/strength.py`)."""

from __future__ import annotations

import pytest

from tests.strength import (
    HINT_CASES,
    SOLVER_CASES,
    SOLVER_LAYOUTS,
    HintCase,
    SolverCase,
    hints_after,
    known,
    layout_result,
    name,
    solver_result,
)


@pytest.mark.parametrize("case", SOLVER_CASES, ids=name)
def test_the_solver_finds_the_same_after_as_many_nodes(case: SolverCase) -> None:
    assert solver_result(case) == known()["solver"][name(case)]


@pytest.mark.parametrize("layout", SOLVER_LAYOUTS)
def test_the_solver_proves_the_same(layout: str) -> None:
    assert layout_result(layout) == known()["layouts"][layout]


@pytest.mark.parametrize("case", HINT_CASES, ids=name)
def test_the_hints_are_the_same(case: HintCase) -> None:
    kept = known()["hints"][name(case)]
    assert hints_after(case, str(kept["played"])) == kept["hints"]
