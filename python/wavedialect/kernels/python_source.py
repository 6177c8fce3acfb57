"""A Python function as the source of a kernel."""

from __future__ import annotations

import functools
import types
import warnings
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ..errors import WaveWarning
from ..frontends.python.caching.listings import find_listing
from ..ir.listing import Listing
from ..ir.module import KernelAttributes, Location, Module
from .source import KernelSource


class PythonSource(KernelSource):
    """A function that ``wd.kernel`` decorates, with the values that it takes from outside."""

    language = "python"

    def __init__(self, function: types.FunctionType, attributes: KernelAttributes) -> None:
        code, defaults = function.__code__, function.__defaults__ or ()
        self.function = function
        self.name = function.__name__
        self.attributes = attributes
        self.file = code.co_filename
        self.first_line = code.co_firstlineno
        self.parameter_names = code.co_varnames[: code.co_argcount]
        self.keyword_only = code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]
        self.defaults = dict(zip(self.parameter_names[code.co_argcount - len(defaults) :], defaults, strict=True))
        self.scope = function.__globals__

    def listing(self) -> Listing:
        listing = find_listing(self.function, self.attributes, self._build)
        self.warnings = listing.warnings
        return listing

    def debugged_module(self) -> Module:
        from ..frontends.python.frontend import build_module

        with warnings.catch_warnings():
            # The listing has given them.
            warnings.simplefilter("ignore", WaveWarning)
            return build_module(self.function, self.attributes, notes_statements=True)

    def _build(self, warned: Iterable[tuple[Location, str]]) -> Module:
        """Runs the front end; the warnings in ``warned`` have already been given. A kernel from the cache needs none."""
        from ..frontends.python.frontend import build_module

        return build_module(self.function, self.attributes, warned)

    def adorn(self, kernel: Any) -> None:
        kernel.function = self.function
        functools.update_wrapper(kernel, self.function)

    def reduced(self, kernel: Any, make: Callable[[KernelSource], Any]) -> str | tuple[Any, ...]:
        from ..frontends.python.pickling import reduced

        return reduced(kernel, functools.partial(_restored, make), self.attributes)

    def replaced(self, attributes: KernelAttributes, constants: Mapping[str, Any]) -> PythonSource:
        return _ReplacedSource(self.function, attributes, constants)


class _ReplacedSource(PythonSource):
    """A function with other values for some names."""

    def __init__(
        self, function: types.FunctionType, attributes: KernelAttributes, constants: Mapping[str, Any]
    ) -> None:
        from ..frontends.python.replacing import Replacing, unknown_constant

        self._replacing = Replacing(constants)
        super().__init__(self._replacing.function(function), attributes)
        missing = [name for name in constants if name not in self._replacing.found]
        if missing:
            raise unknown_constant(function, missing[0])

    def refresh(self) -> None:
        self._replacing.refresh()

    def adorn(self, kernel: Any) -> None:
        super().adorn(kernel)
        # Otherwise `inspect` would find the source through the kernel.
        vars(kernel).pop("__wrapped__", None)


def _restored(make: Callable[[KernelSource], Any], function: Any, attributes: KernelAttributes) -> Any:
    """A kernel that was pickled by value."""
    return make(PythonSource(function, attributes))
