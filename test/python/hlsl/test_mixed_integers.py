"""Operators of integers of two widths."""

import numpy as np
import pytest

import wavedialect as wd

# dxc's values as floats: i is -5, n is 7, l is -6, s is -3, x is 60000, a is int2(-4, 9), v is uint2(3, 8), c is false.
CASES = [
    # The common type has the larger width, and a sign only if both have one.
    ("l < n", 0),
    ("n < l", 1),
    ("l * n", 2**64 - 42),
    ("2LL - n", 2**64 - 5),
    ("l + i", -11),
    ("l + x < 0", 0),
    ("i < x", 0),
    ("x * i / 2", (2**32 - 300000) // 2),
    ("x * i < l", 1),
    ("s < n", 0),
    ("(c ? uint2(n, n) : int64_t2(l, l)).x", 2**64 - 6),
    ("b * l * n", 2**64 - 42),
    ("l * 3 < 0", 1),
    ("2147483648 + b - n < l", 1),
    ("(l / v).y", (2**64 - 6) // 8),
    ("(v - l).x", 9),
    ("(int64_t2(-6, 3) / uint2(4, 5)).x", (2**64 - 6) // 4),
    ("(a * x).x", 2**32 - 240000),
    ("(l /= n)", (2**64 - 6) // 7),
    ("(i /= x)", (2**32 - 5) // 60000),
    ("(n /= l)", 0),
    ("LESS(n, l)", 1),
    # Functions that convert their arguments to a common type.
    ("max(l, n)", 2**64 - 6),
    ("min(i, x)", 60000),
    ("clamp(n, l, l)", 2**64 - 6),
    ("select(b, l, n)", 2**64 - 6),
    # The left operand of a shift keeps its type.
    ("(i << v).x", -40),
    ("(i >> v).x", -1),
    ("(l >> v).x", -1),
    ("(s << v).x", -24),
    ("(n >> a).y", 0),
    ("(n << int64_t2(30, 40)).y", 1792),
    ("(l << int64_t2(30, 40)).y", -6 * 2**40),
    ("(1 << int64_t2(3, 33)).y", 2),
    ("(1LL << (v + 32)).x", 2**35),
    ("l << n", -768),
]


@pytest.mark.parametrize("language_version", ["2021", "202x"])
@pytest.mark.parametrize("device", ["cpu", "vulkan"])
def test_operators_of_two_widths(device, language_version):
    text = f"""
    RWStructuredBuffer<float> found;
    #define LESS(a, b) ((a) < (b))
    [numthreads(1, 1, 1)]
    void main() {{
      int none = found[0];
      bool b = none == 0, c = none > 0;
      int16_t s = -3 + none; uint16_t x = 60000 + none;
      int2 a = int2(-4, 9) + none; uint2 v = uint2(3, 8) + none;
      {
        "".join(
            f"{{ int i = -5 + none; uint n = 7 + none; int64_t l = -6 + none; found[{place}] = {expression}; }}"
            for place, (expression, _) in enumerate(CASES)
        )
    }
    }}
    """
    found = np.zeros(len(CASES), np.float32)
    kernel = wd.hlsl(text=text, enable_16bit_types=True, language_version=language_version)
    kernel.dispatch(1, found=found, device=device)
    assert dict(zip(dict(CASES), found.tolist(), strict=True)) == {
        expression: float(np.float32(value)) for expression, value in CASES
    }


@pytest.mark.parametrize(("language_version", "expected"), [("2021", [2**64 - 6, 2**63 - 3]), ("202x", [-6, -3])])
def test_choices_of_two_widths(language_version, expected):
    # With 202x, dxc has the rules of C for scalars.
    text = """
    RWStructuredBuffer<float> found;
    [numthreads(1, 1, 1)]
    void main() {
      uint n = 7 + found[0];
      int64_t l = -6 + (int)found[0];
      bool c = found[0] > 0;
      found[0] = c ? n : l;
      found[1] = (c ? 5u : l) / 2;
    }
    """
    found = np.zeros(2, np.float32)
    wd.hlsl(text=text, language_version=language_version).dispatch(1, found=found)
    assert found.tolist() == [float(np.float32(value)) for value in expected]
