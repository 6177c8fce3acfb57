"""Divisions of integers by a constant 0, whose result depends on the device."""

import numpy as np
import pytest

import wavedialect as wd

SHADER = """
#define N {count}
RWStructuredBuffer<int> found;
static const int zero = 0;
int unused(int a) {{ return a / 0; }}
[numthreads(1, 1, 1)]
void main() {{ int a = 5; uint2 v = 6; {body} }}
"""


@pytest.mark.parametrize("body", ["found[0] = a / 0;", "found[0] = 5 % zero;", "a /= 0; found[0] = a;"])
def test_a_division_by_zero_is_refused(body):
    with pytest.raises(wd.WaveError, match=r"integer division by zero has no result \[integer-division\]"):
        wd.hlsl(text=SHADER.format(count=0, body=body))


@pytest.mark.parametrize("count, expected", [(0, 1), (2, 2)])
def test_a_division_that_is_not_executed_is_accepted(count, expected):
    found = np.zeros(1, np.int32)
    wd.hlsl(text=SHADER.format(count=count, body="found[0] = N ? a / N : 1;")).dispatch(1, found=found)
    assert found.tolist() == [expected]


def test_floats_are_divided_by_zero():
    text = "RWStructuredBuffer<float> x; [numthreads(1, 1, 1)] void main() { x[0] = 5.0 / 0; x[1] = -1 / 0.0; }"
    x = np.zeros(2, np.float32)
    wd.hlsl(text=text).dispatch(1, x=x)
    assert x.tolist() == [np.inf, -np.inf]
