"""The extension modules, ``_native``, ``_hlsl``, ``_vulkan`` and ``_cuda``: their import, and the advice if it fails."""

from __future__ import annotations

import importlib.util
import os
import re
from typing import Any

from .errors import InternalError, WaveError

# Debian's package names of the libraries that the modules link, by prefix of the library name.
_PACKAGES = {"libMLIR": "libmlir-22", "libLLVM": "libllvm22", "libtbb": "libtbb12", "libclang-cpp": "libclang-cpp22"}


def import_fix(error: ImportError) -> str:
    """One line of advice on a failed import: the package of a missing library, or how to get the module itself."""
    library = re.match(r"(lib\w+)\.\S+: cannot open shared object file", str(error))
    if library:
        package = _PACKAGES.get(library[1])
        return f"type `apt-get install {package}`" if package else f"install the package that has {library[1]}"
    package = os.path.dirname(os.path.realpath(__file__))
    if os.path.isfile(os.path.join(package, "../../scripts/setup")):
        return "build it: run `scripts/setup` in the project's folder"
    return "install the package again: `pip install --force-reinstall`, with the Python that runs this"


def native() -> Any:
    """The native compiler module."""
    try:
        from wavedialect import _native
    except ImportError as error:
        message = f"the native compiler cannot be imported: {error}"
        raise InternalError(message, import_fix(error)) from None
    return _native


def hlsl() -> Any:
    """The front end for HLSL, which loads Clang."""
    if importlib.util.find_spec("wavedialect._hlsl") is None:
        message = "this build of wavedialect has no HLSL front end"
        raise WaveError(message, id="hlsl-not-built")
    try:
        from wavedialect import _hlsl
    except ImportError as error:
        raise WaveError(
            f"the HLSL front end cannot be imported: {error}", import_fix(error), "hlsl-not-built"
        ) from None
    return _hlsl


def hlsl_identity() -> str | None:
    """The identity of the front end for HLSL, for cache keys, without loading it; None if there is none."""
    found = importlib.util.find_spec("wavedialect._hlsl")
    if found is None or found.origin is None:
        return None
    status = os.stat(found.origin)
    return f"{status.st_size} {status.st_mtime_ns}"
