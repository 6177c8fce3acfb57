"""Memory: buffers, groupshared and local arrays, parameters and images of every type, in range and out of it.

Each kernel does one thing to one type; a *case* is such a kernel. What is expected is worked out here from the indices that
the kernel is given.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from .elements import ALL, BOOL, BYTES, ELEMENTS, SIZES, U32, Element
from .expected import NAN, Expected, shown
from .inputs import draw
from .kernels import GROUPS, MOST_PLACES, NUM_WAVES, WAVES, Output, filled, load_source


@dataclass(frozen=True)
class Label:
    """The name of what a case does, or of where."""

    name: str
    family: str = ""


@dataclass(frozen=True)
class MemoryCase:
    """One thing done to one type."""

    operation: Label
    element: Element
    size: int
    scenario: Label = Label("memory")

    @property
    def type_name(self) -> str:
        return self.element.named(self.size)

    def __str__(self) -> str:
        return f"{self.operation.name}, {self.type_name}, {self.scenario.name}"


@dataclass
class MemoryDispatch:
    """Arguments, of which the last ones are outputs, and what they have to be."""

    arguments: list[Any]
    outputs: list[Output]
    orders: list[Any] = field(default_factory=list)


PROLOGUE = """\
    lane = wd.wave_lane_index()
    local = wd.group_wave_index() * wd.wave_lane_count() + lane
    group_threads = wd.group_wave_count() * wd.wave_lane_count()
    threads = wd.group_count().x * group_threads
    slot = wd.group_id().x * group_threads + local
