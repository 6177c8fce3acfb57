"""What dxc refuses of vectors, matrices and bools, and Clang accepts."""

import re
import warnings

import numpy as np
import pytest

import wavedialect as wd

HEAD = """
RWStructuredBuffer<float4> found;
StructuredBuffer<float4> values;
[numthreads(1, 1, 1)]
void main() {
  float4 v = values[0];
  float f = v.x;
  bool b = f > 0;
  bool1 b1 = b;
  bool2 b2 = v.xy > 0;
  float2x2 m = v;
  float3x3 m3 = f;
  float1x4 r = v;
  float4x1 k = v;
  bool1x1 one = b;
  int i = 0;
"""


def compile(text):
    return wd.hlsl(text=f"{HEAD} {text} }}")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("found[0] = (b2 ? 1 : 2).y;", r"scalar, not a 'bool2'.*select.* \[vector-condition\]"),
        ("found[0].xy = b2 ? v.xy : v.zw;", r"\[vector-condition\]"),
        ("f = (b1 ? 1 : 2).x;", r"\[vector-condition\]"),
        ("found[0] = v ? v : v;", r"not a 'float4'.* \[vector-condition\]"),
        ("m = m != 0 ? m : m;", r"not a 'bool2x2'.* \[vector-condition\]"),
        ("found[0] = r ? v : v;", r"\[vector-condition\]"),
        ("if (b2) f = 1;", r"not a 'bool2': use any\(\) or all\(\) \[vector-condition\]"),
        ("if (m) f = 1;", r"\[vector-condition\]"),
        ("while (b2) f = 1;", r"\[vector-condition\]"),
        ("for (; b2;) f = 1;", r"\[vector-condition\]"),
        ("do { f = 1; } while (v);", r"\[vector-condition\]"),
        ("b++;", r"\[arithmetic-on-bool\]"),
        ("--b;", r"\[arithmetic-on-bool\]"),
        ("b2.x++;", r"\[arithmetic-on-bool\]"),
        ("b += 1;", r"'\+=' does not take a 'bool' \[arithmetic-on-bool\]"),
        ("b2 *= 1;", r"'\*=' does not take a 'bool2' \[arithmetic-on-bool\]"),
        ("b <<= 1;", r"\[arithmetic-on-bool\]"),
        ("found[0] = ((float3)m).z;", r"'float2x2' cannot be converted to a 'float3'"),
        ("found[0] = float3(m).x;", r"cannot be converted"),
        ("found[0] = float1(m).x;", r"cannot be converted"),
        ("found[0] = ((float2)m3).x;", r"cannot be converted"),
    ],
)
def test_refused(text, message):
    with warnings.catch_warnings(), pytest.raises(wd.WaveError, match=message) as raised:
        warnings.simplefilter("error")
        compile(text)
    assert "warning" not in str(raised.value)


FUNCTIONS = [
    *(f"{name}({a}, {b})" for name in ("dot", "distance", "reflect") for a, b in ("rr", "rv", "vr", "mv", "vm", "kv")),
    *(f"{name}({a})" for name in ("length", "normalize") for a in ("r", "m", "k")),
    *(f"cross({a}, {b})" for a, b in (("m3", "m3"), ("m3", "v.xyz"))),
    "refract(r, v, 1)",
    "refract(v, r, 1)",
    "faceforward(r, v, v)",
    "faceforward(v, v, r)",
]


@pytest.mark.parametrize("text", FUNCTIONS)
def test_functions_of_vectors_do_not_take_matrices(text):
    with pytest.raises(wd.WaveError, match="no matching function for call to '" + text.split("(")[0]):
        compile(f"found[0] = {text};")


def test_accepted():
    compile(
        """
        if (b1) f += 1;
        if (one) f += 1;
        if (any(b2) && all(m)) f += 1;
        b |= b2.x; b &= true; b2 ^= b;
        m = select(m > 0, m, 1);
        f += ((float4)m).x + ((float)m3) + ((float1)m).x + ((float3)r).x + ((float2)k).y + float4(m).x;
        f += dot(1, v) + dot(f, f) + length(int2(3, 4)) + cross(1, v.xyz).x;
        found[0] = f + i;
        """
    )


def test_scalars_of_matrices():
    text = """
    RWStructuredBuffer<float> found;
    bool cast(float2x2 m) { return (bool)m; }
    [numthreads(1, 1, 1)]
    void main() {
      float2x2 m = {0.5, 0, 7, 0}, zero = {0, 1, 1, 1};
      int2x2 n = {-3, 2, 1, 0};
      bool b = m, c = (bool)zero;
      found[0] = b; found[1] = c; found[2] = cast(m) ? 1 : 2;
      int i = n; uint u = (uint)n; float f = n; float g = (float)m;
      found[3] = i; found[4] = u == 0xfffffffdu; found[5] = f; found[6] = g;
      int j; j = m; found[7] = j;
      found[8] = (half)n; found[9] = i + (int)m + (float)n;
    }
    """
    found = np.full(10, 99, np.float32)
    with pytest.warns(wd.WaveWarning) as told:
        wd.hlsl(text=text).dispatch(1, found=found)
    assert found.tolist() == [1, 0, 1, -3, 1, -3, 0.5, 0, -3, -6]
    messages = "\n".join(str(each.message) for each in told)
    assert "the bool is the first element of the matrix: use any() or all()" in messages
    assert "implicit conversion truncates matrix: 'int2x2' to its first element" in messages


@pytest.mark.parametrize(
    ("size", "message"),
    [
        ("-1, 1, 1", r"three numbers greater than zero \[num-threads-zero\]"),
        ("2000, 1, 1", r"more than 1024 threads along x \[num-threads-limit\]"),
        ("64, 64, 1", r"more than 1024 threads \[num-threads-limit\]"),
    ],
)
def test_the_size_of_a_group_has_one_error(size, message):
    for more in ("", "[numthreads(1, 1, 1)] void other() {}"):
        with pytest.raises(wd.WaveError, match=message) as raised:
            wd.hlsl(text=f"[numthreads({size})] void main() {{}} {more}", entry="main")
        assert len(re.findall(r"\[[a-z-]+\]$", str(raised.value), re.MULTILINE)) == 1


def test_a_hint_behind_a_missing_semicolon():
    with pytest.raises(wd.WaveError, match=r"expected ';' before the attribute '\[unroll\]' \[hlsl-syntax\]"):
        compile("f = 1 [unroll] for (int j = 0; j < 4; ++j) f += j;")


def test_a_constant_without_a_value():
    with pytest.raises(wd.WaveError, match=r"the constant 'z' has no value: initialize it"):
        compile("const uint z; found[0] = z;")
