"""Products of matrices and attention on CUDA beside cuBLAS, Triton and PyTorch, in turns: TFLOP/s, and the part of the peer's.

    .venv/bin/python benchmarks/gpu/cuda_matrices.py [--sizes 4096 8192] [--lengths 4096 16384] [--rounds 10] [--into docs/specialize.md]

The kernels are those of examples/14-matrix-product.py and examples/15-attention.py, in several tilings. Every result is
compared first: products of small integers with cuBLAS's, bit by bit, and attention with float64 on slices. The clock of the
GPU is read while each form runs.
"""

from __future__ import annotations

import argparse
import importlib.util
import math
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import torch
import torch.nn.functional as functions
from torch.nn.attention import SDPBackend, sdpa_kernel

HERE = Path(__file__).resolve().parent
sys.path += [str(HERE), str(HERE.parent)]

from plain_product import PIPELINE, plain_product  # noqa: E402  (after the path)
from tables import Table, put_into  # noqa: E402

BEGIN, END = "<!-- benchmarks/gpu/cuda_matrices.py -->", "<!-- end of benchmarks/gpu/cuda_matrices.py -->"
HEADS, HEAD_SIZE = 16, 128
MULTIPROCESSORS = torch.cuda.get_device_properties(0).multi_processor_count


def example(name: str) -> Any:
    """The module of an example."""
    spec = importlib.util.spec_from_file_location(name.replace("-", "_"), HERE.parents[1] / "examples" / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


PRODUCT, ATTENTION = example("14-matrix-product"), example("15-attention")
TILINGS = [
    PRODUCT.Tiling(rows=64, columns=64, depth=32, down=2, across=2, loaders=1, stages=4),
    PRODUCT.Tiling(rows=64, columns=64, depth=64, down=2, across=2, loaders=4, stages=3),
    PRODUCT.Tiling(rows=64, columns=64, depth=64, down=2, across=4, loaders=1, stages=4),
    PRODUCT.Tiling(rows=64, columns=64, depth=64, down=2, across=4, loaders=4, stages=4),
    PRODUCT.Tiling(rows=16, columns=256, depth=64, down=8, across=1, loaders=1, stages=4),
    PRODUCT.Tiling(rows=16, columns=256, depth=64, down=8, across=1, loaders=4, stages=4),
]


class Form(NamedTuple):
    name: str
    run: Callable[[], object]


def clock() -> float:
    """The clock of the GPU now, in MHz."""
    found = subprocess.run(
        ["nvidia-smi", "--query-gpu=clocks.sm", "--format=csv,noheader,nounits"],
        capture_output=True,
        text=True,
        check=False,
    ).stdout.split()
    return float(found[0]) if found else math.nan


def rows(title: str, operations: float, forms: list[Form], rounds: int) -> list[list[str]]:
    """Measures forms in turns. The others are compared with the first one."""
    taken: dict[str, list[float]] = {form.name: [] for form in forms}
    clocks: dict[str, float] = {}
    repeats = {}
    for form in forms:
        form.run()
        torch.cuda.synchronize()
        start = time.perf_counter()
        form.run()
        torch.cuda.synchronize()
        repeats[form.name] = max(2, int(0.05 / (time.perf_counter() - start)))
    for turn in range(rounds):
        for form in forms if turn % 2 else reversed(forms):
            begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
            begin.record()
            for _ in range(repeats[form.name]):
                form.run()
            end.record()
            if turn == rounds - 1:
                clocks[form.name] = clock()
            end.synchronize()
            taken[form.name].append(begin.elapsed_time(end) / repeats[form.name])
    peer = statistics.median(taken[forms[0].name])
    made = []
    for form in forms:
        median = statistics.median(taken[form.name])
        made.append(
            [
                title,
                form.name,
                f"{median * 1e3:.0f} ({min(taken[form.name]) * 1e3:.0f})",
                f"{operations / median / 1e9:.0f}",
                f"{clocks[form.name]:.0f}",
                f"{peer / median:.2f}",
            ]
        )
    return made


def products(size: int, rounds: int) -> list[list[str]]:
    left, right = (torch.randint(-4, 5, (size, size), device="cuda").to(torch.bfloat16) for _ in range(2))
    out = torch.empty_like(left)
    expected = torch.matmul(left, right)
    forms = [Form("cuBLAS", lambda: torch.matmul(left, right, out=out))]

    def add(name: str, run: Callable[[], object]) -> None:
        out.zero_()
        run()
        torch.cuda.synchronize()
        if not torch.equal(out, expected):
            sys.exit(f"{name}: the product is not cuBLAS's")
        forms.append(Form(name, run))

    for t in TILINGS:
        # One group fits on a multiprocessor, or two of those with four waves that multiply.
        most = 2 * MULTIPROCESSORS if t.down * t.across == 4 else MULTIPROCESSORS
        launch = partial(PRODUCT.product(t).dispatch, min(t.tiles(size, size), most), left, right, out, size)
        tile = f"{t.rows} x {t.columns} x {t.depth}"
        add(f"{t.down} x {t.across} + {t.loaders} waves of {tile}, {t.stages} stages", launch)
    plain = partial(plain_product(8, 16, 256, 64, PRODUCT.place).dispatch, MULTIPROCESSORS, left, right, out, size)
    add("plain, 8 waves of 16 x 256 x 64", plain)
    add("plain, 8 waves of 16 x 256 x 64, pipeline-waves", partial(plain, enable=PIPELINE))
    try:
        from triton_matrices import product
    except ImportError:
        pass
    else:
        add("Triton", partial(product, left, right, out))
    return rows(f"product, {size}", 2 * size**3, forms, rounds)


def attention(length: int, rounds: int) -> list[list[str]]:
    shape = (HEADS, length, HEAD_SIZE)
    arrays = [torch.randn(shape, device="cuda", dtype=torch.bfloat16) for _ in range(3)]
    out = torch.empty_like(arrays[0])
    places = slice(length // 2, length // 2 + 64)
    q, k, v = (array[0].double() for array in arrays)
    exact = torch.softmax(q[places] @ k.T / math.sqrt(HEAD_SIZE), 1) @ v

    def check(name: str, found: torch.Tensor) -> None:
        error = (found.reshape(shape)[0, places].double() - exact).abs().max().item()
        if not error < 0.02:
            sys.exit(f"{name}: the result differs by {error}")

    forms = []
    batch = [array[None] for array in arrays]
    for backend in (SDPBackend.FLASH_ATTENTION, SDPBackend.CUDNN_ATTENTION):
        name = f"PyTorch, {backend.name.lower().replace('_', ' ')}"

        def peer(backend: Any = backend) -> torch.Tensor:
            with sdpa_kernel(backend):
                return functions.scaled_dot_product_attention(*batch)

        try:
            check(name, peer())
        except RuntimeError as error:
            print(f"{name}: {error}", file=sys.stderr)
            continue
        forms.append(Form(name, peer))
    for workers, spare, stages in ((4, 0, 2), (8, 0, 2), (8, 3, 2), (8, 3, 3)):
        kernel = ATTENTION.attention(HEAD_SIZE, 16, workers, spare, stages)
        name = f"{workers} + {1 + spare} waves, 16 queries a wave, {stages} stages"

        def run(kernel: Any = kernel, workers: int = workers) -> None:
            kernel.dispatch((length // (16 * workers), HEADS), *arrays, out, length)

        out.zero_()
        run()
        torch.cuda.synchronize()
        check(name, out)
        forms.append(Form(name, run))
    return rows(f"attention, {length}", 4 * HEADS * length**2 * HEAD_SIZE, forms, rounds)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", type=int, nargs="*", default=[4096, 8192], help="of the products")
    parser.add_argument("--lengths", type=int, nargs="*", default=[4096, 16384], help="of the attention")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--into", type=Path, metavar="PAGE", help="put the table between the markers of this page")
    options = parser.parse_args()
    found = [row for size in options.sizes for row in products(size, options.rounds)]
    found += [row for length in options.lengths for row in attention(length, options.rounds)]
    head = ["kernel", "form", "us, median (minimum)", "TFLOP/s", "clock, MHz", "of the peer"]
    name = torch.cuda.get_device_name()
    title = (
        f"{name}, CUDA {torch.version.cuda}, bf16, {options.rounds} rounds; the peer is the first form, by the medians."
    )
    table = Table(title, head, found)
    print(table.text())
    if options.into is not None:
        put_into(options.into, BEGIN, END, [table.markdown()])
    return 0


if __name__ == "__main__":
    sys.exit(main())
