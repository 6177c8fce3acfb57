"""What a Vulkan device says of itself, for tests that play one."""

from __future__ import annotations

import types


def properties(name="llvmpipe (LLVM 15)", kind="cpu", features=None, **changes):
    every = (
        "subgroup_size_control",
        "compute_full_subgroups",
        "maintenance4",
        "robust_buffers",
        "maximal_reconvergence",
    )
    values = {
        "name": name,
        "kind": kind,
        "api_version": "1.3.255",
        "driver": "test",
        # VK_DRIVER_ID_MESA_LLVMPIPE.
        "driver_id": 13,
        "refusal": "",
        "subgroup_size": 32,
        "min_subgroup_size": 4,
        "max_subgroup_size": 64,
        "subgroup_operations": ["basic", "vote", "arithmetic", "ballot", "shuffle"],
        "max_group_lanes": 1024,
        "max_group_count": (65535, 65535, 65535),
        "max_group_size": (1024, 1024, 64),
        "max_waves_per_group": 32,
        "max_groupshared_bytes": 32768,
        "max_constants_bytes": 128,
        "max_buffer_bytes": 1 << 27,
        "max_image_extent": 4096,
        "max_image_layers": 256,
        "timestamp_period_ns": 1.0,
        "matrix_products": [],
        "features": {**dict.fromkeys(every, True), **(features or {})},
    }
    return types.SimpleNamespace(**{**values, **changes})
