"""One wave of NVIDIA's machine, as the PTX ISA describes it: runs the PTX of a kernel with one wave, so that addresses are tested
without a GPU.

It knows the instructions of integer arithmetic, control flow, memory, copies and matrices that such kernels have, and raises
KeyError for others. Lanes that are at different places run one place after the other; they wait for each other at instructions of
the whole wave.
"""

from __future__ import annotations

import operator
import re
import struct
from collections.abc import Callable
from typing import Any, NamedTuple

import matrix_tiles as tiles
import numpy as np

import wavedialect as wd

LANES = 32
ALL_LANES = ("bar.warp.sync", "ldmatrix", "mma.sync", "bar.sync", "barrier")
_BASE = 1 << 20
"""The distance between the addresses of two memories; address 0 belongs to none."""


class _Instruction(NamedTuple):
    guard: str | None
    name: str
    operands: tuple[str, ...]


def _instructions(text: str) -> tuple[list[_Instruction], dict[str, int], dict[str, int]]:
    """The instructions, the places of labels, and the bytes of groupshared arrays and tables."""
    sizes = {m[1]: int(m[2]) for m in re.finditer(r"\.(?:shared|global) [^;]*?\.b8 ([\w$]+)\[(\d+)\]", text)}
    instructions: list[_Instruction] = []
    labels: dict[str, int] = {}
    body = re.sub(r"//.*", "", text[text.index("\n{") + 2 :])
    for statement in body.split(";"):
        while label := re.match(r"\s*(\$\w+):", statement):
            labels[label[1]] = len(instructions)
            statement = statement[label.end() :]
        if found := re.match(r"\s*(?:@(!?%\w+)\s+)?([a-z][\w.:]*)\s*(.*)", statement, re.S):
            operands = re.findall(r"\{[^}]*\}|\[[^\]]*\]|[^,\s{}\[\]]+", found[3])
            instructions.append(_Instruction(found[1], found[2], tuple(operands)))
    return instructions, labels, sizes


def _elements(operand: str) -> list[str]:
    return [part.strip() for part in operand.strip("{}").split(",")]


def _places(operand: str) -> tuple[str, int]:
    base, _, offset = operand.strip("[]").partition("+")
    return base.strip(), int(offset or 0)


_ARITHMETIC: dict[str, Callable[..., Any]] = {
    "add": operator.add,
    "sub": operator.sub,
    "mul.lo": operator.mul,
    "mul.wide": operator.mul,
    "mad.lo": lambda x, y, z: x * y + z,
    "and": operator.and_,
    "or": operator.or_,
    "xor": operator.xor,
    "not": operator.invert,
    "shl": lambda x, y: x << y,
    "shr": lambda x, y: x >> y,
    "min": np.minimum,
    "max": np.maximum,
    "mov": lambda x: x,
    "cvt": lambda x: x,
}
_COMPARISONS = {
    "eq": operator.eq,
    "ne": operator.ne,
    "lt": operator.lt,
    "le": operator.le,
    "gt": operator.gt,
    "ge": operator.ge,
}


