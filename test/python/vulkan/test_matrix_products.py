"""The products of cooperative matrices: those that a kernel asks for, and the choice among those of a device."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

import wavedialect as wd
from wavedialect import bf16, f16, f32, i8, i32
from wavedialect.backends.spirv.matrices import check_matrices, tile_of

NVIDIA = [(16, 16, 16, "f16", "f32"), (16, 8, 16, "f16", "f32"), (16, 16, 16, "bf16", "f32"), (16, 16, 32, "i8", "i32")]
INTEL = [(8, 16, 16, "f16", "f32"), (8, 16, 16, "bf16", "f32"), (8, 16, 32, "i8", "i32")]
LAVAPIPE = [(8, 8, 8, "f16", "f32"), (8, 8, 8, "i8", "i32")]


def device(products):
    return SimpleNamespace(matrix_products=products)


@pytest.mark.parametrize(
    ("products", "tile"),
    [
        (NVIDIA, ()),
        (INTEL, (8, 16, 16, 32)),
        (LAVAPIPE, (8, 8, 8, 8)),
        ([(16, 16, 16, "f16", "f32"), (16, 16, 16, "i8", "i32")], (16, 16, 16, 16)),
        ([(8, 8, 32, "i8", "i32")], (8, 8, 16, 32)),
        ([], ()),
    ],
    ids=["nvidia", "intel", "lavapipe", "amd", "bytes", "none"],
)
def test_the_sizes_of_a_device(products, tile):
    assert tile_of(device(products)) == tile


def gemm(element, total, sizes=(16, 16, 16)):
    m, n, k = sizes

    @wd.kernel(num_waves=1)
    def kernel(a: wd.Buffer[element], b: wd.Buffer[element], out: wd.RWBuffer[total]):
        x = wd.matrix_load(a, 0, k, (m, k), "a")
        y = wd.matrix_load(b, 0, n, (k, n), "b")
        wd.matrix_store(out, 0, n, wd.matrix_multiply_add(x, y, wd.matrix_fill(0, total, (m, n))))

    return kernel


@pytest.mark.parametrize(
    ("element", "total", "k", "capabilities"),
    [
        (f16, f32, 16, ("Float16",)),
        (bf16, f32, 16, ("BFloat16TypeKHR", "BFloat16CooperativeMatrixKHR")),
        (i8, i32, 32, ("Int8",)),
    ],
    ids=str,
)
def test_a_manifest_has_the_products(element, total, k, capabilities):
    for form in ("specialized", "fixed"):
        manifest = gemm(element, total).compile("spirv", form=form).manifest
        product = {"m": 16, "n": 16, "k": k, "element": element.name, "sum": total.name}
        assert manifest["matrices"] == [product]
        assert {"CooperativeMatrixKHR", "VulkanMemoryModel", *capabilities} <= set(manifest["capabilities"])


def test_the_sizes_of_a_compile():
    manifest = gemm(f16, f32).compile("spirv", matrix_tile=(8, 16, 16, 32)).manifest
    assert manifest["matrices"] == [{"m": 8, "n": 16, "k": 16, "element": "f16", "sum": "f32"}]


@pytest.mark.parametrize("tile", [16, (16, 16), (16, 16, 16, 24), (16, 16, 16, 512), "16"])
def test_wrong_sizes_of_a_compile(tile):
    with pytest.raises(wd.WaveError, match="matrix_tile is") as caught:
        gemm(f16, f32).compile("spirv", matrix_tile=tile)
    assert "matrix_tile=(16, 16, 16, 32)" in caught.value.fix


def test_a_manifest_has_tiles_without_products():
    @wd.kernel(num_waves=1)
    def copy(a: wd.Buffer[f16], b: wd.Buffer[f32], x: wd.RWBuffer[f16], y: wd.RWBuffer[f32]):
        wd.matrix_store(x, 0, 16, wd.matrix_load(a, 0, 16, (16, 16), "b"))
        wd.matrix_store(y, 0, 16, wd.matrix_load(b, 0, 16, (16, 16)))

    matrices = copy.compile("spirv").manifest["matrices"]
    assert len(matrices) == 2
    assert {"n": 16, "k": 16, "element": "f16"} in matrices
    assert {"m": 16, "n": 16, "sum": "f32"} in matrices
    check_matrices("here", device(NVIDIA), {"kernel": "copy", "matrices": matrices})
    with pytest.raises(wd.DeviceError):
        check_matrices("here", device(LAVAPIPE), {"kernel": "copy", "matrices": matrices})


def test_other_kernels_have_no_matrices():
    @wd.kernel(num_waves=1)
    def one(out: wd.RWBuffer[f32]):
        out[wd.wave_lane_index()] = 1.0

    manifest = one.compile("spirv").manifest
    assert "matrices" not in manifest
    assert "VulkanMemoryModel" not in manifest["capabilities"]


def test_a_device_without_the_product_is_named():
    """The error says what the kernel needs and what the device has."""
    manifest = gemm(f16, f32).compile("spirv").manifest
    with pytest.raises(wd.DeviceError) as caught:
        check_matrices("here", device(LAVAPIPE), manifest)
    assert "need 16 x 16 x 16 of f16 with a sum of f32" in caught.value.message
    assert "it has 8 x 8 x 8 of f16 with a sum of f32, 8 x 8 x 8 of i8 with a sum of i32" in caught.value.message
    with pytest.raises(wd.DeviceError, match="it has no such product"):
        check_matrices("here", device([]), manifest)
