"""Ids, votes, reductions, scans, reads of other lanes, quads, and barriers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...ir.types import DType, VectorType, bool_, element_of, like, u32
from .advice import bare
from .memory import MemoryRules
from .values import Aggregate, Number, Operand, Scalar, Vector, describe

#: The type of ballots and matches: a bit for each of up to 128 lanes.
MASK = VectorType(u32, 4)


class WaveRules(MemoryRules):
    """Ids, votes, reductions, scans, reads of other lanes, quads, and barriers."""

    def query(self, name: str, type: DType = u32, **attributes: Any) -> Scalar:
        """An operation without operands: an id, a count, or ``is_first_lane``."""
        return self.compute(f"wave.{name}", [], type, **attributes)

    def id_vector(self, name: str) -> Vector:
        """A vector id; each component is queried where it is used."""
        return Vector(VectorType(u32, 3), parts=[lambda d=d: self.query(name, dimension=d) for d in "xyz"])

    # Votes.

    def vote(self, operation: str, function: str, operand: Operand, type: DType, text: Any) -> Scalar:
        """``any``, ``all``, ``count_bits``, ``prefix_count_bits``, ``quad_any`` and ``quad_all``."""
        return self.compute(f"wave.{operation}", [self.value(self.predicate(function, operand, text))], type)

    def predicate(self, function: str, operand: Operand, text: Any) -> Scalar:
        """Checks that the operand of a vote is a bool scalar, and returns it."""
        number = self.number(operand, f"`{function}`")
        if isinstance(number, Scalar) and number.type.is_bool:
            return number
        zero = "0.0" if number.type.is_float else "0"
        fix = f"compare it: `{text} != {zero}`"
        if number.weak and number.constant is not None:
            fix = f"write `{bool(number.constant)}`"
        if isinstance(number, Vector):
            test = bare(text) if number.type.is_bool else f"{text} != {zero}"
            fix = f"`wd.any({test})` or `wd.all({test})`"
        self.fail("predicate-not-bool", f"`{function}` expects bool, got {describe(number)}", fix)

    def ballot(self, operand: Operand, text: Any) -> Vector:
        """``wave_active_ballot``."""
        return self.compute("wave.ballot", [self.value(self.predicate("wave_active_ballot", operand, text))], MASK)

    def match(self, operand: Operand) -> Vector:
        """``wave_match``."""
        return self.compute("wave.match", [self.value(self.typed(self.number(operand, "`wave_match`")))], MASK)

    def all_equal(self, operand: Operand) -> Any:
        """``wave_active_all_equal``: a bool; for a vector, a bool per component."""
        number = self.typed(self.number(operand, "`wave_active_all_equal`"))
        return self.compute("wave.all_equal", [self.value(number)], like(bool_, number.type))

    # Reductions and scans.

    def combination(self, operation: str, word: str, function: str, operand: Operand) -> Any:
        """``reduce`` and ``prefix`` of the kind ``word``; elementwise on tuples."""
        if isinstance(operand, Aggregate):
            items = [self.combination(operation, word, function, item) for item in operand.items]
            return Aggregate(operand.type, items)
        number = self._combinable(word, function, operand)
        return self.compute(
            f"wave.{operation}", [self.value(number)], number.type, kind=self.kind(word, element_of(number.type))
        )

    def multi_prefix(self, word: str, function: str, operand: Operand, mask: Operand, texts: Sequence[Any]) -> Any:
        """``wave_multi_prefix_...`` of the kind ``word``."""
        number = self._combinable(word, function, operand)
        values = [self.value(number), self.value(self._mask(function, mask, texts[1]))]
        return self.compute("wave.multi_prefix", values, number.type, kind=word)

    def multi_prefix_count_bits(self, operand: Operand, mask: Operand, texts: Sequence[Any]) -> Scalar:
        """``wave_multi_prefix_count_bits``."""
        function = "wave_multi_prefix_count_bits"
        predicate = self.predicate(function, operand, texts[0])
        values = [self.value(predicate), self.value(self._mask(function, mask, texts[1]))]
        return self.compute("wave.multi_prefix_count_bits", values, u32)

    def _mask(self, function: str, operand: Operand, text: Any) -> Number:
        number = self.number(operand, f"the mask of `{function}`", text)
        if number.type != MASK:
            fix = f"pass the lanes of one key: `wd.wave_match({bare(text)})`"
            self.fail("mask-type", f"the mask of `{function}` must be a {MASK.name}, got {describe(number)}", fix)
        return number

    def _combinable(self, word: str, function: str, operand: Operand) -> Number:
        """Checks that a reduction or scan supports the type of its operand, and returns the operand."""
        number = self.typed(self.number(operand, f"`{function}`"))
        type = number.type
        if word in ("and", "or", "xor"):
            if type.is_float:
                self.fail("reduce-bits-of-float", f"`{function}` is not for {type.name}")
            if type.is_bool:
                fix = None
                if function.startswith("wave_active"):
                    other = {"and": "`wd.wave_active_all_true`", "or": "`wd.wave_active_any_true`"}
                    fix = f"use {other.get(word, '`wd.wave_active_count_bits(...) & 1`')}"
                elif function.startswith("wave_multi"):
                    fix = "count with `wd.wave_multi_prefix_count_bits`, or convert it first: `u32(flag)`"
                self.fail("reduce-bits-of-bool", f"`{function}` is for integers, got {type.name}", fix)
        elif type.is_bool:
            fix = None
            if word in ("min", "max"):
                fix = f"use `wd.wave_active_{'all' if word == 'min' else 'any'}_true`"
            elif "prefix" in function:
                counts = function[: function.index("prefix")] + "prefix_count_bits"
                fix = f"count with `wd.{counts}`, or convert it first: `u32(flag)`"
            self.fail("reduce-arithmetic-of-bool", f"`{function}` is not for bool", fix)
        return number

    # Reads of other lanes.

    def elementwise(self, operation: str, function: str, operand: Operand, **attributes: Any) -> Any:
        """``read_first_lane``, ``quad_read_across`` and ``assume_uniform``: the result has the operand's type;
        elementwise on tuples."""
        if isinstance(operand, Aggregate):
            items = [self.elementwise(operation, function, item, **attributes) for item in operand.items]
            return Aggregate(operand.type, items)
        number = self.typed(self.number(operand, f"`{function}`"))
        return self.compute(f"wave.{operation}", [self.value(number)], number.type, **attributes)

    def read_lane(
        self, operation: str, function: str, operand: Operand, lane: Operand, texts: Sequence[Any] = ("x", "x")
    ) -> Any:
        """``read_lane`` and ``quad_read_lane``; elementwise on tuples."""
        place = self.index(lane, texts[1], "a lane")
        if operation == "quad_read_lane" and place.constant is not None and place.constant > 3:
            self.fail("literal-range", f"`{function}` of lane {place.constant}", "a quad has the lanes 0 to 3")
        return self._read_lane(operation, function, operand, place)

    def _read_lane(self, operation: str, function: str, operand: Operand, place: Scalar) -> Any:
        if isinstance(operand, Aggregate):
            items = [self._read_lane(operation, function, item, place) for item in operand.items]
            return Aggregate(operand.type, items)
        number = self.typed(self.number(operand, f"`{function}`"))
        return self.compute(f"wave.{operation}", [self.value(number), self.value(place)], number.type)

    # Barriers.

    def barrier(self, scope: str, sync: bool) -> None:
        """A memory barrier, with or without waiting for the group."""
        self.emit("wave.barrier", scope=scope, sync=sync)
