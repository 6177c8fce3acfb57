"""The languages in which kernels are written: how messages and advice spell their names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from ..errors import help_of
from ..ir.listing import Listing
from .hlsl.spelling import (
    finding_in_hlsl,
    for_older_models,
    function_in_hlsl,
    in_hlsl,
    message_in_hlsl,
    page_in_hlsl,
)
from .mlir.spelling import in_mlir
from .python.operation_names import finding_in_python, in_python


def _same(text: str) -> str:
    return text


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
    page: Callable[[str], str]
    """Translates a text of the page of an id."""
    function: Callable[[str], str]
    """The name of a function of the language, by its name in Python."""
    pygments: str
    """The name of the language's colors."""
    final: Callable[[str], str] = _same
    """Completes advice that is in the spelling of the language."""
    is_python: bool = False
    """Whether the source is Python code, which lints read to advise with its names."""

    def help_of(self, id: str | None) -> str:
        """The help for an id; empty if there is none."""
        return self.page(help_of(id, self.title.lower()) or "")


_HLSL = Language("HLSL", message_in_hlsl, finding_in_hlsl, in_hlsl, page_in_hlsl, function_in_hlsl, "hlsl")
#: Before Shader Model 6.10, HLSL has no numbers of waves.
_HLSL_BEFORE_6_10 = replace(_HLSL, final=for_older_models)

LANGUAGES = {
    "python": Language("Python", in_python, finding_in_python, _same, _same, _same, "python", is_python=True),
    "hlsl": _HLSL,
    "mlir": Language("MLIR", _same, _same, in_mlir, in_mlir, _same, "text"),
}


def language_of(listing: Listing) -> Language:
    """The spelling of messages about a kernel."""
    if listing.language == "hlsl" and not listing.profile.endswith("_6_10"):
        return _HLSL_BEFORE_6_10
    return LANGUAGES[listing.language]
