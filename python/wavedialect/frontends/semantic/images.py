"""Images: loads, stores, atomics and sizes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

from ...ir.types import VectorType, i32, u32
from .advice import integer_literal
from .arithmetic import Arithmetic
from .core import Phrase
from .values import Aggregate, Call, Image, Memory, Operand, Scalar, Vector, describe


class Images(Arithmetic):
    """Images: loads, stores, atomics and sizes."""

    def image_load(self, image: Image, coordinates: Sequence[Operand]) -> Any:
        """``image[x, y]``: a scalar if the image has one channel, else a vector."""
        return self.compute(
            "wave.image_load", [image.value, *self._coordinates(image, coordinates)], image.type.texel.value
        )

    def image_store(self, image: Image, coordinates: Sequence[Operand], operand: Operand, text: Any) -> None:
        """``image[x, y] = operand``."""
        self.check_image_writable(image, text)
        value = self.value(self.stored(operand, image.type.texel, Phrase("a texel of `{}`", text)))
        self.emit("wave.image_store", [value, image.value, *self._coordinates(image, coordinates)])

    def image_atomic(self, call: Call, operation: str, kind: str | None, image: Image) -> Scalar:
        """An atomic on a texel, whose other operands follow its coordinates; returns the old value."""
        _, index, *operands = call.operands
        text, index_text, *texts = call.texts
        element = image.type.texel
        if element not in (i32, u32):
            types = f"{self.spelling.type(i32)} or {self.spelling.type(u32)}"
            fix = f"use an image of {types}, or a `{self.spelling.resource('RWBuffer')}`"
            self.fail("atomic-type", f"`{call.function}` on a texel expects {types}, got {image.type.name}", fix)
        self.check_image_writable(image, text)
        items = index.items if isinstance(index, Aggregate) else self.components_of_coordinate(index, image)
        if len(items) != image.type.rank:
            form = f"{self.spelling.function(call.function)}({text}, ({image.type.coordinates}), value)"
            self.refuse_coordinates(image, len(items), text, form)
        place = self._coordinates(image, items, index_text)
        use = Phrase(f"`{call.function}` on `{{}}`", text)
        coerced = [self.coerce(value, element, use, its) for value, its in zip(operands, texts, strict=True)]
        attributes = {} if kind is None else {"kind": self.kind(kind, element)}
        values = [self.value(number) for number in coerced]
        operation = operation.replace("wave.atomic", "wave.image_atomic")
        return self.compute(operation, [*values, image.value, *place], element, **attributes)

    def components_of_coordinate(self, operand: Operand, image: Image) -> list[Operand]:
        """The coordinates in one operand: those of a vector of as many components, else the operand itself."""
        if isinstance(operand, Vector) and operand.type.size == image.type.rank:
            return list(self.components(operand))
        return [operand]

    def refuse_coordinates(self, image: Image, count: int, text: Any, form: str = "") -> NoReturn:
        """Rejects a number of coordinates that the image does not have."""
        number = {2: "two", 3: "three"}[image.type.rank]
        what = "an array of images" if image.type.is_array else "an image"
        form = form or f"{text}[{image.type.coordinates}]"
        self.fail("image-coordinate", f"{what} has {number} coordinates, got {count}", f"write `{form}`")

    def check_image_writable(self, image: Image, text: Any) -> None:
        """Rejects a read-only image."""
        if not image.type.writable:
            fix = f"declare it as `{text}: {self.spelling.resource(f'RW{image.type.word}', image.type.texel)}`"
            self.fail("read-only-buffer", f"`{text}` is a read-only {image.type.name}", fix)

    def image_size(self, call: Call, operation: str, result: VectorType) -> Vector:
        """The size of an image; each component is queried where it is used."""
        (operand,) = call.operands
        if not isinstance(operand, Image):
            fix = "pass the image itself"
            if isinstance(operand, Memory):
                fix = f"the length of a buffer is `{self.spelling.length('buffer')}`"
            self.fail("value-type", f"`image_size` takes an image, got {describe(operand)}", fix)

        def part(dimension: str) -> Scalar:
            return self.compute(operation, [operand.value], result.element, dimension=dimension)

        dimensions = "xyz"[: operand.type.rank]
        return Vector(VectorType(result.element, len(dimensions)), parts=[lambda d=d: part(d) for d in dimensions])

    def _coordinates(self, image: Image, coordinates: Sequence[Operand], text: Any = None) -> list[Any]:
        """The coordinates, i32 or u32, as SSA values."""
        texts = getattr(text, "parts", None) or ["x"] * len(coordinates)
        return [
            self.value(self.typed(self.coordinate(*pair, axis)))
            for *pair, axis in zip(coordinates, [image] * len(coordinates), texts, "xyz", strict=False)
        ]

    def coordinate(self, operand: Operand, image: Image, text: Any = "x", axis: str = "x") -> Scalar:
        """Checks that the operand is a coordinate of the image, and returns it; ``text`` is its source text."""
        name = image.value.name or "image"
        number = self.number(operand, "a coordinate", text)
        if not isinstance(number, Scalar) or not number.type.is_integer or number.type.bits != 32:
            fix = f"convert it: `{self.spelling.cast(u32, text)}`"
            if isinstance(number, Vector):
                fix = (
                    f"write {'all' if image.type.is_array else 'both'} coordinates: `{name}[{image.type.coordinates}]`"
                )
            elif number.weak and number.constant is not None:
                fix = integer_literal(number.constant)
            self.fail("index-not-integer", f"a coordinate expects i32 or u32, got {describe(number)}", fix)
        if number.constant is not None and number.constant < 0:
            fix = f"count from the other side: `{self.spelling.call('image_size', name)}.{axis} - {-number.constant}`"
            self.fail("literal-range", f"a coordinate cannot be negative, got {number.constant}", fix)
        return number
