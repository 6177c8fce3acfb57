"""Shaders with the usual mistakes: what is said of them, and that the shader is right once the advice is followed."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

import wavedialect as wd

HEAD = """StructuredBuffer<uint> values : register(t0);
RWStructuredBuffer<uint> result : register(u0);
groupshared uint sums[64];
"""
MAIN = "[numthreads(64, 1, 1)] void main(uint3 id : SV_DispatchThreadID, uint gi : SV_GroupIndex) {\n"
BARRIER = "GroupMemoryBarrierWithGroupSync();"
SUM = "sums[gi] = values[gi]; {0} for (uint s = 32; s > 0; s >>= 1) {{ if (gi < s) sums[gi] += sums[gi + s]; {1} }} if (gi == 0) result[0] = sums[0];"
#: The wrong shader, what is said of it, and the right one.
FOUND = {
    "a reduction without barriers": (SUM.format("", ""), ["GroupMemoryBarrierWithGroupSync()` at the end of the loop", "between them"], SUM.format(BARRIER, BARRIER)),
    "a barrier in a branch": (f"if (gi < 32) {{ {BARRIER} }} result[gi] = 1;", ["move it out of the condition or loop"], f"{BARRIER} result[gi] = 1;"),
    "an update": ("result[values[id.x] % 16] += 1;", ["use an atomic, `InterlockedAdd(...)`"], "InterlockedAdd(result[values[id.x] % 16], 1);"),
    "an early return": (
        "if (values[gi] % 4 == 0) return; uint v = WaveReadLaneAt(values[gi], 0) / 1000; result[gi] = v;",
        ["because of the `return` at line 5: make the call before it"],
        "uint v = WaveReadLaneAt(values[gi], 0) / 1000; if (values[gi] % 4 == 0) return; result[gi] = v;",
    ),
    "the lane before": (
        "uint lane = WaveGetLaneIndex(); result[gi] = values[gi] + WaveReadLaneAt(gi, lane - 1) / 1000;",
        ["`max(lane, 1) - 1` in place of `lane - 1`"],
        "uint lane = WaveGetLaneIndex(); result[gi] = values[gi] + WaveReadLaneAt(gi, max(lane, 1) - 1) / 1000;",
    ),
    "a variable": ("uint n; if (gi > 4) n = 1; result[gi] = n;", ["`uint n = 0;`"], "uint n = 0; if (gi > 4) n = 1; result[gi] = n;"),
    "a division": ("result[gi] = values[gi] / (gi - 3);", ["`select(divisor != 0, divisor, 1)`"], "uint divisor = gi - 3; result[gi] = values[gi] / select(divisor != 0, divisor, 1);"),
}  # fmt: skip
#: The wrong text, what is said of it with its help, and the right one.
REFUSED = {
    "no size of a group": (HEAD + MAIN.replace("[numthreads(64, 1, 1)] ", "") + "result[gi] = 1; }", "4:6: the file has no entry point: write [numthreads(X, Y, Z)]", HEAD + MAIN + "result[gi] = 1; }"),
    "a misspelled attribute": (HEAD + MAIN.replace("numthreads", "numthread") + "result[gi] = 1; }", "4:2: unknown attribute 'numthread'; did you mean 'numthreads'?", HEAD + MAIN + "result[gi] = 1; }"),
    "two numbers of threads": (HEAD + MAIN.replace("64, 1, 1", "64, 1") + "result[gi] = 1; }", "write [numthreads(64, 1, 1)]", HEAD + MAIN + "result[gi] = 1; }"),
    "a misspelled semantic": (HEAD + MAIN.replace("SV_GroupIndex", "SV_GroupIndx") + "result[gi] = 1; }", "did you mean 'SV_GroupIndex'?", HEAD + MAIN + "result[gi] = 1; }"),
    "no semantic": (HEAD + MAIN.replace("gi : SV_GroupIndex", "gi") + "result[gi] = 1; }", "SV_GroupIndex that place as one number", HEAD + MAIN + "result[gi] = 1; }"),
    "a register of another kind": (HEAD.replace("t0", "u1") + MAIN + "result[gi] = values[gi]; }", "t is for read-only resources, u for those with RW", HEAD + MAIN + "result[gi] = values[gi]; }"),
    "a short vector": (HEAD + MAIN + "float3 a = gi; float4 b = a; result[gi] = b.x; }", "state the other components: `float4(value, 0)`", HEAD + MAIN + "float3 a = gi; float4 b = float4(a, 0); result[gi] = b.x; }"),
    "a size that is no constant": ("uint count;\n" + HEAD + MAIN + "uint a[count]; a[0] = 1; result[gi] = a[0]; }", "`static const uint COUNT = 64;`", "static const uint COUNT = 64;\n" + HEAD + MAIN + "uint a[COUNT]; a[0] = 1; result[gi] = a[0]; }"),
    "a misspelled type": (HEAD.replace("<uint> result", "<unit> result") + MAIN + "result[gi] = 1; }", "did you mean 'uint'?", HEAD + MAIN + "result[gi] = 1; }"),
    "a misspelled function": (HEAD + MAIN + "InterlockedAd(result[0], 1); }", "did you mean 'InterlockedAdd'?", HEAD + MAIN + "InterlockedAdd(result[0], 1); }"),
    "a loop of an unsigned variable": (HEAD + MAIN + "for (uint i = 7; i >= 0; --i) result[gi] += i; }", "declare it as `int i`", HEAD + MAIN + "for (int i = 7; i >= 0; --i) result[gi] += i; }"),
}  # fmt: skip


def checked(text):
    kernel = wd.hlsl(text=text)
    arrays = {"values": np.arange(64, dtype=np.uint32), "result": np.zeros(64, np.uint32)}
    return kernel.check(1, **{name: arrays[name] for name in kernel.parameters})


@pytest.fixture(autouse=True)
def without_warnings():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", wd.WaveWarning)
        yield


@pytest.mark.parametrize("wrong, advice, right", FOUND.values(), ids=FOUND)
def test_advice_of_check(wrong, advice, right):
    found = checked(f"{HEAD}{MAIN}{wrong}\n}}\n")
    for part in advice:
        assert any(part in one.advice for one in found.findings), (part, str(found))
    assert checked(f"{HEAD}{MAIN}{right}\n}}\n")


@pytest.mark.parametrize("wrong, said, right", REFUSED.values(), ids=REFUSED)
def test_advice_of_the_compiler(wrong, said, right):
    with pytest.raises(wd.CompileError) as raised:
        wd.hlsl(text=wrong).compile(target="dxil")
    assert said in str(raised.value)
    assert checked(right)
