"""The types of literals in operators."""

import warnings

import numpy as np
import pytest

import wavedialect as wd

# The values that dxc computes.
CASES = [
    ("(int2(-4, 4) / 0x80000000).x", 0),
    ("(int)(a % 0x80000000).x", -4),
    ("(a / 0xffffffff).x", 4),
    ("(a < 0x80000000).y", 0),
    ("i / 0x80000000", 0),
    ("i % 0x80000000", -4),
    ("i / 0xffffffff", 4),
    ("i / 0x80000000 < 1", 1),
    ("i < 0x80000000", 0),
    ("0x80000000 > i", 0),
    ("i /= 0x80000000", 0),
    ("a /= 0x80000000, a.x", 0),
    ("u / 0x80000000", 0),
    ("u < 0x80000000", 1),
    ("0x80000000", 2147483648),
    ("1.0 * 0x80000000", 2147483648),
    ("-4 / 0x80000000u", 1),
]


@pytest.mark.parametrize("device", ["cpu", "interpreter", "vulkan"])
def test_literals_of_32_bits(device):
    body = "\n".join(f"{{ int2 a = int2(-4, 4); int i = -4; found[n++] = ({text}); }}" for text, _ in CASES)
    text = f"""
    RWStructuredBuffer<float> found;
    [numthreads(1, 1, 1)]
    void main() {{ uint n = 0, u = 8; {body} }}
    """
    found = np.full(len(CASES), 99, np.float32)
    wd.hlsl(text=text).dispatch(1, found=found, device=device)
    assert dict(zip(CASES, found.tolist(), strict=True)) == {case: case[1] for case in CASES}


def test_assignments_with_floats_have_no_warning_of_the_literal():
    text = """
    RWStructuredBuffer<int2> found;
    [numthreads(1, 1, 1)]
    void main() { int2 v = 3; v *= 2.5; v /= (0.5); found[0] = v; }
    """
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        kernel = wd.hlsl(text=text)
    found = np.zeros((1, 2), np.int32)
    kernel.dispatch(1, found=found)
    assert found.tolist() == [[14, 14]]
    with pytest.warns(wd.WaveWarning, match=r"changes value from 2.5 to 2"):
        wd.hlsl(text="[numthreads(1, 1, 1)] void main() { int2 v = 2.5; }")
