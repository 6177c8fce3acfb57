"""The devices on which the tests print, each at its wave sizes."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest

import wavedialect as wd


def places() -> list[tuple[str, int]]:
    """Device and wave size: all sizes of the interpreter and the CPU, and the size of each Vulkan device."""
    found = [(name, size) for name in ("interpreter", "cpu") for size in (4, 8, 16, 32, 64, 128)]
    with contextlib.suppress(wd.DeviceError):
        found.append(("vulkan", wd.open_device("vulkan").wave_sizes.own))
    return found


@pytest.fixture(params=places(), ids=lambda place: f"{place[0]}-{place[1]}")
def place(request: Any) -> dict[str, Any]:
    """The options of a dispatch."""
    device, size = request.param
    return {"device": device, "wave_size": size}
