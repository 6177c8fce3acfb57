"""The layout of structs in memory: HLSL's structured buffers, NumPy's dtypes, the manifest, and arrays that do not fit."""

from __future__ import annotations

import json

import numpy as np
import pytest
import struct_kernels as kernels
from struct_kernels import Box, Node, Packed, Particle, Ray, Wide

import wavedialect as wd
from wavedialect import f16, f32, f64, i32, u32
from wavedialect.errors import LaunchError, WaveError


@pytest.mark.parametrize(
    ("struct", "offsets", "size", "word"),
    [
        # By `dxc -T cs_6_2 -enable-16bit-types`, whose reflection lists the offsets of a StructuredBuffer's members.
        (Particle, (0, 12, 16, 28), 32, "u32"),
        (Ray, (0, 12, 24), 28, "f32"),
        (Box, (0, 8), 16, "i32"),
        (Node, (0, 16, 28, 32, 40, 72, 80), 88, "u32"),
        (Packed, (0, 2, 4, 8, 16, 32, 36, 48), 56, "u16"),
        (Wide, (0, 8, 16), 32, "u64"),
    ],
    ids=str,
)
def test_offsets(struct, offsets, size, word):
    assert struct.offsets == offsets and struct.bytes == size and struct.element.name == word
    assert tuple(struct.dtype.fields[name][1] for name in struct.names) == offsets
    assert struct.dtype.itemsize == size == np.zeros(1, struct.dtype).nbytes


def test_the_dtype_is_that_of_an_aligned_struct_in_c():
    plain = np.dtype([("position", "f4", 3), ("mass", "f4"), ("velocity", "f4", 3), ("hits", "i4")], align=True)
    assert Particle.dtype == plain
    nested = np.dtype(
        [("a", "i4"), ("b", np.dtype([("x", "f8"), ("y", "i2")], align=True)), ("c", "i2", (2, 3))], align=True
    )

    @wd.struct
    class Inner:
        x: f64
        y: wd.i16

    @wd.struct
    class Outer:
        a: i32
        b: Inner
        c: (wd.int16_t3, 2)

    assert Outer.dtype == nested


def test_a_value_outside_of_kernels_is_an_element():
    particles = np.zeros(2, Particle.dtype)
    particles[1] = Particle((1, 2, 3), hits=7, mass=0.5, velocity=wd.float3(4, 5, 6))
    assert particles[1]["position"].tolist() == [1, 2, 3] and particles["hits"].tolist() == [0, 7]
    with pytest.raises(WaveError, match="`Particle` lacks the fields `velocity` and `hits`"):
        Particle((1, 2, 3), 1.0)
    with pytest.raises(WaveError, match="`Particle` has no field `speed`"):
        Particle(speed=1.0)
    with pytest.raises(WaveError, match="gets the field `mass` twice"):
        Particle((1, 2, 3), 1.0, mass=2.0)


@pytest.mark.parametrize(("target", "key"), [("spirv", "bindings"), ("dxil", "bindings")])
def test_the_manifest_describes_the_struct(target, key):
    manifest = json.loads(json.dumps(kernels.copy_packed.compile(target=target).manifest))
    source = manifest[key][0]
    assert source["element"] == "u16" and source["components"] == 1
    assert source["struct"]["name"] == "Packed" and source["struct"]["bytes"] == 56
    fields = {field["name"]: field for field in source["struct"]["fields"]}
    assert [fields[name]["offset"] for name in Packed.names] == list(Packed.offsets)
    assert fields["wide"] == {"name": "wide", "offset": 16, "element": "f64", "components": 2}
    assert fields["on"]["element"] == "bool" and fields["halves"]["components"] == 3
    nested = kernels.copy_nodes.compile(target=target).manifest[key][0]["struct"]["fields"]
    assert [field["name"] for field in nested][:5] == [
        "box.low",
        "box.high",
        "children[0]",
        "children[1]",
        "children[2]",
    ]
    assert "struct" not in kernels.change_fields.compile(target=target).manifest[key][1]


# Arrays.


def _copied(src, out, device="cpu"):
    kernels.copy_particles.dispatch(1, src, out, device=device, wave_size=16)


def test_another_layout_is_refused_with_both():
    packed = np.zeros(16, [("position", "f4", 3), ("mass", "f8"), ("velocity", "f4", 3), ("hits", "i4")])
    with pytest.raises(LaunchError) as caught:
        _copied(packed, np.zeros(16, Particle.dtype))
    assert "  the array: float32[3] position at 0, float64 mass at 12, float32[3] velocity at 20" in str(caught.value)
    assert "  Particle: float32[3] position at 0, float32 mass at 12, float32[3] velocity at 16" in str(caught.value)
    assert "pass `src.astype(Particle.dtype)`" in str(caught.value)
    _copied(packed.astype(Particle.dtype), np.zeros(16, Particle.dtype))
    names = np.zeros(16, [("p", "f4", 3), ("mass", "f4"), ("velocity", "f4", 3), ("hits", "i4")])
    with pytest.raises(LaunchError, match="view it as structs: `src.view\\(Particle.dtype\\)`"):
        _copied(names, np.zeros(16, Particle.dtype))
    other = np.zeros(16, [("p", "f4", 3), ("mass", "f8")])
    with pytest.raises(LaunchError, match="np.zeros\\(src.shape, Particle.dtype\\)"):
        _copied(other, np.zeros(16, Particle.dtype))
    with pytest.raises(LaunchError, match="the array: elements of float32"):
        _copied(np.zeros((16, 8), np.float32), np.zeros(16, Particle.dtype))
    with pytest.raises(LaunchError, match="is a list, expected an array of Particle"):
        _copied([1.0], np.zeros(16, Particle.dtype))


