"""Names of components."""

from __future__ import annotations


def test_unknown(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], v: wd.float3, w: wd.float2, b: wd.bool3, rows: wd.RWBuffer[wd.float3], n: u32, x: f32, p: bool):
            a = §v.q
    """
    refuse(text, "unknown-attribute", "`v`, a float3, has no component `.q`", ".x .y .z")


def test_beyond(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], v: wd.float3, w: wd.float2, b: wd.bool3, rows: wd.RWBuffer[wd.float3], n: u32, x: f32, p: bool):
            a = §v.xyw
    """
    refuse(text, "unknown-attribute", "has no component `.w`", ".x .y .z")


def test_color_beyond(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], v: wd.float3, w: wd.float2, b: wd.bool3, rows: wd.RWBuffer[wd.float3], n: u32, x: f32, p: bool):
            a = §w.b
    """
    refuse(text, "unknown-attribute", "`w`, a float2, has no component `.b`", ".x .y")


def test_mixed(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], v: wd.float3, w: wd.float2, b: wd.bool3, rows: wd.RWBuffer[wd.float3], n: u32, x: f32, p: bool):
            a = §v.xg
    """
    refuse(text, "swizzle-mixed", "`.xg` mixes", "`v.xy`")


def test_too_long(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], v: wd.float3, w: wd.float2, b: wd.bool3, rows: wd.RWBuffer[wd.float3], n: u32, x: f32, p: bool):
            a = §v.xyzxy
    """
    refuse(text, "swizzle-length", "5 components", "four")


def test_repeated_in_a_write(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], v: wd.float3, w: wd.float2, b: wd.bool3, rows: wd.RWBuffer[wd.float3], n: u32, x: f32, p: bool):
            §v.xx = w
    """
    refuse(text, "swizzle-repeated", "`v.xx` writes a component twice", "once")


def test_repeated_in_memory(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], v: wd.float3, w: wd.float2, b: wd.bool3, rows: wd.RWBuffer[wd.float3], n: u32, x: f32, p: bool):
            §rows[n].zz = w
    """
    refuse(text, "swizzle-repeated", "`rows[n].zz`", "once")


def test_repeated_and_augmented(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], v: wd.float3, w: wd.float2, b: wd.bool3, rows: wd.RWBuffer[wd.float3], n: u32, x: f32, p: bool):
            §v.yy += w
    """
    refuse(text, "swizzle-repeated", "`v.yy`", "once")


def test_of_a_scalar(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], v: wd.float3, w: wd.float2, b: wd.bool3, rows: wd.RWBuffer[wd.float3], n: u32, x: f32, p: bool):
            a = §n.x
    """
    refuse(text, "unknown-attribute", "u32 has no `.x`", "`n`")


def test_of_a_component(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], v: wd.float3, w: wd.float2, b: wd.bool3, rows: wd.RWBuffer[wd.float3], n: u32, x: f32, p: bool):
            a = §v.x.y
    """
    refuse(text, "unknown-attribute", "f32 has no `.y`", "a scalar has no components: write `v.x`")


def test_of_a_component_in_memory(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], v: wd.float3, w: wd.float2, b: wd.bool3, rows: wd.RWBuffer[wd.float3], n: u32, x: f32, p: bool):
            a = §rows[n].x.y
    """
    refuse(text, "unknown-attribute", "`rows[n].x`, f32, has no `.y`", ".x .y .z .w")


def test_of_the_buffer(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], v: wd.float3, w: wd.float2, b: wd.bool3, rows: wd.RWBuffer[wd.float3], n: u32, x: f32, p: bool):
            §rows.x = 1.0
    """
    refuse(text, "unknown-attribute", "`rows`, RWBuffer[float3], has no `.x`", "`rows[i].x = ...`")


def test_wrong_type(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], v: wd.float3, w: wd.float2, b: wd.bool3, rows: wd.RWBuffer[wd.float3], n: u32, x: f32, p: bool):
            v.x = §n
    """
    refuse(text, "mixed-types", "`v.x` expects f32, got u32", "convert it: `f32(n)`")


def test_scalar_for_several(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], v: wd.float3, w: wd.float2, b: wd.bool3, rows: wd.RWBuffer[wd.float3], n: u32, x: f32, p: bool):
            v.xy = §1.0
    """
    refuse(text, "mixed-types", "`v.xy` expects float2", "convert it: `wd.float2(1.0)`")


def test_unpacked(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], v: wd.float3, w: wd.float2, b: wd.bool3, rows: wd.RWBuffer[wd.float3], n: u32, x: f32, p: bool):
            §a, c = w
    """
    refuse(text, "tuple-size", "2 names for one value, float2", "take the components: `w.x, w.y`")
