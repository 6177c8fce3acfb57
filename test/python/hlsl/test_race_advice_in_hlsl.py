"""The advice on races in shaders, which depends on the form of the text."""

from __future__ import annotations

import numpy as np
import pytest

import wavedialect as wd

HEAD = """
RWStructuredBuffer<uint> data : register(u0);
groupshared uint values[64];
[numthreads(64, 1, 1)]
void main(uint thread : SV_GroupIndex) {
"""


def advice(body, wave_size=32):
    """The help of the races, each once."""
    kernel = wd.hlsl(text=f"{HEAD}{body}\n}}\n")
    report = kernel.check(1, np.zeros(256, np.uint32), wave_sizes=wave_size)
    return list(dict.fromkeys(finding.advice for finding in report.filter(rule="race").findings))


@pytest.mark.parametrize(
    "body",
    [
        "data[0] = data[0] + 1;",
        "data[0] += 1;",
        "++data[0];",
        "uint old = data[0];\nold = old + 2;\ndata[0] = old;",
        "data[0] -= thread;",
        "uint old = data[0];\nDeviceMemoryBarrierWithGroupSync();\ndata[0] = old + 1;",
        "values[thread % 8] = 0;\nGroupMemoryBarrierWithGroupSync();\nvalues[thread % 8] += thread;\ndata[thread] = 1;",
    ],
)
def test_an_update_needs_an_atomic(body):
    found = advice(body)
    assert found and all("use an atomic, `InterlockedAdd(...)`" in one for one in found if "one wave store" not in one)
    assert not any("load the element into a variable" in one for one in found)


@pytest.mark.parametrize(
    "update, atomic",
    [
        ("data[0] = max(data[0], thread);", "InterlockedMax"),
        ("data[0] = thread > data[0] ? thread : data[0];", "InterlockedMax"),
        ("data[0] = data[0] < thread ? data[0] : thread;", "InterlockedMin"),
        ("data[0] = min(thread, data[0]);", "InterlockedMin"),
        ("data[0] |= 1u << thread;", "InterlockedOr"),
        ("data[0] &= ~(1u << thread);", "InterlockedAnd"),
        ("data[0] ^= thread;", "InterlockedXor"),
        ("uint old = data[0]; old = max(old, 7); data[0] = max(old, thread);", "InterlockedMax"),
    ],
)
def test_the_atomic_is_that_of_the_operator(update, atomic):
    found = advice(update)
    # A `?:` loads twice, and its second load alone is part of the update.
    matches = any if "?" in update else all
    assert found and matches(f"use an atomic, `{atomic}(...)`" in one for one in found)


@pytest.mark.parametrize(
    "update, reduction",
    [
        ("data[0] *= thread;", "WaveActiveProduct"),
        ("data[0] = data[0] * 3 + thread;", "WaveActiveSum"),
        ("data[0] = thread - data[0];", "WaveActiveSum"),
        ("data[0] = max(data[0], thread) + 1;", "WaveActiveSum"),
    ],
)
def test_an_update_that_no_atomic_does(update, reduction):
    found = advice(update, wave_size=64)
    assert found and all("no atomic does this update" in one and f"`{reduction}(...)`" in one for one in found)


def test_results_that_differ_beside_undefined_behavior():
    """The advice names it, and says nothing of numbers of lanes."""
    kernel = wd.hlsl(
        text="""
        RWStructuredBuffer<uint> out1, out2;
        groupshared uint t[4];
        [numthreads(64, 1, 1)] void main(uint i : SV_GroupIndex) {
          out1[0] = i;
          t[i / 16] = i;
          out2[i] = WaveGetLaneCount();
        }"""
    )
    report = kernel.check(1, np.zeros(4, np.uint32), np.zeros(64, np.uint32), wave_sizes=[8, 16])
    (found,) = report.filter(rule="results-differ", memory="out2").findings
    assert found.advice == "first fix the race on `out1` at line 5, which may cause this, and check again"
    fixed = wd.hlsl(
        text="""
        RWStructuredBuffer<uint> out2;
        [numthreads(64, 1, 1)] void main(uint i : SV_GroupIndex) { out2[i] = WaveGetLaneCount(); }"""
    )
    (found,) = fixed.check(1, np.zeros(64, np.uint32), wave_sizes=[8, 16]).findings
    assert found.advice.startswith("look for what depends on the wave size, such as")


def test_a_barrier_that_some_iterations_skip():
    (found,) = advice(
        """values[thread] = thread;
        GroupMemoryBarrierWithGroupSync();
        for (uint size = 32; size > 0; size /= 2) {
          if (thread < size) values[thread] += values[thread + size];
          if (size > 8) GroupMemoryBarrierWithGroupSync();
        }
        data[thread] = values[thread];"""
    )
    assert found == (
        "execute `GroupMemoryBarrierWithGroupSync()` in every iteration: the condition at line 10 skips it in some, and"
        " lanes of a wave need not run in lockstep"
    )


