"""The output of the front end for a kernel, as input for the native compiler."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from ..errors import CompileError, WaveWarning
from ..immutable import immutable
from .bounds import Bounds
from .memories import arrays, extents_of
from .module import Capture, KernelAttributes, Location, Module, Value
from .types import DTYPES, VECTORS
from .wave_operations import is_quadwise

#: The operations whose results the host reads from a buffer of records.
OUTPUT = ("wave.print", "wave.assert")


@immutable
class MeshDispatch:
    """The mesh launch of an amplification kernel."""

    payload: Value | None
    """The groupshared array that it passes, if any."""
    location: Location


class Listing:
    """A kernel and its helpers as MLIR text, and the facts about them that do not need their operations.

    The text is printed, or the module built, on first use: a cached listing has only the text.
    """

    def __init__(
        self,
        name: str,
        attributes: KernelAttributes,
        parameters: Sequence[Value],
        location: Location,
        files: Sequence[str],
        captured: Sequence[Capture],
        mesh: MeshDispatch | None,
        operations: Iterable[str],
        *,
        text: str | None = None,
        build: Callable[[], Module] | None = None,
        bounds: Bounds = Bounds.GUARDED,
        language: str = "python",
    ) -> None:
        """One of ``text`` and ``build`` may be omitted if it is never used."""
        self.name = name
        """The kernel's name."""
        self.attributes = attributes
        """The arguments of its decorator."""
        self.parameters = list(parameters)
        self.location = location
        """Where the kernel begins."""
        self.files = list(files)
        """The files of the kernel and its helpers."""
        self.captured = list(captured)
        """The values of names captured from outside."""
        self.mesh = mesh
        """None for kernels that launch no mesh groups."""
        self.operations = frozenset(operations)
        """The names of the operations of the kernel and its helpers."""
        self.bounds = bounds
        """The accesses in the text of memories of more than one dimension."""
        self.language = language
        """The name of the language in which the kernel was written."""
        self.profile = ""
        """The profile of a shader, such as "cs_6_8"; empty if none was stated."""
        self.resource_arrays: Mapping[str, int] = {}
        """The sizes of arrays of resources by their paths, ``layers[].tables[]``."""
        self.warned: set[Any] = set()
        """The compiler warnings that have already been given."""
        self.warnings: Sequence[WaveWarning] = ()
        """The warnings of the front end, which have been given."""
        self._text = text
        self._build = build
        self._others: dict[Bounds, Listing] = {}
        self._module: Module | None = None

    @staticmethod
    def of(module: Module) -> Listing:
        """The listing of a module."""
        kernel = module.kernel
        files = dict.fromkeys(function.location.file for function in module.functions)
        made = Listing(
            kernel.name,
            kernel.kernel or KernelAttributes(),
            kernel.parameters,
            kernel.location,
            list(files),
            module.captured,
            mesh_dispatch(module),
            {operation.name for function in module.functions for operation in function.walk()},
        )
        made.warnings = [WaveWarning(said, at.file, at.line, at.column) for at, said in module.warned]
        made._module = module
        return made

    @property
    def module(self) -> Module:
        """The operations."""
        if self._module is None:
            assert self._build is not None
            self._module = self._build()
            # It must refer to the values of the operations just built.
            self.mesh = mesh_dispatch(self._module)
        return self._module

    def built(self) -> Module:
        """The operations, built anew if the listing can be."""
        return self.module if self._build is None else self._build()

    @property
    def has_output(self) -> bool:
        """Whether the kernel or a helper prints or checks."""
        return not self.operations.isdisjoint(OUTPUT)

    @property
    def has_quads(self) -> bool:
        """Whether lanes exchange values in quads."""
        return any(map(is_quadwise, self.operations))

    @property
    def has_pipes(self) -> bool:
        """Whether waves pass data through pipes."""
        return "wave.pipe" in self.operations

    @property
    def has_async_copies(self) -> bool:
        """Whether waves copy to groupshared memory while they go on."""
        return "wave.async_copy" in self.operations

    @property
    def orders_some_waves(self) -> bool:
        """Whether waves wait for some waves of their group, at pipes or at barriers of a set."""
        return self.has_pipes or "wave.waves_barrier" in self.operations

    @property
    def has_module(self) -> bool:
        """Whether the operations have been built."""
        return self._module is not None

    @property
    def text(self) -> str:
        """MLIR text with locations. Raises CompileError for a kernel that is nested too deeply to print."""
        if self._text is None:
            # A listing from the cache has its text.
            from .printer import print_module

            try:
                self._text = print_module(self.module, self.bounds)
            except RecursionError:
                place = self.location
                message = f"`{self.name}` is nested too deeply"
                raise CompileError("nesting-depth", message, place.file, place.line, place.column) from None
        return self._text

    def printed(self, bounds: Bounds) -> Listing:
        """The listing with such accesses of memories of more than one dimension; itself if its text is the same."""
        if bounds is self.bounds or not self._has_dimensions(bounds):
            return self
        if bounds not in self._others:
            made = Listing.of(self.module)
            made.bounds, made.warned = bounds, self.warned
            self._others[bounds] = made
        return self._others[bounds]

    def _has_dimensions(self, bounds: Bounds) -> bool:
        """Whether a buffer has more than one dimension, or an array that is watched."""
        if any(map(extents_of, self.parameters)):
            return True
        made = arrays(self.module) if bounds is Bounds.WATCHED else ()
        return any(operation.results[0].type.rank > 1 for operation in made)


def mesh_dispatch(module: Module) -> MeshDispatch | None:
    """The mesh launch of a module's kernel; None if it has none."""
    for operation in module.kernel.body.operations:
        if operation.name == "wave.dispatch_mesh":
            return MeshDispatch(next(iter(operation.operands[3:]), None), operation.location)
    return None


def as_listing(kernel: Module | Listing) -> Listing:
    """The listing itself, or the listing of a module."""
    return kernel if isinstance(kernel, Listing) else Listing.of(kernel)


def element_named(name: str) -> Any:
    """The value type with this name."""
    return DTYPES.get(name) or VECTORS[name]
