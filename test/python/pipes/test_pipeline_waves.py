"""`wave-pipeline-waves`: kernels with tiles compute the same with the pass and without, at every wave size."""

from __future__ import annotations

import numpy as np
import pytest
from tiled_kernels import GROUPS, LAUNCHES, TRIPS, WORDS, rows

import wavedialect as wd
from wavedialect import u32

SIZES = (4, 8, 16, 32, 64, 128)
ONLY = {"enable": ("pipeline-waves",)}


def remarks(kernel, target="cpu", **options):
    """What the pass remarks."""
    said = (
        text.partition("remark: wave-pipeline-waves")[2] for text in kernel.compile(target, **ONLY, **options).remarks
    )
    return [text.removeprefix(" (missed)").removeprefix(": ") for text in said if text]


@pytest.mark.parametrize("launch", LAUNCHES, ids=lambda launch: launch.name)
def test_the_pass_makes_a_pipe(launch):
    size = 32 if launch.fits(32) else 4
    found = remarks(launch.kernel, wave_size=size)
    if launch.name == "nested_and_meeting":
        assert found.pop(0).startswith("no pipe (barriers): a loop in this loop contains another barrier")
    assert found and all("which is new, loads" in text for text in found), found


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("launch", LAUNCHES, ids=lambda launch: launch.name)
def test_results_are_the_same(launch, size):
    if not launch.fits(size):
        pytest.skip("the group has too many lanes")
    for trips in TRIPS:
        expected = launch.run("cpu", size, trips)
        for level in (0, 1, 2):
            found = launch.run("cpu", size, trips, opt_level=level, **ONLY)
            np.testing.assert_array_equal(found, expected, err_msg=f"{trips} trips, level {level}")


def test_it_runs_by_name_only():
    for level in (0, 1, 2):
        assert not any("wave-pipeline-waves" in text for text in rows.compile("cpu", opt_level=level).remarks)


@pytest.mark.parametrize("target", ["spirv", "dxil"])
def test_targets_without_pipes(target):
    assert remarks(rows, target) and set(remarks(rows, target)) == {
        "no pipe (target): the target has no pipes [no-pipe]"
    }


def test_launch_of_the_manifest():
    """Hosts count the lanes of the program, and launch one wave more."""
    plain, piped = (rows.compile("ptx", enable=enable).manifest for enable in ((), ("pipeline-waves",)))
    assert (plain["launched_threads"], piped["launched_threads"]) == ([128, 1, 1], [160, 1, 1])
    for field in ("num_waves", "lanes_per_group", "wave_sizes", "bindings", "constants"):
        assert plain[field] == piped[field], field
    assert piped["groupshared_bytes"] > plain["groupshared_bytes"]


def test_instrumented_runs_see_the_program():
    arguments = (3, WORDS, np.zeros(GROUPS * 4 * 32, np.uint32), 5)
    plain, piped = (rows.count(*arguments, wave_size=32, enable=enable) for enable in ((), ("pipeline-waves",)))
    assert str(plain) == str(piped)


@pytest.mark.parametrize("name", ["specialize", "broadcast-uniform-loads"])
@pytest.mark.parametrize("launch", LAUNCHES, ids=lambda launch: launch.name)
def test_beside_other_passes(launch, name):
    size = 16
    expected = launch.run("cpu", size, 3)
    found = launch.run("cpu", size, 3, opt_level=2, enable=("pipeline-waves", name))
    np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("options", [{"extra_waves": 1}, {"surplus_form": True}, {"emulate_group_index": True}])
def test_forms_of_other_targets(options):
    """Where waves are threads the pass does nothing; where it works, the form does not matter."""
    expected = LAUNCHES[0].run("cpu", 16, 3)
    found = LAUNCHES[0].run("cpu", 16, 3, **options, **ONLY)
    np.testing.assert_array_equal(found, expected)


def test_a_full_group_keeps_its_waves():
    @wd.kernel(num_waves=32)
    def full(src: wd.Buffer[u32], out: wd.RWBuffer[u32], n: u32):
        lanes, lane = wd.wave_lane_count(), wd.wave_lane_index()
        tile = wd.groupshared(u32, wd.wave_lane_count())
        total = u32(0)
        for t in range(n):
            tile[lane] = src[t * lanes + lane]
            wd.group_memory_barrier_with_group_sync()
            for i in range(lanes):
                total = total * 3 + tile[i]
            wd.group_memory_barrier_with_group_sync()
        out[wd.group_wave_index() * lanes + lane] = total

    assert remarks(full, wave_size=32) == [
        "no pipe (waves): 33 waves of 32 lanes exceed the limit of 1024 threads [no-pipe]"
    ]
    assert "which is new" in remarks(full, wave_size=16)[0]
    for size in (16, 32):
        expected, found = (np.zeros(1024, np.uint32) for _ in range(2))
        full.dispatch(1, WORDS, expected, 3, device="cpu", wave_size=size)
        full.dispatch(1, WORDS, found, 3, device="cpu", wave_size=size, **ONLY)
        np.testing.assert_array_equal(found, expected)


