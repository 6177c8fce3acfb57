"""The class of intrinsics, and the table of all intrinsics."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

from ....errors import WaveError
from ..parameters import Parameters


class Intrinsic:
    """A function of the language: its name, its HLSL name, its Python signature, and whether it has a side effect
    besides returning a value."""

    def __init__(self, function: Callable[..., Any], hlsl: str | None, has_effect: bool):
        self.function = function
        self.hlsl = hlsl
        self.has_effect = has_effect
        self.name: str = function.__name__
        functools.update_wrapper(self, function)

    @functools.cached_property
    def parameters(self) -> Parameters:
        """The parameters of the intrinsic."""
        return Parameters(self.function)

    @property
    def signature(self) -> inspect.Signature:
        return self.parameters.signature

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        """Raises WaveError: outside a kernel there are no lanes."""
        raise WaveError(
            f"`{self.name}` can only be called in a kernel",
            "call it from a function decorated by `@wd.kernel` or `@wd.func`",
            "outside-kernel",
        )

    def __repr__(self) -> str:
        return f"<wave intrinsic {self.name}{self.signature}>"


#: Every intrinsic, by name.
INTRINSICS: dict[str, Intrinsic] = {}


def intrinsic(hlsl: str | None = None, has_effect: bool = False) -> Callable[[Callable[..., Any]], Intrinsic]:
    """Turns a signature with a docstring into an intrinsic; ``hlsl`` is its HLSL name, if it has one. Functions that
    return no value do not need ``has_effect``."""

    def register(function: Callable[..., Any]) -> Intrinsic:
        made = Intrinsic(function, hlsl, has_effect)
        INTRINSICS[made.name] = made
        return made

    return register
