"""Wave matrices in DXIL for Shader Model 6.10, on the executor, compared with NumPy. The kernels are those of the tests on CUDA; the
validator judges each container where there is one."""

from __future__ import annotations

import matrix_kernels as kernels
import pytest
from dxil_device import DXILDevice

import wavedialect as wd
from wavedialect import bf16, f16, f32, i8, i32

DEVICE = DXILDevice("dxil:6.10")
LANES = 32
MEMORY = [(f16, "a"), (bf16, "b"), (i8, "a"), (i8, "b"), (bf16, "acc"), (f32, "acc"), (i32, "acc")]
SHAPES = [(1, 1, 1), (3, 5, 2), (16, 16, 16), (17, 9, 19)]


def check(case: kernels.Case, device: DXILDevice = DEVICE, lanes: int = LANES) -> bool:
    """Whether DXIL has the matrices of the case: it has no factors of f32, and no elements of those of bf16."""
    try:
        case.check(lambda groups, *arguments: case.kernel.dispatch(groups, *arguments, device=device, wave_size=lanes))
    except wd.CompileError as error:
        assert error.id == "matrix-target" and ("f32" in error.message or "of bf16" in error.message), error
        return False
    return True


def check_all(cases, **options) -> None:
    compiled = [check(case, **options) for case in cases]
    assert any(compiled)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_products(shape):
    check_all([*kernels.products([shape]), kernels.wrapping()])


@pytest.mark.parametrize("lanes", [4, 64])
def test_products_of_other_waves(lanes):
    check_all([*kernels.products([(17, 9, 19)])][::4], lanes=lanes)


def test_products_where_lanes_meet_early():
    check_all([*kernels.products([(3, 5, 2)]), *kernels.flows()][::4], device=DXILDevice("dxil:6.10:loops:reversed"))


def test_tiles_of_a_product():
    assert check(kernels.tiled_product())


@pytest.mark.parametrize(("element", "role"), MEMORY, ids=str)
def test_memory_at_the_end_of_a_buffer(element, role):
    check_all([*kernels.moves(element, role)][::3])


@pytest.mark.parametrize("cases", kernels.OPERATIONS[:-1], ids=lambda cases: cases.__name__)
def test_operations(cases):
    check_all(cases())


def test_lanes_that_return():
    check_all([kernels.maxima_of_nans(), *kernels.returns(LANES)])


@pytest.mark.parametrize("element", [f16, bf16], ids=str)
def test_rounding_stays_within_the_bound(element):
    kernels.check_rounding(element, 16, 8, 40, device=DEVICE, wave_size=LANES)


def test_maps_of_integers_and_floats():
    kernels.check_mixed(device=DEVICE, wave_size=LANES)
