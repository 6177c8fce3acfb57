"""Types of bytes where a value needs a type, and operations that bytes lack."""

from __future__ import annotations

import numpy as np
import pytest

import wavedialect as wd


def test_a_parameter(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: §wd.u8):
            out[0] = 1
    """
    refuse(text, "parameter-type", "`wd.u8` is not a valid parameter type", "write `n: u32`: a value has 32 bits")


def test_a_vector_parameter(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: §wd.int8_t3):
            out[0] = 1
    """
    refuse(text, "parameter-type", "`wd.int8_t3` is not a valid parameter type", "write `n: wd.int3`")


@pytest.mark.parametrize(
    ("code", "name", "fix"),
    [
        ("wd.u8(n)", "wd.u8", "`u32(n) & 0xff`"),
        ("wd.i8(n + 1)", "wd.i8", "a value has 32 bits, `i32`"),
        ("wd.uint8_t2(n, n)", "wd.uint8_t2", "a value has 32 bits, `wd.uint2`"),
    ],
)
def test_a_cast(refuse, code, name, fix):
    text = f"""
        def kernel(out: wd.RWBuffer[u32], n: u32):
            out[0] = §{code}
    """
    refuse(text, "value-type", f"`{name}` is not the type of a value", fix)


def test_a_variable(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            x: §wd.u8 = n
            out[0] = x
    """
    refuse(text, "value-type", "`wd.u8` is not a valid type of a variable", "a value has 32 bits, `u32`")


@pytest.mark.parametrize("function", ["atomic_add", "atomic_or", "atomic_exchange"])
def test_an_atomic(refuse, function):
    text = f"""
        def kernel(out: wd.RWBuffer[wd.u8]):
            §wd.{function}(out, 0, 1)
    """
    refuse(text, "atomic-type", "got RWBuffer[u8]", "there are no atomics on 8 bits; use an array of i32 or u32")


def test_an_atomic_on_groupshared_bytes(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32]):
            counts = wd.groupshared(wd.u8, 16)
            §wd.atomic_add(counts, 0, 1)
    """
    refuse(text, "atomic-type", "got groupshared[u8]", "there are no atomics on 8 bits")


@pytest.mark.parametrize(
    ("element", "value", "range"),
    [("u8", "300", "from 0 to 255"), ("i8", "-129", "from -128 to 127"), ("u8", "-200", "from 0 to 255")],
)
def test_a_literal_that_no_byte_holds(refuse, element, value, range):
    text = f"""
        def kernel(out: wd.RWBuffer[wd.{element}]):
            out[0] = §{value}
    """
    refuse(text, "literal-range", f"an element of `out` is {value}, which is not a number of {element}", range)


def test_a_float(refuse):
    text = """
        def kernel(out: wd.RWBuffer[wd.u8], x: f32):
            out[0] = §x
    """
    refuse(text, "mixed-types", "an element of `out` expects u32, got f32", "`u32(x)`")


def test_a_long(refuse):
    text = """
        def kernel(out: wd.RWBuffer[wd.i8], x: wd.i64):
            out[0] = §x
    """
    refuse(text, "mixed-types", "an element of `out` expects i32, got i64", "`i32(x)`")


def test_a_field_of_a_struct():
    with pytest.raises(wd.WaveError) as caught:

        @wd.struct
        class Pixel:
            red: wd.u8

    assert caught.value.id == "struct-field"
    assert "use `u32`, or a buffer of its own" in caught.value.fix


def test_numpy_bytes_are_literals():
    low = np.uint8(7)

    @wd.kernel(num_waves=1)
    def kernel(out: wd.RWBuffer[wd.u32]):
        out[wd.wave_lane_index()] = wd.wave_lane_index() + low

    out = np.zeros(4, np.uint32)
    kernel.dispatch(1, out, device="interpreter", wave_size=4)
    assert out.tolist() == [7, 8, 9, 10]
