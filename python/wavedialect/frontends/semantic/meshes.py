"""The launch of mesh groups."""

from __future__ import annotations

from typing import Any

from ...ir.module import Value
from ...ir.types import Groupshared, u32
from .memory import MemoryRules
from .values import Call, Memory, Operand, describe

COUNT = "a number of mesh groups"


class MeshRules(MemoryRules):
    """The launch of mesh groups."""

    def dispatch_mesh(self, call: Call, operation: str) -> None:
        """A launch with three counts, and a groupshared array if there is a payload."""
        values = [self._count(operand, text) for operand, text in zip(call.operands[:3], call.texts, strict=False)]
        for payload in call.operands[3:]:
            if not isinstance(payload, Memory) or not isinstance(payload.type, Groupshared):
                message = f"the payload of `dispatch_mesh` must be a groupshared array, got {describe(payload)}"
                self.fail("dispatch-mesh-payload", message)
            values.append(payload.value)
        self.emit(operation, values)

    def _count(self, operand: Operand, text: Any) -> Value:
        scalar = self.scalar(operand, COUNT, text)
        if not scalar.type.is_integer:
            message = f"{COUNT} expects i32 or u32, got {describe(scalar)}"
            self.fail("index-not-integer", message, f"convert it: `{self.spelling.cast(u32, text)}`")
        if scalar.weak:
            return self.value(self.adapt(scalar, u32))
        self._word(scalar, COUNT, text)
        return self.value(self.typed(scalar))
