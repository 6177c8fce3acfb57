"""Kernels with parameters of every type, and what they must give; no operation beyond copies and casts stands between.

As a program, ``python argument_kernels.py DEVICE``, it runs all of them on the device and prints a line a case.
"""

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

import wavedialect as wd
from wavedialect.ir.bfloat16 import installed_type
from wavedialect.ir.types import DTYPES, VECTORS, VectorType, element_of

GROUPS = 3


@dataclass
class Case:
    """A kernel, what makes its arguments, and what its arrays hold afterwards."""

    name: str
    kernel: Any
    groups: tuple[int, int, int]
    arguments: Callable[[], list[Any]]
    expected: list[np.ndarray]

    def check(self, device: Any, wave_size: int | None = None) -> None:
        """Runs the kernel and compares every byte."""
        arguments = self.arguments()
        self.kernel.dispatch(self.groups, *arguments, device=device, wave_size=wave_size)
        arrays = [argument for argument in arguments if isinstance(argument, np.ndarray) and argument.ndim > 0]
        written = [array for array in arrays if array.flags.writeable]
        for number, (found, expected) in enumerate(zip(written, self.expected, strict=True)):
            np.testing.assert_array_equal(
                found.view(f"u{found.dtype.itemsize}"), expected.view(f"u{found.dtype.itemsize}"), err_msg=str(number)
            )


def numbers_of(type_: Any, count: int, seed: int) -> np.ndarray:
    """Random elements of a type in NumPy, any bits but NaNs'; of a bool, its byte."""
    element = element_of(type_)
    shape = (count, type_.size) if isinstance(type_, VectorType) else (count,)
    numbers = np.random.default_rng(seed)
    if element.is_bool:
        return numbers.integers(0, 3, shape, np.uint8)
    if element.is_float:
        return numbers.standard_normal(shape).astype(element.array)
    return numbers.integers(element.lowest, element.highest, shape, element.numpy, endpoint=True)


def frozen(array: np.ndarray) -> np.ndarray:
    """What a kernel only reads."""
    array.flags.writeable = False
    return array


def copy_case(type_: Any, shaped: bool) -> Case:
    """Elements go from a buffer to another, and beyond the end of the shorter one; one comes by value."""
    count, short = 70, 53

    @wd.kernel(num_waves=1)
    def copy(src: wd.Buffer[type_], out: wd.RWBuffer[type_], instead: type_, turn: wd.u32):
        lanes = wd.wave_lane_count()
        for index in range(wd.group_id().x * lanes + wd.wave_lane_index(), wd.u32(count), wd.group_count().x * lanes):
            if index % 8 == turn:
                out[index] = instead
            else:
                out[index] = src[index]

    element = element_of(type_)
    src, value = numbers_of(type_, short, 1), numbers_of(type_, 1, 2)[0]
    expected = np.zeros((count, *src.shape[1:]), src.dtype)
    expected[:short] = src != 0 if element.is_bool else src
    expected[5::8] = value != 0 if element.is_bool else value
    if element.is_bool:
        value = value != 0
    flat = (lambda array: array) if shaped else np.ravel

    def arguments() -> list[Any]:
        by_value = tuple(value) if isinstance(type_, VectorType) else value
        return [frozen(flat(src.copy())), flat(np.zeros_like(expected)), by_value, 5]

    return Case(f"copy {type_.name}", copy, (GROUPS, 1, 1), arguments, [flat(expected)])


def swizzle_case(type_: VectorType) -> Case:
    """Components of an element of memory are read and written one by one."""
    count = 40

    @wd.kernel(num_waves=1)
    def swizzle(src: wd.Buffer[type_], out: wd.RWBuffer[type_]):
        index = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
        while index < wd.u32(count):
            out[index].x = src[index].y
            out[index].y = src[wd.u32(count - 1) - index].x
            index += wd.group_count().x * wd.wave_lane_count()

    src, out = numbers_of(type_, count, 3), numbers_of(type_, count, 4)
    expected = out.copy()
    # What is stored of a bool is 0 or 1.
    stored = (src != 0).astype(src.dtype) if type_.is_bool else src
    expected[:, 0], expected[:, 1] = stored[:, 1], stored[::-1, 0]
    return Case(f"swizzle {type_.name}", swizzle, (2, 1, 1), lambda: [frozen(src.copy()), out.copy()], [expected])


