"""A value that nobody uses."""

from __future__ import annotations

import numpy as np
import pytest

import wavedialect as wd

seen: list[int] = []


def test_comparison(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            §n == 3
    """
    refuse(text, "result-unused", "`n == 3` is computed and not used", "assign")


@pytest.mark.parametrize(
    "call",
    [
        "wd.max(n, 3)",
        "min(n, 3)",
        "wd.wave_active_sum(n)",
        "wd.lerp(1.0, 2.0, 0.5)",
        "f32(n)",
        "wd.uint2(n)",
        "len(out)",
    ],
)
def test_calls(call, refuse):
    """In other languages some of these change their argument."""
    text = f"""
        def kernel(out: wd.RWBuffer[u32], n: u32):
            §{call}
    """
    fix = f"assign it, as in `x = {call}`, or delete this line"
    refuse(text, "result-unused", f"`{call}` is computed and not used", fix)


@wd.func
def store(out, n):
    out[0] = n
    return n


@wd.kernel(num_waves=1)
def dropped(out: wd.RWBuffer[wd.u32], n: wd.u32):
    wd.atomic_add(out, 1, n)
    store(out, n)
    wd.static(seen.append(0) or 0)
    wd.group_memory_barrier_with_group_sync()


def test_calls_with_an_effect():
    """What they return may be dropped."""
    out = np.zeros(2, np.uint32)
    dropped[1](out, 7, device="interpreter", wave_size=8)
    assert out[0] == 7 and out[1] == 7 * 8 and seen
