"""Atomics of many lanes at one address become one of a wave or of a group, and give what they gave."""

import functools
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import wavedialect as wd
from wavedialect import f32, i32, i64, u32, u64

sys.path.insert(0, str(Path(__file__).parents[1] / "dxil"))
import dxv  # noqa: E402

SIZES = (4, 8, 16, 32, 64, 128)
WAVES = (2, 4, 8)
FORMS = ({}, {"surplus_form": True}, {"emulate_group_index": True}, {"surplus_form": True, "emulate_group_index": True})
LEAST = 3 << 30


def words(count: int, seed: int = 0) -> np.ndarray:
    """Random ones."""
    return np.random.default_rng(seed).integers(0, 1 << 32, count, dtype=np.uint32)


# --- Blocks --------------------------------------------------------------------


@functools.cache
def append_under_conditions(waves: int) -> wd.Kernel:
    """What a beginner writes."""

    @wd.kernel(num_waves=waves)
    def append_under_conditions(values: wd.Buffer[u32], counter: wd.RWBuffer[u32], kept: wd.RWBuffer[u32], n: u32):
        group = wd.group_id().x * wd.group_wave_count() + wd.group_wave_index()
        i = group * wd.wave_lane_count() + wd.wave_lane_index()
        if i < n:
            value = values[i]
            if value >= LEAST:
                kept[wd.atomic_add(counter, 0, 1)] = value

    return append_under_conditions


@functools.cache
def append_behind_returns(waves: int) -> wd.Kernel:
    """The same, with early returns."""

    @wd.kernel(num_waves=waves)
    def append_behind_returns(values: wd.Buffer[u32], counter: wd.RWBuffer[u32], kept: wd.RWBuffer[u32], n: u32):
        group = wd.group_id().x * wd.group_wave_count() + wd.group_wave_index()
        i = group * wd.wave_lane_count() + wd.wave_lane_index()
        if i >= n:
            return
        value = values[i]
        if value < LEAST:
            return
        kept[wd.atomic_add(counter, 0, 1)] = value

    return append_behind_returns


@functools.cache
def append_by_wave(waves: int) -> wd.Kernel:
    """By somebody who knows of waves: one lane of each adds."""

    @wd.kernel(num_waves=waves)
    def append_by_wave(values: wd.Buffer[u32], counter: wd.RWBuffer[u32], kept: wd.RWBuffer[u32], n: u32):
        group = wd.group_id().x * wd.group_wave_count() + wd.group_wave_index()
        i = group * wd.wave_lane_count() + wd.wave_lane_index()
        value = u32(0)
        if i < n:
            value = values[i]
        keep = value >= LEAST
        count = wd.wave_active_count_bits(keep)
        start = u32(0)
        if wd.wave_is_first_lane():
            start = wd.atomic_add(counter, 0, count)
        start = wd.wave_read_lane_first(start)
        if keep:
            kept[start + wd.wave_prefix_count_bits(keep)] = value

    return append_by_wave


@functools.cache
def append_counted(waves: int) -> wd.Kernel:
    """Each element as often as its lowest bits say, which may be never."""

    @wd.kernel(num_waves=waves)
    def append_counted(values: wd.Buffer[u32], counter: wd.RWBuffer[u32], kept: wd.RWBuffer[u32], n: u32):
        group = wd.group_id().x * wd.group_wave_count() + wd.group_wave_index()
        i = group * wd.wave_lane_count() + wd.wave_lane_index()
        if i < n:
            value = values[i]
            times = value % 4
            start = wd.atomic_add(counter, 0, times)
            for j in range(times):
                kept[start + j] = value

    return append_counted


APPENDS = (append_under_conditions, append_behind_returns, append_by_wave, append_counted)


def waves_together(append: object, waves: int) -> int:
    """How many waves share an atomic: fewer than four that do one each do not wait for each other."""
    return 1 if append is append_by_wave and waves < 4 else waves


def expected_blocks(append: object, values: np.ndarray, lanes: int) -> list[np.ndarray]:
    """What each group appends, in its order."""
    pieces = [values[start : start + lanes] for start in range(0, values.size, lanes)]
    if append is append_counted:
        return [np.repeat(piece, piece % 4) for piece in pieces]
    return [piece[piece >= LEAST] for piece in pieces]


