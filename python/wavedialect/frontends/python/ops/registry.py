"""What an intrinsic is, and the list of all of them."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

from ....errors import WaveError
from ..parameters import Parameters


class Intrinsic:
    """A function of the language: its name, its HLSL name, its Python signature, and whether it does something beside
    the value that it returns."""

    def __init__(self, function: Callable[..., Any], hlsl: str | None, has_effect: bool):
        self.function = function
        self.hlsl = hlsl
        self.has_effect = has_effect
        self.name: str = function.__name__
        functools.update_wrapper(self, function)

    @functools.cached_property
    def parameters(self) -> Parameters:
        """What it takes."""
        return Parameters(self.function)

    @property
    def signature(self) -> inspect.Signature:
        return self.parameters.signature

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


def intrinsic(hlsl: str | None = None, has_effect: bool = False) -> Callable[[Callable[..., Any]], Intrinsic]:
    """Makes a signature with a docstring an intrinsic; ``hlsl`` is the name that HLSL gives it, if it has one. What
    returns no value needs no ``has_effect``."""

    def register(function: Callable[..., Any]) -> Intrinsic:
        made = Intrinsic(function, hlsl, has_effect)
        INTRINSICS[made.name] = made
        return made

    return register
