"""The product of cuda_matrices.py in Triton."""

import torch
import triton
import triton.language as tl

ROWS, COLUMNS, DEPTH = 128, 256, 64


@triton.jit
def multiply(left, right, out, size, ROWS: tl.constexpr, COLUMNS: tl.constexpr, DEPTH: tl.constexpr):
    y = tl.program_id(1) * ROWS + tl.arange(0, ROWS)
    x = tl.program_id(0) * COLUMNS + tl.arange(0, COLUMNS)
    k = tl.arange(0, DEPTH)
    total = tl.zeros((ROWS, COLUMNS), tl.float32)
    for first in range(0, size, DEPTH):
        a = tl.load(left + y[:, None] * size + (first + k)[None, :])
        b = tl.load(right + (first + k)[:, None] * size + x[None, :])
        total = tl.dot(a, b, total)
    tl.store(out + y[:, None] * size + x[None, :], total.to(tl.bfloat16))


def product(left: torch.Tensor, right: torch.Tensor, out: torch.Tensor) -> None:
    """Square matrices whose size is a multiple of the tile."""
    size = len(left)
    multiply[(size // COLUMNS, size // ROWS)](
        left, right, out, size, ROWS=ROWS, COLUMNS=COLUMNS, DEPTH=DEPTH, num_warps=8, num_stages=3
    )
