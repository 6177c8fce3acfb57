"""Matrices of a wave by the names of HLSL's linear algebra proposal."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

import wavedialect as wd

sys.path.append(str(Path(__file__).resolve().parents[1] / "dxil"))
from dxil_device import DXILDevice

#: Devices and the wave sizes at which they run.
RUNS = pytest.mark.parametrize(
    "device, wave_size",
    [("interpreter", 16), ("cpu", 4), ("cpu", 8), ("cpu", 32), ("cpu", 64), ("dxil:6.10", 4), ("dxil:6.10", 32)],
)

TYPES = """
#include <dx/linalg.h>
using namespace dx::linalg;
template <ComponentEnum T, uint M, uint N> using Left = Matrix<T, M, N, MatrixUse::A, MatrixScope::Wave>;
template <ComponentEnum T, uint M, uint N> using Right = Matrix<T, M, N, MatrixUse::B, MatrixScope::Wave>;
template <ComponentEnum T, uint M, uint N> using Sum = Matrix<T, M, N, MatrixUse::Accumulator, MatrixScope::Wave>;
"""

#: A 32 x 64 matrix times a 64 x 16 matrix: each of two waves computes 16 rows, from tiles in groupshared memory.
TILES = (
    TYPES
    + """
StructuredBuffer<float16_t> a;
StructuredBuffer<float16_t> b;
RWStructuredBuffer<float> c;
groupshared float16_t left[2 * 16 * 32];
groupshared float16_t right[32 * 16];
groupshared float sums[2 * 16 * 16];

