"""Kernels with places to point at, and what the native runtime might say of them."""

from __future__ import annotations

import types
from pathlib import Path

import wavedialect as wd
from wavedialect import f32, u32
from wavedialect.ir.module import Location
from wavedialect.runtime.checks import CheckedRun, Checks, Memory, Site

FILE = __file__
TEXT = Path(FILE).read_text().splitlines()


@wd.func
def twice(values, index: u32):
    return values[index] * 2  # in twice


@wd.kernel(num_waves=4)
def sums(src: wd.Buffer[u32], out: wd.RWBuffer[u32], points: wd.RWBuffer[wd.float3], n: u32):
    store = wd.groupshared(u32, wd.group_wave_count())
    total = wd.wave_active_sum(src[wd.wave_lane_index()])  # sum
    if wd.group_wave_index() < n:  # branch
        store[wd.group_wave_index()] = total  # write
        wd.group_memory_barrier_with_group_sync()  # barrier
    wd.atomic_add(out, 0, store[0])  # read
    out[1] = twice(src, wd.wave_lane_index())  # call
    points[wd.wave_lane_index()] = wd.float3(0.0, 0.0, 0.0)  # point


@wd.kernel(num_threads=(16, 8))
def texels(image: wd.Texture2D[f32], out: wd.RWTexture2D[wd.float2], scale: f32):
    at = wd.dispatch_thread_id()
    out[at.x, at.y] = wd.float2(image[at.x, at.y] * scale, 0.0)


@wd.kernel(num_waves=1)
def reads(src: wd.Buffer[f32]):
    total = wd.wave_active_sum(src[0])  # noqa: F841


def at(mark: str, text: str = "") -> Location:
    """The line that ends in this comment, at the text or its first character."""
    number = next(number for number, line in enumerate(TEXT) if line.endswith(f"  # {mark}"))
    line = TEXT[number]
    column = line.index(text) if text else len(line) - len(line.lstrip())
    return Location(FILE, number + 1, column + 1)


def _array() -> Location:
    line = next(number for number, line in enumerate(TEXT) if "store = wd.groupshared" in line)
    return Location(FILE, line + 1, TEXT[line].index("wd.groupshared") + 1)


SITES = {
    "sum": Site("event", "", "wave_active_sum", -1, (at("sum", "wd.wave_active_sum"),)),
    "load src": Site("load", "", "", 0, (at("sum", "src["),)),
    "branch": Site("branch", "", "", -1, (at("branch"),)),
    "write": Site("store", "", "", 3, (at("write"),)),
    "barrier": Site(
        "barrier", "", "group_memory_barrier_with_group_sync", -1, (at("barrier"),), orders_groupshared=True,
        synchronizes=True,
    ),
    "read": Site("load", "", "", 3, (at("read", "store[0]"),)),
    "add": Site("atomic", "", "atomic_add", 1, (at("read"),)),
    "twice": Site("load", "", "", 0, (at("in twice", "values["), at("call", "twice("))),
    "out": Site("store", "", "", 1, (at("call"),)),
    "point": Site("store", "", "", 2, (at("point"),)),
    "lane": Site("undefined", "inactive-lane", "wave_read_lane_at", -1, (at("sum"),)),
    "retire": Site("retire", "", "", -1, (at("call"),)),
}  # fmt: skip
NUMBERS = {name: number for number, name in enumerate(SITES)}
MEMORIES = (
    Memory("buffer", 0, 0, "u32", False, None),
    Memory("buffer", 1, 0, "u32", True, None),
    Memory("buffer", 2, 0, "f32", True, None),
    Memory("groupshared", -1, 4, "u32", True, _array()),
)
CHECKS = Checks(tuple(SITES.values()), MEMORIES, frozenset())


def access(site: str, group: int = 0, wave: int = 0, lane: int = 0) -> types.SimpleNamespace:
    return types.SimpleNamespace(site=NUMBERS.get(site, -1), group=group, wave=wave, lane=lane)


def finding(rule, first, other=None, branch=None, lanes=0, index=-1, count=1, barrier=None) -> types.SimpleNamespace:
    branch = None if branch is None else NUMBERS[branch]
    barrier = None if barrier is None else NUMBERS[barrier]
    return types.SimpleNamespace(
        rule=rule, access=first, other=other, branch=branch, barrier=barrier, lanes=lanes, index=index, count=count,
        waits=[], use=None, other_use=None,
    )  # fmt: skip


def result(findings=(), counts=None, trace=(), end="done", **others) -> types.SimpleNamespace:
    counted = dict.fromkeys(SITES, (0, 0)) | (counts or {})
    plain = {"groups": 1, "waves": 4, "lanes": 64, "lanes_without_thread": 0, "lanes_without_work": 0}
    return types.SimpleNamespace(
        findings=list(findings),
        counts=list(counted.values()),
        trace=[
            (kind, time, group, wave, NUMBERS.get(site, -1), lanes, -1)
            for kind, time, group, wave, site, lanes in trace
        ],
        trace_is_whole=others.pop("trace_is_whole", True),
        end=end,
        shadow_bytes=others.pop("shadow_bytes", 4096),
        ns=2.5e6,
        last=None,
        **(plain | others),
    )


def running(native=None, checks=CHECKS, write=None):
    """A device's run: gives this result, or what this function makes of the wave size, after it has written what
    ``write(arguments, wave_size, options)`` writes."""

    def run(wave_size, options, arguments, groups, settings):
        if write:
            write(arguments, wave_size, options)
        made = native(wave_size) if callable(native) else native or result()
        return CheckedRun(checks, made, wave_size, options, groups)

    return run
