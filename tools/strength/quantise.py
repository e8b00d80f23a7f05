"""Turn a net of floats into one of whole numbers: `python -m tools.strength.quantise FLOATS WHOLE`.

Each layer gets the finest power of two for which its largest weight still fits into 16 bits, and for which
no sum can leave 31 bits at the largest inputs that a leaf can have.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from tools.strength.netfile import FLOATS, VALUE_BITS, WHOLE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

BITS: Final = 10  # hidden numbers are kept in units of 1/1024
FINEST: Final = 14
LARGEST: Final = 2**15 - 1


def read_floats(path: Path) -> list[Floats]:
    """The six arrays of a `SPIDERF1` file: weights and biases of the three layers."""
    data = path.read_bytes()
    if data[:8] != FLOATS:
        raise ValueError(f"{path} is not a net of floats")
    inputs, hidden1, hidden2 = np.frombuffer(data, "<u2", 3, 8).tolist()
    numbers = np.frombuffer(data, "<f4", -1, 24)
    arrays: list[Floats] = []
    for shape in ((inputs, hidden1), (hidden1,), (hidden1, hidden2), (hidden2,), (hidden2,), (1,)):
        size = int(np.prod(shape))
        arrays.append(numbers[:size].reshape(shape).astype(np.float32))
        numbers = numbers[size:]
    return arrays


def write_floats(path: Path, arrays: list[Floats]) -> None:
    """Write what `read_floats` reads."""
    header = np.array([*arrays[0].shape, arrays[2].shape[1], 0, 0, 0, 0, 0], "<u2")
    path.write_bytes(FLOATS + header.tobytes() + b"".join(array.astype("<f4").tobytes() for array in arrays))


def quantise(arrays: list[Floats]) -> bytes:
    """The bytes of the `SPIDERQ1` file."""
    first, first_bias, second, second_bias, last, last_bias = arrays
    shift1, shift2, shift3 = (_shift(weights) for weights in (first, second, last))
    header = [*first.shape, second.shape[1], shift1, shift2, shift3, BITS, 0]
    parts = [
        np.array(header, "<u2"),
        _whole(first, shift1, "<i2"),
        _whole(first_bias, shift1, "<i4"),
        _whole(second, shift2, "<i2"),
        _whole(second_bias, shift2 + BITS, "<i4"),
        _whole(last, shift3, "<i2"),
        _whole(last_bias, shift3 + BITS, "<i4"),
    ]
    return WHOLE + b"".join(part.tobytes() for part in parts)


def _shift(weights: Floats) -> int:
    """The finest power of two with which the weights fit into 16 bits."""
    largest = float(np.abs(weights).max())
    shift = FINEST
    while largest * 2**shift > LARGEST:
        shift -= 1
    if shift < max(BITS, VALUE_BITS - BITS):
        raise ValueError(f"a weight of {largest} is too large")
    return shift


def _whole(weights: Floats, shift: int, kind: str) -> NDArray[np.generic]:
    return np.asarray(np.rint(weights.astype(np.float64) * 2**shift).astype(kind))


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("floats", type=Path)
    parser.add_argument("whole", type=Path)
    names = parser.parse_args()
    names.whole.write_bytes(quantise(read_floats(names.floats)))
    print(f"{names.whole}: {names.whole.stat().st_size} bytes")


if __name__ == "__main__":
    main()