[numWaves(2)]
void main() {
  uint lane = GetGroupWaveIndex() * WaveGetLaneCount() + WaveGetLaneIndex();
  uint lanes = GetGroupWaveCount() * WaveGetLaneCount();
  uint row = 16 * GetGroupWaveIndex();
  Sum<ComponentType::F32, 16, 16> sum = Sum<ComponentType::F32, 16, 16>::Splat(0);
  for (uint start = 0; start < 64; start += 32) {
    for (uint i = lane; i < 32 * 32; i += lanes)
      left[i] = a[i / 32 * 64 + start + i % 32];
    for (uint i = lane; i < 32 * 16; i += lanes)
      right[i] = b[start * 16 + i];
    GroupMemoryBarrierWithGroupSync();
    for (uint k = 0; k < 32; k += 16) {
      Left<ComponentType::F16, 16, 16> x =
          Left<ComponentType::F16, 16, 16>::Load(left, row * 32 + k, 32, MatrixLayout::RowMajor);
      Right<ComponentType::F16, 16, 16> y =
          Right<ComponentType::F16, 16, 16>::Load(right, k * 16, 16, MatrixLayout::RowMajor);
      sum.MultiplyAccumulate(x, y);
    }
    GroupMemoryBarrierWithGroupSync();
  }
  sum.Store(sums, row * 16, 16, MatrixLayout::RowMajor);
  GroupMemoryBarrierWithGroupSync();
  for (uint i = lane; i < 512; i += lanes)
    c[i] = sums[i];
}
"""
)


def dispatch(text: str, device: str, wave_size: int, **arrays: np.ndarray) -> None:
    kernel = wd.hlsl(text=text, profile="cs_6_10", enable_16bit_types=True)
    place = DXILDevice(device) if device.startswith("dxil") else device
    kernel.dispatch(1, **arrays, device=place, wave_size=wave_size)


def numbers(shape: tuple[int, ...], dtype: type) -> np.ndarray:
    """Small integers, whose sums are exact."""
    return np.random.default_rng(len(shape)).integers(-4, 5, shape).astype(dtype)


@RUNS
def test_tiles_in_groupshared_memory(device, wave_size):
    a, b, c = numbers((32, 64), np.float16), numbers((64, 16), np.float16), np.zeros((32, 16), np.float32)
    dispatch(TILES, device, wave_size, a=a.ravel(), b=b.ravel(), c=c.reshape(-1))
    np.testing.assert_array_equal(c, a.astype(np.float32) @ b.astype(np.float32))


@RUNS
def test_the_example_of_the_documentation(device, wave_size):
    page = (Path(__file__).resolve().parents[3] / "docs" / "hlsl.md").read_text()
    text = page.split("## Wave matrices")[1].split("```hlsl\n")[1].split("```")[0]
    a, b, c = numbers((32, 32), np.float16), numbers((32, 32), np.float16).T.copy(), np.zeros((32, 32), np.float32)
    dispatch(text, device, wave_size, a=a.ravel(), b=b.ravel(), c=c.reshape(-1))
    np.testing.assert_array_equal(c, a.astype(np.float32) @ b.astype(np.float32))


@RUNS
def test_buffers_of_bytes(device, wave_size):
    text = (
        TYPES
        + """
    ByteAddressBuffer a;
    ByteAddressBuffer b;
    RWByteAddressBuffer c;
    RWByteAddressBuffer rounded;
    Sum<ComponentType::F32, 16, 8> multiply(Left<ComponentType::F16, 16, 16> x,
                                            const Right<ComponentType::F16, 16, 8> y) {
      return Multiply<ComponentType::F32>(x, y);
    }
    [numWaves(1)]
    void main() {
      Sum<ComponentType::F32, 16, 8> sums[2];
      for (uint i = 0; i < 2; ++i) {
        Left<ComponentType::F16, 16, 16> x =
            Left<ComponentType::F16, 16, 16>::Load(a, i * 512, 32, MatrixLayout::RowMajor);
        Right<ComponentType::F16, 16, 8> y =
            Right<ComponentType::F16, 16, 8>::Load<128>(b, 0, 32, MatrixLayout::ColMajor);
        sums[i] = multiply(x, y);
      }
      for (uint i = 0; i < 2; ++i)
        sums[i].Store(c, i * 512, 32, MatrixLayout::RowMajor);
      Left<ComponentType::F16, 16, 8> other = sums[0].Cast<ComponentType::F16, MatrixUse::A>();
      sums[1].Accumulate(other);
      sums[1].Cast<ComponentType::I32>().Store(rounded, 0, 32, MatrixLayout::RowMajor);
    }
    """
    )
    a, b = numbers((32, 16), np.float16) / np.float16(2), numbers((8, 16), np.float16)
    c, rounded = np.zeros((32, 8), np.float32), np.zeros((16, 8), np.uint32)
    dispatch(text, device, wave_size, a=a.ravel(), b=b.ravel(), c=c.reshape(-1), rounded=rounded.reshape(-1))
    expected = a.astype(np.float32) @ b.astype(np.float32).T
    np.testing.assert_array_equal(c, expected)
    np.testing.assert_array_equal(rounded.view(np.int32), np.rint(expected[:16] + expected[16:]))


@RUNS
def test_products_of_bytes(device, wave_size):
    text = (
        TYPES
        + """
    ByteAddressBuffer a;
    ByteAddressBuffer b;
    RWStructuredBuffer<int> c;
    groupshared int4 sums[64];
    [numWaves(1)]
    void main() {
      uint lane = WaveGetLaneIndex();
      Sum<ComponentType::I32, 16, 16> sum = Sum<ComponentType::I32, 16, 16>::Splat(-1);
      sum.MultiplyAccumulate(Left<ComponentType::I8, 16, 32>::Load(a, 0, 32, MatrixLayout::RowMajor),
                             Right<ComponentType::I8, 32, 16>::Load(b, 0, 16, MatrixLayout::RowMajor));
      sum.Store(sums, 0, 16, MatrixLayout::RowMajor);
      GroupMemoryBarrierWithGroupSync();
      for (uint i = lane; i < 256; i += WaveGetLaneCount())
        c[i] = sums[i / 4][i % 4];
    }
    """
    )
    a, b, c = numbers((16, 32), np.int8), numbers((32, 16), np.int8), np.zeros((16, 16), np.int32)
    dispatch(text, device, wave_size, a=a.ravel(), b=b.ravel(), c=c.reshape(-1))
    np.testing.assert_array_equal(c, a.astype(np.int32) @ b.astype(np.int32) - 1)


@RUNS
def test_sums_of_halves(device, wave_size):
    text = (
        TYPES
        + """
    StructuredBuffer<float16_t> a;
    RWStructuredBuffer<float16_t> c;
    groupshared float16_t tile[256];
    [numWaves(1)]
    void main() {
      uint lane = WaveGetLaneIndex();
      for (uint i = lane; i < 256; i += WaveGetLaneCount())
        tile[i] = a[i];
      GroupMemoryBarrierWithGroupSync();
      Left<ComponentType::F16, 16, 16> x =
          Left<ComponentType::F16, 16, 16>::Load(tile, 0, 16, MatrixLayout::RowMajor);
      Right<ComponentType::F16, 16, 16> y =
          Right<ComponentType::F16, 16, 16>::Load(tile, 0, 16, MatrixLayout::ColMajor);
      Sum<ComponentType::F16, 16, 16> sum = Multiply(x, y);
      sum.MultiplyAccumulate(x, y);
      GroupMemoryBarrierWithGroupSync();
      sum.Store(tile, 0, 16, MatrixLayout::RowMajor);
      GroupMemoryBarrierWithGroupSync();
      for (uint i = lane; i < 256; i += WaveGetLaneCount())
        c[i] = tile[i];
    }
    """
    )
    a, c = numbers((16, 16), np.float16), np.zeros((16, 16), np.float16)
    dispatch(text, device, wave_size, a=a.ravel(), c=c.reshape(-1))
    np.testing.assert_array_equal(c, 2 * a.astype(np.float32) @ a.astype(np.float32).T)


@pytest.mark.parametrize("device", ["interpreter", "cpu"])
def test_matrices_of_bfloat16(device):
    bfloat16 = pytest.importorskip("ml_dtypes").bfloat16
    text = (
        TYPES
        + """
    ByteAddressBuffer a;
    RWByteAddressBuffer c;
    [numWaves(1)]
    void main() {
      Sum<ComponentType::BFloat16, 16, 16> sum = Sum<ComponentType::BFloat16, 16, 16>::Splat(2);
      sum.MultiplyAccumulate(Left<ComponentType::BFloat16, 16, 16>::Load(a, 0, 32, MatrixLayout::RowMajor),
                             Right<ComponentType::BFloat16, 16, 16>::Load(a, 0, 32, MatrixLayout::RowMajor));
      sum.Store(c, 0, 32, MatrixLayout::RowMajor);
    }
    """
    )
    a, c = numbers((16, 16), bfloat16), np.zeros((16, 16), bfloat16)
    dispatch(text, device, 32, a=a.ravel(), c=c.reshape(-1))
    np.testing.assert_array_equal(c, (a.astype(np.float32) @ a.astype(np.float32) + 2).astype(bfloat16))
