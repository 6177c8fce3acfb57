"""Coverage of the project's own functions. Instrumenting all that Python has loaded takes six times as long."""

from __future__ import annotations

import gc
import types


def instrument_project() -> None:
    """Lets atheris count the branches of the functions of ``wavedialect``."""
    import atheris

    for one in gc.get_objects():
        if type(one) is types.FunctionType and str(one.__module__).startswith("wavedialect"):
            atheris.instrument_func(one)
