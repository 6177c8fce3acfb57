"""`wave-broadcast-uniform-loads`: results are the interpreter's bit by bit, and loads are fewer by the wave's lanes."""

import functools
import math
from typing import Any

import numpy as np
import pytest

import wavedialect as wd
from wavedialect import f32, i32, u32

SIZES = (4, 8, 16, 32, 64, 128)
BROADCAST = {"enable": ("broadcast-uniform-loads",)}
SCALARS = ("f16", "f32", "f64", "i16", "u16", "i32", "u32", "i64", "u64")

pytestmark = pytest.mark.filterwarnings("ignore::wavedialect.WaveWarning")


def lavapipe() -> bool:
    try:
        return bool(wd.open_device("vulkan:llvmpipe"))
    except wd.WaveError:
        return False


def numbers(dtype: Any, shape: Any, seed: int = 0) -> np.ndarray:
    """Random bits; floats whose sums stay finite. The kernels multiply floats by powers of two alone, so that it does
    not matter who contracts a product and a sum."""
    generator = np.random.default_rng([seed, math.prod(np.atleast_1d(shape))])
    if np.dtype(dtype).kind == "f":
        return generator.normal(size=shape).astype(dtype)
    limits = np.iinfo(dtype)
    return generator.integers(limits.min, limits.max, shape, dtype, endpoint=True)


def broadcasts(kernel: Any) -> bool:
    """Whether the pass finds a loop in the kernel."""
    passes = "builtin.module(wave-inline,canonicalize,cse,wave-broadcast-uniform-loads)"
    return "wave.read_lane" in kernel.compile(target="mlir", pipeline=passes).stages["result"]


def same(kernel: Any, groups: Any, *arguments: Any, sizes: Any = SIZES, out: int = 1, on_lavapipe: bool = True) -> None:
    """Runs on the interpreter and with the pass on the CPU at each size, and compares all bytes."""
    for size in sizes:
        results = []
        for device, more in (("interpreter", {}), ("cpu", BROADCAST)):
            copies = [np.copy(x) if isinstance(x, np.ndarray) else x for x in arguments]
            kernel.dispatch(
                groups(size) if callable(groups) else groups, *copies, device=device, wave_size=size, **more
            )
            results.append(copies[out])
        assert results[0].tobytes() == results[1].tobytes(), f"{size} lanes"
        if on_lavapipe and lavapipe() and size in kernel.wave_sizes("vulkan:llvmpipe"):
            copies = [np.copy(x) if isinstance(x, np.ndarray) else x for x in arguments]
            many = groups(size) if callable(groups) else groups
            kernel.dispatch(many, *copies, device="vulkan:llvmpipe", wave_size=size, **BROADCAST)
            assert results[0].tobytes() == copies[out].tobytes(), f"{size} lanes on lavapipe"


# The number of trips.


@wd.kernel(num_waves=2)
def sum_list(values: wd.Buffer[f32], out: wd.RWBuffer[f32], start: u32, count: u32):
    lane = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    total = f32(0)
    for i in range(start, start + count):
        total = total * 0.5 + values[i]
    out[lane] = total


@pytest.mark.parametrize("size", SIZES)
def test_any_number_of_trips(size):
    values = numbers(np.float32, 700)
    for count in (0, 1, 2, size - 1, size, size + 1, 2 * size, 3 * size + 2, 600):
        same(sum_list, 1, values, np.zeros(2 * size, np.float32), 5, count, sizes=(size,))


