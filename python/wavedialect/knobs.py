"""Every environment variable that this package reads. Each is read when it is used, so that a test may set it."""

from __future__ import annotations

import os
from pathlib import Path


def default_device() -> str | None:
    """``WAVEDIALECT_DEVICE``: the device of a dispatch and of an array that names none, such as ``vulkan:1``."""
    return os.environ.get("WAVEDIALECT_DEVICE") or None


def vulkan_validation() -> bool:
    """``WAVEDIALECT_VULKAN_VALIDATION``: 1 switches the Vulkan validation layer on for devices that are opened next."""
    return os.environ.get("WAVEDIALECT_VULKAN_VALIDATION", "0") not in ("", "0")


def dump_directory() -> Path | None:
    """``WAVEDIALECT_DUMP_DIR``: each compile writes its stages and files to a folder in here, named for the kernel."""
    directory = os.environ.get("WAVEDIALECT_DUMP_DIR")
    return Path(directory) if directory else None


def cache_directory() -> Path | None:
    """``WAVEDIALECT_CACHE_DIR``: where compiled code for the CPU is kept, ``~/.cache/wavedialect`` by default
    (``XDG_CACHE_HOME`` is respected). Empty, or where nothing can be written, there is no cache."""
    stated = os.environ.get("WAVEDIALECT_CACHE_DIR")
    if stated == "":
        return None
    try:
        home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
        directory = Path(stated) if stated else Path(home) / "wavedialect"
        # Code is run from there: nobody else may write it.
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    except (OSError, RuntimeError):
        return None
    return directory if os.access(directory, os.W_OK | os.X_OK) else None


def target_cpu() -> tuple[str, str] | None:
    """``WAVEDIALECT_CPU``: compile for this CPU instead of the machine's own, by LLVM's name and features, such as
    ``x86-64`` for plain SSE2 or ``haswell,-fma``; read when the device "cpu" is opened. A kernel whose instructions
    the machine lacks ends the process."""
    name, _, features = os.environ.get("WAVEDIALECT_CPU", "").partition(",")
    return (name, features) if name else None
