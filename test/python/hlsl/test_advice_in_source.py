"""Advice of `check` and of the compiler in the words of the source: values, lanes, loops and indices."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

import wavedialect as wd
from wavedialect.frontends.text_files import source_text
from wavedialect.kernels.text_source import shader_kernel

HEAD = """RWStructuredBuffer<uint> o;
struct Light { float3 color; float power; };
void fill(uint x, out uint y) { if (x > 3) y = x; }
void half_made(uint x, out Light l) { l.power = x; }
uint pick(uint x) {
  if (x > 3) return x;
}
Light made(uint x) { if (x > 3) { Light l = (Light)1; return l; } }
void add_to(inout uint y, uint x) { y += x; }
uint own(uint x, out uint y) { uint z = y + x; y = x; return z; } void outer(uint x, out uint y) { fill(x, y); }
"""


def checked(body, head=HEAD, size=8):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", wd.WaveWarning)
        text = f"{head}[numthreads(8, 1, 1)] void main(uint i : SV_GroupIndex) {{\n{body}\n}}\n"
        # A path without `return` is an error otherwise.
        kernel = shader_kernel(source_text("hlsl", None, text), disabled_warnings=["return-type"])
        return kernel.check(1, np.ones(16, np.uint32), wave_sizes=size)


UNWRITTEN = {
    "a variable": ("uint n; if (i > 4) n = 1; o[i] = n;", "initialize `n` where it is declared, at line 12: `uint n = 0;`"),
    "a component": ("float3 v; v.x = 1; o[i] = v.y;", "`float3 v = 0;`"),
    "the second declarator": ("uint a = 1, n; o[i] = n + a;", "`uint n = 0;`"),
    "a field": ("Light l; l.power = 1; o[i] = l.color.x;", "`Light l = (Light)0;`"),
    "an array": ("uint a[4]; a[i & 3] = 1; o[i] = a[0];", "`uint a[4] = (uint[4])0;`"),
    "an inner variable": ("uint n = 1; { uint n; o[i] = n; }", "at line 12: `uint n = 0;`"),
    "an out argument": ("uint n; fill(i, n); o[i] = n;", "begin `fill`, at line 3, with `y = 0;`"),
    "an out argument with a value before": ("uint n = 0; fill(i, n); o[i] = n;", "begin `fill`, at line 3, with `y = 0;`"),
    "an out argument of an inner call": ("uint n; outer(i, n); o[i] = n;", "begin `fill`, at line 3, with `y = 0;`"),
    "an out struct": ("Light l; half_made(i, l); o[i] = l.color.x;", "begin `half_made`, at line 4, with `l = (Light)0;`"),
    "an out parameter that is read": ("uint n = 1; o[i] = own(i, n);", "write `y = 0;` first, or declare it `inout`"),
    "an inout argument": (
        "uint n; add_to(n, i); o[i] = n;",
        "give the argument `n` of `add_to` a value before the call at line 12, where it is declared at line 12: `uint n = 0;`",
    ),
    "a result": ("o[i] = pick(i);", "write `return 0;` before its end at line 7"),
    "a struct as result": ("o[i] = made(i).power;", "let every path through `made` return a value: for instance, write `return (Light)0;`"),
}  # fmt: skip


@pytest.mark.parametrize("body, advice", UNWRITTEN.values(), ids=UNWRITTEN)
def test_what_to_write(body, advice):
    found = checked(body).filter(rule="uninitialized").findings
    assert found and all(advice in one.advice for one in found)


@pytest.mark.parametrize(
    "body, head",
    [
        ("uint n; fill(i, n); o[i] = n;", HEAD.replace("out uint y) { if", "out uint y) { y = 0; if")),
        ("Light l; half_made(i, l); o[i] = l.color.x;", HEAD.replace("out Light l) {", "out Light l) { l = (Light)0;")),
        ("uint n = 0; add_to(n, i); o[i] = n;", HEAD),
        ("o[i] = pick(i);", HEAD.replace("return x;\n", "return x;\n  return 0;\n")),
        ("o[i] = made(i).power;", HEAD.replace("return l; } }", "return l; } return (Light)0; }")),
        ("uint a[4] = (uint[4])0; a[i & 3] = 1; o[i] = a[0];", HEAD),
        ("uint n = 1; o[i] = own(i, n);", HEAD.replace("{ uint z", "{ y = 0; uint z")),
        ("uint n = 1; o[i] = own(i, n);", HEAD.replace("x, out uint y) { uint z", "x, inout uint y) { uint z")),
    ],
)
def test_the_advice_helps(body, head):
    assert checked(body, head)


def test_a_result_is_not_a_variable():
    (found,) = checked("o[i] = pick(i);").findings
    assert found.message == "use of the result of `pick()`, which returns no value in this lane"


LANES = {
    "an if": ("if (i > 2) { o[i] = WaveReadLaneAt(v, 0); }", "because of the `if` at line 2"),
    "an else": ("if (i < 2) o[i] = 1;\nelse o[i] = WaveReadLaneAt(v, 0);", "because of the `if` at line 2"),
    "a return": ("if (i < 2) return;\no[i] = WaveReadLaneAt(v, 0);", "because of the `return` at line 2: make the call before"),
    "a switch": ("switch (i & 1) {\ncase 1: o[i] = WaveReadLaneAt(v, 0); break; default: break; }", "of the `switch` at line 2"),
    "a conditional": ("o[i] = i > 2 ?\n WaveReadLaneAt(v, 0) : 1;", "because of the `?:` at line 2"),
    "an and": ("o[i] = i > 2 && WaveReadLaneAt(v, 0) > 0;", "because of the `&&` at line 2"),
    "an or": ("if (i <= 2 || WaveReadLaneAt(v, 0) > 0) o[i] = 1;", "because of the `||` at line 2"),
    "a loop": ("uint n = 0;\nfor (uint k = 0; k < i; ++k) n += WaveReadLaneAt(v, 0);\no[i] = n;", "has left the loop at line 3"),
    "a while": ("uint n = 0;\nwhile (n < i) n += 1 + WaveReadLaneAt(0, 0);\no[i] = n;", "has left the loop at line 3"),
    "a do": ("uint n = 0;\ndo { n += 1 + WaveReadLaneAt(0, 0); }\nwhile (n < i);\no[i] = n;", "has left the loop at line 3"),
    "the lane before": (
        "if (i > 2) o[i] = WaveReadLaneAt(v, lane - 1);",
        "; there, write `max(lane, 1) - 1` in place of `lane - 1`, for the edge of the wave",
    ),
    "the next lane": (
        "if (i < 3) o[i] = WaveReadLaneAt(v, lane + 1);",
        "; there, write `min(lane + 1, WaveGetLaneCount() - 1)` in place of `lane + 1`",
    ),
    "a lane before the wave": ("o[i] = WaveReadLaneAt(v, lane - 1);", "read lane 0: `max(lane, 1) - 1` in place of `lane - 1`"),
    "a lane behind the wave": ("o[i] = WaveReadLaneAt(v, lane + 1);", "`min(lane + 1, WaveGetLaneCount() - 1)`, or go around"),
    "another lane": ("o[i] = WaveReadLaneAt(v, lane ^ 8);", "only if the wave has more than 8 lanes"),
    "a number": ("o[i] = WaveReadLaneAt(v, 31);", "lane 31 exists only in waves of more than 31 lanes"),
    "a variable": ("uint k = lane * 2;\no[i] = WaveReadLaneAt(v, k);", "`min(k, WaveGetLaneCount() - 1)`"),
}  # fmt: skip


@pytest.mark.parametrize("body, advice", LANES.values(), ids=LANES)
def test_where_to_read_a_lane(body, advice):
    head = "RWStructuredBuffer<uint> o; "
    report = checked(f"uint lane = WaveGetLaneIndex(), v = i * 3;\n{body}".replace("\n", " ", 1), head)
    found = report.filter(rule="inactive-lane").findings
    assert found and advice in found[0].advice


def test_a_read_in_a_function_names_the_condition_around_its_call():
    head = "RWStructuredBuffer<uint> o;\nuint first(uint v) { return WaveReadLaneAt(v, 0); }\n"
    (found,) = checked("if (i > 2)\no[i] = first(i);", head).findings
    assert "because of the `if` at line 4" in found.advice


@pytest.mark.parametrize(
    "body, advice",
    [
        ("if (i < 3) return;\no[i] = QuadReadAcrossX(i);", "of the `return` at line 2: make the call before it"),
        ("if (i > 2) {\no[i] = QuadReadAcrossX(i); }", "because of the `if` at line 2"),
        (
            "uint n = 0;\nfor (uint k = 0; k < i; ++k) n += QuadReadAcrossX(i);\no[i] = n;",
            "have left the loop at line 3",
        ),
    ],
)
def test_where_to_read_a_quad(body, advice):
    found = checked(body, "RWStructuredBuffer<uint> o; ").filter(rule="quad-inactive").findings
    assert found and advice in found[0].advice


LOOPS = {
    "a condition of an unsigned variable": (
        "for (uint k = 7; k >= 0; --k) o[i] += k;",
        "`k >= 0` is always true, because `k` is a uint: declare it as `int k`, at line 2",
    ),
    "an unsigned variable before a do": ("uint k = o[i]; do { o[i] = --k; } while (k >= 0);", "declare it as `int k`"),
    "a counter that stays": ("uint k = 0; while (k < 8) { o[i] += k; }", "nothing in it changes `k`: add for instance `++k;`"),
    "no condition": ("for (;;) { o[i] += 1; }", "leave it by a `break` or `return` under a condition that becomes true"),
    "true": ("while (true) { o[i] += 1; }", "or give it a bound: `for (uint i = 0; i < count; ++i)`"),
}  # fmt: skip


@pytest.mark.parametrize("body, advice", LOOPS.values(), ids=LOOPS)
def test_how_to_end_a_loop(body, advice):
    text = f"RWStructuredBuffer<uint> o;\n[numthreads(8, 1, 1)] void main(uint i : SV_GroupIndex) {{ {body} }}\n"
    with pytest.raises(wd.CompileError) as raised:
        wd.hlsl(text=text).compile(target="dxil")
    assert raised.value.id == "endless-loop" and advice in raised.value.fix


def test_a_check_that_does_not_end_names_the_loop():
    body = "uint k = 0;\nif (i == 0) while (k < 8) InterlockedAdd(o[i], 1);"
    kernel = wd.hlsl(
        text=f"RWStructuredBuffer<uint> o; [numthreads(8, 1, 1)] void main(uint i : SV_GroupIndex) {{ {body} }}"
    )
    (found,) = (
        kernel.check(1, np.zeros(16, np.uint32), wave_sizes=8, most_seconds=1).filter(rule="not-finished").findings
    )
    assert found.advice == "this loop, at line 2, never ends: nothing in it changes `k`: add for instance `++k;`"


@pytest.mark.parametrize(
    "index, number",
    [
        ("s[i - 1]", "-1"),
        ("s[int(i) + k]", "-1"),
        ("s[k]", "-1"),
        ("s[u]", "4294967295 (-1 as int)"),
    ],
)
def test_indices_below_zero(index, number):
    head = "RWStructuredBuffer<uint> o; groupshared uint s[8]; "
    body = f"int k = -1; uint u = ~i | ~0u; s[i] = i; GroupMemoryBarrierWithGroupSync(); o[i] = {index};"
    (found,) = checked(body, head).filter(rule="out-of-bounds").findings
    assert found.message == f"a load out of bounds: element {number} of groupshared array `s`, which has 8 elements"


def test_a_store_below_zero():
    head = "RWStructuredBuffer<uint> o; groupshared uint s[8]; "
    (found,) = checked("s[i - 1] = 2; o[i] = 1;", head).filter(rule="out-of-bounds").findings
    assert "element -1 of groupshared" in found.message
