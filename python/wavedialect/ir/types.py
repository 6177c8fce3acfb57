"""The types of values and memory in kernels.

Scalars are ``DType`` objects, used as annotations and, in a kernel, as casts: ``u32(x)``. Outside a kernel the same
call returns a NumPy scalar, so that ``MASK = u32(0xff)`` is a typed constant. Vectors have HLSL's names:
``float3(x, y, z)``. ``Buffer[T]``, ``RWBuffer[T]``, ``Buffer[T, 2]``, ``Texture2D[T]`` and ``RWTexture2D[T]`` annotate a kernel's
parameters; ``wd.groupshared`` and ``wd.local_array`` return values of the types ``Groupshared`` and ``LocalArray``.
"""

from __future__ import annotations

import builtins
import sys
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar, NoReturn

import numpy as np

from ..errors import WaveError, public_entry
from ..immutable import immutable
from . import bfloat16
from .annotations import fail


@dataclass(frozen=True, eq=False)
class DType:
    """A scalar type: its Python name, its kind ("bool", "int", "float"), width, signedness and MLIR name. Each type is
    a single object."""

    name: str
    kind: str
    bits: int
    signed: builtins.bool
    mlir: str
    numpy_name: str

    # Cached properties are not pickled: equal types have equal bytes.
    def __reduce__(self) -> tuple[Any, ...]:
        return _dtype_named, (self.name,)

    @cached_property
    def numpy(self) -> np.dtype:
        """The NumPy dtype with the same values; for bf16, which NumPy lacks, that of f32."""
        return np.dtype(self.numpy_name)

    @property
    def array(self) -> np.dtype:
        """The NumPy dtype of users' arrays of this type. Raises WaveError for bf16 if no package adds it to NumPy."""
        return bfloat16.array_type() if self.is_bf16 else self.numpy

    @cached_property
    def is_bf16(self) -> builtins.bool:
        return self.name == "bf16"

    @cached_property
    def greatest(self) -> float:
        """The greatest finite number of a float type."""
        return bfloat16.GREATEST if self.is_bf16 else float(np.finfo(self.numpy).max)

    def rounded(self, value: float) -> float:
        """A number rounded to this float type. Raises OverflowError for an integer beyond the range of a f64."""
        if self.is_bf16:
            return float(bfloat16.rounded_double(np.array([value], np.float64))[0])
        return float(self.numpy.type(value))

    def encoded(self, values: Any) -> np.ndarray:
        """Numbers of this type as in memory: in an array of this type, or of the bits of bf16."""
        made = np.array(values, self.numpy)
        return bfloat16.to_bits(made) if self.is_bf16 else made

    def to_bits(self, value: float) -> int:
        """The bits of a number of this float type."""
        return int.from_bytes(self.encoded([value]).tobytes(), sys.byteorder)

    @cached_property
    def is_integer(self) -> builtins.bool:
        return self.kind == "int"

    @cached_property
    def is_float(self) -> builtins.bool:
        return self.kind == "float"

    @cached_property
    def is_bool(self) -> builtins.bool:
        return self.kind == "bool"

    @cached_property
    def lowest(self) -> int:
        """The smallest value of an integer type."""
        return -(1 << (self.bits - 1)) if self.signed else 0

    @cached_property
    def highest(self) -> int:
        """The greatest value of an integer type."""
        return (1 << (self.bits - 1)) - 1 if self.signed else (1 << self.bits) - 1

    def wrap(self, value: int) -> int:
        """An integer wrapped to this type's range, as in hardware registers."""
        value &= (1 << self.bits) - 1
        return value - (1 << self.bits) if value > self.highest else value

    def __call__(self, value: Any) -> Any:
        """Outside a kernel: a NumPy scalar of this type, converted as in a kernel."""
        if self.is_integer and isinstance(value, int | np.integer) and self.fits_bits(int(value)):
            value = self.wrap(int(value))
        try:
            with np.errstate(over="ignore"):
                number = self.array.type(self.rounded(value) if self.is_bf16 else value)
            if self.is_float and type(value) in (int, float) and np.isinf(number) and not np.isinf(float(value)):
                raise OverflowError(f"it ends at {self.greatest:g}")
            return number
        except (TypeError, ValueError, OverflowError) as error:
            fix = f"{self.name} goes from {self.lowest} to {self.highest}" if self.is_integer else "pass a number"
            raise WaveError(
                f"`{self.name}({value!r})` is not a valid {self.name}: {error}", fix, "literal-range"
            ) from None

    def __getitem__(self, index: Any) -> NoReturn:
        """Raises CompileError: ``f32[:]`` is how Numba writes an array."""
        _refuse_index(self.name, index)

    @cached_property
    def value(self) -> DType:
        """The type that a load of an element of this type gives: u32 for u8, i32 for i8, else the type itself."""
        return self if self.bits != 8 else i32 if self.signed else u32

    # Without this, Python would treat a type as a sequence.
    __iter__ = None

    def fits_bits(self, value: int) -> builtins.bool:
        """Whether an integer fits this width, signed or unsigned: a cast between integers keeps the bits."""
        return -(1 << (self.bits - 1)) <= value < 1 << self.bits

    def __repr__(self) -> str:
        return self.name


