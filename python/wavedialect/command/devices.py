"""``wavedialect devices``: lists the devices of this computer and what they can do."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click
from rich.text import Text

from ..errors import WaveError
from .completion import complete_device
from .help import Command
from .messages import working
from .tables import byte_count, console, facts, show

if TYPE_CHECKING:
    from ..runtime.device import DeviceInfo, RefusedDevice

_TYPES = {"16-bit types": ("i16", "u16", "f16", "bf16"), "64-bit types": ("i64", "u64", "f64")}
_LONG_INTEGERS = ("i64", "u64")


@click.command(
    cls=Command,
    short_help="List the devices and what they can do.",
    examples=["devices", "devices vulkan", "devices --json"],
)
@click.argument("names", metavar="[NAME]...", nargs=-1, shell_complete=complete_device)
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
def command(names: tuple[str, ...], as_json: bool) -> None:
    """Lists the devices of this machine, or those whose names begin with NAME.

    Shows for each device its wave sizes, its classes of wave operations, the limits of a group, and its 16- and 64-bit
    types. Devices that cannot be opened are listed with the reason."""
    import wavedialect as wd

    from ..runtime.device import default_device

    with working("asking the drivers"):
        found, refused = wd.devices(), wd.refused_devices()
    if names:
        everything = [device.name for device in (*found, *refused)]
        for name in names:
            if not any(known.startswith(name) for known in everything):
                raise WaveError(f"there is no device '{name}'", f"the devices are {', '.join(everything)}")
        found = [device for device in found if device.name.startswith(names)]
        refused = [device for device in refused if device.name.startswith(names)]
    if as_json:
        click.echo(json.dumps(_facts(found, refused, default_device()), indent=2))
        return
    out = console()
    for place, device in enumerate([*found, *refused]):
        if place:
            out.print()
        heading = Text.assemble((device.name, "bold"), "  ", device.description)
        if isinstance(device, wd.DeviceInfo):
            heading.append("  (the default)" if device.name == default_device() else "", "dim")
            rows = list(_rows(device))
        else:
            heading.append("  cannot be used", "red")
            rows = [("because", device.reason), ("help", device.fix)]
        out.print(heading, soft_wrap=True)
        show(out, facts(row for row in rows if row[1]))


def _rows(device: DeviceInfo) -> Iterator[tuple[str, str]]:
    """Yields the properties of a device, one per line."""
    from ..runtime.device_limits import WAVE_OPERATIONS

    limits, sizes = device.limits, device.wave_sizes
    spread = f"{sizes.smallest} to {sizes.largest} lanes, {sizes.own} by default"
    spread += ", fewer for shorter rows of threads" if sizes.fits_rows else ""
    yield "wave sizes", f"{sizes.own} lanes" if sizes.smallest == sizes.largest else spread
    yield "selectable", ", ".join(map(str, limits.selectable_wave_sizes))
    missing = [name for name in WAVE_OPERATIONS if name not in limits.wave_operations]
    yield "wave operations", ", ".join(limits.wave_operations) + _without(missing)
    yield "a group", f"{limits.threads:,} threads, {limits.waves:,} waves at most"
    more = ", more by group_shared_limit" if limits.groupshared_is_stated else ""
    yield "groupshared", f"{byte_count(limits.groupshared_bytes)} a group at most{more}"
    yield "groups", f"{' x '.join(f'{count:,}' for count in limits.groups)} at most"
    for words, names in _TYPES.items():
        yield words, _types(names, limits)
    yield "64-bit atomics", _atomics(limits)


def _types(names: Sequence[str], limits: Any) -> str:
    """Says which of these types the device supports, and where."""
    has = [name for name in names if name in limits.types]
    if not has:
        return "none"
    places = {"buffers": limits.buffer_types, "wave operations": limits.wave_types}
    lacking = [
        f"not in {place}: {' '.join(name for name in has if name not in types)}"
        for place, types in places.items()
        if not set(has) <= set(types)
    ]
    missing = [name for name in names if name not in limits.types]
    return "; ".join([" ".join(has) + _without(missing), *lacking])


def _atomics(limits: Any) -> str:
    """Says for which memory the device supports 64-bit atomics."""
    places = {"buffers": limits.buffer_atomics, "groupshared memory": limits.groupshared_atomics}
    has = [place for place, types in places.items() if set(_LONG_INTEGERS) <= set(types)]
    return "on " + " and ".join(has) if has else "none"


def _without(names: Sequence[str]) -> str:
    return f" (without {', '.join(names)})" if names else ""


def _facts(found: Sequence[DeviceInfo], refused: Sequence[RefusedDevice], default: str) -> dict[str, Any]:
    """Returns everything for JSON output."""
    return {
        "default": default,
        "devices": [dataclasses.asdict(device) for device in found],
        "refused": [dataclasses.asdict(device) for device in refused],
    }
