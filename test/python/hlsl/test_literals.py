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
    ("0xffffffffffffffff", -1, -1),
    ("countbits(0xffffffffffffffff)", 64, 64),
    # An integer of a float is that of a double.
    ("16777217.0", 16777217, 16777216),
    ("16777217.0 + 0.5", 16777217, 16777218),
    ("0xffffffff / 100.25", 42842566, 42842568),
    ("int2(2.99999999, 1).x", 2, 2),
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


# A literal takes the type of the other operand: dxc's values as floats.
# i is -4, n is 31, b is true, c and never are false, d is 3.0, l is -4, s is 3, x is 65535 and h is 3.0.
TYPED = [
    # The left operand of a shift is a uint only beside a uint.
    ("~0 >> n", 1),
    ("~0 >> 31u", 1),
    ("~0 >> i", -1),
    ("~0 >> s", -1),
    ("~0 >> c", -1),
    ("~0 >> (uint64_t)n", -1),
    ("(~0 >> uint2(n, n)).y", 1),
    ("0x80000000 >> i", -8),
    ("0x80000000 >> n", 1),
    ("0x100000000 >> n", 0),
    ("1 << n", 2147483648),
    ("1 << (n | i)", 2147483648),
    ("1 << (i | 31)", -2147483648),
    ("-(1 << n)", 2147483648),
    ("(1 << n) >> 31", 1),
    ("(1 << n) > 0", 1),
    ("BIT(n)", 2147483648),
    ("(1 << 2 << n)", 0),
    ("(b ? 1 : 2) << n", 2147483648),
    # Operators behind an operator with a literal.
    ("i | 0x80000000", -4),
    ("(i | 0x80000000) >> 31", -1),
    ("(0x80000000 | i) / 2", -2),
    ("(int2(i, i) | 0x80000000).y >> 31", -1),
    ("(i | ~0x7fffffff) >> 1", -2),
    ("(i ^ 0xffffffff) - 4 < 0", 1),
    ("i * 1 * 0xffffffff / 2", 2),
    ("(b | 0x80000000)", -2147483648),
    ("b + 0xffffffff", 0),
    ("second | 0x80000000", -2147483647),
    ("(second - 2) / 1.0", -1),
    ("(i -= 0x80000000) / 2", 1073741822),
    ("in_template(i)", -1),
    ("in_template(n)", 1),
    ("with_float(i) + with_float(2.0)", 4294967292 + 2),
    ("(int2x2(i, 1, 2, 3) | 0x80000000)[0][0] / 4", -1),
    ("(0x80000000 & int2x2(i, 1, 2, 3))[0][0] / 2", -1073741824),
    ("(int2x2(i, 1, 2, 3) % 0x80000000)[0][0] / 4", -1),
    ("(int2x2(i, 1, 2, 3) < 0x80000000)[0][0]", 0),
    # Functions that convert their arguments to a common type.
    ("max(i, 0x80000000)", -4),
    ("min(0xffffffff, i)", -4),
    ("clamp(i, 0x80000000, 0xffffffff)", -4),
    ("max(int2(i, 1), 0x80000000).x", -4),
    ("mad(i, 1, 0xffffffff) / 5", -1),
    ("select(c, 0xffffffff, i)", -4),
    ("max(n, 0x80000000)", 2147483648),
    # The condition is not a literal.
    ("c ? -1 : 0x80000000", 2147483648),
    ("c ? 0xffffffff : i", -4),
    ("(c ? -1 : 0x80000000) < 0", 0),
    ("(b ? -1 : 0x80000000) < 0", 1),
    # Operators with a choice have 32 bits, unless the result has 64 bits or is compared.
    ("(b ? 65536 : 1) * 65536", 0),
    ("(b ? 65536 : 1) * 65536 == 4294967296", 1),
    ("(b ? 65536 : 1) * 65536 + (int64_t)i", 4294967292),
    ("(int64_t)((b ? 65536 : 1) * 65536)", 4294967296),
    ("(l = (b ? 4294967295 : 1) >> 7)", 33554431),
    ("(b ? 0x7fffffff : 1) + 1 >> 31", -1),
    ("(b ? 0x7fffffff : 1) + 1", -2147483648),
    ("2147483647 - -(c ? 4294967295 : 65536)", -2147418113),
    ("(b ? 4294967295 : 1) >> 7", -1),
    ("(b ? 4294967294 : 1) % 7", -2),
    ("(i = (b ? 4294967294 : 1) / 2)", -1),
    ("((b ? 4294967294 : 1) >> 1) + n", 30),
    ("i + (c ? 1 : 0xffffffff)", -5),
    ("1.0 * (c ? 0 : 0xffffffff)", 4294967295),
    ("uint(c ? -1 : 0x80000000)", 2147483648),
    # dxc cuts the literal, and L states no width.
    ("(i + 1) * 4294967296", 0),
    ("(l + 1) * 4294967296", -3 * 2**32),
    ("(i + 1) * 4294967296LL", -3 * 2**32),
    ("l * 0xffffffffffffffff", 4),
    ("4294967297L", 1),
    ("4000000000L", -294967296),
    ("-4000000000l", 294967296),
    ("0xffffffffffL", 4294967295),
    ("4294967297UL", 1),
    ("4294967297LL", 4294967297),
    ("2L * 2147483647", -2),
    # Types of 16 bits.
    ("s | 0x80000000", 3),
    ("s * 32767", 32765),
    ("x + 1", 0),
    ("x * 2 > 65535", 0),
    ("max(x, 65536)", 65535),
    ("sizeof(h * 2.5)", 2),
    ("sizeof(max(h, 0.5))", 2),
    ("sizeof(b ? h : 2.5)", 2),
    # All digits of a double.
    ("d * 0.1 == d * 0.1L", 1),
    ("d + 0.1 * 3 == d + 0.1L * 3", 1),
    ("d + 1.0 / 3.0 == d + 1.0L / 3.0L", 1),
    ("max(d, 3.1) == 3.1L", 1),
    ("tenth == 0.1L", 1),
    ("(double)0.1 == 0.1L", 1),
    ("double2(0.1, 0.2).y == 0.2L", 1),
    ("(c ? 0.1 : 0.3) == (double)0.3", 1),
]


