"""Plays the games of a study: turns up what can be turned up, and else deals.

spider study --seeds 1-10 --player "python3 player.py"
"""

import json
import sys


def turns_up_a_card(step: str, columns: list[dict]) -> bool:
    """Whether a move takes all face-up cards of a column off the face-down ones."""
    source, _, count = map(int, step.split())
    column = columns[source - 1]
    return column["hidden"] > 0 and count == len(column["cards"])


def choice(state: dict) -> str:
    """The step to make, or "new" for the next game if there is none."""
    moves = [step for step in state["legal"] if step != "deal"]
    turning_up = [step for step in moves if turns_up_a_card(step, state["columns"])]
    return turning_up[0] if turning_up else "deal" if "deal" in state["legal"] else "new"


# The opening, then the reply to each line; the end when there are no more games.
for line in sys.stdin:
    print(choice(json.loads(line)["state"]), flush=True)
