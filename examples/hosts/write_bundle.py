"""Writes a bundle and one launch of it, for the C++ hosts in this folder.

The four waves of a group keep the numbers above a threshold. Wave 0 adds the sums of the waves, and its first lane adds
the group's sum to the total. The result is the same at every wave size.

    write_bundle.py FOLDER                        SPIR-V for examples/hosts/vulkan
    write_bundle.py FOLDER --shader-model 6.6     DXIL for examples/hosts/d3d12
    write_bundle.py FOLDER --sm sm_80             PTX for examples/hosts/cuda
    write_bundle.py FOLDER --hlsl                 the same kernel in HLSL, keep_above.hlsl
"""

import argparse
import json
from pathlib import Path

import numpy as np

import wavedialect as wd
from wavedialect import u32


@wd.kernel(num_waves=4)
def keep_above(x: wd.Buffer[u32], kept: wd.RWBuffer[u32], total: wd.RWBuffer[u32], threshold: u32):
    sums = wd.groupshared(u32, wd.group_wave_count())
    wave, lane = wd.group_wave_index(), wd.wave_lane_index()
    i = (wd.group_id().x * wd.group_wave_count() + wave) * wd.wave_lane_count() + lane
    value = x[i]  # 0 past the end
    if value <= threshold:
        value = u32(0)
    kept[i] = value  # nothing past the end
    sum_of_wave = wd.wave_active_sum(value)
    if wd.wave_is_first_lane():
        sums[wave] = sum_of_wave
    wd.group_memory_barrier_with_group_sync()
    if wave == 0:
        sum_of_group = u32(0)
        if lane < wd.group_wave_count():
            sum_of_group = sums[lane]
        sum_of_group = wd.wave_active_sum(sum_of_group)
        if wd.wave_is_first_lane():
            wd.atomic_add(total, 0, sum_of_group)


def shape_of(name, array):
    """The arguments with the shape and the strides of a buffer of two or three dimensions, in elements."""
    shape = {f"{name}.shape[{i}]": size for i, size in enumerate(array.shape)}
    strides = {f"{name}.stride[{i}]": step // array.itemsize for i, step in enumerate(array.strides[:-1])}
    return shape | strides


def write_launch(folder, items, arguments, expected):
    """Writes ``launch.json`` and one file per array: the arguments of the launch and the expected results."""

    def write(kind, name, value):
        if not isinstance(value, np.ndarray):
            return value
        file = f"{name}.{kind}.bin"
        (folder / file).write_bytes(value.tobytes())
        return file

    launch = {
        "items": items,
        "arguments": {name: write("argument", name, value) for name, value in arguments.items()},
        "expected": {name: write("expected", name, value) for name, value in expected.items()},
    }
    (folder / "launch.json").write_text(json.dumps(launch, indent=2) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--shader-model", help="compile for Direct3D 12, for instance 6.6")
    parser.add_argument("--sm", help="compile for CUDA, for instance sm_80")
    parser.add_argument("--hlsl", action="store_true", help="compile keep_above.hlsl instead of the Python kernel")
    options = parser.parse_args()

    kernel = wd.hlsl(Path(__file__).with_name("keep_above.hlsl")) if options.hlsl else keep_above
    if options.shader_model:
        bundle = kernel.compile(target="dxil", shader_model=options.shader_model)
    elif options.sm:
        bundle = kernel.compile(target="ptx", sm=options.sm)
    else:
        bundle = kernel.compile(target="spirv")
    bundle.save(options.folder)

    x = np.random.default_rng(19).integers(0, 100, 5000, dtype=np.uint32)
    kept = np.where(x > 40, x, 0).astype(np.uint32)
    arguments = {"x": x, "kept": np.zeros_like(x), "total": np.zeros(1, np.uint32)}
    # In Python a number is a parameter, in HLSL a field of a constant buffer.
    arguments |= {"settings": {"threshold": 40}} if options.hlsl else {"threshold": 40}
    write_launch(options.folder, len(x), arguments, {"kept": kept, "total": np.array([kept.sum()], np.uint32)})


if __name__ == "__main__":
    main()
