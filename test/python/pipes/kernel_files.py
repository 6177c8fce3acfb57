"""Kernels from source text, which the front end reads from files."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path
from types import ModuleType


def load(source: str, folder: Path, name: str) -> ModuleType:
    """The module of this text, which becomes a file in the folder."""
    file = folder / f"{name}.py"
    folder.mkdir(exist_ok=True)
    # Other processes may import the same file.
    own = file.with_suffix(f".{os.getpid()}")
    own.write_text(source)
    own.replace(file)
    spec = importlib.util.spec_from_file_location(name, file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
