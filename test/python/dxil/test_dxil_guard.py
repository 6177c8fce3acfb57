"""The guard of the number of waves: groups that a driver does not run as X full waves retire and count themselves."""

import json
from pathlib import Path

import dxil_executor
import dxv
import jsonschema
import numpy as np
import pytest

import wavedialect as wd
from wavedialect import u32
from wavedialect.driver import bundle as bundle_module

SCHEMA = json.loads((Path(bundle_module.__file__).parent / "manifest.dxil.schema.json").read_text())
GROUPS = 3


@wd.kernel(num_waves=4, wave_size=(4, 32))
def sums_of_waves(out: wd.RWBuffer[u32], scale: u32):
    """Each wave writes how many lanes all of them have, which takes a barrier."""
    shared = wd.groupshared(u32, wd.group_wave_count())
    wave = wd.group_wave_index()
    lanes = wd.wave_active_count_bits(True)
    if wd.wave_is_first_lane():
        shared[wave] = lanes * scale
    wd.group_memory_barrier_with_group_sync()
    total = shared[0] + shared[1] + shared[2] + shared[3]
    i = (wd.group_id().x * 4 + wave) * wd.wave_lane_count() + wd.wave_lane_index()
    out[i] = total


@wd.kernel(num_waves=4, wave_size=8)
def no_index(out: wd.RWBuffer[u32]):
    """Without the index no wave retires, whatever their number."""
    if wd.wave_is_first_lane():
        wd.atomic_add(out, 0, u32(1))


@wd.kernel(num_waves=1, wave_size=8)
def one_wave(out: wd.RWBuffer[u32]):
    out[wd.group_id().x * 8 + wd.wave_lane_index()] = wd.wave_active_sum(u32(1))


@wd.kernel(num_waves=2, stage="amplification")
def launch_one():
    wd.dispatch_mesh(u32(1), u32(1), u32(1))


def compiled(kernel, model, **options):
    bundle = kernel.compile(target="dxil", shader_model=model, guard_wave_count=True, **options)
    jsonschema.validate(bundle.manifest, SCHEMA)
    assert bundle.manifest["guard"] == bundle.manifest["bindings"][-1]["name"] == "wave_guard"
    if dxv.path():
        for size in bundle.wave_sizes:
            dxv.validate(bundle.module_at(size))
    return bundle


def launch(bundle, size, arguments, **how):
    return dxil_executor.run(bundle.module_at(size), bundle.manifest, GROUPS, arguments, size, **how)


def deal(counts, lanes):
    """The threads of a group in waves of so many lanes each."""
    threads = iter(range(sum(counts)))
    return [[next(threads) for _ in range(count)] + [-1] * (lanes - count) for count in counts]


@pytest.mark.parametrize("reconvergence", dxil_executor.RECONVERGENCE)
@pytest.mark.parametrize("wave_order", ["linear", "reversed"])
@pytest.mark.parametrize("opt_level", [0, 1, 2])
@pytest.mark.parametrize("model", ["6.0", "6.5", "6.6", "6.8", "6.10"])
def test_full_waves_do_the_work(model, opt_level, wave_order, reconvergence):
    bundle = compiled(sums_of_waves, model, opt_level=opt_level)
    for size in (4, 8, 32):
        how = {"wave_order": wave_order, "reconvergence": reconvergence}
        out = np.zeros(GROUPS * 4 * size, np.uint32)
        result = launch(bundle, size, [out, 3], **how)
        assert result.retired_groups == 0
        np.testing.assert_array_equal(result.arguments[0], np.full_like(out, 4 * size * 3))


@pytest.mark.parametrize(
    "counts",
    [
        (8, 8, 8, 4, 4),  # a wave too many, and two that are not full
        (4, 4, 8, 8, 8),
        (4,) * 8,
        (8, 8, 8, 7, 1),
        (8, 8, 8, 0, 8),  # full, with one between them that has no lane: as stated
    ],
)
@pytest.mark.parametrize("opt_level", [0, 1, 2])
@pytest.mark.parametrize("model", ["6.6", "6.8", "6.10"])
def test_waves_that_are_not_full_retire_the_group(model, opt_level, counts):
    bundle = compiled(sums_of_waves, model, opt_level=opt_level)
    out = np.zeros(GROUPS * 32, np.uint32)
    result = launch(bundle, 8, [out, 1], placement=deal(counts, 8))
    # An empty wave takes a number of the machine's, and what is numbered from 4 on retires.
    fits = sorted(counts) == [0, 8, 8, 8, 8] and model != "6.10"
    assert result.retired_groups == (0 if fits else GROUPS)
    np.testing.assert_array_equal(result.arguments[0], np.full_like(out, 32 if fits else 0))


@pytest.mark.parametrize("model", ["6.6", "6.10"])
@pytest.mark.parametrize("machine", [4, 16, 32])
def test_a_driver_that_takes_another_wave_size(model, machine):
    bundle = compiled(sums_of_waves, model)
    out = np.zeros(GROUPS * 4 * 32, np.uint32)
    code = bundle.module_at(8)
    result = dxil_executor.run(code, bundle.manifest, GROUPS, [out, 1], machine, obeys_wave_size=False)
    assert result.retired_groups == GROUPS
    assert not result.arguments[0].any()


def test_without_the_guard_such_a_driver_gets_a_wrong_result():
    bundle = sums_of_waves.compile(target="dxil", shader_model="6.6", wave_size=8)
    assert "guard" not in bundle.manifest
    out = np.zeros(GROUPS * 32, np.uint32)
    result = launch(bundle, 8, [out, 1], placement=deal((8, 8, 8, 4, 4), 8))
    assert (result.arguments[0] != 32).any()


