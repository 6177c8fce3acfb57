"""Buffers and arrays of two and three dimensions on all executors, in the checker, and in compiled kernels."""

from __future__ import annotations

import re

import numpy as np
import pytest
from dimension_kernels import SIDE, check_all, scale_rows, turn

import wavedialect as wd
from wavedialect import f32, u32

pytestmark = pytest.mark.filterwarnings("ignore::wavedialect.WaveWarning")

DEVICES = [info.name for info in wd.devices() if info.name in ("interpreter", "cpu", "vulkan:llvmpipe")]


def floats(*shape: int) -> np.ndarray:
    return np.arange(np.prod(shape), dtype=np.float32).reshape(shape)


@pytest.mark.parametrize("wave_size", [4, 8, 16, 32, 64, 128])
@pytest.mark.parametrize("device", ["interpreter", "cpu"])
def test_every_wave_size(device, wave_size):
    check_all(lambda kernel, *arguments: kernel.dispatch(*arguments, device=device, wave_size=wave_size))


@pytest.mark.parametrize("device", DEVICES)
def test_every_device(device):
    check_all(lambda kernel, *arguments: kernel.dispatch(*arguments, device=device))


@pytest.mark.parametrize("options", [{"opt_level": 0}, {"opt_level": 2}, {"surplus_form": True}], ids=str)
def test_every_form(options):
    def dispatch(kernel, *arguments):
        chosen = options if kernel.attributes.num_waves or "surplus_form" not in options else {}
        kernel.dispatch(*arguments, device="cpu", **chosen)

    check_all(dispatch)


@pytest.mark.parametrize("device", DEVICES)
def test_arrays_of_a_device(device):
    a, out = wd.array(floats(5, 12), device), wd.array(np.zeros((5, 12), np.float32), device)
    scale_rows.dispatch(6, a, out)
    np.testing.assert_array_equal(out.numpy(), a.numpy() * 2 + 5)


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("shape", [(0, 5), (5, 0), (1, 1), (1, 7), (7, 1)])
def test_small_shapes(device, shape):
    out = np.full(shape, -1, np.float32)
    scale_rows.dispatch(8, floats(*shape), out, device=device)
    np.testing.assert_array_equal(out, floats(*shape) * 2 + shape[0])


@pytest.mark.parametrize("device", DEVICES)
def test_rows_in_another_order(device):
    @wd.kernel(num_waves=1)
    def copy(a: wd.Buffer[f32, 3], out: wd.RWBuffer[f32, 3]):
        x = wd.wave_lane_index()
        for z in range(a.shape[0]):
            for y in range(a.shape[1]):
                out[z, y, x] = a[z, y, x]

    a = floats(3, 4, 10).transpose(1, 0, 2)[:, :, 3:7]
    out = np.zeros(a.shape, np.float32)
    copy.dispatch(1, a, out, device=device)
    np.testing.assert_array_equal(out, a)


@pytest.mark.parametrize("device", DEVICES)
def test_no_access_of_another_row(device):
    """An index beyond its dimension, whose place in memory is that of an element of another row."""

    @wd.kernel(num_waves=1)
    def beyond(a: wd.Buffer[u32, 2], out: wd.RWBuffer[u32, 2], old: wd.RWBuffer[u32]):
        old[0] = a[0, 4]
        old[1] = a[u32(1) - 1, u32(0) - 1]
        out[0, 4] = 9
        out[2, 0] = 9
        old[2] = wd.atomic_add(out, (0, 5), 9)
        old[3] = wd.atomic_compare_exchange(out, (0, 6), 1, 9)

    a, out, old = np.ones((2, 4), np.uint32), np.ones((2, 4), np.uint32), np.full(4, 7, np.uint32)
    beyond.dispatch(1, a, out, old, device=device)
    # The old value of an atomic beyond the bounds is undefined.
    assert (out == 1).all() and old[:2].tolist() == [0, 0]


# Compiled kernels.


def test_rows_of_lanes_are_contiguous_on_the_cpu():
    """The lanes of a row are loaded and stored as vectors, as in one dimension."""
    text = scale_rows.compile(target="cpu", wave_size=16).stages["llvm"]
    assert re.search(r"llvm\.masked\.load\.v16f32|load <16 x float>", text)
    assert re.search(r"llvm\.masked\.store\.v16f32|store <16 x float>", text)
    assert "gather" not in text and "scatter" not in text


