"""Ids, votes, reductions, reads of other lanes, and barriers."""

from __future__ import annotations

from typing import Any

from ..types import DType, VectorType, bool_, u32
from ..values import Aggregate, Operand, Scalar, describe
from .arithmetic import Arithmetic

_REDUCTION_WORD = {
    "add": "sum",
    "mul": "product",
    "min": "min",
    "max": "max",
    "and": "bit_and",
    "or": "bit_or",
    "xor": "bit_xor",
}


class WaveRules(Arithmetic):
    """Ids, votes, reductions, reads of other lanes, and barriers."""

    def query(self, name: str, type: DType = u32, **attributes: Any) -> Scalar:
        """An operation without operands: ids, counts, ``is_first_lane``."""
        return self.emit_scalar(f"wave.{name}", [], type, **attributes)

    def id_vector(self, name: str) -> Aggregate:
        """A vector id; each component is asked for where it is used."""
        return Aggregate(VectorType(u32, 3), [lambda d=d: self.query(name, dimension=d) for d in "xyz"])

    def vote(self, name: str, word: str, operand: Operand, type: DType, text: Any) -> Scalar:
        """``any``, ``all``, ``count_bits`` and ``prefix_count_bits``."""
        return self.emit_scalar(f"wave.{name}", [self.value(self.predicate(word, operand, text))], type)

    def predicate(self, word: str, operand: Operand, text: Any) -> Scalar:
        """The operand of a vote, which must be bool."""
        scalar = self.scalar(operand, f"`{word}`")
        if not scalar.type.is_bool:
            zero = "0.0" if scalar.type.is_float else "0"
            self.fail(
                "predicate-not-bool",
                f"`{word}` expects bool, got {describe(scalar)}",
                f"compare it: `{text} != {zero}`",
            )
        return scalar

    def ballot(self, operand: Operand, text: Any) -> Aggregate:
        """``wave_active_ballot``: four words."""
        value = self.value(self.predicate("wave_active_ballot", operand, text))
        words = self.emit("wave.ballot", [value], [u32] * 4)
        return Aggregate(VectorType(u32, 4), [Scalar(u32, word) for word in words])

    def reduction(self, name: str, word: str, operand: Operand) -> Any:
        """``wave.reduce`` and ``wave.prefix``; vectors and tuples element by element."""
        if isinstance(operand, Aggregate):
            items = [self.reduction(name, word, operand.item(i)) for i in range(len(operand.items))]
            return Aggregate(operand.type, items)
        scalar = self.typed(self.scalar(operand, f"a wave {_REDUCTION_WORD[word]}"))
        type = scalar.type
        function = f"wave_{'active' if name == 'reduce' else 'prefix'}_{_REDUCTION_WORD[word]}"
        if word in ("and", "or", "xor"):
            if type.is_float:
                self.fail("reduce-bits-of-float", f"`{function}` is not for {type.name}")
            if type.is_bool:
                other = {"and": "`wd.wave_active_all_true`", "or": "`wd.wave_active_any_true`"}.get(
                    word, "`wd.wave_active_count_bits(...) & 1`"
                )
                self.fail("reduce-bits-of-bool", f"`{function}` expects i32 or u32, got bool", f"use {other}")
        elif type.is_bool:
            fix = None
            if word in ("min", "max"):
                fix = f"use `wd.wave_active_{'all' if word == 'min' else 'any'}_true`"
            elif name == "prefix":
                fix = "count with `wd.wave_prefix_count_bits`, or convert it first: `u32(flag)`"
            self.fail("reduce-arithmetic-of-bool", f"`{function}` is not for bool", fix)
        return self.emit_scalar(f"wave.{name}", [self.value(scalar)], type, kind=self.kind(word, type))

    def elementwise(self, name: str, operand: Operand) -> Any:
        """``read_first_lane`` and ``assume_uniform``: same type in and out."""
        if isinstance(operand, Aggregate):
            items = [self.elementwise(name, operand.item(i)) for i in range(len(operand.items))]
            return Aggregate(operand.type, items)
        scalar = self.typed(self.scalar(operand, f"`{name}`"))
        return self.emit_scalar(f"wave.{name}", [self.value(scalar)], scalar.type)

    def all_equal(self, operand: Operand) -> Scalar:
        """``wave_active_all_equal`` of a scalar."""
        scalar = self.typed(self.scalar(operand, "`wave_active_all_equal`"))
        return self.emit_scalar("wave.all_equal", [self.value(scalar)], bool_)

    def read_lane(self, operand: Operand, lane: Operand) -> Any:
        """``wave_read_lane_at``; vectors and tuples element by element."""
        place = self.index(lane)
        if isinstance(operand, Aggregate):
            items = [self.read_lane(operand.item(i), place) for i in range(len(operand.items))]
            return Aggregate(operand.type, items)
        scalar = self.typed(self.scalar(operand, "`wave_read_lane_at`"))
        return self.emit_scalar("wave.read_lane", [self.value(scalar), self.value(place)], scalar.type)

    def barrier(self, scope: str, sync: bool) -> None:
        """A memory barrier, with or without waiting for the group."""
        self.emit("wave.barrier", scope=scope, sync=sync)
