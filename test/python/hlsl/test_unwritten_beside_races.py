"""Reads of groupshared memory without a value, at the place of a race."""

from __future__ import annotations

import numpy as np
import pytest

import wavedialect as wd

HEAD = """RWStructuredBuffer<uint> result : register(u0);
groupshared uint v[64];
[numthreads(64, 1, 1)]
void main(uint t : SV_GroupIndex) {
"""


def found(body):
    report = wd.hlsl(text=f"{HEAD}{body}\n}}\n").check(1, np.zeros(64, np.uint32))
    return [one for one in report.findings if one.rule != "results-differ"]


@pytest.mark.parametrize(
    "body",
    [
        # In any order, the first access is a load.
        "v[0] += t; GroupMemoryBarrierWithGroupSync(); result[t] = v[0];",
        # Nothing writes the second half.
        "if (t < 32) v[t] = t; result[t] = v[63 - t];",
    ],
)
def test_elements_without_a_value_in_any_order(body):
    findings = found(body)
    assert [one.rule for one in findings] == ["race", "uninitialized"]


def test_the_lane_that_reads_the_element():
    _, unwritten = found("if (t < 32) v[t] = t; result[t] = v[63 - t];")
    place = unwritten.places[0]
    size = unwritten.configuration.wave_size
    assert 63 - (place.wave * size + place.lane) == unwritten.index >= 32 and len(place.lanes) == 1


@pytest.mark.parametrize(
    "body",
    [
        "uint a = v[t ^ 1]; v[t] = t; result[t] = a;",
        "if (t == 0) v[0] = 1; result[t] = v[0];",
        "if (t == 63) v[0] = 1; InterlockedAdd(v[0], 1); GroupMemoryBarrierWithGroupSync(); result[t] = v[0];",
    ],
)
def test_elements_with_a_value_in_another_order_only_race(body):
    assert {one.rule for one in found(body)} == {"race"}
