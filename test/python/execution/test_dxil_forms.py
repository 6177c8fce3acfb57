"""The forms that kernels take on targets which cannot ask for a wave size or do not number waves, run on the CPU: each
gives what the plain form gives."""

from __future__ import annotations

import importlib.util
import math
import sys
from pathlib import Path

import numpy as np
import pytest
from machines import SIZES, Machine
from numbers_of_waves import UNTOUCHED, Column, check, of_threads, of_waves, seen

import wavedialect as wd
from wavedialect import u32
from wavedialect.backends.cpu.compile import compile_cpu
from wavedialect.kernels.kernel import Kernel
from wavedialect.runtime.placement import LaunchOptions

pytestmark = pytest.mark.filterwarnings("ignore::wavedialect.WaveWarning")

EXAMPLES = Path(__file__).parents[3] / "examples"
EXACT = {"emulate_group_index": True}
SURPLUS = {"surplus_form": True}
COUNTED = {"surplus_form": True, "emulate_group_index": True}
PLAIN = Machine("cpu", "cpu")


def machine(extra: int = 0, **options) -> Machine:
    if extra:
        options["extra_waves"] = extra
    return Machine(f"cpu with {options}", "cpu", options, extra)


def sizes_of(kernel) -> list[int]:
    return kernel.wave_sizes("cpu")


# Groups of threads: the count is the counter's, and the index the order of arrival.


