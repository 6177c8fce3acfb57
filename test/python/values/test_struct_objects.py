"""Buffers of structs as objects: device arrays and their views, tuning, pickling."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from struct_kernels import Particle

import wavedialect as wd
from wavedialect import f32, u32


@wd.struct
class Cell:
    height: wd.float2
    hits: u32

    @wd.func
    def area(self):
        return self.height.x * self.height.y


@wd.kernel(num_waves=1)
def hit(cells: wd.RWBuffer[Cell], by: u32 = 1):
    i = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
    if i < len(cells):
        cells[i].hits += by
        cells[i].height.x = cells[i].area()


@pytest.mark.parametrize("device", ["cpu", "interpreter", "vulkan"])
def test_device_arrays(device):
    cells = wd.zeros(9, Cell, device=device)
    cells.fill(np.array([((2.0, 3.0), 5)], Cell.dtype)[0])
    # On Vulkan, a view at this offset is a copy during the launch.
    hit[4](cells[1:4], device=device)
    cells[2] = 0
    assert cells.numpy()["hits"].tolist() == [5, 6, 0, 6, 5, 5, 5, 5, 5]
    assert cells.numpy()["height"][1].tolist() == [6.0, 3.0]
    with pytest.raises(wd.LaunchError, match="is not an element of an array of structs"):
        cells.fill(1.5)


def test_tuning():
    cells = np.zeros(9, Cell.dtype)
    tuned = wd.tune(hit, [{"wave_size": 8}, {"wave_size": 16}], (cells,), groups=4, rounds=2, runs=1)
    assert tuned.best and not cells["hits"].any()


def test_methods_are_pickled_by_name():
    assert pickle.loads(pickle.dumps(Cell)) == Cell
    assert Cell.area is pickle.loads(pickle.dumps(Cell)).methods["area"]
    with pytest.raises(AttributeError, match="has no method 'volume'"):
        Cell.volume  # noqa: B018


def test_a_struct_is_not_printed():
    @wd.kernel(num_waves=1)
    def prints(particles: wd.Buffer[Particle], x: f32):
        wd.print("{} {}", x, particles[0])

    with pytest.raises(wd.CompileError, match="prints values") as caught:
        prints.compile(target="spirv")
    assert caught.value.id == "struct-as-value"


def test_arrays_that_can_be_viewed():
    for array in (np.zeros((4, 3), np.float32), np.zeros(4, [("size", "<f4", 2), ("count", "<u4")])):
        with pytest.raises(wd.LaunchError) as caught:
            hit[1](array)
        is_viewed = array.dtype.names is not None
        assert ("view it as structs: `cells.view(Cell.dtype)`" in caught.value.fix) == is_viewed


#: Bytes between two fields, and fields in another order than their offsets, which no list of fields describes.
GAPS = [
    np.dtype([("count", np.uint32), ("sum", np.float64)], align=True),
    np.dtype({"names": ["sum", "count"], "formats": ["<f8", "<u4"], "offsets": [8, 0], "itemsize": 24}),
]


@pytest.mark.parametrize("device", ["cpu", "interpreter", "vulkan"])
@pytest.mark.parametrize("dtype", GAPS)
def test_arrays_with_gaps_between_fields(device, dtype):
    made = np.zeros(3, dtype)
    made["count"], made["sum"] = [1, 2, 3], [0.5, 1.5, 2.5]
    array = wd.array(made, device)
    for seen in (
        np.asarray(array),
        np.array(array),
        array.numpy(),
        wd.array(array, "cpu").numpy(),
        np.asarray(array[:]),
    ):
        assert seen.dtype == dtype
        np.testing.assert_array_equal(seen, made)
    if device == "cpu":
        assert np.shares_memory(np.asarray(array), np.asarray(array))
