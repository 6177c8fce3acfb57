"""`switch`: which lanes execute a section together, for few labels and for many."""

from __future__ import annotations

import random

import numpy as np
import pytest
from switches import LANES, WAVES, Writer, expected_of, shader_of

import wavedialect as wd

DEVICES = ["interpreter", "cpu"]


def run(text: str, device: str, values: list[int]) -> tuple[list[int], list[int]]:
    kept, traces = np.array(values, np.int32), np.zeros(len(values), np.uint32)
    wd.hlsl(text=text).dispatch(1, values=kept, traces=traces, device=device, wave_size=LANES)
    return kept.tolist(), traces.tolist()


@pytest.mark.parametrize("seed", range(16))
def test_random_switches(seed):
    function = Writer(seed).function()
    text = shader_of(function)
    values = [random.Random(seed).randint(-100, 100) for _ in range(LANES * WAVES)]
    # The compile for the CPU takes longer than the run of the interpreter.
    for device in DEVICES if seed % 8 == 5 else DEVICES[:1]:
        assert run(text, device, values) == expected_of(function, values), text


def test_thousands_of_cases():
    cases = "\n".join(
        f"case {3 * label - 2000}: x = {label % 7} + WaveActiveCountBits(true); break;" for label in range(3000)
    )
    text = f"""
    RWStructuredBuffer<int> values;
    RWStructuredBuffer<uint> traces;
    [numthreads(8, 1, 1)]
    void main(uint i : SV_GroupIndex) {{
      int x = values[i];
      switch (x) {{
      {cases}
      default: x = -int(WaveActiveCountBits(true));
      }}
      values[i] = x;
      traces[i] = 0;
    }}
    """
    values = [-2000, 6997, 1, -1999, 7000, 1, -2, -1]
    assert run(text, "interpreter", values)[0] == [1, 2999 % 7 + 1, 667 % 7 + 2, -3, -3, 667 % 7 + 2, 666 % 7 + 1, -3]


# The analysis does not know that only lanes with 1 come from another section than the first.
@pytest.mark.filterwarnings("ignore:'y' may have no value here")
@pytest.mark.parametrize("device", DEVICES)
def test_variables_of_several_sections(device):
    text = """
    RWStructuredBuffer<int> values;
    RWStructuredBuffer<uint> traces;
    [numthreads(8, 1, 1)]
    void main(uint i : SV_GroupIndex) {
      int x = values[i];
      switch (x) {
        int both;
      case 5:
        int y;
        y = x * 2;
      case 1:
        if (x == 1)
          y = 3;
        x = y;
        break;
      case 2:
        both = x;
        y = both + 7;
        x = y;
        break;
      default:
        both = y = 4;
        x = both * y;
      }
      values[i] = x;
      traces[i] = 0;
    }
    """
    assert run(text, device, [5, 1, 2, 0, 5, 1, 2, 3])[0] == [10, 3, 9, 16, 10, 3, 9, 16]
