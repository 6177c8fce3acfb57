"""Struct types: named fields, and their layout in memory, which is that of HLSL's structured buffers.

A value of a struct is a bundle of its fields' values, as a tuple is of its elements. In memory a struct is a sequence
of words: of its scalars' type if all of them have the same type, else unsigned integers as wide as the smallest scalar.
So no lane ever writes bits of a field that it does not assign.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, NoReturn

import numpy as np

from ..errors import WaveError, public_entry
from ..immutable import immutable
from .annotations import fail
from .types import Composite, DType, TupleType, VectorType, as_stored_type, as_value_type, element_of, u16, u32, u64

_WORDS = {16: u16, 32: u32, 64: u64}
_COMPONENTS = "xyzw"


@immutable
class Leaf:
    """A scalar or vector field: its path from the struct, such as ``velocity`` or ``inner.weights[2]``, its type, and
    its offset in bytes."""

    path: str
    type: DType | VectorType
    offset: int


class StructType(Composite, TupleType):
    """A type that ``@wd.struct`` makes. In a kernel a call makes a value from all fields, by position or by name;
    outside of kernels the same call makes an element for a NumPy array of ``dtype``."""

    # A struct is no number.
    is_integer = is_float = is_bool = False

    def __init__(self, name: str, fields: Mapping[str, Any], methods: Mapping[str, Any] | None = None) -> None:
        # The base class is frozen.
        vars(self).update(
            title=name, names=tuple(fields), elements=tuple(fields.values()), methods=dict(methods or {}), __name__=name
        )

    @property
    def name(self) -> str:
        return self.title

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, StructType) and self._key == other._key)

    def __hash__(self) -> int:
        return hash(self._key)

    @property
    def _key(self) -> tuple[Any, ...]:
        return self.title, self.names, self.elements, *self.methods.items()

    def __getattr__(self, name: str) -> Any:
        # ``Particle.momentum``, by which the method is pickled.
        methods = vars(self).get("methods", {})
        if name not in methods:
            raise AttributeError(f"{vars(self).get('title', 'a struct')} has no method '{name}'", name=name, obj=self)
        return methods[name]

    def __reduce__(self) -> tuple[Any, ...]:
        return StructType, (self.title, dict(zip(self.names, self.elements, strict=True)), self.methods)

    # Layout.

    @cached_property
    def offsets(self) -> tuple[int, ...]:
        """The offset of each field in bytes."""
        made, end = [], 0
        for type in self.elements:
            offset = _aligned(end, alignment_of(type))
            made.append(offset)
            end = offset + bytes_of(type)
        return tuple(made)

    @cached_property
    def bytes(self) -> int:
        """The size, a multiple of the alignment."""
        return _aligned(self.offsets[-1] + bytes_of(self.elements[-1]), alignment_of(self))

    @cached_property
    def leaves(self) -> tuple[Leaf, ...]:
        """The scalars and vectors of all fields, in the order of their offsets."""
        return tuple(leaves_of(self))

    @cached_property
    def element(self) -> DType:
        """The type of a word."""
        scalars = {element_of(leaf.type) for leaf in self.leaves}
        return scalars.pop() if len(scalars) == 1 else _WORDS[8 * min(map(scalar_bytes, scalars))]

    @cached_property
    def word_bytes(self) -> int:
        return scalar_bytes(self.element)

    @property
    def size(self) -> int:
        """The number of words."""
        return self.bytes // self.word_bytes

    @cached_property
    def dtype(self) -> np.dtype:
        """The NumPy dtype of an array of these structs. A bool has four bytes, an int32."""
        return np.dtype(
            {
                "names": list(self.names),
                "formats": [_format(type) for type in self.elements],
                "offsets": list(self.offsets),
                "itemsize": self.bytes,
            }
        )

    @property
    def numpy(self) -> np.dtype:
        """The dtype, by the name that the scalar types use."""
        return self.dtype

    def leaf_at(self, word: int) -> tuple[Leaf, int] | None:
        """The field that a word belongs to, and the number of the component; None for a word between fields."""
        place = word * self.word_bytes
        for leaf in self.leaves:
            if leaf.offset <= place < leaf.offset + bytes_of(leaf.type):
                return leaf, (place - leaf.offset) // scalar_bytes(element_of(leaf.type))
        return None

    def place_of(self, word: int) -> str:
        """The text of a word of this struct for messages: ``velocity.x``."""
        found = self.leaf_at(word)
        if found is None:
            return f"byte {word * self.word_bytes}"
        leaf, component = found
        return f"{leaf.path}.{_COMPONENTS[component]}" if isinstance(leaf.type, VectorType) else leaf.path

    @property
    def layout(self) -> str:
        """The fields with their types and offsets, on one line."""
        return layout_text(self.dtype)

    # Outside of kernels.

    @public_entry
    def __call__(self, *values: Any, **fields: Any) -> np.void:
        """Outside of kernels: an element for an array of ``dtype``."""
        given = bind_fields(self, values, fields, lambda message, fix: _refuse_call(message, fix))
        made = np.zeros((), self.dtype)
        for name, value in given.items():
            made[name] = value
        return made[()]

    def __getitem__(self, index: Any) -> NoReturn:
        """Raises CompileError, as a scalar type does."""
        fix = f"an array parameter is `wd.Buffer[{self.name}]`, or `wd.RWBuffer[{self.name}]` if the kernel writes it"
        fail("parameter-type", f"`{self.name}` is a struct and takes no index", fix)

    # Without this, Python would treat a type as a sequence.
    __iter__ = None

    def __repr__(self) -> str:
        return self.name


def _refuse_call(message: str, fix: str) -> NoReturn:
    raise WaveError(message, fix, "wrong-arguments")


def bind_fields(type: StructType, values: Sequence[Any], fields: Mapping[str, Any], refuse: Any) -> dict[str, Any]:
    """The values of all fields of a struct, from a call's arguments by position and by name; ``refuse`` raises an error
    with a message and a help."""
    call = f"it is called as `{type.name}({', '.join(type.names)})`"
    if len(values) > len(type.names):
        refuse(f"`{type.name}` has {len(type.names)} fields, got {len(values)} values", call)
    given = dict(zip(type.names, values, strict=False))
    for name, value in fields.items():
        if name not in type.names:
            refuse(f"`{type.name}` has no field `{name}`", call)
        if name in given:
            refuse(f"`{type.name}` gets the field `{name}` twice", call)
        given[name] = value
    missing = [f"`{name}`" for name in type.names if name not in given]
    if missing:
        refuse(f"`{type.name}` lacks the field{'s' * (len(missing) > 1)} {' and '.join(missing)}", call)
    return {name: given[name] for name in type.names}


def scalar_bytes(type: DType) -> int:
    """The bytes of a scalar in memory; a bool has four."""
    return 4 if type.is_bool else type.bits // 8


def bytes_of(type: Any) -> int:
    """The size of a field's type in memory."""
    if isinstance(type, StructType):
        return type.bytes
    if isinstance(type, TupleType):
        return len(type.elements) * bytes_of(type.elements[0])
    return scalar_bytes(element_of(type)) * (type.size if isinstance(type, VectorType) else 1)


