"""A manifest as the compiler writes it, for tests that need no compiler."""

from __future__ import annotations

import json
from typing import Any


def sample_manifest(**changes: Any) -> dict[str, Any]:
    """The manifest of a four-wave kernel with two buffers and two scalars."""
    manifest = {
        "version": 2,
        "kernel": "compact",
        "target": "spirv",
        "form": "specialized",
        "module": "compact.spv",
        "modules": {},
        "entry_point": "compact",
        "stage": "compute",
        "num_waves": 4,
        "num_threads": None,
        "wave_sizes": [16, 32, 64],
        "preferred_wave_size": None,
        "dropped_wave_sizes": [{"size": 128, "reason": "4 waves of 128 lanes are more than 256 lanes"}],
        "lanes_per_group": {"16": 64, "32": 128, "64": 256},
        "bindings": [
            {
                "name": "src",
                "set": 0,
                "binding": 0,
                "kind": "srv",
                "resource": "buffer",
                "descriptor": "VK_DESCRIPTOR_TYPE_STORAGE_BUFFER",
                "element": "u32",
                "components": 1,
            },
            {
                "name": "out",
                "set": 0,
                "binding": 1,
                "kind": "uav",
                "resource": "buffer",
                "descriptor": "VK_DESCRIPTOR_TYPE_STORAGE_BUFFER",
                "element": "u32",
                "components": 1,
            },
        ],
        "constants": {
            "bytes": 16,
            "fields": [
                {"name": "n", "offset": 0, "element": "i32", "components": 1, "role": "argument"},
                {"name": "flag", "offset": 4, "element": "bool", "components": 1, "role": "argument"},
                {"name": "src", "offset": 8, "element": "u32", "components": 1, "role": "length"},
                {"name": "out", "offset": 12, "element": "u32", "components": 1, "role": "length"},
            ],
        },
        "specialization": {
            "wave_size": {"id": 0, "equals": "the required subgroup size"},
            "robust_buffers": {"id": 1, "equals": "1 where robustBufferAccess2 is on, else 0"},
        },
        "groupshared_bytes": 12,
        "capabilities": ["Shader", "GroupNonUniform", "GroupNonUniformArithmetic"],
        "requires": {"full_subgroups": True, "required_subgroup_size": True, "maintenance4": True},
    }
    return {**manifest, **changes}


def sample_result(**changes: Any) -> tuple[list[tuple[str, str]], list[tuple[str, bytes]]]:
    """Stages and files of a compile with that manifest."""
    stages = [("wave", "module {}\n"), ("gpu", "gpu.module"), ("spirv", "spirv.module"), ("assembly", "OpCapability")]
    manifest = json.dumps(sample_manifest(**changes), sort_keys=True).encode()
    return stages, [("compact.spv", b"\x03\x02\x23\x07"), ("manifest.json", manifest)]
