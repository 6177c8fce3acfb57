"""Compiles every operation for every scalar and vector and hands each binary to the validator.

each_type.py FOLDER WAVE_OPT WAVE_TRANSLATE SPIRV_VAL
"""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

INTEGERS = ("i16", "i32", "i64")
FLOATS = ("f16", "f32", "f64")
CONSTANTS = {"i1": ("true", "false"), "i": ("-3", "12345"), "f": ("1.5", "-2.25")}
GROUPSHARED = "#gpu.address_space<workgroup>"


def width(scalar: str) -> int:
    return int(scalar[1:])


class Kernel:
    """The text of one kernel, of values of one type, each stored to an output of its type."""

    def __init__(self, scalar: str, size: int, whole: bool) -> None:
        self.scalar, self.size, self.whole = scalar, size, whole
        self.type = self.shaped(scalar)
        self.memory = "i32" if scalar == "i1" else scalar
        self.lines: list[str] = []
        self.outputs: dict[str, str] = {}
        self.count = 0

    def shaped(self, scalar: str, size: int | None = None) -> str:
        size = size or self.size
        return scalar if size == 1 else f"vector<{size}x{scalar}>"

    def fresh(self) -> str:
        self.count += 1
        return f"%v{self.count}"

    def add(self, operation: str, scalar: str, size: int | None = None) -> str:
        """One operation and the store of its result."""
        name, kind = self.fresh(), self.shaped(scalar, size)
        self.lines.append(f"{name} = {operation}")
        stored = name
        if scalar == "i1":
            stored, scalar = self.fresh(), "i32"
            wide = self.shaped("i32", size)
            self.lines.append(f"{stored} = arith.extui {name} : {kind} to {wide}")
            kind = wide
        output = self.outputs.setdefault(scalar, f"%out_{scalar}")
        store = f"memref.store {stored}, {output}[%c0] : memref<?x{scalar}>"
        if kind != scalar:
            store = f"vector.store {stored}, {output}[%c0] : memref<?x{scalar}>, {kind}"
        self.lines.append(store)
        return name

    def each(self, operations: str, operands: str, result: str | None = None) -> None:
        """All operations with the same operands and the operands' type behind them."""
        for operation in operations.split():
            self.add(f"{operation.replace('/', ' ')} {operands} : {self.type}", result or self.scalar)

    def casts(self, operations: str, targets: tuple[str, ...]) -> None:
        for target in targets:
            for operation in operations.split():
                self.add(f"arith.{operation} %x : {self.type} to {self.shaped(target)}", target)

    def floats(self) -> None:
        for operation in "addf subf mulf divf remf".split():
            self.add(f"arith.{operation} %x, %y : {self.type}", self.scalar)
            self.add(f"arith.{operation} %x, %y fastmath<contract> : {self.type}", self.scalar)
        self.each("arith.minnumf arith.maxnumf", "%x, %y")
        self.each("arith.negf math.absf math.ceil math.floor math.roundeven math.trunc math.sqrt math.rsqrt", "%x")
        self.each("math.fma", "%x, %y, %x")
        for predicate in "oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno".split():
            self.add(f"arith.cmpf {predicate}, %x, %y : {self.type}", "i1")
        if self.scalar != "f64":
            self.each("math.exp math.exp2 math.log math.log10 math.log2 math.sin math.cos math.tan", "%x")
            self.each("math.asin math.acos math.atan math.sinh math.cosh math.tanh", "%x")
            self.each("math.powf math.atan2", "%x, %y")
        self.casts("fptosi fptoui", INTEGERS)
        self.casts("extf", tuple(other for other in FLOATS if width(other) > width(self.scalar)))
        self.casts("truncf", tuple(other for other in FLOATS if width(other) < width(self.scalar)))
        self.casts("bitcast", (f"i{width(self.scalar)}",))

    def integers(self) -> None:
        self.each("arith.addi arith.subi arith.muli arith.divsi arith.divui arith.remsi arith.remui", "%x, %y")
        self.each("arith.andi arith.ori arith.xori arith.shli arith.shrsi arith.shrui", "%x, %y")
        self.each("arith.minsi arith.minui arith.maxsi arith.maxui", "%x, %y")
        self.each("math.absi math.ctpop math.ctlz math.cttz wave.reverse_bits", "%x")
        for predicate in "eq ne slt sle sgt sge ult ule ugt uge".split():
            self.add(f"arith.cmpi {predicate}, %x, %y : {self.type}", "i1")
        self.casts("sitofp uitofp", FLOATS)
        self.casts("extsi extui", tuple(other for other in INTEGERS if width(other) > width(self.scalar)))
        self.casts("trunci", tuple(other for other in ("i1", *INTEGERS) if width(other) < width(self.scalar)))
        self.casts("bitcast", (f"f{width(self.scalar)}",))
        if self.size == 1:
            self.lines.append(f"%as_index = arith.index_castui %x : {self.type} to index")
            self.add(f"arith.index_castui %as_index : index to {self.type}", self.scalar)

    def booleans(self) -> None:
        self.each("arith.andi arith.ori arith.xori", "%x, %y")
        for predicate in ("eq", "ne") if self.whole else "eq ne ult ule ugt uge".split():
            self.add(f"arith.cmpi {predicate}, %x, %y : {self.type}", "i1")
        self.casts("extui extsi", INTEGERS)
        self.casts("uitofp sitofp", FLOATS)

    def components(self) -> None:
        first, second = CONSTANTS[self.scalar if self.scalar == "i1" else self.scalar[0]]
        if self.size == 1:
            literal = second if self.scalar == "i1" else f"{second} : {self.type}"
            self.add(f"arith.constant {literal}", self.scalar)
            return
        self.add(f"arith.constant dense<{first}> : {self.type}", self.scalar)
        values = ", ".join([first, second, first, second][: self.size])
        self.add(f"arith.constant dense<[{values}]> : {self.type}", self.scalar)
        parts = [
            self.add(f"vector.extract %x[{place}] : {self.scalar} from {self.type}", self.scalar, 1)
            for place in range(self.size)
        ]
        self.add(f"vector.broadcast {parts[0]} : {self.scalar} to {self.type}", self.scalar)
        self.add(f"vector.insert {parts[0]}, %y[1] : {self.scalar} into {self.type}", self.scalar)
        self.add(f"vector.from_elements {', '.join(reversed(parts))} : {self.type}", self.scalar)
        for mask in ([1, 0], [0, self.size, 1], [self.size - 1, 0, self.size, 1]):
            self.add(f"vector.shuffle %x, %y {mask} : {self.type}, {self.type}", self.scalar, len(mask))
        many = self.shaped("i1")
        self.lines.append(f"%many = vector.broadcast %p : i1 to {many}")
        self.add(f"arith.select %many, %x, %y : {many}, {self.type}", self.scalar)

    def control_flow(self) -> None:
        kind = self.type
        select = f"arith.select %p, %a, %y : {'i1, ' if self.size > 1 else ''}{kind}"
        self.add(select.replace("%a", "%x"), self.scalar)
        self.add(f"scf.if %p -> ({kind}) {{ scf.yield %x : {kind} }} else {{ scf.yield %y : {kind} }}", self.scalar)
        self.add(
            f"scf.for %i = %i0 to %n step %i1 iter_args(%a = %x) -> ({kind}) : i32 {{\n"
            f"%next = {select}\nscf.yield %next : {kind} }}",
            self.scalar,
        )
        self.add(
            f"scf.while (%a = %x) : ({kind}) -> {kind} {{\n%go = wave.any %p\nscf.condition(%go) %a : {kind}\n"
            f"}} do {{\n^bb0(%a: {kind}):\n%next = {select}\nscf.yield %next : {kind} }}",
            self.scalar,
        )

    def lanes(self) -> None:
        """Those on vectors are for the pipeline: the conversion alone takes scalars."""
        self.each("wave.assume_uniform", "%x")
        if self.size > 1 and not self.whole:
            return
        self.each("wave.read_first_lane", "%x")
        self.each("wave.read_lane wave.quad_read_lane", "%x, %n")
        self.each("wave.quad_read_across/x wave.quad_read_across/y wave.quad_read_across/diagonal", "%x")
        self.each("wave.all_equal", "%x", "i1")
        reductions, scans = {
            "b": ("and or xor", "and or xor"),
            "f": ("add mul minnumf maxnumf", "add mul"),
            "i": ("add mul minsi minui maxsi maxui and or xor", "add mul and or xor"),
        }["b" if self.scalar == "i1" else self.scalar[0]]
        self.each(" ".join(f"wave.reduce/{kind}" for kind in reductions.split()), "%x")
        self.each(" ".join(f"wave.prefix/{kind}" for kind in scans.split()), "%x")
        if self.whole:
            mask = self.fresh()
            self.lines.append(f"{mask} = wave.match %x : {self.type}")
            self.each(" ".join(f"wave.multi_prefix/{kind}" for kind in scans.split()), f"%x, {mask}")
        if self.scalar == "i1" and self.size == 1:
            for operation in "any all quad_any quad_all".split():
                self.add(f"wave.{operation} %x", "i1")

    def memories(self) -> list[tuple[str, str]]:
        length = 8 * self.size
        return [
            ("%buffer", f"memref<?x{self.memory}>"),
            ("%shared", f"memref<{length}x{self.memory}, {GROUPSHARED}>"),
            ("%local", f"memref<{length}x{self.memory}>"),
        ]

    def accesses(self) -> None:
        value = self.shaped(self.memory)
        for source, source_type in self.memories():
            name = self.fresh()
            if self.size == 1:
                self.lines.append(f"{name} = memref.load {source}[%c0] : {source_type}")
            else:
                self.lines.append(f"{name} = vector.load {source}[%c0] : {source_type}, {value}")
            for target, target_type in self.memories():
                if self.size == 1:
                    self.lines.append(f"memref.store {name}, {target}[%c0] : {target_type}")
                else:
                    self.lines.append(f"vector.store {name}, {target}[%c0] : {target_type}, {value}")

    def atomics(self) -> None:
        if self.size > 1 or self.scalar not in ("i32", "i64", "f32", "f64"):
            return
        is_float = self.scalar in FLOATS
        for memory, kind in self.memories()[:2]:
            self.add(f"wave.atomic_exchange %x, {memory}[%c0] : {kind}", self.scalar)
            self.add(f"wave.atomic_cas %x, %y, {memory}[%c0] : {kind}", self.scalar)
            for operation in ("add minnumf maxnumf" if is_float else "add and or xor minsi minui maxsi maxui").split():
                self.add(f"wave.atomic_rmw {operation} %x, {memory}[%c0] : {kind}", self.scalar)

    def build(self) -> str:
        if self.scalar == "i1":
            self.booleans()
        elif self.scalar in FLOATS:
            self.floats()
        else:
            self.integers()
        self.components()
        self.control_flow()
        self.lanes()
        self.accesses()
        self.atomics()

        def element(scalar: str, size: int = 1) -> str:
            return self.shaped(scalar.replace("i", "ui") if scalar in INTEGERS else scalar, size)

        def buffer(name: str, scalar: str) -> str:
            return f"{name}: memref<?x{scalar}> {{wave.binding = #wave.binding<uav, {element(scalar)}>}}"

        arguments = [buffer("%buffer", self.memory)]
        arguments += [
            f"{name}: {self.type} {{wave.element = {element(self.scalar, self.size)}}}" for name in ("%x", "%y")
        ]
        arguments += ["%n: i32 {wave.element = ui32}", "%p: i1 {wave.element = i1}"]
        arguments += [buffer(name, scalar) for scalar, name in self.outputs.items()]
        head = [
            "%c0 = arith.constant 0 : index",
            "%i0 = arith.constant 0 : i32",
            "%i1 = arith.constant 1 : i32",
            f"%shared = wave.groupshared : {self.memories()[1][1]}",
            f"%local = memref.alloca() : {self.memories()[2][1]}",
        ]
        body = "\n".join(head + self.lines)
        return f"gpu.module @m {{\nwave.func @kernel({', '.join(arguments)}) kernel num_waves(2) {{\n{body}\n}}\n}}\n"


