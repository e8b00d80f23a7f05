"""Files of nets, and the value of a leaf in plain Python.

A net has whole-number inputs, two layers of hidden numbers that are never negative (ReLU), and one output:
the logarithm of the odds of winning. There are two formats, both little-endian:

- `SPIDERF1`: 8 bytes of that name; eight 16-bit numbers (inputs, first hidden, second hidden, 0 ...); then
  32-bit floats: first weights, one row for each input; first biases; second weights, one row for each hidden
  number of the first layer; second biases; last weights; last bias.
- `SPIDERQ1`: the same in whole numbers. The eight numbers are inputs, first hidden, second hidden, `shift1`,
  `shift2`, `shift3`, `bits`, 0. Weights have 16 bits, biases 32. A first weight stands for itself divided by
  2 ** shift1, and so on; hidden numbers are kept in units of 1 / 2 ** bits.

This module needs no numpy, and it is the reference: a port is right if it gives the same whole numbers.
"""

from __future__ import annotations

import sys
from array import array
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

FLOATS: Final = b"SPIDERF1"
WHOLE: Final = b"SPIDERQ1"
VALUE_BITS: Final = 16  # a value is in units of 1 / 2 ** 16


class WholeNet(NamedTuple):
    """A net in whole numbers."""

    first: list[list[int]]  # for each input, what it adds to each hidden number
    first_bias: list[int]
    second: list[list[int]]
    second_bias: list[int]
    last: list[int]
    last_bias: int
    shift1: int
    shift2: int
    shift3: int
    bits: int

    def value(self, inputs: Mapping[int, int]) -> int:
        """The value of a leaf with these inputs, by their numbers; those left out are 0."""
        hidden = list(self.first_bias)
        for number, amount in inputs.items():
            hidden = [
                total + amount * weight for total, weight in zip(hidden, self.first[number], strict=True)
            ]
        then = list(self.second_bias)
        for total, row in zip(hidden, self.second, strict=True):
            amount = max(total, 0) >> (self.shift1 - self.bits)
            then = [total + amount * weight for total, weight in zip(then, row, strict=True)]
        out = self.last_bias
        for total, weight in zip(then, self.last, strict=True):
            out += (max(total, 0) >> self.shift2) * weight
        return out >> (self.shift3 + self.bits - VALUE_BITS)


def read_whole(path: Path) -> WholeNet:
    """The net of a `SPIDERQ1` file. Raises ValueError if it is none."""
    data = path.read_bytes()
    if data[:8] != WHOLE:
        raise ValueError(f"{path} is not a net in whole numbers")
    inputs, hidden1, hidden2, shift1, shift2, shift3, bits, _ = _numbers("H", data[8:24])
    at = 24

    def take(kind: str, count: int) -> list[int]:
        nonlocal at
        size = array(kind).itemsize * count
        at += size
        numbers = _numbers(kind, data[at - size : at])
        if len(numbers) < count:
            raise ValueError(f"{path} is too short")
        return numbers

    first = take("h", inputs * hidden1)
    first_bias = take("i", hidden1)
    second = take("h", hidden1 * hidden2)
    second_bias = take("i", hidden2)
    last = take("h", hidden2)
    (last_bias,) = take("i", 1)
    return WholeNet(
        _rows(first, hidden1),
        first_bias,
        _rows(second, hidden2),
        second_bias,
        last,
        last_bias,
        shift1,
        shift2,
        shift3,
        bits,
    )


def _numbers(kind: str, data: bytes) -> list[int]:
    numbers = array(kind)
    numbers.frombytes(data[: len(data) // numbers.itemsize * numbers.itemsize])
    if sys.byteorder == "big":
        numbers.byteswap()
    return list(numbers)


def _rows(numbers: list[int], length: int) -> list[list[int]]:
    return [numbers[at : at + length] for at in range(0, len(numbers), length)]
