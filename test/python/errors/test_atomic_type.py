"""Atomics on what has none."""

from __future__ import annotations


def test_float(refuse):
    text = """
        def kernel(out: wd.RWBuffer[f32]):
            §wd.atomic_add(out, 0, 1.0)
    """
    refuse(text, "atomic-type", "got RWBuffer[f32]", "i32 and u32")


def test_bool_(refuse):
    text = """
        def kernel(out: wd.RWBuffer[bool]):
            §wd.atomic_or(out, 0, True)
    """
    refuse(text, "atomic-type", "got RWBuffer[bool]", "i32 and u32")


def test_local(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            a = wd.local_array(u32, 4)
            §wd.atomic_add(a, 0, n)
    """
    refuse(text, "atomic-type", "each lane's own", "plain operators")
