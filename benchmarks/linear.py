"""Whether compile time grows as the kernel does: kernels of 1,000 to 20,000 operations, microseconds of the processor an
operation.

    benchmarks/linear [--targets spirv dxil] [--shapes mixed straight ...] [--sizes 1000 ...] [--rounds 3] [--python]

Shapes: ``mixed`` has a bit of everything, ``straight`` no control flow, ``branches`` and ``loops`` little else,
``barriers`` a return before many of them, ``partitions`` what becomes loops, ``nested`` ifs six deep. ``--python`` writes
the mixed kernel as Python source too, and times the front end on it.
"""

from __future__ import annotations

import argparse
import linecache
import sys
import time
from collections.abc import Callable

from wavedialect.backends.dxil.options import DXILOptions
from wavedialect.backends.spirv.options import SPIRVOptions
from wavedialect.extensions import native
from wavedialect.frontends.python.frontend import build_module
from wavedialect.ir.printer import print_module

SIZES = (1_000, 2_000, 5_000, 10_000, 20_000)
TARGET_OPERATIONS, TARGET_SECONDS = 10_000, 1.0
# A size may cost this much more an operation than the smallest does before it is called superlinear.
TOLERATED_RATIO = 1.5


class Writer:
    """MLIR text of one kernel, operation by operation. `x` and `f` are the values that everything goes on from."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.count = 0
        self.indent = 1
        self.x, self.f, self.v = "%n", "%s", "%w"

    def op(self, text: str) -> str:
        """One operation with a result, and the result's name."""
        name = f"%r{self.count}"
        self.lines.append(f"{'  ' * self.indent}{name} = {text}")
        self.count += 1
        return name

    def effect(self, text: str) -> None:
        """One operation without."""
        self.lines.append("  " * self.indent + text)
        self.count += 1

    # --- what kernels are made of ---

    def arithmetic(self) -> None:
        a = self.op(f"arith.muli {self.x}, %n : i32")
        b = self.op(f"arith.addi {a}, %lane : i32")
        c = self.op(f"arith.shrui {b}, %c3 : i32")
        self.x = self.op(f"arith.xori {b}, {c} : i32")
        d = self.op(f"arith.uitofp {self.x} : i32 to f32")
        e = self.op(f"arith.mulf {d}, {self.f} fastmath<contract> : f32")
        self.f = self.op(f"arith.addf {e}, %s fastmath<contract> : f32")

    def vectors(self) -> None:
        a = self.op(f"vector.from_elements {self.f}, %s, {self.f} : vector<3xf32>")
        b = self.op(f"arith.mulf {a}, {self.v} : vector<3xf32>")
        c = self.op(f"vector.shuffle {b}, {b} [2, 0, 1] : vector<3xf32>, vector<3xf32>")
        self.v = self.op(f"arith.addf {c}, %w : vector<3xf32>")
        self.f = self.op(f"vector.extract {self.v}[1] : f32 from vector<3xf32>")

    def wave(self) -> None:
        a = self.op(f"wave.reduce add {self.x} : i32")
        b = self.op(f"wave.prefix add {a} : i32")
        c = self.op(f"arith.cmpi ult, {b}, {self.x} : i32")
        d = self.op(f"wave.ballot {c} : vector<4xi32>")
        e = self.op(f"vector.extract {d}[0] : i32 from vector<4xi32>")
        g = self.op(f"wave.read_first_lane {e} : i32")
        self.x = self.op(f"arith.addi {g}, {self.x} : i32")
        self.v = self.op(f"wave.reduce maxnumf {self.v} : vector<3xf32>")

    def memory(self) -> None:
        i = self.op(f"arith.index_castui {self.x} : i32 to index")
        a = self.op(f"memref.load %in[{i}] : memref<?xi32>")
        self.x = self.op(f"arith.addi {a}, {self.x} : i32")
        b = self.op(f"vector.load %points[{i}] : memref<?xf32>, vector<3xf32>")
        self.v = self.op(f"arith.addf {b}, {self.v} : vector<3xf32>")
        self.effect(f"memref.store {self.x}, %out[{i}] : memref<?xi32>")

    def shared(self) -> None:
        a = self.op(f"arith.andi {self.x}, %c63 : i32")
        i = self.op(f"arith.index_castui {a} : i32 to index")
        self.effect(f"memref.store {self.x}, %shared[{i}] : memref<64xi32, #gpu.address_space<workgroup>>")
        self.effect("wave.barrier group sync")
        self.x = self.op(f"memref.load %shared[{i}] : memref<64xi32, #gpu.address_space<workgroup>>")
        self.effect("wave.barrier group sync")

    def branch(self, *bodies: Callable[[], None]) -> None:
        p = self.op(f"arith.cmpi ult, {self.x}, %lane : i32")
        x, f, v = self.x, self.f, self.v
        name = f"%r{self.count}"
        self.count += 1
        self.lines.append(f"{'  ' * self.indent}{name}:3 = scf.if {p} -> (i32, f32, vector<3xf32>) {{")
        self.indent += 1
        for body in bodies:
            body()
        self.effect(f"scf.yield {self.x}, {self.f}, {self.v} : i32, f32, vector<3xf32>")
        self.indent -= 1
        self.lines.append("  " * self.indent + "} else {")
        self.indent += 1
        self.effect(f"scf.yield {x}, {f}, {v} : i32, f32, vector<3xf32>")
        self.indent -= 1
        self.lines.append("  " * self.indent + "}")
        self.x, self.f, self.v = (f"{name}#{i}" for i in range(3))

    def loop(self, *bodies: Callable[[], None]) -> None:
        bound = self.op("arith.andi %n, %c3 : i32")
        name = f"%r{self.count}"
        carried = [f"%{letter}{self.count}" for letter in "xfv"]
        self.count += 1
        inits = ", ".join(f"{a} = {b}" for a, b in zip(carried, (self.x, self.f, self.v), strict=True))
        self.lines.append(
            f"{'  ' * self.indent}{name}:3 = scf.for %i{self.count} = %c0 to {bound} step %c1 iter_args({inits})"
            " -> (i32, f32, vector<3xf32>) : i32 {"
        )
        self.indent += 1
        self.x, self.f, self.v = carried
        for body in bodies:
            body()
        self.effect(f"scf.yield {self.x}, {self.f}, {self.v} : i32, f32, vector<3xf32>")
        self.indent -= 1
        self.lines.append("  " * self.indent + "}")
        self.x, self.f, self.v = (f"{name}#{i}" for i in range(3))

    def partition(self) -> None:
        m = self.op(f"wave.match {self.x} : i32")
        a = self.op(f"wave.multi_prefix add {self.f}, {m} : f32")
        self.f = self.op(f"arith.addf {a}, {self.f} : f32")

    # --- shapes ---

    def mixed(self) -> None:
        self.arithmetic()
        self.vectors()
        self.wave()
        self.memory()
        self.branch(self.arithmetic, self.wave)
        self.loop(self.vectors, self.memory)
        self.shared()

    def straight(self) -> None:
        self.arithmetic()
        self.vectors()
        self.wave()
        self.memory()

    def branches(self) -> None:
        self.branch(self.arithmetic)

    def loops(self) -> None:
        self.loop(self.arithmetic)

    def barriers(self) -> None:
        self.shared()
        self.arithmetic()

    def partitions(self) -> None:
        self.partition()
        self.arithmetic()

    def nested(self) -> None:
        body: Callable[[], None] = self.arithmetic
        for _ in range(6):
            body = lambda inside=body: self.branch(inside, self.arithmetic)  # noqa: E731
        body()


