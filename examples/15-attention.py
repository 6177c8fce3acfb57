"""Attention, forward: a wave copies keys and values, others keep the sums of their queries in wave matrices.

A group has some queries of one head, and goes through the keys and values of the head in tiles. Softmax needs the greatest score
of a query before its first weight. Each wave instead takes the greatest score so far, and scales its sums down whenever
that grows, so the scores are never stored. A tile has as many keys as a head has numbers: the scores of a tile then have the
shape of the result, and the greatest score of a row is a matrix that both can be combined with. One wave copies; CUDA moves registers
between sets of four waves, so `spare` waves beside it only give theirs to the others. Vulkan and
Direct3D run the kernel where they have wave matrices, with barriers in the place of the pipe.

    python examples/15-attention.py --device interpreter
"""

from __future__ import annotations

import argparse
import math
from functools import cache

import ml_dtypes
import numpy as np

import wavedialect as wd
from wavedialect import bf16, f32, u32


@cache
def attention(size: int, rows: int, workers: int, spare: int, stages: int) -> wd.Kernel:
    """Heads of `size` numbers; `workers` waves of a group have `rows` queries each. The length is a multiple of both tiles."""
    scale = math.log2(math.e) / math.sqrt(size)
    loader, computing = workers, range(workers)
    others = range(workers, workers + 1 + spare)

    @wd.kernel(num_waves=workers + 1 + spare, group_shared_limit=227 * 1024)
    def attend(
        queries: wd.Buffer[bf16, 3],
        keys: wd.Buffer[bf16, 3],
        values: wd.Buffer[bf16, 3],
        out: wd.RWBuffer[bf16, 3],
        length: u32,
    ):
        query_tile = wd.groupshared(bf16, (workers * rows, size))
        key_tile = wd.groupshared(bf16, (stages, size, size))
        value_tile = wd.groupshared(bf16, (stages, size, size))
        once = wd.pipe(stages=1, producers=loader, consumers=computing)
        pipe = wd.pipe(stages=stages, producers=loader, consumers=computing)
        head, row = wd.group_id().y, wd.group_id().x * workers * rows
        with wd.waves(others):
            with wd.waves(loader):
                once.acquire()
                wd.async_copy(query_tile, (0, 0), queries, (head, row, 0), (workers * rows, size))
                once.commit()
                for first in range(u32(0), length, size):
                    stage = pipe.acquire()
                    wd.async_copy(key_tile, (stage, 0, 0), keys, (head, first, 0), (size, size))
                    wd.async_copy(value_tile, (stage, 0, 0), values, (head, first, 0), (size, size))
                    pipe.commit()
        with wd.waves(computing):
            own = wd.group_wave_index() * rows
            zero = wd.matrix_fill(0.0, f32, (rows, size))
            greatest = wd.matrix_fill(-np.inf, f32, (rows, size))
            total, result = zero, zero
            once.wait()
            for _ in range(u32(0), length, size):
                stage = pipe.wait()
                query = wd.matrix_load(query_tile, (own, 0), (rows, size), "a")
                key = wd.matrix_load(key_tile, (stage, 0, 0), (size, size), "b", layout="column_major")
                scores = wd.matrix_multiply_add(query, key, zero)
                greater = wd.max(greatest, wd.matrix_row_max(scores))
                weights = wd.exp2(scores * scale - greater * scale)
                shrink = wd.exp2((greatest - greater) * scale)
                greatest = greater
                total = total * shrink + wd.matrix_row_sum(weights)
                value = wd.matrix_load(value_tile, (stage, 0, 0), (size, size), "b")
                result = wd.matrix_multiply_add(wd.matrix_convert(bf16(weights), "a"), value, result * shrink)
                pipe.release()
            once.release()
            wd.matrix_store(out, (head, row + own, 0), bf16(result / total))

    return attend


SIZE, ROWS, WORKERS = 16, 16, 2
attend = attention(SIZE, ROWS, WORKERS, spare=1, stages=2)


def reference(queries: np.ndarray, keys: np.ndarray, values: np.ndarray) -> np.ndarray:
    q, k, v = (array.astype(np.float64) for array in (queries, keys, values))
    weights = np.exp(q @ k.swapaxes(1, 2) / math.sqrt(q.shape[2]))
    return weights @ v / weights.sum(axis=2, keepdims=True)


def check(device: str | None, wave_size: int) -> None:
    heads, length = 2, 64
    arrays = np.random.default_rng(15).standard_normal((3, heads, length, SIZE)).astype(ml_dtypes.bfloat16)
    out = np.zeros_like(arrays[0])
    groups = length // (WORKERS * ROWS), heads
    attend.dispatch(groups, *arrays, out, length, device=device, wave_size=wave_size)
    np.testing.assert_allclose(out.astype(np.float64), reference(*arrays), atol=0.02)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--device", help="interpreter, cuda, ...; the default is the CPU")
    device = parser.parse_args().device
    for wave_size in attend.wave_sizes(device):
        check(device, wave_size)
        print(f"{wave_size} lanes: the result is NumPy's")


if __name__ == "__main__":
    main()
