"""The limits of a CUDA device, and the checks of a kernel and of a launch against them."""

from __future__ import annotations

from dataclasses import replace
from math import prod
from typing import Any

from ...errors import DeviceError
from ...runtime.device_limits import DeviceLimits, full_limits
from .driver import Properties

WAVE_SIZE = 32


def limits_of(properties: Properties) -> DeviceLimits:
    """The limits, by the names that kernels use."""
    return replace(
        full_limits(properties.groups),
        selectable_wave_sizes=(WAVE_SIZE,),
        threads=properties.threads,
        waves=properties.threads // WAVE_SIZE,
        groupshared_bytes=properties.groupshared_bytes,
        groupshared_is_stated=False,
    )


def threads_of(manifest: dict[str, Any]) -> int:
    """The threads of a group."""
    stated = manifest.get("launched_threads") or manifest["num_threads"]
    return prod(stated) if stated else WAVE_SIZE * manifest["num_waves"]


def check_load(device: str, properties: Properties, manifest: dict[str, Any]) -> None:
    """Checks the size of a group and its memory."""
    kernel = manifest["kernel"]
    threads = threads_of(manifest)
    asked = f"kernel '{kernel}' has {threads} threads in a group"
    if manifest["num_waves"] is not None:
        asked = f"kernel '{kernel}' launches a group as {threads // WAVE_SIZE} waves of {WAVE_SIZE} lanes"
    _limit(device, "threads a group", properties.threads, threads, asked, "use smaller groups")
    shared = manifest["groupshared_bytes"]
    asked = f"kernel '{kernel}' declares groupshared arrays of {shared} bytes"
    _limit(device, "bytes of groupshared memory", properties.groupshared_bytes, shared, asked, "use smaller arrays")


def check_registers(device: str, manifest: dict[str, Any], most_threads: int) -> None:
    """Checks that the registers of the device suffice for a group."""
    kernel, threads = manifest["kernel"], threads_of(manifest)
    if threads > most_threads:
        raise DeviceError(
            f"device '{device}' has registers for {most_threads} threads of kernel '{kernel}', but a group has {threads}",
            "use smaller groups, or fewer values at a time",
        )


def check_groups(device: str, properties: Properties, manifest: dict[str, Any], groups: tuple[int, int, int]) -> None:
    """Checks the number of groups."""
    kernel = manifest["kernel"]
    for axis, count, limit in zip("xyz", groups, properties.groups, strict=True):
        asked = f"the dispatch of kernel '{kernel}' has {groups} groups"
        fix = "spread the groups over x, y and z, or dispatch in parts"
        _limit(device, f"groups in {axis}", limit, count, asked, fix)


def _limit(device: str, what: str, limit: int, asked: int, who: str, fix: str) -> None:
    if asked > limit:
        raise DeviceError(f"device '{device}' has a limit of {limit} {what}, but {who}, which is {asked}", fix)
