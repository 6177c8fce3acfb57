"""The front end's SSA form: the AST visitor builds it, the interpreter executes it, the printer emits it as MLIR text.

Operations use MLIR's names and operand order, so that a listing reads like the resulting module. The few deliberate
differences are:

* values have the language's types (``u32`` is not ``i32``), because diagnostics and the interpreter need the sign;
* memory is indexed by ``i32``/``u32`` values; the printer adds the casts to ``index``;
* memory may hold vectors: an index counts vectors, and the attribute ``component`` of a load or store selects one
  component; MLIR's memory consists of scalars;
* ``reinterpret`` changes the signedness of an integer, or makes the scalars of a buffer its elements, and prints
  nothing. A load or store of a vector in a memory of scalars accesses consecutive scalars.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from ..immutable import immutable


# Not frozen, because constructing a frozen one takes four times as long; never modified.
@dataclass(unsafe_hash=True, slots=True)
class Location:
    """A location in the user's source: lines and columns count from 1."""

    file: str
    line: int
    column: int


@dataclass(eq=False, slots=True)
class Value:
    """One SSA value. ``type`` is a type of ``wavedialect.ir.types``; ``name`` is the variable to which it was first
    assigned; ``location`` is set for parameters, other values use the location of their operation. ``declared`` is set for
    a field of a struct that is a kernel's parameter: the parameter that the user's kernel declares."""

    type: Any
    name: str | None = None
    location: Location | None = None
    declared: Value | None = None


@dataclass(eq=False, slots=True)
class Block:
    """A sequence of operations; the last one is the region's terminator."""

    arguments: list[Value] = field(default_factory=list)
    operations: list[Operation] = field(default_factory=list)


@dataclass(eq=False, slots=True)
class Operation:
    """An operation; its regions are single blocks, as everywhere in this IR."""

    name: str
    operands: list[Value]
    results: list[Value]
    attributes: dict[str, Any]
    regions: list[Block]
    location: Location

    def walk(self) -> Iterator[Operation]:
        """This operation and everything nested in it, outermost first."""
        yield self
        for region in self.regions:
            for operation in region.operations:
                yield from operation.walk()


@dataclass(eq=False)
class Function:
    """A kernel (``kernel`` holds its attributes) or a helper (``kernel`` is None)."""

    name: str
    parameters: list[Value]
    result_types: list[Any]
    body: Block
    location: Location
    kernel: KernelAttributes | None = None
    helper_num_waves: Any = None

    def walk(self) -> Iterator[Operation]:
        for operation in self.body.operations:
            yield from operation.walk()


@immutable
class KernelAttributes:
    """The arguments of ``@wd.kernel(...)``, unchecked: the dialect's verifier checks them."""

    num_waves: Any = None
    num_threads: tuple[int, int, int] | None = None
    wave_size: tuple[int, ...] | None = None
    stage: str = "compute"
    shader_model: str | None = None
    group_shared_limit: int | None = None


@immutable
class Capture:
    """The meaning of a captured name when the module was built: ``path`` as written in ``function``, the value, and a
    ``mark`` that differs if the value differs.

    With ``whole`` a static expression uses the object itself, and may read more of it than other captures record.
    """

    function: Any
    path: str
    value: Any
    mark: Any
    whole: bool = False


@dataclass(eq=False)
class Module:
    """One kernel, named by ``kernel``, and the helpers that it calls, callees first.

    ``captured`` and ``sources`` (the text of the kernel and of each helper, by "file:line:name") are the other inputs
    of the module, for cache keys; ``warned`` holds the warnings that were given, in order.
    """

    functions: list[Function]
    kernel: Function
    captured: list[Capture] = field(default_factory=list)
    sources: dict[str, str] = field(default_factory=dict)
    warned: dict[tuple[Location, str], None] = field(default_factory=dict)
