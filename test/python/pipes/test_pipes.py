"""Kernels with pipes, at every wave size of the CPU and on the interpreter in several orders, against NumPy."""

from __future__ import annotations

import numpy as np
import pytest
from pipe_kernels import (
    GROUPS,
    SETS,
    STAGES,
    alternating,
    chain,
    opened_ahead,
    ping_pong,
    relay,
    returns,
    streamed,
    through_an_image,
    with_barriers,
    words,
)

import wavedialect as wd
from wavedialect.backends.interpreter.device import Interpreter

SIZES = (4, 8, 16, 32, 64, 128)


def places():
    """The CPU at each size, on one core and on all; the interpreter with waves in order and shuffled."""
    for size in SIZES:
        yield {"device": "cpu", "wave_size": size}
    yield {"device": "cpu", "wave_size": 16, "threads": 1}
    yield {"device": "cpu", "wave_size": 32, "opt_level": 0}
    for seed in (None, 1, 2):
        yield {"device": Interpreter(seed=seed), "wave_size": 8 if seed else 32}


def run(kernel, place, *arguments, groups=GROUPS):
    kernel.dispatch(groups, *arguments, **place)


def expected(src, tiles, lanes, makers, consumers, count):
    rows = src.reshape(GROUPS, tiles, makers, lanes)
    out = np.zeros((GROUPS, count, lanes), np.uint32)
    for wave in consumers:
        factors = (np.arange(tiles, dtype=np.uint32) + np.uint32(wave))[None, :, None, None]
        out[:, wave] = np.roll(rows * factors, -1, axis=3).sum(axis=(1, 2), dtype=np.uint32)
    return out.reshape(-1)


@pytest.mark.parametrize("stages", STAGES)
@pytest.mark.parametrize(("producers", "consumers"), SETS, ids=lambda waves: "".join(map(str, waves)))
def test_producers_and_consumers(stages, producers, consumers):
    kernel = streamed(stages, producers, consumers)
    count = len(producers) + len(consumers)
    for place in places():
        lanes = place["wave_size"]
        # No use, fewer uses than stages, and several rounds.
        for tiles in (0, 1, 7):
            src = words(GROUPS * tiles * len(producers) * lanes)
            out = np.zeros(GROUPS * count * lanes, np.uint32)
            run(kernel, place, src, out, tiles)
            np.testing.assert_array_equal(
                out, expected(src, tiles, lanes, len(producers), consumers, count), err_msg=str((place, tiles))
            )


def test_ping_pong():
    for place in places():
        lanes = place["wave_size"]
        values = words(GROUPS * 4 * lanes)
        state = values.reshape(GROUPS, 4, lanes).copy()
        for _ in range(9):
            sums = state[:, 0] + state[:, 1]
            for wave in (2, 3):
                state[:, wave] = state[:, wave] * np.uint32(3) + sums
                state[:, wave - 2] = state[:, wave, ::-1] + np.uint32(1)
        run(ping_pong, place, values, 9)
        np.testing.assert_array_equal(values, state.reshape(-1), err_msg=str(place))


def test_several_open_stages():
    for place in places():
        lanes = place["wave_size"]
        src = words(8 * lanes)
        out = np.zeros(3 * lanes, np.uint32)
        run(opened_ahead, place, src, out, 8, groups=1)
        rows, total = src.reshape(8, lanes), np.zeros(lanes, np.uint32)
        for u in range(8):
            total = total * np.uint32(5) + rows[u] + rows[max(u - 1, 0)] + rows[max(u - 2, 0)]
        np.testing.assert_array_equal(out, np.concatenate([0 * total, total, total]), err_msg=str(place))


def test_functions_take_pipes():
    for place in places():
        lanes = place["wave_size"]
        src = np.arange(6 * lanes, dtype=np.float32)
        out = np.zeros_like(src)
        run(chain, place, src, out, 6, groups=1)
        lane = np.arange(lanes)
        np.testing.assert_array_equal(out.reshape(6, lanes), src.reshape(6, lanes)[:, lane ^ 3] * 2 + 1)


def test_pipes_and_barriers():
    for place in places():
        lanes = place["wave_size"]
        src = words(4 * lanes)
        out = np.zeros(4 * lanes, np.uint32)
        run(with_barriers, place, src, out, 4, groups=1)
        total = np.uint32(0)
        with np.errstate(over="ignore"):
            for row in src.reshape(4, lanes):
                total = total * np.uint32(7) + np.uint32(3) * row.sum(dtype=np.uint32) + np.uint32(3 * lanes)
        np.testing.assert_array_equal(out, np.full(4 * lanes, total), err_msg=str(place))


