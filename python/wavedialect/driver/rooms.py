"""The rooms of ``wavedialect.backends``: what there is to compile for, and which kinds of devices.

A room is looked at by its facts alone. What takes time to import, its compiler and its devices, is loaded on first use.
"""

from __future__ import annotations

import functools
import pkgutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from types import ModuleType
from typing import Any

BACKENDS = f"{__package__.partition('.')[0]}.backends"


@dataclass(frozen=True)
class Target:
    """What a compile is made for. The module ``compile`` of its room has ``compile_request(program, request, route)``,
    which returns a bundle."""

    name: str
    room: str
    """The package."""
    purpose: str
    """Whose code it is: "Vulkan"."""
    rank: int
    """Where it stands in lists; the first one is the default."""
    stages: tuple[str, ...]
    """The stages that a file may stand for, in their order. What follows them is no MLIR."""
    suffixes: Mapping[str, str] = field(default_factory=dict)
    """Of files with the other stages."""
    options: tuple[str, ...] = ()
    """The arguments of ``Kernel.compile`` that this target alone has."""
    makes_code: bool = True
    """Whether it ends in code for a machine."""
    translation: str | None = None
    """The option of ``wave-translate`` that makes the code."""
    last_passes: str | None = None
    """Passes between the pipeline and the code, where ``mlir-translate`` makes it: it reads LLVM's dialect."""

    @property
    def compiler(self) -> ModuleType:
        """The room's module ``compile``."""
        return import_module(f"{self.room}.compile")


@dataclass(frozen=True)
class DeviceKind:
    """Devices of one kind. The module ``device`` of its room has ``open_selected(selector)``, ``device_infos()`` and
    ``refused()``."""

    name: str
    """A device is called so, or so with a colon and a selector."""
    room: str
    """The package."""
    rank: int
    """Where it stands in lists."""
    is_default: bool = False
    """Whether a dispatch that names no device may take it; the first that can be opened is taken."""

    checks: bool = False
    """Whether its device can watch a run for the checker."""

    @property
    def devices(self) -> Any:
        """The room's module ``device``."""
        return import_module(f"{self.room}.device")


@functools.cache
def _rooms() -> tuple[ModuleType, ...]:
    package = import_module(BACKENDS)
    found = (import_module(f"{BACKENDS}.{one.name}") for one in pkgutil.iter_modules(package.__path__) if one.ispkg)
    return tuple(found)


@functools.cache
def targets() -> dict[str, Target]:
    """Every target by its name, in their order."""
    found = [room.TARGET for room in _rooms() if hasattr(room, "TARGET")]
    return {target.name: target for target in sorted(found, key=lambda target: target.rank)}


def code_targets() -> list[Target]:
    """The targets that end in code for a machine."""
    return [target for target in targets().values() if target.makes_code]


def choice(names: list[str]) -> str:
    """``target='spirv', target='dxil' or target='cpu'``."""
    *others, last = (f"target='{name}'" for name in names)
    return f"{', '.join(others)} or {last}" if others else last


@functools.cache
def device_kinds() -> dict[str, DeviceKind]:
    """Every kind of devices by its name, in their order."""
    found = [room.DEVICES for room in _rooms() if hasattr(room, "DEVICES")]
    return {kind.name: kind for kind in sorted(found, key=lambda kind: kind.rank)}
