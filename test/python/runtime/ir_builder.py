"""Builds kernels of the front end's IR by hand, so that the interpreter's tests depend on no front end."""

from __future__ import annotations

import warnings
from contextlib import contextmanager

import numpy as np

from wavedialect.interpreter.interpreter import InterpretedKernel, Settings
from wavedialect.ir.module import Block, Function, KernelAttributes, Location, Module, Operation, Value
from wavedialect.ir.types import DTYPES as ALL_TYPES
from wavedialect.ir.types import (
    Buffer,
    BufferType,
    ImageType,
    RWBuffer,
    VectorType,
    bool_,
    element_of,
    f32,
    i32,
    like,
    u32,
)

#: The types that NumPy has; test/python/values has the tests of bf16.
DTYPES = {name: dtype for name, dtype in ALL_TYPES.items() if not dtype.is_bf16}
_VOTES = {"wave.any", "wave.all", "wave.is_first_lane", "wave.quad_any", "wave.quad_all"}
_COMPARISONS = {"arith.cmpi", "arith.cmpf", "wave.all_equal"}
_COUNTS = {"wave.count_bits", "wave.prefix_count_bits", "wave.multi_prefix_count_bits", "memref.dim", "wave.image_size"}
_MASKS = {"wave.ballot", "wave.match"}
_NUMBERS = {
    "group_wave_index",
    "group_wave_count",
    "group_index",
    "lane_index",
    "lane_count",
    "group_id",
    "group_count",
}
_NUMBERS |= {"dispatch_thread_id", "group_thread_id"}
_NO_RESULT = {
    "memref.store",
    "wave.image_store",
    "wave.barrier",
    "wave.retire_if",
    "scf.yield",
    "scf.condition",
    "wave.return",
}


class KernelBuilder:
    """Appends operations to the current block; each gets a line of its own in ``kernel.py``."""

    def __init__(self, **attributes):
        attributes.setdefault("num_waves", None if "num_threads" in attributes else 1)
        self._attributes = KernelAttributes(**attributes)
        self._parameters: list[Value] = []
        self._body = self._block = Block()
        self._line = 0

    def buffer(self, name, element=u32, writable=True):
        """A buffer parameter."""
        value = Value((RWBuffer if writable else Buffer)[element], name)
        self._parameters.append(value)
        return value

    def scalar(self, name, type_=u32):
        """A parameter that is a scalar, or a vector, by value."""
        value = Value(type_, name)
        self._parameters.append(value)
        return value

    def image(self, name, element, channels, writable=True):
        """An image parameter."""
        value = Value(ImageType(element, channels, "uav" if writable else "srv"), name)
        self._parameters.append(value)
        return value

    def op(self, name, *operands, types=None, regions=(), **attributes):
        """Appends an operation; the result's type follows from the name where ``types`` is not given."""
        if types is None:
            types = self._result_types(name, operands, attributes.get("mask"))
        self._line += 1
        results = [Value(type_) for type_ in types]
        location = Location("kernel.py", self._line, 1)
        operation = Operation(name, list(operands), results, attributes, list(regions), location)
        self._block.operations.append(operation)
        return results[0] if len(results) == 1 else results

    def _result_types(self, name, operands, mask=None):
        if name in _VOTES:
            return [bool_]
        if name in _COMPARISONS:
            return [like(bool_, operands[0].type)]
        if name in _MASKS:
            return [VectorType(u32, 4)]
        if name in _COUNTS or name.removeprefix("wave.") in _NUMBERS:
            return [u32]
        if name == "memref.load":
            return [operands[0].type.element]
        if name == "wave.image_load":
            return [operands[0].type.texel]
        if name in _NO_RESULT:
            return []
        if name in ("vector.from_elements", "vector.broadcast"):
            raise AssertionError("state the vector's type")
        if name == "vector.extract":
            return [operands[0].type.element]
        if name == "vector.shuffle":
            return [VectorType(operands[0].type.element, len(mask))]
        return [operands[1].type if name in ("arith.select", "vector.insert") else operands[0].type]

    def constant(self, value, type_=u32):
        return self.op("arith.constant", types=[type_], value=value)

    def compare(self, predicate, a, b):
        return self.op("arith.cmpf" if a.type.is_float else "arith.cmpi", a, b, predicate=predicate)

    def extract(self, vector, position):
        return self.op("vector.extract", vector, position=position)

    def lane(self):
        return self.op("wave.lane_index")

    def load(self, memory, index, component=None):
        if component is None:
            return self.op("memref.load", memory, index)
        return self.op("memref.load", memory, index, types=[memory.type.element.element], component=component)

    def store(self, value, memory, index, component=None):
        attributes = {} if component is None else {"component": component}
        self.op("memref.store", value, memory, index, **attributes)

    def barrier(self):
        self.op("wave.barrier", scope="group", sync=True)

    @contextmanager
    def block(self, *argument_types):
        """A block to fill; it becomes a region afterwards."""
        outer, self._block = self._block, Block([Value(type_) for type_ in argument_types])
        try:
            yield self._block
        finally:
            self._block = outer

    def yield_(self, *values):
        self.op("scf.yield", *values)

    def if_(self, condition, then, otherwise=None, types=()):
        """An ``scf.if``; ``then`` and ``otherwise`` fill their blocks and return what they yield."""
        regions = []
        for fill in (then, otherwise or (lambda: ())):
            with self.block() as region:
                self.yield_(*_values(fill()))
            regions.append(region)
        return self.op("scf.if", condition, types=list(types), regions=regions)

    def for_(self, lower, upper, body, *initial):
        """An ``scf.for`` by ones; ``body`` gets the index and the carried values."""
        one = self.constant(1, lower.type)
        with self.block(lower.type, *(value.type for value in initial)) as region:
            self.yield_(*_values(body(*region.arguments)))
        types = [value.type for value in initial]
        unsigned = not lower.type.signed
        return self.op("scf.for", lower, upper, one, *initial, types=types, regions=[region], unsigned=unsigned)

    def while_(self, before, after, *initial):
        """An ``scf.while``; ``before`` returns the condition and what it passes on."""
        with self.block(*(value.type for value in initial)) as first:
            passed = before(*first.arguments)
            self.op("scf.condition", *passed)
        types = [value.type for value in passed[1:]]
        with self.block(*types) as second:
            self.yield_(*_values(after(*second.arguments)))
        return self.op("scf.while", *initial, types=types, regions=[first, second])

    def module(self, helpers=()):
        """The finished module."""
        self.op("wave.return")
        start = Location("kernel.py", 1, 1)
        kernel = Function("kernel", self._parameters, [], self._body, start, self._attributes)
        return Module([*helpers, kernel], kernel)