def test_a_loop_without_a_barrier():
    found = advice(
        """values[thread] = thread;
        GroupMemoryBarrierWithGroupSync();
        for (uint size = 32; size > 0; size /= 2)
          if (thread < size) values[thread] += values[thread + size];
        GroupMemoryBarrierWithGroupSync();
        data[thread] = values[thread];"""
    )
    assert found == [
        "put `GroupMemoryBarrierWithGroupSync()` at the end of the loop, between one iteration and the next, outside of the"
        " condition or loop at line 9, which lanes decide differently"
    ]


def test_a_barrier_of_other_memory_on_the_same_line():
    """The store and the load are two statements."""
    found = advice("data[thread] = thread; GroupMemoryBarrierWithGroupSync(); values[thread] = data[63 - thread];")
    assert found == ["write `AllMemoryBarrierWithGroupSync()` in place of `GroupMemoryBarrierWithGroupSync()`"]


def test_one_statement():
    found = advice("data[thread] = thread; DeviceMemoryBarrierWithGroupSync(); data[thread] = data[63 - thread];")
    assert found[0].startswith(
        "load the element into a variable, and put `DeviceMemoryBarrierWithGroupSync()` between the load and the store"
    )


def test_a_variable_without_a_value():
    kernel = wd.hlsl(text=f"{HEAD}uint x; if (thread > 3) x = 1; data[thread] = x;\n}}\n")
    (found,) = kernel.check(1, np.zeros(64, np.uint32), wave_sizes=32).findings
    assert found.rule == "uninitialized"
    assert found.advice == "initialize `x` where it is declared, at line 6: `uint x = 0;`"


def test_the_old_value_of_another_element_is_no_update():
    """As in the listing of proposal 0054: the sum is that of the elements before."""
    found = advice(
        """if (thread < 4) values[thread] = thread;
        GroupMemoryBarrierWithGroupSync();
        uint sum = 0;
        for (uint j = 0; j < 4; ++j) {
          uint old = values[j];
          values[j] = sum;
          sum += old;
        }
        data[thread] = sum;"""
    )
    assert found and not any("atomic" in one for one in found)


@pytest.mark.parametrize(
    "body, size",
    [
        ("image[uint2(0, 0)][thread & 3] = thread;", 32),
        ("if (thread == 0) image[uint2(1, 0)].x = 1; else if (thread == 1) image[uint2(1, 0)].y = 2;", 32),
        ("if (thread == 0) image[uint2(1, 0)].xy = 1; else if (thread == 32) image[uint2(1, 0)].z = 2;", 32),
    ],
)
def test_components_of_a_texel(body, size):
    kernel = wd.hlsl(
        text=f"""
        RWTexture2D<float4> image;
        [numthreads(64, 1, 1)] void main(uint thread : SV_GroupIndex) {{ {body} }}"""
    )
    found = kernel.check(1, np.zeros((4, 4, 4), np.float32), wave_sizes=size).filter(rule="race").findings
    assert found and all(
        "a store of one component of a texel loads the texel and stores it whole" in one.advice for one in found
    )


def test_a_sum_in_a_texel_is_no_store_of_a_component():
    kernel = wd.hlsl(
        text="""
        RWTexture2D<float4> image;
        [numthreads(64, 1, 1)] void main(uint thread : SV_GroupIndex) { image[uint2(0, 0)] += thread; }"""
    )
    found = kernel.check(1, np.zeros((4, 4, 4), np.float32), wave_sizes=32).filter(rule="race").findings
    assert found and not any("component" in one.advice for one in found)


@pytest.mark.parametrize("lane", ["31", "31u"])
def test_a_lane_that_smaller_waves_do_not_have(lane):
    kernel = wd.hlsl(
        text=f"""
        RWStructuredBuffer<uint> data;
        [numthreads(64, 1, 1)] void main(uint thread : SV_GroupIndex) {{
          data[thread] = WaveReadLaneAt(min(thread, 3), {lane});
        }}"""
    )
    (found,) = kernel.check(1, np.zeros(64, np.uint32), wave_sizes=16).filter(rule="inactive-lane").findings
    assert found.message == "`WaveReadLaneAt` in lane 0 reads lane 31, which does not exist: the wave has lanes 0 to 15"
    assert (
        "lane 31 exists only in waves of more than 31 lanes: name the last lane `WaveGetLaneCount() - 1`"
        in found.advice
    )
    assert "condition" not in found.advice


@pytest.mark.parametrize(("body", "is_advised"), [("", False), ("data[thread] = WaveGetLaneCount();", True)])
def test_the_placement_of_threads_matters_only_to_kernels_that_number_lanes(body, is_advised):
    """All lanes of a wave store the same value by one statement: if lanes run in order, this is no race."""
    kernel = wd.hlsl(
        text=f"""
        RWStructuredBuffer<uint> data;
        groupshared uint values[1];
        [numthreads(64, 1, 1)] void main(uint thread : SV_GroupIndex) {{
          if (thread < 8) values[0] = 1;
          {body}
        }}"""
    )
    orders = ["linear", ("shuffled", 1)]
    report = kernel.check(1, **{"data": np.zeros(64, np.uint32)} if body else {}, wave_sizes=8, lane_orders=orders)
    (found,) = report.filter(rule="race").findings
    assert found.placement == "lane_order" and ("number lanes by" in found.advice) is is_advised