bool_ = DType("bool", "bool", 1, False, "i1", "bool")
i16 = DType("i16", "int", 16, True, "i16", "int16")
u16 = DType("u16", "int", 16, False, "i16", "uint16")
i32 = DType("i32", "int", 32, True, "i32", "int32")
u32 = DType("u32", "int", 32, False, "i32", "uint32")
i64 = DType("i64", "int", 64, True, "i64", "int64")
u64 = DType("u64", "int", 64, False, "i64", "uint64")
f16 = DType("f16", "float", 16, True, "f16", "float16")
# A value of bf16 is the f32 with the same value.
bf16 = DType("bf16", "float", 16, True, "bf16", "float32")
f32 = DType("f32", "float", 32, True, "f32", "float32")
f64 = DType("f64", "float", 64, True, "f64", "float64")

i8 = DType("i8", "int", 8, True, "i8", "int8")
u8 = DType("u8", "int", 8, False, "i8", "uint8")

#: Every scalar type of values, by name.
DTYPES: dict[str, DType] = {dtype.name: dtype for dtype in (bool_, i16, u16, i32, u32, i64, u64, f16, bf16, f32, f64)}


def _dtype_named(name: str) -> DType:
    return DTYPES.get(name) or {dtype.name: dtype for dtype in (i8, u8)}[name]


#: HLSL's names of the scalar types; with a size appended they name vectors. HLSL has no bytes and no bf16.
HLSL_NAMES = {
    "bool": "bool",
    "i8": "int8_t",
    "u8": "uint8_t",
    "i16": "int16_t",
    "u16": "uint16_t",
    "i32": "int",
    "u32": "uint",
    "i64": "int64_t",
    "u64": "uint64_t",
    "f16": "half",
    "bf16": "bf16_t",
    "f32": "float",
    "f64": "double",
}


def as_dtype(annotation: Any) -> DType | None:
    """The scalar type of values that an annotation denotes; Python's ``bool`` denotes ours. None for other annotations,
    and for the types of bytes."""
    if isinstance(annotation, DType):
        return None if annotation.bits == 8 else annotation
    return bool_ if annotation is builtins.bool else None


class Composite:
    """An element of memory that consists of ``size`` scalars of type ``element``: a vector or a struct."""

    element: DType
    size: int

    @property
    def value(self) -> Any:
        """The type that a load of an element of this type gives."""
        return self


