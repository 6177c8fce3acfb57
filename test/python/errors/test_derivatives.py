"""Derivatives in groups that do not consist of quads."""

from __future__ import annotations

import pytest

THREADS = {"num_threads": (8, 5, 1)}
MESSAGE = "under `num_threads=(8, 5, 1)`: the group does not consist of quads"


@pytest.mark.parametrize("name", ["ddx", "ddy", "ddx_coarse", "ddy_coarse", "ddx_fine", "ddy_fine"])
def test_under_num_threads(refuse, name):
    text = f"""
        def kernel(out: wd.RWBuffer[f32], x: f32):
            out[0] = §wd.{name}(x)
    """
    refuse(text, "derivative-under-num-threads", f"`{name}` {MESSAGE}", "even sides", **THREADS)


def test_in_a_helper(refuse):
    text = """
        @wd.func
        def slope(x):
            return §wd.ddx(x)

        def kernel(out: wd.RWBuffer[f32], x: f32):
            out[0] = slope(x)
    """
    error = refuse(text, "derivative-under-num-threads", MESSAGE, "`wd.quad_coordinate`", **THREADS)
    assert [note[0] for note in error.notes] == ["in `slope`, called here"]


def test_quad_lane(refuse):
    text = """
        def kernel(out: wd.RWBuffer[f32], x: f32):
            out[0] = §wd.quad_read_lane_at(x, 4)
    """
    refuse(text, "literal-range", "lane 4 does not exist: a quad has 4 lanes", "lanes 0 to 3")


def test_quad_vote(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            out[0] = u32(§wd.quad_any(n))
    """
    refuse(text, "predicate-not-bool", "`quad_any` expects bool, got u32", "`n != 0`")
