"""Steps of vectors and matrices, operators behind casts, and conversions between vectors and matrices."""

import warnings

import numpy as np
import pytest

import wavedialect as wd

HEAD = """
RWStructuredBuffer<float> found;
struct Counter {
  float2 value;
  void step() { value++; --value.x; }
};
float4 flat(float2x2 m) { return m; }
"""
MAIN = """
[numthreads(1, 1, 1)]
void main() {
  uint n = 0;
  float4 v = {1, -2, 3, 4}, w = 0;
  float2x2 m = {1, -2, 3, 0}, k = 0;
  int3 i = {1, -2, 5};
"""


def run(cases, device="cpu"):
    body = "\n".join(f"  {{ {text} }}" for text, *_ in cases)
    body = body.replace("P(", "PUT(")
    expected = [value for _, *values in cases for value in values]
    text = HEAD + "#define PUT(x) found[n++] = (x)\n" + MAIN + body + "\n}"
    found = np.full(len(expected), 99, np.float32)
    wd.hlsl(text=text).dispatch(1, found=found, device=device)
    assert found.tolist() == expected


DEVICES = pytest.mark.parametrize("device", ["cpu", "interpreter", "vulkan"])


@DEVICES
def test_steps(device):
    run(
        [
            ("float4 a = v; w = a++; P(w.x); P(a.y);", 1, -1),
            ("float2x2 a = m; k = --a; P(k[0][0]); P(a[1][0]);", 0, 2),
            ("float2x2 a = m; k = a++; P(k[0][0]); P(a[1][0]);", 1, 4),
            ("int3 a = i; a.xz++; --a.zy; P(a.x); P(a.y); P(a.z);", 2, -3, 5),
            ("float2x2 a = m; a[0]++; a._m00_m11--; P(a[0][0]); P(a[0][1]); P(a[1][1]);", 1, -1, -1),
            ("int3 a = i, b = -a++ + 2; P(b.x); P(a.x); P(((float3)a++).x); P((++a.zx).y);", 1, 2, 2, 4),
            ("if (i.x) ++i; P(i.x); for (int3 j = 0; j.x < 2; j++) P(j.z);", 2, 0, 1),
            ("float3 a[2] = {v.xyz, v.xyz}; a[1]++; P(a[0].x); P(a[1].x);", 1, 2),
            ("Counter c; c.value = 1; c.step(); c.value--; P(c.value.x); P(c.value.y);", 0, 1),
            ("uint64_t2 u = {0, 1}; u--; P((u.x + 2).x); P(u.y);", 1, 0),
        ],
        device,
    )


def test_steps_of_bools_are_refused():
    for variable in ["bool2 b = true", "bool2x2 b = true"]:
        text = f"[numthreads(1, 1, 1)] void main() {{ {variable}; b++; }}"
        with pytest.raises(wd.WaveError, match=r"cannot increment value of type 'bool2(x2)?': add or subtract 1"):
            wd.hlsl(text=text)


@DEVICES
def test_unary_operators_behind_casts(device):
    run(
        [
            ("k = (float2x2)!m; P(k[0][0]); P(k[1][1]);", 0, 1),
            ("k = -m + (float2x2)-m; P(k[0][1]);", 4),
            ("int2x2 a = (int2x2)~(int2x2)m; P(a[0][0]);", -2),
            ("k = (float2x2)-(float2x2)!m; P(k[1][1]);", -1),
            ("k = (float2x2)++m + (int2x2)-m; P(k[1][0]); --m;", 0),
        ],
        device,
    )


@DEVICES
def test_conversions_between_vectors_and_matrices(device):
    run(
        [
            ("float2x2 a = v; P(a[1][0]); a = 2 * v; P(a[1][0]);", 3, 6),
            ("float4 a = m; P(a.y); a = m * 2; P(a.z); a = -m; P(a.y);", -2, 6, 2),
            ("float1x4 a = v; float4x1 b = v; P(a[0][1]); P(b[2][0]); w = a; P(w.z); w = b; P(w.w);", -2, 3, 3, 4),
            ("k = (float2x2)v; P(k[0][1]); w = (float4)m; P(w.z); k = (float2x2)(int4)v; P(k[1][1]);", -2, 3, 4),
            ("int2x2 a = {1, 2, 3, 4}; w = a; P(w.z); a = v; P(a[0][1]);", 3, -2),
            ("P(flat(m).z); float2x2 a[2]; a[1] = v; P(a[1][1][1]);", 3, 4),
            ("k = m; k += v; P(k[1][0]); k *= v; P(k[0][0]); w = m + v; P(w.y);", 6, 2, -4),
            ("float1x1 a = 3; float1 b = a; P(b.x); a = b; P(a[0][0]);", 3, 3),
        ],
        device,
    )


