"""Uses of components, fields, elements of matrices, `out` arguments and results without a value."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

import wavedialect as wd

DECLARATIONS = """
struct Light { float3 color; float power; };
struct Scene { Light light; float4x4 view; uint count; };
RWStructuredBuffer<float> result;
RWStructuredBuffer<Light> lights;
Light half_made(float p) { Light l; l.power = p; return l; }
bool hit(float x, out float t, out float3 n) { if (x < 4) return false; t = x; n.xy = x; n.z = 1; return true; }
void never(out float t, float x) { x = 1; }
// An error otherwise, as with dxc.
#pragma clang diagnostic ignored "-Wreturn-type"
float no_result(float x) { if (x < 4) return 2; }
float4 shade(Light l) { return float4(l.power, 1, 2, 3); }
void brighten(inout Light l) { l.power += 1; }
"""


def made(body: str, declarations: str = DECLARATIONS):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", wd.WaveWarning)
        text = f"{declarations}\n[numthreads(8, 1, 1)]\nvoid main(uint i : SV_GroupIndex) {{\n{body}\n}}"
        return wd.hlsl(text=text)


def launch(kernel):
    found = {name: np.zeros(16, np.float32) for name in kernel.parameters if name == "result"}
    if "lights" in kernel.parameters:
        found["lights"] = np.zeros(16, kernel.parameters["lights"].element.dtype)
    return found


def findings(body: str):
    kernel = made(body)
    return kernel.check(1, **launch(kernel), wave_sizes=8).findings


UNWRITTEN = {
    "component": ("float4 v; v.xyz = 1; result[i] = v.w;", "v.w", range(8)),
    "vector": ("float4 v; v.xyz = 1; float4 w = v * 2; result[i] = w.x;", "v.w", range(8)),
    "swizzle": ("float4 v; v.zx = 1; result[i] = dot(v.xz, v.yz);", "v.y", range(8)),
    "divergent component": ("float2 v; v.x = 1; if (i > 4) v.y = 2; result[i] = v.x + v.y;", "v.y", range(5)),
    "chosen component": ("float4 v; v[i & 3] = 1; result[i] = v.y;", "v.y", (0, 2, 3, 4, 6, 7)),
    "field": ("Light l; l.power = 1; result[i] = l.color.y;", "l.color.y", range(8)),
    "nested field": (
        "Scene s; s.light.power = 1; s.light.color.xy = 2; result[i] = s.light.color.z;",
        "s.light.color.z",
        range(8),
    ),
    "copy of a struct": (
        "Light l; l.power = 1; Light m = l; Light n; n = m; result[i] = n.color.x;",
        "n.color.x",
        range(8),
    ),
    "element": ("float3x3 m; m[0] = 1; m._m10_m11 = 2; result[i] = m[1][2] + m._m00;", "m._m12", range(8)),
    "row": ("float2x2 m; m[0] = 1; if (i == 3) m[1] = 2; result[i] = m[1].y;", "m._m11", (0, 1, 2, 4, 5, 6, 7)),
    "matrix": (
        "float2x2 m; m[0] = 1; m[1].x = 2; float2 v = mul(m, float2(1, 2)); result[i] = v.x;",
        "m._m11",
        range(8),
    ),
    "result of a struct": ("result[i] = half_made(i).color.x;", "half_made().color.x", range(8)),
    "copied result": ("Light l = half_made(i); result[i] = l.color.x;", "l.color.x", range(8)),
    "out argument": ("float t; float3 n; hit(i, t, n); result[i] = t;", "t", range(4)),
    "component of an out argument": ("float t; float3 n; hit(i, t, n); result[i] = n.y;", "n.y", range(4)),
    "out argument never written": ("float t = 3; never(t, i); result[i] = t;", "t", range(8)),
    "no return": ("result[i] = no_result(i);", "no_result()", range(4, 8)),
    "argument": ("Light l; l.color = 1; result[i] = shade(l).x;", "l.power", range(8)),
    "inout argument": ("Light l; l.color = 1; brighten(l); result[i] = l.power;", "l.power", range(8)),
    "struct in a buffer": ("Light l; l.power = i; l.color.xz = 1; lights[i] = l;", "l.color.y", range(8)),
    "in a loop": (
        "float sum = 0; for (uint k = 0; k < 3; ++k) { float2 v; if (k != 1) v = k; sum += v.y; } result[i] = sum;",
        "v.y",
        range(8),
    ),
    "in a counted loop": (
        "float4 v; for (uint k = 0; k < 3; ++k) v[k] = k; result[i] = v.x + v.w;",
        "v.w",
        range(8),
    ),
    "compound": ("float3 v; v.x = 1; v.yx += 1; result[i] = v.x;", "v.y", range(8)),
    "step": ("uint2 v; v.x = 1; v.y++; result[i] = v.x;", "v.y", range(8)),
}


@pytest.mark.parametrize("case", UNWRITTEN)
def test_check_reports_the_part_and_its_lanes(case):
    body, name, lanes = UNWRITTEN[case]
    (finding,) = findings(body)
    assert finding.rule == "uninitialized"
    variable = f"use of variable `{name}`, which this lane has not written"
    result = f"use of the result of `{name}`, which returns no value in this lane"
    assert finding.message == (result if name.endswith("()") else variable)
    assert finding.places[0].lanes == tuple(lanes)


@pytest.mark.parametrize("case", ["divergent component", "field", "no return", "in a loop"])
def test_the_interpreter_reports_the_same(case):
    body, name, lanes = UNWRITTEN[case]
    kernel = made(body)
    with pytest.raises(wd.ExecutionError, match=r"\[uninitialized\]") as raised:
        kernel.dispatch(1, **launch(kernel), device="interpreter", wave_size=8)
    assert f"use of {'the result of' if name.endswith('()') else 'variable'} `{name}`" in str(raised.value)


WRITTEN = {
    "components": "float4 v; v.x = 1; v.y = 2; v.zw = 3; result[i] = dot(v, v);",
    "components in branches": "float2 v; v.x = 1; if (i > 4) v.y = 2; else v.y = 3; result[i] = v.x + v.y;",
    "the lanes that wrote": "float2 v; v.x = 1; if (i > 4) v.y = 2; if (i > 5) result[i] = v.x + v.y;",
    "rows in a loop": "float4x4 m; for (uint k = 0; k < 4; ++k) m[k] = k; result[i] = mul(m, float4(1, 1, 1, 1)).x;",
    "elements in two loops": """float3x3 m;
      for (uint y = 0; y < 3; ++y) for (uint x = 0; x < 3; ++x) m[y][x] = x + y;
      result[i] = determinant(m);""",
    "fields": "Light l; l.power = 1; l.color = 2; lights[i] = l; result[i] = l.color.x;",
    "a part of a struct": "Light l; l.power = 1; Light m = l; result[i] = shade(m).y + m.power;",
    "a part of a result": "result[i] = half_made(i).power;",
    "struct by its fields": "Scene s; s.light = half_made(2); s.light.color = 1; s.count = 2; result[i] = s.light.color.z * s.count;",
    "out arguments where written": "float t; float3 n; if (hit(i, t, n)) result[i] = t + dot(n, n);",
    "a result that is not used": "no_result(i); result[i] = 1;",
    "a result where it is returned": "if (i < 4) result[i] = no_result(i);",
    "intrinsics": "float s, c; sincos(i, s, c); result[i] = s + c; uint old; uint n, stride; lights.GetDimensions(n, stride); result[i] += n;",
    "switch": "float2 v; switch (i & 1) { case 0: v = 1; break; default: v.x = 2; v.y = 3; } result[i] = v.x + v.y;",
    "early return": "float2 v; if (i > 3) return; v.x = 1; v.y = 2; result[i] = v.x + v.y;",
    "break": "float v; for (uint k = 0;; ++k) { v = k; if (k > i) break; } result[i] = v;",
    "wave": "float2 v; if (WaveIsFirstLane()) v = i; v = WaveReadLaneFirst(v); result[i] = v.y;",
}


@pytest.mark.parametrize("case", WRITTEN)
def test_check_accepts_parts_that_are_written(case):
    assert findings(WRITTEN[case]) == ()


@pytest.mark.parametrize("case", sorted({*UNWRITTEN, *WRITTEN} - {"no return"}))
def test_other_devices_compile(case):
    body = WRITTEN[case] if case in WRITTEN else UNWRITTEN[case][0]
    for target, options in (("spirv", {}), ("dxil", {"shader_model": "6.8"})):
        assert made(body).compile(target, **options)