def mixed_case() -> Case:
    """Values of all sizes between each other: small ones are widened, long ones aligned, vectors stay together."""

    @wd.kernel(num_waves=1)
    def mixed(
        a: wd.i16,
        out: wd.RWBuffer[wd.f64],
        b: wd.f64,
        c: wd.half3,
        d: bool,
        image: wd.Texture2D[wd.f32],
        e: wd.u64,
        f: wd.float2,
        g: wd.bool3,
        h: wd.u16,
        i: wd.int64_t2,
        j: wd.int16_t3,
    ):
        if wd.wave_is_first_lane():
            out[0] = wd.f64(a)
            out[1] = b
            out[2] = wd.f64(c.x)
            out[3] = wd.f64(c.y)
            out[4] = wd.f64(c.z)
            out[5] = wd.f64(wd.u32(d))
            out[6] = wd.f64(image[1, 0])
            out[7] = wd.f64(e)
            out[8] = wd.f64(f.x)
            out[9] = wd.f64(f.y)
            out[10] = wd.f64(wd.u32(g.x))
            out[11] = wd.f64(wd.u32(g.y))
            out[12] = wd.f64(wd.u32(g.z))
            out[13] = wd.f64(h)
            out[14] = wd.f64(i.x)
            out[15] = wd.f64(i.y)
            out[16] = wd.f64(j.x)
            out[17] = wd.f64(j.y)
            out[18] = wd.f64(j.z)

    values = [-7, 0.1, (0.5, -1.5, 65504), True, 2**40, (0.25, -3), (False, True, True), 65535]
    longer = [(-(2**50), 3), (-32768, -1, 32767)]
    flat = [-7, 0.1, 0.5, -1.5, 65504, 1, 8.5, 2**40, 0.25, -3, 0, 1, 1, 65535, -(2**50), 3, -32768, -1, 32767]
    a, b, c, d, e, f, g, h = values

    def arguments() -> list[Any]:
        image = frozen(np.array([[1, 8.5]], np.float32))
        return [a, np.zeros(19), b, c, d, image, e, f, g, h, *longer]

    return Case("values of all sizes", mixed, (1, 1, 1), arguments, [np.array(flat, np.float64)])


def image_case(texel: Any, height: int, width: int) -> Case:
    """Texels go from an image to another one, mirrored; what is read out of range is 0, what is written is nothing."""

    @wd.kernel(num_waves=1)
    def mirror(src: wd.Texture2D[texel], out: wd.RWTexture2D[texel], sizes: wd.RWBuffer[wd.u32]):
        size = wd.image_size(src)
        lanes = wd.wave_lane_count()
        place = wd.group_id().x * lanes + wd.wave_lane_index()
        # One row and column more than there are: right of the image and below it.
        while place < (size.x + 1) * (size.y + 1):
            x = place % (size.x + 1)
            y = place // (size.x + 1)
            out[x, y] = src[size.x - x, y]
            place += wd.group_count().x * lanes
        if wd.group_id().x == 0 and wd.wave_is_first_lane():
            sizes[0] = size.x
            sizes[1] = size.y

    element, channels = element_of(texel), texel.size if isinstance(texel, VectorType) else 1
    src = numbers_of(element, height * width * channels, 5)
    src = src.reshape((height, width) if channels == 1 else (height, width, channels))
    expected = np.zeros_like(src)
    expected[:, 1:] = src[:, :0:-1]
    out = numbers_of(element, src.size, 6).reshape(src.shape)

    def arguments() -> list[Any]:
        return [frozen(src.copy()), out.copy(), np.zeros(2, np.uint32)]

    name = f"image of {texel.name}, {width} by {height}"
    return Case(name, mirror, (GROUPS, 1, 1), arguments, [expected, np.array([width, height], np.uint32)])


def in_place_case() -> Case:
    """An image is read and written at the same texel, beside another one of the same size."""

    @wd.kernel(num_waves=1)
    def add(image: wd.RWTexture2D[wd.uint4], other: wd.RWTexture2D[wd.uint4]):
        place = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
        while place < 6 * 5:
            x, y = place % 6, place // 6
            value = image[x, y]
            image[x, y] = value + other[x, y]
            other[x, y] = value
            place += wd.group_count().x * wd.wave_lane_count()

    one, two = (numbers_of(wd.u32, 6 * 5 * 4, seed).reshape(5, 6, 4) for seed in (7, 8))
    return Case("images in place", add, (2, 1, 1), lambda: [one.copy(), two.copy()], [one + two, one])


def cases() -> Iterator[Case]:
    """All of them."""
    for type_ in [*DTYPES.values(), *VECTORS.values()]:
        if element_of(type_).is_bf16 and installed_type() is None:
            # NumPy has no arrays of bf16.
            continue
        yield copy_case(type_, shaped=True)
        if isinstance(type_, VectorType):
            yield copy_case(type_, shaped=False)
            yield swizzle_case(type_)
    yield mixed_case()
    for element in (wd.f32, wd.i32, wd.u32):
        for texel in (element, VectorType(element, 2), VectorType(element, 4)):
            for height, width in ((7, 9), (1, 1), (3, 100)):
                yield image_case(texel, height, width)
    yield in_place_case()


def main(device: str) -> None:
    opened = wd.open_device(device)
    count = 0
    for case in cases():
        case.check(opened)
        count += 1
        print(f"{case.name} agrees", flush=True)
    print(f"{count} cases agree")


if __name__ == "__main__":
    main(sys.argv[1])
