"""Builds kernels of the front end's IR by hand, so that the interpreter's tests depend on no front end."""

from __future__ import annotations

from contextlib import contextmanager

from wavedialect.compiler.ir import Block, Function, KernelAttributes, Location, Module, Operation, Value
from wavedialect.language.types import Buffer, RWBuffer, bool_, f32, i32, u32

_COMPARISONS = {"arith.cmpi", "arith.cmpf", "wave.any", "wave.all", "wave.all_equal", "wave.is_first_lane"}
_COUNTS = {"wave.count_bits", "wave.prefix_count_bits", "memref.dim"}
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

    def scalar(self, name, element=u32):
        """A scalar parameter."""
        value = Value(element, name)
        self._parameters.append(value)
        return value

    def op(self, name, *operands, types=None, regions=(), **attributes):
        """Appends an operation; the result's type follows from the name where ``types`` is not given."""
        if types is None:
            types = self._result_types(name, operands)
        self._line += 1
        results = [Value(type_) for type_ in types]
        location = Location("kernel.py", self._line, 1)
        operation = Operation(name, list(operands), results, attributes, list(regions), location)
        self._block.operations.append(operation)
        return results[0] if len(results) == 1 else results

    def _result_types(self, name, operands):
        if name in _COMPARISONS:
            return [bool_]
        if name == "wave.ballot":
            return [u32] * 4
        if name in _COUNTS or name.removeprefix("wave.") in _NUMBERS:
            return [u32]
        if name == "memref.load":
            return [operands[0].type.element]
        if name in ("memref.store", "wave.barrier", "wave.retire_if", "scf.yield", "scf.condition", "wave.return"):
            return []
        return [operands[1].type if name == "arith.select" else operands[0].type]

    def constant(self, value, type_=u32):
        return self.op("arith.constant", types=[type_], value=value)

    def compare(self, predicate, a, b):
        return self.op("arith.cmpf" if a.type is f32 else "arith.cmpi", a, b, predicate=predicate)

    def lane(self):
        return self.op("wave.lane_index")

    def load(self, memory, index):
        return self.op("memref.load", memory, index)

    def store(self, value, memory, index):
        self.op("memref.store", value, memory, index)

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
        unsigned = lower.type is u32
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


__all__ = ["KernelBuilder", "bool_", "f32", "i32", "u32"]
