"""Copies of local arrays and of structs with arrays: a copy of an element without a value is no use of it."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

import wavedialect as wd

DECLARATIONS = """
struct Data { uint a[2]; float2 b; bool ok[2]; };
RWStructuredBuffer<float> result;
void fill(inout uint v[6], uint x) { for (uint k = 0; k < 6; ++k) v[k] = x; }
void begin(inout uint v[6], uint x) { v[0] = x; }
void add(inout uint v[6], uint x) { v[1] += x; }
void set(inout Data d, uint x) { d.a[0] = x; d.ok[1] = true; }
Data made(uint x) { Data d; d.a[0] = x; d.b.x = 2; d.ok[1] = x > 1; return d; }
uint last(uint v[6]) { return v[5]; }
float4 pick(float4 v[2], uint k) { return v[k]; }
"""

WRITTEN = {
    "filled by a function": "uint v[6]; fill(v, i); result[i] = v[5];",
    "begun by a function": "uint v[6]; begin(v, i); result[i] = v[0];",
    "filled and read": "uint v[6]; fill(v, i); add(v, 2); result[i] = v[1] + last(v);",
    "field of a struct": "Data d; set(d, i); result[i] = d.a[0] + d.ok[1];",
    "copy of a part": "Data d; d.a[1] = i; Data e = d; Data f; f = e; result[i] = f.a[1];",
    "result": "Data d = made(i); result[i] = d.a[0] + d.b.x + d.ok[1];",
    "argument": "uint v[6]; v[5] = i; result[i] = last(v);",
    "vectors": "float4 v[2]; v[1] = i; result[i] = pick(v, 1).y;",
    "in some lanes": "uint v[6]; if (i > 3) v[5] = i; uint w[6] = v; if (i > 4) result[i] = w[5];",
    "overwritten": "uint v[6]; v[0] = 1; uint w[6] = v; w[5] = 2; result[i] = w[5];",
    "in a loop": "uint v[6]; for (uint k = 0; k < 3; ++k) { uint w[6] = v; w[k] = k; v = w; } result[i] = v[0] + v[2];",
}

UNWRITTEN = {
    "in the function": ("uint v[6]; add(v, 2); result[i] = v[1];", "element 1 of local array `v`", range(8)),
    "after the function": ("uint v[6]; begin(v, i); result[i] = v[3];", "element 3 of local array `v`", range(8)),
    "in some lanes": (
        "uint v[6]; if (i > 3) v[5] = i; uint w[6] = v; result[i] = w[5];",
        "element 5 of local array `w`",
        range(4),
    ),
    "field": ("Data d; set(d, i); result[i] = d.a[1];", "`d.a[1]`", range(8)),
    "component": ("Data d = made(i); result[i] = d.b.y;", "`d.b.y`", range(8)),
    "bool": ("Data d = made(i); Data e = d; result[i] = e.ok[0];", "`e.ok[0]`", range(8)),
    "argument": ("uint v[6]; v[0] = i; result[i] = last(v);", "element 5 of local array `v`", range(8)),
    "rows": ("uint v[2][3]; v[1][1] = i; uint w[2][3] = v; result[i] = w[1][2];", "`w[1][2]`", range(8)),
    "matrix": ("float2x2 m[2]; m[1][0] = i; result[i] = m[1]._m10;", "`m[1]._m10`", range(8)),
    "unwritten again": (
        "uint v[6]; uint w[6]; w[5] = 1; w = v; result[i] = w[5];",
        "element 5 of local array `w`",
        range(8),
    ),
}


def made(body: str):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", wd.WaveWarning)
        return wd.hlsl(text=f"{DECLARATIONS}\n[numthreads(8, 1, 1)]\nvoid main(uint i : SV_GroupIndex) {{\n{body}\n}}")


@pytest.mark.parametrize("case", WRITTEN)
def test_copies_are_no_uses(case):
    kernel, result = made(WRITTEN[case]), np.zeros(8, np.float32)
    assert kernel.check(1, result, wave_sizes=[4, 8]).findings == ()
    kernel.dispatch(1, result, device="interpreter", wave_size=8)


@pytest.mark.parametrize("case", UNWRITTEN)
def test_uses_of_copies_are_reported_by_name(case):
    body, name, lanes = UNWRITTEN[case]
    kernel, result = made(body), np.zeros(8, np.float32)
    (finding,) = kernel.check(1, result, wave_sizes=8).findings
    assert finding.rule == "uninitialized"
    assert finding.message == f"load of {name}, which this lane has not written"
    assert finding.places[0].lanes == tuple(lanes)
    with pytest.raises(wd.ExecutionError, match=r"\[uninitialized\]") as raised:
        kernel.dispatch(1, result, device="interpreter", wave_size=8)
    assert f"load of {name}, which this lane has not written" in str(raised.value)


def test_a_race_names_the_field():
    text = """struct Cell { float2 v; uint n[2]; };
groupshared Cell cells[4];
RWStructuredBuffer<uint> result;
[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex) { cells[1].n[1] = i; result[i] = cells[1].n[1]; }"""
    report = wd.hlsl(text=text).check(1, np.zeros(8, np.uint32), wave_sizes=4)
    assert report.findings, report
    assert all("`cells[1].n[1]`" in finding.message for finding in report.filter(rule="race").findings), report
