"""Operators of matrices, and products of operands of several types, against numpy."""

import numpy as np
import pytest

import wavedialect as wd

SHADER = """
RWStructuredBuffer<float> found;
StructuredBuffer<row_major float2x3> floats;
StructuredBuffer<row_major int2x3> ints;
void put(inout uint n, float2x3 m) {
  for (uint row = 0; row < 2; ++row)
    for (uint column = 0; column < 3; ++column)
      found[n++] = m[row][column];
}
[numthreads(1, 1, 1)]
void main() {
  uint n = 0;
  float2x3 m = floats[0], k = floats[1];
  int2x3 i = ints[0];
  put(n, -m);
  put(n, !m);
  put(n, ~i);
  put(n, m == k);
  put(n, m != k);
  put(n, m < k);
  put(n, 1 >= m);
  put(n, m > i);
  put(n, i % 3);
  put(n, m % k);
  put(n, i & 5);
  put(n, i << 1);
  put(n, -i >> 1);
  put(n, i * 2.5);
  put(n, m + i);
  int2x3 j = i;
  j *= 1.5;
  put(n, j);
  j |= i;
  put(n, j);
  put(n, mul(int2x2(1, 2, 3, 4), m));
  found[n++] = mul(m, int3(1, 2, 3)).y;
  found[n++] = mul(int2(1, 2), m).z;
  put(n, mul(i, 0.5));
}
"""


@pytest.mark.parametrize("device", ["cpu", "interpreter", "vulkan"])
def test_operators_of_matrices(device):
    m = np.array([[0, 1.5, -2], [3, -4.5, 5]], np.float32)
    k = np.array([[1, 1.5, 2], [2, -5, 7]], np.float32)
    i = np.array([[0, 1, 2], [3, -4, 7]], np.int32)
    j = np.trunc(i * 1.5).astype(np.int32)
    expected = [
        -m,
        m == 0,
        ~i,
        m == k,
        m != k,
        m < k,
        1 >= m,
        m > i,
        np.fmod(i, 3),
        np.fmod(m, k),
        i & 5,
        i << 1,
        -i >> 1,
        i * 2.5,
        m + i,
        j,
        j | i,
        np.array([[1, 2], [3, 4]]) @ m,
        [(m @ [1, 2, 3])[1], ([1, 2] @ m)[2]],
        i * 0.5,
    ]
    expected = np.concatenate([np.asarray(each, np.float32).reshape(-1) for each in expected])
    found = np.full(len(expected), 99, np.float32)
    wd.hlsl(text=SHADER).dispatch(
        1, found=found, floats=np.stack([m, k]).reshape(2, 6), ints=i.reshape(1, 6), device=device
    )
    assert found.tolist() == expected.tolist()
