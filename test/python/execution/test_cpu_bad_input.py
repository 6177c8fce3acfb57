"""What a kernel or a caller does wrong ends in a clear error or in some value, and never touches what is not its own."""

import os
import re
import subprocess
import sys
from pathlib import Path

import interrupted_launch
import numpy as np
import pytest
from machines import SIZES

import wavedialect as wd
from wavedialect import f32, i16, i32, i64, u16, u32, u64

GUARD = 4096
"""Elements before and behind an array that nobody may touch."""
FILLING = 0xA5


def guarded(count, dtype, filling=0):
    """An array amid others of the caller: itself, and what says whether the others are as they were."""
    dtype = np.dtype(dtype)
    memory = np.full((2 * GUARD + count) * dtype.itemsize, FILLING, np.uint8).view(dtype)
    array = memory[GUARD : GUARD + count]
    array[:] = filling

    def untouched():
        around = np.concatenate([memory[:GUARD], memory[GUARD + count :]])
        return bool((around.view(np.uint8) == FILLING).all())

    return array, untouched


def numpy_of(name):
    """NumPy's type of an integer."""
    return np.dtype(name.replace("i", "int") if name[0] == "i" else name.replace("u", "uint"))


def run(program, *arguments):
    """A process of its own: its status and output."""
    command = [sys.executable, str(program), *map(str, arguments)]
    paths = os.pathsep.join([str(Path(wd.__file__).parents[1]), *filter(None, sys.path)])
    environment = {**os.environ, "PYTHONPATH": paths}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=60)
    return done.returncode, done.stdout + done.stderr


# What a dispatch asks for.


@wd.kernel(num_waves=2, wave_size=(8, 32))
def ranged(out: wd.RWBuffer[u32]):
    out[wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()] = u32(1)