@dataclass(frozen=True)
class VectorType(Composite):
    """A vector of two to four scalars of one type, with HLSL's name: ``float3``.

    In a kernel a call builds a vector from scalars and vectors whose total size matches, from one scalar for all
    components, or from a vector of another type. Outside a kernel the same call returns a read-only NumPy array, so
    that kernels can use ``UP = float3(0, 1, 0)`` as a constant.
    """

    element: DType
    size: int

    def __reduce__(self) -> tuple[Any, ...]:
        return VectorType, (self.element, self.size)

    @cached_property
    def name(self) -> str:
        return f"{HLSL_NAMES[self.element.name]}{self.size}"

    @cached_property
    def mlir(self) -> str:
        return f"vector<{self.size}x{self.element.mlir}>"

    @cached_property
    def is_integer(self) -> builtins.bool:
        return self.element.is_integer

    @cached_property
    def is_float(self) -> builtins.bool:
        return self.element.is_float

    @cached_property
    def is_bool(self) -> builtins.bool:
        return self.element.is_bool

    @cached_property
    def signed(self) -> builtins.bool:
        return self.element.signed

    @property
    def bits(self) -> int:
        """The width of a component, in bits."""
        return self.element.bits

    @cached_property
    def value(self) -> VectorType:  # type: ignore[override]
        """The type that a load of an element of this type gives: ``uint3`` for ``uint8_t3``."""
        return VectorType(self.element.value, self.size) if self.element.bits == 8 else self

    def __call__(self, *parts: Any) -> np.ndarray:
        """Outside a kernel: a read-only NumPy array of the components, converted as in a kernel."""
        components = [component for part in parts for component in np.ravel(np.asarray(part, object))]
        if len(components) == 1:
            components *= self.size
        if len(components) != self.size:
            message = f"`{self.name}` has {self.size} components, got {len(components)}"
            raise WaveError(message, f"pass {self.size} components, or one for all", "vector-components")
        made = np.array([self.element(component) for component in components], self.element.array)
        made.flags.writeable = False
        return made

    def __getitem__(self, index: Any) -> NoReturn:
        """Raises CompileError, as a scalar type does."""
        _refuse_index(f"wd.{self.name}", index)

    # Without this, Python would treat a type as a sequence.
    __iter__ = None

    def __repr__(self) -> str:
        return self.name


def _refuse_index(name: str, index: Any) -> NoReturn:
    """Reports an index of a type."""
    # Numba's `f32[:, :]` has two dimensions.
    element = f"{name}, {len(index)}" if isinstance(index, tuple) and len(index) in (2, 3) else name
    fix = f"an array parameter is `wd.Buffer[{element}]`, or `wd.RWBuffer[{element}]` if the kernel writes it"
    fail("parameter-type", f"`{name}` is a type of numbers and takes no index", fix)


int8_t2, int8_t3, int8_t4 = (VectorType(i8, size) for size in (2, 3, 4))
uint8_t2, uint8_t3, uint8_t4 = (VectorType(u8, size) for size in (2, 3, 4))
bool2, bool3, bool4 = (VectorType(bool_, size) for size in (2, 3, 4))
int16_t2, int16_t3, int16_t4 = (VectorType(i16, size) for size in (2, 3, 4))
uint16_t2, uint16_t3, uint16_t4 = (VectorType(u16, size) for size in (2, 3, 4))
int2, int3, int4 = (VectorType(i32, size) for size in (2, 3, 4))
uint2, uint3, uint4 = (VectorType(u32, size) for size in (2, 3, 4))
int64_t2, int64_t3, int64_t4 = (VectorType(i64, size) for size in (2, 3, 4))
uint64_t2, uint64_t3, uint64_t4 = (VectorType(u64, size) for size in (2, 3, 4))
half2, half3, half4 = (VectorType(f16, size) for size in (2, 3, 4))
bf16_t2, bf16_t3, bf16_t4 = (VectorType(bf16, size) for size in (2, 3, 4))
float2, float3, float4 = (VectorType(f32, size) for size in (2, 3, 4))
double2, double3, double4 = (VectorType(f64, size) for size in (2, 3, 4))

#: Every vector type of values, by name.
_ALL_VECTORS = [made for made in list(globals().values()) if isinstance(made, VectorType)]
VECTORS: dict[str, VectorType] = {made.name: made for made in _ALL_VECTORS if made.bits != 8}

