"""`spider hint`: the step and the reason, what they were chosen from, and why there is none."""

from __future__ import annotations

import json

import pytest

from spider_cli.cli.advice import explanation, hint_facts
from spider_cli.games.starts import start_of
from spider_cli.hints import Hint, Plan
from spider_cli.hints.determinization import SearchSize
from spider_cli.hints.view import seen
from spider_cli.rules.steps import DEAL, Move, parse_step
from tests.commands import Spider


@pytest.fixture(autouse=True)
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Narrow beams, for speed."""
    monkeypatch.setattr("spider_cli.hints.NET_WIDTH", 8)
    monkeypatch.setattr("spider_cli.hints.SEARCH_SIZE", SearchSize(8, 3, (2, 4), 3))


def explained(out: str) -> list[tuple[str, str, list[str]]]:
    """The plan and its rivals: what each is, how good it is held to be, its steps."""
    found = []
    for line in out.splitlines()[1:]:
        _, role, held, steps = line.split(maxsplit=3)
        if role in ("plan", "rival"):
            found.append((role, held, steps.split(", ")))
    return found


def test_a_hint_is_a_step_and_its_reason_on_one_line(spider: Spider) -> None:
    spider.did("new --suits 4 --seed 1")
    (line,) = spider.did("hint").splitlines()
    step, _, reason = line.partition(" # ")
    assert spider.game().position.apply(parse_step(step.strip()))
    assert reason


def test_why_prints_the_plan_and_its_rivals_with_the_chance_of_each(spider: Spider) -> None:
    spider.did("new --suits 4 --seed 1")
    out = spider.did("hint --why")
    assert out.splitlines()[0] == spider.did("hint").rstrip()
    (role, chance, steps), *rivals = explained(out)
    assert role == "plan"
    assert steps[0] == out.split(" #")[0].strip()
    chances = [float(held.removesuffix("%")) for _, held, _ in rivals]
    assert chances == sorted(chances, reverse=True)
    assert 100 >= float(chance.removesuffix("%")) >= chances[0] >= 0
    assert {role for role, *_ in rivals} == {"rival"}
    assert ["deal"] in [steps for *_, steps in rivals]


@pytest.mark.parametrize("seed", range(1, 7))
def test_with_one_suit_no_rival_has_a_higher_value_than_the_plan(spider: Spider, seed: int) -> None:
    spider.did(f"new --suits 1 --seed {seed}")
    out = spider.did("hint --why")
    plans = explained(out)
    assert len(plans) > 2
    values = [float(held) for _, held, _ in plans if held != "worse"]
    assert plans[0][1] != "worse"
    assert values == sorted(values, reverse=True)
    assert ("fell behind" in out) == (len(values) < len(plans))


@pytest.mark.parametrize(
    ("rivals", "more"),
    [
        (5, []),
        (6, ["# 1 more rival, no better than these."]),
        (8, ["# 3 more rivals, no better than these."]),
    ],
)
def test_why_shows_five_rivals_and_says_how_many_more_there_are(rivals: int, more: list[str]) -> None:
    plans = tuple(Plan((Move(1, 2, count),), chance=0.5) for count in range(1, rivals + 2))
    lines = list(explanation(Hint(seen(start_of("1", 4)), plans)))
    assert len([line for line in lines if line.startswith("# rival")]) == 5
    assert [line for line in lines if " more rival" in line] == more


def test_a_script_takes_the_explanation_for_comments(spider: Spider) -> None:
    spider.did("new --suits 4 --seed 1")
    out = spider.did("hint --why")
    (spider.directory / "hint.txt").write_text(out, encoding="utf-8")
    spider.did("run -q hint.txt")
    assert [str(step) for step in spider.game().steps] == [out.split(" #")[0].strip()]


def test_json_has_what_why_prints(spider: Spider) -> None:
    spider.did("new --suits 2 --seed 3")
    facts = json.loads(spider.did("hint --json"))
    plans = explained(spider.did("hint --why"))
    assert list(facts) == ["step", "reason", "plan", "rivals", "way_out"]
    assert facts["way_out"] is False
    assert facts["plan"]["steps"][0] == facts["step"]
    given = [facts["plan"], *facts["rivals"]]
    assert [plan["steps"] for plan in given][: len(plans)] == [steps for *_, steps in plans]
    assert [plan["value"] for plan in given] == [None] * len(given)
    for plan, (_, held, _) in zip(given, plans, strict=False):  # JSON has all rivals
        assert 0 < plan["chance"] < 1
        assert float(held.removesuffix("%")) == pytest.approx(100 * plan["chance"], abs=0.06)


def test_json_has_every_rival() -> None:
    plans = tuple(Plan((DEAL,), chance=1 / number) for number in range(1, 14))
    hint = Hint(seen(start_of("1", 4)), plans)
    assert len(hint_facts(hint)["rivals"]) == 12
    lines = list(explanation(hint))
    assert lines[0].startswith("# plan  100.0%")
    assert lines[5].startswith("# rival  16.7%")


def test_why_says_when_the_nearest_way_out_is_taken() -> None:
    view = seen(start_of("1", 4))
    plan = Plan((Move(1, 2, 1), DEAL))
    hint = Hint(view, (plan,), way_out=Move(3, 4, 1))
    lines = list(explanation(hint))
    assert "nearest way" in lines[0]
    assert lines[1] == "# plan  tidier  1 2 1, deal"
    facts = hint_facts(hint._replace(way_out=DEAL))
    assert (facts["step"], facts["way_out"]) == ("deal", True)
    assert facts["plan"] == {"steps": ["1 2 1", "deal"], "value": None, "chance": None}


def test_a_way_out_needs_no_plan() -> None:
    hint = Hint(seen(start_of("1", 4)), (), way_out=DEAL)
    assert hint_facts(hint)["plan"] is None
    assert hint.rivals == ()
    assert "nearest way" in "\n".join(explanation(hint))


@pytest.mark.parametrize("other", ["--strong 1", "--why"])
def test_peeking_is_no_hint_from_what_is_seen(spider: Spider, other: str) -> None:
    spider.did("new --seed 1")
    assert "give one of them" in spider.refused(f"hint {other} --peek", code=2)


# --- no hint ------------------------------------------------------------------------------------------


def test_a_stock_that_can_never_be_dealt_is_named(spider: Spider) -> None:
    spider.start("three-cards-short-of-a-deal")
    never = "no hint: 3 cards on the table cannot fill ten columns, so the stock can never be dealt any more"
    assert spider.refused("hint") == never  # nothing can be undone
    spider.did("move 3 2")
    assert spider.refused("hint") == f"{never}; only undo helps"


def test_undo_is_only_spoken_of_where_a_step_can_be_undone(spider: Spider) -> None:
    spider.start("one-move-from-winning")
    spider.did("move 2 1")
    assert spider.refused("hint") == "no hint: the game is won"
    spider.start("plans-that-end-nowhere")
    assert spider.refused("hint --peek") == "no steps win from here"
    spider.did("move 9 3")
    assert spider.refused("hint --peek") == "no steps win from here; undo may help"
