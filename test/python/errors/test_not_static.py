"""Values that must be known at compile time and are not."""

from __future__ import annotations

import pytest


def test_static(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            x = wd.static(§n + 1)
    """
    refuse(text, "not-static", "`n` is not known at compile time", "literals")


def test_bounds(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            for i in §wd.static_range(n):
                pass
    """
    refuse(text, "not-static", "`n` is known only when the kernel runs", "write `range(n)`, a loop at run time")


@pytest.mark.parametrize(
    ("count", "attributes", "number"),
    [
        ("wd.group_wave_count()", {"num_waves": 4}, "4"),
        ("2 * wd.group_wave_count() - 1", {"num_waves": 4}, "2 * 4 - 1"),
        ("wd.wave_lane_count()", {"num_waves": 4, "wave_size": (32,)}, "32"),
    ],
)
def test_counts_that_the_decorator_states(count, attributes, number, refuse):
    text = f"""
        def kernel(out: wd.RWBuffer[u32]):
            for i in §wd.static_range({count}):
                pass
    """
    fix = f"write the number that the decorator states, `wd.static_range({number})`, or `range({count})`"
    refuse(text, "not-static", f"`{count}` is known only when the kernel runs", fix, **attributes)
    text = f"""
        def kernel(out: wd.RWBuffer[u32]):
            x = wd.static(§{count})
    """
    fix = f"write the number that the decorator states: `{number}`"
    refuse(text, "not-static", f"`{count}` is not known at compile time: it is computed", fix, **attributes)


@pytest.mark.parametrize("count", ["wd.wave_lane_count()", "len(out)"])
def test_counts_that_nothing_states(count, refuse):
    text = f"""
        def kernel(out: wd.RWBuffer[u32]):
            for i in §wd.static_range(0, {count}):
                pass
    """
    fix = f"write `range(0, {count})`, a loop at run time"
    refuse(text, "not-static", f"`{count}` is known only when the kernel runs", fix)


def test_waves_up_to_a_count(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32]):
            with wd.waves(range(§wd.group_wave_count())):
                out[0] = 1
    """
    message = "`wd.group_wave_count()` is not known at compile time"
    refuse(text, "not-static", message, "write the number that the decorator states: `4`")
