"""The threads that form quads under ``num_threads``: four consecutive lanes are a quad, 0 1 above 2 3."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

QUAD = 4


def have_quads(extent: tuple[int, int, int]) -> bool:
    """Whether derivatives are defined in a group of these threads: its quads are 2 x 2 threads, or, in one dimension,
    4 threads. Source: Shader Model 6.6."""
    x, y, z = extent
    return (x % 2 == 0 and y % 2 == 0) or (x % QUAD == 0 and y == z == 1)


def threads_in_quads(extent: tuple[int, int, int]) -> np.ndarray:
    """Returns the linear numbers of a group's threads in the order in which lanes take them, if the kernel has quad
    operations. With an odd side, quads are four threads of a row."""
    x, y, z = extent
    numbers = np.arange(x * y * z)
    if x % 2 or y % 2:
        return numbers
    return numbers.reshape(z, y // 2, 2, x // 2, 2).transpose(0, 1, 3, 2, 4).reshape(-1)


def shuffled_quads(count: int, shuffle: Callable[[list[int]], None]) -> np.ndarray:
    """Returns the numbers below ``count`` in the order that ``shuffle`` gives to the quads of them. A partial quad stays
    last: elsewhere it would split other quads."""
    whole = count // QUAD
    order = list(range(whole))
    shuffle(order)
    quads = np.array(order, np.int64)[:, None] * QUAD + np.arange(QUAD)
    return np.concatenate([quads.reshape(-1), np.arange(whole * QUAD, count)])
