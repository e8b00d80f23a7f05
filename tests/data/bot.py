"""Plays the game in spider.json, through 'spider run --json': turn up what can be, else deal."""

import json
import subprocess
import sys

spider = [*(sys.argv[1:] or ["spider"]), "run", "--json"]
with subprocess.Popen(spider, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as engine:
    line = "show"
    while line:
        print(line, file=engine.stdin, flush=True)
        reply = json.loads(engine.stdout.readline())
        state, columns = reply["state"], reply["state"]["columns"]
        turning_up = [
            f"{source} {target} {count}"
            for source, target, count in state["legal"]
            if columns[source - 1]["hidden"] and count == len(columns[source - 1]["cards"])
        ]
        line = turning_up[0] if turning_up else "deal" if state["can_deal"] else ""
    engine.stdin.close()
print(f"{state['status']}, score {state['score']} after {state['steps']} steps")
