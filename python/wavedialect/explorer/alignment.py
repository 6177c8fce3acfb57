"""Aligns two sequences in nearly linear time: elements that both have once are anchors, and only what is between two
anchors is compared closely."""

from __future__ import annotations

import bisect
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from difflib import SequenceMatcher

MOST_PAIRS = 1 << 14
"""Of elements that are compared each with each: between two anchors there are seldom more."""

Block = tuple[int, int, int]
"""Equal elements: where they begin in the first sequence and in the second, and how many."""


def matching_blocks(first: Sequence[Hashable], second: Sequence[Hashable]) -> list[Block]:
    """Blocks of equal elements, in order; none overlaps another."""
    blocks: list[Block] = []
    for block in _blocks(first, (0, len(first)), second, (0, len(second))):
        if blocks and block[0] == blocks[-1][0] + blocks[-1][2] and block[1] == blocks[-1][1] + blocks[-1][2]:
            start, other, size = blocks.pop()
            block = (start, other, size + block[2])
        blocks.append(block)
    return blocks


def opcodes(first: Sequence[Hashable], second: Sequence[Hashable]) -> Iterator[tuple[bool, range, range]]:
    """Ranges of both sequences in order, and whether these are equal; of ranges that are not one may be empty."""
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
    """The blocks between two anchors."""
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
        # What comes last is worked on first.
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
    """Elements that both ranges have once, as many as are in the same order in both. Where there are none, the n-th one
    of a kind stands for the n-th one on the other side."""
    where, there = _numbered(first, of_first), _numbered(second, of_second)
    kinds = [_counted(first, of_first), _counted(second, of_second)]
    common = [(place, there[key], key[0]) for key, place in where.items() if key in there]
    once = [pair[:2] for pair in common if kinds[0][pair[2]] == kinds[1][pair[2]] == 1]
    return _ascending(once or [pair[:2] for pair in common])


def _counted(sequence: Sequence[Hashable], of: tuple[int, int]) -> Counter[Hashable]:
    return Counter(sequence[place] for place in range(*of))


def _numbered(sequence: Sequence[Hashable], of: tuple[int, int]) -> dict[tuple[Hashable, int], int]:
    """Places by the element and how many of its kind come before."""
    seen: Counter[Hashable] = Counter()
    numbered = {}
    for place in range(*of):
        numbered[sequence[place], seen[sequence[place]]] = place
        seen[sequence[place]] += 1
    return numbered


def _ascending(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest run of pairs that ascends on both sides; they come in the order of the first one."""
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
