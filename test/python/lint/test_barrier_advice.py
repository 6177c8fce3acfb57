"""The advice on missing barriers of loops, followed word by word, gives a kernel without races."""

from __future__ import annotations

import numpy as np
import pytest

import wavedialect as wd

HEAD = """StructuredBuffer<uint> x : register(t0);
RWStructuredBuffer<uint> result : register(u0);
groupshared uint s[128];
groupshared uint two[2][64];

[numthreads(64, 1, 1)]
void main(uint t : SV_GroupIndex) {
  s[t] = x[t];
  s[t + 64] = 0;
  GroupMemoryBarrierWithGroupSync();
"""
BARRIER = "`GroupMemoryBarrierWithGroupSync`"
INTO_VARIABLE = f"load the element into a variable, and put {BARRIER} between the load and the store"
BETWEEN = f"put {BARRIER} between the two"
OUTSIDE = ", outside of control flow that waves decide differently"
END = " at the end of the loop: a wave that is ahead may be in the next iteration already"
AT_END = f"put {BARRIER}{END}"
ONE_AT_END = f", and one{END}"
HALVES = "  for (uint step = 32; step > 0; step >>= 1)"
DOUBLES = "  for (uint step = 1; step < 64; step <<= 1)"
SYNC = "    GroupMemoryBarrierWithGroupSync();\n"
#: The body of a shader, the advice on it, and the body that follows the advice.
FOLLOWED = {
    "in a tree": (
        f"{HALVES}\n    if (t < step)\n      s[t] += s[t + step];\n  result[t] = s[0];",
        AT_END,
        f"{HALVES} {{\n    if (t < step)\n      s[t] += s[t + step];\n{SYNC}  }}\n  result[t] = s[0];",
    ),
    "in all lanes": (
        f"{HALVES}\n    s[t] += s[t + step];\n  result[t] = s[0];",
        INTO_VARIABLE + ONE_AT_END,
        f"{HALVES} {{\n    uint next = s[t + step];\n{SYNC}    s[t] += next;\n{SYNC}  }}\n  result[t] = s[0];",
    ),
    "by a counted step": (
        "  for (uint step = 1; step < 5; step++)\n    s[t] += s[t + step];\n  result[t] = s[t];",
        INTO_VARIABLE + ONE_AT_END,
        "  for (uint step = 1; step < 5; step++) {\n    uint next = s[t + step];\n"
        f"{SYNC}    s[t] += next;\n{SYNC}  }}\n  result[t] = s[t];",
    ),
    "of an unknown number": (
        "  for (uint i = 0; i < x[1]; i++)\n    s[t] += s[63 - t];\n  result[t] = s[t];",
        INTO_VARIABLE + ONE_AT_END,
        "  for (uint i = 0; i < x[1]; i++) {\n    uint next = s[63 - t];\n"
        f"{SYNC}    s[t] += next;\n{SYNC}  }}\n  result[t] = s[t];",
    ),
    "under a condition": (
        f"{DOUBLES}\n    if (t >= step)\n      s[t] += s[t - step];\n  result[t] = s[t];",
        INTO_VARIABLE + OUTSIDE + ONE_AT_END,
        f"{DOUBLES} {{\n    uint last = 0;\n    if (t >= step)\n      last = s[t - step];\n"
        f"{SYNC}    if (t >= step)\n      s[t] += last;\n{SYNC}  }}\n  result[t] = s[t];",
    ),
    "of two statements": (
        f"{DOUBLES} {{\n    uint last = t >= step ? s[t - step] : 0;\n    s[t] += last;\n  }}\n  result[t] = s[t];",
        BETWEEN + ONE_AT_END,
        f"{DOUBLES} {{\n    uint last = t >= step ? s[t - step] : 0;\n{SYNC}    s[t] += last;\n{SYNC}  }}\n"
        "  result[t] = s[t];",
    ),
    "after the store": (
        f"  for (uint i = 0; i < 4; i++) {{\n    s[t] = i * t;\n{SYNC}    result[i * 64 + t] = s[63 - t];\n  }}",
        AT_END,
        f"  for (uint i = 0; i < 4; i++) {{\n    s[t] = i * t;\n{SYNC}    result[i * 64 + t] = s[63 - t];\n{SYNC}  }}",
    ),
    "of the other buffer": (
        "  for (uint i = 0; i < 4; i++) {\n    two[i & 1][t] = i;\n    two[1 - (i & 1)][t] = t;\n"
        f"{SYNC}    result[i * 64 + t] = two[1 - (i & 1)][63 - t];\n  }}",
        AT_END,
        "  for (uint i = 0; i < 4; i++) {\n    two[i & 1][t] = i;\n    two[1 - (i & 1)][t] = t;\n"
        f"{SYNC}    result[i * 64 + t] = two[1 - (i & 1)][63 - t];\n{SYNC}  }}",
    ),
}


def _check(kernel):
    x = np.arange(64, dtype=np.uint32) * 3 % 8
    return kernel.check(1, x, np.zeros(256, np.uint32), wave_sizes=[4, 16, 32, 64])


@pytest.mark.parametrize("name", FOLLOWED)
def test_following_the_advice_leaves_no_race(name, tmp_path):
    body, advice, followed = FOLLOWED[name]
    path = tmp_path / "shader.hlsl"
    path.write_text(f"{HEAD}{body}\n}}\n")
    kernel = wd.hlsl(str(path))
    found = kernel.lint(only=["groupshared-without-barrier"])
    assert {finding.advice for finding in found} == {advice}, f"\n{found}"
    assert any(finding.rule == "race" for finding in _check(kernel).findings)
    path.write_text(f"{HEAD}{followed}\n}}\n")
    kernel = wd.hlsl(str(path))
    assert not kernel.lint(), f"\n{kernel.lint()}"
    assert _check(kernel), f"\n{_check(kernel)}"
