"""Every kernel of the examples, as a container for each shader model, computes what the interpreter does."""

from __future__ import annotations

import functools
import warnings

import numpy as np
import pytest
from dxil_device import FULL_WAVES, SIZES, DXILDevice
from example_launches import EVERYWHERE, LAUNCHES
from shader_models import MODELS, minor, needed_model

import wavedialect as wd

WAYS = ("", ":loops", ":reversed", ":loops:reversed")
"""Where lanes meet, and which wave runs first."""


def run(place: int, wave_size: int, device) -> list[np.ndarray]:
    """The arrays that the kernel writes, sorted where their order is the atomics' to say, and what its groups launch."""
    launch = EVERYWHERE[place]
    arguments = [a.copy() if isinstance(a, np.ndarray) else a for a in launch.arguments]
    groups = launch.groups(wave_size) if callable(launch.groups) else launch.groups
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", wd.WaveWarning)
        dispatch = launch.kernel.dispatch(groups, *arguments, device=device, wave_size=wave_size)
    written = []
    if isinstance(dispatch, wd.MeshDispatches):
        # What stands behind a group's meshes is undefined.
        meshes = dispatch.counts.prod(axis=1)
        rows = [row[:count] for row, count in zip(dispatch.payload, meshes, strict=True)]
        written = [dispatch.counts, np.concatenate(rows)]
    for parameter, argument in zip(launch.kernel._program(False).module.kernel.parameters, arguments, strict=True):
        if isinstance(argument, np.ndarray) and parameter.type.writable:
            unordered = parameter.name in launch.options.get("unordered", ())
            written.append(np.sort(argument, axis=None) if unordered else argument)
    return written


@functools.cache
def expected(place: int, wave_size: int) -> list[np.ndarray]:
    return run(place, wave_size, "interpreter")


def check(place: int, wave_size: int, device: DXILDevice) -> None:
    message = f"{device.name} at {wave_size} lanes"
    for right, got in zip(expected(place, wave_size), run(place, wave_size, device), strict=True):
        # A driver may add in another order, and with one rounding or two.
        if right.dtype.kind == "f":
            np.testing.assert_allclose(got, right, rtol=1e-5, err_msg=message)
        else:
            np.testing.assert_array_equal(got, right, err_msg=message)


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("place", range(len(EVERYWHERE)), ids=lambda place: f"{place}-{EVERYWHERE[place]}")
def test_an_example(place, model):
    launch = EVERYWHERE[place]
    attributes = launch.kernel.attributes
    if attributes.stage == "amplification" and minor(model) < minor("6.5"):
        with pytest.raises(wd.CompileError) as raised:
            run(place, launch.sizes[0], DXILDevice(f"dxil:{model}"))
        assert needed_model(raised.value) == "6.5"
        return
    sizes = [size for size in SIZES if size in launch.sizes]
    assert sizes
    for number, size in enumerate(sizes):
        # One way a size and model, so that each size meets all of them.
        device = f"dxil:{model}{WAYS[(number + MODELS.index(model)) % len(WAYS)]}"
        check(place, size, DXILDevice(device))
        if attributes.num_waves and model not in FULL_WAVES:
            check(place, size, DXILDevice(f"{device}:retiring"))


@pytest.mark.parametrize("launch", [one for one in LAUNCHES if not one.is_everywhere], ids=str)
def test_an_example_with_matrices(launch):
    def results(device):
        arrays = [one.copy() if isinstance(one, np.ndarray) else one for one in launch.arguments]
        launch.kernel.dispatch(launch.groups, *arrays, device=device, wave_size=size)
        return [one.astype(np.float32) for one in arrays if isinstance(one, np.ndarray)]

    for size in SIZES:
        for way in ("", ":loops:reversed"):
            device = DXILDevice(f"dxil:6.10{way}")
            for right, got in zip(results("interpreter"), results(device), strict=True):
                np.testing.assert_allclose(got, right, rtol=0.01, atol=1e-3, err_msg=f"{device.name} at {size} lanes")
