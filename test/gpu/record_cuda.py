"""Records what the native compiler makes of the kernels of test/python/cuda, pipes, copies and waves_barriers, and of the `KERNELS` of
further files, for replay_cuda.py on a machine without it. An entry is a kernel, or a kernel and the options of its
optimization:

    .venv/bin/python test/gpu/record_cuda.py compiles.pickle benchmarks/gpu/cuda_memory.py
"""

from __future__ import annotations

import pickle
import runpy
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path += [str(ROOT / "test/python" / folder) for folder in ("cuda", "pipes", "copies", "waves_barriers")]

from wavedialect import extensions  # noqa: E402  (after the path)
from wavedialect.backends.ptx.device import bundle_of, sm_of  # noqa: E402
from wavedialect.cache.results import Result, portable  # noqa: E402
from wavedialect.driver.optimization import DEFAULT  # noqa: E402

CAPABILITIES = ((8, 0), (9, 0))
"""Of the GPUs whose code differs."""


class Recorder:
    """The native compiler, with the results that it has made."""

    def __init__(self, native: Any) -> None:
        self.native = native
        self.results: dict[str, Result] = {}

    def __getattr__(self, name: str) -> Any:
        # Without this one, the cache answers in place of the compiler.
        if name == "Cache":
            raise AttributeError(name)
        return getattr(self.native, name)

    def recorded(self, name: str, *arguments: Any, **keywords: Any) -> Any:
        made = getattr(self.native, name)(*arguments, **keywords)
        self.results[key_of(name, arguments, keywords)] = portable(made)
        return made

    def compile(self, *arguments: Any, **keywords: Any) -> Any:
        return self.recorded("compile", *arguments, **keywords)

    def run_pipeline(self, *arguments: Any, **keywords: Any) -> Any:
        return self.recorded("run_pipeline", *arguments, **keywords)


def key_of(name: str, arguments: Any, keywords: Any) -> str:
    """The key of a result, without the folder of the checkout, which locations contain."""
    return repr((name, arguments, sorted(keywords.items()))).replace(str(ROOT), "")


def main() -> int:
    recorder = Recorder(extensions.native())
    extensions.native = lambda: recorder
    import copy_kernels
    import gpu_kernels
    import pipe_kernels
    import waves_barrier_kernels

    modules = (gpu_kernels, pipe_kernels, copy_kernels, waves_barrier_kernels)
    kernels = [kernel for module in modules for kernel in module.KERNELS]
    for file in sys.argv[2:]:
        kernels += runpy.run_path(file)["KERNELS"]
    for entry in kernels:
        kernel, optimization = entry if isinstance(entry, tuple) else (entry, DEFAULT)
        for unchecked in (False, True):
            program = kernel._program(unchecked, optimization)
            program.check()
            for records in {False, program.listing.has_output}:
                for sm in {sm_of(program, capability) for capability in CAPABILITIES}:
                    bundle_of(program, records, sm)
    recorder.results[key_of("optimizations", (), {})] = list(recorder.native.optimizations())
    Path(sys.argv[1]).write_bytes(pickle.dumps(recorder.results))
    print(f"{len(recorder.results)} results of {len(kernels)} kernels")
    return 0


if __name__ == "__main__":
    sys.exit(main())
