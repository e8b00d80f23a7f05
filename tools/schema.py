"""The JSON Schema of the game file, written from the keys that the program reads. `make schema` runs it."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Final

from spider_cli.games.record import game_schema

SCHEMA: Final = Path(__file__).parents[1] / "spider_cli" / "schema" / "game.schema.json"


def main() -> None:
    """Write the schema."""
    SCHEMA.write_text(json.dumps(game_schema(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    sys.stdout.write(f"{SCHEMA}\n")


if __name__ == "__main__":
    main()
