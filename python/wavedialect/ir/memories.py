"""Describes the memories of a kernel: buffers and images by their parameter, arrays by their variable."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ..immutable import immutable
from .module import Location, Module, Operation, Value
from .structs import StructType
from .types import BufferType, Composite, ImageType, MemoryType, u32

_NAME = re.compile(r"[^\W\d]\w*[\w.()\[\]]*")
"""A variable, a part of one or the result of a function: `light.color.x`, `buffers[1]`, `shade()`."""
_ARRAYS = {"groupshared": "groupshared array", "local": "local array", "table": "table"}


def memory_names(module: Module) -> tuple[str, ...]:
    """The names of a kernel's buffers, images and arrays."""
    parameters = [str(one.name) for one in module.kernel.parameters if is_memory(one.type)]
    made = [str(operation.results[0].name) for operation in arrays(module) if operation.results[0].name]
    return tuple(dict.fromkeys([*parameters, *made]))


def tables(module: Module) -> Iterator[Operation]:
    """The operations that read tables of constants."""
    for function in module.functions:
        yield from (operation for operation in function.walk() if operation.name == "wave.lookup")


def arrays(module: Module) -> Iterator[Operation]:
    """The operations that create groupshared and local arrays."""
    for function in module.functions:
        for operation in function.walk():
            if operation.name in ("wave.groupshared", "memref.alloca"):
                yield operation


#: In the index of an element of a memory of more than one dimension, this bit tells that the element does not exist. The
#: bits above ``INDEX_BITS`` are then the dimension that was left, and the others the index in it. No memory has an
#: element with this bit.
OUTSIDE = 1 << 31
INDEX_BITS = 29


@dataclass(frozen=True, slots=True)
class Access:
    """The operands of a load, a store or an atomic.

    A memory of more than one dimension is followed by its indices, the size of each dimension, and the strides in
    elements of all dimensions but the last, whose stride is 1.
    """

    values: list[Value]
    memory: Value
    indices: list[Value]
    shape: list[Value]
    strides: list[Value]

    @staticmethod
    def of(operation: Operation) -> Access:
        """The access of an operation."""
        operands = operation.operands
        place = next(place for place, value in enumerate(operands) if isinstance(value.type, MemoryType))
        rank, rest = operands[place].type.rank, operands[place + 1 :]
        return Access(operands[:place], operands[place], rest[:rank], rest[rank : 2 * rank], rest[2 * rank :])


def extents_of(value: Value) -> list[Value]:
    """The u32 parameters that follow a buffer of more than one dimension: the size of each dimension, then the strides
    in elements of all but the last. The host passes them, and the user's kernel does not declare them."""
    type_ = value.type
    if not isinstance(type_, BufferType) or type_.rank == 1:
        return []
    names = [f"{value.name}.shape[{axis}]" for axis in range(type_.rank)]
    names += [f"{value.name}.stride[{axis}]" for axis in range(type_.rank - 1)]
    return [Value(u32, name, value.location) for name in names]


def components_of(type_: Any) -> int:
    """The number of components of a memory's elements, or of words of its structs; 0 for scalars."""
    if isinstance(type_, ImageType):
        return type_.channels if type_.channels > 1 else 0
    element = type_.element
    return element.size if isinstance(element, Composite) else 0


def array_text(kind: str, name: str, location: Location | None) -> str:
    """Describes a memory by its kind and name, or else by the line that creates it."""
    kind = _ARRAYS.get(kind, kind)
    if _NAME.fullmatch(name):
        return f"{kind} `{name}`"
    return f"{kind} made at line {location.line}" if location else kind


#: The attribute of a lookup that stands for an index of a vector, a matrix or an array: what it counts.
INDEXED = "wave.indexed"
#: The attribute of a lookup that is not checked, because others check the indices that make up its index.
WATCHED = "wave.watched"
_INDEXED = {"component": "vector", "row": "matrix", "column": "matrix", "element": "array"}


def indexed_text(part: str, name: str, location: Location | None) -> str:
    """Describes a vector, a matrix or an array whose parts are indexed, by its name, or else by the line."""
    if _NAME.fullmatch(name):
        return f"{_INDEXED[part]} `{name}`"
    return f"the {_INDEXED[part]} that is indexed at line {location.line}" if location else f"a {_INDEXED[part]}"


def part_of(element: Any, number: int) -> str:
    """Describes a component of a vector, or the field of a struct that a word belongs to."""
    return f"field `{element.place_of(number)}`" if isinstance(element, StructType) else f"component {'xyzw'[number]}"


def scalar_place(index: int, type_: Any = None, part: str = "element") -> str:
    """Describes a scalar of a memory of a type by its index: the element, and the component of a vector or the field of a
    struct. Without a type it is a whole element, or another part."""
    # An index that underflows is a large number to the kernel, but a negative one to its author.
    number = index - 2**32 if 2**31 <= index < 2**32 else index
    components = 0 if type_ is None else components_of(type_)
    if not components:
        return f"{part} {number} ({index} as u32)" if number != index else f"{part} {number}"
    element, component = divmod(number, components)
    return f"{part_of(type_.element, component)} of element {element}"


_PART = re.compile(r"(\d+) (.*)")
_DIMENSION = re.compile(r"\[(\d+)\*(\d+)\]")
#: The attribute of an array with the names of its scalars, as the HLSL front end (PartNames.h) describes them.
PARTS = "wave.parts"


