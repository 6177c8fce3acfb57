"""How many groups cover some work, and how many lanes then have none."""

from __future__ import annotations

import itertools
import math
import pickle

import numpy as np
import pytest

import wavedialect as wd
from wavedialect import u32


@wd.kernel(num_waves=1)
def one_wave(out: wd.RWBuffer[u32], count: u32):
    item = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
    if item < count:
        wd.atomic_add(out, item, 1)


@wd.kernel(num_waves=4, wave_size=(16, 64))
def four_waves(out: wd.RWBuffer[u32]):
    out[0] = 0


@wd.kernel(num_threads=64)
def threads(out: wd.RWBuffer[u32]):
    wd.atomic_add(out, wd.dispatch_thread_id().x, 1)


@wd.kernel(num_threads=(8, 8))
def square(out: wd.RWBuffer[u32], width: u32, height: u32):
    place = wd.dispatch_thread_id()
    if place.x < width and place.y < height:
        wd.atomic_add(out, place.y * width + place.x, 1)


@wd.kernel(num_threads=(4, 2, 2))
def block(out: wd.RWBuffer[u32]):
    out[0] = 0


@wd.kernel(num_threads=48)
def odd(out: wd.RWBuffer[u32]):
    out[0] = 0


def rows_of_16(lanes):
    return 16, 4 * lanes // 16


@pytest.mark.parametrize(
    ("kernel", "work", "wave_size", "tile", "groups", "idle"),
    [
        (one_wave, 96, 32, None, (3, 1, 1), 0),
        (threads, 96, 32, None, (2, 1, 1), 32),
        (one_wave, 1, 128, None, (1, 1, 1), 127),
        (one_wave, (70, 3), 32, None, (3, 3, 1), 3 * 26),
        (one_wave, [70, 3, 2], 32, None, (3, 3, 2), 6 * 26),
        (four_waves, (96, 64), 16, rows_of_16, (6, 16, 1), 0),
        (four_waves, (96, 64), 64, rows_of_16, (6, 4, 1), 0),
        (four_waves, (97, 64), 64, rows_of_16, (7, 4, 1), 4 * 256 - 4 * 16),
        (four_waves, np.int64(640), np.int64(16), None, (10, 1, 1), 0),
        # Tiles of fewer items than lanes, and of more: then a lane is idle where its group has fewer items than lanes.
        (four_waves, 100, 16, 10, (10, 1, 1), 10 * 54),
        (four_waves, 1000, 16, 256, (4, 1, 1), 0),
        (four_waves, 800, 16, 256, (4, 1, 1), 32),
        (square, (16, 9), 32, None, (2, 2, 1), 2 * 56),
        (square, 65, 32, None, (2, 1, 1), 63),
        (square, (16, 9, 2), 32, None, (2, 2, 2), 4 * 56),
        (block, (5, 3, 3), 4, None, (2, 2, 2), 8 * 16 - 45),
        (block, (5, 3), 4, (4, 4), (2, 1, 1), 16 - 12 + 16 - 3),
        (block, 17, 4, None, (2, 1, 1), 15),
    ],
)
def test_groups_and_idle_lanes(kernel, work, wave_size, tile, groups, idle):
    size = kernel.dispatch_size(work, wave_size, tile)
    assert tuple(size) == size.groups == groups
    assert size.idle == idle
    assert size.wave_size == wave_size


def counted(extent, tile, lanes):
    """Group by group: the lanes that have no item."""
    idle = 0
    for corner in itertools.product(*(range(0, items, covered) for items, covered in zip(extent, tile, strict=True))):
        items = math.prod(
            min(covered, whole - first) for first, covered, whole in zip(corner, tile, extent, strict=True)
        )
        idle += max(0, lanes - items)
    return idle