def test_the_limit_of_memory():
    """A tile of 3/8 of the memory has two stages, as the remark says."""

    @wd.kernel(num_waves=4, wave_size=32)
    def large(src: wd.Buffer[u32], out: wd.RWBuffer[u32], n: u32):
        tile = wd.groupshared(u32, 3072)
        thread = wd.group_wave_index() * 32 + wd.wave_lane_index()
        total = u32(0)
        for t in range(n):
            wd.async_copy(tile, 0, src, t * 3072, 3072)
            wd.group_memory_barrier_with_group_sync()
            total = total * 3 + tile[thread * 24]
            wd.group_memory_barrier_with_group_sync()
        out[thread] = total

    compiled = large.compile("ptx", **ONLY)
    said = next(text for text in compiled.remarks if "wave-pipeline-waves" in text)
    assert "a pipe of 2 stages" in said
    assert "4 stages were wanted, but a stage of the tiles has 12288 bytes" in said
    assert compiled.manifest["groupshared_bytes"] <= 32768
    assert "cp.async" in compiled.stages["ptx"] and "mbarrier" in compiled.stages["ptx"]


# --- Loops that get no pipe --------------------------------------------------------------------------------------------


@wd.kernel(num_waves=4)
def with_break(src: wd.Buffer[u32], out: wd.RWBuffer[u32], n: u32):
    thread = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    tile = wd.groupshared(u32, 4 * wd.wave_lane_count())
    for t in range(n):  # here
        if t * 3 > n:
            break
        tile[thread] = src[t + thread]
        wd.group_memory_barrier_with_group_sync()
        out[thread] += tile[thread ^ 1]
        wd.group_memory_barrier_with_group_sync()


@wd.kernel(num_waves=4)
def with_last_break(src: wd.Buffer[u32], out: wd.RWBuffer[u32], n: u32):
    thread = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    tile = wd.groupshared(u32, 4 * wd.wave_lane_count())
    for t in range(n):  # here
        tile[thread] = src[t + thread]
        wd.group_memory_barrier_with_group_sync()
        out[thread] += tile[thread ^ 1]
        wd.group_memory_barrier_with_group_sync()
        if t * 3 > n:
            break


@wd.kernel(num_waves=4)
def with_continue(src: wd.Buffer[u32], out: wd.RWBuffer[u32], n: u32):
    thread = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    tile = wd.groupshared(u32, 4 * wd.wave_lane_count())
    for t in range(n):  # here
        if t * 3 > n:
            continue
        tile[thread] = src[t + thread]
        wd.group_memory_barrier_with_group_sync()
        out[thread] += tile[thread ^ 1]
        wd.group_memory_barrier_with_group_sync()


@wd.kernel(num_waves=4)
def unrolled(src: wd.Buffer[u32], out: wd.RWBuffer[u32], n: u32):  # here
    thread = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    tile = wd.groupshared(u32, 4 * wd.wave_lane_count())
    for t in wd.static_range(3):
        tile[thread] = src[t * n + thread]
        wd.group_memory_barrier_with_group_sync()
        out[thread] += tile[thread ^ 1]
        wd.group_memory_barrier_with_group_sync()


@pytest.mark.parametrize(
    ("kernel", "reason"),
    [
        (with_break, "no pipe (loop): the number of iterations is not known when the loop begins"),
        (with_last_break, "no pipe (loop): the number of iterations is not known when the loop begins"),
        (with_continue, "no pipe (barriers): some iterations skip the barrier of the group at line"),
        (unrolled, "no pipe (loop): no loop of the kernel contains a barrier of the group"),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_reasons(kernel, reason):
    (found,) = [text for text in kernel.compile("cpu", wave_size=32, **ONLY).remarks if "pipeline-waves" in text]
    assert reason in found and found.endswith("[no-pipe]"), found
    with open(__file__, encoding="utf-8") as file:
        line = file.read().splitlines()[int(found.split(":")[1]) - 1]
    assert line.endswith("# here") or kernel is unrolled, found


def test_force():
    """A loading that the cost model refuses gets a pipe by the option."""

    @wd.kernel(num_waves=4)
    def slow(src: wd.Buffer[u32], out: wd.RWBuffer[u32], n: u32):
        thread = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
        tile = wd.groupshared(u32, 4 * wd.wave_lane_count())
        total = u32(0)
        for t in range(n):
            value = u32(0)
            for i in range(100):
                value = value * 3 + src[t + i + thread]
            tile[thread] = value
            wd.group_memory_barrier_with_group_sync()
            total = total * 5 + tile[thread ^ 1]
            wd.group_memory_barrier_with_group_sync()
        out[thread] = total

    (refused,) = remarks(slow, wave_size=32)
    assert refused.startswith("no pipe (cost)") and "`pipeline-waves{force=true}` ignores this" in refused
    forced = {"enable": ("pipeline-waves{force=true stages=3}",)}
    texts = slow.compile("cpu", wave_size=32, **forced).remarks
    assert any("through a pipe of 3 stages" in text for text in texts), texts
    expected, found = (np.zeros(128, np.uint32) for _ in range(2))
    slow.dispatch(1, WORDS, expected, 5, device="cpu", wave_size=32)
    slow.dispatch(1, WORDS, found, 5, device="cpu", wave_size=32, **forced)
    np.testing.assert_array_equal(found, expected)