def alignment_of(type: Any) -> int:
    """The alignment of a field's type: that of its largest scalar. A vector has that of its components."""
    if isinstance(type, TupleType):
        return max(map(alignment_of, type.elements))
    return scalar_bytes(element_of(type))


def offset_of(type: Any, index: int) -> int:
    """The offset in bytes of an element of a struct or array type."""
    return type.offsets[index] if isinstance(type, StructType) else index * bytes_of(type.elements[0])


def _aligned(offset: int, alignment: int) -> int:
    return -(-offset // alignment) * alignment


def leaves_of(type: Any, offset: int = 0, path: str = "") -> list[Leaf]:
    """The scalars and vectors of a type that begins at an offset, in the order of their offsets."""
    if not isinstance(type, TupleType):
        return [Leaf(path, type, offset)]
    found = []
    for index, element in enumerate(type.elements):
        part = f"{path}[{index}]"
        if isinstance(type, StructType):
            part = f"{path}.{type.names[index]}" if path else type.names[index]
        found += leaves_of(element, offset + offset_of(type, index), part)
    return found


def _format(type: Any) -> np.dtype:
    """NumPy's dtype of a field."""
    if isinstance(type, StructType):
        return type.dtype
    if isinstance(type, TupleType):
        element = _format(type.elements[0])
        return np.dtype((element.base, (len(type.elements), *element.shape)))
    element = element_of(type)
    stored = np.dtype(np.int32) if element.is_bool else element.array
    return np.dtype((stored, (type.size,))) if isinstance(type, VectorType) else stored


def is_struct_value(type: StructType, value: Any) -> bool:
    """Whether an object of the host has the names of a struct's fields: an element of a NumPy array, or a mapping."""
    if isinstance(value, (np.void, np.ndarray)):
        return value.shape == () and value.dtype.names is not None and set(value.dtype.names) == set(type.names)
    return isinstance(value, Mapping) and value.keys() == set(type.names)


# NumPy's dtypes.


def layout_text(dtype: np.dtype) -> str:
    """A dtype's fields with their types and offsets: ``float32[3] position at 0, ... (16 bytes)``."""
    if dtype.names is None:
        return f"elements of {dtype}"
    fields = [f"{_shown(dtype.fields[name][0])} {name} at {dtype.fields[name][1]}" for name in dtype.names]
    return f"{', '.join(fields)} ({dtype.itemsize} bytes)"


def _shown(dtype: np.dtype) -> str:
    base, shape = dtype.base, "".join(f"[{size}]" for size in dtype.shape)
    inner = "{" + layout_text(base) + "}" if base.names is not None else base.name
    return inner + shape


def is_same_layout(dtype: np.dtype, expected: np.dtype) -> bool:
    """Whether arrays of one dtype may be used as arrays of the other: the same fields at the same offsets."""
    if dtype.names is None or expected.names is None:
        return dtype == expected
    return (
        dtype.names == expected.names
        and dtype.itemsize == expected.itemsize
        and all(_is_same_field(dtype.fields[name], expected.fields[name]) for name in dtype.names)
    )


def _is_same_field(field: Any, expected: Any) -> bool:
    (ours, offset), (other, wanted) = field[:2], expected[:2]
    return offset == wanted and ours.shape == other.shape and is_same_layout(ours.base, other.base)


# Annotations.


def as_element_type(annotation: Any) -> Any:
    """The scalar, vector or struct type of values that an annotation denotes; None for other annotations."""
    return annotation if isinstance(annotation, StructType) else as_value_type(annotation)


def as_stored_element(annotation: Any) -> Any:
    """The type of elements of arrays that an annotation denotes; None for other annotations."""
    return annotation if isinstance(annotation, StructType) else as_stored_type(annotation)


def field_type(annotation: Any) -> Any:
    """The type of a field by its annotation: a scalar, a vector, a struct, or an array ``(type, size)``; None if it is
    none of these."""
    if isinstance(annotation, tuple) and len(annotation) == 2 and isinstance(annotation[1], int):
        element = field_type(annotation[0])
        return TupleType((element,) * annotation[1]) if element is not None and annotation[1] > 0 else None
    return as_element_type(annotation)
