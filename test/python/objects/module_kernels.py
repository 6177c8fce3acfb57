"""Kernels that other processes import."""

from __future__ import annotations

import numpy as np

import wavedialect as wd
from wavedialect import u32


@wd.func
def doubled(x):
    return x * 2


@wd.kernel(num_waves=1)
def double(src: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    i = wd.wave_lane_index()
    if i < len(src):
        out[i] = doubled(src[i])


class Owner:
    """A class with a kernel."""

    @staticmethod
    @wd.kernel(num_waves=1)
    def inside(out: wd.RWBuffer[u32]):
        out[0] = 5


def made(addend):
    """A kernel with captured names, which no module has."""

    @wd.func
    def added(x):
        return x + addend

    @wd.kernel(num_waves=1)
    def add(src: wd.Buffer[u32], out: wd.RWBuffer[u32]):
        i = wd.wave_lane_index()
        if i < len(src):
            out[i] = added(src[i])

    return add


def run(kernel, count=4):
    """What a kernel makes of 1, 2, ..., ``count``."""
    out = np.zeros(count, np.uint32)
    kernel[1](np.arange(1, count + 1, dtype=np.uint32), out)
    return out.tolist()
