"""Where what a program needs came from: made, or found in memory or on disk."""

from __future__ import annotations

from wavedialect import cache
from wavedialect.cache.store import STORE
from wavedialect.frontends.python import frontend
from wavedialect.ir.printer import print_module

#: What programs of the tests begin with.
HEAD = """import math, os, random, types, enum
import numpy as np
import wavedialect as wd
from wavedialect import f32, i32, u32


"""


def forget():
    """What is in memory is gone, as in a new process."""
    STORE.clear()


def outcome(do, what="listings") -> str:
    """Where what ``do()`` needed came from: "made", "disk", "memory", or what happened several times, joined by +."""
    before = vars(getattr(cache.statistics(), what))
    do()
    after = vars(getattr(cache.statistics(), what))
    return "+".join(name for name in after for _ in range(after[name] - before[name])) or "nothing"


def front_end(kernel) -> str:
    """Where what the front end makes of a kernel comes from."""
    return outcome(lambda: kernel.parameters)


KERNEL = """
N = 4

@wd.func
def inner(x: u32):
    return x + 1

@wd.func
def outer(x, by=u32(2)):
    return inner(x) * by

@wd.kernel(num_waves=1)
def kernel(out: wd.RWBuffer[u32], n: u32):
    out[wd.wave_lane_index()] = outer(n) + N
"""


def is_fresh(kernel) -> bool:
    """Whether the text is what the front end makes now."""
    text = kernel._program(False).listing.text
    return text == print_module(frontend.build_module(kernel.function, kernel.attributes))
