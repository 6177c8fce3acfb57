"""Wave matrices on a Vulkan device with cooperative matrices, compared with NumPy. The kernels are those of the tests on CUDA."""

from __future__ import annotations

import matrix_kernels as kernels
import pytest

import wavedialect as wd
from wavedialect import bf16, f16, f32, i8, i32


def _device():
    """The first device with cooperative matrices."""
    lacking = []
    for info in wd.devices():
        if not info.name.startswith("vulkan"):
            continue
        device = wd.open_device(info.name)
        if device.properties.features["cooperative_matrix"]:
            return device
        lacking.append(f"'{info.name}'")
    pytest.skip(
        f"no Vulkan device has VK_KHR_cooperative_matrix; looked at {', '.join(lacking) or 'none'}",
        allow_module_level=True,
    )


DEVICE = _device()
ELEMENTS = {product[3] for product in DEVICE.properties.matrix_products}
MEMORY = [(f16, "a"), (f16, "b"), (bf16, "a"), (bf16, "b"), (i8, "a"), (i8, "b")]
MEMORY += [(f16, "acc"), (bf16, "acc"), (f32, "acc"), (i32, "acc")]
#: Rows, columns and the length of the sum. A CPU's driver takes long for many tiles.
SHAPES = [(1, 1, 1), (3, 5, 2), (8, 8, 8), (16, 16, 16), (16, 16, 8), (17, 9, 19)]


def check(case: kernels.Case) -> bool:
    """Whether the device has the matrices of the case; SPIR-V has no factors of f32."""
    try:
        case.check(lambda groups, *arguments: case.kernel.dispatch(groups, *arguments, device=DEVICE))
    except wd.CompileError as error:
        assert error.id == "matrix-target" and "f32" in error.message, error
        return False
    except wd.DeviceError as error:
        assert "bf16" in error.message and "bf16" not in ELEMENTS or "i8" in error.message and "i8" not in ELEMENTS, (
            error
        )
        return False
    return True


def check_all(cases) -> None:
    ran = [check(case) for case in cases]
    if not any(ran):
        pytest.skip(f"the device multiplies {', '.join(sorted(ELEMENTS))} only")


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_products(shape):
    check_all([*kernels.products([shape]), kernels.wrapping()])


def test_tiles_of_a_product():
    assert check(kernels.tiled_product())


@pytest.mark.parametrize(("element", "role"), MEMORY, ids=str)
def test_memory_at_the_end_of_a_buffer(element, role):
    check_all(kernels.moves(element, role))


@pytest.mark.parametrize("cases", kernels.OPERATIONS[:-1], ids=lambda cases: cases.__name__)
def test_operations(cases):
    check_all(cases())


def test_lanes_that_return():
    lanes = DEVICE.wave_sizes.own
    check_all([kernels.maxima_of_nans(), *(kernels.returns(lanes) if lanes <= 32 else ())])


@pytest.mark.parametrize("element", [f16, bf16], ids=str)
def test_rounding_stays_within_the_bound(element):
    if element.name not in ELEMENTS:
        pytest.skip(f"the device does not multiply {element}")
    kernels.check_rounding(element, 16, 8, 40, device=DEVICE)


def test_maps_of_integers_and_floats():
    kernels.check_mixed(device=DEVICE)
