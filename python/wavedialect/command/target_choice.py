"""The choice of a target by its name."""

from __future__ import annotations

import difflib
from typing import Any

import click

from ..driver.registry import device_kinds, targets

#: Names of graphics APIs, for the targets of their code.
_MEANT = {
    "dx12": "dxil",
    "d3d12": "dxil",
    "directx": "dxil",
    "direct3d": "dxil",
    "dxbc": "dxil",
    "hlsl": "dxil",
    "spv": "spirv",
    "spir-v": "spirv",
    "vk": "spirv",
    "glsl": "spirv",
    "nvptx": "ptx",
}


class TargetChoice(click.Choice):  # type: ignore[type-arg]
    """Names of targets. For the name of a device, such as ``cuda``, the error names the target of its code."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter as error:
            near = difflib.get_close_matches(str(value).lower(), self.choices, 1)
            meant = _MEANT.get(str(value).lower(), near[0] if near else "")
            if meant in self.choices:
                error.message = f"{error.message.rstrip('.')}; did you mean '{meant}'?"
                raise
            kind = device_kinds().get(str(value).lower())
            for name, target in targets().items():
                if name in self.choices and (name == str(value).lower() or kind and kind.package == target.package):
                    error.message = f"{error.message.rstrip('.')}; did you mean '{name}'?"
                    break
            raise
