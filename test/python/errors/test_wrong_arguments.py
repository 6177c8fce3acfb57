"""Calls with the wrong arguments."""

from __future__ import annotations


def test_too_few(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            out[0] = §wd.wave_read_lane_at(n)
    """
    refuse(
        text, "wrong-arguments", "`wd.wave_read_lane_at` lacks the argument `lane`", "wd.wave_read_lane_at(value, lane)"
    )


def test_too_many(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            out[0] = §wd.wave_lane_index(n)
    """
    refuse(text, "wrong-arguments", "`wd.wave_lane_index` takes no arguments, got 1", "wd.wave_lane_index()")


def test_helper(refuse):
    text = """
        @wd.func
        def add(a, b):
            return a + b


        def kernel(out: wd.RWBuffer[u32], n: u32):
            out[0] = §add(n)
    """
    refuse(text, "wrong-arguments", "`add` lacks the argument `b`", "add(a, b)")


def test_keyword(refuse):
    text = """
        @wd.func
        def add(a, b):
            return a + b


        def kernel(out: wd.RWBuffer[u32], n: u32):
            out[0] = §add(n, c=n)
    """
    refuse(text, "wrong-arguments", "`add` has no parameter `c`", "add(a, b)")


def test_cast(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            out[0] = §u32(n, n)
    """
    refuse(text, "wrong-arguments", "takes 1 argument, got 2", "`u32(x)`")


def test_range(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            for i in §range():
                pass
    """
    refuse(text, "range-arguments", "got 0", "write `range(end)`, `range(start, end)` or `range(start, end, step)`")
