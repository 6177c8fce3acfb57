"""Vectors made of one scalar, as `k.xxx`, wherever the scalar is."""

import numpy as np
import pytest

import wavedialect as wd

HEAD = """
float g; int gi; uint gu;
cbuffer C { float k; int ki; uint ku; };
static const float sk = 2; static const int ski = 2; static const uint sku = 2;
groupshared float gs; groupshared int gsi; groupshared uint gsu;
StructuredBuffer<float> S; StructuredBuffer<int> Si; StructuredBuffer<uint> Su;
float whole(float3 v) { return dot(v, 1); }
float whole(int3 v) { return -1; }
template <typename T> T twice(T v) { T sum = v; sum.x += v.x; sum.yz += v.yz; return sum; }
RWStructuredBuffer<float3> found;

[numthreads(1, 1, 1)]
void main() {
  const float lk = S[0]; const int lki = Si[0]; const uint lku = Su[0];
  gs = lk; gsi = lki; gsu = lku;
  float f = lk; int fi = lki; uint fu = lku;
  float3 c = float3(1, 2, 3);
  int3 ci = int3(1, 2, 3); uint3 cu = uint3(1, 2, 3);
"""

#: The float, and the names of the int and the uint at the same kind of place.
PLACES = {
    "global": ("g", "gi", "gu"),
    "cbuffer": ("k", "ki", "ku"),
    "static const": ("sk", "ski", "sku"),
    "const local": ("lk", "lki", "lku"),
    "local": ("f", "fi", "fu"),
    "groupshared": ("gs", "gsi", "gsu"),
    "element": ("S[0]", "Si[0]", "Su[0]"),
    "in parentheses": ("(k)", "(ki)", "(ku)"),
}

#: Each scalar is 2.
CASES = [
    ("max(c, F.xxx)", (2, 2, 3)),
    ("max(F.xxx, c)", (2, 2, 3)),
    ("max(F.rrr, 0)", (2, 2, 2)),
    ("max(-F.xxx, 0)", (0, 0, 0)),
    ("max(c - F.xxx, 0)", (0, 0, 1)),
    ("max(F.xxx * 2, 0)", (4, 4, 4)),
    ("min(c, F.xxx)", (1, 2, 2)),
    ("clamp(c, 0, F.xxx)", (1, 2, 2)),
    ("pow(c, F.xxx)", (1, 4, 9)),
    ("lerp(c, 0, F.xxx)", (-1, -2, -3)),
    ("dot(c, F.xxx)", (12, 12, 12)),
    ("length(F.xxxx)", (4, 4, 4)),
    ("sqrt(F.xxx * F.xxx)", (2, 2, 2)),
    ("normalize(F.xxxx).xyz", (0.5, 0.5, 0.5)),
    ("saturate(c * F.xxx - 3)", (0, 1, 1)),
    ("smoothstep(0, F.xxx, c)", (0.5, 1, 1)),
    ("asfloat(asuint(F.xxx))", (2, 2, 2)),
    ("WaveActiveSum(F.xxx)", (2, 2, 2)),
    ("WaveReadLaneFirst(F.xxx)", (2, 2, 2)),
    ("max(c, (half3)F.xxx)", (2, 2, 3)),
    ("float3(max(c.xy, F.xx), dot(F.rr, c.yz))", (2, 2, 10)),
    ("max(F.xxx.xyz, c)", (2, 2, 3)),
    ("F.xxx.y", (2, 2, 2)),
    ("F.xx[1]", (2, 2, 2)),
    ("c * F.xxx + -F.xxx", (0, 2, 4)),
    ("whole(F.xxx)", (6, 6, 6)),
    ("twice(F.xxx)", (4, 4, 4)),
    ("twice(F.xxx + c)", (6, 8, 10)),
    ("max(ci, I.xxx)", (2, 2, 3)),
    ("abs(-I.xxx)", (2, 2, 2)),
    ("~I.xxx", (-3, -3, -3)),
    ("max(cu, U.xxx)", (2, 2, 3)),
    ("countbits(U.xxx)", (1, 1, 1)),
    ("cu << U.xxx", (4, 8, 12)),
    ("WaveActiveMax(U.xxx)", (2, 2, 2)),
    ("select(F.xxx > c, c, F.xxx)", (1, 2, 2)),
    ("c.xx[0] + c.xxx", (2, 2, 2)),
]

BUFFERS = {"S": np.full(1, 2, np.float32), "Si": np.full(1, 2, np.int32), "Su": np.full(1, 2, np.uint32)}


@pytest.mark.parametrize("device", ["cpu", "interpreter", "vulkan"])
@pytest.mark.parametrize("place", PLACES)
def test_places(place, device):
    names = PLACES[place]
    body = ""
    for index, (text, _) in enumerate(CASES):
        for letter, name in zip("FIU", names, strict=True):
            text = text.replace(letter + ".", name + ".")
        body += f"  found[{index}] = {text};\n"
    kernel = wd.hlsl(text=HEAD + body + "}")
    found = np.zeros((len(CASES), 3), np.float32)
    wanted = dict(BUFFERS)
    if place == "global":
        wanted["$Globals"] = {"g": 2, "gi": 2, "gu": 2}
    if place in ("cbuffer", "in parentheses"):
        wanted["C"] = {"k": 2, "ki": 2, "ku": 2}
    kernel.dispatch(1, found=found, device=device, **wanted)
    for (text, expected), value in zip(CASES, found.tolist(), strict=True):
        assert value == pytest.approx(expected, abs=1e-5), text


def test_fields_with_the_names_of_swizzles():
    text = (
        "struct Pair { float first, xx; };"
        + HEAD
        + ("Pair p = {1, 2}; p.xx = 5; p.xx += 1; float a; sincos(0, a, p.xx); p.xx++; found[0] = p.xx + gs.xxx; }")
    )
    found = np.zeros((1, 3), np.float32)
    wd.hlsl(text=text).dispatch(1, found=found, **BUFFERS)
    assert found.tolist() == [[4, 4, 4]]


def test_variables_with_the_names_of_swizzles():
    text = (
        HEAD
        + "float xx = f * f; float3 rrr = c; found[0] = max(c, S[0].xxx) + float3(max(S[0].xx, xx), dot(sk.rrr, 1) / 3) + rrr; }"
    )
    found = np.zeros((1, 3), np.float32)
    wd.hlsl(text=text).dispatch(1, found=found, **BUFFERS)
    assert found.tolist() == [[7, 8, 8]]


@pytest.mark.parametrize("change", ["f.xx = 1", "c.xx += 1", "f.xxx++"])
def test_writes_of_splats_are_refused(change):
    with pytest.raises(wd.CompileError, match="xx"):
        wd.hlsl(text=HEAD + change + "; }")


def test_fields_with_the_name_of_a_swizzle():
    text = """
    RWStructuredBuffer<float3> found;
    cbuffer C { float k; };
    struct Other { int xxx; float2 rr; };
    [numthreads(1, 1, 1)]
    void main() {
      Other other = {3, {4, 5}};
      other.xxx += 1;
      found[0] = normalize(k.xxx) + other.xxx;
      found[1] = float3(other.rr, dot(k.rr, other.rr));
    }
    """
    found = np.zeros((2, 3), np.float32)
    wd.hlsl(text=text).dispatch(1, C={"k": 2.0}, found=found)
    assert found[0] == pytest.approx([4.57735] * 3)
    assert found[1].tolist() == [4, 5, 18]
