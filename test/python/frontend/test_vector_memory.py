"""Memory of vectors and of every scalar type: the values, addresses and types of loads and stores."""

from __future__ import annotations

import numpy as np
import pytest

KERNEL = """
def kernel(src: wd.Buffer[wd.float3], out: wd.RWBuffer[wd.float3], flags: wd.RWBuffer[wd.bool2], n: u32):
    {}
"""


@pytest.fixture
def access(compile_kernel):
    """``access(text)``: the module of a kernel with buffers of vectors and these statements."""
    return lambda text: compile_kernel(KERNEL.format(text.replace("\n", "\n    ")))


def test_an_index_counts_vectors(access):
    made = access("out[n] = src[n]")
    load, store = made.operations("memref.load")[0], made.operations("memref.store")[0]
    assert load.results[0].type.name == "float3" and load.attributes == {} == store.attributes
    assert load.operands[1].name == "n"
    assert ": memref<?xf32>, vector<3xf32> loc(" in made.text and "vector.store" in made.text
    assert "%src: memref<?xf32> {wave.binding = #wave.binding<srv, vector<3xf32>>" in made.text


def test_an_index_that_would_wrap_is_out_of_bounds(access):
    lines = [line.split(" loc(")[0].strip() for line in access("v = src[n]").text.splitlines()]
    at = next(i for i, line in enumerate(lines) if "arith.muli" in line)
    assert lines[at - 1] == "%0 = arith.constant 3 : i32"
    assert lines[at : at + 7] == [
        "%1 = arith.muli %n, %0 : i32",
        "%2 = arith.constant 1431655765 : i32",
        "%3 = arith.constant -1 : i32",
        "%4 = arith.cmpi ult, %n, %2 : i32",
        "%5 = arith.select %4, %1, %3 : i32",
        "%6 = arith.index_castui %5 : i32 to index",
        "%v = vector.load %src[%6] : memref<?xf32>, vector<3xf32>",
    ]
    for size in (2, 3, 4):
        limit = (2**32 - 1) // size
        assert (limit - 1) * size + size - 1 < 2**32 - 1 <= limit * size + size - 1


def test_a_component_is_read_and_written_alone(access):
    made = access("out[n].y = 1.0\nout[n][2] += src[n].x\nout[n].zx = src[n].xx")
    stores, loads = made.operations("memref.store"), made.operations("memref.load")
    assert [o.attributes["component"] for o in stores] == [1, 2, 2, 0]
    assert [o.attributes["component"] for o in loads] == [0, 2, 0] or [o.attributes["component"] for o in loads] == [
        2,
        0,
        0,
    ]
    assert all(o.results[0].type.name == "f32" for o in loads)
    assert "vector.load" not in made.text and "vector.store" not in made.text


def test_groupshared_and_local_arrays_are_of_scalars(access):
    made = access("s = wd.groupshared(wd.half4, 6)\nm = wd.local_array(wd.int3, 5)\ns[n].y = 1\nm[n] = wd.int3(1)")
    lines = [line.split(" loc(")[0].strip() for line in made.text.splitlines()]
    assert "%s = wave.groupshared(%2) : memref<?xf16, #gpu.address_space<workgroup>>" in lines
    assert "%2 = arith.muli %0, %1 : i32" in lines
    assert any(line.startswith("%m = memref.alloca(") and line.endswith(": memref<?xi32>") for line in lines)
    # Their indices are never out of bounds, so nothing is compared.
    assert not any("arith.cmpi" in line for line in lines)


def test_a_length_counts_vectors(access):
    text = access("k = len(src)").text
    assert "arith.divui" in text and "arith.constant 3 : i32" in text


def test_bool_vectors_are_bytes_in_memory(access):
    made = access("b = flags[n]\nflags[0] = ~b\nflags[1].y = b.x")
    for piece in (
        "wave.byte_load",
        "vector.from_elements",
        "dense<0> : vector<2xi32>",
        "arith.cmpi ne,",
        "arith.extui",
        "vector<2xi1> to vector<2xi32>",
    ):
        assert piece in made.text, piece
    assert "memref<?xi8> {wave.binding = #wave.binding<uav, vector<2xui8>>" in made.text


@pytest.mark.parametrize(
    ("element", "scalar", "shown"),
    [
        ("i16", "i16", "si16"),
        ("u16", "i16", "ui16"),
        ("i64", "i64", "si64"),
        ("f16", "f16", "f16"),
        ("f64", "f64", "f64"),
        ("bool", "i8", "i1"),
        ("uint64_t2", "i64", "vector<2xui64>"),
        ("bool4", "i8", "vector<4xi1>"),
    ],
)
def test_buffers_and_arguments_of_every_type(compile_kernel, element, scalar, shown):
    made = compile_kernel(f"def kernel(a: wd.RWBuffer[wd.{element}], v: wd.{element}):\n    a[0] = v")
    # A bool in a buffer is a byte.
    binding = shown.replace("i1>", "ui8>") if shown != "i1" else "ui8"
    assert f"%a: memref<?x{scalar}> {{wave.binding = #wave.binding<uav, {binding}>" in made.text
    assert f"{{wave.element = {shown}, wave.name = " in made.text


def test_the_interpreter_agrees(interpret):
    text = """
        def kernel(src: wd.Buffer[wd.float3], out: wd.RWBuffer[wd.float3], flags: wd.RWBuffer[wd.bool2]):
            i = wd.wave_lane_index()
            s = wd.groupshared(wd.float2, 4)
            m = wd.local_array(wd.float3, 2)
            s[i] = src[i].zy
            s[i].x *= 2
            m[1] = src[i]
            m[1].xz = s[i].yx
            m[0] = m[1] + len(src)
            out[i] = m[0]
            out[i].y = -1.0
            flags[i] = src[i].xy > 0.0
            flags[i].y = not flags[i].x
    """.replace("len(src)", "f32(len(src))")
    src = np.random.default_rng(2).uniform(-2, 2, (4, 3)).astype(np.float32)
    out, flags = np.zeros((4, 3), np.float32), np.zeros((4, 2), np.bool_)
    interpret(text, src, out, flags)
    np.testing.assert_array_equal(
        out, np.stack([src[:, 1] + 4, np.full(4, -1), src[:, 2] * 2 + 4], 1).astype(np.float32)
    )
    positive = src[:, 0] > 0
    np.testing.assert_array_equal(flags, np.stack([positive, ~positive], 1))


def test_wave_opt_reads_it(access, wave_opt):
    wave_opt(
        access(
            "s = wd.groupshared(wd.half4, 6)\nm = wd.local_array(wd.bool3, 5)\ns[n].y = 1\nm[n] = src[n] > out[0].x\n"
            "out[n].zx = wd.select(m[1], src[n], 0.0).xy\nflags[n] = m[n].zx\nout[len(src)] = wd.float3(s[n].wzy)"
        ).text
    )
