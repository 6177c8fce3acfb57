"""Images: texels by coordinate, and what lies outside."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest
from ir_builder import DTYPES, KernelBuilder, VectorType, i32, run, u32

WIDTH, HEIGHT = 5, 3
TYPES = [DTYPES[name] for name in ("f32", "i32", "u32")]


@dataclass
class Image:
    """What the runtime hands to a device for an image."""

    handle: np.ndarray
    width: int
    height: int
    channels: int


def image_of(type_, channels):
    shape = (HEIGHT, WIDTH) if channels == 1 else (HEIGHT, WIDTH, channels)
    texels = (np.arange(np.prod(shape)) - 7).astype(type_.numpy).reshape(shape)
    return texels, Image(texels.reshape(-1).view(np.uint8), WIDTH, HEIGHT, channels)


def copy_kernel(type_, channels):
    """Lane i copies the texel at (i % 8 - 1, i / 8 - 1) one to the right."""
    builder = KernelBuilder()
    source, target = builder.image("source", type_, channels, False), builder.image("target", type_, channels)
    lane = builder.lane()
    one = builder.constant(1)
    x = builder.op("arith.subi", builder.op("arith.andi", lane, builder.constant(7)), one)
    y = builder.op("arith.subi", builder.op("arith.shrui", lane, builder.constant(3)), one)
    texel = builder.op("wave.image_load", source, x, y)
    builder.op("wave.image_store", texel, target, builder.op("arith.addi", x, one), y)
    return builder


@pytest.mark.parametrize("channels", [1, 2, 4])
@pytest.mark.parametrize("type_", TYPES, ids=str)
def test_loads_and_stores(type_, channels):
    """The first column gets what lies left of the image, which is 0."""
    texels, image = image_of(type_, channels)
    copied, target = image_of(type_, channels)
    copied[...] = 100
    run(copy_kernel(type_, channels), [image, target], wave_size=64)
    np.testing.assert_array_equal(copied[:, 1:], texels[:, :-1])
    assert not copied[:, 0].any()


@pytest.mark.parametrize("signed", [False, True])
def test_coordinates_are_unsigned(signed):
    texels, image = image_of(u32, 1)
    builder = KernelBuilder()
    target, out = builder.image("target", u32, 1), builder.buffer("out")
    type_ = i32 if signed else u32
    x, zero = builder.constant(-1, type_), builder.constant(0, type_)
    builder.op("wave.image_store", builder.constant(55), target, x, zero)
    builder.op("wave.image_store", builder.constant(55), target, zero, x)
    builder.store(builder.op("wave.image_load", target, zero, x), out, builder.lane())
    before, result = texels.copy(), np.ones(8, np.uint32)
    run(builder, [image, result])
    assert texels.tolist() == before.tolist()
    assert result.tolist() == [0] * 8


def test_inactive_lanes_store_nothing():
    texels, image = image_of(u32, 2)
    builder = KernelBuilder()
    target = builder.image("target", u32, 2)
    lane, zero = builder.lane(), builder.constant(0)
    value = builder.constant([5, 6], VectorType(u32, 2))
    store = lambda: builder.op("wave.image_store", value, target, lane, zero) and None
    builder.if_(builder.compare("ult", lane, builder.constant(2)), store)
    run(builder, [image], wave_size=4)
    assert texels[0, :3].tolist() == [[5, 6], [5, 6], [2**32 - 3, 2**32 - 2]]


def test_size():
    _, image = image_of(DTYPES["f32"], 4)
    builder = KernelBuilder()
    source, out = builder.image("source", DTYPES["f32"], 4, False), builder.buffer("out")
    for number, dimension in enumerate("xy"):
        builder.store(builder.op("wave.image_size", source, dimension=dimension), out, builder.constant(number))
    result = np.zeros(2, np.uint32)
    run(builder, [image, result])
    assert result.tolist() == [WIDTH, HEIGHT]


@pytest.mark.parametrize("store", [False, True])
def test_an_unchecked_access_outside_is_reported(store):
    _, image = image_of(u32, 1)
    builder = KernelBuilder()
    target = builder.image("target", u32, 1)
    lane, row = builder.lane(), builder.constant(2)
    if store:
        builder.op("wave.image_store", lane, target, lane, row)
    else:
        builder.op("wave.image_load", target, lane, row)
    (finding,) = run(builder, [image], unchecked=True, collect=True).findings
    assert (finding.rule, finding.lanes) == ("buffer-bounds", (5, 6, 7))
    assert finding.message == "texel (5, 2) of image `target` is out of bounds, it has 5 x 3 texels"


def test_a_checked_access_outside_is_no_finding():
    _, image = image_of(u32, 1)
    _, other = image_of(u32, 1)
    assert run(copy_kernel(u32, 1), [image, other], wave_size=64).findings == []
