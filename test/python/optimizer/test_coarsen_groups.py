"""Groups that do the work of several: the same results on every executor, at every wave size, for numbers of groups that
the factor does and does not divide."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from coarsening_kernels import CASES, COUNT, Case, append, append_and_raise, copy, one_element, with_scalar, zeros

import wavedialect as wd
from wavedialect import f32, u32
from wavedialect.driver.optimization import Optimization, without_merged_groups
from wavedialect.runtime.coarsening import launched_groups

SIZES = (4, 8, 16, 32, 64, 128)


def coarsened(factor: int, dimension: str = "x", level: int = 1) -> dict[str, Any]:
    return {"opt_level": level, "enable": (f"coarsen-groups{{factor={factor} dimension={dimension}}}",)}


def arrays(case: Case, size: int, **options: Any) -> list[bytes]:
    arguments = case.make(size)
    case.kernel.dispatch(case.groups, *arguments, wave_size=size, **options)
    found = [argument for argument in arguments if isinstance(argument, np.ndarray)]
    if case.unordered:
        found[-1] = np.sort(found[-1])
    return [array.tobytes() for array in found]


def sizes_of(case: Case, device: str) -> list[int]:
    return [size for size in SIZES if size in case.kernel.wave_sizes(device)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
@pytest.mark.parametrize("factor", [2, 3, 4, 16])
def test_same_on_the_cpu(case, factor):
    for size in sizes_of(case, "cpu"):
        expected = arrays(case, size, device="interpreter")
        for level in (0, 2):
            assert arrays(case, size, device="cpu", **coarsened(factor, level=level)) == expected, (size, level)


@pytest.mark.parametrize("case", [case for case in CASES if len(case.groups) == 3], ids=lambda case: case.name)
@pytest.mark.parametrize("dimension", ["x", "y", "z"])
def test_dimensions(case, dimension):
    expected = arrays(case, 8, device="interpreter")
    for factor in (2, 3, 5):
        assert arrays(case, 8, device="cpu", **coarsened(factor, dimension)) == expected, factor


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_same_on_vulkan(case):
    try:
        sizes = sizes_of(case, "vulkan")
    except wd.DeviceError as error:
        pytest.skip(str(error))
    for size in sizes[:1]:
        expected = arrays(case, size, device="interpreter")
        for factor in (2, 4):
            assert arrays(case, size, device="vulkan", **coarsened(factor, level=2)) == expected, factor


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
@pytest.mark.parametrize("least", [2, 5], ids=["together", "alone"])
def test_same_on_vulkan_for_few_and_for_many_groups(case, least):
    """Of 11 groups, those of two launched ones are enough to merge, and those of five are not."""
    try:
        sizes = sizes_of(case, "vulkan")
    except wd.DeviceError as error:
        pytest.skip(str(error))
    enable = (f"coarsen-groups{{factor=4 least-launched={least}}}",)
    for size in sizes[:1]:
        expected = arrays(case, size, device="interpreter")
        assert arrays(case, size, device="vulkan", opt_level=2, enable=enable) == expected
        assert arrays(case, size, device="vulkan", opt_level=2) == expected


def test_launched_groups():
    merged = {"coarsening": (1, 4, 1)}
    assert launched_groups({}, (5, 6, 7)) == (5, 6, 7)
    assert launched_groups(merged, (5, 6, 7)) == (5, 2, 7)
    assert launched_groups({**merged, "coarsening_least": 210}, (5, 6, 7)) == (5, 2, 7)
    assert launched_groups({**merged, "coarsening_least": 211}, (5, 6, 7)) == (5, 6, 7)
    # Merging along y does not pay if there are few groups in y.
    assert launched_groups({**merged, "coarsening_least": 210}, (1000, 3, 7)) == (1000, 3, 7)


def test_level_2_chooses_where_groups_have_a_cost():
    for target in ("spirv", "ptx"):
        bundle = copy.compile(target=target, opt_level=2)
        (factor, *others) = bundle.manifest["coarsening"]
        assert factor > 1 and others == [1, 1], target
        assert bundle.manifest["coarsening_least"] == 16384 * factor
        assert any(f"one group does the work of {factor} along x (" in remark for remark in bundle.remarks)
        assert "coarsening" not in copy.compile(target=target).manifest
        assert "coarsening" not in copy.compile(target=target, opt_level=2, disable=("coarsen-groups",)).manifest
        by_name = copy.compile(target=target, **coarsened(3, level=2)).manifest
        assert by_name["coarsening"] == [3, 1, 1] and "coarsening_least" not in by_name
    assert "coarsening" not in copy.compile(target="dxil", opt_level=2).manifest
    for target in ("cpu", "dxil"):
        remarks = copy.compile(target=target, wave_size=32, opt_level=2).remarks
        assert not any("one group does the work" in remark for remark in remarks), target


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
@pytest.mark.parametrize("model", ["6.0:loops", "6.6", "6.10:reversed"])
def test_same_on_dxil(case, model):
    from dxil_device import DXILDevice

    expected = arrays(case, 8, device="interpreter")
    assert arrays(case, 8, device=DXILDevice(f"dxil:{model}"), **coarsened(4)) == expected


@pytest.mark.parametrize("groups", [0, 1, 3, 4, 5, 8])
def test_any_number_of_groups(groups):
    """Fewer groups than the factor, and none."""
    values = np.arange(groups * 16, dtype=np.uint32)
    found = zeros(groups * 16)
    copy.dispatch(groups, values, found, device="cpu", wave_size=8, **coarsened(4))
    np.testing.assert_array_equal(found, values * 3)


def test_the_count_is_the_programs():
    """Also where launches repeat, which take another way through the runtime."""
    out = zeros(COUNT * 8)
    for groups in (COUNT, COUNT - 1, COUNT):
        with_scalar.dispatch(groups, out, 2, device="cpu", wave_size=8, **coarsened(4))
        np.testing.assert_array_equal(out[: groups * 8], np.arange(groups * 8) * 2 + groups)


@pytest.mark.parametrize("target", ["spirv", "dxil", "ptx"])
def test_the_manifest_says_how(target):
    bundle = copy.compile(target=target, **coarsened(4, "y"))
    assert bundle.manifest["coarsening"] == [1, 4, 1]
    roles = [field["role"] for field in bundle.manifest["constants"]["fields"]]
    assert roles.count("group_count") == 1
    assert "coarsening" not in copy.compile(target=target).manifest
    json.dumps(bundle.manifest)


def test_one_atomic_for_all_groups():
    code = one_element.compile(target="spirv", **coarsened(4)).stages["assembly"]
    # One for groups together, one for the groups of the last launched one.
    assert code.count("OpAtomicIAdd") == 2


def test_one_atomic_for_what_groups_append():
    """Level 2 runs them one after the other, and moves the atomic out of that loop. Groups of two waves run side by side:
    their tail and their merged form have an atomic each."""
    for factor in (2, 8):
        code = append.compile(target="spirv", **coarsened(factor, level=2)).stages["assembly"]
        assert code.count("OpAtomicIAdd") == 2, factor
        bundle = append_and_raise.compile(target="spirv", **coarsened(factor, level=2))
        assert bundle.stages["assembly"].count("OpAtomicIAdd") == 1, factor
        remark = f"one group does the work of {factor} along x, one after the other"
        assert any(remark in text for text in bundle.remarks)
    without = append_and_raise.compile(target="spirv", **coarsened(4, level=2), disable=("aggregate-atomics",))
    assert not any("one after the other" in text for text in without.remarks)


def test_groups_in_turn_are_merged_at_any_number():
    """One of them alone would take the trips of all."""
    manifest = append_and_raise.compile(target="spirv", opt_level=2).manifest
    assert manifest["coarsening"][0] > 1 and "coarsening_least" not in manifest


def test_level_2_merges_no_groups_on_a_processor():
    level_2 = Optimization(2)
    assert without_merged_groups(level_2) == Optimization(2, disable=("coarsen-groups",))
    assert without_merged_groups(Optimization(1)) == Optimization(1)
    for named in (Optimization(2, ("coarsen-groups{factor=4}",)), Optimization(2, disable=("coarsen-groups",))):
        assert without_merged_groups(named) is named


def test_check_and_count_are_about_the_program():
    values, counter, kept = np.arange(COUNT * 16, dtype=np.uint32), zeros(1), zeros(COUNT * 16)
    for options in ({}, coarsened(4)):
        counts = append.count(COUNT, values, counter, kept, wave_size=8, **options)
        assert counts.groups == COUNT
    assert append.check(COUNT, values, counter, kept).ok


@wd.kernel(num_waves=1)
def waits(flags: wd.RWBuffer[u32], out: wd.RWBuffer[u32]):
    group = wd.group_id().x
    while wd.atomic_add(flags, group, 0) != group:
        pass
    out[group] = 1


@wd.kernel(num_waves=1)
def communicates(flags: wd.RWBuffer[u32, wd.coherent], out: wd.RWBuffer[u32]):
    flags[wd.group_id().x] = 1
    out[wd.group_id().x] = flags[0]


@wd.kernel(num_waves=4)
def piped(out: wd.RWBuffer[u32]):
    pipe = wd.pipe(stages=2, producers=0, consumers=(1, 2, 3))
    tile = wd.groupshared(u32, 2)
    with wd.waves(0):
        stage = pipe.acquire()
        tile[stage] = wd.group_id().x
        pipe.commit()
    with wd.waves(1, 2, 3):
        stage = pipe.wait()
        out[wd.group_id().x] = tile[stage]
        pipe.release()


@wd.kernel(num_waves=2)
def large(out: wd.RWBuffer[f32]):
    tile = wd.groupshared(f32, 5000)
    tile[wd.group_wave_index()] = f32(wd.group_id().x)
    wd.group_memory_barrier_with_group_sync()
    out[wd.group_id().x] = tile[1 - wd.group_wave_index()]


@pytest.mark.parametrize(
    ("kernel", "reason"),
    [(waits, "waiting"), (communicates, "coherent"), (piped, "pipes"), (large, "memory")],
    ids=lambda value: getattr(value, "__name__", value),
)
def test_kernels_that_stay(kernel, reason):
    bundle = kernel.compile(target="cpu", wave_size=32, **coarsened(4))
    assert any(f"groups stay as they are ({reason})" in remark for remark in bundle.remarks), bundle.remarks


def test_as_many_groups_as_memory_has_room_for():
    @wd.kernel(num_waves=2)
    def quarter(out: wd.RWBuffer[f32]):
        tile = wd.groupshared(f32, 2500)
        tile[wd.group_wave_index()] = f32(wd.group_id().x)
        wd.group_memory_barrier_with_group_sync()
        out[wd.group_id().x] = tile[1 - wd.group_wave_index()]

    bundle = quarter.compile(target="spirv", **coarsened(16))
    assert bundle.manifest["coarsening"] == [3, 1, 1]
    assert any("has no room for more" in remark for remark in bundle.remarks)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ("factor=17", "factor must be from 0 to 16, got 17"),
        ("factor=x", "a value has the wrong type"),
        ("dimension=w", "dimension must be x, y or z, got w"),
        ("nothing=1", "no such option nothing"),
    ],
)
def test_wrong_options(options, reason):
    with pytest.raises(wd.WaveError, match="coarsen-groups") as caught:
        copy.compile(enable=(f"coarsen-groups{{{options}}}",))
    first, *_ = str(caught.value).splitlines()
    assert first == f"wrong options of the optimization 'coarsen-groups{{{options}}}': {reason} [pipeline-text]"