class Wave:
    """A wave of a group that executes the text of a kernel. The last of the kernel's parameters has the constants."""

    def __init__(self, text: str, parameters: list[bytearray], constants: bytes, group: tuple[int, int, int]):
        self.instructions, self.labels, sizes = _instructions(text)
        self.constants, self.group, self.resources = constants, group, len(parameters)
        self.memories = [*parameters, *(bytearray(b"\xcc" * size) for size in sizes.values())]
        self.addresses = {name: (len(parameters) + i + 1) * _BASE for i, name in enumerate(sizes)}
        self.registers: dict[str, np.ndarray] = {}
        self.waiting: list[tuple[int, bytes]] = []
        self.conflicts = 0
        """Rows of blocks of matrices that wait for others, because they are in the same banks of groupshared memory."""

    # --- Values ---------------------------------------------------------------
    def read(self, operand: str) -> np.ndarray:
        """The bits of an operand, in 64."""
        if operand in self.registers:
            return self.registers[operand]
        lanes = np.arange(LANES, dtype=np.uint64)
        special = {"%tid.x": lanes, "%laneid": lanes, "%lanemask_lt": (np.uint64(1) << lanes) - np.uint64(1)}
        if operand in special:
            return special[operand]
        if operand.startswith("%ctaid."):
            return np.full(LANES, self.group["xyz".index(operand[-1])], np.uint64)
        if operand.startswith("0f"):
            return np.full(LANES, int(operand[2:], 16), np.uint64)
        number = self.addresses.get(operand)
        return np.full(LANES, (int(operand, 0) if number is None else number) % (1 << 64), np.uint64)

    def write(self, register: str, mask: np.ndarray, bits: np.ndarray) -> None:
        old = self.registers.get(register, np.zeros(LANES, np.uint64))
        self.registers[register] = np.where(mask, np.asarray(bits).astype(np.uint64), old)

    def typed(self, operand: str, kind: str) -> np.ndarray:
        bits = self.read(operand)
        width = {"pred": 8, "b": 0, "u": 0, "s": 0, "f": 0}[kind if kind == "pred" else kind[0]] or int(kind[1:])
        return bits.astype(f"u{width // 8}").view(f"{'i' if kind[0] == 's' else 'u'}{width // 8}")

    # --- Memory ---------------------------------------------------------------
    def place(self, address: int) -> tuple[bytearray, int]:
        memory, offset = divmod(int(address), _BASE)
        return self.memories[memory - 1], offset

    def load(self, address: int, count: int) -> bytes:
        memory, offset = self.place(address)
        assert address % count == 0 and offset + count <= len(memory), "an address outside, or not aligned"
        return bytes(memory[offset : offset + count])

    def store(self, address: int, data: bytes) -> None:
        memory, offset = self.place(address)
        assert address % len(data) == 0 and offset + len(data) <= len(memory), "an address outside, or not aligned"
        memory[offset : offset + len(data)] = data

    # --- Execution ------------------------------------------------------------
    def run(self) -> None:
        places = np.zeros(LANES, np.int64)
        end = len(self.instructions)
        while (places < end).any():
            alive = places < end
            for at in sorted(set(places[alive].tolist())):
                mask = places == at
                instruction = self.instructions[at]
                if not instruction.name.startswith(ALL_LANES) or (mask == alive).all():
                    break
            else:
                raise AssertionError("lanes wait for each other at different places")
            self.step(instruction, mask, places, at)

    def step(self, instruction: _Instruction, mask: np.ndarray, places: np.ndarray, at: int) -> None:
        guard, name, operands = instruction
        if guard is not None:
            holds = self.read(guard.lstrip("!")) != 0
            mask = mask & (holds != guard.startswith("!"))
            places[(places == at) & ~mask] = at + 1
        family, *rest = name.split(".")
        places[mask] = at + 1
        if family == "bra":
            places[mask] = self.labels[operands[0]]
        elif family == "ret":
            places[mask] = len(self.instructions)
        elif family in ("ld", "st"):
            self.access(family, rest, operands, mask)
        elif name.startswith("cp.async.wait"):
            for address, data in self.waiting:
                self.store(address, data)
            self.waiting.clear()
        elif name.startswith("cp.async"):
            self.copy(operands, mask)
        elif family == "ldmatrix":
            self.load_blocks(operands, "trans" in rest)
        elif family == "mma":
            self.multiply(operands)
        elif family not in ("bar", "barrier"):
            self.compute(family, rest, operands, mask)

    def compute(self, family: str, rest: list[str], operands: tuple[str, ...], mask: np.ndarray) -> None:
        target, *sources = operands
        kind = rest[-1]
        if family == "setp":
            left, right = (self.typed(source, kind) for source in sources)
            self.write(target, mask, _COMPARISONS[rest[0]](left, right))
        elif family == "selp":
            yes, no = (self.read(source) for source in sources[:2])
            self.write(target, mask, np.where(self.read(sources[2]) != 0, yes, no))
        elif kind == "pred":
            logic = {
                "and": np.logical_and,
                "or": np.logical_or,
                "xor": np.logical_xor,
                "not": np.logical_not,
                "mov": np.array,
            }
            self.write(target, mask, logic[family](*(self.read(source) != 0 for source in sources)))
        else:
            self.write(target, mask, self.arithmetic(family, rest, sources, kind))

    def arithmetic(self, family: str, rest: list[str], sources: list[str], kind: str) -> np.ndarray:
        name = ".".join([family, rest[0]]) if rest[0] in ("lo", "wide") else family
        values = [self.typed(source, kind) for source in sources]
        if family in ("shl", "shr"):
            values[1] = self.typed(sources[1], "u32").astype(values[0].dtype)
        if name == "mul.wide":
            values = [value.astype(f"{value.dtype.kind}{2 * value.dtype.itemsize}") for value in values]
        found = np.asarray(_ARITHMETIC[name](*values))
        if family == "cvt":
            found = found.astype(f"{'i' if rest[0][0] == 's' else 'u'}{int(rest[0][1:]) // 8}")
        return found.view(f"u{found.dtype.itemsize}")

    def access(self, family: str, rest: list[str], operands: tuple[str, ...], mask: np.ndarray) -> None:
        place, registers = operands if family == "st" else operands[::-1]
        names, bytes_ = _elements(registers), int(re.sub(r"\D", "", rest[-1])) // 8
        base, offset = _places(place)
        parameter = re.search(r"_param_(\d+)$", base)
        is_pointer = parameter is not None and int(parameter[1]) < self.resources
        for lane in np.flatnonzero(mask):
            only = np.arange(LANES) == lane
            address = 0 if parameter else int(self.read(base)[lane]) + offset
            if family == "st":
                data = b"".join(int(self.read(name)[lane]).to_bytes(8, "little")[:bytes_] for name in names)
                self.store(address, data)
                continue
            if parameter and is_pointer:
                data = struct.pack("<Q", (int(parameter[1]) + 1) * _BASE)
            elif parameter:
                data = self.constants[offset : offset + bytes_ * len(names)]
            else:
                data = self.load(address, bytes_ * len(names))
            for i, name in enumerate(names):
                bits = int.from_bytes(data[i * bytes_ : (i + 1) * bytes_], "little")
                self.write(name, only, np.full(LANES, bits, np.uint64))

    def copy(self, operands: tuple[str, ...], mask: np.ndarray) -> None:
        target, source, count, *existing = operands
        for lane in np.flatnonzero(mask):
            to, start = ((int(self.read(base)[lane]) + offset) for base, offset in map(_places, (target, source)))
            exist = int(self.read(existing[0])[lane]) if existing else int(count)
            memory, offset = self.place(start)
            assert to % int(count) == 0 and start % int(count) == 0
            assert exist == 0 or offset + exist <= len(memory), "a copy from outside"
            data = bytes(memory[offset : offset + exist]) if exist else b""
            self.waiting.append((to, data.ljust(int(count), b"\0")))

    # --- Matrices -------------------------------------------------------------
    def load_blocks(self, operands: tuple[str, ...], transposed: bool) -> None:
        names, (base, offset) = _elements(operands[0]), _places(operands[1])
        addresses = self.read(base).astype(np.int64) + offset
        for rows in np.split(addresses // 16 % 8, 4)[: len(names)]:
            self.conflicts += 8 - len(set(rows.tolist()))
        for block, name in enumerate(names):
            rows = [np.frombuffer(self.load(int(addresses[8 * block + r]), 16), np.uint16) for r in range(8)]
            cells = np.array(rows).T if transposed else np.array(rows)
            pairs = np.ascontiguousarray(cells).view(np.uint32).reshape(LANES)
            self.write(name, np.ones(LANES, bool), pairs)

    def multiply(self, operands: tuple[str, ...]) -> None:
        """A product of f16 or bf16 with sums of f32."""
        sums, *factors = (_elements(operand) for operand in operands)
        a, b, c = ([self.typed(name, "u32") for name in names] for names in factors)
        halves = [
            [half for word in words for half in np.ascontiguousarray(word).view(np.uint16).reshape(LANES, 2).T]
            for words in (a, b)
        ]
        for name, found in zip(sums, tiles.multiply(*halves, np.stack(c).view(np.float32), "bf16"), strict=True):
            self.write(name, np.ones(LANES, bool), found.view(np.uint32))


def run(kernel: wd.Kernel, group: tuple[int, int, int], *arguments: np.ndarray) -> Wave:
    """Runs one group of a kernel with one wave on arrays, and stores what it wrote to them."""
    bundle = kernel.compile(target="ptx")
    manifest = bundle.manifest
    arrays = {
        name: value for name, value in zip(kernel.parameters, arguments, strict=True) if isinstance(value, np.ndarray)
    }
    constants = bytearray(manifest["constants"]["bytes"])
    for field in manifest["constants"]["fields"]:
        name, _, index = re.fullmatch(r"(\w+)(?:\.(?:shape|stride)(\[(\d)\]))?", field["name"]).groups()
        array = arrays[name]
        if field["role"] == "length":
            value = array.size
        elif ".shape" in field["name"]:
            value = array.shape[int(index)]
        else:
            value = array.strides[int(index)] // array.itemsize
        struct.pack_into("<I", constants, field["offset"], value)
    memories = [bytearray(arrays[binding["name"]].tobytes()) for binding in manifest["bindings"]]
    wave = Wave(bundle.module_at(32).decode(), memories, bytes(constants), group)
    wave.run()
    for binding, memory in zip(manifest["bindings"], wave.memories, strict=False):
        array = arrays[binding["name"]]
        array[...] = np.frombuffer(bytes(memory), array.dtype).reshape(array.shape)
    return wave