def check(folder: Path, scalar: str, size: int, form: str, tools: list[str]) -> str:
    """What went wrong, or nothing."""
    wave_opt, wave_translate, *validate = tools
    name = f"{scalar}_{size}_{form}"
    source, lowered, binary = (str(folder / f"{name}.{end}") for end in ("mlir", "spirv.mlir", "spv"))
    Path(source).write_text(Kernel(scalar, size, whole=form != "converted").build())
    if form == "converted":
        commands = [
            [wave_opt, source, "-wave-expand-atomics", "-convert-wave-to-gpu", "-convert-wave-to-spirv", "-o", lowered],
            [wave_translate, "--wave-to-spirv", lowered, "-o", binary],
            [*validate, binary],
        ]
    else:
        option = ["--fixed-wave-size=16"] if form == "fixed" else []
        target = "vulkan1.1" if form == "fixed" else "vulkan1.3"
        commands = [
            [wave_translate, "--wave-to-spirv", *option, source, "-o", binary],
            [*(word.replace("vulkan1.3", target) for word in validate), binary],
        ]
    for command in commands:
        done = subprocess.run(command, check=False, capture_output=True, text=True)
        if done.returncode:
            return f"{name}: {' '.join(command)}\n{done.stdout}{done.stderr}"
    return ""


def main() -> int:
    folder, *tools = sys.argv[1:]
    Path(folder).mkdir(parents=True, exist_ok=True)
    cases = [
        (Path(folder), scalar, size, form, tools)
        for scalar in ("i1", *INTEGERS, *FLOATS)
        for size in (1, 2, 3, 4)
        for form in ("converted", "specialized", "fixed")
    ]
    with ThreadPoolExecutor(max_workers=2) as pool:
        failures = [text for text in pool.map(lambda case: check(*case), cases) if text]
    print("\n".join(failures))
    return 1 if failures else 0


if __name__ == "__main__":
    raise SystemExit(main())
