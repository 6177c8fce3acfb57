"""What the wave tests of DirectXShaderCompiler expect of the lanes of a wave."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

#: The start and the step of each operation on the values of the lanes that take part, by its name without the prefix
#: "Wave", the kind of table, and "U" of unsigned ones. The start of a minimum is the largest number of the type.
_STEPS: dict[str, tuple[Callable[[Any], int], Callable[[int, int], int]]] = {
    "Sum": (lambda type_: 0, lambda all_, value: all_ + value),
    "Product": (lambda type_: 1, lambda all_, value: all_ * value),
    "Min": (lambda type_: type_.max, min),
    "Max": (lambda type_: type_.min, max),
    "BitAnd": (lambda type_: -1, lambda all_, value: all_ & value),
    "BitOr": (lambda type_: 0, lambda all_, value: all_ | value),
    "BitXor": (lambda type_: 0, lambda all_, value: all_ ^ value),
    "AnyTrue": (lambda type_: 0, lambda all_, value: int(all_ or value != 0)),
    "AllTrue": (lambda type_: 1, lambda all_, value: int(all_ and value != 0)),
}


def expected_value(name: str, kind: str, values: Iterable[int], dtype: np.dtype) -> int:
    """The result of the operation over the values of the lanes that take part, in the order of the lanes."""
    values = [int(value) for value in values]
    operation = name.removeprefix(f"Wave{kind}").removeprefix("U")
    if operation == "AllEqual":
        return int(len(set(values)) <= 1)
    if operation == "CountBits":
        # The shaders of Active and Prefix count the lanes with `input > 3`, those of MultiPrefix what is not zero.
        return sum(value != 0 if kind == "MultiPrefix" else value > 3 for value in values)
    start, step = _STEPS[operation]
    result = functools.reduce(step, values, start(np.iinfo(dtype)))
    return int(np.uint64(result & (2**64 - 1)).astype(np.uint32).view(np.uint32).astype(dtype))


def waves(threads: np.ndarray, lane: str) -> list[np.ndarray]:
    """The threads of each wave, in the order of their lanes.

    ``lane`` is the field with the lane's index. The lanes of a wave must have the indices from 0, each once.
    """
    found = []
    for first in dict.fromkeys(threads["firstLaneId"].tolist()):
        wave = threads[threads["firstLaneId"] == first]
        wave = wave[np.argsort(wave[lane], kind="stable")]
        if wave[lane].tolist() != list(range(len(wave))):
            raise AssertionError(f"the lanes of a wave are {wave[lane].tolist()}")
        found.append(wave)
    return found