#: The scalar and vector types of bytes, by name: elements of buffers, images and arrays. Values have 32 bits.
BYTES: dict[str, DType | VectorType] = {
    made.name: made for made in (i8, u8, *(made for made in _ALL_VECTORS if made.bits == 8))
}


def as_value_type(annotation: Any) -> DType | VectorType | None:
    """The scalar or vector type of values that an annotation denotes; None for other annotations, and for the types of
    bytes."""
    if isinstance(annotation, VectorType):
        return None if annotation.bits == 8 else annotation
    return as_dtype(annotation)


def as_stored_type(annotation: Any) -> DType | VectorType | None:
    """The scalar or vector type of an element of memory that an annotation denotes; None for other annotations."""
    return annotation if isinstance(annotation, DType | VectorType) else as_dtype(annotation)


def byte_advice(annotation: Any) -> str | None:
    """The help where a type of bytes stands for the type of a value; None for other annotations."""
    if not isinstance(annotation, DType | VectorType) or annotation.bits != 8:
        return None
    fix = (
        f"a value has 32 bits, `{annotation.value.name}`; {annotation.name} is the type of elements of buffers, images"
    )
    return f"{fix} and arrays"


#: Our types of values by their names in Python, NumPy and C.
_NEAREST = {dtype.numpy_name: dtype for dtype in DTYPES.values() if not dtype.is_bf16} | {
    bfloat16.ARRAY_NAME: bf16,
    "int": i32,
    "float": f32,
    "double": f64,
    "half": f16,
}
#: The types of bytes by their names in NumPy and C.
_NEAREST_BYTES = {f"{dtype.numpy_name}{end}": dtype for dtype in (i8, u8) for end in ("", "_t")}


def nearest_type(annotation: Any) -> DType | None:
    """The type probably intended by a Python or NumPy type, or by a type name in a string; None for others."""
    if isinstance(annotation, str):
        return DTYPES.get(annotation) or _NEAREST.get(annotation)
    if isinstance(annotation, np.dtype):
        return _NEAREST.get(annotation.name)
    plain = annotation in (int, float) if isinstance(annotation, type) else False
    is_numpy = isinstance(annotation, type) and issubclass(annotation, np.generic)
    return _NEAREST.get(annotation.__name__) if plain or is_numpy else None


def element_of(type: DType | Composite) -> DType:
    """The type itself for a scalar, the component type for a vector, the type of a word for a struct."""
    return type.element if isinstance(type, Composite) else type


def like(dtype: DType, shape: DType | VectorType) -> DType | VectorType:
    """``dtype`` in the shape of another type: a vector of it if that type is a vector."""
    return VectorType(dtype, shape.size) if isinstance(shape, VectorType) else dtype


@dataclass(frozen=True)
class TupleType:
    """A Python tuple in a kernel; it exists only at compile time and is replaced by its elements."""

    elements: tuple[Any, ...]

    @property
    def value(self) -> Any:
        """The type itself: only scalars and vectors have another type in memory."""
        return self

    @property
    def name(self) -> str:
        return "tuple (" + ", ".join(element.name for element in self.elements) + ")"

    def __repr__(self) -> str:
        return self.name


class _Coherent:
    """The type of ``coherent``."""

    def __repr__(self) -> str:
        return "wd.coherent"


#: ``RWBuffer[T, coherent]``: groups see each other's accesses while they run.
coherent = _Coherent()
#: The end of the name of such a type.
_COHERENT = ", coherent"


@dataclass(frozen=True)
class MemoryType:
    """The base of all memory: elements of one scalar, vector or struct type, with one to three indices (``rank``)."""

    element: DType | Composite
    rank: int = field(default=1, kw_only=True)
    writable: ClassVar[builtins.bool] = True
    coherent: ClassVar[builtins.bool] = False
    word: ClassVar[str] = "memory"

    @property
    def name(self) -> str:
        rank = f", {self.rank}" if self.rank > 1 else ""
        return f"{self.word}[{self.element.name}{rank}{_COHERENT if self.coherent else ''}]"

    def __repr__(self) -> str:
        return self.name


