"""The types of literals in operators."""

import warnings

import numpy as np
import pytest

import wavedialect as wd

# The values that dxc computes.
CASES = [
    ("(int2(-4, 4) / 0x80000000).x", 0),
    ("(int)(a % 0x80000000).x", -4),
    ("(a / 0xffffffff).x", 4),
    ("(a < 0x80000000).y", 0),
    ("i / 0x80000000", 0),
    ("i % 0x80000000", -4),
    ("i / 0xffffffff", 4),
    ("i / 0x80000000 < 1", 1),
    ("i < 0x80000000", 0),
    ("0x80000000 > i", 0),
    ("i /= 0x80000000", 0),
    ("a /= 0x80000000, a.x", 0),
    ("u / 0x80000000", 0),
    ("u < 0x80000000", 1),
    ("0x80000000", 2147483648),
    ("1.0 * 0x80000000", 2147483648),
    ("-4 / 0x80000000u", 1),
]


# Operators of literals: dxc's values as an int and as a float.
EXPRESSIONS = [
    ("-1 < 0x80000000", 1, 1),
    ("0x80000000 / -2", -1073741824, -1073741824),
    ("0x80000000 + 0", -2147483648, 2147483648),
    ("0xffffffff + 1", 0, 4294967296),
    ("65536 * 65536", 0, 4294967296),
    ("65536 * 65536 / 65536", 65536, 65536),
    ("1 << 31", -2147483648, 2147483648),
    ("(1 << 31) >> 31", 1, 1),
    ("1 << 32", 0, 4294967296),
    ("1 << 63", 0, -9223372036854775808),
    ("1 << 65", 2, 2),
    ("-1 >> 33", -1, -1),
    ("0xffffffff >> 1", 2147483647, 2147483648),
    ("~0x7fffffff", -2147483648, -2147483648),
    ("true ? 0x80000000 : -1", -2147483648, 2147483648),
    ("0 ? 5 : 2 ? 0x80000000 : -1", -2147483648, 2147483648),
    ("-0x80000000", -2147483648, -2147483648),
    ("- -0x80000000", -2147483648, 2147483648),
    ("-(0x80000000)", -2147483648, -2147483648),
    ("2147483647 + 1", -2147483648, 2147483648),
    ("-2147483647 - 2", 2147483647, -2147483648),
    ("0x80000000 % -3", 2, 2),
    ("3 & 5 | 0xffffffff", -1, 4294967296),
    ("-1 ^ 0xffffffff", 0, -4294967296),
    ("0xffffffff == -1", 0, 0),
    ("!(0xffffffff == -1)", 1, 1),
    ("0xffffffffffffffff < 0", 1, 1),
    ("0xffffffffffffffff / 2", 0, 0),
    ("4000000000 - 3000000000", 1000000000, 1000000000),
    ("0b11 + 0xfffffffe", 1, 4294967297),
    ("16777216.0 + 1.0 - 16777216.0", 1, 1),
    ("0.1 + 0.2 == 0.3", 0, 0),
    ("1e30 * 1e30 / 1e30 / 1e30", 1, 1),
    ("0 ? 1 : 2.5", 2, 2.5),
    # A suffix, a cast, a bool or another operand ends the expression.
    ("0x80000000u / -2", 0, 0),
    ("(int)0x80000000 / -2", 1073741824, 1073741824),
    ("(int)-0x80000000 / -2", 1073741824, 1073741824),
    ("(1 < 2) + 0x7fffffff + one", -2147483647, -2147483647),
    ("one + 65536 * 65536 / 65536 * one", 65537, 65537),
    ("(two(1) << 31 >> 31) + bits<3>(4)", -1 + 7, -1 + 7),
    ("bits<0x80000000 / -2 + 0x40000001>(2)", 3, 3),
    ("bits<((1 << 31) >> 30)>(0x80000000 / 0x40000000)", 4, 4),
    ("sizes[65536 * 65536 / 0x80000000]", 9, 9),
    ("int2(1 << 31, 7 - 0xffffffff * one).y", 8, 8),
    ("half_of", -1073741824, -1073741824),
    ("(float)1 / 3 * 3", 1, 1),
]


