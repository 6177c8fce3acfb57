"""Random kernels with wave matrices and asynchronous copies: the CPU agrees, and the checker accuses none."""

from __future__ import annotations

import re

import configurations
import pytest
from matrix_generator import generate_matrices
from runner import CPU, INTERPRETER, SIZES, compare, runs_on

import wavedialect as wd

pytestmark = pytest.mark.filterwarnings("ignore::wavedialect.WaveWarning")
SAMPLE = (0, 1, 2, 3, 4, 5, 61, 80)
"""In the last two, lanes return before a matrix is loaded at an index that is computed under a condition."""


def test_the_same_seed_gives_the_same_kernel():
    assert generate_matrices(5).source == generate_matrices(5).source
    assert generate_matrices(5).source != generate_matrices(6).source


@pytest.mark.parametrize(
    "pattern",
    [
        r"matrix_multiply_add\(left0",
        r"matrix_multiply_add\(left1",
        r"matrix_convert\(f16",
        r"matrix_row_sum\(total",
        r"matrix_load\(tiles_o, .*column_major",
        r"matrix_load\(tiles, \(\(wave \+ 1\)",
        r"matrix_store\(tiles_i",
        r"async_copy\(tiles_o, .*table_h, .*, \(\d+, \d+\)\)",
        r"async_copy\(tiles_o, .*src_m",
    ],
)
def test_kernels_hold(pattern):
    assert any(re.search(pattern, generate_matrices(seed).source) for seed in range(60))


def test_other_targets_are_left_out():
    assert all(runs_on(generate_matrices(0), device) for device in ("cpu", "cuda:0"))
    assert not any(runs_on(generate_matrices(0), device) for device in ("vulkan:llvmpipe", "dxil:6.6"))


def test_lanes_that_leave_a_loop_are_a_refusal_of_cuda():
    one = configurations.Configuration(32, "cuda")
    with pytest.raises(wd.CompileError, match="matrix-lanes") as caught:
        generate_matrices(90).load().compile("ptx")
    assert configurations.is_refusal(one, caught.value)
    assert not configurations.is_refusal(configurations.Configuration(32, "cpu"), caught.value)
    assert not configurations.is_refusal(one, wd.CompileError("matrix-divergent", "not all lanes"))


@pytest.mark.parametrize("seed", SAMPLE)
def test_the_cpu_agrees_and_nothing_is_undefined(seed):
    random_kernel = generate_matrices(seed)
    kernel, size = random_kernel.load(), SIZES[seed % 4]
    compare(random_kernel, kernel, size, INTERPRETER, CPU)
    report = kernel.check(random_kernel.groups, *random_kernel.arguments(size), wave_sizes=size)
    assert not report.findings, report
