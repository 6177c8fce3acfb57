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
