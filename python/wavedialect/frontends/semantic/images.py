"""Images: loads, stores and sizes."""

from __future__ import annotations

from typing import Any

from ...ir.types import VectorType, u32
from .arithmetic import Arithmetic
from .core import Phrase
from .values import Call, Image, Memory, Operand, Scalar, Vector, describe


class Images(Arithmetic):
    """Images: loads, stores and sizes."""

    def image_load(self, image: Image, x: Operand, y: Operand) -> Any:
        """``image[x, y]``: a scalar if the image has one channel, else a vector."""
        return self.compute("wave.image_load", [image.value, *self._coordinate(image, x, y)], image.type.texel.value)

    def image_store(self, image: Image, x: Operand, y: Operand, operand: Operand, text: Any) -> None:
        """``image[x, y] = operand``."""
        self.check_image_writable(image, text)
        value = self.value(self.stored(operand, image.type.texel, Phrase("a texel of `{}`", text)))
        self.emit("wave.image_store", [value, image.value, *self._coordinate(image, x, y)])

    def check_image_writable(self, image: Image, text: Any) -> None:
        """Rejects a read-only image."""
        if not image.type.writable:
            fix = f"declare it as `{text}: {self.spelling.resource('RWTexture2D', image.type.texel)}`"
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

        return Vector(result, parts=[lambda d=d: part(d) for d in "xy"])

    def _coordinate(self, image: Image, x: Operand, y: Operand) -> list[Any]:
        """Both coordinates, i32 or u32, as SSA values."""
        return [self.value(self.typed(self.coordinate(operand, image))) for operand in (x, y)]

    def coordinate(self, operand: Operand, image: Image, text: Any = "x", axis: str = "x") -> Scalar:
        """Checks that the operand is a coordinate of the image, and returns it; ``text`` is its source text."""
        name = image.value.name or "image"
        number = self.number(operand, "a coordinate", text)
        if not isinstance(number, Scalar) or not number.type.is_integer or number.type.bits != 32:
            fix = f"convert it: `{self.spelling.cast(u32, text)}`"
            if isinstance(number, Vector):
                fix = f"write both coordinates: `{name}[x, y]`"
            elif number.weak and number.constant is not None:
                fix = f"write an integer: `{int(number.constant)}`"
            self.fail("index-not-integer", f"a coordinate expects i32 or u32, got {describe(number)}", fix)
        if number.constant is not None and number.constant < 0:
            fix = f"count from the other side: `{self.spelling.call('image_size', name)}.{axis} - {-number.constant}`"
            self.fail("literal-range", f"a coordinate cannot be negative, got {number.constant}", fix)
        return number
