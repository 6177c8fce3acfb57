"""The machine code of the products of matrices and of attention that benchmarks/gpu/cuda_matrices.py measures: matrix units in the
main loop, without local memory and without waits for memory, and a loop of its own in which one lane starts the copies of tiles."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

import assembler
import four_wave_products
import machine_code
import pytest
from example_launches import load_example

import wavedialect as wd

sys.path.append(str(Path(__file__).parents[3] / "benchmarks" / "gpu"))

from plain_product import PIPELINE, plain_product  # noqa: E402  (after the path)

pytestmark = pytest.mark.skipif(
    assembler.path() is None or assembler.disassembler() is None, reason="there is no ptxas, or no nvdisasm"
)

PRODUCT, ATTENTION = load_example("14-matrix-product"), load_example("15-attention")
FOUR_WAVES = {
    "one wave copies": (PRODUCT.product(PRODUCT.Tiling(16, 256, 64, 8, 1, loaders=1, stages=4)), ()),
    "four waves copy": (PRODUCT.product(PRODUCT.Tiling(16, 256, 64, 8, 1, loaders=4, stages=4)), ()),
    "pipeline-waves": (plain_product(8, 16, 256, 64, PRODUCT.place), PIPELINE),
}
ATTENTIONS = {
    "4 + 1 waves": ATTENTION.attention(128, 16, workers=4, spare=0, stages=2),
    "8 + 4 waves": ATTENTION.attention(128, 16, workers=8, spare=3, stages=2),
}
MULTIPLY, COPY, PIECE = "HGMMA", "UTMALDG", "LDGSTS"
LOCAL, WAIT_FOR_MEMORY = ("LDL", "STL"), "MEMBAR"


@cache
def assembled(kernel: wd.Kernel, enable: tuple[str, ...] = ()) -> assembler.Assembled:
    ptx = kernel.compile(target="ptx", sm="sm_90a", enable=enable).module_at(32)
    return assembler.assemble(ptx, "sm_90a")


def code_of(kernel: wd.Kernel, enable: tuple[str, ...] = ()) -> machine_code.Code:
    return machine_code.read(assembler.disassemble(assembled(kernel, enable).code))


def check_products(code: machine_code.Code, products: int, instructions: int) -> None:
    """Of the loop that multiplies. `instructions` are those of a product."""
    multiplying = code.loop_of(MULTIPLY)
    assert multiplying.count(MULTIPLY) == products * instructions
    # The units begin once for a product. The assembler lets them begin for each instruction if it has too few registers.
    assert multiplying.count("WARPGROUP.ARRIVE") == products
    assert multiplying.count(COPY, PIECE, "LDG", "STG", "LDSM", "HMMA") == 0
    # Where all copies were tensor maps', no lane waits for memory.
    assert multiplying.has_trip_without(WAIT_FOR_MEMORY)


def check_copies(code: machine_code.Code, copies: int) -> None:
    """Of the loop that copies."""
    copying = code.loop_of(COPY)
    assert copying.count(COPY) == copies and copying.count(MULTIPLY, WAIT_FOR_MEMORY, *LOCAL) == 0
    assert copying.has_trip_without(PIECE)


@pytest.mark.parametrize("form", FOUR_WAVES)
def test_products_of_four_waves(form):
    kernel, passes = FOUR_WAVES[form]
    code = code_of(kernel, passes)
    assert (assembled(kernel, passes).stack, assembled(kernel, passes).spilled) == (0, 0)
    assert machine_code.Loop(code.instructions).count(*LOCAL) == 0
    # 64 x 16 elements by 16 x 256; 128 bytes of all rows are one copy.
    check_products(code, products=1, instructions=4)
    check_copies(code, 5)


@pytest.mark.parametrize("form", ATTENTIONS)
def test_attention(form):
    kernel = ATTENTIONS[form]
    code = code_of(kernel)
    assert (assembled(kernel).stack, assembled(kernel).spilled) == (0, 0)
    check_products(code, products=2, instructions=8)
    # Two for each tile of a stage, and two for the queries before the loop.
    assert machine_code.Loop(code.instructions).count(COPY) == 6


def test_products_of_single_waves():
    """Each wave multiplies 64 x 64 x 64 elements, from its registers."""
    kernel = PRODUCT.product(PRODUCT.Tiling(64, 64, 64, 2, 2, loaders=4, stages=3))
    code = code_of(kernel)
    multiplying = code.loop_of("HMMA")
    assert multiplying.count("HMMA.16816.F32.BF16") == 4 * 8 * 4
    assert multiplying.count("LDSM") == 32
    assert multiplying.count(WAIT_FOR_MEMORY, COPY, PIECE, MULTIPLY, "LDS.", *LOCAL) == 0
    assert (assembled(kernel).stack, assembled(kernel).spilled) == (0, 0)
    copying = code.loop_of(COPY)
    assert copying.count("HMMA") == 0 and copying.has_trip_without(PIECE)


def test_copies_by_lanes_need_a_fence():
    """Tiles of four rows are copied in pieces. The matrix units see them after a fence only, in each trip."""
    shape = four_wave_products.Shape(loaders=16)
    code = code_of(four_wave_products.product(shape))
    assert machine_code.Loop(code.instructions).count(COPY) == 0
    multiplying = code.loop_of(MULTIPLY)
    assert multiplying.count(WAIT_FOR_MEMORY) == 1 and not multiplying.has_trip_without(WAIT_FOR_MEMORY)
    assert code.loop_of(PIECE).count(MULTIPLY) == 0