@pytest.mark.filterwarnings("ignore::wavedialect.WaveWarning")
@pytest.mark.parametrize("device", ["cpu", "vulkan"])
def test_literals_and_other_operands(device):
    body = "\n".join(
        f"{{ int i = -4 + none; uint n = 31 + none; int64_t l = -4 + none; found[{place}] = {text}; }}"
        for place, (text, _) in enumerate(TYPED)
    )
    text = f"""
    RWStructuredBuffer<float> found;
    #define BIT(n) (1 << (n))
    enum Place {{ first, second }};
    static const double tenth = 0.1;
    template <typename T> T in_template(T x) {{ return (x | 0x80000000) >> 31; }}
    template <typename T> float with_float(T x) {{ return x + (x < 0 ? 0x100000000 : 0); }}
    [numthreads(1, 1, 1)]
    void main() {{
      int none = found[0];
      bool b = none == 0, c = none > 0;
      int16_t s = 3 + none; uint16_t x = 65535 + none;
      half h = 3.0 + none; double d = 3.0 + none;
      {body}
    }}
    """
    found = np.zeros(len(TYPED), np.float32)
    wd.hlsl(text=text, enable_16bit_types=True).dispatch(1, found=found, device=device)
    assert dict(zip(dict(TYPED), found.tolist(), strict=True)) == {
        text: float(np.float32(value)) for text, value in TYPED
    }


def test_literals_of_202x_have_types():
    text = """
    RWStructuredBuffer<float> found;
    [numthreads(1, 1, 1)]
    void main() { int i = -4 + (int)found[0]; found[0] = 4294967297L; found[1] = i | 0x80000000; }
    """
    found = np.zeros(2, np.float32)
    wd.hlsl(text=text, language_version="202x").dispatch(1, found=found)
    # A uint, 0xfffffffc, as a float.
    assert found.tolist() == [4294967296, 4294967296]


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("i * 4294967296", "4294967296 becomes 0, because HLSL converts it to 'int' here"),
        ("i & 0xffffffff00000001", "-4294967295 becomes 1, because HLSL converts it to 'int' here"),
        ("0x100000001 << i", "4294967297 becomes 1, because HLSL converts it to 'int' here"),
        ("(i < 0 ? 1 : 4294967297) - i", "4294967297 becomes 1, because HLSL converts it to 'int' here"),
        ("s + 70000", "70000 becomes 4464, because HLSL converts it to 'int16_t' here"),
    ],
)
def test_cut_literals_have_a_warning(expression, message):
    text = f"""
    RWStructuredBuffer<int> found;
    [numthreads(1, 1, 1)]
    void main() {{ int i = found[0]; int16_t s = 1; found[1] = {expression}; }}
    """
    with pytest.warns(wd.WaveWarning, match=rf"the literal {message}: the suffix LL .*\[literal-cut\]"):
        wd.hlsl(text=text, enable_16bit_types=True)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        wd.hlsl(text=text.replace(expression, "(i | 0x80000000) + (s & 0xffff)"), enable_16bit_types=True)


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
