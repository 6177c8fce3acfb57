"""SASS, the machine code that NVIDIA's assembler makes of PTX, as nvdisasm prints it: its instructions and its loops."""

from __future__ import annotations

import re
from typing import NamedTuple

_LINE = re.compile(r"(?:(\.L_\w+):)|/\*([0-9a-f]{4,})\*/\s+(?:@(!?U?P\w+)\s+)?([A-Z]\w*(?:\.\w+)*)([^;]*);")
_LABEL = re.compile(r"\((\.L_\w+)\)")
_ENDS = ("BRA", "EXIT")


class Instruction(NamedTuple):
    place: int
    name: str
    is_conditional: bool
    target: int | None
    """The place to which a branch goes."""

    def starts(self, *names: str) -> bool:
        return self.name.startswith(names)


class Loop(NamedTuple):
    """The instructions from the target of a branch backward to this branch."""

    body: tuple[Instruction, ...]

    def count(self, *names: str) -> int:
        return sum(one.starts(*names) for one in self.body)

    def has_trip_without(self, name: str) -> bool:
        """Whether some way through the loop, from its first instruction to its last, avoids the instructions of this name."""
        numbers = {one.place: i for i, one in enumerate(self.body)}
        seen: set[int] = set()
        waiting = [0]
        while waiting:
            i = waiting.pop()
            if i in seen or i >= len(self.body) or self.body[i].starts(name):
                continue
            seen.add(i)
            one = self.body[i]
            if one.target in numbers:
                waiting.append(numbers[one.target])
            if one.is_conditional or not one.starts(*_ENDS):
                waiting.append(i + 1)
        return len(self.body) - 1 in seen


class Code(NamedTuple):
    instructions: tuple[Instruction, ...]

    def loops(self) -> list[Loop]:
        return [
            Loop(tuple(one for one in self.instructions if branch.target <= one.place <= branch.place))
            for branch in self.instructions
            if branch.target is not None and branch.target <= branch.place
        ]

    def loop_of(self, name: str) -> Loop:
        """The smallest loop with all instructions of this name."""
        total = Loop(self.instructions).count(name)
        assert total, f"there is no {name}"
        around = [loop for loop in self.loops() if loop.count(name) == total]
        assert around, f"no loop has all {total} {name}"
        return min(around, key=lambda loop: len(loop.body))


def read(sass: str) -> Code:
    """The code of a file with one kernel."""
    labels: dict[str, int] = {}
    found: list[tuple[str, ...]] = []
    for label, *rest in _LINE.findall(sass):
        if label:
            labels[label] = len(found)
        else:
            found.append(tuple(rest))
    places = [int(place, 16) for place, *_ in found]
    instructions = []
    for place, (_, guard, name, operands) in zip(places, found, strict=True):
        label = _LABEL.search(operands) if name.startswith("BRA") else None
        # A branch may name its condition after the instruction: BRA P4, `(.L_x_7).
        is_conditional = bool(guard) or name.startswith("BRA.") or re.search(r"\bU?P\d", operands) is not None
        target = places[labels[label[1]]] if label and labels[label[1]] < len(places) else None
        instructions.append(Instruction(place, name, is_conditional, target))
    return Code(tuple(instructions))