"""


@dataclass
class MemoryKernel:
    """One case: its text and the function that makes its data."""

    case: MemoryCase
    parameters: list[str]
    body: list[str]
    make: Callable[[np.random.Generator, int], MemoryDispatch]
    seed: int = 0
    groups: int = GROUPS
    decorator: str = f"num_waves={NUM_WAVES}"
    recordable: bool = True
    cpu_launches: Sequence[dict[str, Any]] = ({},)
    """How the CPU launches it: options of the dispatch."""

    @property
    def cases(self) -> Sequence[MemoryCase]:
        return [self.case]

    @property
    def source(self) -> str:
        lines = "\n".join(f"    {line}" for line in self.body)
        head = f"@wd.kernel({self.decorator})\ndef kernel({', '.join(self.parameters)}):\n"
        return f"import wavedialect as wd\n\n\n{head}{PROLOGUE}{lines}\n"

    def load(self) -> Any:
        return load_source(str(self.case), self.source)

    def dispatch(self, wave_size: int) -> MemoryDispatch:
        rng = np.random.default_rng([self.seed, wave_size, zlib.crc32(str(self.case).encode())])
        return self.make(rng, wave_size)

    def restricted(self, cases: Sequence[MemoryCase]) -> MemoryKernel:
        return self

    def blame(self, dispatch: MemoryDispatch, found: list[np.ndarray]) -> dict[MemoryCase, list[str]]:
        places = []
        for number, (output, values) in enumerate(zip(dispatch.outputs, found, strict=True)):
            for place in np.argwhere(output.wrong(values))[:MOST_PLACES]:
                where = tuple(map(int, place))
                got, wanted = shown(values[where]), output.expected.describe(where)
                places.append(f"output {number}{list(where)}: got {got}, expected {wanted}")
        for order in dispatch.orders:
            places += order.wrong(found)[:MOST_PLACES]
        return {self.case: places} if places else {}


def _flat(values: np.ndarray, size: int) -> np.ndarray:
    flat = np.ascontiguousarray(values).reshape(-1, size)
    return flat.reshape(-1) if size == 1 else flat


def _values(rng: np.random.Generator, element: Element, size: int, wave_size: int) -> np.ndarray:
    """One value a thread, as a kernel reads them: a bool is 0 or 1."""
    return _flat(draw("bits", rng, element, (WAVES, wave_size, size)), size)


def _read(element: Element, values: np.ndarray) -> np.ndarray:
    return (values != 0).astype(values.dtype) if element is BOOL else values


def _far(rng: np.random.Generator, length: int, count: int, size: int) -> np.ndarray:
    """Indices that do not exist, some of which would exist if the place of a component wrapped around."""
    wrapping = [(1 << 32) // size + extra for extra in (0, 1, 2)] if size > 1 else []
    choices = [length, length + 1, 2**31, 2**31 - 1, 2**32 - 1, 2**32 - length, *wrapping]
    return rng.choice(
        np.array([choice & 0xFFFFFFFF for choice in choices if choice & 0xFFFFFFFF >= length], np.uint32), count
    )


def _output(element: Element, size: int, values: np.ndarray) -> Output:
    return Output(element, size, Expected.exact(values))


def _case(name: str, element: Element, size: int) -> MemoryCase:
    return MemoryCase(Label(name, "memory"), element, size)


def _load(element: Element, size: int) -> MemoryKernel:
    name = element.qualified(size)

    def make(rng: np.random.Generator, wave_size: int) -> MemoryDispatch:
        source = _values(rng, element, size, wave_size)
        threads = WAVES * wave_size
        index = rng.integers(0, threads, threads).astype(np.uint32)
        where = rng.random(threads) < 0.3
        index[where] = _far(rng, threads, int(where.sum()), size)
        inside = index < threads
        expected = np.zeros_like(source)
        expected[inside] = _read(element, source)[index[inside]]
        return MemoryDispatch([source, index, filled(source.shape, element)], [_output(element, size, expected)])

    parameters = [f"source: wd.Buffer[{name}]", "index: wd.Buffer[wd.u32]", f"out: wd.RWBuffer[{name}]"]
    return MemoryKernel(_case("buffer load", element, size), parameters, ["out[slot] = source[index[slot]]"], make)


def _store(element: Element, size: int) -> MemoryKernel:
    name = element.qualified(size)

    def make(rng: np.random.Generator, wave_size: int) -> MemoryDispatch:
        source = _values(rng, element, size, wave_size)
        threads = WAVES * wave_size
        index = rng.permutation(threads).astype(np.uint32)
        where = rng.random(threads) < 0.3
        index[where] = _far(rng, threads, int(where.sum()), size)
        expected = filled(source.shape, element)
        expected[index[~where]] = _read(element, source)[~where]
        return MemoryDispatch([source, index, filled(source.shape, element)], [_output(element, size, expected)])

    parameters = [f"source: wd.Buffer[{name}]", "index: wd.Buffer[wd.u32]", f"out: wd.RWBuffer[{name}]"]
    return MemoryKernel(_case("buffer store", element, size), parameters, ["out[index[slot]] = source[slot]"], make)


LETTERS = "xyzw"


def _components(element: Element, size: int) -> MemoryKernel:
    """Components of vectors in buffers, by letter and by number, and swizzles of values."""
    name = element.qualified(size)
    backwards = LETTERS[:size][::-1]

    def make(rng: np.random.Generator, wave_size: int) -> MemoryDispatch:
        source = _values(rng, element, size, wave_size)
        value = _read(element, source)
        one = filled(source.shape, element)
        one[:, 1] = value[:, 0]
        two = filled(source.shape, element)
        two[:, 0], two[:, 1] = value[:, 1], value[:, 0]
        turned = np.ascontiguousarray(value[:, ::-1])
        written = value.copy()
        written[:, [1, 0]] = value[:, [0, size - 1]]
        outputs = [_output(element, size, values) for values in (one, two, turned, written)]
        return MemoryDispatch([source, *(filled(source.shape, element) for _ in outputs)], outputs)

    names = ("one", "two", "turned", "written")
    parameters = [f"source: wd.Buffer[{name}]", *(f"{output}: wd.RWBuffer[{name}]" for output in names)]
    body = [
        "one[slot].y = source[slot].x",
        "two[slot].yx = source[slot].xy",
        "v = source[slot]",
        f"turned[slot] = v.{backwards}",
        "w = v",
        f"w.yx = v.x{LETTERS[size - 1]}",
        "written[slot] = w",
    ]
    return MemoryKernel(_case("components", element, size), parameters, body, make)


def _groupshared(element: Element, size: int) -> MemoryKernel:
    name = element.qualified(size)

    def make(rng: np.random.Generator, wave_size: int) -> MemoryDispatch:
        source = _values(rng, element, size, wave_size)
        lanes = NUM_WAVES * wave_size
        other = np.stack([rng.permutation(lanes) for _ in range(GROUPS)])
        expected = _read(element, source)[(other + np.arange(GROUPS)[:, None] * lanes).reshape(-1)]
        index = other.reshape(-1).astype(np.uint32)
        return MemoryDispatch([source, index, filled(source.shape, element)], [_output(element, size, expected)])

    parameters = [f"source: wd.Buffer[{name}]", "other: wd.Buffer[wd.u32]", f"out: wd.RWBuffer[{name}]"]
    body = [
        f"shared = wd.groupshared({name}, wd.group_wave_count() * wd.wave_lane_count())",
        "shared[local] = source[slot]",
        "wd.group_memory_barrier_with_group_sync()",
        "out[slot] = shared[other[slot]]",
    ]
    return MemoryKernel(_case("groupshared", element, size), parameters, body, make)


def _groupshared_components(element: Element, size: int) -> MemoryKernel:
    """Each component of a vector is stored by another lane: a store of the whole vector would lose one."""
    name = element.qualified(size)

    def make(rng: np.random.Generator, wave_size: int) -> MemoryDispatch:
        source = _values(rng, element, size, wave_size)
        lanes = NUM_WAVES * wave_size
        value = _read(element, source).reshape(GROUPS, lanes, size)
        expected = np.stack([np.roll(value[:, :, c], c, axis=1) for c in range(size)], axis=-1)
        expected = np.ascontiguousarray(expected.reshape(-1, size))
        return MemoryDispatch([source, filled(source.shape, element)], [_output(element, size, expected)])

    parameters = [f"source: wd.Buffer[{name}]", f"out: wd.RWBuffer[{name}]"]
    body = [
        f"shared = wd.groupshared({name}, wd.group_wave_count() * wd.wave_lane_count())",
        "v = source[slot]",
        *(f"shared[(local + {c}) % group_threads].{LETTERS[c]} = v.{LETTERS[c]}" for c in range(size)),
        "wd.group_memory_barrier_with_group_sync()",
        "out[slot] = shared[local]",
    ]
    return MemoryKernel(_case("groupshared components", element, size), parameters, body, make)


def _local(element: Element, size: int) -> MemoryKernel:
    name = element.qualified(size)

    def make(rng: np.random.Generator, wave_size: int) -> MemoryDispatch:
        source = _values(rng, element, size, wave_size)
        threads = WAVES * wave_size
        index = rng.integers(0, 4, threads).astype(np.uint32)
        expected = _read(element, source)[(np.arange(threads) + index) % threads]
        return MemoryDispatch([source, index, filled(source.shape, element)], [_output(element, size, expected)])

    parameters = [f"source: wd.Buffer[{name}]", "index: wd.Buffer[wd.u32]", f"out: wd.RWBuffer[{name}]"]
    body = [
        f"array = wd.local_array({name}, 4)",
        "for i in range(wd.u32(4)):",
        "    array[i] = source[(slot + i) % threads]",
        "out[slot] = array[index[slot]]",
    ]
    return MemoryKernel(_case("local array", element, size), parameters, body, make)


def _parameter(element: Element, size: int) -> MemoryKernel:
    """By value, between others that move it to another place."""
    name = element.qualified(size)

    def make(rng: np.random.Generator, wave_size: int) -> MemoryDispatch:
        values = _read(element, draw("any", rng, element, (2, 1, size)))
        plain = [values[n, 0].tolist() for n in (0, 1)]
        if element is BOOL:
            plain = [[bool(part) for part in value] for value in plain]
        first, second = (value[0] if size == 1 else tuple(value) for value in plain)
        threads = WAVES * wave_size
        expected = [np.repeat(values[n], threads, axis=0) for n in (0, 1)]
        outputs = [_output(element, size, _flat(value, size)) for value in expected]
        if element.name == "f16":
            # It travels as an f32: a NaN stays one, its bits need not.
            for output in outputs:
                output.expected.flags[np.isnan(output.expected.values)] |= NAN
        arguments = [True, first, -5, second]
        return MemoryDispatch([*arguments, *(filled(o.expected.values.shape, element) for o in outputs)], outputs)

    parameters = ["flag: bool", f"first: {name}", "number: wd.i16", f"second: {name}"]
    parameters += [f"out: wd.RWBuffer[{name}]", f"out_second: wd.RWBuffer[{name}]"]
    body = ["if flag and number == -5:", "    out[slot] = first", "    out_second[slot] = second"]
    return MemoryKernel(_case("parameter", element, size), parameters, body, make)


# Images.

WIDTH, HEIGHT = 37, 29
"""More texels than the greatest dispatch has threads."""


def _coordinates(rng: np.random.Generator, threads: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """A texel for each thread, all different; some threads beside the image instead. And which those are."""
    texels = rng.permutation(WIDTH * HEIGHT)[:threads]
    x, y = (texels % WIDTH).astype(np.uint32), (texels // WIDTH).astype(np.uint32)
    beside = rng.random(threads) < 0.3
    far = np.array([0xFFFFFFFF, 0x80000000, 1000], np.uint32)
    for place in np.flatnonzero(beside):
        match rng.integers(3):
            case 0:
                x[place] = rng.choice([WIDTH, *far])
            case 1:
                y[place] = rng.choice([HEIGHT, *far])
            case _:
                x[place], y[place] = rng.choice([WIDTH, *far]), rng.choice([HEIGHT, *far])
    return x, y, beside


def _image_values(rng: np.random.Generator, element: Element, count: int, channels: int) -> np.ndarray:
    values = draw("any", rng, element, (8, -(-count // 8), channels))
    return _flat(values, channels)[:count]


def _image_load(element: Element, channels: int, kind: str) -> MemoryKernel:
    texel = element.qualified(channels)

    def make(rng: np.random.Generator, wave_size: int) -> MemoryDispatch:
        threads = WAVES * wave_size
        x, y, beside = _coordinates(rng, threads)
        texels = _image_values(rng, element, WIDTH * HEIGHT, channels)
        image = texels.reshape((HEIGHT, WIDTH, channels)[: 2 if channels == 1 else 3]).copy()
        expected = np.zeros((threads, channels)[: 1 if channels == 1 else 2], element.storage)
        expected[~beside] = image[y[~beside], x[~beside]]
        size = np.tile(np.array([WIDTH, HEIGHT], np.uint32), (threads, 1))
        outputs = [_output(element, channels, expected), _output(U32, 2, size)]
        outs = [filled(expected.shape, element), filled(size.shape, U32)]
        return MemoryDispatch([image, x, y, *outs], outputs)

    parameters = [f"image: wd.{kind}[{texel}]", "xs: wd.Buffer[wd.u32]", "ys: wd.Buffer[wd.u32]"]
    parameters += [f"out: wd.RWBuffer[{texel}]", "sizes: wd.RWBuffer[wd.uint2]"]
    body = ["out[slot] = image[xs[slot], ys[slot]]", "sizes[slot] = wd.image_size(image)"]
    return MemoryKernel(_case(f"{kind} load", element, channels), parameters, body, make)


def _image_store(element: Element, channels: int) -> MemoryKernel:
    texel = element.qualified(channels)

    def make(rng: np.random.Generator, wave_size: int) -> MemoryDispatch:
        threads = WAVES * wave_size
        x, y, beside = _coordinates(rng, threads)
        source = _image_values(rng, element, threads, channels)
        shape = (HEIGHT, WIDTH, channels)[: 2 if channels == 1 else 3]
        image = _image_values(rng, element, WIDTH * HEIGHT, channels).reshape(shape).copy()
        expected = image.copy()
        expected[y[~beside], x[~beside]] = source[~beside]
        return MemoryDispatch([source, x, y, image], [_output(element, channels, expected)])

    parameters = [f"source: wd.Buffer[{texel}]", "xs: wd.Buffer[wd.u32]", "ys: wd.Buffer[wd.u32]"]
    parameters += [f"image: wd.RWTexture2D[{texel}]"]
    return MemoryKernel(
        _case("RWTexture2D store", element, channels), parameters, ["image[xs[slot], ys[slot]] = source[slot]"], make
    )


# Buffers and arrays of two and three dimensions.

DEPTH = 2


def _rows_at(rng: np.random.Generator, threads: int, rank: int) -> tuple[list[np.ndarray], np.ndarray]:
    """The indices of an element for each thread, all different; those of some threads are beyond one dimension, where the
    place in memory may be that of another element. And which threads those are."""
    x, y, beside = _coordinates(rng, threads)
    if rank == 2:
        return [y, x], beside
    z = rng.integers(0, DEPTH, threads).astype(np.uint32)
    deep = rng.random(threads) < 0.2
    z[deep] = rng.choice(np.array([DEPTH, DEPTH + 1, 0x80000000, 0xFFFFFFFF], np.uint32), int(deep.sum()))
    return [z, y, x], beside | deep


def _rows(rng: np.random.Generator, element: Element, size: int, rank: int) -> np.ndarray:
    shape = (DEPTH, HEIGHT, WIDTH)[-rank:] + (size,) * (size > 1)
    return _image_values(rng, element, int(np.prod(shape)) // size, size).reshape(shape).copy()


def _rows_load(element: Element, size: int, rank: int) -> MemoryKernel:
    name = element.qualified(size)

    def make(rng: np.random.Generator, wave_size: int) -> MemoryDispatch:
        threads = WAVES * wave_size
        indices, beside = _rows_at(rng, threads, rank)
        source = _rows(rng, element, size, rank)
        expected = np.zeros((threads, size)[: 1 if size == 1 else 2], element.storage)
        expected[~beside] = _read(element, source)[tuple(index[~beside] for index in indices)]
        shape = np.tile(np.array([len(source), source.shape[rank - 1]], np.uint32), (threads, 1))
        outputs = [_output(element, size, expected), _output(U32, 2, shape)]
        outs = [filled(expected.shape, element), filled(shape.shape, U32)]
        return MemoryDispatch([source, *indices, *outs], outputs)

    axes = ("zs", "ys", "xs")[-rank:]
    parameters = [f"source: wd.Buffer[{name}, {rank}]", *(f"{axis}: wd.Buffer[wd.u32]" for axis in axes)]
    parameters += [f"out: wd.RWBuffer[{name}]", "shapes: wd.RWBuffer[wd.uint2]"]
    place = ", ".join(f"{axis}[slot]" for axis in axes)
    body = [f"out[slot] = source[{place}]", "shapes[slot] = wd.uint2(len(source), source.shape[-1])"]
    case = _case(f"load of {rank} dimensions", element, size)
    return MemoryKernel(case, parameters, body, make, recordable=False)


def _rows_store(element: Element, size: int, rank: int) -> MemoryKernel:
    name = element.qualified(size)

    def make(rng: np.random.Generator, wave_size: int) -> MemoryDispatch:
        threads = WAVES * wave_size
        indices, beside = _rows_at(rng, threads, rank)
        source = _values(rng, element, size, wave_size)
        rows = _rows(rng, element, size, rank)
        expected = rows.copy()
        expected[tuple(index[~beside] for index in indices)] = _read(element, source)[~beside]
        return MemoryDispatch([source, *indices, rows], [_output(element, size, expected)])

    axes = ("zs", "ys", "xs")[-rank:]
    parameters = [f"source: wd.Buffer[{name}]", *(f"{axis}: wd.Buffer[wd.u32]" for axis in axes)]
    parameters += [f"rows: wd.RWBuffer[{name}, {rank}]"]
    body = [f"rows[{', '.join(f'{axis}[slot]' for axis in axes)}] = source[slot]"]
    case = _case(f"store of {rank} dimensions", element, size)
    return MemoryKernel(case, parameters, body, make, recordable=False)


def _rows_of_arrays(element: Element, size: int) -> MemoryKernel:
    """A groupshared array with a row for each wave, and a local array of two rows."""
    name = element.qualified(size)

    def make(rng: np.random.Generator, wave_size: int) -> MemoryDispatch:
        source = _values(rng, element, size, wave_size)
        lanes, threads = NUM_WAVES * wave_size, WAVES * wave_size
        other = np.stack([rng.permutation(lanes) for _ in range(GROUPS)])
        index = rng.integers(0, 6, threads).astype(np.uint32)
        shared = _read(element, source)[(other + np.arange(GROUPS)[:, None] * lanes).reshape(-1)]
        local = _read(element, source)[(np.arange(threads) + index) % threads]
        outputs = [_output(element, size, values) for values in (shared, local)]
        arguments = [source, other.reshape(-1).astype(np.uint32), index]
        return MemoryDispatch([*arguments, *(filled(source.shape, element) for _ in outputs)], outputs)

    parameters = [f"source: wd.Buffer[{name}]", "other: wd.Buffer[wd.u32]", "index: wd.Buffer[wd.u32]"]
    parameters += [f"out: wd.RWBuffer[{name}]", f"of_local: wd.RWBuffer[{name}]"]
    body = [
        f"shared = wd.groupshared({name}, (wd.group_wave_count(), wd.wave_lane_count()))",
        f"array = wd.local_array({name}, (2, 3))",
        "shared[wd.group_wave_index(), lane] = source[slot]",
        "for i in range(wd.u32(6)):",
        "    array[i // 3, i % 3] = source[(slot + i) % threads]",
        "wd.group_memory_barrier_with_group_sync()",
        "out[slot] = shared[other[slot] // wd.wave_lane_count(), other[slot] % wd.wave_lane_count()]",
        "of_local[slot] = array[index[slot] // 3, index[slot] % 3]",
    ]
    return MemoryKernel(_case("arrays of 2 dimensions", element, size), parameters, body, make)


def memory_kernels(seed: int) -> list[MemoryKernel]:
    """All of them."""
    kernels = []
    for element in (*BYTES, *ALL):
        for size in SIZES:
            kernels += [make(element, size) for make in (_load, _store, _groupshared, _local)]
            if element not in BYTES:
                kernels.append(_parameter(element, size))
            kernels += [make(element, size, rank) for make in (_rows_load, _rows_store) for rank in (2, 3)]
            kernels.append(_rows_of_arrays(element, size))
            if size > 1:
                kernels += [_components(element, size), _groupshared_components(element, size)]
    for element in (*BYTES, *(ELEMENTS[name] for name in ("f32", "i32", "u32"))):
        for channels in (1, 2, 4):
            kernels += [_image_load(element, channels, kind) for kind in ("Texture2D", "RWTexture2D")]
            kernels.append(_image_store(element, channels))
    for kernel in kernels:
        kernel.seed = seed
    return kernels
