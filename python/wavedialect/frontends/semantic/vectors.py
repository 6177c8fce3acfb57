"""Vectors: constructors, and components by their HLSL names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...ir.types import VectorType
from .arithmetic import Arithmetic
from .core import COMPONENTS
from .values import Number, Operand, Scalar, Vector

#: The two sets of component names; a swizzle uses only one of them.
_NAMES = (COMPONENTS, "rgba")


class Vectors(Arithmetic):
    """Vectors: constructors, components, swizzles."""

    def construct(self, type: VectorType, operands: Sequence[Operand], texts: Sequence[Any]) -> Vector:
        """``float3(...)`` from all its components, from one scalar for all of them, or from a vector to convert."""
        use = f"`{type.name}(...)`"
        # Each operand is converted as a whole, then split into components.
        numbers = [self.convert(type.element, self.number(operand, use)) for operand in operands]
        if len(numbers) == 1 and isinstance(numbers[0], Scalar):
            return self.become(self.typed(numbers[0]), type)
        if len(numbers) == 1 and numbers[0].type == type:
            return numbers[0]
        count = sum(number.type.size if isinstance(number, Vector) else 1 for number in numbers)
        if count != type.size:
            fix = f"pass {type.size} components, or one scalar for all"
            if len(numbers) == 1 and count > type.size:
                fix = f"take the components to keep: `{texts[0]}.{COMPONENTS[: type.size]}`"
            self.fail("vector-components", f"{use} has {type.size} components, got {count}", fix)
        scalars = [scalar for number in numbers for scalar in self.components(number)]
        if all(scalar.constant is not None for scalar in scalars):
            return Vector(type, parts=list(scalars))
        return self.compute("vector.from_elements", [self.value(scalar) for scalar in scalars], type)

    def components(self, number: Number) -> list[Scalar]:
        """The components of a vector; for a scalar, the scalar itself."""
        if isinstance(number, Scalar):
            return [number]
        return [self.component(number, place) for place in range(number.type.size)]

    def positions(self, type: VectorType, letters: str, text: Any) -> list[int]:
        """The positions of the components that the letters of ``v.letters`` name."""
        names = next((names for names in _NAMES if all(letter in names for letter in letters)), None)
        known = " ".join(f".{letter}" for letter in COMPONENTS[: type.size])
        if names is None:
            if all(any(letter in names for names in _NAMES) for letter in letters):
                message = f"`.{letters}` mixes the names of two sets, xyzw and rgba"
                mixed = "".join(COMPONENTS[max(names.find(letter) for names in _NAMES)] for letter in letters)
                self.fail("swizzle-mixed", message, f"write `{text}.{mixed}`")
            self.fail("unknown-attribute", f"`{text}`, a {type.name}, has no component `.{letters}`", f"use {known}")
        places = [names.index(letter) for letter in letters]
        if max(places) >= type.size:
            fix = f"use {known}"
            self.fail("unknown-attribute", f"`{text}`, a {type.name}, has no component `.{names[max(places)]}`", fix)
        if len(places) > 4:
            message = f"`.{letters}` has {len(places)} components, a vector at most four"
            self.fail("swizzle-length", message, "take up to four")
        return places

    def swizzle(self, vector: Vector, places: Sequence[int]) -> Number:
        """A single component as a scalar, or several components as a vector."""
        if len(places) == 1:
            return self.component(vector, places[0])
        type = VectorType(vector.type.element, len(places))
        if vector.parts is not None:
            return Vector(type, parts=[vector.parts[place] for place in places])
        if list(places) == list(range(vector.type.size)):
            return vector
        return self.compute("vector.shuffle", [vector.value, vector.value], type, mask=list(places))

    def check_written(self, places: Sequence[int], text: Any) -> None:
        """Rejects an assignment that writes a component twice."""
        if len(set(places)) < len(places):
            self.fail("swizzle-repeated", f"`{text}` writes a component twice", "name each component once")

    def with_components(self, vector: Vector, places: Sequence[int], number: Number) -> Vector:
        """A copy of a vector with some components replaced by a scalar, or by a vector with as many components."""
        type = vector.type
        if isinstance(number, Scalar):
            if vector.constants is not None and number.constant is not None:
                parts = [number if place in places else self.component(vector, place) for place in range(type.size)]
                return Vector(type, parts=parts)
            return self.compute("vector.insert", [self.value(number), self.value(vector)], type, position=places[0])
        if sorted(places) == list(range(type.size)):
            return self.swizzle(number, [places.index(place) for place in range(type.size)])
        mask = [type.size + places.index(place) if place in places else place for place in range(type.size)]
        return self.compute("vector.shuffle", [self.value(vector), self.value(number)], type, mask=mask)
