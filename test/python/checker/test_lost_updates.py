"""Updates of coherent memory by a load and a store, which other lanes may overwrite."""

from __future__ import annotations

import numpy as np
import pytest

import wavedialect as wd
from wavedialect import u32

HEAD = """
globallycoherent RWStructuredBuffer<uint> counter : register(u0);
RWStructuredBuffer<uint> result : register(u1);
[numthreads(64, 1, 1)]
void main(uint thread : SV_GroupIndex, uint3 group : SV_GroupID, uint3 id : SV_DispatchThreadID) {
"""


def findings(body, groups=4):
    kernel = wd.hlsl(text=f"{HEAD}{body}\n}}\n")
    arguments = {"counter": np.zeros(256, np.uint32), "result": np.zeros(256, np.uint32)}
    report = kernel.check(groups, **{name: arguments[name] for name in kernel.parameters}, wave_sizes=[8, 32])
    assert {finding.rule for finding in report.findings} <= {"lost-update"}, str(report)
    return report.findings


@pytest.mark.parametrize(
    ("body", "between"),
    [
        ("counter[0] = counter[0] + 1;", {"lanes"}),
        ("counter[0] += 1;", {"lanes"}),
        ("counter[0]++;", {"lanes"}),
        ("uint old = counter[0]; if (thread == 64) result[0] = old; counter[0] = old | 4;", {"lanes"}),
        ("if (thread % 8 == 0) counter[0] += 1;", {"waves"}),
        ("if (thread == 0) counter[0] += 1;", {"groups"}),
        ("if (thread == 0) { DeviceMemoryBarrier(); counter[0] = max(counter[0], group.x); }", {"groups"}),
        ("if (thread == 0) { if (group.x == 1) counter[0] = 0; else counter[0] += 1; }", {"groups"}),
        ("if (thread == 0) { if (group.x & 1) InterlockedAdd(counter[0], 1); else counter[0] += 1; }", {"groups"}),
    ],
)
def test_lost_updates(body, between):
    found = findings(body)
    assert found and {finding.between for finding in found} <= between | {"groups"}
    atomic = "InterlockedOr" if "|" in body else "InterlockedMax" if "max" in body else "InterlockedAdd"
    for finding in found:
        assert f"use an atomic, `{atomic}(...)`" in finding.advice and finding.memory == "counter"


@pytest.mark.parametrize(
    "body",
    [
        "InterlockedAdd(counter[0], 1);",
        "if (thread == 0) counter[group.x] += 1;",
        "counter[id.x] += 1;",
        # A flag, and loads of it.
        "if (thread == 0 && group.x == 0) counter[0] = 1; result[id.x] = counter[0];",
        "if (thread == 0) counter[0] = 1;",
        # One lane counts, and others look.
        "if (thread == 0 && group.x == 0) counter[0] += 1; result[id.x] = counter[0];",
        # Turns.
        "if (thread == 0) { while (counter[0] != group.x) {} counter[0] = counter[0] + 1; }",
        "if (thread == 0) { uint turn = counter[0]; if (turn == group.x) counter[0] = turn + 1; }",
        # A value from the element of another group.
        "if (thread == 0) { uint sum = group.x ? counter[group.x - 1] : 0; counter[group.x] = sum + 1; }",
        # Barriers order the lanes of the group, and atomics the groups.
        """if (thread == 0 && group.x == 0) counter[0] += 1;
        DeviceMemoryBarrierWithGroupSync();
        if (thread == 9 && group.x == 0) counter[0] += 1;""",
    ],
)
def test_no_lost_updates(body):
    assert not findings(body)


def test_updates_that_a_lock_orders():
    """With barriers, the atomics of the lock order the updates."""
    assert not findings(
        """if (thread == 0) {
          uint old = 1;
          while (old != 0) InterlockedCompareExchange(counter[1], 0, 1, old);
          DeviceMemoryBarrier();
          counter[0] += 1;
          DeviceMemoryBarrier();
          InterlockedExchange(counter[1], 0, old);
        }"""
    )


def test_in_python():
    @wd.kernel(num_waves=1)
    def last(counter: wd.RWBuffer[u32, wd.coherent], out: wd.RWBuffer[u32]):
        if wd.wave_is_first_lane():
            before = counter[0]
            counter[0] = before + 1
            if before == 3:
                out[0] = 1

    (found,) = last.check(4, np.zeros(1, np.uint32), np.zeros(1, np.uint32), wave_sizes=8).findings
    assert (found.rule, found.between) == ("lost-update", "groups")
    assert found.message == (
        "lost update between groups (0, 0, 0) and (1, 0, 0) on element 0 of buffer `counter`: the new value is computed from"
        " a load, and nothing orders a store and a store"
    )
    assert found.advice == "use an atomic, `wd.atomic_add(...)`: it reads and writes at once"
