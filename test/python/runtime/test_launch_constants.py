"""The block of constants of a dispatch: scalars and vectors of every type, lengths, and extents of images."""

from __future__ import annotations

import struct

import numpy as np
import pytest

import wavedialect as wd
from wavedialect.runtime.device import BufferArgument, ImageArgument
from wavedialect.runtime.launch_constants import pack_constants


def constants(*fields):
    """A manifest with these constants: (offset, element, components, role)."""
    names = ("offset", "element", "components", "role")
    made = [{"name": "c", **dict(zip(names, field, strict=True))} for field in fields]
    return {"constants": {"bytes": 128, "fields": made}}


def test_constants_of_every_type():
    numbers = {
        "bool": np.bool_(True),
        "i16": np.int16(-2),
        "u16": np.uint16(65535),
        "i32": np.int32(-3),
        "u32": np.uint32(2**32 - 1),
        "f16": np.float16(1.5),
        "f32": np.float32(-0.1),
        "i64": np.int64(-(2**40)),
        "u64": np.uint64(2**63),
        "f64": np.float64(0.1),
    }
    fields, offset = [], 0
    for name, number in numbers.items():
        fields.append((offset, name, 1, "argument"))
        offset += 8 if number.dtype.itemsize == 8 else 4
    packed = pack_constants(constants(*fields), list(numbers.values()))
    expected = struct.pack("<IiIiIffqQd", 1, -2, 65535, -3, 2**32 - 1, 1.5, -0.1, -(2**40), 2**63, 0.1)
    assert packed[: len(expected)] == expected
    assert packed[len(expected) :] == bytes(128 - len(expected))


def test_constants_that_are_vectors():
    """One component after the other, between scalars, and lengths of buffers alone at the end."""
    fields = [
        (0, "i16", 3, "argument"),
        (16, "f64", 2, "argument"),
        (32, "bool", 2, "argument"),
        (40, "f32", 1, "argument"),
        (44, "u32", 1, "length"),
    ]
    arguments = [
        (np.int16(-1), np.int16(2), np.int16(-3)),
        BufferArgument("buffer", 12),
        (np.float64(0.1), np.float64(0.2)),
        ImageArgument("image", 4, 5, 2),
        (np.bool_(True), np.bool_(False)),
        np.float32(7),
    ]
    packed = pack_constants(constants(*fields), arguments)
    assert packed[:48] == struct.pack("<iii4xddIIfI", -1, 2, -3, 0.1, 0.2, 1, 0, 7, 12)


def test_extents_of_images_after_the_lengths():
    fields = [(0, "f32", 1, "argument"), (4, "u32", 1, "length"), (8, "u32", 2, "extent"), (16, "u32", 2, "extent")]
    arguments = [
        ImageArgument("image", 4, 5, 2),
        BufferArgument("buffer", 12),
        np.float32(7),
        ImageArgument("image", 6, 7, 1),
    ]
    packed = pack_constants(constants(*fields), arguments)
    assert packed[:24] == struct.pack("<f5I", 7, 12, 4, 5, 6, 7)


@pytest.mark.parametrize(
    "field", [(0, "f32", 2, "argument"), (0, "f32", 1, "argument"), (0, "f32", 1, "length"), (0, "u32", 2, "extent")]
)
def test_constants_that_belong_to_no_argument(field):
    """Another number of components, no argument, no buffer, no image."""
    arguments = [np.float32(1)] if field[1] == "f32" and field[2] == 2 else []
    with pytest.raises(wd.InternalError, match="constant 'c' belongs to no argument"):
        pack_constants(constants(field), arguments)
