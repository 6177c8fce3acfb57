"""The kernels with their arrays, and what NumPy says of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

import wavedialect as wd

from .kernels import WAVES, compact, nearest, scan, statistics

PART = 4096
"""Words of a group, of kernels whose groups have a part of their own."""
NEAR = 256
"""Points that are searched."""


@dataclass(frozen=True)
class Case:
    """A kernel, and how many words it is for."""

    kernel: wd.Kernel
    groups: Callable[[int, int], int]
    """Of so many words at that wave size."""
    result_size: Callable[[int], int]
    number: Callable[[int], int]
    """The kernel's own number."""
    is_right: Callable[[np.ndarray, np.ndarray, np.ndarray], bool]
    """Of the words, the other words and the results."""

    @property
    def name(self) -> str:
        return self.kernel.name

    def arrays(self, words: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Random words, others, and room for results."""
        numbers = np.random.default_rng(words)
        points = numbers.integers(0, 1 << 30, words, np.uint32)
        others = numbers.integers(0, 1 << 30, words, np.uint32)
        return points, others, np.zeros(self.result_size(words), np.uint32)


def _nearest(points: np.ndarray, others: np.ndarray, results: np.ndarray) -> bool:
    ordered = np.sort(points[:NEAR].astype(np.int64))
    place = np.searchsorted(ordered, others[: len(results)])
    sides = [ordered[np.clip(place - back, 0, NEAR - 1)] for back in (0, 1)]
    return bool((np.min([abs(side - others[: len(results)]) for side in sides], axis=0) == results).all())


def _statistics(points: np.ndarray, others: np.ndarray, results: np.ndarray) -> bool:
    words = points.reshape(-1, PART) ^ np.resize(others[:256], PART)
    bits = np.unpackbits(words.view(np.uint8), axis=1).sum(axis=1, dtype=np.uint32)
    expected = [words.min(axis=1), words.max(axis=1), words.sum(axis=1, dtype=np.uint32), bits]
    return bool((np.stack(expected, axis=1) == results.reshape(-1, WAVES)).all())


def _compact(points: np.ndarray, others: np.ndarray, results: np.ndarray) -> bool:
    kept = points[points < others[0]]
    return bool(results[0] == len(kept) and (np.sort(results[1 : 1 + len(kept)]) == np.sort(kept)).all())


def _scan(points: np.ndarray, _others: np.ndarray, results: np.ndarray) -> bool:
    return bool((points.reshape(-1, PART).cumsum(axis=1, dtype=np.uint32).ravel() == results).all())


CASES = (
    Case(
        nearest,
        lambda words, lanes: -(-words // ((WAVES - 1) * lanes)),
        lambda words: words,
        lambda words: NEAR,
        _nearest,
    ),
    Case(
        statistics,
        lambda words, lanes: words // PART,
        lambda words: words // PART * WAVES,
        lambda words: PART,
        _statistics,
    ),
    Case(
        compact,
        lambda words, lanes: -(-words // (WAVES * lanes)),
        lambda words: 1 + words,
        lambda words: words,
        _compact,
    ),
    Case(scan, lambda words, lanes: words // PART, lambda words: words, lambda words: PART, _scan),
)
