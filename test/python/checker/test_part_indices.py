"""An index out of range of a vector, a matrix or an array that is not in memory of its own: the checker and the interpreter
name it, where the access itself reaches a neighbor."""

from __future__ import annotations

import numpy as np
import pytest

import wavedialect as wd

SHADER = """
struct Part { float a[3]; float4 v; float2x3 m; float4 w[2]; };
RWStructuredBuffer<float> out_;
RWStructuredBuffer<float4> o;
RWStructuredBuffer<Part> parts;
RWByteAddressBuffer bytes;
cbuffer Numbers { float numbers[3]; float4 rows[2]; float2x3 view; Part held[2]; };
groupshared float4 points[4];
groupshared Part one;
groupshared float2x3 turned;
static const float4 constant = float4(1, 2, 3, 4);
static const float table[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };

float get(float4 given, uint i) { return given[i]; }
Part whole() { return parts[0]; }

[numthreads(4, 1, 1)] void main(uint k : SV_GroupIndex) {
  if (k == 0) {
    for (uint i = 0; i < 4; ++i) points[i] = 1;
    one = (Part)0;
    turned = (float2x3)0;
  }
  GroupMemoryBarrierWithGroupSync();
  float4 v = o[0];
  float2x3 m = view;
  Part p = parts[0];
  STATEMENT
}
"""
# Of four lanes, k = 3 is the last.
OUTSIDE = {
    "a vector": ("out_[0] = v[k + 1];", "component 4 of vector `v`, which has 4 components", "k + 1]"),
    "a store to a vector": ("v[k + 1] = 1; out_[0] = v.x;", "component 4 of vector `v`, which has 4 components", "k + 1]"),
    "a swizzle": ("out_[0] = v.xyz[k];", "component 3 of vector `v.xyz`, which has 3 components", "k]"),
    "a vector before": ("out_[0] = v[k - 1];", "component -1 of vector `v`, which has 4 components", "k - 1]"),
    "a vector in a buffer": ("o[1][k + 1] = 9;", "component 4 of vector `o[1]`, which has 4 components", "k + 1]"),
    "an element of a buffer": ("out_[0] = o[k][k + 1];", "component 4 of vector `o[k]`, which has 4 components", "k + 1]"),
    "a loaded vector": ("out_[0] = o.Load(0)[k + 1];", "component 4 of vector `o.Load()`, which has 4 components", "k + 1]"),
    "a field that is a vector": ("out_[0] = parts[0].v[k + 1];", "component 4 of vector `parts[0].v`, which has 4 components", "k + 1]"),
    "a parameter": ("out_[0] = get(v, k + 1);", "component 4 of vector `given`, which has 4 components", "i]"),
    "a constant vector": ("out_[0] = constant[k + 1];", "component 4 of vector `constant`, which has 4 components", "k + 1]"),
    "a sum": ("out_[0] = (v + 1)[k + 1];", "component 4 of the vector that is indexed at line 27, which has 4 components", "k + 1]"),
    "a row": ("out_[0] = m[k][0];", "row 2 of matrix `m`, which has 2 rows", "k]"),
    "a column": ("out_[0] = m[1][k];", "column 3 of matrix `m`, which has 3 columns", "k]"),
    "a whole row": ("out_[0] = m[k].x;", "row 2 of matrix `m`, which has 2 rows", "k]"),
    "a matrix of constants": ("out_[0] = view[0][k];", "column 3 of matrix `view`, which has 3 columns", "k]"),
    "a matrix in a struct": ("parts[1].m[1][k] = 0;", "column 3 of matrix `parts[1].m`, which has 3 columns", "k]"),
    "an array in a struct": ("out_[0] = parts[0].a[k];", "element 3 of array `parts[0].a`, which has 3 elements", "k]"),
    "a store to an array in a struct": ("parts[0].a[k] = 0;", "element 3 of array `parts[0].a`, which has 3 elements", "k]"),
    "an array of loaded bytes": ("out_[0] = bytes.Load<Part>(0).a[k];", "element 3 of array `bytes.Load().a`, which has 3 elements", "k]"),
    "an array of constants": ("out_[0] = numbers[k];", "element 3 of array `numbers`, which has 3 elements", "k]"),
    "a vector in an array of constants": ("out_[0] = rows[1][k + 1];", "component 4 of vector `rows[1]`, which has 4 components", "k + 1]"),
    "structs of constants": ("out_[0] = held[k >> 1 << 1].a[0];", "element 2 of array `held`, which has 2 elements", "k >> 1 << 1]"),
    "an array in a struct of constants": ("out_[0] = held[k & 1].a[k];", "element 3 of array `held[...].a`, which has 3 elements", "k]"),
    "a vector in groupshared memory": ("out_[0] = points[1][k + 1];", "component 4 of vector `points[1]`, which has 4 components", "k + 1]"),
    "a column in groupshared memory": ("out_[0] = turned[0][k];", "column 3 of matrix `turned`, which has 3 columns", "k]"),
    "a field in groupshared memory": ("out_[0] = one.v[k + 1];", "component 4 of vector `one.v`, which has 4 components", "k + 1]"),
    "a vector in a local struct": ("out_[0] = p.w[1][k + 1];", "component 4 of vector `p.w[1]`, which has 4 components", "k + 1]"),
    "rows of a table": ("out_[0] = table[k >> 1 << 1][k & 1];", "element 2 of array `table`, which has 2 elements", "k >> 1 << 1]"),
    "an element of a row of a table": ("out_[0] = table[k >> 1][k];", "element 3 of array `table[...]`, which has 3 elements", "k]"),
    "an index that a function computes": ("uint last = 4; out_[0] = v[last];", "component 4 of vector `v`, which has 4 components", "last]"),
}  # fmt: skip
INSIDE = {
    "vectors": "out_[0] = v[k] + one.v[k] + p.w[1][k] + o[k][3 - k] + points[k][k] + get(v, k) + rows[1][k];",
    "matrices": "out_[0] = m[k & 1][k >> 1] + view[1][k % 3] + turned[k / 2][k / 2];",
    "arrays": "out_[0] = parts[1].a[k % 3] + numbers[k / 2] + held[k / 2].a[k % 3] + table[k / 2][k % 3] + p.a[k % 3];",
    "accesses that no lane executes": "if (k < 3) out_[0] = v[k + 1] + parts[0].a[k] + numbers[k];",
    "loops": "for (uint i = 0; i < 4; ++i) { o[0][i] = i; v[i] = i; }",
}


