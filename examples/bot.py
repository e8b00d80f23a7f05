"""Plays one game for each seed: turns up what can be turned up, and else deals. Nothing is saved.

python3 bot.py SEED ...
"""

import json
import subprocess
import sys


def turns_up_a_card(step: str, columns: list[dict]) -> bool:
    """Whether a move takes all face-up cards of a column off the face-down ones."""
    source, _, count = map(int, step.split())
    column = columns[source - 1]
    return column["hidden"] > 0 and count == len(column["cards"])


def choice(state: dict) -> str:
    """The step to make, or "" if there is none."""
    moves = [step for step in state["legal"] if step != "deal"]
    turning_up = [step for step in moves if turns_up_a_card(step, state["columns"])]
    return turning_up[0] if turning_up else "deal" if "deal" in state["legal"] else ""


spider = ["spider", "run", "--json", "--no-file"]
with subprocess.Popen(spider, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as engine:

    def answer() -> dict:
        return json.loads(engine.stdout.readline())

    def ask(line: str) -> dict:
        print(line, file=engine.stdin, flush=True)
        reply = answer()
        if not reply["ok"]:
            sys.exit(f"{line}: {reply['error']}")
        return reply

    opening = answer()
    if (opening["protocol"], opening["version"]) != ("spider", 1):
        sys.exit("this is another protocol")
    for seed in sys.argv[1:]:
        state = ask(f"new 1 {seed}")["state"]
        while step := choice(state):
            state = ask(step)["state"]
        print(f"seed {seed}: {state['status']}, score {state['score']} after {state['played']} steps")
    engine.stdin.close()