def test_more_waves_retire_alone_where_the_machine_numbers_them():
    bundle = compiled(sums_of_waves, "6.10")
    out = np.zeros(GROUPS * 32, np.uint32)
    result = launch(bundle, 8, [out, 1], extra_waves=1)
    assert result.retired_groups == 0
    np.testing.assert_array_equal(result.arguments[0], np.full_like(out, 32))


@pytest.mark.parametrize("model", ["6.6", "6.10"])
def test_more_waves_of_a_kernel_that_does_not_tell_them_apart(model):
    bundle = compiled(no_index, model)
    result = launch(bundle, 8, [np.zeros(1, np.uint32)], extra_waves=1)
    retires = model == "6.10"
    assert result.retired_groups == (0 if retires else GROUPS)
    assert result.arguments[0][0] == (4 * GROUPS if retires else 0)


@pytest.mark.parametrize("model", ["6.0", "6.5"])
def test_the_surplus_form(model):
    bundle = compiled(sums_of_waves, model)
    out = np.zeros(GROUPS * 32, np.uint32)
    # 128 threads: the driver fills the waves of the first half by halves.
    counts = [4] * 16 + [8] * 8
    result = launch(bundle, 8, [out, 1], placement=deal(counts, 8))
    assert result.retired_groups == GROUPS
    assert not result.arguments[0].any()


@pytest.mark.parametrize("size", [64, 128])
def test_a_size_out_of_range_is_reported(size):
    bundle = compiled(sums_of_waves, "6.5")
    out = np.zeros(GROUPS * 4 * size, np.uint32)
    result = launch(bundle, size, [out, 1])
    assert result.retired_groups == GROUPS
    assert not result.arguments[0].any()


@pytest.mark.parametrize("model", ["6.0", "6.6", "6.10"])
def test_one_wave(model):
    bundle = compiled(one_wave, model)
    out = np.zeros(GROUPS * 8, np.uint32)
    full = launch(bundle, 8, [out])
    assert full.retired_groups == 0
    np.testing.assert_array_equal(full.arguments[0], np.full_like(out, 8))
    halves = launch(bundle, 8, [out], placement=deal((4, 4), 8))
    assert halves.retired_groups == GROUPS
    assert not halves.arguments[0].any()


@pytest.mark.parametrize("model", ["6.5", "6.10"])
def test_an_amplification_group_that_retires_launches_nothing(model):
    bundle = compiled(launch_one, model)
    full = launch(bundle, 16, [])
    assert full.retired_groups == 0
    assert [mesh.counts for mesh in full.meshes] == [(1, 1, 1)] * GROUPS
    halves = launch(bundle, 16, [], placement=deal((8,) * 16, 16))
    assert halves.retired_groups == GROUPS
    assert all(0 in mesh.counts for mesh in halves.meshes)


@wd.kernel(num_waves=4, wave_size=8)
def rounds_from_memory(rounds: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    """The group loops as often as wave 0 says in groupshared memory; waves without work return early."""
    shared = wd.groupshared(u32, 1)
    wave = wd.group_wave_index()
    if wave == 0 and wd.wave_is_first_lane():
        shared[0] = rounds[wd.group_id().x]
    wd.group_memory_barrier_with_group_sync()
    left = wd.group_uniform(shared[0])
    if wave == 3:
        return
    total = u32(0)
    while left > 0:
        wd.group_memory_barrier_with_group_sync()
        total += left
        left -= u32(1)
    out[(wd.group_id().x * 4 + wave) * 8 + wd.wave_lane_index()] = total


@pytest.mark.parametrize("reconvergence", dxil_executor.RECONVERGENCE)
@pytest.mark.parametrize("opt_level", [0, 1, 2])
@pytest.mark.parametrize("model", ["6.0", "6.6", "6.10"])
def test_a_group_that_retires_runs_no_loop(model, opt_level, reconvergence):
    bundle = compiled(rounds_from_memory, model, opt_level=opt_level)
    arguments = [np.array([3, 1, 2], np.uint32), np.zeros(GROUPS * 32, np.uint32)]
    full = launch(bundle, 8, arguments, reconvergence=reconvergence)
    assert full.retired_groups == 0
    sums = full.arguments[1].reshape(GROUPS, 4, 8).max(axis=(1, 2))
    np.testing.assert_array_equal(sums, [6, 1, 3])
    # Nothing writes groupshared memory then, and the executor refuses what depends on it.
    parts = launch(bundle, 8, arguments, placement=deal((8, 8, 8, 4, 4), 8), reconvergence=reconvergence)
    assert parts.retired_groups == GROUPS
    assert not parts.arguments[1].any()


def test_the_guard_takes_the_next_free_register():
    bindings = compiled(sums_of_waves, "6.6").manifest["bindings"]
    assert [(binding["name"], binding["binding"]) for binding in bindings] == [("out", 0), ("wave_guard", 1)]


def test_constants_have_no_length_of_the_guard():
    fields = compiled(sums_of_waves, "6.6").manifest["constants"]["fields"]
    assert [(field["name"], field["role"]) for field in fields] == [("scale", "argument"), ("out", "length")]


@wd.kernel(num_threads=32)
def of_threads(out: wd.RWBuffer[u32]):
    out[wd.group_index()] = u32(1)


def test_a_kernel_of_threads_is_refused():
    with pytest.raises(wd.WaveError, match="kernel 'of_threads' does not state num_waves") as info:
        of_threads.compile(target="dxil", guard_wave_count=True)
    assert "state num_waves in the kernel's decorator" in str(info.value)
