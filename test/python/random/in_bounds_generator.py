"""Random kernels of the other families whose accesses are all in bounds, so that they are defined without bounds checks too.

Buffers are long enough for the indices, or the indices are brought into the range, and nothing is stored elsewhere. The
interpreter runs the kernels unchecked as well, and raises an error at an access out of bounds: then the generator is wrong.

Without bounds checks the mask of an access is that of the control flow. The kernels therefore also load and store elements
in one block: a compiler must not exchange the two where it makes both one masked access each.
"""

from __future__ import annotations

from collections.abc import Callable

from expression_writer import LOCAL_LENGTH
from generator import RandomKernel, Writer
from optimizer_generator import (
    ConditionalLoadThreadWriter,
    ConditionalLoadWriter,
    OptimizerThreadWriter,
    OptimizerWriter,
)
from thread_generator import AnyOrderWriter, ThreadWriter
from typed_generator import TypedAnyOrderWriter, TypedThreadWriter, TypedWaveWriter
from typed_writer import TypedWriter

REDUCTIONS = ("sum", "min", "max", "bit_and", "bit_or", "bit_xor")


class UpdateWriter(Writer):
    """Adds updates of elements that no other lane accesses then."""

    in_bounds = True

    def choices(self) -> list[tuple[int, Callable[[], None]]]:
        choices = super().choices()
        if not self.place.in_helper:
            choices.append((10, self.write_update))
        return choices

    def own_elements(self) -> list[tuple[str, str]]:
        """The types and texts of elements of the lane. In memory, the next lane's element follows each of them."""
        number = self.random.randrange(LOCAL_LENGTH)
        return [("u", "own[slot]"), ("u", "shared[local]"), ("u", f"array[{number}]"), ("b", "out_b[slot]")]

    def variable(self, type_: str) -> str:
        """A variable of the type, which exists before and after the statement."""
        return self.random.choice(self.written[type_])

    def write_update(self) -> None:
        """A variable takes the old value of an element, in all lanes that come here or in some of them."""
        type_, element = self.random.choice(self.own_elements())
        name = self.variable(type_)
        if self.random.random() < 0.2:
            self.write_load_and_store(type_, element, name)
            return
        self.write(f"if {self.expression('b', 1)}:")
        with self.inside(uniform=False, all_active=False):
            self.indent += 1
            self.write_load_and_store(type_, element, name)
            self.indent -= 1

    def write_load_and_store(self, type_: str, element: str, name: str) -> None:
        self.write(f"{name} = {element}")
        self.write(f"{element} = {self.value(type_, 2)}")
        if type_ == "u" and self.random.random() < 0.5:
            text = f"wd.wave_active_{self.random.choice(REDUCTIONS)}({name})"
            self.write(f"{self.variable('u')} = {self.of_wave(text, 'u', name)}")


class TypedUpdateWriter(UpdateWriter, TypedWriter):
    """Updates elements of every type."""

    def own_elements(self) -> list[tuple[str, str]]:
        shared = [(type_, f"{name}[local]") for name, type_ in self.shared_arrays]
        arrays = [(type_, f"{name}[{self.random.randrange(count)}]") for name, type_, count in self.typed_arrays]
        return [*super().own_elements(), *shared, *arrays]

    def variable(self, type_: str) -> str:
        if self.written.get(type_):
            return super().variable(type_)
        known = self.target(type_)
        return known[1] if known else self.declare(type_, 1)


def _in_bounds(updates: type, *writers: type) -> list[type]:
    return [type(f"InBounds{writer.__name__}", (updates, writer), {}) for writer in writers]


_OF_WAVES = _in_bounds(UpdateWriter, OptimizerWriter, Writer, ConditionalLoadWriter)
_OF_THREADS = _in_bounds(UpdateWriter, OptimizerThreadWriter, ThreadWriter, ConditionalLoadThreadWriter, AnyOrderWriter)
_TYPED = _in_bounds(TypedUpdateWriter, TypedWaveWriter, TypedThreadWriter, TypedAnyOrderWriter)
WRITERS = (*_OF_WAVES, *_OF_THREADS, *_TYPED)


def generate_in_bounds(seed: int) -> RandomKernel:
    """The kernel of that seed: of ten seeds four have groups of waves, four of threads, two of threads in any order."""
    return WRITERS[seed % len(WRITERS)](seed).kernel()
