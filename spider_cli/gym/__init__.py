"""Spider as an environment of Gymnasium, for programs that learn. It needs the extra `gym`.

    import gymnasium
    env = gymnasium.make("spider_cli.gym:Spider-v0", suits=1)

`environment` has the environment; importing this subpackage registers it under its name.
"""

from __future__ import annotations

try:
    import gymnasium
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        "spider_cli.gym needs more packages: pip install 'spider-solitaire[gym]'", name=error.name
    ) from error

from spider_cli.gym.environment import LONGEST_GAME, SpiderEnv

__all__ = ["SpiderEnv"]

if "Spider-v0" not in gymnasium.registry:  # or importing this again would be told as a fault
    gymnasium.register(
        id="Spider-v0", entry_point="spider_cli.gym.environment:SpiderEnv", max_episode_steps=LONGEST_GAME
    )