def check_blocks(kept: np.ndarray, blocks: list[np.ndarray]) -> None:
    """One block a group, each in one piece; random words hardly begin two blocks."""
    starts = {int(block[0]): block for block in blocks if block.size}
    place = 0
    while place < kept.size:
        block = starts.pop(int(kept[place]))
        np.testing.assert_array_equal(kept[place : place + block.size], block)
        place += block.size
    assert not starts


def run_append(kernel: wd.Kernel, values: np.ndarray, groups: int, size: int, **options) -> np.ndarray:
    counter, kept = np.zeros(1, np.uint32), np.zeros(4 * values.size, np.uint32)
    kernel.dispatch(groups, values, counter, kept, values.size, device="cpu", wave_size=size, **options)
    return kept[: counter[0]]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("append", APPENDS, ids=lambda append: append.__name__)
def test_a_group_writes_one_block_in_its_order(append, size):
    for waves in WAVES:
        # The last group has lanes, and a whole wave, without an element, and one more group has none at all.
        values = words(5 * waves * size - size - 3)
        blocks = expected_blocks(append, values, waves_together(append, waves) * size)
        for form in FORMS:
            check_blocks(run_append(append(waves), values, 6, size, opt_level=2, **form), blocks)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("append", APPENDS, ids=lambda append: append.__name__)
def test_one_atomic_a_group(append, size):
    for waves in WAVES:
        values = words(5 * waves * size - size - 3)
        arguments = values, np.zeros(1, np.uint32), np.zeros(4 * values.size, np.uint32), values.size
        blocks = expected_blocks(append, values, waves * size)

        def atomics(arguments=arguments, waves=waves, **options):
            return append(waves).count(6, *arguments, wave_size=size, **options).of("counter").atomics.lanes

        # A group of which no lane gets there has none.
        together = waves_together(append, waves)
        groups = 6 * waves // together if append is append_by_wave else sum(block.size > 0 for block in blocks)
        if append is append_counted:
            groups = 5
        assert atomics(opt_level=2) == groups
        assert atomics() > groups or together < waves
        assert atomics(opt_level=2, disable=["aggregate-atomics"]) == atomics()


@pytest.mark.parametrize("size", SIZES)
def test_one_atomic_for_all_items_of_a_group(size):
    """A lane appends in a loop; what a group writes is one block, or what a wave does where there are few."""
    items = 5

    def append(waves):
        @wd.kernel(num_waves=waves)
        def append_items(values: wd.Buffer[u32], counter: wd.RWBuffer[u32], kept: wd.RWBuffer[u32], n: u32):
            lanes = wd.group_wave_count() * wd.wave_lane_count()
            lane = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
            for item in range(u32(items)):
                i = (wd.group_id().x * items + item) * lanes + lane
                if i < n:
                    if values[i] >= LEAST:
                        kept[wd.atomic_add(counter, 0, 1)] = values[i]

        return append_items

    for waves in WAVES:
        lanes = waves * size
        values = words(4 * items * lanes - size - 3)
        blocks = []
        for start in range(0, values.size, items * lanes):
            trips = [values[start : start + items * lanes][trip * lanes :][:lanes] for trip in range(items)]
            # Of each wave its trips.
            pieces = [np.concatenate([trip[wave * size :][:size] for trip in trips]) for wave in range(waves)]
            pieces = [piece[piece >= LEAST] for piece in pieces]
            blocks += [np.concatenate(pieces)] if waves >= 4 else pieces
        for form in FORMS:
            check_blocks(run_append(append(waves), values, 5, size, opt_level=2, **form), blocks)
        counter, kept = np.zeros(1, np.uint32), np.zeros(values.size, np.uint32)
        count = append(waves).count(5, values, counter, kept, values.size, wave_size=size, opt_level=2)
        assert count.of("counter").atomics.lanes == sum(block.size > 0 for block in blocks)


# --- Orders --------------------------------------------------------------------

OPERATIONS = {
    "add": np.add,
    "and": np.bitwise_and,
    "or": np.bitwise_or,
    "xor": np.bitwise_xor,
    "min": np.minimum,
    "max": np.maximum,
}


