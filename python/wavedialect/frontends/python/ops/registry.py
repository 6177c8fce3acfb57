"""The declaration of an intrinsic, and the table of all intrinsics.

A declaration is the only place that states the facts about an intrinsic: the compiler, the messages, the public names,
the limits of devices and the printed documentation read them from the table.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar, cast

from ....errors import WaveError
from ....ir.wave_operations import OPERATIONS, WaveOperation
from ..parameters import Parameters

_Function = TypeVar("_Function", bound=Callable[..., Any])

if TYPE_CHECKING:
    from ...semantic import Semantic as rules
else:

    class _Rules:
        """Stands for ``Semantic`` in declarations: a launch whose kernel is in the cache does not import the type
        rules."""

        def __getattr__(self, name: str) -> Callable[..., Any]:
            def rule(semantic: Any, *arguments: Any, **keywords: Any) -> Any:
                return getattr(semantic, name)(*arguments, **keywords)

            rule.__name__ = name
            return rule

    rules = _Rules()


class Intrinsic:
    """A function of the language: its Python function, which has the signature and the documentation, and the facts
    that ``intrinsic`` describes."""

    def __init__(
        self,
        function: Callable[..., Any],
        hlsl: str | None,
        rule: Callable[..., Any] | None,
        operation: WaveOperation | str | None,
        aliases: Sequence[str],
        spirv: str | Mapping[str, str],
        dxil: str | Mapping[str, str],
        has_effect: bool,
        arguments: dict[str, Any],
    ):
        self.function = function
        self.name: str = function.__name__
        self.hlsl = hlsl
        self.operation = operation
        self.aliases = aliases
        self.spirv = spirv
        self.dxil = dxil
        self.has_effect = has_effect
        self.arguments = arguments
        self.build: Callable[..., Any] | None = None
        """Builds a call, from the type rules and the ``Call``; None if the visitor of calls does."""
        if isinstance(operation, WaveOperation):
            OPERATIONS[operation.name] = operation
        if rule is not None:
            names = {} if operation is None else {"operation": self.operation_name}
            self.build = functools.partial(rule, **names, **arguments)
        functools.update_wrapper(self, function)

    @property
    def operation_name(self) -> str | None:
        """The name of the operation, if a call is one operation of the same name for all types."""
        return self.operation.name if isinstance(self.operation, WaveOperation) else self.operation

    @property
    def words(self) -> list[str]:
        """The words by which functions with the same operation differ, such as "add", or "group" and "sync"."""
        words = [self.arguments[key] for key in ("kind", "direction", "scope") if key in self.arguments]
        return [*words, "sync"] if self.arguments.get("sync") else words

    @functools.cached_property
    def parameters(self) -> Parameters:
        """The parameters of the intrinsic."""
        return Parameters(self.function)

    @property
    def signature(self) -> inspect.Signature:
        return self.parameters.signature

    def __reduce__(self) -> str:
        return self.name

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        """Raises WaveError: outside a kernel there are no lanes."""
        raise WaveError(
            f"`{self.name}` can only be called in a kernel",
            id="outside-kernel",
        )

    def __repr__(self) -> str:
        return f"<wave intrinsic {self.name}{self.signature}>"


#: Every intrinsic, by name.
INTRINSICS: dict[str, Intrinsic] = {}


def intrinsic(
    hlsl: str | None = None,
    rule: Callable[..., Any] | None = None,
    *,
    operation: WaveOperation | str | None = None,
    aliases: Sequence[str] = (),
    spirv: str | Mapping[str, str] = "",
    dxil: str | Mapping[str, str] = "",
    has_effect: bool = False,
    **arguments: Any,
) -> Callable[[_Function], _Function]:
    """Turns a signature with a docstring into an intrinsic.

    ``hlsl`` is its name in HLSL, if it has one, and ``aliases`` are its names in other APIs. ``rule`` is the method of
    ``Semantic`` that builds a call, ``rules.name``; it receives the name of the ``operation`` and the other ``arguments``. The visitor
    of calls builds an intrinsic that has no rule. Functions that return no value do not need ``has_effect``.

    ``spirv`` names native SPIR-V instructions, separated by spaces; a call uses one of them. ``dxil`` names native
    functions of DXIL in the same way, as ``name`` or ``name:opcode``. An intrinsic that is a different operation for each kind of
    number states them by operation. The support table lists the intrinsics that state ``spirv``.
    """

    def register(function: _Function) -> _Function:
        made = Intrinsic(function, hlsl, rule, operation, aliases, spirv, dxil, has_effect, arguments)
        INTRINSICS[made.name] = made
        # Type checkers and editors see the function with its signature.
        return cast(_Function, made)

    return register


def of_each_number(operation: str, kind: str) -> list[str]:
    """The operations of a minimum or maximum, by the kind of number."""
    return [f"{operation} {kind}{number}" for number in ("si", "ui", "numf")]
