"""Functions that kernels call: the ``func`` decorator, and ``library`` for the package's own functions."""

from __future__ import annotations

import ast
import functools
import sys
import types
from collections.abc import Callable, Sequence
from typing import Any, overload

from ...errors import WaveError, public_entry
from ...immutable import immutable
from .decorators import stated_integer
from .parameters import Parameters
from .source_text import keep_text


def static_function(decorated: Any) -> Any:
    """The function of a static method; any other object itself. Neither a kernel nor a helper is bound to an object, so
    both orders of the two decorators mean the same."""
    return decorated.__func__ if isinstance(decorated, staticmethod) else decorated


def check_function(decorated: Any, decorator: str) -> None:
    """Rejects an object that is not a plain function with its own source text."""
    if isinstance(decorated, classmethod):
        fix = "write `@staticmethod`, and remove the parameter of the class"
        raise WaveError(f"`@{decorator}` decorates a function, got a classmethod", fix)
    if isinstance(decorated, HelperFunction) or type(decorated).__name__ == "Kernel":
        message = f"`{decorated.__name__}` is already a {'kernel' if type(decorated).__name__ == 'Kernel' else 'function of kernels'}"
        raise WaveError(message, f"remove `@{decorator}`, or the decorator under it")
    if not isinstance(decorated, types.FunctionType):
        raise WaveError(f"`@{decorator}` decorates a function, got {decorated!r}", "write it above a `def`")
    if hasattr(decorated, "__wrapped__"):
        message = f"`{decorated.__name__}` is wrapped by another decorator, whose text would be compiled instead"
        raise WaveError(message, f"write `@{decorator}` directly above the `def`")


def keep_annotations(function: types.FunctionType) -> None:
    """Evaluates annotations that are text, as ``from __future__ import annotations`` makes them, if they name variables
    of the enclosing function: nothing else keeps a reference to these variables."""
    code, texts = function.__code__, function.__annotations__
    if not any(isinstance(text, str) for text in texts.values()):
        return
    frame = sys._getframe(1)
    # The enclosing function's frame is the first one outside the package.
    while frame is not None and frame.f_globals.get("__name__", "").split(".")[0] == __name__.split(".")[0]:
        frame = frame.f_back
    if frame is None or frame.f_locals is frame.f_globals or frame.f_code.co_filename != code.co_filename:
        return
    scope = dict(frame.f_locals)
    for name, text in texts.items():
        try:
            names = {node.id for node in ast.walk(ast.parse(text, mode="eval")) if isinstance(node, ast.Name)}
            if names & scope.keys():
                texts[name] = eval(text, function.__globals__, scope)
        # The front end reports an invalid annotation at its location.
        except Exception:  # noqa: BLE001, S112, the user's text may raise anything
            continue


@immutable
class Library:
    """The properties of a library function: ``accepts`` names the types of its arguments, which must all have the same
    type; ``hlsl`` is its name in HLSL; ``aliases`` are its names in other APIs; a ``derivative`` needs quads whose lanes
    are known to be neighbors; with ``by_element`` the result has an element for each element of the arguments, which may
    then be matrices."""

    accepts: str
    hlsl: str | None
    aliases: Sequence[str]
    derivative: bool
    by_element: bool


class HelperFunction:
    """A function decorated by ``@wd.func``: the Python function (``function``), the wave count that it states
    (``num_waves``, or None), and the properties of a library function (``library``, or None).

    The compiler specializes it for the argument types of each call and always inlines it, so it has no wave count of
    its own; a stated wave count is a requirement on every kernel that calls it.
    """

    def __init__(self, function: types.FunctionType, num_waves: Any = None, library: Library | None = None):
        function = static_function(function)
        check_function(function, "wd.func")
        keep_annotations(function)
        if library is None:
            keep_text(function)
        self.function = function
        self.num_waves = stated_integer(num_waves, "num-waves-not-integer", "num_waves", function.__code__)
        self.library = library
        functools.update_wrapper(self, function)

    @functools.cached_property
    def parameters(self) -> Parameters:
        """The function's parameters."""
        return Parameters(self.function)

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        """Raises WaveError: outside a kernel there are no lanes to run the function."""
        raise WaveError(
            f"`{self.function.__name__}` is a kernel function and can only be called in a kernel",
            id="outside-kernel",
        )

    def __reduce__(self) -> str | tuple[Any, ...]:
        # The module needs the front end, which needs this one.
        from .pickling import reduced

        return reduced(self, HelperFunction, self.num_waves)

    def __copy__(self) -> HelperFunction:
        return self

    def __deepcopy__(self, memo: Any) -> HelperFunction:
        # As a function, it is its own copy.
        return self

    def __repr__(self) -> str:
        return f"<wave function {self.function.__qualname__}>"


@overload
def func(function: Callable[..., Any]) -> HelperFunction: ...
@overload
def func(*, num_waves: int | None = None) -> Callable[[Callable[..., Any]], HelperFunction]: ...
@public_entry
def func(function: Callable[..., Any] | None = None, *, num_waves: int | None = None) -> Any:
    """Decorates a function that kernels call: ``@wd.func`` or ``@wd.func(num_waves=4)``.

    Parameters need no annotations: a call gives them their types. A parameter is a copy of the caller's number or
    vector, like HLSL's ``in``: return new values, a tuple of several if needed. Buffers, arrays and images are not
    copied. A stated ``num_waves`` must equal that of every kernel that calls the function.
    """
    made = public_entry(functools.partial(HelperFunction, num_waves=num_waves))
    return made if function is None else made(function)


def library(
    accepts: str,
    hlsl: str | None = "",
    aliases: Sequence[str] = (),
    derivative: bool = False,
    by_element: bool = False,
) -> Callable[[Callable[..., Any]], HelperFunction]:
    """Decorates a function of the package that is written in the kernel language. Without ``hlsl`` its name in HLSL is
    the same; with None it has no name there."""

    def decorate(function: Callable[..., Any]) -> HelperFunction:
        name = function.__name__ if hlsl == "" else hlsl
        return HelperFunction(function, library=Library(accepts, name, aliases, derivative, by_element))

    return decorate
