"""The peers: other compilers' versions of the kernels, on the same arrays. Each is optional; what a machine lacks raises
`Missing`. A function of a peer has the name of its case and takes the arguments of `Case.loop`."""

from __future__ import annotations

import ctypes
import importlib
import os
import shutil
import subprocess
import tempfile
import time
from abc import abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from .cases import Case
from .executors import Executor, Missing, clear

HERE = Path(__file__).parent


class PeerExecutor(Executor):
    """Runs one function on the arrays of the case themselves."""

    @abstractmethod
    def bind(self, case: Case, function: str, arguments: list[Any]) -> Callable[[], object] | None:
        """A call that computes the outputs of the case; None where the peer has none."""

    def prepare(self, case: Case) -> bool:
        arrays = {**case.inputs, **case.outputs}
        arguments = [arrays[a] if isinstance(a, str) else a for a in case.loop()]
        call = self.bind(case, case.name.replace("-", "_"), arguments)
        if call is None:
            return False
        self.call = call
        self.zeroed = [case.outputs[name] for name in case.zeroed]
        clear(case)
        self.run()
        case.check(case.outputs)
        return True

    def run(self) -> float:
        for array in self.zeroed:
            array[...] = 0
        start = time.perf_counter()
        self.call()
        return time.perf_counter() - start

    def release(self) -> None:
        self.call = lambda: None


# --- Compiled ahead ------------------------------------------------------------


def _build(*commands: list[str]) -> None:
    for command in commands:
        if not shutil.which(command[0]):
            raise Missing(f"there is no {command[0]} here")
        try:
            subprocess.run(command, check=True, capture_output=True, text=True)
        except subprocess.CalledProcessError as error:
            raise Missing(f"{command[0]} does not build {command[-1]}: {error.stderr.strip()}") from None


class LibraryExecutor(PeerExecutor):
    """Functions of C, built when they are needed."""

    def __init__(self, threads: int, cpu: str) -> None:
        self.threads = threads
        gcc = ["g++", "-O3", f"-march={cpu}", "-fopenmp", "-std=c++20", "-fPIC", "-shared"]
        with tempfile.TemporaryDirectory() as folder:
            library = str(Path(folder, "loops.so"))
            _build(*self.get_commands(gcc, Path(folder), library, cpu))
            self.library = ctypes.CDLL(library)

    @abstractmethod
    def get_commands(self, gcc: list[str], folder: Path, library: str, cpu: str) -> list[list[str]]:
        """The commands that build the library."""

    def bind(self, case: Case, function: str, arguments: list[Any]) -> Callable[[], object]:
        values = [*map(_c_value, arguments), ctypes.c_int(self.threads)]
        called = getattr(self.library, function)
        # The arrays must live as long as the call.
        return lambda keep=arguments: called(*values)


def _c_value(value: Any) -> Any:
    """An argument of a loop: a pointer, a float, a uint32_t or a size_t."""
    if isinstance(value, np.ndarray):
        return ctypes.c_void_p(value.ctypes.data)
    if isinstance(value, float):
        return ctypes.c_float(value)
    return ctypes.c_uint32(int(value)) if isinstance(value, np.uint32) else ctypes.c_size_t(value)


class CppExecutor(LibraryExecutor):
    """Loops in C++ with OpenMP."""

    name = "C++"

    def get_commands(self, gcc: list[str], folder: Path, library: str, cpu: str) -> list[list[str]]:
        return [[*gcc, "-o", library, str(HERE / "loops.cpp")]]


class IspcExecutor(LibraryExecutor):
    """ISPC at one width, with the tasks on OpenMP's threads."""

    name = "ISPC"

    def __init__(self, lanes: int, threads: int, cpu: str) -> None:
        self.lanes = lanes
        super().__init__(threads, cpu)
        self.library.set_threads(threads)

    def get_commands(self, gcc: list[str], folder: Path, library: str, cpu: str) -> list[list[str]]:
        # ISPC takes the names of instruction sets, not those of LLVM.
        isa = "avx2-i32" if cpu == "x86-64-v3" else "avx512skx-" if _has_avx512() else "avx2-i32"
        compiled = str(folder / "loops.o")
        ispc = ["ispc", "-O3", "--pic", "--woff", f"--target={isa}x{self.lanes}", "-o", compiled]
        return [[*ispc, str(HERE / "loops.ispc")], [*gcc, "-o", library, compiled, str(HERE / "tasks.cpp")]]


def _has_avx512() -> bool:
    try:
        return " avx512vl" in Path("/proc/cpuinfo").read_text()
    except OSError:
        return False


