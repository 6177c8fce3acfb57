"""Ids, votes, reductions, scans, reads of other lanes, quads, and barriers.

A rule builds an operation for a call; the declaration of the function states the name of the operation, and the type of
its result where the rule does not determine it.
"""

from __future__ import annotations

from typing import Any

from ...ir.limits import ALL_SIZES
from ...ir.types import DType, TupleType, VectorType, bool_, element_of, i32, like, u32
from .memory import MemoryRules
from .values import Aggregate, Call, Number, Operand, Scalar, Vector, describe

#: The type of ballots and matches: a bit for each of up to 128 lanes.
MASK = VectorType(u32, 4)
#: The kinds of reductions and scans that combine bits.
BIT_KINDS = ("and", "or", "xor")


class WaveRules(MemoryRules):
    """Ids, votes, reductions, scans, reads of other lanes, quads, and barriers."""

    def query(self, call: Call, operation: str, result: DType) -> Scalar:
        """An operation without operands: an id, a count, or whether this is the first lane."""
        return self.compute(operation, [], result)

    def id_vector(self, call: Call, operation: str, result: VectorType) -> Vector:
        """A vector id; each component is queried where it is used."""

        def part(dimension: str) -> Scalar:
            return self.compute(operation, [], result.element, dimension=dimension)

        return Vector(result, parts=[lambda d=d: part(d) for d in "xyz"])

    # Votes.

    def vote(self, call: Call, operation: str, result: DType | VectorType) -> Number:
        """An operation on a predicate, and on a mask if the function has one."""
        numbers = [self._predicate(call), *self._masks(call)]
        return self.compute(operation, [self.value(number) for number in numbers], result)

    def _predicate(self, call: Call) -> Scalar:
        """Checks that the first operand is a bool scalar, and returns it."""
        function, text = call.function, call.texts[0]
        number = self.number(call.operands[0], f"`{function}`")
        if isinstance(number, Scalar) and number.type.is_bool:
            return number
        zero = "0.0" if number.type.is_float else "0"
        fix = f"compare it: `{text} != {zero}`"
        if number.weak and number.constant is not None:
            fix = f"write `{self.spelling.boolean(number.constant)}`"
        if isinstance(number, Vector):
            test = text if number.type.is_bool else f"{text} != {zero}"
            fix = f"`{self.spelling.call('any', test)}` or `{self.spelling.call('all', test)}`"
        self.fail("predicate-not-bool", f"`{function}` expects bool, got {describe(number)}", fix)

    def comparison(self, call: Call, operation: str, result: DType | VectorType | None = None) -> Number:
        """An operation that compares the values of lanes; without ``result`` it gives a bool for each component."""
        number = self.typed(self.number(call.operands[0], f"`{call.function}`"))
        return self.compute(operation, [self.value(number)], result or like(bool_, number.type))

    # Reductions and scans.

    def combination(self, call: Call, operation: str, kind: str) -> Any:
        """A reduction or scan, of the lanes of a mask if the function has one; elementwise on tuples if not."""
        operand, *masks = call.operands
        if isinstance(operand, Aggregate) and not masks:
            calls = [Call(call.function, [item], call.texts) for item in operand.items]
            return Aggregate(operand.type, [self.combination(item, operation, kind) for item in calls])
        number = self._combinable(call, operation, kind)
        values = [self.value(each) for each in (number, *self._masks(call))]
        made = self.compute(operation, values, number.type, kind=self.kind(kind, element_of(number.type)))
        return self._with_origin(made, number.origin)

    def clustered(self, call: Call, operation: str, kind: str) -> Any:
        """A reduction of each cluster of lanes; elementwise on tuples."""
        operand, size = call.operands
        if isinstance(operand, Aggregate):
            calls = [Call(call.function, [item, size], call.texts) for item in operand.items]
            return Aggregate(operand.type, [self.clustered(item, operation, kind) for item in calls])
        number = self._combinable(call, operation, kind)
        attributes = {"kind": self.kind(kind, element_of(number.type)), "cluster_size": self._cluster_size(call)}
        made = self.compute(operation, [self.value(number)], number.type, **attributes)
        return self._with_origin(made, number.origin)

    def _cluster_size(self, call: Call) -> int:
        """The last operand, which must be a constant size of clusters."""
        size = self.scalar(call.operands[-1], f"the cluster size of `{call.function}`", call.texts[-1])
        most = MASK.size * MASK.bits
        if not size.type.is_integer or size.constant not in [1 << bit for bit in range(1, most.bit_length())]:
            got = describe(size) if size.constant is None else size.constant
            message = (
                f"the cluster size of `{call.function}` must be a constant power of two from 2 to {most}, got {got}"
            )
            self.fail("cluster-size", message)
        return int(size.constant)

    def extreme_lane(self, call: Call, kind: str) -> Any:
        """The index of the lane with the ``min`` or ``max`` of the values; elementwise on tuples."""
        (operand,) = call.operands
        if isinstance(operand, Aggregate):
            items = [self.extreme_lane(Call(call.function, [item], call.texts), kind) for item in operand.items]
            return Aggregate(TupleType(tuple(item.type for item in items)), items)
        number = self._combinable(call, "", kind)
        type = like(u32, number.type)
        word = self.kind(kind, element_of(number.type))
        extreme = self.compute("wave.reduce", [self.value(number)], number.type, kind=word)
        lane = self.compute("wave.lane_index", [], u32)
        # Lanes without the extreme follow all others; if no lane has it, all values are NaN.
        most = self.constant(MASK.size * MASK.bits, u32)
        key = self.select(self.compare("==", number, extreme), lane, self.binary("|", lane, most))
        first = self.compute("wave.reduce", [self.value(key)], type, kind="minui")
        return self.binary("&", first, self.constant(MASK.size * MASK.bits - 1, u32))

    def _masks(self, call: Call) -> list[Number]:
        """Checks that the operands after the first are masks, and returns them."""
        masks = []
        for operand, text in zip(call.operands[1:], call.texts[1:], strict=True):
            number = self.number(operand, f"the mask of `{call.function}`", text)
            if number.type != MASK:
                fix = f"pass the lanes of one key: `{self.spelling.call('wave_match', text)}`"
                message = f"the mask of `{call.function}` must be a {MASK.name}, got {describe(number)}"
                self.fail("mask-type", message, fix)
            masks.append(number)
        return masks

    def _combinable(self, call: Call, operation: str, kind: str) -> Number:
        """Checks that a reduction or scan supports the type of the first operand, and returns the operand."""
        function, spelling = call.function, self.spelling
        number = self.typed(self.number(call.operands[0], f"`{function}`"))
        type = number.type
        if kind in BIT_KINDS:
            if type.is_float:
                self.fail("reduce-bits-of-float", f"`{function}` does not accept {type.name}")
            if type.is_bool:
                fix = None
                if operation == "wave.reduce":
                    other = {"and": "wave_active_all_true", "or": "wave_active_any_true"}
                    count = f"{spelling.call('wave_active_count_bits', '...')} & 1"
                    fix = f"use `{spelling.function(other[kind]) if kind in other else count}`"
                elif operation == "wave.multi_prefix":
                    fix = self._counted("wave_multi_prefix_count_bits")
                else:
                    fix = f"convert it first: `{spelling.cast(u32, call.texts[0])}`"
                self.fail("reduce-bits-of-bool", f"`{function}` accepts integers, got {type.name}", fix)
        elif type.is_bool:
            fix = None
            if operation in ("wave.prefix", "wave.multi_prefix"):
                fix = self._counted(f"{operation.replace('.', '_')}_count_bits")
            elif operation != "wave.reduce":
                fix = f"convert it first: `{spelling.cast(u32, call.texts[0])}`"
            elif kind in ("min", "max"):
                either = "wave_active_all_true" if kind == "min" else "wave_active_any_true"
                fix = f"use `{spelling.function(either)}`"
            self.fail("reduce-arithmetic-of-bool", f"`{function}` does not accept bool", fix)
        return number

    def _counted(self, function: str) -> str:
        """The help for a scan of bool; ``function`` counts them."""
        cast = self.spelling.cast(u32, "flag")
        return f"count with `{self.spelling.function(function)}`, or convert it first: `{cast}`"

    # Reads of other lanes.

    def elementwise(self, call: Call, operation: str, **attributes: Any) -> Any:
        """An operation whose result has the type of its operand; elementwise on tuples."""
        return self._elementwise(call.function, operation, call.operands[0], [], attributes)

    def read_lane(self, call: Call, operation: str, lanes: int | None = None) -> Any:
        """A read of a lane by its index, of ``lanes`` lanes if their number is known; elementwise on tuples."""
        value, lane = call.operands
        place = self.index(lane, call.texts[1], "a lane")
        most = lanes or MASK.size * MASK.bits
        if place.constant is not None and place.constant >= most:
            what = "quad has" if lanes else "wave has at most"
            message = f"lane {place.constant} does not exist: a {what} {most} lanes"
            self.fail("literal-range", message, f"read one of the lanes 0 to {most - 1}")
        return self._elementwise(call.function, operation, value, [place], {})

    def shuffle(self, call: Call, way: str) -> Any:
        """A read of the lane at a distance from this lane, or of the lane whose index differs in the bits of a mask."""
        value, _, *clusters = call.operands
        amount = self._distance(call, way)
        lane = self.compute("wave.lane_index", [], u32)
        lanes = self.compute("wave.lane_count", [], u32) if way in ("down", "rotate") else None
        if way == "xor":
            place = self.binary("^", lane, amount)
        elif way == "up":
            place = self.select(self.compare(">=", lane, amount), self.binary("-", lane, amount), lane)
        elif way == "down":
            # Written so that no sum overflows.
            exists = self.compare("<", amount, self.binary("-", lanes, lane))
            place = self.select(exists, self.binary("+", lane, amount), lane)
        else:
            place = self.binary("+", lane, amount)
            if clusters:
                size = self._cluster_size(call)
                place = self.binary("&", place, self.constant(size - 1, u32))
                place = self.binary("|", self.binary("&", lane, self.constant(u32.wrap(-size), u32)), place)
            # Waves with fewer lanes than a cluster are one cluster.
            if not clusters or size > ALL_SIZES[0]:
                place = self.binary("&", place, self.binary("-", lanes, self.constant(1, u32)))
        return self._elementwise(call.function, "wave.read_lane", value, [place], {})

    def _distance(self, call: Call, way: str) -> Scalar:
        """Checks the second operand of a shuffle, an i32 or u32, and returns it as a u32."""
        scalar, text = call.operands[1], call.texts[1]
        constant = scalar.constant if isinstance(scalar, Scalar) else None
        if way == "rotate" and isinstance(constant, int) and i32.lowest <= constant < 0:
            return self.constant(u32.wrap(constant), u32)
        if way in ("up", "down") and isinstance(constant, int) and constant < 0:
            other = f"wave_shuffle_{'down' if way == 'up' else 'up'}"
            fix = f"shift the other way: `{self.spelling.call(other, call.texts[0], -constant)}`"
            self.fail("literal-range", f"the distance of `{call.function}` cannot be negative, got {constant}", fix)
        scalar = self.index(scalar, text, "a mask" if way == "xor" else "a distance")
        most = MASK.size * MASK.bits
        if way == "xor" and scalar.constant is not None and scalar.constant >= most:
            message = f"`{call.function}` by {scalar.constant} reads no lane: a wave has at most {most} lanes"
            self.fail("literal-range", message, f"use a mask from 1 to {most - 1}")
        return self.convert(u32, scalar)

    def _elementwise(
        self, function: str, operation: str, operand: Operand, others: list[Scalar], attributes: dict[str, Any]
    ) -> Any:
        if isinstance(operand, Aggregate):
            items = [self._elementwise(function, operation, item, others, attributes) for item in operand.items]
            return Aggregate(operand.type, items)
        number = self.typed(self.number(operand, f"`{function}`"))
        values = [self.value(each) for each in (number, *others)]
        return self._with_origin(self.compute(operation, values, number.type, **attributes), number.origin)

    # Barriers.

    def barrier(self, call: Call, operation: str, scope: str, sync: bool) -> None:
        """A memory barrier, with or without waiting for the group."""
        self.emit(operation, scope=scope, sync=sync)

    def waves_barrier(self, waves: list[int], is_of_group: bool) -> None:
        """A barrier of a set of waves; that of all waves is the group's."""
        if is_of_group:
            self.emit("wave.barrier", scope="all", sync=True)
        else:
            self.emit("wave.waves_barrier", waves=waves)