def check_order(initial: np.generic, final: np.generic, brought: np.ndarray, found: np.ndarray, function) -> None:
    """There is an order of the lanes in which each of them finds what the one before it left: a way through all of
    their steps, from what memory held to what it holds. There is one where every number is left as often as it is
    found, but for the ends, and all hang together."""
    with np.errstate(over="ignore"):
        left = function(found, brought)
    balance = Counter(left.tolist())
    balance.subtract(found.tolist())
    balance[int(initial)] += 1
    balance[int(final)] -= 1
    assert not any(balance.values())
    parents: dict[int, int] = {}

    def root(number: int) -> int:
        while parents.setdefault(number, number) != number:
            parents[number] = number = parents[parents[number]]
        return number

    for before, after in zip(found.tolist(), left.tolist(), strict=True):
        parents[root(before)] = root(after)
    assert len({root(number) for number in [*found.tolist(), int(initial)]}) == 1


def test_the_check_of_orders():
    brought = np.array([5, 3, 9], np.uint32)
    check_order(np.uint32(1), np.uint32(18), brought, np.array([4, 1, 9], np.uint32), np.add)
    check_order(np.uint32(7), np.uint32(3), brought, np.array([3, 7, 3], np.uint32), np.minimum)
    for final, found in ((18, [1, 6, 8]), (17, [4, 1, 9]), (18, [5, 1, 9])):
        with pytest.raises(AssertionError):
            check_order(np.uint32(1), np.uint32(final), brought, np.array(found, np.uint32), np.add)
    with pytest.raises(AssertionError):
        # Two loops that do not meet.
        check_order(np.uint32(0), np.uint32(0), np.array([1, 1, 1, 1]), np.array([0, 1, 6, 7]), np.bitwise_xor)


@wd.func
def lane_of_waves():
    """Among the lanes of the group."""
    return wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()


@functools.cache
def every_kind(element: type, waves: int | None) -> wd.Kernel:
    """All kinds, with a number of the lane's own, in some lanes; each gives what it found."""

    lane = lane_of_waves if waves else wd.group_index

    @wd.kernel(**({"num_waves": waves} if waves else {"num_threads": (50, 3, 1)}))
    def every_kind(
        values: wd.Buffer[element], results: wd.RWBuffer[element], found: wd.RWBuffer[element], lanes: u32, n: u32
    ):
        i = wd.group_id().x * lanes + lane()
        if i % 5 != 2:
            value = values[i]
            found[i] = wd.atomic_add(results, 0, value)
            found[n + i] = wd.atomic_and(results, 1, value)
            found[2 * n + i] = wd.atomic_or(results, 2, value)
            found[3 * n + i] = wd.atomic_xor(results, 3, value)
            found[4 * n + i] = wd.atomic_min(results, 4, value)
            found[5 * n + i] = wd.atomic_max(results, 5, value)

    return every_kind


@functools.cache
def every_kind_of_one(element: type, waves: int | None) -> wd.Kernel:
    """The same with a number that all lanes have, and with that number or the one that changes nothing."""

    lane = lane_of_waves if waves else wd.group_index

    @wd.kernel(**({"num_waves": waves} if waves else {"num_threads": (50, 3, 1)}))
    def every_kind_of_one(
        values: wd.Buffer[element], results: wd.RWBuffer[element], found: wd.RWBuffer[element], lanes: u32, n: u32
    ):
        i = wd.group_id().x * lanes + lane()
        if i % 5 != 2:
            one = values[0]
            some = one if values[i] % 2 == 0 else element(0)
            found[i] = wd.atomic_add(results, 0, one)
            found[n + i] = wd.atomic_and(results, 1, one)
            found[2 * n + i] = wd.atomic_or(results, 2, some)
            found[3 * n + i] = wd.atomic_xor(results, 3, one)
            found[4 * n + i] = wd.atomic_min(results, 4, one)
            found[5 * n + i] = wd.atomic_max(results, 5, some)

    return every_kind_of_one


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("element", [u32, i32, u64, i64], ids=str)
@pytest.mark.parametrize("kernel", [every_kind, every_kind_of_one], ids=lambda kernel: kernel.__name__)
def test_every_kind_matches_some_order_of_the_lanes(kernel, element, size):
    dtype = np.dtype({u32: "u4", i32: "i4", u64: "u8", i64: "i8"}[element])
    for waves in (None, 2, 4, 17):
        lanes = waves * size if waves else 150
        if lanes > 1024:
            continue
        groups, count = 3, 3 * lanes
        values = np.random.default_rng(1).integers(0, 256, (count, dtype.itemsize), np.uint8).view(dtype)[:, 0]
        initial = np.random.default_rng(2).integers(0, 256, (6, dtype.itemsize), np.uint8).view(dtype)[:, 0]
        results, found = initial.copy(), np.zeros(6 * count, dtype)
        kernel(element, waves).dispatch(
            groups, values, results, found, lanes, count, device="cpu", wave_size=size, opt_level=2
        )
        there = np.arange(count) % 5 != 2
        for place, (name, function) in enumerate(OPERATIONS.items()):
            brought = values[there]
            if kernel is every_kind_of_one:
                brought = np.full_like(brought, values[0])
                if name in ("or", "max"):
                    brought = np.where(values[there] % 2 == 0, values[0], dtype.type(0))
            mine = found[place * count : (place + 1) * count][there]
            check_order(initial[place], results[place], brought, mine, function)


