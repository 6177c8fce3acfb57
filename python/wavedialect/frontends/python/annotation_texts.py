"""Annotations that are text, as under ``from __future__ import annotations``. The cache evaluates them without the rest of the
front end."""

from __future__ import annotations

import sys
import types
from typing import Any, NoReturn

from ...errors import WaveError
from ...ir.module import Location
from ...ir.types import BYTES, DTYPES, RESOURCES, VECTORS
from .meanings import PACKAGE, lookup


def evaluate_annotation(function: types.FunctionType, text: str, location: Location) -> Any:
    """Evaluates an annotation's text; looks up names in the closure, the module, then the language's own types.

    A function keeps no reference to names that only its annotations use, so types imported inside an enclosing
    function are found by their usual names.
    """
    names: dict[str, Any] = {**DTYPES, **BYTES, **VECTORS}
    names.update((made.__name__, made) for made in RESOURCES)
    names["wd"] = names[PACKAGE] = sys.modules[PACKAGE]
    names.update(function.__globals__)
    names.update((name, lookup(function, name)[1]) for name in function.__code__.co_freevars)
    try:
        annotation = eval(text, names)
        # A quoted annotation under `from __future__ import annotations` is quoted twice.
        return eval(annotation, names) if isinstance(annotation, str) else annotation
    except WaveError as error:
        _fail(error.id or "parameter-type", error.message, location, error.fix)
    except Exception as error:  # noqa: BLE001, evaluating the user's text may raise anything
        from .advice import help_for

        name = getattr(error, "name", None)
        fix = help_for(name, False) if isinstance(error, NameError) and name else None
        _fail("parameter-type", f"the annotation `{text}` cannot be evaluated: {error}", location, fix)


def _fail(rule: str, message: str, location: Location, fix: str | None) -> NoReturn:
    from .source import fail

    fail(rule, message, location, fix)