@pytest.mark.parametrize("extent", [(1,), (3,), (8,), (10,), (49,), (16, 16), (7, 7), (4, 4, 4), (1, 33)], ids=str)
@pytest.mark.parametrize("extra", [0, 1, 2, 3])
def test_groups_of_threads(extent, extra):
    """What DXC's tests ask of index and count, wherever they are asked for."""
    threads, kernel = math.prod(extent), of_threads(extent)
    orders = ["linear", "tiled", ("shuffled", 5)]
    for place, size in enumerate(SIZES[extra::3] if extra else SIZES):
        waves = -(-threads // size) + extra
        if waves > threads:
            continue  # Not every wave could have a lane.
        rows = seen(machine(extra, lane_order=orders[place % 3], **EXACT), kernel, threads, size)
        check(rows, size, waves)
        assert set(rows[0, :, Column["index_before"]].tolist()) == set(range(waves))


def test_waves_without_a_lane_are_not_counted():
    for size in SIZES:
        idle = Machine("idle", "cpu", {"extra_waves": (2, "idle"), **EXACT})
        check(seen(idle, of_threads((49,)), 49, size), size, -(-49 // size))


@wd.kernel(num_threads=(13, 5))
def meet_by_count(out: wd.RWBuffer[u32]):
    """Barriers in a loop over the waves: the count is the same for the group."""
    sums = wd.groupshared(u32, 65)
    number = wd.group_index()
    sums[number] = u32(0)
    wd.group_memory_barrier_with_group_sync()
    for wave in range(wd.group_wave_count()):
        if wave == wd.group_wave_index():
            sums[number] += wave + 1
        wd.group_memory_barrier_with_group_sync()
        if number % 7 == 3:
            return
    out[number] = sums[number] - wd.group_wave_index()


@pytest.mark.parametrize("size", SIZES)
def test_barriers_that_depend_on_the_count(size):
    for extra in (0, 2):
        out = np.zeros(65, np.uint32)
        meet_by_count.dispatch(1, out, device="cpu", wave_size=size, extra_waves=extra, **EXACT)
        assert out.tolist() == [int(number % 7 != 3) for number in range(65)]


# Groups of waves.


@pytest.mark.parametrize(
    ("num_waves", "stated"),
    [(1, None), (3, None), (1, 16), (2, 4), (7, 8), (2, (4, 16)), (7, (4, 16)), (3, (8, 32, 32)), (32, (4, 64))],
)
def test_groups_of_waves(num_waves, stated):
    """Each form, with more waves than are asked for, at every size in range: a row stands where its wave's index says."""
    kernel = of_waves(num_waves, stated)
    sizes = sizes_of(kernel)
    for size in sizes:
        lanes = num_waves * size
        expected = seen(PLAIN, kernel, lanes, size)
        for form in (EXACT, SURPLUS, COUNTED):
            needed = num_waves * max(sizes) // size if "surplus_form" in form else num_waves
            for extra in (0, 1, 3) if size == sizes[len(sizes) // 2] else (0,):
                if (needed + extra) * size > 1024:
                    continue
                rows = seen(machine(extra, **form), kernel, lanes, size)
                check(rows, size, num_waves)
                np.testing.assert_array_equal(rows, expected)


def run_at(kernel, size: int, groups: tuple[int, int, int], arguments: list, **options) -> None:
    """A launch at a size that a dispatch would refuse."""
    device, program = wd.open_device("cpu"), kernel._program(False)
    loaded = device.load(program, size, True, LaunchOptions(**options))
    device.launch(loaded, program.signature.check(arguments), groups, True)


@pytest.mark.parametrize("form", [SURPLUS, COUNTED], ids=str)
@pytest.mark.parametrize(("num_waves", "stated"), [(1, (8, 16)), (3, (16, 32)), (3, 16), (16, (4, 128)), (2, None)])
def test_groups_of_other_sizes_retire_completely(form, num_waves, stated):
    kernel = of_waves(num_waves, stated)
    for size in SIZES:
        rows = np.full((1, num_waves * 128, len(Column)), UNTOUCHED, np.uint32)
        run_at(kernel, size, (1, 1, 1), [rows], **form)
        touched = (rows != UNTOUCHED).all(axis=-1).sum()
        assert touched == (num_waves * size if size in sizes_of(kernel) else 0)
        assert (rows != UNTOUCHED).any(axis=-1).sum() == touched


@wd.kernel(num_waves=3, wave_size=(8, 64))
def reverse(src: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    """An array of the lanes of all waves, whose size is the machine's in the surplus form."""
    lanes = wd.wave_lane_count()
    all = wd.group_wave_count() * lanes
    store = wd.groupshared(u32, wd.group_wave_count() * wd.wave_lane_count())
    place = wd.group_wave_index() * lanes + wd.wave_lane_index()
    store[place] = src[place]
    # A barrier in a loop over the lanes: the size is the same for the group.
    for _ in range(lanes // 4):
        wd.group_memory_barrier_with_group_sync()
    out[place] = store[all - 1 - place]


@pytest.mark.parametrize("size", [8, 16, 32, 64])
@pytest.mark.parametrize("form", [EXACT, SURPLUS, COUNTED], ids=str)
def test_groupshared_memory_of_all_lanes(size, form):
    src = np.arange(100, 100 + 3 * size, dtype=np.uint32)
    for extra in (0, 1, 3):
        out = np.zeros(src.size, np.uint32)
        reverse.dispatch(1, src, out, device="cpu", wave_size=size, extra_waves=extra, **form)
        np.testing.assert_array_equal(out, src[::-1])


@wd.kernel(num_waves=1)
def countdown(src: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    """Barriers that the only wave decides about."""
    store = wd.groupshared(u32, 128)
    lane = wd.wave_lane_index()
    left = src[lane]
    trips = u32(0)
    while wd.wave_active_any_true(left != 0):
        store[lane] = left
        wd.group_memory_barrier_with_group_sync()
        left = store[lane] - wd.min(u32(1), store[lane])
        trips += 1
    out[lane] = trips


@pytest.mark.parametrize("size", SIZES)
def test_barriers_of_the_only_wave(size):
    src, out = np.arange(size, dtype=np.uint32), np.zeros(size, np.uint32)
    countdown.dispatch(1, src, out, device="cpu", wave_size=size, **EXACT)
    assert (out == size - 1).all()


@wd.kernel(num_waves=4, wave_size=(4, 32))
def persistent(queue: wd.Buffer[u32], next: wd.RWBuffer[u32], out: wd.RWBuffer[u32]):
    """Ends by a return that the group takes together, while surplus waves have long retired."""
    place = wd.groupshared(u32, 1)
    wave, lane = wd.group_wave_index(), wd.wave_lane_index()
    while True:
        if wave == 3 and wd.wave_is_first_lane():
            place[0] = wd.atomic_add(next, 0, 1)
        wd.group_memory_barrier_with_group_sync()
        item = wd.group_uniform(place[0])
        wd.group_memory_barrier_with_group_sync()
        if item >= len(queue):
            return
        wd.atomic_add(out, item, queue[item] + 0 * (wave + lane))


@pytest.mark.parametrize("size", [4, 8, 16, 32])
def test_a_group_that_fetches_its_work(size):
    queue = np.random.default_rng(size).integers(0, 1000, 37, np.uint32)
    for form in ({}, EXACT, SURPLUS, COUNTED):
        next, out = np.zeros(1, np.uint32), np.zeros(queue.size, np.uint32)
        persistent.dispatch(5, queue, next, out, device="cpu", wave_size=size, threads=1, **form)
        np.testing.assert_array_equal(out, queue * (4 * size))
        assert next[0] == queue.size + 5


# The examples check themselves.


def load(path: Path):
    spec = importlib.util.spec_from_file_location(path.stem.replace("-", "_"), path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def names() -> list[str]:
    return sorted(path.stem for path in EXAMPLES.glob("0*.py"))


@pytest.mark.parametrize("form", [EXACT, SURPLUS, COUNTED], ids=str)
@pytest.mark.parametrize("name", names())
def test_examples(name, form, monkeypatch, capsys):
    """At every wave size; with a wave more where there is room for it."""
    example = load(EXAMPLES / f"{name}.py")
    plain, forms = Kernel.dispatch, []

    def dispatch(kernel, *arguments, **options):
        size, waves = options["wave_size"], kernel.attributes.num_waves
        if waves:
            needed = waves * max(sizes_of(kernel)) // size if "surplus_form" in form else waves
            options["extra_waves"] = int((needed + 1) * size <= 1024)
        forms.append(size)
        return plain(kernel, *arguments, **options, **form)

    monkeypatch.setattr(Kernel, "dispatch", dispatch)
    if hasattr(example, "run"):
        (kernel,) = (value for value in vars(example).values() if isinstance(value, Kernel))
        for size in sizes_of(kernel):
            monkeypatch.setattr(sys, "argv", [name, "--device", "cpu", "--wave-size", str(size)])
            example.main()
    else:
        monkeypatch.setattr(sys, "argv", [name, "--device", "cpu"])
        example.main()
    assert len(set(forms)) >= 3 and capsys.readouterr().out


# What the forms are.


def compiled(kernel, **options) -> str:
    """The kernel's code for the CPU."""
    device = wd.open_device("cpu")
    return compile_cpu(kernel._program(False).module, device._options(kernel._program(False), 16, **options)).stages[
        "simd"
    ]


def test_only_kernels_that_ask_for_numbers_have_a_counter():
    @wd.kernel(num_threads=64)
    def plain(out: wd.RWBuffer[u32]):
        out[wd.group_index()] = wd.wave_active_sum(u32(1))

    @wd.kernel(num_waves=1)
    def single(out: wd.RWBuffer[u32]):
        out[wd.wave_lane_index()] = wd.group_wave_index() + wd.group_wave_count()

    @wd.kernel(num_waves=2)
    def known(out: wd.RWBuffer[u32]):
        out[wd.wave_lane_index()] = wd.group_wave_count()

    for kernel in (plain, single, known):
        assert compiled(kernel, emulate_group_index=True).count("dense<[1, 0, ") == 1
    assert compiled(single, emulate_group_index=True, surplus_form=True).count("dense<[1, 64, ") == 1


def test_the_counter_counts_in_the_limit():
    @wd.kernel(num_threads=64, group_shared_limit=1024)
    def full(out: wd.RWBuffer[u32]):
        store = wd.groupshared(u32, 256)
        store[wd.group_index()] = wd.group_wave_index()
        wd.group_memory_barrier_with_group_sync()
        out[wd.group_index()] = store[wd.group_index() ^ 1]

    out = np.zeros(64, np.uint32)
    full.dispatch(1, out, device="cpu")
    with pytest.raises(wd.CompileError, match="uses 1028 bytes of groupshared memory; the limit of a group is 1024"):
        full.dispatch(1, out, device="cpu", **EXACT)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"surplus_form": 1}, "surplus_form is 1\nhelp: use True or False"),
        ({"emulate_group_index": "no"}, "emulate_group_index is 'no'\nhelp: use True or False"),
        (
            {"surplus_form": True, "check": True},
            "`check` runs the kernel as written, and does not support `surplus_form`",
        ),
        (
            {"emulate_group_index": True, "check": True},
            "`check` runs the kernel as written, and does not support `emulate_group_index`",
        ),
        ({"surplus_form": True, "extra_waves": 3, "wave_size": 8}, "with 3 extra waves has 131 waves of 8 lanes"),
        ({"surplus_form": True, "wave_size": 128}, "kernel 'k' does not run at wave_size=128"),
    ],
)
def test_wrong_options(options, said):
    @wd.kernel(num_waves=16)
    def k(out: wd.RWBuffer[u32]):
        out[wd.group_wave_index()] = u32(1)

    with pytest.raises(wd.LaunchError, match=said):
        k.dispatch(1, np.zeros(64, np.uint32), device="cpu", **options)
    with pytest.raises(wd.DeviceError, match="device 'interpreter' cannot run with surplus_form=True"):
        k.dispatch(1, np.zeros(64, np.uint32), device="interpreter", surplus_form=True)