# --- Of Python -----------------------------------------------------------------


def _import(module: str) -> Any:
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise Missing(f"there is no {module} here ({error})") from None


class NumbaExecutor(PeerExecutor):
    """Numba with `prange`."""

    name = "Numba"

    def __init__(self, threads: int, cpu: str) -> None:
        if cpu != "native":
            # Numba reads them when it is imported.
            os.environ["NUMBA_CPU_NAME"], os.environ["NUMBA_CPU_FEATURES"] = cpu, ""
        _import("numba").set_num_threads(threads)
        self.functions = importlib.import_module(".loops_numba", __package__)

    def bind(self, case: Case, function: str, arguments: list[Any]) -> Callable[[], object]:
        called = getattr(self.functions, function)
        return lambda: called(*arguments)


class NumpyExecutor(PeerExecutor):
    """NumPy's operations on whole arrays, into new arrays."""

    name = "NumPy"

    def bind(self, case: Case, function: str, arguments: list[Any]) -> Callable[[], object] | None:
        if case.reference() is None:
            return None

        def call() -> None:
            self.found = case.reference()

        return call

    def prepare(self, case: Case) -> bool:
        """What NumPy computes is what all others are compared with."""
        call = self.bind(case, "", [])
        self.zeroed = []
        self.call = call or (lambda: None)
        return call is not None

    def release(self) -> None:
        super().release()
        self.found = None


# --- OpenCL --------------------------------------------------------------------

Range = tuple[tuple[int, ...], tuple[int, ...] | None]


def _get_ranges(case: Any) -> dict[str, Range]:
    """For each kernel of the case in loops.cl the numbers of its work-items, in all and in a group."""
    match case.name:
        case "depth-min-max":
            return {"depth_min_max": (case.outputs["tile_min"].shape[::-1], None)}
        case "compaction":
            return {"compaction": ((case.shape[0],), None)}
        case "prefix-sum":
            parts = (case.size // 4096,)
            return {
                "prefix_sum_totals": (parts, None),
                "prefix_sum_starts": ((1,), None),
                "prefix_sum": (parts, None),
            }
        case "histogram":
            return {"histogram": ((case.size // 32768 * 64,), (64,))}
        case "light-list":
            return {"light_list": ((case.side, case.side), (16, 16))}
        case "mandelbrot":
            return {"mandelbrot": ((case.side, case.side), (16, 4))}
        case "matrix-product":
            return {"matrix_product": ((case.size, case.size // 4), (64, 1))}
        case "stencil":
            return {"stencil": ((case.inner, case.inner, case.depth), None)}
        case "n-body":
            return {"n_body": ((case.count,), (64,))}
        case _:
            return {case.name.replace("-", "_"): ((case.size,), (64,))}


class PoclExecutor(PeerExecutor):
    """OpenCL on the CPU."""

    name = "pocl"

    def __init__(self, threads: int, cpu: str) -> None:
        if cpu != "native":
            raise Missing("pocl compiles for the CPU of this machine alone")
        os.environ.setdefault("POCL_MAX_PTHREAD_COUNT", str(threads))
        self.cl = _import("pyopencl")
        try:
            platforms = self.cl.get_platforms()
        except self.cl.LogicError:
            platforms = []
        devices = [d for p in platforms if "Portable Computing Language" in p.name for d in p.get_devices()]
        if not devices:
            raise Missing("there is no pocl here (`apt install pocl-opencl-icd`)")
        self.context = self.cl.Context(devices[:1])
        self.queue = self.cl.CommandQueue(self.context)
        source = (HERE / "loops.cl").read_text()
        self.program = self.cl.Program(self.context, source).build(["-cl-std=CL1.2"])

    def bind(self, case: Case, function: str, arguments: list[Any]) -> Callable[[], object]:
        values = [self._get_value(argument) for argument in arguments]
        launches = []
        for name, (items, group) in _get_ranges(case).items():
            kernel = self.cl.Kernel(self.program, name)
            kernel.set_args(*values)
            launches.append((kernel, items, group))

        def call() -> None:
            for kernel, items, group in launches:
                self.cl.enqueue_nd_range_kernel(self.queue, kernel, items, group)
            self.queue.finish()

        return lambda keep=values: call()

    def _get_value(self, value: Any) -> Any:
        if isinstance(value, np.ndarray):
            flags = self.cl.mem_flags.READ_WRITE | self.cl.mem_flags.USE_HOST_PTR
            return self.cl.Buffer(self.context, flags, hostbuf=value)
        if isinstance(value, float):
            return np.float32(value)
        return value if isinstance(value, np.uint32) else np.uint64(value)