SHAPES = ("mixed", "straight", "branches", "loops", "barriers", "partitions", "nested")

HEADER = """gpu.module @kernels {
wave.func @kernel(%in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>, wave.name = "src"},
    %points: memref<?xf32> {wave.binding = #wave.binding<srv, vector<3xf32>>, wave.name = "points"},
    %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>, wave.name = "out"},
    %n: i32 {wave.element = ui32, wave.name = "n"}, %s: f32 {wave.element = f32, wave.name = "s"},
    %w: vector<3xf32> {wave.element = vector<3xf32>, wave.name = "w"}) kernel num_waves(2) wave_size(8, 32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %c63 = arith.constant 63 : i32
  %lane = wave.lane_index : i32
  %shared = wave.groupshared : memref<64xi32, #gpu.address_space<workgroup>>
"""
RETIRE = """  %early = arith.cmpi ult, %lane, %c3 : i32
  wave.retire_if %early
"""
FOOTER = """  %end = arith.index_castui %lane : i32 to index
  %bits = arith.bitcast {f} : f32 to i32
  %sum = arith.addi %bits, {x} : i32
  memref.store %sum, %out[%end] : memref<?xi32>
  wave.return
}}
}}
"""


def write_kernel(shape: str, operations: int) -> str:
    """A kernel of about so many operations."""
    writer = Writer()
    while writer.count < operations:
        getattr(writer, shape)()
    start = HEADER + (RETIRE if shape == "barriers" else "")
    return start + "\n".join(writer.lines) + "\n" + FOOTER.format(x=writer.x, f=writer.f)


