"""Atomics on types and memory that do not support them."""

from __future__ import annotations


def test_bits_of_a_float(refuse):
    text = """
        def kernel(out: wd.RWBuffer[f32]):
            §wd.atomic_or(out, 0, 1.0)
    """
    refuse(text, "atomic-type", "expects elements of i32, u32, i64 or u64, got RWBuffer[f32]", "`wd.asuint(x)`")


def test_half(refuse):
    text = """
        def kernel(out: wd.RWBuffer[wd.f16]):
            §wd.atomic_add(out, 0, 1.0)
    """
    message = "expects elements of i32, u32, i64, u64, f32 or f64, got RWBuffer[f16]"
    refuse(text, "atomic-type", message, "there are no atomics on 16 bits; use an array of f32")


def test_bool_(refuse):
    text = """
        def kernel(out: wd.RWBuffer[bool]):
            §wd.atomic_or(out, 0, True)
    """
    refuse(text, "atomic-type", "got RWBuffer[bool]", "32- and 64-bit numbers")


def test_local(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            a = wd.local_array(u32, 4)
            §wd.atomic_add(a, 0, n)
    """
    refuse(text, "atomic-type", "belongs to one lane", "plain operators")


def test_sixteen_bits(refuse):
    text = """
        def kernel(out: wd.RWBuffer[wd.u16]):
            §wd.atomic_max(out, 0, 1)
    """
    refuse(text, "atomic-type", "got RWBuffer[u16]", "no atomics on 16 bits")


def test_vector(refuse):
    text = """
        def kernel(out: wd.RWBuffer[wd.uint3], v: wd.uint3):
            §wd.atomic_add(out, 0, v)
    """
    refuse(text, "atomic-type", "got RWBuffer[uint3]", "an array of u32 and the index `3 * i + component`")


def test_read_only(refuse):
    text = """
        def kernel(src: wd.Buffer[wd.i64]):
            §wd.atomic_exchange(src, 0, 1)
    """
    refuse(text, "read-only-buffer", "`src` is a read-only Buffer[i64]", "declare it as `src: wd.RWBuffer[wd.i64]`")


def test_value_of_another_type(refuse):
    text = """
        def kernel(out: wd.RWBuffer[wd.u64], n: u32):
            §wd.atomic_compare_exchange(out, 0, 0, n)
    """
    refuse(text, "mixed-types", "`atomic_compare_exchange` on `out` expects u64, got u32", "convert it: `wd.u64(n)`")
