"""Runs the file that ``record.py`` wrote on a Vulkan device and compares every byte."""

from __future__ import annotations

import argparse
import pickle
import sys
from pathlib import Path
from typing import Any

import numpy as np

sys.path.append(str(Path(__file__).resolve().parents[1] / "python" / "threads"))
import thread_kernels

from wavedialect import _vulkan
from wavedialect.backends.spirv.device import native_bindings, native_buffers, settings
from wavedialect.runtime.device import BufferArgument, ImageArgument
from wavedialect.runtime.launch_constants import pack_constants


def place(device: Any, case: dict[str, Any], manifest: dict[str, Any]) -> list[Any]:
    """The arguments of a launch, with arrays on the device."""
    bindings = iter(manifest["bindings"])
    placed = []
    for value in case["arguments"]:
        if not isinstance(value, np.ndarray):
            placed.append(value)
            continue
        handle = device.alloc(value.nbytes)
        device.upload(handle, value)
        binding = next(bindings)
        if binding["resource"] == "image":
            height, width = value.shape[:2]
            placed.append(ImageArgument(handle, width, height, binding["components"]))
        else:
            placed.append(BufferArgument(handle, value.size))
    return placed


def run(device: Any, case: dict[str, Any], form: str, reconverging: bool) -> list[np.ndarray]:
    """The arrays after one dispatch."""
    manifest, spirv = case["binaries"][form, reconverging]
    values = {
        "wave_size": case["wave_size"],
        **settings(device.properties),
    }
    several = device.properties.min_subgroup_size != device.properties.max_subgroup_size
    pipeline = device.load(
        spirv,
        manifest["entry_point"],
        native_bindings(manifest),
        manifest["constants"]["bytes"],
        {field["id"]: values[name] for name, field in manifest["specialization"].items()},
        case["wave_size"] if several else 0,
        manifest["requires"]["full_subgroups"],
    )
    placed = place(device, case, manifest)
    device.launch(pipeline, native_buffers(placed), pack_constants(manifest, placed), case["groups"])
    device.wait()
    handles = [value.handle for value in placed if isinstance(value, (BufferArgument, ImageArgument))]
    results = []
    for handle, expected in zip(handles, case["expected"], strict=True):
        found = np.empty_like(expected)
        device.download(handle, found)
        results.append(found)
    return results


def has_blocks(found: list[np.ndarray], case: dict[str, Any]) -> bool:
    """Whether the compacted pixels are all groups' blocks, each in one piece, in any order."""
    counter, pixels = found[-2], found[-1]
    missing = {int(block[0]): block for block in case["blocks"].values()}
    start = 0
    while start < counter[0]:
        block = missing.pop(int(pixels[start]), None)
        if block is None or not np.array_equal(pixels[start : start + block.size], block):
            return False
        start += block.size
    return not missing


def threads_agree(rows: np.ndarray, case: dict[str, Any]) -> bool:
    """Whether ids and wave operations of a group of threads are right, whichever thread is in which wave."""
    try:
        thread_kernels.check_rows(rows, case["threads"])
    except AssertionError as error:
        print(f"{case['name']}: {error}")
        return False
    return True


def differing(found: list[np.ndarray], case: dict[str, Any]) -> list[Any]:
    """The arrays that are wrong, by number or by what they hold."""
    if "blocks" in case:
        return [] if has_blocks(found, case) else ["pixels"]
    if "threads" in case:
        return [] if threads_agree(found[0], case) else ["rows"]
    pairs = zip(case["expected"], found, strict=True)
    return [number for number, (a, b) in enumerate(pairs) if a.tobytes() != b.tobytes()]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--device", type=int, default=0)
    parser.add_argument("--first", type=int, default=0, help="start at this case")
    parser.add_argument("--names", action="store_true", help="name each case before it runs, to find one that crashes")
    parser.add_argument("--plain", action="store_true", help="run the binaries without maximal reconvergence only")
    parser.add_argument("--fixed", action="store_true", help="run the fixed form, as on a device without maintenance4")
    options = parser.parse_args()
    form = "fixed" if options.fixed else "specialized"
    device = _vulkan.Device(options.device, without=["maintenance4"] if options.fixed else [])
    properties = device.properties
    can_reconverge = properties.features.get("maximal_reconvergence", False)
    print(f"{properties.name}, driver {properties.driver}, Vulkan {properties.api_version}")
    print(
        f"waves of {properties.min_subgroup_size} to {properties.max_subgroup_size} lanes, "
        f"maximal reconvergence: {'yes' if can_reconverge else 'no'}, "
        f"robust buffers: {'yes' if properties.features.get('robust_buffers') else 'no'}"
    )
    cases = [case for case in pickle.loads(options.file.read_bytes()) if (form, False) in case["binaries"]]
    cases = cases[options.first :]
    failed = 0
    for reconverging in (True, False) if can_reconverge and not options.plain else (False,):
        wrong = []
        for case in cases:
            if options.names:
                print(case["name"], flush=True)
            different = differing(run(device, case, form, reconverging), case)
            if different:
                wrong.append(f"{case['name']} (arrays {different})")
        mode = "with" if reconverging else "without"
        print(f"{mode} maximal reconvergence: {len(cases) - len(wrong)} agree, {len(wrong)} differ")
        for line in wrong[:40]:
            print(f"  {line}")
        # Without the mode Vulkan does not promise what the kernels rely on.
        failed += len(wrong) if reconverging or not can_reconverge else 0
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
