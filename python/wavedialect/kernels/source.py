"""The origin of a kernel: a Python function, MLIR text, or an HLSL file."""

from __future__ import annotations

import inspect
import linecache
import textwrap
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..errors import WaveWarning
from ..ir.listing import Listing
from ..ir.module import KernelAttributes, Module


class KernelSource(ABC):
    """What a kernel is made of, and the listing that its front end makes of it."""

    name: str
    attributes: KernelAttributes
    language: str
    """The name of the language."""
    file: str
    """The file that contains the kernel."""
    first_line: int
    """The line where the kernel begins, with its attributes."""
    parameter_names: tuple[str, ...]
    defaults: Mapping[str, Any]
    """The parameters that a launch may omit, with their values."""
    keyword_only: Sequence[str] = ()
    """Parameters that a call can pass only by name, which the front end refuses."""
    parts: Mapping[str, list[str]] = {}
    """The arrays and structs of resources, each with the parameters that are its parts."""
    resource_arrays: Mapping[str, int] = {}
    """The sizes of arrays of resources by their paths, ``layers[].tables[]``."""
    warnings: Sequence[WaveWarning] = ()
    """The warnings of the front end that a report of lints has as well."""
    scope: Mapping[str, Any] = {}
    """The names that a fix of a lint may use."""
    can_reread = False
    """Whether ``reread`` reads the source without running the user's code."""

    @abstractmethod
    def listing(self) -> Listing:
        """The listing for the current values of all names that the source takes from outside."""

    @abstractmethod
    def debugged_module(self) -> Module:
        """A new module for a debugger. If the front end knows where statements begin, the module says it."""

    def refresh(self) -> None:
        """Updates copies of names from outside to their current values."""

    def text(self) -> str:
        """The lines of the kernel in its file, as notebooks show them; empty if they are not known."""
        lines = linecache.getlines(self.file)[self.first_line - 1 :]
        return textwrap.dedent("".join(inspect.getblock(lines))) if lines else ""

    @abstractmethod
    def adorn(self, kernel: Any) -> None:
        """Gives a kernel the attributes that a function has in Python."""

    @abstractmethod
    def reduced(self, kernel: Any, make: Callable[[KernelSource], Any]) -> str | tuple[Any, ...]:
        """The result of ``__reduce__`` for a kernel of this source; ``make`` makes a kernel of a source."""

    @abstractmethod
    def replaced(self, attributes: KernelAttributes, constants: Mapping[str, Any]) -> KernelSource:
        """The source with other attributes, and with other values of constants from outside. Raises WaveError if it has
        no such constant."""

    def reread(self, texts: Mapping[str, str]) -> KernelSource:
        """The source with another text of these files. Raises CompileError if the text has errors."""
        raise NotImplementedError
