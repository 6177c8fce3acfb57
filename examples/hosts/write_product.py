"""Writes a product of two matrices and its launch for the host in C++ for CUDA, examples/hosts/cuda.

The kernel is that of examples/14-matrix-product.py: a wave copies tiles of both factors, and four waves multiply them. From
sm_90 on, the host makes tensor maps, by which the machine copies a tile as a whole.

    write_product.py FOLDER                  for an H100 or H200, whose matrix units multiply for four waves
    write_product.py FOLDER --sm sm_80       for every GPU from Ampere on
"""

import argparse
import runpy
from pathlib import Path

import ml_dtypes
import numpy as np
from write_bundle import shape_of, write_launch

EXAMPLE = runpy.run_path(str(Path(__file__).parents[1] / "14-matrix-product.py"))
TILING = EXAMPLE["Tiling"](rows=16, columns=64, depth=64, down=4, across=1, loaders=1, stages=4)
HEIGHT, INNER, WIDTH = 256, 320, 192


def write(folder: Path, sm: str, pitch: int = WIDTH) -> None:
    """`pitch` is the distance of rows of the right factor: with more than its width, numbers in between are not the factor's."""
    bundle = EXAMPLE["product"](TILING).compile(target="ptx", sm=sm)
    bundle.save(folder)

    numbers = np.random.default_rng(14)
    left = numbers.integers(-4, 5, (HEIGHT, INNER)).astype(ml_dtypes.bfloat16)
    rows = numbers.integers(-4, 5, (INNER, pitch)).astype(ml_dtypes.bfloat16)
    right, out = rows[:, :WIDTH], np.zeros((HEIGHT, WIDTH), ml_dtypes.bfloat16)
    # The sums of these integers are exact in f32.
    expected = (left.astype(np.float32) @ right.astype(np.float32)).astype(ml_dtypes.bfloat16)

    # A file has the memory of a buffer, and the shape is an argument of its own.
    arguments = {"left": left, "right": rows, "out": out, "inner": INNER}
    for name, array in (("left", left), ("right", right), ("out", out)):
        arguments |= shape_of(name, array)
    groups = TILING.tiles(HEIGHT, WIDTH)
    write_launch(folder, groups * bundle.manifest["lanes_per_group"]["32"], arguments, {"out": expected})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sm", default="sm_90a")
    options = parser.parse_args()
    write(options.folder, options.sm)


if __name__ == "__main__":
    main()
