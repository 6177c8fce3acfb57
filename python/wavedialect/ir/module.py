"""The front end's SSA form: what the AST visitor builds, the interpreter executes and the printer turns into MLIR text.

Operations carry MLIR's own names and operand order, so that a listing reads like the module it becomes. The
differences are deliberate and few:

* values have the language's types (``u32`` is not ``i32``), because diagnostics and the interpreter need the sign;
* memory is indexed by ``i32``/``u32`` values, the printer adds the casts to ``index``;
* memory may hold vectors, an index counts those, and the attribute ``component`` of a load or store means one
  component; MLIR's memory is of scalars;
* ``reinterpret`` changes the sign of an integer and prints as nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any


# Not frozen, which takes four times as long to make: nobody changes one.
@dataclass(unsafe_hash=True, slots=True)
class Location:
    """A place in the user's source: lines count from 1, columns from 1."""

    file: str
    line: int
    column: int


@dataclass(eq=False, slots=True)
class Value:
    """One SSA value. ``type`` is a type of ``wavedialect.ir.types``; ``name`` is the variable that it was first
    assigned to; ``location`` is a parameter's place, other values have their operation's."""

    type: Any
    name: str | None = None
    location: Location | None = None


@dataclass(eq=False, slots=True)
class Block:
    """A straight run of operations; the last one is the region's terminator."""

    arguments: list[Value] = field(default_factory=list)
    operations: list[Operation] = field(default_factory=list)


@dataclass(eq=False, slots=True)
class Operation:
    """An operation, its regions being single blocks as everywhere in this IR."""

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


@dataclass(frozen=True)
class KernelAttributes:
    """What ``@wd.kernel(...)`` stated, unchecked: the dialect's verifier judges it."""

    num_waves: Any = None
    num_threads: tuple[int, int, int] | None = None
    wave_size: tuple[int, ...] | None = None
    stage: str = "compute"
    shader_model: str | None = None
    group_shared_limit: int | None = None


@dataclass(frozen=True)
class Capture:
    """What a name from outside meant when it went into a module: ``path`` as written in ``function``, the value, and a
    ``mark`` that differs where the value does.

    With ``whole`` a static expression takes the object itself, and may read more of it than other captures tell.
    """

    function: Any
    path: str
    value: Any
    mark: Any
    whole: bool = False


@dataclass(eq=False)
class Module:
    """One kernel, named by ``kernel``, and the helpers that it calls, callees first.

    ``captured`` and ``sources`` (the text of the kernel and of each helper, by "file:line:name") are what else the
    module was made of, for the key of a cache; ``warned`` the warnings that were given, in their order.
    """

    functions: list[Function]
    kernel: Function
    captured: list[Capture] = field(default_factory=list)
    sources: dict[str, str] = field(default_factory=dict)
    warned: dict[tuple[Location, str], None] = field(default_factory=dict)
