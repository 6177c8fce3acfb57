"""The paths to the executor of DXIL, and the devices on which the kernels of these tests run."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "dxil")]

#: The wave sizes by device.
EXECUTORS = {
    "interpreter": (4, 64),
    "cpu": (4, 16, 128),
    "vulkan:llvmpipe": (8,),
    "dxil:6.6": (32,),
    "dxil:6.9": (4,),
}


def _runs(name: str, size: int):
    def run(kernel, items: int, *arguments):
        """Dispatches as many groups as cover the items, one for each lane."""
        device = name
        if name.startswith("dxil"):
            from dxil_device import DXILDevice

            device = DXILDevice(name)
        groups = kernel.dispatch_size(items, size).groups
        kernel.dispatch(groups, *arguments, device=device, wave_size=size)

    return run


@pytest.fixture(
    params=[(name, size) for name, sizes in EXECUTORS.items() for size in sizes], ids=lambda one: f"{one[0]}@{one[1]}"
)
def run(request):
    """``run(kernel, items, *arguments)``: dispatches on each executor at each of its wave sizes."""
    return _runs(*request.param)