def _values(values):
    if values is None:
        return ()
    return values if isinstance(values, (tuple, list)) else (values,)


def run(builder, arguments, wave_size=8, groups=(1, 1, 1), helpers=(), unchecked=False, **settings):
    """Executes the kernel; a warning of NumPy's is an error."""
    kernel = InterpretedKernel(builder.module(helpers), wave_size, unchecked)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return kernel.run(arguments, groups, Settings(**settings))


def in_memory(type_, values):
    """Values, one a lane or (components, lanes), as a buffer's array."""
    dtype = element_of(type_).numpy
    return np.ascontiguousarray(np.asarray(values).T).astype(dtype)


def evaluate(compute, operands, result_type, active=None, **settings):
    """What ``compute(builder, *values)`` gives in each lane, as (lanes,) or (components, lanes), and the findings.

    ``operands`` are pairs of a type and the values of the lanes. Lanes not in ``active`` take no part; what they get
    is all ones in each byte.
    """
    lanes = np.shape(operands[0][1])[-1]
    builder = KernelBuilder()
    sources = [builder.buffer(f"source{number}", type_) for number, (type_, _) in enumerate(operands)]
    mask = builder.buffer("mask", bool_)
    out = builder.buffer("out", result_type)
    lane = builder.lane()
    values = [builder.load(source, lane) for source in sources]
    builder.if_(builder.load(mask, lane), lambda: builder.store(compute(builder, *values), out, lane))
    arrays = [in_memory(type_, values) for type_, values in operands]
    flags = np.ones(lanes, np.bool_)
    if active is not None:
        flags[:] = 0
        flags[list(active)] = 1
    shape = (lanes,) if result_type is element_of(result_type) else (lanes, result_type.size)
    result = np.zeros(shape, element_of(result_type).numpy)
    result.view(np.uint8)[...] = 255
    report = run(builder, [*arrays, flags, result], lanes, collect=True, **settings)
    return result.T, report.findings


def vector_of(type_, size):
    """``type_`` itself for ``size`` 1, else the vector."""
    return type_ if size == 1 else VectorType(type_, size)


def samples(type_, shape, random):
    """Random values of a scalar type with its extremes among them."""
    count = int(np.prod(shape))
    if type_.is_bool:
        return random.integers(0, 2, shape).astype(np.bool_)
    if type_.is_integer:
        numbers = random.integers(0, 256, (count, type_.bits // 8), np.uint8).view(type_.numpy)[:, 0]
        special = [0, 1, type_.lowest, type_.highest, type_.highest - 1]
        special += [-1, type_.lowest + 1] if type_.signed else [2, 3]
    else:
        numbers = (random.standard_normal(count) * 8).astype(type_.numpy)
        limits = np.finfo(type_.numpy)
        special = [0.0, -0.0, np.inf, -np.inf, np.nan, limits.max, limits.tiny, limits.smallest_subnormal, 1.0]
    places = random.random(count) < 0.25
    numbers[places] = random.choice(np.array(special, type_.numpy), np.count_nonzero(places))
    return numbers.reshape(shape)


__all__ = [
    "DTYPES",
    "BufferType",
    "KernelBuilder",
    "VectorType",
    "bool_",
    "evaluate",
    "f32",
    "i32",
    "in_memory",
    "run",
    "samples",
    "u32",
    "vector_of",
]