@functools.cache
def sums_without_a_use(waves: int | None) -> wd.Kernel:
    """What a histogram of one bin is, in a loop."""

    lane = lane_of_waves if waves else wd.group_index

    @wd.kernel(**({"num_waves": waves} if waves else {"num_threads": 100}))
    def sums_without_a_use(
        values: wd.Buffer[u32], sums: wd.RWBuffer[u32], most: wd.RWBuffer[u32], lanes: u32, trips: u32
    ):
        for j in range(trips):
            value = values[(wd.group_id().x * trips + j) * lanes + lane()]
            wd.atomic_add(sums, j, value)
            if value % 3 == 0:
                wd.atomic_max(most, j, value)

    return sums_without_a_use


@pytest.mark.parametrize("size", SIZES)
def test_in_a_loop_without_a_use(size):
    trips, groups = 3, 4
    for waves in (None, *WAVES):
        lanes = waves * size if waves else 100
        values = words(groups * trips * lanes).reshape(groups, trips, lanes)
        sums, most = np.zeros(trips, np.uint32), np.zeros(trips, np.uint32)
        arguments = values.reshape(-1), sums, most, lanes, trips
        kernel = sums_without_a_use(waves)
        kernel.dispatch(groups, *arguments, device="cpu", wave_size=size, opt_level=2)
        np.testing.assert_array_equal(sums, values.sum(axis=(0, 2), dtype=np.uint32))
        np.testing.assert_array_equal(most, np.where(values % 3 == 0, values, 0).max(axis=(0, 2)))
        counts = kernel.count(groups, *arguments, wave_size=size, opt_level=2)
        each = groups * trips * (1 if waves else -(-100 // size))
        assert counts.of("sums").atomics.lanes == each
        assert 0 < counts.of("most").atomics.lanes <= each


# --- Nobody gets there ---------------------------------------------------------


@wd.kernel(num_waves=4)
def bins_of_groups(values: wd.Buffer[u32], bins: wd.RWBuffer[u32], found: wd.RWBuffer[u32], n: u32):
    """Groups beyond the last element have no bin."""
    i = (wd.group_id().x * 4 + wd.group_wave_index()) * wd.wave_lane_count() + wd.wave_lane_index()
    if i < n:
        found[i] = wd.atomic_add(bins, wd.group_id().x, values[i])
        wd.atomic_max(bins, wd.group_id().x + 2, values[i])


@pytest.mark.parametrize("unchecked", [False, True])
def test_an_unused_address_is_not_accessed(unchecked):
    values = np.zeros(2 * 4 * 32, np.uint32)
    # With bounds left out, what comes after the bins is somebody else's.
    memory = np.full(4096, 7, np.uint32)
    found = np.zeros(values.size, np.uint32)
    options = {"device": "cpu", "wave_size": 32, "opt_level": 2, "unchecked": unchecked}
    bins_of_groups.dispatch(64, values, memory[:4], found, values.size, **options)
    assert (memory == 7).all() and (found == 7).all()
    counts = bins_of_groups.count(64, values, memory[:4], found, values.size, wave_size=32, opt_level=2)
    # All sums are 0, but lanes ask what was there; nobody asks for the maximum of nothing.
    assert counts.of("bins").atomics["atomic_add"].lanes == 2 and counts.of("bins").atomics["atomic_max"].lanes == 0


# --- Own order -----------------------------------------------------------------


@wd.kernel(num_waves=4)
def own_order(values: wd.RWBuffer[u32], seen: wd.RWBuffer[u32]):
    """A lane's own accesses of one place keep their order."""
    i = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    before = wd.atomic_max(values, 0, i + 1)
    added = wd.atomic_add(values, 0, 1000)
    after = wd.atomic_max(values, 0, 0)
    if before > added or added >= after:
        wd.atomic_add(seen, 0, 1)


@pytest.mark.parametrize("size", SIZES)
def test_each_lane_keeps_its_own_order(size):
    values, wrong = np.zeros(1, np.uint32), np.zeros(1, np.uint32)
    own_order.dispatch(1, values, wrong, device="cpu", wave_size=size, opt_level=2)
    assert wrong[0] == 0
    assert 1000 * 4 * size < values[0] <= (1000 + 1) * 4 * size


# --- Floats --------------------------------------------------------------------


@wd.kernel(num_waves=2)
def extremes_of_floats(values: wd.Buffer[f32], memory: wd.RWBuffer[f32], old: wd.RWBuffer[f32]):
    i = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    old[2 * i] = wd.atomic_min(memory, 0, values[i])
    old[2 * i + 1] = wd.atomic_max(memory, 1, values[i])
    wd.atomic_add(memory, 2, values[i])


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("start", [np.nan, 0.0, -0.0])
@pytest.mark.parametrize("special", [np.nan, -0.0, 1e-45])
def test_extremes_of_floats_are_combined_and_sums_are_not(size, start, special):
    values = np.resize(np.array([0.0, special], np.float32), 2 * size)
    memory, old = np.full(3, start, np.float32), np.zeros((2 * size, 2), np.float32)
    arguments = (1, values, memory, old)
    counts = extremes_of_floats.count(*arguments, wave_size=size, opt_level=2).atomics
    assert counts["atomic_min"].lanes == counts["atomic_max"].lanes == 2
    assert counts["atomic_add"].lanes == 2 * size
    extremes_of_floats.dispatch(*arguments, device="cpu", wave_size=size, opt_level=2)
    numbers = [number for number in (start, 0.0, special) if not np.isnan(number)]
    key = lambda number: (number, not np.signbit(number))
    ends = np.array([min(numbers, key=key), max(numbers, key=key)], np.float32)
    assert memory[:2].view(np.uint32).tolist() == ends.view(np.uint32).tolist()
    for kind in (0, 1):
        # Each lane sees the start or the end, and the first one the start.
        seen = {float(number).hex() for number in old[:, kind]}
        assert float(np.float32(start)).hex() in seen
        assert seen <= {float(np.float32(start)).hex(), float(ends[kind]).hex()}


# --- Targets -------------------------------------------------------------------


@pytest.mark.skipif(shutil.which("spirv-val") is None, reason="SPIRV-Tools are not installed")
@pytest.mark.parametrize(
    "kernel", [*(append(8) for append in APPENDS), every_kind(u32, 4), every_kind_of_one(i64, 4), extremes_of_floats]
)
def test_spirv_is_valid(kernel):
    for name, file in kernel.compile(opt_level=2).files.items():
        if name.endswith(".spv"):
            subprocess.run(["spirv-val", "--target-env", "vulkan1.3"], input=file, check=True)


@pytest.mark.skipif(dxv.path() is None, reason="there is no dxv")
@pytest.mark.parametrize("model", ["6.6", "6.10"])
@pytest.mark.parametrize(
    "kernel", [*(append(4) for append in APPENDS), every_kind(u32, 4), every_kind_of_one(i64, 4), extremes_of_floats]
)
def test_dxil_is_valid(kernel, model):
    bundle = kernel.compile("dxil", shader_model=model, opt_level=2)
    containers = [file for name, file in bundle.files.items() if name.endswith(".dxil")]
    assert containers
    for container in containers:
        dxv.validate(container)
