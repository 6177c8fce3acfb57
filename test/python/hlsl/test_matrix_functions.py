"""Functions of matrices whose arguments have several types, and those of bools."""

import numpy as np
import pytest

import wavedialect as wd

PUT = """
RWStructuredBuffer<float> found;
void put(inout uint n, float2x2 m) {
  for (uint row = 0; row < 2; ++row)
    for (uint column = 0; column < 2; ++column)
      found[n++] = m[row][column];
}
[numthreads(1, 1, 1)]
void main() {
  uint n = 0;
  bool2x2 c = {true, false, true, true}, d = {true, true, false, false};
  float2x2 m = {1.5, -2, 3, 4};
  int2x2 i = {1, -2, 0, 4};
"""


def run(lines, count, device):
    found = np.full(count, 99, np.float32)
    wd.hlsl(text=PUT + "\n".join(lines) + "\n}").dispatch(1, found=found, device=device)
    return found.tolist()


# Each is a 2x2 matrix.
CASES = [
    ("select(c, m, i)", [1.5, -2, 3, 4]),
    ("select(d, i, m)", [1, -2, 3, 4]),
    ("select(c, m, 2.5)", [1.5, 2.5, 3, 4]),
    ("select(i, 7, m)", [7, 7, 3, 7]),
    ("select(c, 1, 2.5)", [1, 2.5, 1, 1]),
    ("select(c, d, c)", [1, 0, 0, 0]),
    ("select(false, m, i)", [1, -2, 0, 4]),
    ("and(c, d)", [1, 0, 0, 0]),
    ("or(c, d)", [1, 1, 1, 1]),
    ("or(false, c)", [1, 0, 1, 1]),
    ("and(i, true)", [1, 1, 0, 1]),
    ("mul(c, c)", [1, 0, 2, 1]),
    ("mul(c, d)", [1, 1, 1, 1]),
    ("mul(c, true)", [1, 0, 1, 1]),
    ("mul(c, i)", [1, -2, 1, 2]),
    ("mul(m, c)", [-0.5, -2, 7, 4]),
    ("max(m, i)", [1.5, -2, 3, 4]),
    ("max(i, 2.5)", [2.5, 2.5, 2.5, 4]),
    ("clamp(i, -0.5, 2)", [1, -0.5, 0, 2]),
    ("lerp(m, i, 0.5)", [1.25, -2, 1.5, 4]),
    ("min(i, 2u)", [1, 2, 0, 2]),
]


@pytest.mark.parametrize("device", ["cpu", "interpreter", "vulkan"])
def test_functions_of_matrices(device):
    lines = [f"  put(n, {call});" for call, _ in CASES]
    found = run(lines, 4 * len(CASES), device)
    for index, (call, expected) in enumerate(CASES):
        assert found[4 * index : 4 * index + 4] == expected, call


# A product of bools is an int.
PRODUCTS = [
    ("mul(c, bool2(true, true)).y / 4", 0),
    ("mul(bool2(true, true), c).x", 2),
    ("mul(bool2(true, true), bool2(true, true))", 2),
    ("mul(true, true) + 0.5", 1.5),
    ("mul(true, bool2(true, false)).x", 1),
    ("mul(c, float2(2.5, 3)).y", 5.5),
    ("mul(c, c)[1][0] * 1.25", 2.5),
]


@pytest.mark.parametrize("device", ["cpu", "interpreter", "vulkan"])
def test_products_of_bools(device):
    found = run([f"  found[n++] = {call};" for call, _ in PRODUCTS], len(PRODUCTS), device)
    assert found == [expected for _, expected in PRODUCTS]


# A product takes a part of the longer operand. n has the rows (1, 2, 3), (4, 5, 6) and (7, 8, 9).
PARTS = [
    ("mul(n, float2(1, 10)).z", 87),
    ("mul(float2(1, 10), n).y", 52),
    ("mul(int4(1, 10, 100, 1000), n).x", 741),
    ("mul(n, float2x2(1, 0, 10, 100))[2][0]", 87),
    ("mul(float2x4(1, 0, 0, 9, 0, 0, 1, 9), n)[1][1]", 8),
    ("mul(float2(1, 2), int3(3, 4, 5))", 11),
    ("max(float2x2(1, 9, 3, 0), n)[0][1]", 9),
    ("max(n, float2x2(1, 9, 3, 0))[1][0]", 4),
    ("min(float2x3(9, 9, 9, 9, 9, 9), float3x2(1, 2, 3, 4, 5, 6))[1][1]", 4),
    ("clamp(n, 2, int2x2(3, 3, 3, 3))[1][1]", 3),
    ("fmod(n, float2x4(2, 2, 2, 2, 3, 3, 3, 3))[1][2]", 0),
    ("lerp(float3(1, 2, 3), float3(3, 4, 5), float2(0, 1)).y", 4),
]


@pytest.mark.filterwarnings("ignore::wavedialect.WaveWarning")
@pytest.mark.parametrize("device", ["cpu", "interpreter", "vulkan"])
def test_products_that_truncate(device):
    declaration = "float3x3 n = float3x3(1, 2, 3, 4, 5, 6, 7, 8, 9);"
    lines = [f"  {{ {declaration} found[n_of++] = {call}; }}" for call, _ in PARTS]
    found = run(["  uint n_of = 0;", *lines], len(PARTS), device)
    assert found == [expected for _, expected in PARTS]
