"""What the front end made of a kernel, as the native compiler takes it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ..errors import CompileError
from .module import Capture, KernelAttributes, Location, Module, Value
from .printer import print_module
from .types import DTYPES, VECTORS


@dataclass(frozen=True)
class MeshDispatch:
    """Where an amplification kernel launches mesh groups."""

    payload: Value | None
    """The groupshared array that it hands over, where there is one."""
    location: Location


class Listing:
    """A kernel and its helpers as MLIR text, and what is known of them without a look at their operations.

    The text is printed, or the module built, when somebody asks first: a listing that was kept has the text alone.
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
        *,
        text: str | None = None,
        build: Callable[[], Module] | None = None,
    ) -> None:
        """One of ``text`` and ``build`` may be left out where it is never asked for."""
        self.name = name
        """The kernel's name."""
        self.attributes = attributes
        """What its decorator stated."""
        self.parameters = list(parameters)
        self.location = location
        """Where the kernel begins."""
        self.files = list(files)
        """Those of the kernel and of its helpers."""
        self.captured = list(captured)
        """What names from outside meant."""
        self.mesh = mesh
        """None of kernels that launch no mesh groups."""
        self.warned: set[Any] = set()
        """The compiler's warnings that were given already."""
        self._text = text
        self._build = build
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
            _mesh_dispatch(module),
        )
        made._module = module
        return made

    @property
    def module(self) -> Module:
        """The operations."""
        if self._module is None:
            assert self._build is not None
            self._module = self._build()
            # Its values are those that the operations name.
            self.mesh = _mesh_dispatch(self._module)
        return self._module

    @property
    def has_module(self) -> bool:
        """Whether the operations are there already."""
        return self._module is not None

    @property
    def text(self) -> str:
        """MLIR text with locations. Raises CompileError for what is nested too deeply to be printed."""
        if self._text is None:
            try:
                self._text = print_module(self.module)
            except RecursionError:
                place = self.location
                message = f"`{self.name}` is nested too deeply"
                raise CompileError("nesting-depth", message, place.file, place.line, place.column) from None
        return self._text


def _mesh_dispatch(module: Module) -> MeshDispatch | None:
    for operation in module.kernel.body.operations:
        if operation.name == "wave.dispatch_mesh":
            return MeshDispatch(next(iter(operation.operands[3:]), None), operation.location)
    return None


def as_listing(kernel: Module | Listing) -> Listing:
    """The listing of what is one or a module."""
    return kernel if isinstance(kernel, Listing) else Listing.of(kernel)


def element_named(name: str) -> Any:
    """The type of a value by its name."""
    return DTYPES.get(name) or VECTORS[name]
