"""The list of HLSL proposal 0048, "Execution Testing": what ``group_wave_index`` and ``group_wave_count`` must give."""

from __future__ import annotations

import math

import numpy as np
import pytest
from machines import CPU, CPU_WAYS, INTERPRETER, MACHINES, SIZES
from numbers_of_waves import Column, check, of_threads, of_waves, seen

import wavedialect as wd

# Waves of 64 lanes are dropped where they do not fit.
pytestmark = pytest.mark.filterwarnings("ignore::wavedialect.WaveWarning")

# Small, medium and large in one, two and three dimensions; then sizes that no wave divides.
EXTENTS = [
    *[(8,), (4, 2), (2, 2, 2)],
    *[(256,), (16, 16), (8, 8, 4)],
    *[(1024,), (32, 32), (16, 8, 8)],
    *[(1,), (3,), (10,), (49,), (1000,), (7, 7), (1, 33), (13, 5), (3, 3, 3), (5, 7, 2)],
]
EVEN = 9
"""The extents before this place are those that waves divide."""
STATED = [16, (8, 32), (4, 128), (8, 64, 16)]


@pytest.fixture(params=MACHINES, ids=str)
def machine(request):
    """The interpreter and the CPU, with threads in any order and more waves than are needed."""
    return request.param


def allowed(stated) -> list[int]:
    """The wave sizes that a kernel states."""
    if stated is None:
        return list(SIZES)
    bounds = (stated, stated) if isinstance(stated, int) else stated[:2]
    return [size for size in SIZES if bounds[0] <= size <= bounds[1]]


def needed(threads: int, wave_size: int) -> int:
    return -(-threads // wave_size)


def sizes_on(machine, extent: tuple[int, ...]) -> list[int]:
    """All, but for the interpreter, which takes a second for a thousand threads, and for extents that resemble others."""
    if math.prod(extent) > 256 and machine.device != "cpu":
        return [4, 64]
    place = EXTENTS.index(extent)
    return list(SIZES) if place < EVEN else list(SIZES[place % 2 :: 2])


@pytest.mark.parametrize("extent", EXTENTS, ids=str)
def test_groups_of_threads(machine, extent):
    """Count and index in every place, at every wave size; ``check`` has the list."""
    threads = math.prod(extent)
    kernel = of_threads(extent)
    for size in sizes_on(machine, extent):
        waves = needed(threads, size) + machine.extra
        if waves > threads:
            continue  # Not every wave could have a lane.
        rows = seen(machine, kernel, threads, size)
        check(rows, size, waves + machine.idle, machine.idle)
        if threads <= size and not machine.extra and not machine.idle:
            assert (rows[..., Column["count_before"]] == 1).all()
        if machine.in_order:
            index = np.arange(threads)
            np.testing.assert_array_equal(rows[0, :, Column["lane"]], index % size)
            np.testing.assert_array_equal(rows[0, :, Column["index_before"]], index // size)


@pytest.mark.parametrize("stated", STATED, ids=str)
@pytest.mark.parametrize("extent", [(8,), (16, 16), (49,), (5, 7, 2)], ids=str)
def test_stated_wave_sizes(machine, extent, stated):
    """A size, a range, a range with a preference: each size in it, and the one that nobody asks for."""
    threads = math.prod(extent)
    kernel = of_threads(extent, stated)
    assert kernel.wave_sizes(machine.device) == allowed(stated)
    for size in [*allowed(stated), None]:
        ran = size or kernel.committed_wave_size(machine.device)
        waves = needed(threads, ran) + machine.extra
        if waves <= threads:
            check(seen(machine, kernel, threads, size), ran, waves + machine.idle, machine.idle)
        if size is None and isinstance(stated, tuple) and len(stated) == 3:
            assert ran == stated[2]
    outside = [size for size in SIZES if size not in allowed(stated)]
    for size in outside:
        with pytest.raises(wd.LaunchError, match=f"does not run at wave_size={size}"):
            seen(machine, kernel, threads, size)


def test_the_most_waves():
    """1024 threads at 4 lanes are 256 waves."""
    for machine in (INTERPRETER, *CPU_WAYS):
        rows = seen(machine, of_threads((32, 32), 4), 1024, 4)
        assert (rows[..., Column["count_late"]] == 256 + machine.extra + machine.idle).all()


# The interpreter takes long for many.
@pytest.mark.parametrize(
    "machine, num_waves",
    [
        (machine, num_waves)
        for machine in (INTERPRETER, *CPU_WAYS)
        for num_waves in (1, 2, 3, 7, 8, 32, 256)
        if machine.device == "cpu" or num_waves <= 32
    ],
    ids=str,
)
def test_groups_of_waves(machine, num_waves):
    """The count is what the kernel states, exactly: waves that are launched beyond it do not show."""
    for stated in (None, 4, (4, 16), (8, 128, 32)):
        kernel = of_waves(num_waves, stated)
        for size in allowed(stated):
            if num_waves * size > 1024:
                continue
            if (num_waves + machine.extra) * size > 1024:
                with pytest.raises(wd.LaunchError, match="a group has at most 1024 threads"):
                    seen(machine, kernel, num_waves * size, size)
                continue
            rows = seen(machine, kernel, num_waves * size, size)
            check(rows, size, num_waves)
            # All lanes of all waves are there, in their own places.
            lanes = np.arange(num_waves * size)
            np.testing.assert_array_equal(rows[0, :, Column["lane"]], lanes % size)
            np.testing.assert_array_equal(rows[0, :, Column["index_before"]], lanes // size)


# The check itself.


@pytest.mark.parametrize(
    ("where", "column", "change", "said"),
    [
        (np.s_[0, :8], "index_before", lambda index: 1, "the index is another one"),
        (np.s_[1], "count_late", lambda count: count + 1, r"counts are \[7, 8\]"),
        (np.s_[2, 5], "count_in_loop", lambda count: count - 1, r"counts are \[6, 7\]"),
        (np.s_[0, 9], "lane", lambda lane: 0, "two threads are one lane"),
        (np.s_[3, 17], "index_is_one", lambda equal: 0, "wave_active_all_equal finds"),
        (np.s_[0, 3], "index_late", lambda index: 2, "the index is another one late"),
        (np.s_[3, 48], "count_before", lambda count: 0xDEADBEEF, "did not write"),
    ],
)
def test_wrong_numbers_are_found(where, column, change, said):
    rows = seen(INTERPRETER, of_threads((49,)), 49, 8)
    check(rows, 8, 7)
    rows[..., Column[column]][where] = change(rows[..., Column[column]][where])
    with pytest.raises(AssertionError, match=said):
        check(rows, 8, 7)


def test_an_index_that_two_waves_have_is_found():
    rows = seen(INTERPRETER, of_threads((49,)), 49, 8)
    for column in (name for name in Column if name.startswith("index_") and name != "index_is_one"):
        rows[0, :16, Column[column]] = 0
    # As if waves had 16 lanes, so that the lanes stay different.
    rows[0, 8:16, Column["lane"]] += 8
    rows[..., Column["lanes"]] = 16
    with pytest.raises(AssertionError, match="two waves have one index"):
        check(rows, 16, 7)


def test_the_cpu_and_the_interpreter_number_alike():
    for extent in ((49,), (16, 16), (3, 3, 3)):
        kernel, threads = of_threads(extent), math.prod(extent)
        for size in SIZES:
            expected = seen(INTERPRETER, kernel, threads, size)
            np.testing.assert_array_equal(seen(CPU, kernel, threads, size), expected)
