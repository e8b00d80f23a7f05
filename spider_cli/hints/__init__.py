"""Hints: a good step for a player who sees what players see.

    from spider_cli.hints import Adviser, hint, play_hints

Hints are *honest*: they use only what a player sees, that is the face-up cards, how many cards lie face down,
and how many of each card are still unseen.

How a hint comes about, module by module:

1. `view`: face-down cards and the stock are replaced by a mark, so that nothing later can look at them.
2. `leaves`: a beam over moves of known cards finds which cards can be turned up and which runs completed,
   what can follow, and from where to deal. `hint_value` says what it goes by, `spider_cli.search` has the
   nodes.
3. A planner compares these and makes `plans` of them, the best first. With two and four suits that is
   `net_planner`: a `net` that learnt from games says how often such a position is won; `leaf_inputs` makes
   the numbers that it reads, from what `shapes` counts in each column. With one suit it is
   `determinization`: it tries what the next card may be.
4. `adviser`: the best plan is followed only if following plans leads to a lower level, as `levels` has it;
   else the nearest way to one is taken. So hints of one effort never go round in a circle, although each is
   worked out from what is seen alone.
5. `reasons`: the reason in words.

`Adviser` below chooses the planner and its size by the suits and the effort.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from spider_cli.hints.adviser import Follower, Hint
from spider_cli.hints.determinization import DeterminizingPlanner, SearchSize
from spider_cli.hints.hint_value import WEIGHTS
from spider_cli.hints.net import Odds, load_net
from spider_cli.hints.net_planner import NetPlanner
from spider_cli.hints.plans import Plan

if TYPE_CHECKING:
    from collections.abc import Callable

    from spider_cli.hints.plans import Planner
    from spider_cli.rules.position import Position
    from spider_cli.rules.steps import Step

__all__ = ["Adviser", "Hint", "Plan", "hint", "play_hints"]

#: How wide and how long effort 1 searches, where a net chooses and where the next card is tried.
NET_WIDTH: Final = 128
SEARCH_SIZE: Final = SearchSize(width=256, events=10, cards=(4, 12, 24), narrow_width=8)

#: For how many hints of effort 1 an Adviser keeps what it has worked out. A game has 100 to 200 steps.
HINTS_KEPT: Final = 500

#: The file of the net for a number of suits. With one suit no net has won as many games as trying the next
#: card.
NETS: Final = {2: "four-suits.net", 4: "four-suits.net"}

#: The net for four suits holds two suits for as hard as four. Its values as chances were fitted to 4,258
#: games of two suits (`tools/strength/LOG.md`): the order of plans stays the same.
ODDS: Final = {2: Odds(0.73, 1.76), 4: Odds()}


class Adviser:
    """Gives the hints of one effort, and keeps what it has worked out for the next hint of the same game.

    What it keeps saves time and changes nothing: the same table gives the same hint. After some hundred hints
    it begins anew, for whoever asks on and on would fill the memory.

    Attributes: `effort`.
    """

    def __init__(self, effort: int = 1) -> None:
        """`effort`: a whole number from 1, by which the width of each beam is multiplied."""
        self.effort = effort
        self._followers: dict[int, Follower] = {}
        self._hints_left = 0  # until it begins anew

    def hint(self, position: Position) -> Hint | None:
        """A good step from `position`, or None if none is legal or none can change anything any more."""
        if not self._hints_left:
            self._followers.clear()
            self._hints_left = max(1, HINTS_KEPT // self.effort)
        self._hints_left -= 1
        suits = position.suits
        if suits not in self._followers:
            self._followers[suits] = Follower(_planner(suits, self.effort))
        return self._followers[suits].hint(position)


def _planner(suits: int, effort: int) -> Planner:
    if suits in NETS:
        return NetPlanner(load_net(NETS[suits]), ODDS[suits], effort * NET_WIDTH)
    size = SEARCH_SIZE._replace(
        width=effort * SEARCH_SIZE.width, narrow_width=effort * SEARCH_SIZE.narrow_width
    )
    return DeterminizingPlanner(WEIGHTS, size)


def hint(position: Position, effort: int = 1, more: Callable[[], bool] | None = None) -> Hint | None:
    """A good step from `position`, or None if none is legal or none can change anything any more.

    It depends only on what a player sees and on `effort`, a whole number from 1. While `more()` says so, the
    search is repeated with twice the effort. Hints of one effort never lead in a circle; hints of another
    effort may take them back.
    """
    found = Adviser(effort).hint(position)
    while found and more and more():
        effort *= 2
        found = Adviser(effort).hint(position)
    return found


def play_hints(position: Position, effort: int = 1) -> tuple[list[Step], Position]:
    """Follow hints until the game is won or there is none: the steps taken and the position reached."""
    adviser = Adviser(effort)
    steps: list[Step] = []
    while found := adviser.hint(position):
        steps.append(found.step)
        position = position.apply(found.step)
    return steps, position