@pytest.mark.parametrize("target", ["spirv", "dxil"])
def test_a_host_passes_the_shape_and_the_stride(target):
    options = {"shader_model": "6.6"} if target == "dxil" else {}
    manifest = scale_rows.compile(target=target, **options).manifest
    fields = [field["name"] for field in manifest["constants"]["fields"] if field["role"] == "argument"]
    assert fields == [f"{name}.{part}" for name in ("a", "out") for part in ("shape[0]", "shape[1]", "stride[0]")]
    assert [parameter.name for parameter in scale_rows.parameters.values()] == ["Buffer[f32, 2]", "RWBuffer[f32, 2]"]


def test_unchecked_kernels_have_no_tests():
    texts = [scale_rows._program(unchecked).listing.text for unchecked in (False, True)]
    assert [text.count("arith.cmpi ult") - texts[1].count("arith.cmpi ult") for text in texts] == [4, 0]
    whole, out = floats(5, 12), np.zeros((5, 14), np.float32)
    for device in DEVICES:

        @wd.kernel(num_waves=1)
        def double(a: wd.Buffer[f32, 2], out: wd.RWBuffer[f32, 2]):
            for x in range(wd.wave_lane_index(), a.shape[1], wd.wave_lane_count()):
                out[wd.group_id().x, x] = a[wd.group_id().x, x] * 2.0

        out[...] = 0
        double.dispatch(5, whole[:, 1:], out[:, 3:], unchecked=True, device=device)
        np.testing.assert_array_equal(out[:, 3:], whole[:, 1:] * 2)
        assert not out[:, :3].any()


def test_a_kept_listing_has_the_same_parameters(tmp_path, monkeypatch):
    """A process that finds the kernel in the cache does not run the front end."""
    monkeypatch.setenv("WAVEDIALECT_CACHE_DIR", str(tmp_path))

    def made():
        @wd.kernel(num_waves=1)
        def clear(out: wd.RWBuffer[f32, 2], n: u32):
            out[n, wd.wave_lane_index()] = 0.0

        return clear

    names = []
    for _ in range(2):
        kernel, out = made(), np.ones((3, 2), np.float32)
        kernel.dispatch(1, out, 1, device="cpu")
        assert out.tolist() == [[1, 1], [0, 0], [1, 1]]
        names.append([value.name for value in kernel._program(False).listing.parameters])
    assert names[0] == names[1] == ["out", "out.shape[0]", "out.shape[1]", "out.stride[0]", "n"]


# Findings.


def test_the_interpreter_names_the_dimension():
    with pytest.raises(wd.ExecutionError) as caught:
        scale_rows.dispatch(6, floats(5, 12)[:, 2:10], floats(5, 8), device="interpreter", unchecked=True)
    assert "index 8 of dimension 1 of buffer `a` is out of bounds, it has shape (5, 8)" in str(caught.value)


@wd.kernel(num_waves=1)
def mistakes(a: wd.Buffer[f32, 2], points: wd.Buffer[wd.float3, 2], out: wd.RWBuffer[f32, 2], n: u32):
    tile = wd.groupshared(f32, (wd.wave_lane_count(), 3))
    lane = wd.wave_lane_index()
    tile[lane, n] = a[lane, n - 4]
    tile[lane, 0] = 1.0
    out[2, 1] = f32(lane) + tile[lane, 1] + points[lane, 5].y


MESSAGES = {
    "a load out of bounds: index -1 of dimension 1 of buffer `a`, which has shape (4, 6)": (None, -1),
    "a store out of bounds: index 3 of dimension 1 of groupshared array `tile`, which has shape (4, 3)": (None, 3),
    "load of element [0, 1] of groupshared array `tile`, which this group has not written": (0, 1),
    "a load out of bounds: index 5 of dimension 1 of buffer `points`, which has shape (4, 5)": (None, 5),
    "data race between lanes 0 and 3 of wave 0 on element [2, 1] of buffer `out`: a store and a store that no barrier"
    " orders": (2, 1),
}
"""The messages and the indices of the findings."""


