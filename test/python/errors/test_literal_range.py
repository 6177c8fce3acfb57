"""Integer literals that their type cannot hold."""

from __future__ import annotations

import pytest

import wavedialect as wd
from wavedialect import u32
from wavedialect.frontends.python.frontend import build_module
from wavedialect.ir.module import KernelAttributes


def test_alone(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            x = §5000000000
    """
    refuse(text, "literal-range", "does not fit in i32", "a literal alone is i32 or u32; write `wd.i64(5000000000)`")


@pytest.mark.parametrize(
    "code", ["m = 0xFFFFFFFF; a[0] = §m & a[1]", "m = a[0]; §m = 0xFFFFFFFF", "a[0] = §0xFFFFFFFF"]
)
def test_a_u32_where_an_i32_is_needed(code, refuse):
    text = f"""
        def kernel(a: wd.RWBuffer[i32]):
            {code}
    """
    refuse(
        text,
        "literal-range",
        "the literal 4294967295 does not fit in i32",
        "`i32(4294967295)` has the same bits and is -1",
    )


def test_as_operand(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            out[0] = §n + (-1)
    """
    refuse(
        text,
        "literal-range",
        "-1 does not fit in u32",
        "u32 has no negative numbers; `u32(-1)` has the same bits and is 4294967295",
    )


def test_cast(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            out[0] = §u32(5000000000)
    """
    refuse(text, "literal-range", "does not fit in u32", "can hold")


@pytest.mark.parametrize("make", ["groupshared", "local_array"])
@pytest.mark.parametrize(
    "access",
    ["m[§16] = 1", "m[§16] += 1", "out[0] = m[§100]", "m[§u32(16)] = 1", "m[§SIZE] = 1", "m[§len(m)] = 1"],
)
def test_beyond_an_array(make, access, refuse):
    index = 100 if "100" in access else 16
    text = f"""
        SIZE = 16

        def kernel(out: wd.RWBuffer[u32]):
            m = wd.{make}(u32, SIZE)
            {access}
    """
    fix = f"use an index from 0 to 15, or make the array larger: `wd.{make}(u32, {index + 1})`"
    refuse(text, "literal-range", f"index {index} is out of bounds: `m` has 16 elements", fix)


def test_beyond_an_array_in_an_unrolled_loop(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32]):
            m = wd.local_array(wd.float3, 2)
            for i in wd.static_range(3):
                m[§i].x = 1.0
    """
    refuse(text, "literal-range", "index 2 is out of bounds: `m` has 2 elements", "`wd.local_array(wd.float3, 3)`")


def test_an_atomic_beyond_an_array(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32]):
            m = wd.groupshared(u32, 1)
            §wd.atomic_add(m, 1, 1)
    """
    refuse(text, "literal-range", "index 1 is out of bounds: `m` has 1 element", "use the index 0, or make")


def test_lanes_that_no_wave_has(refuse):
    text = """
        def kernel(x: f32):
            y = §wd.wave_read_lane_at(x, 128)
    """
    refuse(text, "literal-range", "lane 128 does not exist: a wave has at most 128 lanes", "the lanes 0 to 127")


def test_the_last_element_of_an_array_is_valid():
    def kernel(out: wd.RWBuffer[u32]):
        m = wd.local_array(u32, 16)
        m[15] = 1
        if len(m) > 16:
            m[16] = 1
        out[0] = wd.wave_read_lane_at(m[15], 127)

    build_module(kernel, KernelAttributes(num_waves=1))