PYTHON_HEADER = """import wavedialect as wd
from wavedialect import f32, u32


@wd.kernel(num_waves=2, wave_size=(8, 32))
def kernel(src: wd.Buffer[u32], out: wd.RWBuffer[u32], n: u32, s: f32):
    shared = wd.groupshared(u32, 64)
    lane = wd.wave_lane_index()
    x = n
    f = s
"""
# About 30 operations.
PYTHON_ROUND = """    x = (x * n + lane) ^ (x >> 3)
    f = f32(x) * f + s
    x += wd.wave_active_sum(x) + wd.wave_prefix_sum(n)
    x += src[x % 1024]
    if x < lane:
        x = x * 3 + wd.wave_active_count_bits(f < s)
        f = f * f + 1.0
    for i in range(n & 3):
        x += src[i] ^ i
    shared[x & 63] = x
    wd.group_memory_barrier_with_group_sync()
    out[lane + x % 64] = x
"""
PYTHON_OPERATIONS = 30


def load_python_kernel(operations: int):
    """The mixed kernel as Python source, ready to be built."""
    source = PYTHON_HEADER + PYTHON_ROUND * (operations // PYTHON_OPERATIONS)
    name = f"<linear {operations}>"
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    found: dict = {"__name__": "linear"}
    exec(compile(source, name, "exec"), found)
    return found["kernel"]


def least_seconds(function: Callable[[], object], rounds: int) -> float:
    """Of the processor: compiling has one thread, and what else the machine does only adds."""
    times = []
    for _ in range(rounds):
        start = time.process_time()
        function()
        times.append(time.process_time() - start)
    return min(times)


def judge(result):
    if not result.ok:
        sys.exit("\n".join(diagnostic.message for diagnostic in result.diagnostics))
    return result


def measure_text(text: str, rounds: int, target: str) -> dict[str, float]:
    """Seconds by stage. What the native module does in one call is told apart by calls that do more and more."""
    compiler = native()
    if target == "dxil":
        # 6.6 counts waves in groupshared memory; one container of those that there are.
        pipeline = DXILOptions(shader_model="6.6", wave_size=32).pipeline
        compile_all = lambda: compiler.compile(text, pipeline, "dxil", stages=False)  # noqa: E731
    else:
        pipeline = SPIRVOptions().pipeline
        compile_all = lambda: compiler.compile(text, pipeline, "spirv")  # noqa: E731
    parsed = least_seconds(lambda: judge(compiler.run_pipeline(text, "builtin.module()")), rounds)
    lowered = least_seconds(lambda: judge(compiler.run_pipeline(text, pipeline)), rounds)
    compiled = least_seconds(lambda: judge(compile_all()), rounds)
    return {"parse": parsed, "pipeline": max(lowered - parsed, 0.0), "to bytes": max(compiled - lowered, 0.0)}


def measure_python(operations: int, rounds: int, target: str) -> dict[str, float]:
    kernel = load_python_kernel(operations)
    built = least_seconds(lambda: build_module(kernel.function, kernel.attributes), rounds)
    module = build_module(kernel.function, kernel.attributes)
    printed = least_seconds(lambda: print_module(module), rounds)
    return {"front end": built, "text": printed} | measure_text(print_module(module), rounds, target)


def report(title: str, sizes: list[int], measure: Callable[[int], dict[str, float]]) -> bool:
    """A row a size, with microseconds an operation; whether the target is met."""
    print(title)
    smallest: dict[str, float] = {}
    met = True
    for size in sizes:
        seconds = measure(size)
        seconds["all"] = sum(seconds.values())
        cells = []
        for stage, taken in seconds.items():
            each = taken / size * 1e6
            ratio = each / smallest.setdefault(stage, each)
            cells.append(f"{stage} {each:6.1f} ({ratio:4.2f})")
            met &= stage != "all" or ratio <= TOLERATED_RATIO
        met &= size != TARGET_OPERATIONS or seconds["all"] < TARGET_SECONDS
        print(f"  {size:>6} operations {seconds['all'] * 1e3:8.0f} ms   us an operation (to the smallest):", *cells)
    return met


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--targets", nargs="+", choices=("spirv", "dxil"), default=["spirv", "dxil"])
    parser.add_argument("--shapes", nargs="+", choices=SHAPES, default=["mixed"])
    parser.add_argument("--sizes", nargs="+", type=int, default=list(SIZES))
    parser.add_argument("--rounds", type=int, default=3, help="how often each is measured; the least counts")
    parser.add_argument("--python", action="store_true", help="also from Python source")
    options = parser.parse_args()
    met = True
    for target in options.targets:
        for shape in options.shapes:
            met &= report(
                f"{shape}, from MLIR text to {target}",
                options.sizes,
                lambda size, shape=shape, target=target: measure_text(
                    write_kernel(shape, size), options.rounds, target
                ),
            )
        if options.python:
            met &= report(
                f"mixed, from Python source to {target}",
                options.sizes,
                lambda size, target=target: measure_python(size, options.rounds, target),
            )
    print("met" if met else "not met", f"(target: {TARGET_OPERATIONS} operations in {TARGET_SECONDS} s, and linear)")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
