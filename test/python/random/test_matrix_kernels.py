"""Random kernels with wave matrices and asynchronous copies: the CPU agrees, and the checker accuses none."""

from __future__ import annotations

import re

import pytest
from matrix_generator import generate_matrices
from runner import CPU, INTERPRETER, SIZES, compare, runs_on

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
    assert runs_on(generate_matrices(0), "cpu")
    assert not any(runs_on(generate_matrices(0), device) for device in ("vulkan:llvmpipe", "dxil:6.6", "cuda:0"))


@pytest.mark.parametrize("seed", SAMPLE)
def test_the_cpu_agrees_and_nothing_is_undefined(seed):
    random_kernel = generate_matrices(seed)
    kernel, size = random_kernel.load(), SIZES[seed % 4]
    compare(random_kernel, kernel, size, INTERPRETER, CPU)
    report = kernel.check(random_kernel.groups, *random_kernel.arguments(size), wave_sizes=size)
    assert not report.findings, report
