"""Python kernels in which waves are first-class: written once, run at every wave size on every device.

``kernel`` and ``func`` decorate the functions to compile; the functions that they may call have HLSL's names in snake
case without ``Get``.
"""

import sys
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    # ``*`` omits the names that Python also has.
    from .public import *  # noqa: F403
    from .public import abs as abs
    from .public import all as all
    from .public import any as any
    from .public import bool as bool
    from .public import max as max
    from .public import min as min
    from .public import pow as pow
    from .public import round as round
else:

    def __getattr__(name):
        """Loads all public names on first use: the command line, which needs none of them to show its help, does not
        wait for NumPy and the compiler."""
        # This also finds modules of the package; only the import system finds private ones, such as ``_native``.
        if not name.startswith("_") and find_spec(f"{__name__}.{name}"):
            return import_module(f".{name}", __name__)
        if name == "__all__" or not name.startswith("_"):
            public = import_module(".public", __name__)
            globals().update({key: value for key, value in vars(public).items() if not key.startswith("_")})
            globals()["__all__"] = public.__all__
            if name in globals():
                return globals()[name]
        message = f"module 'wavedialect' has no attribute '{name}'"
        advice = (
            import_module(".frontends.python.advice", __name__).help_for(name, False) if name[:1].isalpha() else None
        )
        if advice:
            raise AttributeError(f"{message}: {advice}")
        # With these arguments Python itself suggests a similar name.
        raise AttributeError(message, name=name, obj=sys.modules[__name__])

    def __dir__():
        public = import_module(".public", __name__)
        return sorted({*globals(), *public.__all__})