def part_place(parts: Sequence[str], name: str, index: int) -> str | None:
    """The name in the source of a scalar of an array, by its index: "`scene.lights[1].color.x`". None if it has none."""
    found: tuple[int, str] | None = None
    for part in parts:
        match = _PART.fullmatch(part)
        assert match, part
        rest, path, numbers = index - int(match[1]), match[2], []
        for size, stride in _DIMENSION.findall(path):
            number = min(rest // int(stride), int(size) - 1)
            numbers.append(number)
            rest -= number * int(stride)
        # A number of several words has the name of the first one.
        if rest >= 0 and min(numbers, default=0) >= 0 and (found is None or rest < found[0]):
            each = iter(numbers)
            found = (rest, _DIMENSION.sub(lambda _, each=each: f"[{next(each)}]", path))
    return found and f"`{name}{found[1]}`"


#: The bits of an index that leaves a dimension of such an array, as the pass ``wave-watch-dimensions`` makes it: ``OUTSIDE``,
#: the dimension, the part, and the index in the dimension. Its last dimension is left to indices below 0.
_NUMBER_BITS, _PART_BITS, _AXIS_BITS = 19, 8, 4


class PartOutside(NamedTuple):
    """An index that leaves a dimension of an array with parts."""

    axis: int
    number: int
    sizes: tuple[int, ...]
    path: str
    """The shape in the source's words: `[16][16]`, `[8].color[4]`."""

    @property
    def place(self) -> str:
        """Describes the index: "index 16 of dimension 1"."""
        half = 1 << (_NUMBER_BITS - 1)
        more = " or more" if self.number == half - 1 else " or less" if self.number == -half else ""
        return f"index {self.number}{more} of dimension {self.axis}"

    @property
    def size(self) -> str:
        """Describes the number of elements."""
        return f"shape {self.path}"

    @property
    def indices(self) -> tuple[int | None, ...]:
        """As ``Extents.indices``."""
        return tuple(self.number if axis == self.axis else None for axis in range(len(self.sizes)))


def part_outside(parts: Sequence[str], index: int) -> PartOutside | None:
    """The dimension of an array with parts that an index leaves; None for another index."""
    axis = (index >> (_NUMBER_BITS + _PART_BITS)) & ((1 << _AXIS_BITS) - 1)
    part = (index >> _NUMBER_BITS) & ((1 << _PART_BITS) - 1)
    if not index & OUTSIDE or axis == (1 << _AXIS_BITS) - 1 or part >= len(parts):
        return None
    half = 1 << (_NUMBER_BITS - 1)
    number = index & (2 * half - 1)
    match = _PART.fullmatch(parts[part])
    assert match, parts[part]
    path = match[2][: match[2].rindex("]") + 1]
    sizes = tuple(int(size) for size, _ in _DIMENSION.findall(path))
    shown = _DIMENSION.sub(lambda size: f"[{size[1]}]", path)
    return PartOutside(axis, number - 2 * half if number >= half else number, sizes, shown)


@immutable
class Extents:
    """The shape of a memory of more than one dimension, and the strides in elements of all but the last dimension."""

    shape: tuple[int, ...]
    strides: tuple[int, ...]

    def indices(self, index: int, components: int) -> tuple[int | None, ...]:
        """The index in each dimension of the element with a scalar, given by its index in memory. Outside, the index in
        the dimension that was left, and None in the others."""
        if index & OUTSIDE:
            number = index & ((1 << INDEX_BITS) - 1)
            number -= 1 << INDEX_BITS if number >> (INDEX_BITS - 1) else 0
            left = (index - OUTSIDE) >> INDEX_BITS
            return tuple(number if axis == left else None for axis in range(len(self.shape)))
        rest = index // (components or 1)
        # The rows of a view may be in any order. A stride of 0 is that of a dimension of size 1.
        indices = [0] * len(self.shape)
        for stride, axis in sorted(
            ((stride, axis) for axis, stride in enumerate(self.strides) if stride), reverse=True
        ):
            indices[axis], rest = divmod(rest, stride)
        indices[-1] = rest
        return tuple(indices)

    def place(self, index: int, components: int) -> str:
        """Describes a scalar by its index in memory: "element [3, 5]", or "index 17 of dimension 1" outside."""
        indices = self.indices(index, components)
        if None in indices:
            left = next(axis for axis, number in enumerate(indices) if number is not None)
            return f"index {indices[left]} of dimension {left}"
        element = f"element [{', '.join(map(str, indices))}]"
        return f"component {'xyzw'[index % components]} of {element}" if components else element

    @staticmethod
    def of_argument(parameters: Sequence[Value], arguments: Sequence[Any], number: int) -> Extents | None:
        """The extents of an argument of a compiled kernel; None for a buffer of one dimension, or another argument."""
        passed = arguments[number + 1 :][: len(extents_of(parameters[number]))]
        rank = len(passed) // 2 + 1
        return Extents(tuple(map(int, passed[:rank])), tuple(map(int, passed[rank:]))) if passed else None

    @property
    def size(self) -> str:
        """Describes the number of elements."""
        return f"shape {self.shape}"


def is_memory(type_: Any) -> bool:
    """Whether a parameter is a buffer or an image."""
    return isinstance(type_, (BufferType, ImageType))
