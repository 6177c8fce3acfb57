"""The registry of backends: finds the packages in ``wavedialect.backends``, their targets and their kinds of devices.

Only the ``__init__`` of a backend, which states facts, is imported at first. Its modules ``compile`` and ``device`` are
slow to import and are loaded on first use.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Mapping
from dataclasses import field
from importlib import import_module
from types import ModuleType
from typing import Any

from ..immutable import immutable

BACKENDS = f"{__package__.partition('.')[0]}.backends"


@immutable
class Target:
    """A compile target. The module ``compile`` of its package has ``compile_request(program, request, route)``, which
    returns a bundle."""

    name: str
    package: str
    """The name of the backend's Python package."""
    purpose: str
    """The consumer of the code: "Vulkan"."""
    rank: int
    """The position in lists; the first target is the default."""
    stages: tuple[str, ...]
    """The stages that a file may replace, in order. Later stages are not MLIR."""
    suffixes: Mapping[str, str] = field(default_factory=dict)
    """The file suffixes of the other stages."""
    options: tuple[str, ...] = ()
    """The arguments of ``Kernel.compile`` that belong to this target."""
    shared_options: tuple[str, ...] = ()
    """Those that belong to another target and that this one accepts as well."""
    makes_code: bool = True
    """Whether the target produces machine code."""
    translation: str | None = None
    """The option of ``wave-translate`` that produces the code."""
    last_passes: str | None = None
    """The passes between the pipeline and the code if ``mlir-translate`` produces it, which reads LLVM's dialect."""

    @property
    def compiler(self) -> ModuleType:
        """The backend's module ``compile``."""
        return import_module(f"{self.package}.compile")


@immutable
class DeviceKind:
    """A kind of device. The module ``device`` of its package has ``open_selected(selector)``, ``device_infos()``
    and ``refused()``."""

    name: str
    """The name of a device, optionally followed by a colon and a selector."""
    package: str
    """The name of the backend's Python package."""
    rank: int
    """The position in lists."""
    is_default: bool = False
    """Whether a dispatch that names no device may use this kind; the first device that can be opened is used."""
    has_selectors: bool = False
    """Whether there may be several devices of this kind."""
    checks: bool = False
    """Whether its device can run instrumented code for the checker."""
    memory_kinds: tuple[int, ...] = ()
    """The kinds of memory, as DLPack numbers them, that its kernels use in place if another library allocated it. The
    module ``device`` then also has ``imported(passed, expected)``, which returns a device array or None."""

    @property
    def devices(self) -> Any:
        """The backend's module ``device``."""
        return import_module(f"{self.package}.device")


@functools.cache
def _backends() -> tuple[ModuleType, ...]:
    package = import_module(BACKENDS)
    folders = sorted(
        entry.name
        for path in package.__path__
        for entry in os.scandir(path)
        if os.path.isfile(f"{entry.path}/__init__.py")
    )
    return tuple(import_module(f"{BACKENDS}.{folder}") for folder in folders)


@functools.cache
def targets() -> dict[str, Target]:
    """Every target by name, in order."""
    found = [backend.TARGET for backend in _backends() if hasattr(backend, "TARGET")]
    return {target.name: target for target in sorted(found, key=lambda target: target.rank)}


def code_targets() -> list[Target]:
    """The targets that produce machine code."""
    return [target for target in targets().values() if target.makes_code]


def code_target_choice() -> str:
    """The arguments to choose from, for messages: ``target='spirv', target='dxil', target='ptx' or target='cpu'``."""
    *others, last = (f"target='{target.name}'" for target in code_targets())
    return f"{', '.join(others)} or {last}" if others else last


@functools.cache
def device_kinds() -> dict[str, DeviceKind]:
    """Every kind of device by name, in order."""
    found = [backend.DEVICES for backend in _backends() if hasattr(backend, "DEVICES")]
    return {kind.name: kind for kind in sorted(found, key=lambda kind: kind.rank)}
