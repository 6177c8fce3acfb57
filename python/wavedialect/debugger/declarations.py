"""The arrays that a kernel makes, as its text and its IR state them: also before it has made them, and in IR that has lost
their dimensions."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..frontends.semantic.values import Memory as MemoryOperand
from ..ir.memories import PARTS, arrays
from ..ir.module import Module, Operation, Value
from ..ir.statements import STATEMENT, Statement, statement_of
from ..ir.types import Composite, DType
from .layouts import Layout, Part, of_element, of_parts, plain

TypeOf = Callable[[str, Statement | None], "DType | None"]
"""The type of a number of a shader, by an expression that names it at a statement."""

#: What computes sizes of arrays that are known before the kernel runs.
_OPERATIONS: dict[str, Callable[[int, int], int]] = {
    "arith.addi": lambda a, b: a + b,
    "arith.subi": lambda a, b: a - b,
    "arith.muli": lambda a, b: a * b,
    "arith.divui": lambda a, b: a // b,
    "arith.remui": lambda a, b: a % b,
    "arith.shli": lambda a, b: a << b,
    "arith.shrui": lambda a, b: a >> b,
    "arith.minui": min,
    "arith.maxui": max,
}


@dataclass
class Declarations:
    """The arrays of a kernel by their names."""

    made: Mapping[str, Operation]
    groupshared: Mapping[str, Operation]
    sizes: Sizes
    operands: Mapping[Value, MemoryOperand]
    """What the statements of a Python kernel know of the arrays."""
    source: Declarations | None = None
    """For the IR of a stage: those of its source."""
    type_in_source: TypeOf | None = None
    """For shaders."""
    _types: dict[tuple[str, str], Any] = field(default_factory=dict)
    _unknown: set[tuple[str, str, Statement | None]] = field(default_factory=set)
    """The names that have no type at a statement."""

    @staticmethod
    def of(
        module: Module,
        wave_size: int,
        waves: int,
        source: Declarations | None = None,
        type_in_source: TypeOf | None = None,
    ) -> Declarations:
        """The arrays of a module."""
        made = {str(one.results[0].name).removeprefix("%"): one for one in arrays(module) if one.results[0].name}
        operands: dict[Value, MemoryOperand] = {}
        for function in module.functions:
            for operation in function.walk():
                for one in statement_of(operation).variables.values() if operation.name == STATEMENT else ():
                    if isinstance(one, MemoryOperand):
                        operands.setdefault(one.value, one)
        groupshared = {name: one for name, one in made.items() if one.name == "wave.groupshared"}
        return Declarations(made, groupshared, Sizes(module, wave_size, waves), operands, source, type_in_source)

    def has(self, name: str) -> bool:
        """Whether the kernel makes an array of this name."""
        return name.removeprefix("%") in self.made

    def is_shared(self, name: str) -> bool:
        """Whether groups make an array of this name."""
        return name.removeprefix("%") in self.groupshared

    def is_removed(self, name: str) -> bool:
        """Whether the source makes an array of this name that this IR has not."""
        return not self.has(name) and self.source is not None and self.source.has(name)

    def element_type(self, name: str) -> Any:
        """The type of the elements of a declared array."""
        return self.made[name.removeprefix("%")].results[0].type.element

    def layout(self, name: str, parts: Sequence[str], length: int) -> Layout | None:
        """The layout of an array of a length in memory, with the names of its scalars; None if nothing states it."""
        name = name.removeprefix("%")
        if self.source is not None and name in self.source.made:
            found = self.source._as_words(name)
            if found is not None and _words(found) == length:
                return found
        if parts:
            found = of_parts(parts)
            return found if found is not None and _words(found) <= length else None
        if (operation := self.made.get(name)) is None:
            return None
        shape = self._shape(operation)
        return plain(shape) if shape is not None and _words(plain(shape)) == length else None

    def expected(self, name: str) -> Layout | None:
        """The layout that an array will have; None if its size is not known yet."""
        operation = self.made[name.removeprefix("%")]
        shape = self._shape(operation)
        parts = operation.attributes.get(PARTS, ())
        length = 1
        for size in shape or ():
            length *= size
        if parts:
            return of_parts(parts)
        if shape is None:
            return None
        return self.layout(name, (), length) or plain(shape)

    def dimensions(self, name: str) -> int:
        """The number of dimensions of an array."""
        return self.made[name.removeprefix("%")].results[0].type.rank

    def type_of(self, name: str, layout: Layout, part: Part, statement: Statement | None) -> DType | None:
        """The type of a number of a shader's array; None if it is not known."""
        name = name.removeprefix("%")
        declared = self if self.source is None else self.source
        if declared.type_in_source is None:
            return None
        if self.source is not None:
            # That of the IR has no place in the source.
            statement = None
        text = f"{name}{'[0]' * len(layout.shape)}{part.path}"
        key = name, re.sub(r"\[\d+\]", "[0]", part.path)
        if (*key, statement) in declared._unknown:
            return None
        if key not in declared._types:
            found = declared.type_in_source(text, statement)
            if found is None and layout.shape == (1,):
                # A variable that is no array.
                found = declared.type_in_source(name, statement)
            if found is None:
                declared._unknown.add((*key, statement))
                return None
            declared._types[key] = found
        return declared._types[key]

    def is_matrix(self, name: str) -> bool:
        """Whether a constant of a shader is a matrix."""
        declared = self if self.source is None else self.source
        # Also an array takes `._m00`.
        key = name, "transpose"
        if declared.type_in_source is not None and key not in declared._types:
            declared._types[key] = declared.type_in_source(f"transpose({name})[0][0]", None)
        return declared._types.get(key) is not None

    def _shape(self, operation: Operation) -> tuple[int, ...] | None:
        operand = self.operands.get(operation.results[0])
        if operand is not None and operand.shape:
            sizes = [one.constant if one.constant is not None else self.sizes.of(one.value) for one in operand.shape]
        elif operation.results[0].type.rank == 1 and operation.operands:
            sizes = [self.sizes.of(operation.operands[0])]
        else:
            return None
        return None if None in sizes else tuple(int(size) for size in sizes)  # type: ignore[arg-type]

    def _as_words(self, name: str) -> Layout | None:
        """The layout in memory that holds single numbers."""
        operation = self.made[name]
        if parts := operation.attributes.get(PARTS, ()):
            return of_parts(parts)
        shape, element = self._shape(operation), operation.results[0].type.element
        if shape is None:
            return None
        found = of_element(element, shape)
        # The IR has no signs.
        return found if isinstance(element, Composite) else Layout(found.shape, found.strides, (Part("", 0, element),))


def _words(layout: Layout) -> int:
    """The number of words of an array, which ends with its last element."""
    if layout.is_of_numbers or not layout.shape:
        return layout.size if layout.is_of_numbers else max(part.word for part in layout.parts) + 1
    return layout.shape[0] * layout.strides[0]


class Sizes:
    """The values of a module that are known before it runs."""

    def __init__(self, module: Module, wave_size: int, waves: int) -> None:
        self._known = {"wave.lane_count": wave_size, "wave.group_wave_count": waves}
        self._makers = {
            result: one for function in module.functions for one in function.walk() for result in one.results
        }

    def of(self, value: Value | None) -> int | None:
        """The value; None if it is not known."""
        maker = self._makers.get(value) if value is not None else None
        if maker is None:
            return None
        if maker.name == "arith.constant":
            return int(maker.attributes["value"])
        if maker.name in self._known:
            return self._known[maker.name]
        operands = [self.of(one) for one in maker.operands]
        if None in operands or maker.name not in _OPERATIONS:
            return None
        try:
            return _OPERATIONS[maker.name](*operands) & 0xFFFFFFFF
        except (ZeroDivisionError, ValueError):
            return None
