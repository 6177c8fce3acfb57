"""A page of a large kernel: what it takes grows as the kernel does, counted in comparisons, lines and bytes."""

from __future__ import annotations

import json
import random
from difflib import SequenceMatcher

import pytest
from conftest import unpacked

from wavedialect.explorer import alignment, page, write_page

# --- Alignment ---------------------------------------------------------------------------------------------------------


class Counted:
    """A value that counts how often it is looked at."""

    looks = 0

    def __init__(self, value):
        self.value = value

    def __eq__(self, other):
        Counted.looks += 1
        return self.value == other.value

    def __hash__(self):
        Counted.looks += 1
        return hash(self.value)


def edited(values, seed=1):
    """A tenth of the values removed, as many new ones, and a few that are moved."""
    drawn = random.Random(seed)
    result = []
    for value in values:
        if drawn.random() > 0.1:
            result.append(value)
        if drawn.random() < 0.1:
            result.append(("new", drawn.randrange(10**9)))
    for _ in range(len(result) // 50):
        result.insert(drawn.randrange(len(result)), result.pop(drawn.randrange(len(result))))
    return result


SEQUENCES = {
    "all different": lambda count: list(range(count)),
    "few kinds": lambda count: [number * 7919 % 13 for number in range(count)],
    "one kind": lambda count: [0] * count,
    "half of one kind": lambda count: [number if number % 2 else 0 for number in range(count)],
}


@pytest.mark.parametrize("name", SEQUENCES)
def test_comparisons_grow_as_the_sequences(name):
    def looks(count):
        first = SEQUENCES[name](count)
        second = edited(first)
        Counted.looks = 0
        alignment.matching_blocks([Counted(value) for value in first], [Counted(value) for value in second])
        return Counted.looks

    few, many = looks(2000), looks(16000)
    assert many < 12 * few


@pytest.mark.parametrize("name", SEQUENCES)
@pytest.mark.parametrize("count", [0, 1, 40, 3000])
def test_blocks_are_equal_and_in_order(name, count):
    first = SEQUENCES[name](count)
    for second in (edited(first), first, first[::-1], [], [-1] * 50):
        i = j = equal = 0
        for start, other, size in alignment.matching_blocks(first, second):
            assert size > 0 and start >= i and other >= j
            assert first[start : start + size] == second[other : other + size]
            i, j, equal = start + size, other + size, equal + size
        assert i <= len(first) and j <= len(second)
        if first == second:
            assert equal == len(first)


def test_most_equal_lines_are_found():
    first = SEQUENCES["half of one kind"](2000)
    second = edited(first)
    closely = sum(block.size for block in SequenceMatcher(None, first, second, autojunk=False).get_matching_blocks())
    assert sum(size for _, _, size in alignment.matching_blocks(first, second)) > 0.97 * closely


def test_opcodes_cover_both_sequences():
    first = SEQUENCES["few kinds"](500)
    second = edited(first)
    i, j = [], []
    for are_equal, old, new in alignment.opcodes(first, second):
        assert not are_equal or [first[k] for k in old] == [second[k] for k in new]
        i += old
        j += new
    assert i == list(range(len(first))) and j == list(range(len(second)))


# --- Pages -------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def large(tmp_path_factory):
    """``large(count)``: the page of a kernel of so many statements, and its data."""
    folder = tmp_path_factory.mktemp("large")

    def write(count):
        statements = [f"    {'ab'[k % 2]} = {'ba'[k % 2]} * {k % 7 + 2} + a" for k in range(count)]
        head = "import wavedialect as wd\nfrom wavedialect import u32\n@wd.kernel(num_waves=4)\n"
        body = "def large(out: wd.RWBuffer[u32]):\n    a = wd.wave_lane_index()\n    b = a + 1\n"
        file = folder / f"large_{count}.py"
        file.write_text("\n".join([head + body, *statements, "    out[0] = a + b\n"]))
        names = {}
        exec(compile(file.read_text(), str(file), "exec"), names)
        path = write_page(names["large"], folder / f"{count}.html")
        return path, json.loads(unpacked(path))

    return write


def test_a_page_grows_as_the_kernel(large, monkeypatch):
    # Both have all containers.
    monkeypatch.setattr(page, "MOST_LINES", 1 << 30)
    (small, of_small), (big, of_big) = large(100), large(400)
    for what in ("lines", "places"):
        assert len(of_big[what]) < 5 * len(of_small[what])
    assert big.stat().st_size < 5 * small.stat().st_size
    # 5,000 statements are 3 MB at most: 600 bytes each, and here with six containers.
    assert big.stat().st_size - small.stat().st_size < 300 * 1000


def test_a_large_kernel_has_one_container(large, monkeypatch, explore):
    monkeypatch.setattr(page, "MOST_LINES", 100)
    path, data = large(100)
    assert [(road["target"], road["wave_size"]) for road in data["roads"]] == [("spirv", None), ("dxil", 32)]
    (said,) = (one for one in data["roads"][1]["messages"] if one["severity"] == "note")
    assert said["text"] == (
        "the kernel is large: of the wave sizes for Direct3D the page shows 32, and not 4, 8, 16, 64, 128"
    )
    shown = explore(path)
    assert shown.locator("#pane-wave .row").count() > 100