@dataclass(frozen=True, repr=False)
class BufferType(MemoryType):
    """A storage buffer, the type of ``Buffer[T]`` and ``RWBuffer[T]``."""

    kind: str = "srv"
    coherent: builtins.bool = field(default=False, kw_only=True)  # type: ignore[misc]
    """Whether groups see each other's accesses while they run: ``RWBuffer[T, coherent]``."""

    @property
    def writable(self) -> builtins.bool:  # type: ignore[override]
        return self.kind == "uav"

    @property
    def word(self) -> str:  # type: ignore[override]
        return "RWBuffer" if self.kind == "uav" else "Buffer"


@immutable
class BufferField:
    """A field of a constant buffer: a scalar or a vector, or an array of ``count`` of them, ``stride`` bytes apart."""

    name: str
    """A path such as ``light.color``."""
    type: DType | VectorType
    offset: int
    """In bytes."""
    count: int = 1
    stride: int = 0


@dataclass(frozen=True, repr=False)
class ConstantBufferType(BufferType):
    """A constant buffer: ``words`` 32-bit words that kernels only load. The ``fields`` tell hosts what they hold; a bool
    takes a word."""

    element: DType | Composite = u32
    kind: str = "cbv"
    words: int = field(default=1, kw_only=True)
    fields: tuple[BufferField, ...] = field(default=(), kw_only=True)
    is_pushed: bool = field(default=False, kw_only=True)
    """Whether Vulkan has the words among the push constants."""

    @property
    def nbytes(self) -> int:
        return self.words * u32.numpy.itemsize

    @property
    def name(self) -> str:
        return f"{self.word} of {self.nbytes} bytes"

    @property
    def word(self) -> str:  # type: ignore[override]
        return "ConstantBuffer"


@dataclass(frozen=True, repr=False)
class Groupshared(MemoryType):
    """Memory that the lanes of a group share; its contents are initially undefined."""

    word: ClassVar[str] = "groupshared"


@dataclass(frozen=True, repr=False)
class LocalArray(MemoryType):
    """Memory of one lane; its contents are initially undefined."""

    word: ClassVar[str] = "local_array"


@immutable
class PipeType:
    """A pipe between waves of a group."""

    mlir: ClassVar[str] = "!wave.pipe"
    name: ClassVar[str] = "a pipe"


#: The permitted numbers of dimensions of buffers and arrays.
RANKS = (1, 2, 3)
#: The permitted channel counts of images.
CHANNELS = (1, 2, 4)
#: The permitted types of a channel.
TEXELS = (f32, i32, u32, i8, u8)


@dataclass(frozen=True)
class ImageType:
    """A two-dimensional image of one, two or four channels, the type of ``Texture2D[T]`` and ``RWTexture2D[T]``, or an
    array of such images, the type of ``Texture2DArray[T]`` and ``RWTexture2DArray[T]``."""

    element: DType
    channels: int
    kind: str
    is_array: builtins.bool = False
    coherent: builtins.bool = field(default=False, kw_only=True)

    @property
    def rank(self) -> int:
        """The number of coordinates: x, y, and the layer of an array."""
        return 3 if self.is_array else 2

    @property
    def axes(self) -> str:
        """The axes of its NumPy array: "height, width, 4"."""
        axes = ["layers"] * self.is_array + ["height", "width"] + [str(self.channels)] * (self.channels > 1)
        return ", ".join(axes)

    @property
    def coordinates(self) -> str:
        """The coordinates of a texel, as users write them."""
        return "x, y, layer" if self.is_array else "x, y"

    @property
    def texel(self) -> DType | VectorType:
        """The type of a texel: a scalar for one channel, otherwise a vector."""
        return self.element if self.channels == 1 else VectorType(self.element, self.channels)

    @property
    def writable(self) -> builtins.bool:
        return self.kind == "uav"

    @property
    def word(self) -> str:
        return ("RWTexture2D" if self.kind == "uav" else "Texture2D") + ("Array" if self.is_array else "")

    @property
    def name(self) -> str:
        return f"{self.word}[{self.texel.name}{_COHERENT if self.coherent else ''}]"

    @property
    def mlir(self) -> str:
        dimension = "2d_array" if self.is_array else "2d"
        return f"!wave.image<{dimension}, {self.element.value.mlir}, {self.channels}>"

    def __repr__(self) -> str:
        return self.name


