"""Wave matrices as registers of 32 lanes, in the interpreter: the code for CUDA gives NumPy's results without a GPU."""

from __future__ import annotations

import matrix_kernels as kernels
import numpy as np
import pytest
from matrix_tiles import distributed

from wavedialect import bf16, f16, f32, i8, i32


def check(case: kernels.Case) -> None:
    def dispatch(groups, *arguments):
        given = []
        for one in arguments:
            given.append(one)
            if isinstance(one, np.ndarray) and one.ndim == 2:  # Kernels of text take shapes and strides.
                given += [*one.shape, one.strides[0] // one.itemsize]
        distributed(case.kernel).dispatch(groups, *given, device="interpreter", wave_size=32)

    case.check(dispatch)


@pytest.mark.parametrize("shape", kernels.SHAPES[:-1], ids=str)
def test_products(shape):
    for case in [*kernels.products([shape]), kernels.wrapping()]:
        check(case)


def test_tiles_of_a_product():
    check(kernels.tiled_product())


@pytest.mark.parametrize(
    ("element", "role"), [(f16, "a"), (f16, "b"), (bf16, "acc"), (f32, "b"), (i8, "a"), (i32, "acc")], ids=str
)
def test_memory_at_the_end_of_a_buffer(element, role):
    # The interpreter's type `index` has 32 bits, that of PTX has 64.
    for case in kernels.moves(element, role, most=2**32 - 1):
        check(case)


@pytest.mark.parametrize("cases", [*kernels.OPERATIONS, kernels.other_waves], ids=lambda cases: cases.__name__)
def test_operations(cases):
    for case in cases():
        check(case)


def test_attention():
    arguments, expected = kernels.attention_launch()
    distributed(kernels.attention).dispatch(2, *arguments, device="interpreter", wave_size=32)
    np.testing.assert_allclose(arguments[-1].reshape(32, 24), expected, atol=0.02)


@pytest.mark.parametrize("number", range(4))
def test_products_in_loops(number):
    check(list(kernels.large())[number])
