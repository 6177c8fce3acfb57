"""Runs the file that ``record.py`` wrote on a Vulkan device and compares every byte."""

from __future__ import annotations

import argparse
import pickle
from pathlib import Path
from typing import Any

import numpy as np

from wavedialect import _vulkan
from wavedialect.runtime.device import BufferArgument
from wavedialect.runtime.vulkan import pack_constants, settings


def run(device: Any, case: dict[str, Any], reconverging: bool) -> list[np.ndarray]:
    """The arrays after one dispatch."""
    manifest = case["manifest"]
    values = {
        "wave_size": case["wave_size"],
        **settings(device.properties),
    }
    several = device.properties.min_subgroup_size != device.properties.max_subgroup_size
    pipeline = device.load(
        case["spirv_reconverging" if reconverging else "spirv"],
        manifest["entry_point"],
        [(binding["set"], binding["binding"]) for binding in manifest["bindings"]],
        manifest["constants"]["bytes"],
        {field["id"]: values[name] for name, field in manifest["specialization"].items()},
        case["wave_size"] if several else 0,
        manifest["requires"]["full_subgroups"],
    )
    placed = []
    for value in case["arguments"]:
        if isinstance(value, np.ndarray):
            handle = device.alloc(value.nbytes)
            device.upload(handle, value)
            placed.append(BufferArgument(handle, value.size))
        else:
            placed.append(value)
    buffers = [value.handle for value in placed if isinstance(value, BufferArgument)]
    device.launch(pipeline, buffers, pack_constants(manifest, placed), case["groups"])
    device.wait()
    results = []
    for handle, expected in zip(buffers, case["expected"], strict=True):
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


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--device", type=int, default=0)
    parser.add_argument("--first", type=int, default=0, help="start at this case")
    parser.add_argument("--names", action="store_true", help="name each case before it runs, to find one that crashes")
    parser.add_argument("--plain", action="store_true", help="run the binaries without maximal reconvergence only")
    options = parser.parse_args()
    device = _vulkan.Device(options.device)
    properties = device.properties
    can_reconverge = properties.features.get("maximal_reconvergence", False)
    print(f"{properties.name}, driver {properties.driver}, Vulkan {properties.api_version}")
    print(
        f"waves of {properties.min_subgroup_size} to {properties.max_subgroup_size} lanes, "
        f"maximal reconvergence: {'yes' if can_reconverge else 'no'}, "
        f"robust buffers: {'yes' if properties.features.get('robust_buffers') else 'no'}"
    )
    cases = pickle.loads(options.file.read_bytes())[options.first :]
    failed = 0
    for reconverging in (True, False) if can_reconverge and not options.plain else (False,):
        wrong = []
        for case in cases:
            if options.names:
                print(case["name"], flush=True)
            found = run(device, case, reconverging)
            if "blocks" in case:
                different = [] if has_blocks(found, case) else ["pixels"]
            else:
                different = [
                    number
                    for number, (a, b) in enumerate(zip(case["expected"], found, strict=True))
                    if a.tobytes() != b.tobytes()
                ]
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
