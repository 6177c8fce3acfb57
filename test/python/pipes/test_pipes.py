"""Kernels with pipes, at every wave size of the CPU and on the interpreter in several orders, against NumPy."""

from __future__ import annotations

import numpy as np
import pytest

import wavedialect as wd
from wavedialect import f32, u32
from wavedialect.backends.interpreter.device import Interpreter

SIZES = (4, 8, 16, 32, 64, 128)
GROUPS = 5


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


def words(count):
    return np.random.default_rng(count).integers(0, 1 << 32, count, dtype=np.uint32)


def made(stages, producers, consumers):
    """A kernel in which producers write a row of each use, and each consumer adds up the rows of all producers."""
    makers, takers = len(producers), len(consumers)

    @wd.kernel(num_waves=makers + takers)
    def stream(src: wd.Buffer[u32], out: wd.RWBuffer[u32], tiles: u32):
        wave, lanes, lane = wd.group_wave_index(), wd.wave_lane_count(), wd.wave_lane_index()
        group = wd.group_id().x
        rows = wd.groupshared(u32, stages * makers * wd.wave_lane_count())
        pipe = wd.pipe(stages=stages, producers=producers, consumers=consumers)
        with wd.waves(producers):
            row = wave % makers
            for t in range(tiles):
                stage = pipe.acquire()
                rows[(stage * makers + row) * lanes + lane] = src[((group * tiles + t) * makers + row) * lanes + lane]
                pipe.commit()
        with wd.waves(consumers):
            total = u32(0)
            for t in range(tiles):
                stage = pipe.wait()
                for row in range(makers):
                    # Another lane's word.
                    total += rows[(stage * makers + row) * lanes + (lane + 1) % lanes] * (t + wave)
                pipe.release()
            out[(group * (makers + takers) + wave) * lanes + lane] = total

    return stream


def expected(src, tiles, lanes, makers, consumers, count):
    rows = src.reshape(GROUPS, tiles, makers, lanes)
    out = np.zeros((GROUPS, count, lanes), np.uint32)
    for wave in consumers:
        factors = (np.arange(tiles, dtype=np.uint32) + np.uint32(wave))[None, :, None, None]
        out[:, wave] = np.roll(rows * factors, -1, axis=3).sum(axis=(1, 2), dtype=np.uint32)
    return out.reshape(-1)


@pytest.mark.parametrize("stages", [1, 2, 3, 4])
@pytest.mark.parametrize(
    ("producers", "consumers"),
    [((0,), (1,)), ((0,), (1, 2, 3)), ((0, 1), (2, 3)), ((2, 3, 4), (0, 1)), ((3,), (0, 1, 2))],
    ids=lambda waves: "".join(map(str, waves)),
)
def test_producers_and_consumers(stages, producers, consumers):
    kernel = made(stages, producers, consumers)
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


@wd.kernel(num_waves=4)
def ping_pong(values: wd.RWBuffer[u32], rounds: u32):
    """Waves 0 and 1 send a row each, and waves 2 and 3 answer with sums of both: two pipes with exchanged sets."""
    wave, lanes, lane = wd.group_wave_index(), wd.wave_lane_count(), wd.wave_lane_index()
    ping = wd.groupshared(u32, 2 * wd.wave_lane_count())
    pong = wd.groupshared(u32, 2 * wd.wave_lane_count())
    there = wd.pipe(1, producers=range(2), consumers=(2, 3))
    back = wd.pipe(1, producers=(2, 3), consumers=(0, 1))
    place = (wd.group_id().x * 4 + wave) * lanes + lane
    value = values[place]
    with wd.waves(0, 1):
        for _ in range(rounds):
            there.acquire()
            ping[wave * lanes + lane] = value
            there.commit()
            back.wait()
            value = pong[wave * lanes + lanes - 1 - lane] + 1
            back.release()
    with wd.waves(2, 3):
        for _ in range(rounds):
            there.wait()
            value = value * 3 + ping[lane] + ping[lanes + lane]
            there.release()
            back.acquire()
            pong[(wave - 2) * lanes + lane] = value
            back.commit()
    values[place] = value


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


