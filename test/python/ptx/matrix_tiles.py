"""A wave as NVIDIA's documents describe it: `wave.matrix_multiply_tile` and `wave.matrix_load_blocks` in the interpreter, by the
layouts of PTX's `mma.sync` and `ldmatrix`.

The tests run kernels after `wave-distribute-matrices` in it, so that they need no GPU. The layouts are written here once more, from
the PTX ISA, and not taken from the compiler.
"""

from __future__ import annotations

import functools
from typing import Any

import ml_dtypes
import numpy as np

import wavedialect as wd
from wavedialect.interpreter import steps

LANES = 32
PASSES = ",".join(
    [
        "wave-inline",
        "wave-verify-matrices",
        "wave-expand-bfloat16{native-rounding native-matrices}",
        "wave-legalize-barriers",
        "wave-distribute-matrices",
    ]
)


def _places(depth: int) -> tuple[tuple[np.ndarray, np.ndarray], ...]:
    """The row and the column of each element of a lane: of a, of b and of the sums; the last axis is the lane."""
    group, thread = np.divmod(np.arange(LANES), 4)
    width = depth // 8
    i = np.arange(4 * width)[:, None]
    rows = group + 8 * (i // width % 2)
    columns = thread * width + i % width + (depth // 2) * (i // (2 * width))
    j = np.arange(2 * width)[:, None]
    depths = thread * width + j % width + (depth // 2) * (j // width)
    k = np.arange(4)[:, None]
    return (
        (rows, columns),
        (depths, np.broadcast_to(group, depths.shape)),
        (group + 8 * (k // 2), thread * 2 + k % 2),
    )


def _numbers(values: list[np.ndarray], element: str) -> np.ndarray:
    """The elements of a lane, from registers with elements of f16, with bits of bf16, or with four bytes."""
    parts = np.stack(values)
    if element == "f16":
        return parts.astype(np.float64)
    if element == "bf16":
        return parts.view(np.uint16).view(ml_dtypes.bfloat16).astype(np.float64)
    words = np.ascontiguousarray(parts.T).view(np.int8)
    return np.ascontiguousarray(words.T).astype(np.int64)


def multiply(a: list[np.ndarray], b: list[np.ndarray], sums: np.ndarray, element: str) -> np.ndarray:
    """The sums of a tile, from the elements of each lane and its sums before; the last axes are the lanes."""
    depth = 32 if element == "i8" else 16
    places = _places(depth)
    wide = np.int64 if element == "i8" else np.float64
    left, right, before = np.zeros((16, depth), wide), np.zeros((depth, 8), wide), np.zeros((16, 8), wide)
    left[places[0]] = _numbers(a, element)
    right[places[1]] = _numbers(b, element)
    before[places[2]] = sums
    return (left @ right + before)[places[2]].astype(np.int32 if element == "i8" else np.float32)


def _build(builder: Any, operation: Any) -> Any:
    slots, results = builder.slots(operation.operands), builder.slots(operation.results)
    element = str(operation.attributes["element"]).removeprefix("wd.")
    sizes = (4, 2) if element == "i8" else (8, 4)
    splits = np.cumsum(sizes)

    def step(wave: Any) -> None:
        assert wave.mask.all(), "the machine needs all lanes"
        a, b, sums = ([wave.registers[slot] for slot in group] for group in np.split(np.array(slots), splits))
        before = np.stack(sums)
        found = multiply(a, b, before.view(np.int32) if element == "i8" else before, element)
        for slot, value in zip(results, found, strict=True):
            wave.registers[slot] = value.view(before.dtype)

    return step


def _build_load(builder: Any, operation: Any) -> Any:
    memory, index = builder.slots(operation.operands)
    results = builder.slots(operation.results)
    is_transposed = "transposed" in operation.attributes
    group, thread = np.divmod(np.arange(LANES), 4)

    def step(wave: Any) -> None:
        assert wave.mask.all(), "the machine needs all lanes"
        array, starts = wave.registers[memory], wave.registers[index]
        for number, result in enumerate(results):
            block, i = divmod(number, 2)
            rows = starts[8 * block : 8 * block + 8]
            assert not (rows % 8).any(), "a row begins at a multiple of 16 bytes"
            place = rows[2 * thread + i] + group if is_transposed else rows[group] + 2 * thread + i
            wave.registers[result] = array.load(wave, operation, place.astype(starts.dtype))

    return step


steps._PLAIN["wave.matrix_multiply_tile"] = _build
steps._PLAIN["wave.matrix_load_blocks"] = _build_load


@functools.cache
def distributed(kernel: wd.Kernel) -> wd.Kernel:
    """The kernel whose matrices are registers of lanes, for the interpreter."""
    return wd.mlir(text=kernel.compile(target="mlir", pipeline=PASSES).stages["result"])