def _shown(annotation: Any) -> str:
    return getattr(annotation, "name", None) or getattr(annotation, "__name__", None) or str(annotation)


def nearest_element(annotation: Any) -> DType | None:
    """The type of elements of memory probably intended by a Python or NumPy type, or by a type name in a string."""
    name = (
        annotation if isinstance(annotation, str) else getattr(annotation, "name", getattr(annotation, "__name__", ""))
    )
    return nearest_type(annotation) or BYTES.get(name) or _NEAREST_BYTES.get(name)


def _element_type(stated: Any) -> DType | Composite | None:
    return stated if isinstance(stated, Composite) else as_stored_type(stated)


def _split_coherent(word: str, kind: str, stated: Any) -> tuple[Any, builtins.bool]:
    """What ``RWBuffer[..., coherent]`` states beside ``coherent``, and whether it states that."""
    if not isinstance(stated, tuple) or len(stated) < 2 or stated[-1] is not coherent:
        return stated, False
    rest = stated[:-1] if len(stated) > 2 else stated[0]
    if kind != "uav":
        message = f"a {word} is read-only and cannot be coherent: no group writes it while the kernel runs"
        fail("parameter-type", message, f"omit `wd.coherent`, or declare it as `wd.RW{word}`")
    return rest, True


def _buffer_type(word: str, kind: str, stated: Any) -> BufferType:
    """The type of ``Buffer[T]``, or of ``Buffer[T, rank]``."""
    stated, is_coherent = _split_coherent(word, kind, stated)
    element, rank = stated, 1
    if isinstance(stated, tuple) and len(stated) == 2 and _element_type(stated[0]) is not None:
        element, rank = _element_type(stated[0]), stated[1]
        if isinstance(rank, builtins.bool) or rank not in RANKS:
            name = element.name
            fix = (
                f"a buffer has no size: write `wd.{word}[wd.{name}]`, or `wd.{word}[wd.{name}, 2]` for rows and columns"
            )
            message = f"`{_shown(rank)}` is not a valid number of dimensions of {word}; it must be 1, 2 or 3"
            fail("parameter-type", message, fix)
        rank = int(rank)
        if rank > 1 and not isinstance(element, VectorType | DType):
            fix = f"declare `wd.{word}[{element.name}]`, and compute the index: `y * width + x`"
            fail("array-of-structs", f"a {word} of {element.name}, a struct, has one dimension", fix)
    type = _element_type(element)
    if type is None:
        known, nearest = ", ".join(["i8, u8", *DTYPES]), nearest_element(element)
        fix = f"write `wd.{word}[wd.{nearest.name}]`" if nearest else f"use one of {known}, or a vector such as float3"
        if isinstance(element, tuple) and element and as_stored_type(element[0]) is not None:
            fix = f"a buffer has no size: write `wd.{word}[wd.{as_stored_type(element[0]).name}]`"
        fail("parameter-type", f"`{_shown(element)}` is not a valid element type of {word}", fix)
    return BufferType(type, kind, rank=rank, coherent=is_coherent)


