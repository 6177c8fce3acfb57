"""Device arrays as other libraries see them."""

from __future__ import annotations

import gc

import numpy as np
import pytest

import wavedialect as wd
from wavedialect import f32, u32


@wd.kernel(num_waves=1)
def add_one(out: wd.RWBuffer[u32]):
    place = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
    out[place] += 1


@wd.kernel(num_waves=1)
def copy(src: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    out[wd.wave_lane_index()] = src[wd.wave_lane_index()]


@pytest.mark.parametrize("see", [np.asarray, np.from_dlpack, lambda x: np.array(x, copy=False)])
def test_the_array_itself(see, host_device):
    array = wd.array(np.arange(12, dtype=np.uint32).reshape(3, 4), device=host_device)
    view = see(array)
    assert view.shape == (3, 4) and view.dtype == np.uint32
    add_one[lambda lanes: -(-12 // lanes)](array)
    assert view.ravel().tolist() == list(range(1, 13))
    view[0, 0] = 70
    assert array.numpy()[0, 0] == 70
    # A copy stays one.
    array.numpy()[0, 0] = 80
    assert view[0, 0] == 70


@pytest.mark.parametrize("see", [np.asarray, np.from_dlpack])
def test_a_view_keeps_the_memory(see):
    view = see(wd.array(np.arange(1 << 16, dtype=np.uint32), device="cpu"))
    gc.collect()
    others = [np.full(1 << 16, 7, np.uint32) for _ in range(8)]
    assert view[:3].tolist() == [0, 1, 2] and view.sum(dtype=np.uint64) == (1 << 15) * ((1 << 16) - 1)
    del others


def test_every_element_type_and_shape(host_device):
    for dtype in (wd.i16, wd.u16, wd.i32, wd.u32, wd.i64, wd.u64, wd.f16, wd.f32, wd.f64):
        for shape in ((), (0,), (5,), (2, 0, 3), (2, 3, 4)):
            array = wd.empty(shape, dtype, device=host_device)
            for view in (np.asarray(array), np.from_dlpack(array)):
                assert (view.shape, view.dtype) == (shape, dtype.numpy)
                assert view.flags.writeable and view.flags.c_contiguous


def test_other_types_are_copies(device):
    array = wd.array(np.arange(4, dtype=np.uint32), device=device)
    other = np.asarray(array, np.float64)
    other[0] = 9
    assert other.dtype == np.float64 and array.numpy()[0] == 0
    copied = np.array(array, copy=True)
    copied[1] = 9
    assert array.numpy()[1] == 1


def test_memory_of_a_gpu_is_refused():
    try:
        array = wd.array(np.arange(4, dtype=np.uint32), device="vulkan")
    except wd.DeviceError as error:
        pytest.skip(f"no Vulkan here: {error.message}")
    said = r"an array on device 'vulkan:\d' is not in the CPU's memory.*\nhelp: change a copy, `x.numpy\(\)`, and copy it back"
    for ask in (array.__dlpack__, array.__dlpack_device__):
        with pytest.raises(wd.DeviceError, match=said):
            ask()
        # As DLPack has it.
        with pytest.raises(BufferError):
            ask()
    assert not hasattr(array, "__array_interface__")
    # NumPy then takes a copy, unless that is forbidden.
    copied = np.asarray(array)
    copied[0] = 9
    assert array.numpy()[0] == 0
    with pytest.raises(ValueError, match="without a copy"):
        np.array(array, copy=False)


@pytest.mark.parametrize("see", [np.asarray, np.from_dlpack])
def test_an_array_and_a_view_of_it_overlap(see):
    array = wd.array(np.arange(8, dtype=np.uint32), device="cpu")
    for _ in range(2):
        for pair in ((array, see(array)), (see(array), array), (see(array), see(array))):
            with pytest.raises(wd.LaunchError, match="arguments 'src' and 'out' overlap"):
                copy.dispatch(1, *pair, device="cpu", wave_size=8)
        copy.dispatch(1, see(array), wd.empty(8, u32, device="cpu"), wave_size=8)


def test_its_attributes_are_as_they_were():
    array = wd.empty((3, 5), f32, device="cpu")
    assert (array.size, array.nbytes, len(array)) == (15, 60, 3)
    with pytest.raises(AttributeError):
        array.color = 3
