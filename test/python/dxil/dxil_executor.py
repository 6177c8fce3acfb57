"""Runs a container with ``wave-run-dxil``, which interprets the module as LLVM reads it back."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from wavedialect.runtime.coarsening import launched_groups

# WAVE_BUILD names another build than build/: one with a sanitizer.
TOOL = Path(os.environ.get("WAVE_BUILD", Path(__file__).parents[3] / "build")) / "bin" / "wave-run-dxil"
RECONVERGENCE = ("post-dominators", "loops")
"""Where lanes that parted meet: as late as a simple machine does, or as early as a driver may. A right module means the
same under both."""

_DTYPES = {
    "bool": np.uint32,
    "i8": np.int8,
    "u8": np.uint8,
    "i16": np.int16,
    "u16": np.uint16,
    "i32": np.int32,
    "u32": np.uint32,
    "i64": np.int64,
    "u64": np.uint64,
    "f16": np.float16,
    # Its bits, in buffers; scalars are f32.
    "bf16": np.uint16,
    "f32": np.float32,
    "f64": np.float64,
}
# What has no place of its own in the constants takes four bytes.
_WIDENED = {"i16": np.int32, "u16": np.uint32, "f16": np.float32}


class ExecutionError(Exception):
    """What the executor says of the module or the launch."""


@dataclass(frozen=True)
class MeshDispatch:
    """What a group of an amplification kernel dispatches."""

    group: tuple[int, int, int]
    counts: tuple[int, int, int]
    payload: bytes


@dataclass(frozen=True)
class Result:
    """The arguments after a launch, arrays as copies, what was dispatched, a group each, and how many groups the guard of
    the number of waves retired."""

    arguments: list[Any]
    meshes: list[MeshDispatch]
    retired_groups: int = 0


def pack_constants(manifest: dict[str, Any], groups: Sequence[int], arguments: Sequence[Any]) -> bytes:
    """The root constants as the manifest places them: scalars and vectors in argument order, the lengths of buffers in
    scalars, the number of groups."""
    buffers = iter([array for array, binding in _bound(manifest, arguments) if binding["resource"] == "buffer"])
    values = iter([argument for argument in arguments if not isinstance(argument, np.ndarray)])
    packed = bytearray(manifest["constants"]["bytes"])
    for field in manifest["constants"]["fields"]:
        if field["role"] == "group_count":
            value: Any = tuple(groups)
        else:
            value = next(buffers if field["role"] == "length" else values, ())
            value = value.size if isinstance(value, np.ndarray) else value
        parts = value if isinstance(value, (tuple, list)) else (value,)
        if len(parts) != field["components"]:
            raise ValueError(f"constant '{field['name']}' has {field['components']} components, got {value!r}")
        element = field["element"]
        # A value is rounded to its own type before it is widened.
        data = np.array(parts, _DTYPES[element]).astype(_WIDENED.get(element, _DTYPES[element])).tobytes()
        packed[field["offset"] : field["offset"] + len(data)] = data
    if next(values, None) is not None or next(buffers, None) is not None:
        raise ValueError("the manifest's constants do not mention all arguments")
    return bytes(packed)


def run(
    container: bytes,
    manifest: dict[str, Any],
    groups: int | Sequence[int],
    arguments: Sequence[Any],
    wave_size: int,
    *,
    extra_waves: int = 0,
    lane_order: str = "linear",
    wave_order: str = "linear",
    placement: Any = None,
    counted_waves: int | None = None,
    retiring_waves: int | None = None,
    obeys_wave_size: bool = True,
    reconvergence: str = "post-dominators",
    timeout: float = 60,
) -> Result:
    """Runs a dispatch.

    ``arguments`` are in the kernel's order: NumPy arrays as the kernel's memory has them, scalars, and tuples of scalars
    for vectors. ``lane_order`` and ``wave_order`` are "linear" or "reversed"; ``placement`` instead gives the thread of
    each lane, wave by wave, -1 for none (``wavedialect.runtime.placement.wave_table`` makes such), ``counted_waves``
    what the kernel is told of their number. ``retiring_waves`` is how many waves of a group may return before a
    barrier that others meet, by default any. Without ``obeys_wave_size`` waves may have another size than the container
    asks for.
    """
    groups = _extent(groups)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "kernel.dxil").write_bytes(container)
        resources = _write_resources(folder, manifest, arguments)
        launch = {
            "groups": list(launched_groups(manifest, groups)),
            "wave_size": wave_size,
            "extra_waves": extra_waves,
            "lane_order": lane_order,
            "wave_order": wave_order,
            "constants": {
                "hex": pack_constants(manifest, groups, arguments).hex(),
                "space": manifest["root_constants"]["space"],
                "register": manifest["root_constants"]["register"],
            },
            "resources": resources,
            "mesh": str(folder / "meshes.json"),
            "obeys_wave_size": obeys_wave_size,
        }
        if placement is not None:
            launch["placement"] = np.asarray(placement).tolist()
        if counted_waves is not None:
            launch["counted_waves"] = counted_waves
        if retiring_waves is not None:
            launch["retiring_waves"] = retiring_waves
        (folder / "launch.json").write_text(json.dumps(launch))
        command = [TOOL, folder / "kernel.dxil", folder / "launch.json", f"--reconvergence={reconvergence}"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=timeout, check=False)
        if done.returncode != 0:
            raise ExecutionError(done.stderr.strip() or f"wave-run-dxil ended with {done.returncode}")
        meshes = json.loads((folder / "meshes.json").read_text())
        guard = int.from_bytes(Path(resources[-1]["file"]).read_bytes(), "little") if "guard" in manifest else 0
        return Result(
            _read_back(resources, arguments),
            [
                MeshDispatch(tuple(mesh["group"]), tuple(mesh["counts"]), bytes.fromhex(mesh["payload"]))
                for mesh in meshes
            ],
            guard,
        )


def _extent(groups: int | Sequence[int]) -> list[int]:
    given = [groups] if isinstance(groups, (int, np.integer)) else list(groups)
    return [*map(int, given), 1, 1][:3]


def _bound(manifest: dict[str, Any], arguments: Sequence[Any]) -> list[tuple[np.ndarray, dict[str, Any]]]:
    arrays = [argument for argument in arguments if isinstance(argument, np.ndarray)]
    bindings = [binding for binding in manifest["bindings"] if binding["name"] != manifest.get("guard")]
    return list(zip(arrays, bindings, strict=True))


def _write_resources(folder: Path, manifest: dict[str, Any], arguments: Sequence[Any]) -> list[dict[str, Any]]:
    resources = []
    bound = _bound(manifest, arguments)
    if "guard" in manifest:
        bound.append((np.zeros(1, np.uint32), manifest["bindings"][-1]))
    for index, (array, binding) in enumerate(bound):
        if array.dtype.itemsize != np.dtype(_DTYPES[binding["element"]]).itemsize:
            raise ValueError(f"'{binding['name']}' has elements of {binding['element']}, got {array.dtype}")
        path = folder / f"resource-{index}.bin"
        # A buffer of bytes has a view of words, which covers the last bytes as well; no kernel may read or write those
        # beyond them.
        is_bytes = binding["resource"] == "buffer" and array.dtype.itemsize == 1
        padding = b"\xaa" * (-array.nbytes % 4) if is_bytes else b""
        path.write_bytes(array.tobytes() + padding)
        resource = {
            "class": binding["kind"],
            "space": binding["set"],
            "register": binding["binding"],
            "element": binding["element"],
            "file": str(path),
        }
        if binding["resource"] in ("image", "image_array"):
            is_array = binding["resource"] == "image_array"
            *layers, height, width = array.shape[: 3 if is_array else 2]
            resource |= {"width": width, "height": height, "channels": binding["components"]}
            resource |= {"layers": layers[0]} if is_array else {}
        resources.append(resource)
    return resources


def _read_back(resources: Sequence[dict[str, Any]], arguments: Sequence[Any]) -> list[Any]:
    files = iter(resources)
    after = []
    for argument in arguments:
        if isinstance(argument, np.ndarray):
            data = Path(next(files)["file"]).read_bytes()
            if not set(data[argument.nbytes :]) <= {0xAA}:
                raise ExecutionError("the kernel changed bytes beyond the end of a buffer")
            data = data[: argument.nbytes]
            after.append(np.frombuffer(data, argument.dtype).reshape(argument.shape).copy())
        else:
            after.append(argument)
    return after
