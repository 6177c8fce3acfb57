"""Wave matrices on a CUDA device, compared with NumPy."""

from __future__ import annotations

import itertools

import matrix_kernels as kernels
import numpy as np
import pytest

import wavedialect as wd
from wavedialect import bf16, f16, f32, i8, i32

try:
    DEVICE = wd.open_device("cuda")
except wd.DeviceError as error:
    pytest.skip(f"no CUDA device: {error.message}", allow_module_level=True)

MEMORY = [*itertools.product((f16, bf16, f32), kernels.ROLES), (i8, "a"), (i8, "b"), (i32, "acc")]


def check(case: kernels.Case) -> None:
    case.check(lambda groups, *arguments: case.kernel.dispatch(groups, *arguments, device=DEVICE, wave_size=32))


@pytest.mark.parametrize("shape", kernels.SHAPES, ids=str)
def test_products(shape):
    for case in [*kernels.products([shape]), kernels.wrapping()]:
        check(case)


def test_products_of_rounded_numbers():
    for case in kernels.rounded_products():
        check(case)


def test_tiles_of_a_product():
    check(kernels.tiled_product())


@pytest.mark.parametrize("number", range(4))
def test_products_in_loops(number):
    check(list(kernels.large())[number])


@pytest.mark.parametrize(("element", "role"), MEMORY, ids=str)
def test_memory_at_the_end_of_a_buffer(element, role):
    for case in kernels.moves(element, role):
        check(case)


@pytest.mark.parametrize("cases", [*kernels.OPERATIONS, kernels.other_waves], ids=lambda cases: cases.__name__)
def test_operations(cases):
    for case in cases():
        check(case)


@pytest.mark.parametrize("element", [f16, bf16, f32], ids=str)
def test_rounding_stays_within_the_bound(element):
    kernels.check_rounding(element, 24, 40, 200, device=DEVICE, wave_size=32)


def test_attention():
    arguments, expected = kernels.attention_launch()
    kernels.attention.dispatch(2, *arguments, device=DEVICE, wave_size=32)
    np.testing.assert_allclose(arguments[-1].reshape(32, 24), expected, atol=0.02)