def test_lanes_that_returned_do_not_count():
    for place in places():
        lanes = place["wave_size"]
        src = words(4 * lanes)
        out = np.zeros(5 * lanes, np.uint32)
        run(returns, place, src, out, 4, groups=1)
        want = src.reshape(4, lanes).copy()
        want[2:, 3:] = 0
        np.testing.assert_array_equal(out, np.concatenate([np.ones(lanes, np.uint32), want.reshape(-1)]))


def test_buffers_pass_through_pipes():
    for place in places():
        lanes = place["wave_size"]
        data = words(GROUPS * lanes)
        want = data.reshape(GROUPS, lanes).copy()
        for _ in range(3):
            want = want * np.uint32(2) + np.uint32(1) + (np.arange(lanes, dtype=np.uint32) ^ np.uint32(1))
        run(relay, place, data, 3)
        np.testing.assert_array_equal(data, want.reshape(-1), err_msg=str(place))


def test_texels_pass_through_pipes():
    for place in places():
        lanes, uses = place["wave_size"], 7
        image, out = np.zeros((2, lanes), np.uint32), np.zeros(2 * lanes, np.uint32)
        run(through_an_image, place, image, out, uses, groups=1)
        lane, total = np.arange(lanes, dtype=np.uint32), np.zeros(lanes, np.uint32)
        for use in range(uses):
            total = total * np.uint32(3) + np.uint32(use * 1000) + lane[::-1]
        np.testing.assert_array_equal(out, np.tile(total, 2), err_msg=str(place))
        np.testing.assert_array_equal(image, [6000 + lane, 5000 + lane])


@pytest.mark.parametrize("waves", [44, 256])
def test_many_waves_that_alternate(waves):
    kernel = alternating(waves)
    wave = np.arange(waves)
    for device in ("cpu", Interpreter()):
        out = np.zeros(waves, np.uint32)
        kernel.dispatch(1, out, device=device, wave_size=4)
        np.testing.assert_array_equal(out, np.where(wave % 2, 2 * ((wave + 1) % waves + 1), wave + 1))


@pytest.mark.parametrize("options", [{"extra_waves": 2}, {"surplus_form": True}, {"emulate_group_index": True}])
def test_forms_of_a_launch(options):
    kernel = streamed(2, (0,), (1, 2))
    src, out = words(GROUPS * 4 * 16), np.zeros(GROUPS * 3 * 16, np.uint32)
    kernel.dispatch(GROUPS, src, out, 4, device="cpu", wave_size=16, **options)
    np.testing.assert_array_equal(out, expected(src, 4, 16, 1, (1, 2), 3))


def test_every_level_and_specialization():
    kernel = streamed(2, (0, 1), (2, 3))
    src, out = words(GROUPS * 4 * 2 * 16), np.zeros(GROUPS * 4 * 16, np.uint32)
    for options in ({"opt_level": 0}, {"opt_level": 1}, {"opt_level": 2}, {"enable": ("specialize",)}):
        out[:] = 0
        kernel.dispatch(GROUPS, src, out, 4, device="cpu", wave_size=16, **options)
        np.testing.assert_array_equal(out, expected(src, 4, 16, 2, (2, 3), 4), err_msg=str(options))


def test_lints_know_the_order():
    """A lint for missing barriers does not report data that a pipe passes on."""
    assert not list(streamed(2, (0,), (1,)).lint())


RELAY = """
gpu.module @kernels {
  wave.func @relay(%x: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>},
                   %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) wave_size(8) {
    %zero = arith.constant 0 : i32
    %row = wave.groupshared : memref<8xi32, #gpu.address_space<workgroup>>
    %pipe = wave.pipe stages 1 producers [0] consumers [1]
    %wave = wave.group_wave_index : i32
    %lane = wave.lane_index : i32
    %i = arith.index_castui %lane : i32 to index
    %first = arith.cmpi eq, %wave, %zero : i32
    scf.if %first {
      %value = memref.load %x[%i] : memref<?xi32>
      %stage = wave.pipe_acquire %pipe : i32
      memref.store %value, %row[%i] : memref<8xi32, #gpu.address_space<workgroup>>
      wave.pipe_commit %pipe
    } else {
      %stage = wave.pipe_wait %pipe : i32
      %value = memref.load %row[%i] : memref<8xi32, #gpu.address_space<workgroup>>
      wave.pipe_release %pipe
      memref.store %value, %out[%i] : memref<?xi32>
    }
    wave.return
  }
}
"""


@pytest.mark.parametrize("device", ["cpu", "interpreter"])
def test_kernels_of_mlir(device):
    kernel = wd.mlir(text=RELAY)
    x, out = words(8), np.zeros(8, np.uint32)
    kernel.dispatch(1, x, out, device=device)
    np.testing.assert_array_equal(out, x)