@pytest.mark.parametrize("size", SIZES)
def test_loads_fall_by_the_lanes(size):
    """One load a piece of as many trips as the wave has lanes, instead of one a trip."""
    arguments = (numbers(np.float32, 700), np.zeros(2 * size, np.float32), 5)
    for count in (0, 1, size - 1, size, size + 1, 600):
        plain = sum_list.count(1, *arguments, count, wave_size=size)
        few = sum_list.count(1, *arguments, count, wave_size=size, **BROADCAST)
        assert plain.loads.executions == 2 * count
        assert few.loads.executions == 2 * -(-count // size)
        assert few.wave_operations.executions - plain.wave_operations.executions == 2 * count


def test_out_of_bounds_is_zero():
    """A list that ends behind the buffer: the loads there give 0, each in its trip."""
    same(sum_list, 1, numbers(np.float32, 50), np.zeros(256, np.float32), 40, 30)
    same(sum_list, 1, numbers(np.float32, 50), np.zeros(256, np.float32), 2**32 - 20, 15)


# Elements.


@functools.cache
def sum_of(name: str, components: int) -> Any:
    element = getattr(wd, name) if components == 1 else vector_of(name, components)

    @wd.kernel(num_waves=1)
    def sums(values: wd.Buffer[element], out: wd.RWBuffer[element], count: u32):
        total = values[0]
        for i in range(count):
            total = total + total + values[i]
        out[wd.wave_lane_index()] = total

    return sums


def vector_of(name: str, components: int) -> Any:
    names = {"f16": "half", "f32": "float", "f64": "double", "i16": "int16_t", "u16": "uint16_t", "i32": "int"}
    names |= {"u32": "uint", "i64": "int64_t", "u64": "uint64_t"}
    return getattr(wd, f"{names[name]}{components}")


def dtype_of(name: str) -> Any:
    return np.dtype(name.replace("f", "float").replace("u", "U").replace("i", "int").replace("U", "uint"))


@pytest.mark.parametrize("components", (1, 2, 3, 4))
@pytest.mark.parametrize("name", SCALARS)
def test_elements(name, components):
    kernel = sum_of(name, components)
    shape = () if components == 1 else (components,)
    values = numbers(dtype_of(name), (50, *shape))
    if name == "f16":
        values *= np.float16(2.0**-9)
    assert broadcasts(kernel)
    for count in (7, 45):
        same(kernel, 1, values, np.zeros((128, *shape), values.dtype), min(count, 10) if name == "f16" else count)


# Numbers of the loop.


@wd.kernel(num_waves=1)
def signed_steps(values: wd.Buffer[u32], out: wd.RWBuffer[u32], start: i32, end: i32, step: i32):
    total = u32(0)
    for i in range(start, end, step):
        total = total * u32(3) + values[u32(i - start)] + u32(i)
    out[wd.wave_lane_index()] = total


@pytest.mark.parametrize(
    "bounds",
    [
        (-20, 30, 3),
        (5, 5, 1),
        (9, -9, 2),
        (-(2**31), -(2**31) + 90, 7),
        (2**31 - 60, 2**31 - 1, 9),
        (-(2**31), 2**31 - 1, 2**26 + 1),
        (0, 2**31 - 1, 2**31 - 1),
        (-1, 2**31 - 1, 2**30),
    ],
)
def test_signed_bounds(bounds):
    same(signed_steps, 1, numbers(np.uint32, 100), np.zeros(128, np.uint32), *bounds)


@wd.kernel(num_waves=1)
def unsigned_steps(values: wd.Buffer[u32], out: wd.RWBuffer[u32], start: u32, end: u32, step: u32):
    total = u32(0)
    for i in range(start, end, step):
        total = total * u32(3) + values[(i - start) // step] + i
    out[wd.wave_lane_index()] = total


@pytest.mark.parametrize(
    "bounds",
    [
        (2**32 - 70, 2**32 - 1, 1),
        (2**32 - 70, 2**32 - 1, 7),
        (2**32 - 1, 5, 3),
        (0, 2**32 - 1, 2**25 + 3),
        (2**31 - 50, 2**31 + 50, 11),
        (0, 2**32 - 1, 2**31 - 1),
    ],
)
def test_unsigned_bounds(bounds):
    same(unsigned_steps, 1, numbers(np.uint32, 130), np.zeros(128, np.uint32), *bounds)


# Addresses.


@wd.kernel(num_waves=2)
def indirect(
    values: wd.Buffer[wd.uint3],
    out: wd.RWBuffer[wd.uint3],
    indices: wd.Buffer[u32],
    weights: wd.RWBuffer[u32],
    count: u32,
):
    lane = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    total = wd.uint3(0)
    for i in range(count):
        index = indices[i]
        total = total * weights[index % 7] + values[index] * index
    out[lane] = total


def test_address_from_another_load():
    """The index is wanted by the body as well, so the lanes are read for it, and for the two loads that follow from it.
    A load of a vector counts as one of each component."""
    indices = np.random.default_rng(3).integers(0, 45, 300, np.uint32)
    arguments = (numbers(np.uint32, (40, 3)), np.zeros((256, 3), np.uint32), indices, numbers(np.uint32, 7), 290)
    same(indirect, 1, *arguments)
    few = indirect.count(1, *arguments, wave_size=16, **BROADCAST)
    assert [few.of(name).loads.executions for name in ("indices", "weights", "values")] == [38, 38, 3 * 38]


@wd.kernel(num_waves=4)
def from_the_group(values: wd.Buffer[f32], out: wd.RWBuffer[f32], count: u32):
    lane = wd.wave_lane_index()
    found = wd.groupshared(u32, 64)
    wave = wd.group_wave_index()
    for i in range(wave * 16 + lane, wave * 16 + 16, wd.wave_lane_count()):
        found[i] = (i * 7 + 3) % 50
    wd.group_memory_barrier_with_group_sync()
    total = f32(0)
    for i in range(count):
        total = total * 0.25 + values[found[i]]
    out[wave * wd.wave_lane_count() + lane] = total


def test_addresses_in_groupshared_memory():
    same(from_the_group, 1, numbers(np.float32, 50), np.zeros(512, np.float32), 61)
    few = from_the_group.count(1, numbers(np.float32, 50), np.zeros(512, np.float32), 61, wave_size=8, **BROADCAST)
    assert few.of("values").loads.executions == 4 * 8


@wd.kernel(num_waves=1)
def texels(image: wd.Texture2D[wd.float4], out: wd.RWBuffer[f32], row: u32, written: wd.RWTexture2D[u32], count: u32):
    lane = wd.wave_lane_index()
    total = f32(0)
    for x in range(count):
        texel = image[x, row]
        total = total * 0.5 + texel.x - texel.w - f32(written[row, x])
    out[lane] = total


def test_images():
    image, written = numbers(np.float32, (5, 40, 4)), np.random.default_rng(1).integers(0, 9, (40, 5), np.uint32)
    for count in (0, 1, 13, 40, 45):
        same(texels, 1, image, np.zeros(128, np.float32), 3, written, count)
    few = texels.count(1, image, np.zeros(128, np.float32), 3, written, 40, wave_size=16, **BROADCAST)
    assert few.of("image").loads.executions == few.of("written").loads.executions == 3


# Loops in loops.


@wd.kernel(num_waves=2, wave_size=(4, 32))
def product(left: wd.Buffer[u32], out: wd.RWBuffer[u32], right: wd.Buffer[u32], n: u32):
    lane = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    total = u32(0)
    for i in range(n):
        a = left[i]
        for j in range(i, n + i // 2):
            b = right[j]
            total = total * 5 + a * b
            if b % 8 == lane:
                total += wd.wave_active_count_bits(True) + wd.wave_active_sum(a)
        total += wd.wave_active_max(total) % 1000
    out[lane] = total


def test_loops_in_loops():
    left, right = numbers(np.uint32, 40), numbers(np.uint32, 60)
    for n in (0, 1, 9, 33):
        same(product, 1, left, np.zeros(64, np.uint32), right, n, sizes=(4, 8, 16, 32))
    few = product.count(1, left, np.zeros(64, np.uint32), right, 16, wave_size=8, **BROADCAST)
    assert few.of("left").loads.executions == 2 * 2
    assert few.of("right").loads.executions == 2 * sum(-(-(16 + i // 2 - i) // 8) for i in range(16))


# Lanes that are not there.


@wd.kernel(num_threads=(8, 8))
def shade_tile(lights: wd.Buffer[wd.float4], out: wd.RWBuffer[wd.float4], lists: wd.Texture2D[wd.uint2]):
    tile = wd.group_id()
    list = lists[tile.x, tile.y]
    total = wd.float4(0.0)
    for i in range(list.y):
        total = total * 0.5 + lights[list.x + i]
    out[tile.x * 64 + wd.group_index()] = total


@functools.cache
def shade_threads(threads: tuple[int, ...]) -> Any:
    count = math.prod(threads)

    @wd.kernel(num_threads=threads)
    def shade(lights: wd.Buffer[f32], out: wd.RWBuffer[f32], most: u32, length: u32):
        thread = wd.group_id().x * u32(count) + wd.group_index()
        total = f32(0)
        if thread % 16 < most:
            for i in range(length):
                total = total * 0.5 + lights[i]
            if thread == 3:
                return
            for i in range(length // 2, length):
                total = total * 0.5 + lights[i] - f32(wd.wave_active_count_bits(True))
        out[thread] = total

    return shade


def test_tiles_of_threads():
    lights, lists = numbers(np.float32, (100, 4)), np.array([[[3, 40], [50, 0], [60, 1], [61, 39]]], np.uint32)
    same(shade_tile, 4, lights, np.zeros((256, 4), np.float32), lists)
    for size in (4, 16, 64):
        few = shade_tile.count(4, lights, np.zeros((256, 4), np.float32), lists, wave_size=size, **BROADCAST)
        loads = sum(-(-length // size) for length in (40, 0, 1, 39))
        assert few.of("lights").loads.executions == 4 * loads * 64 // size
    # No wave of 128 lanes has them all.
    few = shade_tile.count(4, lights, np.zeros((256, 4), np.float32), lists, wave_size=128, **BROADCAST)
    assert few.of("lights").loads.executions == 4 * 80


@pytest.mark.parametrize("threads", [(8, 8), (49,), (3, 3, 3), (1,), (100,)])
@pytest.mark.parametrize("most", [0, 1, 5, 15, 16])
def test_waves_with_missing_lanes(threads, most):
    kernel, lights, out = shade_threads(threads), numbers(np.float32, 100), np.zeros(3 * math.prod(threads), np.float32)
    for length in (0, 1, 5, 37):
        same(kernel, 3, lights, out, most, length, on_lavapipe=False)
    # Which lanes are there depends on the order of threads, so it is the same order without the pass.
    count = math.prod(threads)
    for order in ({"lane_order": ("shuffled", 3)}, {"lane_order": "tiled"}, {"extra_waves": 1}):
        for size in SIZES:
            if "extra_waves" in order and -(-count // size) + 1 > count:
                continue
            results = [out.copy(), out.copy()]
            for result, more in zip(results, ({}, BROADCAST), strict=True):
                kernel.dispatch(3, lights, result, most, 37, device="cpu", wave_size=size, **order, **more)
            assert results[0].tobytes() == results[1].tobytes(), (size, order)


@wd.kernel(num_waves=2)
def after_returns(values: wd.Buffer[u32], out: wd.RWBuffer[u32], stay: u32, count: u32):
    lane = wd.wave_lane_index()
    place = wd.group_wave_index() * wd.wave_lane_count() + lane
    for round in range(u32(3)):
        total = u32(0)
        for i in range(count):
            total = total * 3 + values[i + round]
        out[place] = out[place] + total + wd.wave_active_count_bits(True)
        if lane >= stay + round:
            return


@pytest.mark.parametrize("stay", [0, 1, 3, 7, 200])
def test_returns_before(stay):
    for count in (0, 3, 40):
        same(after_returns, 1, numbers(np.uint32, 50), np.zeros(256, np.uint32), stay, count)


@wd.kernel(num_threads=48)
def scatter(values: wd.Buffer[u32], out: wd.RWBuffer[u32], count: u32):
    for i in range(count):
        out[values[i] * 48 + wd.group_index()] = i + wd.wave_active_count_bits(True)


def test_loops_without_results():
    places = np.random.default_rng(7).permutation(50).astype(np.uint32)
    for count in (0, 1, 50):
        same(scatter, 1, places, np.zeros(50 * 48, np.uint32), count, on_lavapipe=False)


# What may be the same for the wave, and what is not.


@wd.kernel(num_waves=2)
def own_lists(values: wd.Buffer[u32], out: wd.RWBuffer[u32], lists: wd.Buffer[wd.uint2], lanes_of_a_list: u32):
    lane = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    list = lists[lane // lanes_of_a_list]
    total = list.y
    for i in range(list.x, list.x + list.y):
        total = total * 3 + values[i]
    out[lane] = total


@pytest.mark.parametrize("lanes_of_a_list", [1, 2, 8, 32, 128, 1000])
def test_lists_that_may_be_the_same(lanes_of_a_list):
    lists = np.random.default_rng(8).integers(0, 30, (256, 2), np.uint32)
    values = numbers(np.uint32, 80)
    same(own_lists, 1, values, np.zeros(256, np.uint32), lists, lanes_of_a_list)
    # The same numbers for all lanes, by chance.
    same(own_lists, 1, values, np.zeros(256, np.uint32), np.full_like(lists, 21), lanes_of_a_list)


def test_loads_of_lists_that_may_be_the_same():
    lists, out = np.full((256, 2), 21, np.uint32), np.zeros(256, np.uint32)
    values = numbers(np.uint32, 80)
    for width in (1, 8):
        few = own_lists.count(1, values, out, lists, width, wave_size=8, **BROADCAST)
        assert few.of("values").loads.executions == 2 * 3
    lists[3] = (21, 22)
    few = own_lists.count(1, values, out, lists, 1, wave_size=8, **BROADCAST)
    assert few.of("values").loads.executions == 22 + 3


@wd.kernel(num_waves=1)
def half_and_half(values: wd.Buffer[u32], out: wd.RWBuffer[u32], bits: wd.Buffer[u32], count: u32):
    lane = wd.wave_lane_index()
    start = bits[lane]
    total = u32(0)
    for i in range(count):
        total = total * 3 + values[(start & 7) + i]
    out[lane] = total


def test_only_relevant_values_are_compared():
    """The starts differ, but not in the bits of which the address is made."""
    bits = np.arange(128, dtype=np.uint32) * 8 + 3
    same(half_and_half, 1, numbers(np.uint32, 80), np.zeros(128, np.uint32), bits, 50)
    few = half_and_half.count(1, numbers(np.uint32, 80), np.zeros(128, np.uint32), bits, 50, wave_size=32, **BROADCAST)
    assert few.of("values").loads.executions == 2


# Conditions that each lane knows of any trip.


@wd.kernel(num_waves=2)
def some_trips(values: wd.Buffer[u32], out: wd.RWBuffer[u32], count: u32, bit: u32):
    lane = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    total = u32(0)
    for i in range(count):
        if (i * 7 & 3) == bit:
            total = total * 3 + values[i] + wd.wave_active_count_bits(lane > i)
    out[lane] = total


def test_a_condition_of_the_trip():
    values = numbers(np.uint32, 200)
    assert broadcasts(some_trips)
    for count in (0, 1, 4, 37, 150):
        for bit in (0, 3, 4):
            same(some_trips, 1, values, np.zeros(256, np.uint32), count, bit)
    for bit, pieces in ((3, 5), (4, 0)):
        plain = some_trips.count(1, values, np.zeros(256, np.uint32), 40, bit, wave_size=8)
        few = some_trips.count(1, values, np.zeros(256, np.uint32), 40, bit, wave_size=8, **BROADCAST)
        assert plain.loads.executions == (2 * 10 if pieces else 0)
        assert few.loads.executions == 2 * pieces


@wd.kernel(num_waves=1)
def branches(
    values: wd.Buffer[wd.float4],
    out: wd.RWBuffer[wd.float4],
    divisors: wd.Buffer[u32],
    others: wd.Texture2D[wd.float4],
    count: u32,
    level: u32,
):
    total = wd.float4(0.0)
    for i in range(count):
        divisor = divisors[i]
        if divisor != 0:
            part = i * 5 // divisor
            if part < level:
                total = total * 0.5 + values[part]
            elif level > 3:
                total = total - others[part % 8, 1]
        else:
            total = total * 0.25 - values[i] + others[i, 0]
        if level > 5:
            total = total + values[i // 2]
    out[wd.wave_lane_index()] = total


def test_conditions_in_conditions():
    """A quotient is computed for the trips alone in which its divisor is not 0."""
    divisors = np.random.default_rng(11).integers(0, 4, 60, np.uint32)
    values, others = numbers(np.float32, (60, 4)), numbers(np.float32, (2, 60, 4))
    assert broadcasts(branches)
    for level in (0, 4, 9, 1000):
        for count in (0, 5, 60):
            same(branches, 1, values, np.zeros((128, 4), np.float32), divisors, others, count, level)
    few = branches.count(1, values, np.zeros((128, 4), np.float32), divisors, others, 60, 9, wave_size=32, **BROADCAST)
    assert few.of("divisors").loads.executions == 2
    # Three places in the kernel, of four components each, in two pieces of the loop.
    assert few.of("values").loads.executions <= 3 * 4 * 2


@wd.kernel(num_threads=48)
def some_of_a_list(values: wd.Buffer[u32], out: wd.RWBuffer[u32], lists: wd.Buffer[wd.uint2], width: u32):
    thread = wd.group_index()
    list = lists[thread // width]
    total = list.y
    for i in range(list.x, list.x + list.y):
        key = values[i]
        if key & 1 == 0:
            total = total * 3 + values[key % 60]
    out[thread] = total


@pytest.mark.parametrize("width", [1, 16, 1000])
def test_conditions_where_lanes_are_missing_or_differ(width):
    lists = np.random.default_rng(12).integers(0, 30, (48, 2), np.uint32)
    assert broadcasts(some_of_a_list)
    for known in (lists, np.full_like(lists, 21)):
        same(some_of_a_list, 1, numbers(np.uint32, 80), np.zeros(48, np.uint32), known, width)


@wd.kernel(num_waves=1)
def found(values: wd.Buffer[u32], out: wd.RWBuffer[u32], count: u32):
    lane = wd.wave_lane_index()
    total = u32(0)
    for i in range(count):
        if i & 1 == 1:
            total = total + values[i]
        if total > lane * 9:
            break
    out[lane] = total


def test_lanes_that_leave_the_loop_at_different_trips():
    assert not broadcasts(found)
    same(found, 1, np.arange(80, dtype=np.uint32), np.zeros(128, np.uint32), 70)


# What has to stay.


@wd.kernel(num_waves=1)
def in_place(values: wd.RWBuffer[u32], count: u32):
    for i in range(count):
        values[i + 1] = values[i] * 3 + 1


def test_loops_that_write_the_buffer():
    assert not broadcasts(in_place)
    same(in_place, 1, numbers(np.uint32, 80), 70, out=0)


@wd.kernel(num_waves=1)
def some_lanes(values: wd.Buffer[u32], out: wd.RWBuffer[u32], count: u32):
    lane = wd.wave_lane_index()
    total = u32(0)
    for i in range(count):
        if lane > i:
            total = total * 3 + values[i]
    out[lane] = total


def test_a_load_under_a_condition():
    assert not broadcasts(some_lanes)
    same(some_lanes, 1, numbers(np.uint32, 80), np.zeros(128, np.uint32), 70)


@wd.kernel(num_waves=1)
def linked(values: wd.Buffer[u32], out: wd.RWBuffer[u32], count: u32):
    place = u32(1)
    for _ in range(count):
        place = values[place]
    out[wd.wave_lane_index()] = place


def test_a_linked_list():
    assert not broadcasts(linked)
    following = np.random.default_rng(5).permutation(64).astype(np.uint32)
    same(linked, 1, following, np.zeros(128, np.uint32), 40)
