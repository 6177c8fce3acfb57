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


EXACT = """
#define NEGATE(x) (-x)
RWStructuredBuffer<float> found;
template <typename T> T negated(T a) { return -a; }
template <typename T> bool isLess(T a, T b) { return all(a < b); }
[numthreads(1, 1, 1)]
void main() {
  uint n = 0;
  int2x2 i = {1, 2, 3, 4};
  float2x2 m = {-1, 2, -3, 4};
  float f = 2.5;
  found[n++] = (i * f)[1][1];
  i *= f;
  found[n++] = i[0][1];
  found[n++] = i[1][0];
  found[n++] = (NEGATE(m) - -m * 2)[0][0];
  found[n++] = negated(3.0);
  found[n++] = negated(m)[0][0];
  found[n++] = isLess(m, m + 1);
  found[n++] = isLess(m, m);
  found[n++] = isLess(1, 2);
  found[n++] = all(!(m < 0) == bool2x2(false, true, false, true));
  found[n++] = any(m != m);
  found[n++] = all(m == i);
  found[n++] = mul(i, 0.5)[1][1];
  found[n++] = mul(2, m)[1][1];
  found[n++] = mul(i, m)[0][0];
  found[n++] = mul(m, int2(1, 2))[0];
  found[n++] = mul(int2(1, 2), m)[1];
  found[n++] = mul(int2(1, 2), float2(0.5, 1));
  int2x2 s = i << 1;
  s >>= 2;
  s ^= i;
  found[n++] = s[1][1];
  found[n++] = (~i)[0][0];
  found[n++] = (i % 4)[1][1];
  found[n++] = (i & 6)[1][1];
  float2x2 e = - - -m;
  found[n++] = all(+e == -1.0 * m);
  found[n++] = (m >= 4)[1][1];
  found[n++] = (4 <= m)[1][1];
  found[n++] = (2 > m)[0][0];
  found[n++] = (2 > m)[0][1];
}
"""


@pytest.mark.parametrize("device", ["cpu", "interpreter", "vulkan"])
def test_exact_values_of_operators(device):
    expected = [10, 5, 7, -1, -3, 1, 1, 0, 1, 1, 0, 0, 5, 8, -17, 3, 10, 2.5, 15, -3, 2, 2, 1, 1, 1, 1, 0]
    found = np.full(len(expected), 99, np.float32)
    wd.hlsl(text=EXACT).dispatch(1, found=found, device=device)
    assert found.tolist() == expected


# Operators with a scalar. The result for a matrix is that for a vector.
SCALARS = [
    ("int", "-4", "/", "2u"),
    ("int", "-4", "/", "2"),
    ("int", "-4", "/", "-(2u)"),
    ("int", "-4", "/", "4294967295u"),
    ("int", "-4", "/", "0x2U"),
    ("int", "-4", ">", "2u"),
    ("int", "-4", "*", "2.5"),
    ("int", "-4", "+", "true"),
    ("uint", "6", "*", "-1"),
    ("uint", "6", "*", "signed_scalar"),
    ("bool", "true", "*", "2"),
    ("bool", "true", "-", "2"),
    ("bool", "true", "+", "2"),
    ("bool", "true", "*", "3u"),
    ("bool", "true", "/", "signed_scalar"),
    ("bool", "true", "*", "2.5"),
    ("bool", "true", "+", "true"),
    ("half", "60000", "*", "2.0f"),
    ("half", "1.5", "*", "2.0"),
]
# The same for assignments, with the result.
ASSIGNED = [
    ("int", "-4", "/", "2u", 2147483646),
    ("int", "-4", "/", "2", -2),
    ("int", "-4", "/", "unsigned_scalar", 2147483646),
    ("int", "3", "*", "2.5", 7),
    ("int", "3", "*", "float_scalar", 7),
    ("int", "-8", ">>", "1u", -4),
    ("uint", "6", "/", "signed_scalar", 0),
    ("float", "3", "*", "signed_scalar", -3),
]


@pytest.mark.parametrize("device", ["cpu", "interpreter", "vulkan"])
def test_operators_of_matrices_and_scalars(device):
    lines = []
    for index, (element, value, op, scalar) in enumerate(SCALARS):
        for order, (left, right) in enumerate([("operand", scalar), (scalar, "operand")]):
            place = 4 * index + 2 * order
            for offset, shape, part in [(0, "2x2", "[0][1]"), (1, "2", ".y")]:
                lines.append(
                    f"{{ {element}{shape} operand = ({element}{shape}){value}; "
                    f"found[{place + offset}] = ({left} {op} {right}){part}; }}"
                )
    for index, (element, value, op, scalar, _) in enumerate(ASSIGNED):
        for offset, shape, part in [(0, "2x2", "[0][1]"), (1, "2", ".y")]:
            place = 4 * len(SCALARS) + 2 * index + offset
            lines.append(
                f"{{ {element}{shape} operand = ({element}{shape}){value}; "
                f"operand {op}= {scalar}; found[{place}] = operand{part}; }}"
            )
    body = "\n  ".join(lines)
    text = f"""
RWStructuredBuffer<float> found;
[numthreads(1, 1, 1)]
void main() {{
  int signed_scalar = -1;
  uint unsigned_scalar = 2;
  float float_scalar = 2.5;
  {body}
}}
"""
    found = np.full(4 * len(SCALARS) + 2 * len(ASSIGNED), 99, np.float32)
    wd.hlsl(text=text, enable_16bit_types=True).dispatch(1, found=found, device=device)
    end = 4 * len(SCALARS)
    assert found[0:end:2].tolist() == found[1:end:2].tolist()
    scalars = [(element, op, scalar) for element, _, op, scalar in SCALARS]
    results = dict(zip(scalars, found[0 : 4 * len(SCALARS) : 4].tolist(), strict=True))
    assert results["int", "/", "2u"] == np.float32(2147483646)
    assert results["int", "/", "2"] == -2
    assert results["int", "/", "4294967295u"] == 0
    assert results["bool", "*", "2"] == 2
    assert results["bool", "-", "2"] == -1
    assert results["bool", "*", "3u"] == 3
    assert results["half", "*", "2.0f"] == 120000
    expected = [np.float32(result) for *_, result in ASSIGNED]
    assert found[end + 1 :: 2].tolist() == expected
    # As with dxc, an assignment to a matrix converts an integer first.
    assert found[end::2].tolist() == [
        -2 if result == 2147483646 else float(np.float32(result)) for *_, result in ASSIGNED
    ]
