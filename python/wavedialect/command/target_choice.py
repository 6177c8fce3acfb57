"""The choice of a target by its name."""

from __future__ import annotations

from typing import Any

import click

from ..driver.registry import device_kinds, targets


class TargetChoice(click.Choice):  # type: ignore[type-arg]
    """Names of targets. For the name of a device, such as ``cuda``, the error names the target of its code."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter as error:
            kind = device_kinds().get(str(value).lower())
            for name, target in targets().items():
                if name in self.choices and (name == str(value).lower() or kind and kind.package == target.package):
                    error.message = f"{error.message.rstrip('.')}; did you mean '{name}'?"
                    break
            raise