@pytest.mark.parametrize("element", [np.uint8, np.float32])
def test_rows_of_structs(element):
    @wd.struct
    class Pair:
        key: wd.float3
        weight: wd.f32

    @wd.kernel(num_threads=(16, 1, 1))
    def doubles(pairs: wd.RWBuffer[Pair]):
        i = wd.dispatch_thread_id().x
        pair = pairs[i]
        pair.weight = pair.weight * 2.0
        pairs[i] = pair

    rows = np.arange(64, dtype=np.float32).reshape(16, 4)
    expected = rows * [1, 1, 1, 2]
    given = rows.view(element)
    doubles.dispatch(1, given)
    assert (given.view(np.float32) == expected).all()
    # Rows of another length, and of another type than all fields have.
    for other in (np.zeros((16, 5), np.float32), np.zeros((16, 4), np.int32), np.zeros(256, np.uint8)):
        with pytest.raises(LaunchError, match="another layout than Pair"):
            doubles.dispatch(1, other)


def test_strided_unaligned_and_read_only_arrays_are_refused():
    whole = np.zeros(32, Particle.dtype)
    with pytest.raises(LaunchError, match="not contiguous"):
        _copied(whole[::2], whole.copy())
    bytes_ = np.zeros(16 * 32 + 2, np.uint8)
    with pytest.raises(LaunchError, match="not aligned"):
        _copied(bytes_[2:].view(Particle.dtype), whole.copy())
    locked = whole.copy()
    locked.flags.writeable = False
    _copied(locked, whole)
    with pytest.raises(LaunchError, match="read-only"):
        _copied(whole, locked)
    with pytest.raises(LaunchError, match="overlap"):
        _copied(whole, whole[1:])


@pytest.mark.parametrize("device", ["cpu", "interpreter", "vulkan:llvmpipe"])
def test_device_arrays(device):
    src = np.zeros(8, Particle.dtype)
    src["mass"], src["position"] = np.arange(8), np.arange(24).reshape(8, 3)
    ours, theirs = wd.array(src, device=device), wd.empty(8, Particle, device=device)
    kernels.copy_particles.dispatch(1, ours, theirs, wave_size=8)
    assert theirs.dtype == Particle.dtype and (theirs.numpy() == src).all()
    with pytest.raises(LaunchError, match="overlap"):
        kernels.copy_particles.dispatch(1, ours, ours, wave_size=8)
    with pytest.raises(LaunchError, match="no elements of dtype complex64"):
        wd.empty(8, np.dtype([("a", "c8")]), device=device)


def test_arrays_of_any_shape_and_records():
    src, out = np.zeros((4, 4), Particle.dtype), np.zeros(16, Particle.dtype).view(np.recarray)
    src["hits"] = np.arange(16).reshape(4, 4)
    _copied(src, out)
    assert out.hits.tolist() == list(range(16))
    _copied(np.zeros(0, Particle.dtype), out)
    assert not out.hits.any()


# Definitions.


def _wrong(text: str, message: str, fix: str) -> None:
    names = {"wd": wd, "f32": f32, "f16": f16, "u32": u32}
    with pytest.raises(WaveError) as caught:
        exec(text, names)
    assert caught.value.id == "struct-field" and message in str(caught.value) and fix in str(caught.value)


def test_wrong_definitions():
    _wrong("@wd.struct\nclass P:\n  a: int", "field `a` of struct `P` has the type `int`", "(f32, 4)")
    _wrong("@wd.struct\nclass P:\n  a: (f32, 0)", "field `a` of struct `P` has the type `(f32, 0)`", "(f32, 4)")
    _wrong("@wd.struct\nclass P: pass", "struct `P` has no fields", "`position: wd.float3`")
    _wrong("@wd.struct\nclass P:\n  a: f32 = 1.0", "field `a` of struct `P` has a default value", "every field")
    _wrong("@wd.struct\nclass P:\n  a: f32\n  b = 3", "`b` of struct `P` is neither a field nor", "`b: f32`")
    _wrong("@wd.struct\nclass P:\n  a: f32\n  def f(self): pass", "`f` of struct `P` is neither", "`@wd.func` above")
    _wrong("class Q: pass\n@wd.struct\nclass P(Q):\n  a: f32", "struct `P` has a base class, `Q`", "type of a field")
    _wrong("@wd.struct\nclass P:\n  a: 'nothing'", "cannot be evaluated: name 'nothing'", "(f32, 4)")
    with pytest.raises(WaveError, match="`@wd.struct` decorates a class"):
        wd.struct(f32)


def test_annotations_may_be_text():
    @wd.struct
    class Local:
        a: f32

    @wd.struct
    class Outer:
        inner: Local
        b: wd.float2
        c: "(u32, 2)"  # noqa: UP037, quoted twice

    assert [leaf.path for leaf in Outer.leaves] == ["inner.a", "b", "c[0]", "c[1]"]


def test_the_meaning_of_a_name_decides():
    def made(element):
        @wd.struct
        class Pair:
            a: element
            b: u32

        @wd.kernel(num_waves=1)
        def store(out: wd.RWBuffer[Pair]):
            out[0].b = u32(3)

        array = np.zeros(2, Pair.dtype)
        store.dispatch(1, array, device="interpreter", wave_size=4)
        return array["b"].tolist()

    assert made(u32) == made(f64) == made(wd.float3) == [3, 0]
