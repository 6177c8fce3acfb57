"""What groups of amplification kernels launch: on the interpreter and the CPU, at every wave size, in every form."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from amplification_kernels import CASES, GROUPS, no_payload, threads, waves_return

import wavedialect as wd
from wavedialect import u32

SIZES = (4, 8, 16, 32, 64)


@pytest.mark.parametrize("device", ["interpreter", wd.Interpreter(seed=5), "cpu"], ids=["in order", "shuffled", "cpu"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("case", CASES, ids=str)
def test_each_group_launches_its_mesh_groups(case, size, device):
    with warnings.catch_warnings():
        # Nothing is unknown here.
        warnings.simplefilter("error", wd.WaveWarning)
        case.check(case.kernel.dispatch(GROUPS, *case.arguments, device=device, wave_size=size))


FORMS = [{"extra_waves": 1}, {"surplus_form": True}, {"emulate_group_index": True}]
FORMS.append({"surplus_form": True, "emulate_group_index": True})


#: The surplus form is one of num_waves kernels, and which wave gets which emulated number is open.
FREE = {"surplus_form": threads, "emulate_group_index": waves_return}


@pytest.mark.parametrize("form", FORMS, ids=str)
@pytest.mark.parametrize("case", CASES, ids=str)
def test_forms_with_more_waves(case, form):
    if case.kernel in [kernel for name, kernel in FREE.items() if name in form]:
        return
    for size in (4, 16, 32):
        case.check(case.kernel.dispatch(GROUPS, *case.arguments, device="cpu", wave_size=size, **form))


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_checker_finds_nothing(case):
    report = case.kernel.check(GROUPS, *case.arguments)
    assert report.ok and not report.notes, f"\n{report}"
    assert report.is_complete
    assert {run.configuration.wave_size for run in report.runs} >= {4, 64}


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_checked_dispatch_launches_the_same(case):
    case.check(case.kernel.dispatch(GROUPS, *case.arguments, check=True, wave_size=8))


def test_groups_are_numbered_x_first():
    @wd.kernel(num_waves=1, stage="amplification")
    def numbered():
        place = wd.groupshared(wd.uint3, 1)
        place[0] = wd.group_id()
        wd.dispatch_mesh(1, 1, 1, place)

    for device in ("interpreter", "cpu"):
        found = numbered.dispatch((3, 4, 2), device=device)
        assert found.payload.shape == (24, 1, 3) and found.payload.dtype == np.uint32
        np.testing.assert_array_equal(
            found.payload[:, 0], [(x, y, z) for z in range(2) for y in range(4) for x in range(3)]
        )


def test_without_a_payload():
    for device in ("interpreter", "cpu"):
        found = no_payload.dispatch(3, 6, device=device)
        assert found.payload is None
        assert isinstance(found, wd.MeshDispatches) and isinstance(found, wd.Dispatch)


@pytest.mark.parametrize("type_", [wd.i16, wd.u64, wd.f16, wd.f64, wd.bool], ids=lambda type_: type_.name)
def test_elements_of_a_payload(type_):
    @wd.kernel(num_waves=1, stage="amplification")
    def elements():
        values = wd.groupshared(type_, 2)
        values[0] = type_(0)
        values[1] = type_(1)
        wd.dispatch_mesh(1, 1, 1, values)

    for device in ("interpreter", "cpu"):
        found = elements.dispatch(2, device=device).payload
        # A bool in memory has four bytes.
        assert found.dtype == (np.int32 if type_ is wd.bool else np.dtype(type_.numpy))
        np.testing.assert_array_equal(found, [[0, 1], [0, 1]])


def test_compute_kernels_are_unchanged():
    @wd.kernel(num_waves=1)
    def plain(out: wd.RWBuffer[u32]):
        out[0] = 1

    for device in ("interpreter", "cpu"):
        assert type(plain.dispatch(1, np.zeros(1, np.uint32), device=device)) is wd.Dispatch


# What the checker and the interpreter find.


@wd.kernel(num_waves=2, stage="amplification")
def differing(numbers: wd.Buffer[u32]):
    wd.dispatch_mesh(numbers[wd.group_wave_index()], 1, 1)


@pytest.mark.filterwarnings("ignore:.*dispatch-mesh-unknown")
def test_numbers_that_differ_are_found():
    numbers = np.array([3, 4], np.uint32)
    with pytest.warns(wd.WaveWarning, match="dispatch-mesh-unknown"):
        found = differing.dispatch(1, numbers, device="cpu")
    assert tuple(found.counts[0]) == (3, 1, 1), "the first wave's"
    with pytest.raises(wd.ExecutionError, match=r"\(3, 1, 1\) and \(4, 1, 1\).*\[dispatch-mesh-differs\]"):
        differing.dispatch(1, numbers, device="interpreter")
    report = differing.check(1, numbers)
    (finding,) = report.findings
    assert finding.rule == "dispatch-mesh-differs"
    assert "the number of mesh groups that `wd.dispatch_mesh` launches is not the same between waves 0 and 1" in str(
        finding
    )
    assert differing.check(1, np.array([3, 3], np.uint32)).ok


def test_a_payload_without_a_barrier_is_a_race():
    @wd.kernel(num_waves=2, stage="amplification")
    def racing():
        values = wd.groupshared(u32, 1)
        if wd.wave_is_first_lane():
            values[0] = wd.group_wave_index()
        wd.dispatch_mesh(1, 1, 1, values)

    assert [finding.rule for finding in racing.check(1).findings] == ["race"]


def test_the_launch_is_a_barrier():
    """Stores before it, by other waves, are in the payload, and need no barrier between."""

    @wd.kernel(num_waves=4, stage="amplification")
    def stores():
        values = wd.groupshared(u32, 4)
        values[wd.group_wave_index()] = wd.group_wave_index() + 1
        wd.dispatch_mesh(1, 1, 1, values)

    for device in ("interpreter", "cpu"):
        np.testing.assert_array_equal(stores.dispatch(2, device=device, wave_size=8).payload, [[1, 2, 3, 4]] * 2)
    assert stores.check(2).ok


def test_a_difference_between_runs_is_found():
    @wd.kernel(num_threads=64, stage="amplification")
    def by_order():
        first = wd.groupshared(u32, 1)
        if wd.group_wave_index() == 0 and wd.wave_is_first_lane():
            first[0] = wd.group_index()
        wd.group_memory_barrier_with_group_sync()
        wd.dispatch_mesh(first[0] + 1, 1, 1)

    report = by_order.check(1, wave_sizes=8, lane_orders=["linear", ("shuffled", 3)])
    (finding,) = report.findings
    assert finding.rule == "results-differ"
    assert "what `dispatch_mesh` launches" in str(finding) and finding.index == 0


# Where it does not run.


def test_vulkan_refuses_amplification_kernels(monkeypatch):
    from wavedialect.backends.spirv.device import VulkanDevice

    program = no_payload._program(False)
    with pytest.raises(wd.LaunchError, match="amplification, which runs in a pipeline with a mesh shader"):
        VulkanDevice._bundle(object.__new__(VulkanDevice), program)


def test_a_group_has_at_most_128_threads():
    @wd.kernel(num_threads=(16, 16), stage="amplification")
    def many():
        wd.dispatch_mesh(1, 1, 1)

    for device in ("interpreter", "cpu"):
        with pytest.raises(wd.LaunchError, match="256 threads a group, and a group has at most 128\n"):
            many.dispatch(1, device=device)
    assert no_payload.wave_sizes("cpu") == [4, 8, 16, 32, 64]
