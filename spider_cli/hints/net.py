"""The net: what the inputs of a leaf say about the chance of winning.

It has whole-number inputs, two layers of hidden numbers that are never negative, and one output: the
logarithm of the odds of winning. It learnt from games of its own, by temporal differences; `tools/strength`
has the programs. Everything is in whole numbers, so every machine and every Python finds the same.

The file `four-suits.net` is little-endian: the 8 bytes `SPIDERQ1`; eight 16-bit numbers (inputs, hidden
numbers of the first layer, of the second, shift1, shift2, shift3, bits, 0); the first weights, a row for each
input; the first biases; the second weights, a row for each hidden number of the first layer; the second
biases; the last weights; the last bias. Weights have 16 bits, biases 32. A weight of the first layer stands
for itself divided by 2 ** shift1, and so on; hidden numbers are kept in units of 1 / 2 ** bits.

Many small numbers are added up at once as parts of a large one: a row of weights is a single integer with
32 (second layer: 64) bits for each of them. No sum comes near the size of its part.
"""

from __future__ import annotations

import pkgutil
from functools import cache
from math import exp
from struct import Struct, calcsize, unpack_from
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

#: Logarithms of odds are in units of 1 / 2 ** 16.
_LOG_ODDS_BITS: Final = 16
_MAGIC: Final = b"SPIDERQ1"
_MOST: Final = 30.0  # the chances beyond are 0 and 1 for all that anyone could see

#: What stands for the logarithm of the odds where the game is won.
NET_WON: Final = 1 << 40


class Net:
    """A net, read from the content of its file.

    `rows`: what each input adds to the hidden numbers of the first layer, `bias` to begin with. Whoever asks
    for the odds of a leaf adds up `bias` and the rows, each as often as its input says.
    """

    def __init__(self, content: bytes) -> None:
        """Raises ValueError if the content is no net."""
        if content[:8] != _MAGIC:
            raise ValueError("not a net in whole numbers")
        inputs, first, second, *shifts = unpack_from("<7H", content, 8)
        numbers = list(
            unpack_from(
                f"<{inputs * first}h{first}i{first * second}h{second}i{second}hi",
                content,
                24,
            )
        )
        assert len(content) == 24 + calcsize(
            f"<{inputs * first}h{first}i{first * second}h{second}i{second}hi"
        )
        self._shift1, self._shift2, shift3, bits = shifts
        self._shift1 -= bits
        self._shift3: int = shift3 + bits - _LOG_ODDS_BITS

        def take(count: int) -> list[int]:
            taken = numbers[:count]
            del numbers[:count]
            return taken

        weights = take(inputs * first)
        self.rows = [_joined(weights[at : at + first], 32) for at in range(0, inputs * first, first)]
        # Each part is kept 2 ** 31 too large, so that none is negative where they are taken apart.
        self.bias = _joined([number + (1 << 31) for number in take(first)], 32)
        weights = take(first * second)
        self._second = [_joined(weights[at : at + second], 64) for at in range(0, first * second, second)]
        self._second_bias = _joined([number + (1 << 63) for number in take(second)], 64)
        self._last = take(second)
        (self._last_bias,) = numbers
        self._parts1, self._parts2 = Struct(f"<{first}I"), Struct(f"<{second}Q")

    def share(self, first_input: int, inputs: Iterable[int]) -> int:
        """What some inputs, the first of them being number `first_input`, add to the first layer."""
        return sum(
            [self.rows[number] * amount for number, amount in enumerate(inputs, first_input) if amount]
        )

    def log_odds(self, total: int) -> int:
        """The logarithm of the odds that a leaf is won, in 65536ths, from the sum of the first layer."""
        shift = self._shift1
        parts = self._parts1.unpack(total.to_bytes(self._parts1.size, "little"))
        rows = zip(parts, self._second, strict=True)
        then = self._second_bias + sum(
            [(part - _ZERO1 >> shift) * row for part, row in rows if part > _ZERO1]
        )
        shift = self._shift2
        parts = self._parts2.unpack(then.to_bytes(self._parts2.size, "little"))
        rows = zip(parts, self._last, strict=True)
        out = self._last_bias + sum(
            [(part - _ZERO2 >> shift) * weight for part, weight in rows if part > _ZERO2]
        )
        log_odds: int = out >> self._shift3
        return log_odds


_ZERO1: Final = 1 << 31
_ZERO2: Final = 1 << 63


def _joined(numbers: Sequence[int], bits: int) -> int:
    """Some numbers as the parts of a large one, the first in the lowest bits."""
    return sum([number << (bits * place) for place, number in enumerate(numbers)])


class Odds(NamedTuple):
    """How the net's logarithm of the odds is read as a chance: times `factor`, plus `more`."""

    factor: float = 1.0
    more: float = 0.0

    def chance(self, log_odds: float) -> float:
        """The chance of winning (0-1) that `log_odds`, in 65536ths, stand for."""
        read = log_odds / (1 << _LOG_ODDS_BITS) * self.factor + self.more
        return 1 / (1 + exp(-max(-_MOST, min(_MOST, read))))


@cache
def load_net(name: str) -> Net:
    """The net of a file beside this module."""
    content = pkgutil.get_data(__package__, name)
    assert content is not None
    return Net(content)
