"""Finds copies between local arrays, such as that of an `inout` argument; LocalCopies.cpp does it for ``check``.

A copy does not use the values: an element without a value stays without one in the copy.
"""

from __future__ import annotations

from collections import defaultdict
from enum import IntEnum

from ..ir.module import Module, Operation, Value
from ..ir.types import Composite, element_of

Source = tuple[Operation, int] | None
"""A load and the component of its result."""


class _Fate(IntEnum):
    UNUSED = 0
    COPIED = 1
    USED = 2


def _size(value: Value) -> int:
    return value.type.size if isinstance(value.type, Composite) else 1


class LocalCopies:
    """The copies of a module."""

    def __init__(self, module: Module) -> None:
        self.copied: dict[Operation, tuple[bool, ...]] = {}
        """For loads with scalars that are only copied: which they are."""
        self.sources: dict[Operation, tuple[Source, ...]] = {}
        """For stores with scalars that are copies: the loads of these."""
        self._makers: dict[Value, Operation] = {}
        self._uses: dict[Value, list[tuple[Operation, int]]] = defaultdict(list)
        operations = [operation for function in module.functions for operation in function.walk()]
        if not any(operation.name == "memref.alloca" for operation in operations):
            return
        for operation in operations:
            self._makers.update(dict.fromkeys(operation.results, operation))
            for place, value in enumerate(operation.operands):
                self._uses[value].append((operation, place))
        for operation in operations:
            if self._is_local_load(operation):
                (value,) = operation.results
                fates = [self._fate(value, component) for component in range(_size(value))]
                if _Fate.COPIED in fates:
                    self.copied[operation] = tuple(fate is not _Fate.USED for fate in fates)
            elif self._is_local_store(operation):
                value = operation.operands[0]
                sources = tuple(self._source(value, component) for component in range(_size(value)))
                if any(sources):
                    self.sources[operation] = sources

    def _makes_local(self, memory: Value) -> bool:
        maker = self._makers.get(memory)
        return maker is not None and maker.name == "memref.alloca"

    def _is_local_load(self, operation: Operation) -> bool:
        return operation.name == "memref.load" and self._makes_local(operation.operands[0])

    def _is_local_store(self, operation: Operation) -> bool:
        return operation.name == "memref.store" and self._makes_local(operation.operands[1])

    def _is_zero(self, value: Value) -> bool:
        maker = self._makers.get(value)
        if maker is not None and maker.name == "vector.broadcast":
            return self._is_zero(maker.operands[0])
        return maker is not None and maker.name == "arith.constant" and maker.attributes["value"] == 0

    def _is_reformed(self, operation: Operation) -> bool:
        """Whether the result is the first operand in another form. A bool in memory is a number."""
        if operation.name == "arith.cmpi":
            return operation.attributes["predicate"] == "ne" and self._is_zero(operation.operands[1])
        if operation.name == "arith.extui":
            return element_of(operation.operands[0].type).name == "bool"
        return operation.name in ("arith.bitcast", "reinterpret")

    def _fate(self, value: Value, component: int) -> _Fate:
        fate = _Fate.UNUSED
        for user, place in self._uses[value]:
            each = _Fate.USED
            if user.name == "vector.extract":
                is_this = user.attributes["position"] == component
                each = self._fate(user.results[0], 0) if is_this else _Fate.UNUSED
            elif user.name == "vector.from_elements":
                each = self._fate(user.results[0], place)
            elif place == 0 and self._is_reformed(user):
                each = self._fate(user.results[0], component)
            elif place == 0 and self._is_local_store(user):
                each = _Fate.COPIED
            fate = max(fate, each)
        return fate

    def _source(self, value: Value, component: int) -> Source:
        while (maker := self._makers.get(value)) is not None:
            if self._is_local_load(maker):
                return maker, component
            if maker.name == "vector.extract":
                value, component = maker.operands[0], maker.attributes["position"]
            elif maker.name == "vector.from_elements":
                value, component = maker.operands[component], 0
            elif self._is_reformed(maker):
                value = maker.operands[0]
            else:
                break
        return None
