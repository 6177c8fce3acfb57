"""Tables of constants on every executor, and what the checker reports about them."""

from __future__ import annotations

import numpy as np
import pytest
import table_kernels as kernels

import wavedialect as wd
from wavedialect import u32

COUNT = 130


def test_elements(run, request):
    lanes = request.node.callspec.params["run"][1]
    words, numbers = np.zeros(COUNT, np.uint32), np.zeros(COUNT, np.float32)
    doubles, longs = np.zeros(COUNT), np.zeros(COUNT, np.int64)
    run(kernels.read_all, COUNT, words, numbers, doubles, longs, COUNT)
    i = np.arange(COUNT)
    expected = (
        np.array(kernels.NUMBERS, np.uint32)[i % 7] + kernels.WORDS[i] + np.array(kernels.TYPED, np.uint32)[i & 1]
    )
    expected += kernels.WORDS[299 - i] + kernels.SHORTS[i % 3].astype(np.uint32)
    expected += kernels.WORDS[i // lanes] + kernels.WORDS[i % lanes] + np.uint32(7 + 300)
    sums = np.cumsum([0, 10, 40, 90], dtype=np.uint32)
    expected += np.where(np.array(kernels.FLAGS)[i % 5], sums[i % 4], 0).astype(np.uint32)
    assert (words == expected).all()
    fractions = np.array(kernels.FRACTIONS, np.float32)[i % 4] + kernels.HALVES[i % 3].astype(np.float32)
    assert (numbers == fractions + kernels.SAME[i % 9] + np.asarray(kernels.UP)[i % 3]).all()
    assert (doubles == kernels.DOUBLES[i % 65]).all() and (longs == kernels.LONGS[i % 3]).all()


def test_an_index_that_no_lane_reads(run, request):
    """Lanes outside of the condition have indices that the table does not have."""
    lanes = request.node.callspec.params["run"][1]
    out = np.zeros(lanes, np.uint32)
    run(kernels.guarded, 1, out, 0x10001)
    assert out.tolist() == [3] + [0] * (lanes - 1)


def test_the_checker_reports_an_index_that_the_table_does_not_have():
    report = kernels.out_of_range.check(1, np.zeros(8, np.uint32), wave_sizes=8)
    (finding,) = report.findings
    assert finding.rule == "out-of-bounds" and finding.memory == "NUMBERS" and finding.index == 7
    assert finding.message == "a load out of bounds: element 7 of table `NUMBERS`, which has 7 elements"
    assert "NUMBERS[i]" in str(report) and "lane 5" in str(report)
    assert kernels.guarded.check(1, np.zeros(16, np.uint32), 1, wave_sizes=16)


def test_the_interpreter_reports_it_too():
    with pytest.raises(wd.ExecutionError) as caught:
        kernels.out_of_range.dispatch(1, np.zeros(8, np.uint32), device="interpreter", wave_size=8)
    assert "element 7 of table `NUMBERS` is out of bounds, it has 7 elements" in str(caught.value)


@pytest.mark.parametrize("size", [4, 64])
def test_an_index_out_of_range_reads_an_element(size):
    out = np.zeros(8, np.uint32)
    kernels.out_of_range.dispatch(1, out, device="cpu", wave_size=size)
    count = min(size, 6)
    assert out[: min(count, 5)].tolist() == list(kernels.NUMBERS[2:])[: min(count, 5)]
    assert set(out[5:count].tolist()) <= set(kernels.NUMBERS)


def test_a_changed_array_is_another_table():
    table = np.array([1, 2, 3, 4], np.uint32)

    @wd.kernel(num_waves=1)
    def copy(out: wd.RWBuffer[u32]):
        out[wd.wave_lane_index()] = table[wd.wave_lane_index()]

    out = np.zeros(4, np.uint32)
    copy.dispatch(1, out, device="cpu", wave_size=4)
    assert out.tolist() == [1, 2, 3, 4]
    table[2] = 30
    copy.dispatch(1, out, device="cpu", wave_size=4)
    assert out.tolist() == [1, 2, 30, 4]


def test_equal_tables_are_one_in_the_code():
    @wd.kernel(num_waves=1)
    def twice(out: wd.RWBuffer[u32]):
        lane = wd.wave_lane_index()
        out[lane] = u32(kernels.NUMBERS[lane % 7]) + u32(kernels.NUMBERS[(lane + 1) % 7])

    for target, text in (("spirv", "OpVariable %_ptr_Function"), ("dxil", "internal constant @table_")):
        listings = [str(stage) for stage in twice.compile(target=target).stages.values() if text in str(stage)]
        assert listings and all(listing.count(text) == 1 for listing in listings)


def test_tables_of_16_bits_need_a_shader_model_with_such_types():
    with pytest.raises(wd.CompileError, match=r"this line needs 16-bit types, .* \[shader-model-too-low\]"):
        kernels.read_all.compile(target="dxil", shader_model="6.0")
