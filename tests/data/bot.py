"""Plays the game in spider.json, through 'spider run --json': turn up what can be, else deal."""

import json
import subprocess
import sys


def turns_up_a_card(step: str, columns: list[dict]) -> bool:
    """Whether a move takes all face-up cards of a column off the face-down ones."""
    source, _, count = map(int, step.split())
    column = columns[source - 1]
    return column["hidden"] > 0 and count == len(column["cards"])


spider = [*(sys.argv[1:] or ["spider"]), "run", "--json"]
with subprocess.Popen(spider, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as engine:
    line = "show"
    while line:
        print(line, file=engine.stdin, flush=True)
        state = json.loads(engine.stdout.readline())["state"]
        moves = [step for step in state["legal"] if step != "deal"]
        turning_up = [step for step in moves if turns_up_a_card(step, state["columns"])]
        line = turning_up[0] if turning_up else "deal" if "deal" in state["legal"] else ""
    engine.stdin.close()
print(f"{state['status']}, score {state['score']} after {state['played']} steps")
