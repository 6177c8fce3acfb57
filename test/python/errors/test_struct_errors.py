"""Wrong uses of structs in kernels."""

from __future__ import annotations

import pytest

KERNEL = """
        @wd.struct
        class Pair:
            a: wd.float2
            n: i32
            w: (f32, 2)

            @wd.func
            def total(self, k):
                return self.a.x + self.a.y + k


        @wd.struct
        class Other:
            n: i32


        def kernel(src: wd.Buffer[Pair], out: wd.RWBuffer[Pair], other: wd.RWBuffer[Other], i: u32, x: f32):
            p = src[i]
            {}
"""


@pytest.mark.parametrize(
    ("line", "id", "message", "fix"),
    [
        ("y = §p.b", "unknown-attribute", "`p`, a Pair, has no field `b`", "its fields are `a`, `n`, `w`"),
        ("y = §p.total", "unknown-attribute", "`p`, a Pair, has no field `total`", "call it: `p.total()`"),
        ("y = §src[i].q", "unknown-attribute", "`src[i]`, a Pair, has no field `q`", "its fields are"),
        ("y = §p + p", "struct-as-value", "`+` takes one value, got a struct, Pair", "take a field: `p.a`"),
        ("y = §wd.wave_match(p)", "struct-as-value", "got a struct, Pair", "take a field"),
        ("y = §p[0]", "value-type", "`p`, a Pair, has no elements", "take a field: `p.a`"),
        ("§p[0] = 1", "value-type", "an element of `p`, Pair, cannot be assigned", "assign to a field: `p.a`"),
        ("§a, n, w = p", "tuple-size", "3 names for one value, Pair", ""),
        ("y = p.w[§i]", "not-static", "the index of a tuple must be a constant, got `i`", "wd.local_array"),
        ("p.w[§2] = 1.0", "literal-range", "index 2 is out of bounds", "from 0 to 1"),
        ("p.n = §x", "mixed-types", "`p.n` expects i32, got f32", "`i32(x)`"),
        ("p.a = §wd.float3(x)", "mixed-types", "`p.a` expects float2, got float3", ""),
        ("§p = Other(1)", "type-change", "`p` is Pair since line", "another name"),
        ("out[i] = §Other(1)", "mixed-types", "an element of `out` expects Pair, got Other", "`Pair(a, n, w)`"),
        ("out[i] = §(1, 2, 3)", "mixed-types", "an element of `out` expects Pair, got tuple", "`Pair(a, n, w)`"),
        ("q = §Pair(wd.float2(x), 1)", "wrong-arguments", "`Pair` lacks the field `w`", "`Pair(a, n, w)`"),
        ("q = §Pair(n=1, m=2)", "wrong-arguments", "`Pair` has no field `m`", "`Pair(a, n, w)`"),
        ("q = Pair(wd.float2(x), §x, (x, x))", "mixed-types", "field `n` of `Pair` expects i32, got f32", "`i32(x)`"),
        ("q = Pair(wd.float2(x), 1, §(x, x, x))", "mixed-types", "field `w` of `Pair` expects tuple (f32, f32)", ""),
        ("q = Pair(§x, 1, (x, x))", "mixed-types", "field `a` of `Pair` expects float2, got f32", ""),
        ("§src[i].n = 1", "read-only-buffer", "`src` is a read-only Buffer[Pair]", "`src: wd.RWBuffer[Pair]`"),
        ("y = §len(p)", "value-type", "`len` takes a buffer or an array, got Pair", ""),
        ("q = §p if x > 0.0 else Other(1)", "mixed-types", "operands of two types, Pair and Other", ""),
        ("y = §p.total(x, x)", "wrong-arguments", "`total`", "`total(self, k)`"),
        ("§p.total(x)", "result-unused", "`p.total(x)` is computed and not used", "assign it"),
        (
            "§wd.atomic_add(out[i].a, 1)",
            "atomic-type",
            "expects elements of i32, u32, i64, u64, f32 or f64",
            "`out[i].a.x`",
        ),
        ("wd.atomic_add(§src[i].n, 1)", "read-only-buffer", "`src` is a read-only", ""),
        (
            "§wd.atomic_add(out, i, 1)",
            "atomic-type",
            "expects elements of i32, u32, i64, u64, f32 or f64, got RWBuffer[Pair]",
            "",
        ),
        ("§wd.atomic_add(out[i].a.x, x)", "atomic-type", "stored as integers", "a struct of floats"),
        ("§wd.atomic_add(out[i].n, x)", "mixed-types", "expects i32, got f32", "`i32(x)`"),
        (
            "m = wd.local_array(Pair, 2)\n            §wd.atomic_add(m[0].n, 1)",
            "atomic-type",
            "is a local array",
            "`m[0].n += value`",
        ),
    ],
)
def test_mistake(refuse, line, id, message, fix):
    refuse(KERNEL.format(line), id, message, fix)


def test_atomics_on_fields_of_several_words(refuse):
    text = """
        @wd.struct
        class Sums:
            total: wd.u64
            count: u32


        def kernel(sums: wd.RWBuffer[Sums]):
            wd.atomic_add(§sums[0].total, 1)
    """
    message = "an atomic on `sums[0].total` is not possible: u64 is more than one of the words of 32 bits"
    refuse(text, "atomic-type", message, "let every field of `Sums` have 64 bits")


def test_a_helper_expects_its_struct(refuse):
    text = """
        @wd.struct
        class Pair:
            a: f32


        @wd.struct
        class Other:
            a: f32


        @wd.func
        def first(p: Pair):
            return p.a


        def kernel(others: wd.Buffer[Other], out: wd.RWBuffer[f32]):
            out[0] = §first(others[0])
    """
    refuse(text, "mixed-types", "parameter `p` of `first` expects Pair, got Other", "`Pair(a)`")


def test_a_helper_returns_its_struct(refuse):
    text = """
        @wd.struct
        class Pair:
            a: f32


        @wd.func
        def made(x) -> Pair:
            return §x


        def kernel(out: wd.RWBuffer[f32], x: f32):
            out[0] = made(x).a
    """
    refuse(text, "mixed-types", "the returned value expects Pair, got f32", "`Pair(a)`")