def test_random_work_counted_group_by_group():
    rng = np.random.default_rng(7)
    for _ in range(300):
        dimensions = int(rng.integers(1, 4))
        extent = tuple(int(items) for items in rng.integers(1, 40, dimensions))
        tile = tuple(int(items) for items in rng.integers(1, 12, dimensions))
        size = four_waves.dispatch_size(extent, 16, tile)
        assert size.idle == counted(extent, tile, 64)
        assert tuple(size)[:dimensions] == tuple(-(-items // t) for items, t in zip(extent, tile, strict=True))
        assert size.lanes == math.prod(size) * 64


def test_lanes_beyond_the_threads():
    size = odd.dispatch_size(90, 32)
    assert (size.groups, size.lanes, size.idle, size.without_thread) == ((2, 1, 1), 96, 6, 32)
    assert odd.dispatch_size(90, 16).without_thread == 0
    assert one_wave.dispatch_size(90, 16).without_thread == 0


@pytest.mark.parametrize(
    ("size", "said"),
    [
        (one_wave.dispatch_size(96, 32), "3 groups of 32 lanes for 96 items at wave size 32: no lane is without work"),
        (
            threads.dispatch_size(96, 32),
            "2 groups of 64 threads for 96 items at wave size 32: 32 of 128 threads are without work",
        ),
        (
            one_wave.dispatch_size(1, 4),
            "1 group of 4 lanes for 1 item at wave size 4: 3 of 4 lanes are without work",
        ),
        (
            four_waves.dispatch_size((100, 64), 16, rows_of_16),
            "7 x 16 groups of 64 lanes for 100 x 64 items in tiles of 16 x 4 at wave size 16: 768 of 7168 lanes are"
            " without work",
        ),
        (
            odd.dispatch_size(90, 32),
            "2 groups of 48 threads for 90 items at wave size 32: 6 of 96 threads are without work, and 32 lanes more"
            " have no thread",
        ),
    ],
)
def test_printed(size, said):
    assert (str(size), repr(size)) == (said, f"<{said}>")


def refused(said, kernel, *arguments, **options):
    with pytest.raises(wd.LaunchError, match=said):
        kernel.dispatch_size(*arguments, **options)


@pytest.mark.parametrize("work", [-3, (4, -1), (1, 2, -1)])
def test_work_below_zero(work):
    refused(r"work is .*\nhelp: pass 0 or more; no work takes no groups", one_wave, work, 32)


def test_no_work():
    size = one_wave.dispatch_size(0, 32)
    assert (tuple(size), size.idle, size.lanes) == ((0, 1, 1), 0, 0)
    assert str(size) == "0 groups of 32 lanes for 0 items at wave size 32: no lane is without work"
    assert tuple(one_wave.dispatch_size((5, 0), 32, (2, 2))) == (3, 0, 1)
    assert str(one_wave.dispatch_size((1, 0), 32, (2, 2))).startswith("1 x 0 groups of 32 lanes for 1 x 0 items")
    assert tuple(size(8)) == (0, 1, 1) and size.at_launch(8) == (0, 1, 1)


@pytest.mark.parametrize("work", [1.5, "4", None, True, (1, 2, 3, 4), (), (3, 2.0)])
def test_invalid_work(work):
    refused(r"work is .*\nhelp: pass an integer, or a tuple of one to three", one_wave, work, 32)


@pytest.mark.parametrize("tile", [0, -1, lambda lanes: 0])
def test_a_tile_without_items(tile):
    refused("tile is .*\nhelp: a group takes at least one item", one_wave, 10, 32, tile)


@pytest.mark.parametrize("tile", ["x", 2.0, lambda lanes: lanes / 2, (1, 1, 1, 1)])
def test_an_invalid_tile(tile):
    refused("tile is .*\nhelp: pass an integer, or a tuple", one_wave, 10, 32, tile)


def test_a_tile_of_other_dimensions():
    refused("the tile 8 x 8 has 2 dimensions, the work 1\nhelp: state the items", one_wave, 10, 32, (8, 8))
    refused("the tile 8 has 1 dimension, the work 3", one_wave, (1, 1, 1), 32, 8)


def test_threads_of_more_dimensions_than_the_work():
    refused("'block' has 4 x 2 x 2 threads a group, and the work 2 dimensions\nhelp: .*tile=", block, (5, 5), 8)


@pytest.mark.parametrize("wave_size", [8, 128, 24, 32.0, "cpu", True])
def test_wave_sizes_that_the_kernel_lacks(wave_size):
    refused("'four_waves' does not run at wave_size=.*\nhelp: its wave sizes are 16, 32, 64", four_waves, 9, wave_size)


def test_waves_that_are_more_threads_than_a_group_has():
    @wd.kernel(num_waves=12)
    def many(out: wd.RWBuffer[u32]):
        out[0] = 0

    assert many.dispatch_size(100, 64).groups == (1, 1, 1)
    refused("its wave sizes are 4, 8, 16, 32, 64$", many, 100, 128)


def test_more_groups_than_a_number_of_groups_can_say():
    refused(
        "takes 17179869184 groups in x, and a dispatch has at most 4294967295\nhelp: use larger", one_wave, 2**36, 4
    )
    assert one_wave.dispatch_size(2**36, 4, 64).groups == (2**30, 1, 1)


def test_the_wave_size_of_a_device():
    for name in ("cpu", "interpreter"):
        own = one_wave.committed_wave_size(name)
        assert one_wave.dispatch_size(1000, device=name).wave_size == own
    assert one_wave.dispatch_size(1000).wave_size == one_wave.committed_wave_size()
    assert one_wave.dispatch_size(1000, 8, device="interpreter").wave_size == 8
    refused("does not run at wave_size=8", four_waves, 1000, 8, device="interpreter")
    with pytest.raises(wd.DeviceError, match="there is no device 'moon'"):
        one_wave.dispatch_size(1000, device="moon")


def test_a_kernel_without_a_size():
    @wd.kernel(wave_size=8)
    def sizeless(out: wd.RWBuffer[u32]):
        out[0] = 0

    with pytest.raises(wd.CompileError, match="no-group-size"):
        sizeless.dispatch_size(10, 8)


# In a dispatch.


def test_every_item_once_at_every_wave_size(device):
    for lanes in one_wave.wave_sizes(device):
        out = np.zeros(500, np.uint32)
        size = one_wave.dispatch_size(out.size, lanes)
        assert one_wave.dispatch(size, out, out.size, device=device, wave_size=lanes).wave_size == lanes
        assert out.min() == out.max() == 1
        tile = np.zeros((13, 21), np.uint32)
        square.dispatch(square.dispatch_size((21, 13), lanes), tile, 21, 13, device=device, wave_size=lanes)
        assert tile.min() == tile.max() == 1


def test_at_another_wave_size_than_its_own():
    out = np.zeros(100, np.uint32)
    size = one_wave.dispatch_size(100, 32)
    said = "the groups are those for wave size 32, and the dispatch of kernel 'one_wave' runs at 16\nhelp: .*"
    for _ in range(2):
        with pytest.raises(wd.LaunchError, match=said + r"`lambda lanes: one_wave.dispatch_size\(100, lanes\)`"):
            one_wave.dispatch(size, out, 100, wave_size=16)
    with pytest.raises(wd.LaunchError, match=said):
        one_wave.dispatch(size, out, 100, wave_size=16, check=True)
    assert not out.any()
    # As a plain tuple it is what its user wants.
    one_wave.dispatch(size.groups, out, 100, wave_size=16)
    assert out.sum() == 64


def test_at_another_wave_size_that_needs_the_same_groups():
    out = np.zeros(100, np.uint32)
    threads.dispatch(threads.dispatch_size(100, 32), out, wave_size=16)
    assert out.sum() == 100


def test_checked_and_counted_at_every_wave_size():
    out = np.zeros(100, np.uint32)
    size = one_wave.dispatch_size(100, 32)
    assert size(16) == (7, 1, 1) and size(32) is size and size(16).idle == 12
    report = one_wave.check(size, out, 100)
    assert not report.findings
    assert {run.groups for run in report.runs} == {(-(-100 // lanes), 1, 1) for lanes in (4, 8, 16, 32, 64, 128)}
    counts = one_wave.count(size, out, 100, wave_size=64)
    assert counts.group_extent == (2, 1, 1) and counts.lanes_without_work == size(64).idle == 28


def test_in_another_process_it_is_a_tuple():
    assert pickle.loads(pickle.dumps(one_wave.dispatch_size(96, 32))) == (3, 1, 1)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (
            {"n": 96},
            "takes the number of items as its first argument, got `n=`\nhelp: write `one_wave.dispatch_size(96)`",
        ),
        ({"size": (8, 4)}, "got `size=`\nhelp: write `one_wave.dispatch_size((8, 4))`"),
        ({"shape": "x"}, "got `shape=`\nhelp: write `one_wave.dispatch_size(len(x))`"),
        ({}, "lacks the number of items\nhelp: write `one_wave.dispatch_size(len(x))`"),
        ({"wave_size": 32}, "lacks the number of items"),
        ({"wavesize": 32}, "takes no `wavesize`\nhelp: did you mean `wave_size`?"),
    ],
    ids=str,
)
def test_work_by_another_name(given, said):
    with pytest.raises(wd.WaveError) as raised:
        one_wave.dispatch_size(**given)
    assert said in str(raised.value)
    assert tuple(one_wave.dispatch_size(work=96, wave_size=32)) == (3, 1, 1)


def test_an_array_as_work():
    refused("work is an array\nhelp: pass its number of items", one_wave, np.zeros(2))


@pytest.mark.parametrize("groups", [..., (..., 2)], ids=str)
def test_dots_for_groups(groups):
    with pytest.raises(wd.LaunchError, match="the number of groups is `...`, which stands for arguments"):
        one_wave.dispatch(groups)