@pytest.mark.parametrize("device", ["cpu", "vulkan"])
def test_operators_of_literals(device):
    body = "\n".join(f"ints[{n}] = {text}; floats[{n}] = {text};" for n, (text, *_) in enumerate(EXPRESSIONS))
    text = f"""
    RWStructuredBuffer<int> ints;
    RWStructuredBuffer<float> floats;
    template <int N> int bits(int more) {{ return N + more; }}
    int two(int x) {{ return x; }}
    static const int half_of = 0x80000000 / -2;
    static const int sizes[0x80000000 / 0x40000000 + 1] = {{7, 8, 9}};
    [numthreads(1, 1, 1)]
    void main() {{ int one = ints[0] + 1; {body} }}
    """
    ints, floats = np.zeros(len(EXPRESSIONS), np.int32), np.zeros(len(EXPRESSIONS), np.float32)
    wd.hlsl(text=text).dispatch(1, ints=ints, floats=floats, device=device)
    found = dict(zip((text for text, *_ in EXPRESSIONS), zip(ints.tolist(), floats.tolist(), strict=True), strict=True))
    assert found == {text: (i, float(np.float32(f))) for text, i, f in EXPRESSIONS}


def test_literals_and_overloads():
    # As in Clang, a literal is an int unless it needs more bits.
    text = """
    RWStructuredBuffer<int> found;
    int f(int x) { return 1; }
    int f(uint x) { return 2; }
    int f(float x) { return 3; }
    [numthreads(1, 1, 1)]
    void main() {
      found[0] = f(1 + 1);
      found[1] = f(0x80000000 / -2);
      found[2] = max(1, 2) + abs(-1);
      found[3] = f(-1 < 0x80000000);
      found[4] = f(1.0 / 3.0);
      switch (found[0] << 31) { case 1 << 31: found[5] = 1; }
    }
    """
    found = np.zeros(6, np.int32)
    wd.hlsl(text=text).dispatch(1, found=found)
    assert found.tolist() == [1, 1, 3, 1, 3, 1]


@pytest.mark.parametrize("text", ["1 / 0", "x = (1 << 33) +", "(0x80000000 / -2"])
def test_errors_in_expressions_of_literals(text):
    with pytest.raises(wd.WaveError, match=r":1:\d+: "):
        wd.hlsl(text=f"RWBuffer<int> o; [numthreads(1, 1, 1)] void main() {{ int x = 0; o[0] = {text}; }}")


@pytest.mark.parametrize("device", ["cpu", "interpreter", "vulkan"])
def test_literals_of_32_bits(device):
    body = "\n".join(f"{{ int2 a = int2(-4, 4); int i = -4; found[n++] = ({text}); }}" for text, _ in CASES)
    text = f"""
    RWStructuredBuffer<float> found;
    [numthreads(1, 1, 1)]
    void main() {{ uint n = 0, u = 8; {body} }}
    """
    found = np.full(len(CASES), 99, np.float32)
    wd.hlsl(text=text).dispatch(1, found=found, device=device)
    assert dict(zip(CASES, found.tolist(), strict=True)) == {case: case[1] for case in CASES}


def test_assignments_with_floats_have_no_warning_of_the_literal():
    text = """
    RWStructuredBuffer<int2> found;
    [numthreads(1, 1, 1)]
    void main() { int2 v = 3; v *= 2.5; v /= (0.5); found[0] = v; }
    """
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        kernel = wd.hlsl(text=text)
    found = np.zeros((1, 2), np.int32)
    kernel.dispatch(1, found=found)
    assert found.tolist() == [[14, 14]]
    with pytest.warns(wd.WaveWarning, match=r"changes value from 2.5 to 2"):
        wd.hlsl(text="[numthreads(1, 1, 1)] void main() { int2 v = 2.5; }")
