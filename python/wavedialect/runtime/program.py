"""A kernel with its captured constants fixed: what devices load."""

from __future__ import annotations

import math
from typing import Any

from ..checker.sites import CHECKS, Checks
from ..compiler import driver
from ..compiler.bundle import Bundle
from ..compiler.driver import CompileOptions, CPUOptions
from ..compiler.ir import KernelAttributes, Module
from ..compiler.names import Meanings
from ..errors import LaunchError
from .arguments import Signature
from .mesh_arrays import mesh_form
from .placement import MOST_THREADS, most_threads

DISPATCHED_STAGES = ("compute", "amplification")


class Program:
    """One module of the front end and what has been made from it, each on first use."""

    def __init__(self, module: Module, unchecked: bool = False) -> None:
        self.module = module
        self.name = module.kernel.name
        self.unchecked = unchecked
        self.signature = Signature(self.name, module.kernel.parameters)
        self.captured = Meanings(module.captured)
        self.mesh = mesh_form(module)
        self.loaded: dict[Any, tuple[int, Any]] = {}
        """The wave size and what the device has loaded, by what a dispatch asks for."""
        self._verified = False
        self._bundles: dict[tuple[bool, str], Bundle] = {}
        self._cpu_kernels: dict[CPUOptions, Any] = {}
        self._checked_kernels: dict[CPUOptions, tuple[Any, Checks]] = {}

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

    @property
    def threads(self) -> int:
        """The threads of a group under ``num_threads``, else 0."""
        return math.prod(self.attributes.num_threads or (0,))

    def check(self) -> None:
        """Raises what every device that runs the front end's own kernels says of a kernel that it cannot run."""
        self.verify()
        stage = self.attributes.stage
        if stage not in DISPATCHED_STAGES:
            stages = " and ".join(DISPATCHED_STAGES)
            message = f"kernel '{self.name}' is for the stage {stage}, and devices run {stages} kernels"
            raise LaunchError(message, 'state `stage="compute"`')
        limit = most_threads(stage)
        if self.threads > limit:
            message = f"kernel '{self.name}' has {self.threads} threads a group, and a group has at most {limit}"
            fewer = "(32, 32)" if limit == MOST_THREADS else f"{limit}"
            raise LaunchError(message, f"state fewer, for instance `num_threads={fewer}`")

    def spirv(self, maximal_reconvergence: bool, form: str = "specialized") -> Bundle:
        """The bundle for Vulkan."""
        bundle = self._bundles.get((maximal_reconvergence, form))
        if bundle is None:
            options = CompileOptions(unchecked=self.unchecked, maximal_reconvergence=maximal_reconvergence, form=form)
            bundle = self._bundles[maximal_reconvergence, form] = driver.compile_spirv(self.module, options)
        return bundle

    def cpu(self, options: CPUOptions) -> Any:
        """The native kernel for the CPU."""
        kernel = self._cpu_kernels.get(options)
        if kernel is None:
            compiled = driver.compile_cpu(self.module, options, stages=False)
            kernel = self._cpu_kernels[options] = driver.native().CPUKernel(compiled.module_at(options.wave_size))
        return kernel

    def checked(self, options: CPUOptions) -> tuple[Any, Checks]:
        """The native kernel with checks, and what they are."""
        kernel = self._checked_kernels.get(options)
        if kernel is None:
            compiled = driver.compile_cpu(self.module, options, stages=False)
            code = driver.native().CheckedKernel(compiled.module_at(options.wave_size))
            kernel = self._checked_kernels[options] = code, Checks.parse(compiled.files[CHECKS])
        return kernel
