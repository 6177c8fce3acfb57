"""The languages in which kernels are written: how messages and advice spell their names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..errors import help_of
from .hlsl.spelling import finding_in_hlsl, function_in_hlsl, in_hlsl, message_in_hlsl
from .mlir.spelling import in_mlir
from .python.operation_names import finding_in_python, in_python


@dataclass(frozen=True)
class Language:
    """The spelling of a language."""

    title: str

    message: Callable[[str], str]
    """Translates a message of the compiler, which names operations."""
    finding: Callable[[str], str]
    """Translates a message or advice of a lint, which also states attributes of kernels."""
    advice: Callable[[str], str]
    """Translates a text that is written for Python kernels."""
    function: Callable[[str], str]
    """The name of a function of the language, by its name in Python."""
    pygments: str
    """The name of the language's colors."""
    is_python: bool = False
    """Whether the source is Python code, which lints read to advise with its names."""

    def help_of(self, id: str | None) -> str:
        """The help for an id; empty if there is none."""
        return self.advice(help_of(id, self.title.lower()) or "")


def _same(text: str) -> str:
    return text


LANGUAGES = {
    "python": Language("Python", in_python, finding_in_python, _same, _same, "python", is_python=True),
    "hlsl": Language("HLSL", message_in_hlsl, finding_in_hlsl, in_hlsl, function_in_hlsl, "hlsl"),
    "mlir": Language("MLIR", _same, _same, in_mlir, _same, "text"),
}
