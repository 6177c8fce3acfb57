"""Python kernels in which waves are first-class: written once, run at every wave size on every device.

``kernel`` and ``func`` decorate the functions to compile; the functions that they may call have HLSL's names in snake
case without ``Get``.
"""

import builtins as _builtins
import sys
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .frontends.python.ops import *  # noqa: F403
    from .frontends.python.std import *  # noqa: F403
    from .public import *  # noqa: F403
    from .public import bool as bool
else:

    def __getattr__(name):
        """Loads the public names on first use: the command line, which needs none of them to show its help, does not
        wait for NumPy and the compiler."""
        # This also finds modules of the package; only the import system finds private ones, such as ``_native``.
        if not name.startswith("_") and find_spec(f"{__name__}.{name}"):
            return import_module(f".{name}", __name__)
        if name == "__all__" or not name.startswith("_"):
            public = import_module(".public", __name__)
            if name == "__all__":
                # Omits bool and the functions that Python also has: `from wavedialect import *` keeps Python's own
                # functions. In kernels most of them mean the functions of this package.
                globals()["__all__"] = [key for key in dir(public) if not hasattr(_builtins, key)]
            elif hasattr(public, name):
                globals()[name] = getattr(public, name)
            if name in globals():
                return globals()[name]
        message = f"module 'wavedialect' has no attribute '{name}'"
        advice = (
            import_module(".frontends.python.advice", __name__).help_for(name, False) if name[:1].isalpha() else None
        )
        if advice:
            annotations = import_module(".ir.annotations", __name__)
            annotations.fail("unknown-name", message, advice, annotations.MissingName)
        # With these arguments Python itself suggests a similar name.
        raise AttributeError(message, name=name, obj=sys.modules[__name__])

    def __dir__():
        return sorted({*globals(), *__getattr__("__all__")})
