"""The environment of Gymnasium, and the stepping interface under it."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from spider_cli import Game, IllegalStepError, Move
from spider_cli.games.stepping import ACTION_NUMBERS, ACTIONS, Stepper
from spider_cli.rules.steps import DEAL

if TYPE_CHECKING:
    from collections.abc import Mapping

gymnasium = pytest.importorskip("gymnasium", reason="it is of the extra `gym`")
np = pytest.importorskip("numpy", reason="it is of the extra `gym`")

from gymnasium.utils.env_checker import check_env  # noqa: E402  # after the skip

from spider_cli.gym.environment import (  # noqa: E402
    FACE_DOWN,
    ILLEGAL_REWARD,
    SpiderEnv,
    card_number,
    observation_of,
)

ENVIRONMENT = "spider_cli.gym:Spider-v0"
AGENT = Path(__file__).parents[1] / "examples" / "agent.py"


# --- the stepping interface ---------------------------------------------------------------------------


def test_there_are_1171_actions_each_a_step_of_its_own() -> None:
    assert len(ACTIONS) == len(ACTION_NUMBERS) == 10 * 9 * 13 + 1
    assert ACTIONS[0] == Move(1, 2, 1)
    assert ACTIONS[-1] is DEAL
    assert all(ACTIONS[number] == step for step, number in ACTION_NUMBERS.items())


@pytest.mark.parametrize("suits", [1, 2, 4])
def test_a_stepper_goes_as_a_game_does(suits: int) -> None:
    random, stepper, game = Random(suits), Stepper.new(suits=suits, seed=5), Game.new(suits=suits, seed=5)
    for _ in range(300):
        steps = stepper.legal_steps()
        assert steps == [*game.legal_moves(), *([DEAL] if game.can_deal else [])]
        assert [ACTIONS[number] for number in stepper.legal_actions()] == steps
        if not steps:
            break
        step, before = random.choice(steps), game.score
        game.play(step)
        assert stepper.step(step) == game.score - before
        assert (stepper.position, stepper.score, stepper.status) == (game.position, game.score, game.status)


def test_a_stepper_counts_completed_runs() -> None:
    game = Game.load(Path(__file__).parent / "data" / "games" / "kpat-1s-9.json")
    stepper = Stepper(game.start)
    rewards = [stepper.step(step) for step in game.steps]
    assert stepper.status == "won"
    assert sum(reward > 0 for reward in rewards) == 8
    assert stepper.score == game.score


def test_a_step_that_is_refused_changes_nothing() -> None:
    stepper = Stepper.new(seed=3)
    before = stepper.position
    with pytest.raises(IllegalStepError):
        stepper.step(Move(1, 2, 13))
    assert (stepper.position, stepper.score) == (before, 500)


# --- the environment ----------------------------------------------------------------------------------


@pytest.mark.parametrize("suits", [1, 2, 4])
def test_gymnasium_finds_nothing_wrong(suits: int) -> None:
    env = gymnasium.make(ENVIRONMENT, suits=suits, render_mode="ansi")
    check_env(env.unwrapped)


def test_the_seed_names_the_game() -> None:
    env = SpiderEnv(suits=2)
    for options, seed in (({"seed": "kpat:7"}, "kpat:7"), ({"seed": 42}, "42")):
        observation, info = env.reset(options=options)
        assert info["seed"] == seed
        assert same(observation, observation_of(Game.new(suits=2, seed=seed).position))
    assert env.reset(seed=9)[1]["seed"] == "9"
    drawn = [env.reset()[1]["seed"] for _ in range(3)]
    env.reset(seed=9)
    assert drawn == [env.reset()[1]["seed"] for _ in range(3)]
    assert len(set(drawn)) == 3


def test_the_mask_says_what_is_legal_and_the_reward_is_the_scores_change() -> None:
    env = SpiderEnv(suits=1)
    observation, info = env.reset(seed=3)
    for _ in range(100):
        legal = np.flatnonzero(info["action_mask"])
        assert (info["action_mask"] == env.action_masks()).all()
        before = info["score"]
        observation, reward, ended, truncated, info = env.step(legal[0])
        assert (reward, ended, truncated) == (info["score"] - before, info["status"] != "playing", False)
        assert env.observation_space.contains(observation)


def test_an_illegal_action_changes_nothing_and_costs_one() -> None:
    env = SpiderEnv()
    before, info = env.reset(seed=3)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    after, reward, ended, _, info = env.step(np.int64(illegal))
    assert same(before, after)
    assert (reward, ended, info["score"]) == (ILLEGAL_REWARD, False, 500)


def test_an_observation_says_what_is_seen() -> None:
    position = Game.new(suits=4, seed=42).position
    observation = observation_of(position)
    for number, column in enumerate(position.columns):
        shown = list(observation["columns"][number])
        assert shown[: column[0]] == [FACE_DOWN] * column[0]
        assert shown[column[0] : len(column) - 1] == [card_number(card) for card in column[column[0] + 1 :]]
        assert not any(shown[len(column) - 1 :])
    assert observation["unseen"].sum() == 94
    assert (observation["rows"][0], observation["foundations"].sum()) == (5, 0)


@pytest.mark.parametrize("suits", [1, 2, 4])
def test_no_unseen_card_can_be_read_from_an_observation(suits: int) -> None:
    random, stepper = Random(suits), Stepper.new(suits=suits, seed=7)
    for _ in range(60):
        assert same(observation_of(stepper.position), observation_of(shuffled(stepper, random).position))
        stepper.step(random.choice(stepper.legal_steps()))


def shuffled(stepper: Stepper, random: Random) -> Stepper:
    """The same for the eye: all cards that lie face down or in the stock change places."""
    position = stepper.position
    down = [column[0] for column in position.columns]
    cards = list(position.stock) + [card for column in position.columns for card in column[1 : column[0] + 1]]
    random.shuffle(cards)
    stock = bytes(cards[: len(position.stock)])
    rest = iter(cards[len(position.stock) :])
    columns = [
        column[:1] + bytes([next(rest) for _ in range(count)]) + column[count + 1 :]
        for column, count in zip(position.columns, down, strict=True)
    ]
    return Stepper(position._replace(columns=tuple(columns), stock=stock))


def same(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    return one.keys() == other.keys() and all(np.array_equal(one[key], other[key]) for key in one)


def test_many_at_once() -> None:
    envs = gymnasium.make_vec(ENVIRONMENT, num_envs=3, vectorization_mode="sync", suits=2)
    observations, infos = envs.reset(seed=[1, 2, 3])
    assert observations["columns"].shape == (3, 10, 104)
    actions = [int(np.flatnonzero(mask)[0]) for mask in infos["action_mask"]]
    _, rewards, _, _, infos = envs.step(np.array(actions))
    assert rewards.shape == (3,)
    assert infos["action_mask"].shape == (3, 1171)
    envs.close()


@pytest.mark.parametrize(
    ("options", "message"), [({"suits": 3}, "not of 3"), ({"render_mode": "x"}, "not 'x'")]
)
def test_what_there_is_not(options: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        SpiderEnv(**options)  # type: ignore[arg-type]


def test_without_gymnasium_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    for name in [name for name in sys.modules if name.startswith("spider_cli.gym")]:
        monkeypatch.delitem(sys.modules, name)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'spider-solitaire\[gym\]'"):
        import_module("spider_cli.gym")


@pytest.mark.unmeasured  # plays some hundred games
def test_the_agent_learns(tmp_path: Path) -> None:
    command = [sys.executable, str(AGENT), "100"]
    result = subprocess.run(command, capture_output=True, text=True, check=True, cwd=tmp_path, timeout=300)
    before, after = (int(line.rpartition(" ")[2]) for line in result.stdout.splitlines())
    assert after > before + 50
