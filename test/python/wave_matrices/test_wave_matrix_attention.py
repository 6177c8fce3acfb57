"""A kernel as in attention: two products with a softmax in between, which does not store the scores."""

from __future__ import annotations

import math

import ml_dtypes
import numpy as np

import wavedialect as wd
from wavedialect import bf16, f32, u32

LENGTH, HEAD, TILE = 48, 16, 12


@wd.kernel(num_waves=1)
def attention(q: wd.Buffer[bf16], k: wd.Buffer[bf16], v: wd.Buffer[bf16], out: wd.RWBuffer[f32], scale: f32):
    first = wd.group_id().x * TILE * HEAD
    query = wd.matrix_load(q, first, HEAD, (TILE, HEAD), "a")
    total = wd.matrix_fill(0.0, f32, (TILE, HEAD))
    # Rows of the scores are TILE long, those of the result HEAD: each keeps its own maximum and sum.
    highest = wd.matrix_fill(-1e30, f32, (TILE, TILE))
    weight = wd.matrix_fill(0.0, f32, (TILE, TILE))
    for j in range(u32(LENGTH // TILE)):
        key = wd.matrix_load(k, j * TILE * HEAD, HEAD, (HEAD, TILE), "b", layout="column_major")
        value = wd.matrix_load(v, j * TILE * HEAD, HEAD, (TILE, HEAD), "b")
        scores = wd.matrix_multiply_add(query, key, wd.matrix_fill(0.0, f32, (TILE, TILE))) * scale
        above = wd.max(highest, wd.matrix_row_max(scores))
        p = wd.exp2(scores - above)
        correction = wd.exp2(highest - above)
        weight = weight * correction + wd.matrix_row_sum(p)
        # A product with the correction on the diagonal scales the rows of the other shape.
        ones = wd.matrix_fill(1.0 / TILE, f32, (TILE, HEAD), "b")
        factors = wd.matrix_multiply_add(
            wd.matrix_convert(correction, "a"), ones, wd.matrix_fill(0.0, f32, (TILE, HEAD))
        )
        total = wd.matrix_multiply_add(wd.matrix_convert(bf16(p), "a"), value, total * factors)
        highest = above
    ones = wd.matrix_fill(1.0 / TILE, f32, (TILE, HEAD), "b")
    sums = wd.matrix_multiply_add(wd.matrix_convert(weight, "a"), ones, wd.matrix_fill(0.0, f32, (TILE, HEAD)))
    wd.matrix_store(out, first, HEAD, total / sums)


def test_attention():
    rng = np.random.default_rng(0)
    q, k, v = (rng.standard_normal((LENGTH, HEAD)).astype(ml_dtypes.bfloat16) for _ in range(3))
    scale = math.log2(math.e) / math.sqrt(HEAD)
    scores = q.astype(np.float64) @ k.astype(np.float64).T * scale
    p = np.exp2(scores - scores.max(axis=1, keepdims=True))
    expected = p @ v.astype(np.float64) / p.sum(axis=1, keepdims=True)
    for device, size in (("interpreter", 8), ("cpu", 4), ("cpu", 16), ("cpu", 64)):
        out = np.zeros(LENGTH * HEAD, np.float32)
        arguments = (q.ravel(), k.ravel(), v.ravel(), out, scale)
        attention.dispatch(LENGTH // TILE, *arguments, device=device, wave_size=size)
        np.testing.assert_allclose(out.reshape(LENGTH, HEAD), expected, atol=0.02)
