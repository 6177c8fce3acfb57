"""A vector where a scalar is expected."""

from __future__ import annotations


def test_arithmetic(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            out[0] = §wd.group_id() + 1
    """
    refuse(text, "vector-as-value", "expects u32, got uint3", "take a component: `(wd.group_id() + 1).x`")


def test_component(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            out[0] = §wd.group_id().w
    """
    refuse(text, "unknown-attribute", "no component `.w`", ".x .y .z")


def test_ballot_index(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            b = wd.wave_active_ballot(n > 1)
            out[0] = b[§n]
    """
    refuse(
        text,
        "vector-index",
        "a constant",
        "`wd.select(n == 0, b.x, wd.select(n == 1, b.y, wd.select(n == 2, b.z, b.w)))`",
    )