def launch(statement: str) -> tuple[wd.Kernel, dict[str, np.ndarray]]:
    """A kernel with a statement, and its arguments."""
    kernel = wd.hlsl(text=SHADER.replace("STATEMENT", statement))
    arrays = {
        "out_": np.zeros(4, np.float32),
        "o": np.ones((4, 4), np.float32),
        "bytes": np.zeros(64, np.uint32),
        "Numbers": bytes(416),
    }
    if "parts" in kernel.parameters:
        arrays["parts"] = np.zeros(2, kernel.parameters["parts"].element.dtype)
    return kernel, {name: value for name, value in arrays.items() if name in kernel.parameters}


@pytest.mark.parametrize("statement, place, index", OUTSIDE.values(), ids=OUTSIDE)
def test_an_index_out_of_range_is_found(statement, place, index):
    kernel, arguments = launch(statement)
    report = kernel.check(1, **arguments, wave_sizes=4).filter(rule="out-of-bounds")
    # An access beyond the end of an array in memory is another finding.
    (found,) = [one for one in report.findings if one.message.startswith("an index")]
    assert found.message == f"an index out of bounds: {place}"
    line = SHADER.replace("STATEMENT", statement).splitlines()[found.location.line - 1]
    assert line[found.location.column - 1 :].startswith(index)
    collected = kernel.dispatch(1, **arguments, device=wd.Interpreter(collect=True), wave_size=4).report
    said = collected.findings[0].message.replace("-1 (4294967295 as u32)", "-1")
    assert place.replace(", which has", " is out of bounds, it has") in said


@pytest.mark.parametrize("statement", INSIDE.values(), ids=INSIDE)
def test_an_index_within_range_is_not_reported(statement):
    kernel, arguments = launch(statement)
    assert kernel.check(1, **arguments, wave_sizes=4).filter(rule="out-of-bounds")
    kernel.dispatch(1, **arguments, device="interpreter", wave_size=4)
