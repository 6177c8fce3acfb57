"""What an intrinsic is, and the list of all of them."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

from ...errors import WaveError


class Intrinsic:
    """A function of the language: its name, its HLSL name and its Python signature."""

    def __init__(self, function: Callable[..., Any], hlsl: str | None):
        self.function = function
        self.hlsl = hlsl
        self.signature = inspect.signature(function)
        functools.update_wrapper(self, function)

    @property
    def name(self) -> str:
        return self.function.__name__

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        """Outside a kernel there are no lanes to run it for."""
        raise WaveError(
            f"`{self.name}` can only be called in a kernel",
            "call it from a function decorated by `@wd.kernel` or `@wd.func`",
            "outside-kernel",
        )

    def __repr__(self) -> str:
        return f"<wave intrinsic {self.name}{self.signature}>"


#: Every intrinsic by its name.
INTRINSICS: dict[str, Intrinsic] = {}


def intrinsic(hlsl: str | None = None) -> Callable[[Callable[..., Any]], Intrinsic]:
    """Makes a signature with a docstring an intrinsic; ``hlsl`` is the name that HLSL gives it, if it has one."""

    def register(function: Callable[..., Any]) -> Intrinsic:
        made = Intrinsic(function, hlsl)
        INTRINSICS[made.name] = made
        return made

    return register