@wd.kernel(num_waves=1)
def copy(src: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    lanes = wd.wave_lane_count()
    for place in range(wd.group_id().x * lanes + wd.wave_lane_index(), len(out), wd.group_count().x * lanes):
        out[place] = src[place] + 1


@pytest.mark.parametrize("size", [4, 64, 128, 0, -8, 12, 256, 16.0, "16", True])
def test_a_wave_size_that_the_kernel_does_not_allow(size):
    out = np.zeros(64, np.uint32)
    with pytest.raises(wd.LaunchError, match=r"'ranged' does not run at wave_size=.*\n.*its wave sizes are 8, 16, 32"):
        ranged.dispatch(1, out, device="cpu", wave_size=size)
    assert not out.any()


def test_arrays_that_overlap():
    memory = np.arange(100, dtype=np.uint32)
    for src, out in ((memory, memory), (memory[:60], memory[59:]), (memory[10:], memory[:11])):
        with pytest.raises(wd.LaunchError, match="arguments 'src' and 'out' overlap, and the kernel writes to 'out'"):
            copy.dispatch(1, src, out, device="cpu")
    np.testing.assert_array_equal(memory, np.arange(100))
    copy.dispatch(1, memory[:50], memory[50:], device="cpu")
    np.testing.assert_array_equal(memory[50:], np.arange(50) + 1)


@pytest.mark.parametrize("size", SIZES)
def test_empty_arrays(size):
    """They have no elements: loads give 0, stores do nothing, and so do atomics."""

    @wd.kernel(num_waves=2)
    def of_nothing(src: wd.Buffer[u32], none: wd.RWBuffer[u32], out: wd.RWBuffer[u32]):
        place = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
        none[place] = place
        none[0] = u32(1)
        wd.atomic_add(none, place & 1, 5)
        out[place] = src[place] + src[0] + none[place] + len(src) + len(none)

    empty = np.zeros(0, np.uint32)
    out, untouched = guarded(2 * size, np.uint32, 9)
    of_nothing.dispatch(3, empty, np.zeros(0, np.uint32), out, device="cpu", wave_size=size)
    assert not out.any() and untouched()
    copy.dispatch(3, empty, np.zeros(0, np.uint32), device="cpu", wave_size=size)


@pytest.mark.parametrize("groups", [-1, (0, -1), (2**33,), 2.0])
def test_groups_that_cannot_be(groups):
    out = np.zeros(64, np.uint32)
    with pytest.raises(wd.LaunchError, match="the number of groups is"):
        ranged.dispatch(groups, out, device="cpu")
    assert not out.any()


def test_more_waves_than_threads():
    @wd.kernel(num_threads=3)
    def few(out: wd.RWBuffer[u32]):
        out[wd.group_index()] = wd.group_wave_count()

    out = np.zeros(3, np.uint32)
    with pytest.raises(wd.LaunchError, match="3 threads a group, which cannot be dealt to 4 waves"):
        few.dispatch(1, out, device="cpu", extra_waves=3)
    assert not out.any()
    few.dispatch(1, out, device="cpu", extra_waves=2)
    assert out.tolist() == [3, 3, 3]


OUT_OF_MEMORY = """
import resource, sys
import numpy as np
import wavedialect as wd
sys.path.insert(0, {folder!r})
from test_cpu_bad_input import large

out = np.zeros(64, np.uint32)
large.dispatch(1, out, 3, device="cpu", wave_size=8, threads=1)
assert out[:16].tolist() == [1003] * 16, out
out[:] = 5
resource.setrlimit(resource.RLIMIT_AS, (2**30, resource.RLIM_INFINITY))
try:
    large.dispatch(100, out, 4, device="cpu", wave_size=8, threads=8)
except wd.LaunchError as error:
    print("refused:", error)
print("untouched" if (out == 5).all() else out)
resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
large.dispatch(100, out, 4, device="cpu", wave_size=8, threads=2)
print("runs with memory" if out[:16].tolist() == [1004] * 16 else out)
"""


ELEMENTS_OF_LARGE = 2**27


@wd.kernel(num_waves=2, group_shared_limit=4 * ELEMENTS_OF_LARGE)
def large(out: wd.RWBuffer[u32], n: u32):
    shared = wd.groupshared(u32, ELEMENTS_OF_LARGE)
    place = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    shared[place << 20] = place + n
    wd.group_memory_barrier_with_group_sync()
    out[place] = shared[((place + 1) % 16) << 20] - (place + 1) % 16 + 1000


def test_no_memory_for_groupshared_arrays(tmp_path):
    """The error says how much is wanted; nothing has been written, and the process goes on."""
    program = tmp_path / "out_of_memory.py"
    program.write_text(OUT_OF_MEMORY.format(folder=str(Path(__file__).parent)))
    status, said = run(program)
    assert status == 0, said
    assert re.search(r"refused: out of memory for groupshared.*'large': 536870912 \+", said), said
    assert "\nuntouched\nruns with memory\n" in said


# Ctrl-C.


@pytest.mark.parametrize("threads", [0, 1])
@pytest.mark.parametrize("size", [4, 16, 128])
@pytest.mark.parametrize("name", interrupted_launch.KERNELS)
def test_an_interrupted_launch(name, size, threads):
    """2^31 groups, or loops without an end: the signal arrives within a second, and the process goes on to launch."""
    status, said = run(interrupted_launch.__file__, name, threads, size)
    assert status == 0, said
    after = re.search(r"KeyboardInterrupt after (\S+) s\nlaunched again\n", said)
    assert after and float(after[1]) < 1, said


# Out of bounds.

ELEMENTS = {"u16": (u16, np.uint16), "u32": (u32, np.uint32), "f32": (f32, np.float32), "u64": (u64, np.uint64)}
VECTORS = {"float3": (wd.float3, np.float32, 3), "uint4": (wd.uint4, np.uint32, 4), "half2": (wd.half2, np.float16, 2)}
LENGTH = 37


def far_indices(count, length, seed):
    """Some that exist, and many that do not: just outside, and where a product with the element's size wraps."""
    rng = np.random.default_rng(seed)
    ends = [length, length + 1, length + 3, 2**31 - 1, 2**31, 2**32 - 1, 2**32 - length, 2**30, 2**30 + 1, 2**29 + 2]
    ends += [(1 << 32) // step + 1 for step in (3, 5, 6, 12)]
    inside = rng.integers(0, length, count)
    return np.where(rng.random(count) < 0.3, inside, rng.choice(ends, count)).astype(np.uint32)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", [*ELEMENTS, *VECTORS])
def test_buffers_out_of_bounds(name, size):
    """Loads give 0, stores do nothing; gathers, scatters and runs of lanes that cross the end."""
    element, dtype, components = (*ELEMENTS.get(name, ()), 1) if name in ELEMENTS else VECTORS[name]

    @wd.kernel(num_waves=1)
    def far(src: wd.Buffer[element], index: wd.Buffer[u32], out: wd.RWBuffer[element], put: wd.RWBuffer[element]):
        lane = wd.wave_lane_index()
        out[lane] = src[index[lane]]
        put[index[lane + wd.wave_lane_count()]] = src[lane % u32(LENGTH)]
        run = index[2 * wd.wave_lane_count()] + lane
        out[wd.wave_lane_count() + lane] = src[run]
        put[run] = src[0]

    for seed in range(8):
        rng = np.random.default_rng(seed)
        src, src_untouched = guarded(LENGTH * components, dtype)
        src[:] = rng.integers(1, 1000, src.size)
        index = np.concatenate([far_indices(size, LENGTH, seed), far_indices(size, LENGTH, seed + 50)])
        # A run of lanes from the last elements on, or that wraps to the first ones.
        start = np.uint32((LENGTH - 3, 2**32 - 2)[seed % 2])
        index = np.append(index, start)
        out, out_untouched = guarded(2 * size * components, dtype, 7)
        put, put_untouched = guarded(LENGTH * components, dtype, 0)
        far.dispatch(1, src, index, out, put, device="cpu", wave_size=size)
        rows = src.reshape(LENGTH, components)
        lanes = (start + np.arange(size, dtype=np.uint32)).astype(np.uint32)
        wanted = np.concatenate([index[:size], lanes])
        expected = np.zeros((2 * size, components), dtype)
        expected[wanted < LENGTH] = rows[wanted[wanted < LENGTH]]
        np.testing.assert_array_equal(out.reshape(-1, components), expected)
        stored = set(index[size : 2 * size].tolist()) | set(lanes.tolist())
        missing = [place for place in range(LENGTH) if place not in stored]
        assert not put.reshape(LENGTH, components)[missing].any()
        inside = lanes[lanes < LENGTH]
        np.testing.assert_array_equal(put.reshape(LENGTH, components)[inside], np.tile(rows[0], (len(inside), 1)))
        assert src_untouched() and out_untouched() and put_untouched()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", ["i32", "u32", "i64", "u64"])
def test_atomics_out_of_bounds(name, size):
    element = getattr(wd, name)

    @wd.kernel(num_waves=1)
    def far(index: wd.Buffer[u32], put: wd.RWBuffer[element]):
        at = index[wd.wave_lane_index()]
        wd.atomic_add(put, at, 1)
        wd.atomic_max(put, at, 0)
        wd.atomic_or(put, at, 0)
        wd.atomic_compare_exchange(put, at, 123456, 5)

    index = far_indices(size, LENGTH, size)
    put, untouched = guarded(LENGTH, numpy_of(name))
    far.dispatch(1, index, put, device="cpu", wave_size=size)
    np.testing.assert_array_equal(put, np.bincount(index[index < LENGTH], minlength=LENGTH))
    assert untouched()


@pytest.mark.parametrize("size", SIZES)
def test_groupshared_arrays_out_of_bounds(size):
    """Undefined, but no memory of others: not the arrays beside it, not those of the caller, nor of other groups."""

    @wd.kernel(num_waves=2)
    def astray(index: wd.Buffer[u32], out: wd.RWBuffer[u32], read: wd.RWBuffer[u32]):
        before = wd.groupshared(u32, 64)
        middle = wd.groupshared(u32, 5)
        behind = wd.groupshared(wd.uint3, 64)
        lanes = wd.group_wave_count() * wd.wave_lane_count()
        local = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
        for place in range(local, u32(64), lanes):
            before[place] = place * 3 + wd.group_id().x
            behind[place] = wd.uint3(place, place * 5, wd.group_id().x)
        wd.group_memory_barrier_with_group_sync()
        for turn in range(u32(16)):
            at = index[(turn * lanes + local) % len(index)]
            middle[at] = 0xBAD
            wd.atomic_add(middle, at + 1, 0xBAD)
            read[wd.group_id().x * lanes + local] = middle[at ^ 3]
        wd.group_memory_barrier_with_group_sync()
        wrong = u32(0)
        for place in range(local, u32(64), lanes):
            fine = before[place] == place * 3 + wd.group_id().x
            vector = behind[place]
            fine = fine and vector.x == place and vector.y == place * 5 and vector.z == wd.group_id().x
            wrong += wd.select(fine, u32(0), u32(1))
        out[wd.group_id().x * lanes + local] = wrong

    groups = 50
    out, untouched = guarded(groups * 2 * size, np.uint32, 9)
    read, read_untouched = guarded(groups * 2 * size, np.uint32)
    index, index_untouched = guarded(997, np.uint32)
    index[:] = far_indices(997, 5, 1)
    before = index.copy()
    astray.dispatch(groups, index, out, read, device="cpu", wave_size=size)
    assert untouched() and read_untouched() and index_untouched()
    np.testing.assert_array_equal(index, before)
    assert not out.any(), f"{np.count_nonzero(out)} lanes found another array changed"


@pytest.mark.parametrize("size", SIZES)
def test_local_arrays_out_of_bounds(size):
    """Undefined for the lane that does it; other arrays and other lanes keep what they have."""

    @wd.kernel(num_waves=2)
    def astray(index: wd.Buffer[u32], out: wd.RWBuffer[u32], read: wd.RWBuffer[u32]):
        before = wd.local_array(u32, 4)
        middle = wd.local_array(wd.uint2, 3)
        behind = wd.local_array(u64, 4)
        place = wd.group_id().x * wd.group_wave_count() * wd.wave_lane_count()
        place += wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
        for i in range(u32(4)):
            before[i] = place * 3 + i
            behind[i] = u64(place) * 5 + u64(i)
        middle[0] = wd.uint2(place, place)
        odd = place & 1 == 1
        for turn in range(u32(16)):
            at = index[(turn * 131 + place) % len(index)]
            # Half of the lanes stay inside: theirs must not change.
            if odd:
                middle[at] = wd.uint2(0xBAD, 0xBAD)
                read[place] = middle[at + 1].y
            wd.group_memory_barrier_with_group_sync()
        wrong = u32(0)
        for i in range(u32(4)):
            fine = before[i] == place * 3 + i and behind[i] == u64(place) * 5 + u64(i)
            wrong += wd.select(fine, u32(0), u32(1))
        if not odd and wd.any(middle[0] != wd.uint2(place, place)):
            wrong += 100
        out[place] = wrong

    groups = 50
    out, untouched = guarded(groups * 2 * size, np.uint32, 9)
    read, read_untouched = guarded(groups * 2 * size, np.uint32)
    index = far_indices(997, 3, 2)
    astray.dispatch(groups, index, out, read, device="cpu", wave_size=size)
    assert untouched() and read_untouched()
    assert not out.any(), f"{np.count_nonzero(out)} lanes found another array changed"


# Arithmetic that has no result gives some value; the other lanes have theirs.

INTEGERS = {"i16": i16, "u16": u16, "i32": i32, "u32": u32, "i64": i64, "u64": u64}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", INTEGERS)
def test_divisions_that_have_no_result(name, size):
    """By 0, and of the lowest number by -1: in lanes that do it, in lanes that do not get there, and uniform ones."""
    element, dtype = INTEGERS[name], numpy_of(name)

    @wd.kernel(num_waves=1)
    def divide(
        a: wd.Buffer[element],
        b: wd.Buffer[element],
        out: wd.RWBuffer[element],
        zero: element,
        lowest: element,
        one: element,
    ):
        lane = wd.wave_lane_index()
        x, y = a[lane], b[lane]
        lanes = wd.wave_lane_count()
        out[lane] = x // y
        out[lanes + lane] = x % y
        if lane % 3 == 1:  # Only where there is a result.
            out[2 * lanes + lane] = x // y
            out[3 * lanes + lane] = x % y
        # The same for the whole wave.
        out[4 * lanes + lane] = (lowest // zero) ^ (lowest % zero)
        out[5 * lanes + lane] = (lowest // one) ^ (lowest % one)

    low = int(np.iinfo(dtype).min)
    rng = np.random.default_rng(size)
    a = rng.integers(low, np.iinfo(dtype).max, size, dtype, endpoint=True)
    b = np.zeros(size, dtype)
    lanes = np.arange(size)
    fine = lanes % 3 == 1
    b[fine] = rng.integers(1, 9, fine.sum())
    if low:
        b[lanes % 3 == 2] = -1
        a[lanes % 3 == 2] = low
    out, untouched = guarded(6 * size, dtype, 77)
    one = -1 if low else 0
    divide.dispatch(1, a, b, out, 0, low, one, device="cpu", wave_size=size)
    rows = out.reshape(6, size)
    pairs = [(int(x), int(y)) for x, y in zip(a[fine], b[fine], strict=True)]
    quotients = [abs(x) // y * (-1 if x < 0 else 1) for x, y in pairs]
    rests = [x - quotient * y for (x, y), quotient in zip(pairs, quotients, strict=True)]
    for first in (0, 2):
        np.testing.assert_array_equal(rows[first, fine], np.array(quotients, dtype))
        np.testing.assert_array_equal(rows[first + 1, fine], np.array(rests, dtype))
    assert (rows[2:4, ~fine] == 77).all()
    assert untouched()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("source", ["f32", "f64", "f16"])
def test_floats_that_fit_no_integer(source, size):
    """NaN, infinities and what is too large give some value, and no crash; the lanes beside them theirs."""
    float_type = getattr(wd, source)
    dtype = np.dtype(source.replace("f", "float"))

    @wd.kernel(num_waves=1)
    def convert(values: wd.Buffer[float_type], out: wd.RWBuffer[i64], huge: float_type):
        lane = wd.wave_lane_index()
        lanes = wd.wave_lane_count()
        value = values[lane]
        out[lane] = i64(i16(value))
        out[lanes + lane] = i64(u16(value))
        out[2 * lanes + lane] = i64(i32(value))
        out[3 * lanes + lane] = i64(u32(value))
        out[4 * lanes + lane] = i64(value)
        out[5 * lanes + lane] = i64(u64(value))
        out[6 * lanes + lane] = i64(i32(huge)) ^ i64(u64(huge)) ^ i64(u16(huge))

    values = np.resize(np.array([np.nan, 100.75, np.inf, 3.5, -np.inf, 0, np.finfo(dtype).max, -0.5], dtype), size)
    out, untouched = guarded(7 * size, np.int64, -7)
    convert.dispatch(1, values, out, np.nan, device="cpu", wave_size=size)
    fine = np.isfinite(values) & (abs(values) < 1000)
    expected = np.trunc(values[fine]).astype(np.int64)
    for row in out.reshape(7, size)[:6]:
        np.testing.assert_array_equal(row[fine], expected)
    assert untouched()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", INTEGERS)
def test_shifts_beyond_the_width(name, size):
    """The amount is taken modulo the width."""
    element, dtype = INTEGERS[name], numpy_of(name)
    bits = dtype.itemsize * 8

    @wd.kernel(num_waves=1)
    def shift(values: wd.Buffer[element], amounts: wd.Buffer[element], out: wd.RWBuffer[element], far: element):
        lane = wd.wave_lane_index()
        lanes = wd.wave_lane_count()
        out[lane] = values[lane] << amounts[lane]
        out[lanes + lane] = values[lane] >> amounts[lane]
        out[2 * lanes + lane] = values[lane] << far
        out[3 * lanes + lane] = values[lane] >> far

    rng = np.random.default_rng(size)
    limits = np.iinfo(dtype)
    values = rng.integers(limits.min, limits.max, size, dtype, endpoint=True)
    special = np.array(
        [0, 1, bits - 1, bits, bits + 1, 2 * bits, 100, limits.max], np.int64 if limits.min else np.uint64
    )
    amounts = np.resize(special, size).astype(dtype)
    out = np.zeros((4, size), dtype)
    shift.dispatch(1, values, amounts, out, bits + 3, device="cpu", wave_size=size)
    by = (amounts & dtype.type(bits - 1)).astype(dtype)
    np.testing.assert_array_equal(out[0], values << by)
    np.testing.assert_array_equal(out[1], values >> by)
    np.testing.assert_array_equal(out[2], values << dtype.type(3))
    np.testing.assert_array_equal(out[3], values >> dtype.type(3))
