"""A kernel with its captured constants fixed: what devices load."""

from __future__ import annotations

from typing import Any

from ..compiler import driver
from ..compiler.bundle import Bundle
from ..compiler.driver import CompileOptions
from ..compiler.ir import KernelAttributes, Module


class Program:
    """One module of the front end and what has been made from it, each on first use."""

    def __init__(self, module: Module, unchecked: bool = False) -> None:
        self.module = module
        self.name = module.kernel.name
        self.unchecked = unchecked
        self.loaded: dict[Any, Any] = {}
        """What devices have loaded, by device and wave size."""
        self._verified = False
        self._bundles: dict[tuple[bool, str], Bundle] = {}

    @property
    def attributes(self) -> KernelAttributes:
        """What the kernel's decorator stated."""
        attributes = self.module.kernel.kernel
        assert attributes is not None
        return attributes

    def verify(self) -> None:
        """Raises CompileError where the kernel breaks a rule of the dialect; asks the compiler once."""
        if not self._verified:
            driver.verify(self.module)
            self._verified = True

    def spirv(self, maximal_reconvergence: bool, form: str = "specialized") -> Bundle:
        """The bundle for Vulkan."""
        bundle = self._bundles.get((maximal_reconvergence, form))
        if bundle is None:
            options = CompileOptions(unchecked=self.unchecked, maximal_reconvergence=maximal_reconvergence, form=form)
            bundle = self._bundles[maximal_reconvergence, form] = driver.compile_spirv(self.module, options)
        return bundle