def test_vectors_of_another_size_are_refused():
    for line in ["float2x2 m = (float3)0;", "float2x2 m = 0; float3 v; v = m;", "float2x2 m = 0; m += (float3)1;"]:
        with pytest.raises(wd.WaveError, match=r"\[hlsl-type\]") as refused:
            wd.hlsl(text=f"[numthreads(1, 1, 1)] void main() {{ {line} }}")
        assert "__" not in str(refused.value)


def test_chains_of_comparisons_have_a_warning():
    text = """
    RWStructuredBuffer<uint> found;
    [numthreads(1, 1, 1)]
    void main() { int a = 2; found[0] = 3 > a > 0; found[1] = 0 < a < 1; }
    """
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        kernel = wd.hlsl(text=text)
    assert len(seen) == 2 and "compares the bool 'a < b' to 'c'" in str(seen[0].message)
    found = np.full(2, 99, np.uint32)
    kernel.dispatch(1, found=found)
    assert found.tolist() == [1, 0]


@pytest.mark.parametrize("statement", ["if (m) k = m;", "while (m) m = 0;", "k = m ? m : k;", "k = (m < k) ? 1 : 0;"])
def test_conditions_that_are_matrices_are_refused(statement):
    text = f"[numthreads(1, 1, 1)] void main() {{ float2x2 m = 1, k = 2; {statement} }}"
    with pytest.raises(wd.WaveError, match=r"scalar, not a '(float|bool)2x2'.* \[vector-condition\]"):
        wd.hlsl(text=text)


def test_arguments():
    text = """
    RWStructuredBuffer<float> found;
    float corner(float2x2 m) { return m[1][0]; }
    float third(float4 v) { return v.z; }
    float last(float3 v) { return v.z; }
    float row(float1x3 m) { return m[0][2]; }
    float both(float2x2 m, float4 v) { return corner(m) * 10 + third(v); }
    struct Pair { float first; float add(float4 v) { return first + v.w; } };
    [numthreads(1, 1, 1)]
    void main() {
      float4 v = {1, 2, 3, 4};
      float2x2 m = {5, 6, 7, 8};
      int2x2 n = {5, 6, 9, 8};
      float1x4 r = v;
      Pair pair = {1};
      found[0] = corner(v);
      found[1] = third(m);
      found[2] = third(n);
      found[3] = both(v * 2, m + 1);
      found[4] = third(-m) + corner(v + v);
      found[5] = last(r);
      found[6] = row(v);
      found[7] = pair.add(m);
      float3 short_row = r; float1x2 w = v; float3x1 c = v;
      found[8] = short_row.z + w[0][1] * 10 + c[2][0] * 100;
    }
    """
    found = np.zeros(9, np.float32)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        wd.hlsl(text=text).dispatch(1, found=found)
    assert found.tolist() == [3, 7, 9, 68, -1, 3, 3, 9, 323]


@pytest.mark.parametrize("call", ["h(m)", "f3(m)", "out4(m)"])
def test_arguments_that_do_not_fit(call):
    text = f"""
    float h(float2x2 m) {{ return 1; }}
    float h(float1x4 m) {{ return 2; }}
    float f3(float3 v) {{ return 1; }}
    float out4(inout float4 v) {{ return v.x; }}
    RWStructuredBuffer<float> found;
    [numthreads(1, 1, 1)]
    void main() {{ float2x2 m = 1; float4 v = 1; found[0] = {call.replace("h(m)", "h(v)")}; }}
    """
    with pytest.raises(wd.WaveError, match=r"\[hlsl-type\]"):
        wd.hlsl(text=text)


def test_assignments_of_integers_to_matrices():
    text = """
    RWStructuredBuffer<int2x2> found;
    [numthreads(1, 1, 1)]
    void main() {
      int2x2 m = {-8, 7, -5, 4};
      int2x2 a = m, b = m, c = m;
      a /= 2u; b *= 3u; c *= 2.5;
      found[0] = a; found[1] = b; found[2] = c;
    }
    """
    found = np.zeros((3, 4), np.int32)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        wd.hlsl(text=text).dispatch(1, found=found)
    # In memory column by column.
    assert found.tolist() == [[-4, -2, 3, 2], [-24, -15, 21, 12], [-20, -12, 17, 10]]
