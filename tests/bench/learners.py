"""For programs that learn: the stepping interface against the bare rules, and games over the protocol."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from random import Random

from spider_cli.games.starts import start_of
from spider_cli.games.stepping import Stepper
from spider_cli.rules.steps import DEAL, Step

_GAMES = 100
_STEPS = 200
_TURNS = 5  # of the two by turns, of which the least times count
_OVER_THE_PIPE = 100


def rows() -> list[tuple[str, float, str]]:
    """What was measured, its value (smaller is better) and the figure in words."""
    return [_stepper(), _protocol()]


def _stepper() -> tuple[str, float, str]:
    bare: list[float] = []
    stepped: list[float] = []
    steps = 0
    for _ in range(_TURNS):
        for play, times in ((_by_rules, bare), (_by_stepper, stepped)):
            start = time.process_time()
            steps = sum(play(seed) for seed in range(_GAMES))
            times.append(time.process_time() - start)
    ratio = min(stepped) / min(bare)
    return "stepper", ratio, f"{steps / min(stepped):,.0f} steps/s, {ratio:.2f} x the bare rules"


def _by_rules(seed: int) -> int:
    """Random steps by the rules alone; how many there were."""
    random, position = Random(seed), start_of(str(seed), 2)
    for number in range(_STEPS):
        steps: list[Step] = list(position.legal_moves())
        if position.can_deal:
            steps.append(DEAL)
        if not steps:
            return number
        position = position.apply(random.choice(steps))
    return _STEPS


def _by_stepper(seed: int) -> int:
    """The same by a `Stepper`."""
    random, game = Random(seed), Stepper.new(suits=2, seed=seed)
    for number in range(_STEPS):
        steps = game.legal_steps()
        if not steps:
            return number
        game.step(random.choice(steps))
    return _STEPS


def _protocol() -> tuple[str, float, str]:
    """A program that answers each state with a step, against one that only splits the replies."""
    start = time.perf_counter()
    steps, lines = _play_over_the_pipe()
    seconds = time.perf_counter() - start
    start = time.perf_counter()
    for line in lines:
        line.split()
    plain = time.perf_counter() - start
    games = _OVER_THE_PIPE / seconds
    return (
        "protocol, with the state",
        seconds / plain,
        f"{games:,.0f} games/s, {steps / seconds:,.0f} steps/s, {seconds / plain:,.0f} x splitting them",
    )


def _play_over_the_pipe() -> tuple[int, list[str]]:
    random, steps, lines = Random(1), 0, []
    command = [sys.executable, "-m", "spider_cli", "run", "--json", "--no-file"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as engine:
        assert engine.stdin
        assert engine.stdout
        lines.append(engine.stdout.readline())
        for seed in range(_OVER_THE_PIPE):
            words = f"new 2 {seed}"
            for _ in range(_STEPS):
                print(words, file=engine.stdin, flush=True)
                lines.append(engine.stdout.readline())
                legal = json.loads(lines[-1])["state"]["legal"]
                if not legal:
                    break
                words = random.choice(legal)
                steps += 1
        engine.stdin.close()
    return steps, lines