@pytest.mark.parametrize("columns", [slice(None), slice(1, 7)])
def test_the_checker_names_the_dimension(columns):
    whole, out = floats(4, 6 if columns == slice(None) else 9), floats(3, 6 if columns == slice(None) else 9)
    report = mistakes.check(
        1, whole[:, columns], np.zeros((4, 5, 3), np.float32), out[:, columns], 3, wave_sizes=4, unordered="out"
    )
    found = {finding.message: finding.index for finding in [*report.findings, *report.notes]}
    assert found.items() >= MESSAGES.items(), found


def test_the_checker_names_the_element_whose_result_differs():
    @wd.kernel(num_waves=1)
    def lanes(out: wd.RWBuffer[u32, 2]):
        if wd.wave_is_first_lane():
            out[1, 2] = wd.wave_lane_count()

    (finding,) = lanes.check(1, np.zeros((2, 6), np.uint32)[:, :4], wave_sizes=(4, 8)).findings
    assert "element [1, 2]" in finding.message and "buffer `out`" in finding.message
    assert finding.index == (1, 2)


def test_the_checker_advises_an_atomic_with_the_indices():
    @wd.kernel(num_waves=2)
    def flag(out: wd.RWBuffer[u32, 2], x: wd.Buffer[u32]):
        if x[wd.wave_lane_index()] > 0:
            out[0, 1] = 1

    (finding,) = flag.check(1, np.zeros((2, 2), np.uint32), np.ones(8, np.uint32), wave_sizes=4).findings
    assert "on element [0, 1] of buffer `out`" in finding.message
    assert "`wd.atomic_or(out, (0, 1), 1)`" in finding.advice


def test_arrays_of_other_libraries():
    """A view of an object that only has ``__array_interface__``, as other libraries' arrays have."""

    class Other:
        def __init__(self, array: np.ndarray) -> None:
            self.array = array
            self.__array_interface__ = array.__array_interface__

    whole, out = floats(5, 12), np.zeros((5, 12), np.float32)
    scale_rows.dispatch(6, Other(whole[:, 2:10]), Other(out[:, 1:9]), device="cpu")
    np.testing.assert_array_equal(out[:, 1:9], whole[:, 2:10] * 2 + 5)
    assert not out[:, 9:].any()


def test_correct_kernels_have_no_findings():
    a, out = np.ones((SIDE, SIDE), np.uint32), np.zeros((SIDE, SIDE), np.uint32)
    report = turn.check(1, a, out, np.zeros((2, 2, 3), np.uint32))
    assert not report.findings, report
    assert [note.message for note in report.notes] == [
        "`wd.atomic_add` out of bounds: index 2 of dimension 1 of buffer `counts`, which has shape (2, 2, 3)"
    ]


def test_tuning_works_on_views():
    configs = [wd.Config(wave_size=4), wd.Config(wave_size=8)]
    table = wd.tune(scale_rows, configs, (floats(5, 12)[:, 1:7], floats(5, 6)), groups=5, device="cpu")
    assert table.best.config in configs


@wd.kernel(num_threads=(8, 8))
def shifted(a: wd.Buffer[wd.float3, 2], out: wd.RWBuffer[f32, 2], y: u32, x: u32):
    t = wd.dispatch_thread_id()
    out[t.y + y, t.x + x] = a[t.y, t.x].z


def test_an_index_is_compared_with_its_size_only():
    stages = shifted.compile("spirv").stages
    assert stages["wave"].count("arith.cmpi") == stages["gpu"].count("arith.cmpi") == 4


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize(("y", "x"), [(0, 0), (3, 5), (0, 2**32 - 2), (2**32 - 1, 0), (2**31, 2**31)])
def test_indices_that_wrap_around_in_the_product(device, y, x):
    a, around = np.random.default_rng(1).random((8, 8, 3), np.float32), np.zeros((9, 16), np.float32)
    out = around[1:6, 2:9]
    shifted.dispatch(1, a, out, y, x, device=device)
    expected = np.zeros_like(around)
    rows, columns = (np.arange(8) + y) % 2**32, (np.arange(8) + x) % 2**32
    for row in np.flatnonzero(rows < 5):
        for column in np.flatnonzero(columns < 7):
            expected[1 + rows[row], 2 + columns[column]] = a[row, column, 2]
    np.testing.assert_array_equal(around, expected)