def _image_type(word: str, kind: str, stated: Any) -> ImageType:
    texel, is_coherent = _split_coherent(word, kind, stated)
    type = as_stored_type(texel)
    if type is None or element_of(type) not in TEXELS:
        nearest = nearest_element(texel)
        fix = "images hold f32, i32, u32, i8 or u8, or vectors of 2 or 4 of them"
        if nearest in TEXELS:
            fix = f"write `wd.{word}[wd.{nearest.name}]`"
        fail("image-element", f"`{_shown(texel)}` is not a valid element type of {word}", fix)
    channels = type.size if isinstance(type, VectorType) else 1
    if channels not in CHANNELS:
        message = f"{word}[{type.name}] has three channels; images have one, two or four"
        four = VectorType(element_of(type), 4).name
        padding = "(" + "(0, 0), " * (3 if word.endswith("Array") else 2) + "(0, 1))"
        fix = f"use four, `wd.{word}[wd.{four}]`, and pass `np.pad(x, {padding})`; or use a"
        fix += f" `wd.Buffer[wd.{type.name}]`"
        fail("image-channels", message, fix)
    return ImageType(element_of(type), channels, kind, word.endswith("Array"), coherent=is_coherent)


class _Resource:
    """The type of a kernel's parameter, which cannot be called."""

    _usage: str
    """A parameter with this type."""

    @public_entry
    def __init__(self, *_: Any) -> None:
        fail(
            "parameter-type",
            f"`wd.{type(self).__name__}` is the type of a parameter and cannot be called",
            f"write `{self._usage}`, and make the array with NumPy or `wd.array`",
        )


class Buffer(_Resource):
    """``Buffer[T]``: a kernel's read-only buffer parameter. An out-of-bounds load returns 0. ``Buffer[T, 2]`` and
    ``Buffer[T, 3]`` have two and three dimensions: ``a[y, x]``."""

    _usage = "src: wd.Buffer[f32]"

    @public_entry
    def __class_getitem__(cls, element: Any) -> BufferType:
        return _buffer_type("Buffer", "srv", element)


class RWBuffer(_Resource):
    """``RWBuffer[T]``: a kernel's read-write buffer parameter. An out-of-bounds store or atomic does nothing.
    ``RWBuffer[T, 2]`` and ``RWBuffer[T, 3]`` have two and three dimensions: ``a[y, x]``. With ``RWBuffer[T, coherent]``,
    groups see each other's accesses while they run."""

    _usage = "out: wd.RWBuffer[f32]"

    @public_entry
    def __class_getitem__(cls, element: Any) -> BufferType:
        return _buffer_type("RWBuffer", "uav", element)


class Texture2D(_Resource):
    """``Texture2D[T]``: a kernel's read-only image parameter, read by ``image[x, y]``. Loads out of bounds return 0."""

    _usage = "image: wd.Texture2D[float4]"

    @public_entry
    def __class_getitem__(cls, texel: Any) -> ImageType:
        return _image_type("Texture2D", "srv", texel)


class RWTexture2D(_Resource):
    """``RWTexture2D[T]``: a kernel's read-write image parameter. An out-of-bounds store does nothing. With
    ``RWTexture2D[T, coherent]``, groups see each other's accesses while they run."""

    _usage = "out: wd.RWTexture2D[float4]"

    @public_entry
    def __class_getitem__(cls, texel: Any) -> ImageType:
        return _image_type("RWTexture2D", "uav", texel)


class Texture2DArray(_Resource):
    """``Texture2DArray[T]``: a kernel's read-only array of images, read by ``images[x, y, layer]``."""

    _usage = "images: wd.Texture2DArray[float4]"

    @public_entry
    def __class_getitem__(cls, texel: Any) -> ImageType:
        return _image_type("Texture2DArray", "srv", texel)


class RWTexture2DArray(_Resource):
    """``RWTexture2DArray[T]``: a kernel's read-write array of images. An out-of-bounds store does nothing."""

    _usage = "out: wd.RWTexture2DArray[float4]"

    @public_entry
    def __class_getitem__(cls, texel: Any) -> ImageType:
        return _image_type("RWTexture2DArray", "uav", texel)


#: The classes that annotate a kernel's resources.
RESOURCES = (Buffer, RWBuffer, Texture2D, RWTexture2D, Texture2DArray, RWTexture2DArray)