@wd.kernel(num_waves=3)
def opened_ahead(src: wd.Buffer[u32], out: wd.RWBuffer[u32], uses: u32):
    """The producer has two stages open, and the consumers three: the oldest is committed and released."""
    wave, lanes, lane = wd.group_wave_index(), wd.wave_lane_count(), wd.wave_lane_index()
    rows = wd.groupshared(u32, 4 * wd.wave_lane_count())
    pipe = wd.pipe(stages=4, producers=0, consumers=(1, 2))
    with wd.waves(0):
        for u in range(uses // 2):
            a = pipe.acquire()
            b = pipe.acquire()
            rows[b * lanes + lane] = src[(2 * u + 1) * lanes + lane]
            rows[a * lanes + lane] = src[2 * u * lanes + lane]
            pipe.commit()
            pipe.commit()
    with wd.waves(1, 2):
        before, last, total = u32(0), u32(0), u32(0)
        for u in range(uses):
            stage = pipe.wait()
            # The two stages before are open, too.
            total = total * 5 + rows[stage * lanes + lane] + rows[last * lanes + lane] + rows[before * lanes + lane]
            before = last
            last = stage
            if u >= 2:
                pipe.release()
        pipe.release()
        pipe.release()
        out[wave * lanes + lane] = total


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


@wd.func
def send(pipe, row, value):
    stage = pipe.acquire()
    row[stage * wd.wave_lane_count() + wd.wave_lane_index()] = value
    pipe.commit()


@wd.func
def receive(pipe, row, lane):
    stage = pipe.wait()
    value = row[stage * wd.wave_lane_count() + lane]
    pipe.release()
    return value


@wd.kernel(num_waves=3)
def chain(src: wd.Buffer[f32], out: wd.RWBuffer[f32], steps: u32):
    """Wave 0 passes to wave 1, which passes to wave 2: functions take the pipes."""
    lanes, lane = wd.wave_lane_count(), wd.wave_lane_index()
    a = wd.groupshared(f32, 2 * wd.wave_lane_count())
    b = wd.groupshared(f32, 3 * wd.wave_lane_count())
    first = wd.pipe(2, 0, 1)
    second = wd.pipe(3, 1, 2)
    if wd.group_wave_index() == 0:
        for s in range(steps):
            send(first, a, src[s * lanes + lane])
    elif wd.group_wave_index() == 1:
        for _ in range(steps):
            send(second, b, receive(first, a, lane ^ 1) * 2)
    else:
        for s in range(steps):
            out[s * lanes + lane] = receive(second, b, lane ^ 2) + 1


def test_functions_take_pipes():
    for place in places():
        lanes = place["wave_size"]
        src = np.arange(6 * lanes, dtype=np.float32)
        out = np.zeros_like(src)
        run(chain, place, src, out, 6, groups=1)
        lane = np.arange(lanes)
        np.testing.assert_array_equal(out.reshape(6, lanes), src.reshape(6, lanes)[:, lane ^ 3] * 2 + 1)


@wd.kernel(num_waves=4)
def with_barriers(src: wd.Buffer[u32], out: wd.RWBuffer[u32], phases: u32):
    """All waves meet between phases; each phase uses the pipe once, and an array that the barriers order."""
    wave, lanes, lane = wd.group_wave_index(), wd.wave_lane_count(), wd.wave_lane_index()
    row = wd.groupshared(u32, wd.wave_lane_count())
    sums = wd.groupshared(u32, 4)
    pipe = wd.pipe(stages=1, producers=3, consumers=(0, 1, 2))
    total = u32(0)
    for p in range(phases):
        with wd.waves(3):
            pipe.acquire()
            row[lane] = src[p * lanes + lane]
            pipe.commit()
        with wd.waves(0, 1, 2):
            pipe.wait()
            sum = wd.wave_active_sum(row[lane] + wave)
            sums[wave] = sum
            pipe.release()
        wd.group_memory_barrier_with_group_sync()
        total = total * 7 + sums[0] + sums[1] + sums[2]
        wd.group_memory_barrier_with_group_sync()
    out[wave * lanes + lane] = total


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


@wd.kernel(num_waves=3)
def returns(src: wd.Buffer[u32], out: wd.RWBuffer[u32], uses: u32):
    """A wave outside of the pipe returns at once, and lanes of the consumer return before its last uses."""
    lanes, lane = wd.wave_lane_count(), wd.wave_lane_index()
    row = wd.groupshared(u32, wd.wave_lane_count())
    pipe = wd.pipe(stages=1, producers=0, consumers=2)
    with wd.waves(1):
        out[lane] = 1
        return
    with wd.waves(0):
        for u in range(uses):
            pipe.acquire()
            row[lane] = src[u * lanes + lane]
            pipe.commit()
    with wd.waves(2):
        for u in range(uses):
            if u == 2 and lane >= 3:
                return
            pipe.wait()
            out[(u + 1) * lanes + lane] = row[lane]
            pipe.release()


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
    """Pipes order buffers of the group as well."""

    @wd.kernel(num_waves=2)
    def relay(data: wd.RWBuffer[u32], steps: u32):
        lanes, lane = wd.wave_lane_count(), wd.wave_lane_index()
        there = wd.pipe(1, 0, 1)
        back = wd.pipe(1, 1, 0)
        place = wd.group_id().x * lanes
        for _ in range(steps):
            with wd.waves(0):
                there.acquire()
                data[place + lane] = data[place + lane] * 2 + 1
                there.commit()
                back.wait()
                back.release()
            with wd.waves(1):
                there.wait()
                value = data[place + (lane ^ 1)]
                there.release()
                back.acquire()
                data[place + (lane ^ 1)] = value + lane
                back.commit()

    for place in places():
        lanes = place["wave_size"]
        data = words(GROUPS * lanes)
        want = data.reshape(GROUPS, lanes).copy()
        for _ in range(3):
            want = want * np.uint32(2) + np.uint32(1) + (np.arange(lanes, dtype=np.uint32) ^ np.uint32(1))
        run(relay, place, data, 3)
        np.testing.assert_array_equal(data, want.reshape(-1), err_msg=str(place))


@wd.kernel(num_waves=3)
def through_an_image(image: wd.RWTexture2D[u32], out: wd.RWBuffer[u32], uses: u32):
    """Wave 0 writes a row of texels of each use, and waves 1 and 2 read the row mirrored; a row is written again."""
    wave, lanes, lane = wd.group_wave_index(), wd.wave_lane_count(), wd.wave_lane_index()
    pipe = wd.pipe(2, 0, (1, 2))
    with wd.waves(0):
        for u in range(uses):
            stage = pipe.acquire()
            image[lane, stage] = u * 1000 + lane
            pipe.commit()
    with wd.waves(1, 2):
        total = u32(0)
        for _ in range(uses):
            stage = pipe.wait()
            total = total * 3 + image[lanes - 1 - lane, stage]
            pipe.release()
        out[(wave - 1) * lanes + lane] = total


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
    producers, consumers = tuple(range(0, waves, 2)), tuple(range(1, waves, 2))

    @wd.kernel(num_waves=waves)
    def kernel(out: wd.RWBuffer[u32]):
        pipe = wd.pipe(2, producers, consumers)
        wave = wd.group_wave_index()
        with wd.waves(producers):
            pipe.acquire()
            out[wave] = wave + 1
            pipe.commit()
        with wd.waves(consumers):
            pipe.wait()
            out[wave] = 2 * out[(wave + 1) % waves]
            pipe.release()

    wave = np.arange(waves)
    for device in ("cpu", Interpreter()):
        out = np.zeros(waves, np.uint32)
        kernel.dispatch(1, out, device=device, wave_size=4)
        np.testing.assert_array_equal(out, np.where(wave % 2, 2 * ((wave + 1) % waves + 1), wave + 1))


@pytest.mark.parametrize("options", [{"extra_waves": 2}, {"surplus_form": True}, {"emulate_group_index": True}])
def test_forms_of_a_launch(options):
    kernel = made(2, (0,), (1, 2))
    src, out = words(GROUPS * 4 * 16), np.zeros(GROUPS * 3 * 16, np.uint32)
    kernel.dispatch(GROUPS, src, out, 4, device="cpu", wave_size=16, **options)
    np.testing.assert_array_equal(out, expected(src, 4, 16, 1, (1, 2), 3))


def test_every_level_and_specialization():
    kernel = made(2, (0, 1), (2, 3))
    src, out = words(GROUPS * 4 * 2 * 16), np.zeros(GROUPS * 4 * 16, np.uint32)
    for options in ({"opt_level": 0}, {"opt_level": 1}, {"opt_level": 2}, {"enable": ("specialize",)}):
        out[:] = 0
        kernel.dispatch(GROUPS, src, out, 4, device="cpu", wave_size=16, **options)
        np.testing.assert_array_equal(out, expected(src, 4, 16, 2, (2, 3), 4), err_msg=str(options))


def test_lints_know_the_order():
    """A lint for missing barriers does not report data that a pipe passes on."""
    assert not list(made(2, (0,), (1,)).lint())


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
