"""Aligns two sequences in nearly linear time. Elements that occur exactly once in both are anchors; only elements
between two anchors are compared pairwise."""

from __future__ import annotations

import bisect
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from difflib import SequenceMatcher

MOST_PAIRS = 1 << 14
"""The largest number of element pairs to compare between two anchors. There are seldom more."""

Block = tuple[int, int, int]
"""Equal elements: the start in the first sequence, the start in the second, and the number of elements."""


def matching_blocks(first: Sequence[Hashable], second: Sequence[Hashable]) -> list[Block]:
    """Returns the blocks of equal elements, in order and without overlaps."""
    blocks: list[Block] = []
    for block in _blocks(first, (0, len(first)), second, (0, len(second))):
        if blocks and block[0] == blocks[-1][0] + blocks[-1][2] and block[1] == blocks[-1][1] + blocks[-1][2]:
            start, other, size = blocks.pop()
            block = (start, other, size + block[2])
        blocks.append(block)
    return blocks


def opcodes(first: Sequence[Hashable], second: Sequence[Hashable]) -> Iterator[tuple[bool, range, range]]:
    """Yields ranges of both sequences, in order, with whether they are equal. One of two unequal ranges may be
    empty."""
    i = j = 0
    for start, other, size in [*matching_blocks(first, second), (len(first), len(second), 0)]:
        if i < start or j < other:
            yield False, range(i, start), range(j, other)
        if size:
            yield True, range(start, start + size), range(other, other + size)
        i, j = start + size, other + size


def _blocks(
    first: Sequence[Hashable], of_first: tuple[int, int], second: Sequence[Hashable], of_second: tuple[int, int]
) -> Iterator[Block]:
    """Yields the blocks of equal elements in two ranges."""
    work = [(*of_first, *of_second)]
    while work:
        i, i_end, j, j_end = work.pop()
        start = 0
        while i + start < i_end and j + start < j_end and first[i + start] == second[j + start]:
            start += 1
        if start:
            yield i, j, start
            i, j = i + start, j + start
        end = 0
        while i < i_end - end and j < j_end - end and first[i_end - end - 1] == second[j_end - end - 1]:
            end += 1
        i_end, j_end = i_end - end, j_end - end
        # The list of work is a stack: the last range is pushed first.
        if end:
            work.append((i_end, i_end + end, j_end, j_end + end))
        if i == i_end or j == j_end:
            continue
        if (i_end - i) * (j_end - j) <= MOST_PAIRS:
            matcher = SequenceMatcher(None, first[i:i_end], second[j:j_end], autojunk=False)
            yield from ((i + a, j + b, size) for a, b, size in matcher.get_matching_blocks() if size)
            continue
        before = (i_end, j_end)
        for a, b in reversed(_anchors(first, (i, i_end), second, (j, j_end))):
            work.append((a, before[0], b, before[1]))
            before = (a, b)
        if before != (i_end, j_end):
            work.append((i, before[0], j, before[1]))


def _anchors(
    first: Sequence[Hashable], of_first: tuple[int, int], second: Sequence[Hashable], of_second: tuple[int, int]
) -> list[tuple[int, int]]:
    """Returns pairs of elements that occur once in both ranges, as many as have the same order in both. If there are
    none, pairs the n-th occurrence of each element with the n-th occurrence in the other range."""
    where, there = _numbered(first, of_first), _numbered(second, of_second)
    kinds = [_counted(first, of_first), _counted(second, of_second)]
    common = [(place, there[key], key[0]) for key, place in where.items() if key in there]
    once = [pair[:2] for pair in common if kinds[0][pair[2]] == kinds[1][pair[2]] == 1]
    return _ascending(once or [pair[:2] for pair in common])


def _counted(sequence: Sequence[Hashable], of: tuple[int, int]) -> Counter[Hashable]:
    return Counter(sequence[place] for place in range(*of))


def _numbered(sequence: Sequence[Hashable], of: tuple[int, int]) -> dict[tuple[Hashable, int], int]:
    """Returns places by the element and the number of earlier occurrences."""
    seen: Counter[Hashable] = Counter()
    numbered = {}
    for place in range(*of):
        numbered[sequence[place], seen[sequence[place]]] = place
        seen[sequence[place]] += 1
    return numbered


def _ascending(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Returns the longest subsequence of pairs that ascends on both sides. The pairs must ascend on the first side."""
    last: list[int] = []
    ends: list[int] = []
    previous: list[int] = []
    for number, (_, place) in enumerate(pairs):
        length = bisect.bisect_left(last, place)
        if length == len(last):
            last.append(place)
            ends.append(number)
        else:
            last[length], ends[length] = place, number
        previous.append(ends[length - 1] if length else -1)
    result = []
    number = ends[-1] if ends else -1
    while number >= 0:
        result.append(pairs[number])
        number = previous[number]
    return result[::-1]
