"""Writes the JSON Schema of the game file from the keys in `spider_cli.games.record`: `make schema`."""

from __future__ import annotations

import json
from pathlib import Path

import spider_cli
from spider_cli.games.record import game_schema


def main() -> None:
    """Write the schema into the package."""
    path = Path(spider_cli.__file__).parent / "schema" / "game.schema.json"
    path.write_text(json.dumps(game_schema(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
