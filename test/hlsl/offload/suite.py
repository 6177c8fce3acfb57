"""Reads tests of llvm/offload-test-suite: files in one text, the resources and the expected results."""

from __future__ import annotations

import math
import re
import shlex
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import yaml

FORMATS = {
    "Hex8": "u1",
    "Hex16": "u2",
    "Hex32": "u4",
    "Hex64": "u8",
    "UInt16": "u2",
    "UInt32": "u4",
    "UInt64": "u8",
    "Int16": "i2",
    "Int32": "i4",
    "Int64": "i8",
    "Float16": "f2",
    "Float32": "f4",
    "Float64": "f8",
    "Bool": "u4",
}


class Unsupported(Exception):
    """The test needs something that is not a compute shader with buffers, images and constants."""


@dataclass
class Buffer:
    """The contents of a resource, as numbers of its format."""

    name: str
    format: str
    channels: int
    stride: int
    size: tuple[int, int]
    """The height and the width of an image."""
    data: np.ndarray
    counters: np.ndarray | None = None
    """The counter of a structured buffer, or of each element of an array of them."""
    elements: int = 1
    """The elements of an array of resources follow each other."""

    def element(self, index: int) -> np.ndarray:
        """A view of an element of an array of resources."""
        length = self.data.size // self.elements
        return self.data[index * length : (index + 1) * length]


@dataclass
class Resource:
    """A resource of the shader, and the buffer with its contents."""

    kind: str
    register: str
    """The class and the number of its register, such as "u1"."""
    space: int
    buffer: Buffer

    def has(self, letter: str, number: int, space: int) -> bool:
        """Whether the resource, or an element of the array, is at a register."""
        first = int(self.register[1:])
        is_here = self.register[0] == letter and self.space == space
        return is_here and first <= number < first + self.buffer.elements


@dataclass
class Test:
    """A test: the shader, its compile options, its resources, and the results to compare."""

    path: Path
    source: str = ""
    options: list[str] = field(default_factory=list)
    entry: str = "main"
    groups: tuple[int, ...] = (1, 1, 1)
    resources: list[Resource] = field(default_factory=list)
    buffers: dict[str, Buffer] = field(default_factory=dict)
    results: list[dict[str, Any]] = field(default_factory=list)
    push_constants: bytearray | None = None
    """The push constants of Vulkan."""
    specialization: list[tuple[str, Any]] = field(default_factory=list)
    """The numbers of specialization constants and their values."""
    checks: bool = False
    """Whether the test compares the printed buffers with FileCheck."""
    fails: bool = False
    """Whether the suite expects that the comparison fails."""


def read_test(path: Path) -> Test:
    """Reads a test; raises Unsupported for a test that is not for compute shaders."""
    text = path.read_text(encoding="utf-8")
    files = _split(text)
    described = _yaml(next((body for name, body in files.items() if name.endswith((".yaml", ".yml"))), ""))
    if not isinstance(described, dict):
        raise Unsupported("no pipeline")
    shaders = described.get("Shaders", [])
    if [shader["Stage"] for shader in shaders] != ["Compute"]:
        raise Unsupported("stages other than compute")
    for key in ("Samplers", "AccelerationStructures"):
        if described.get(key):
            raise Unsupported(key)
    test = Test(path, entry=shaders[0]["Entry"])
    commands = re.findall(r"^# *RUN: *(.*)$", text.replace("\\\n# RUN:", ""), re.MULTILINE)
    compiles = [command for command in commands if "%dxc_target" in command]
    if len(compiles) != 1:
        raise Unsupported(f"{len(compiles)} compilations")
    test.options, source = _compile_options(compiles[0])
    test.source = files[source]
    runs = [command for command in commands if "%offloader" in command]
    test.checks = any("FileCheck" in command for command in runs)
    test.fails = any(command.startswith("not ") for command in runs)
    test.specialization = _specialization(shaders[0].get("SpecializationConstants") or [])
    test.push_constants = _push_constants(described.get("PushConstants") or [])
    groups = (described.get("DispatchParameters") or {}).get("DispatchGroupCount", [1, 1, 1])
    test.groups = tuple(groups)
    test.buffers = {one["Name"]: _buffer(one) for one in described["Buffers"]}
    parameters = ((described.get("RuntimeSettings") or {}).get("DirectX") or {}).get("RootParameters") or []
    named = [one.get("Name") or one.get("Resource", {}).get("Name") for one in parameters]
    if any(test.buffers[name].elements > 1 for name in named if name in test.buffers):
        raise Unsupported("an array as a root parameter: the suite's host must refuse it")
    test.results = described.get("Results") or []
    test.resources = [_resource(one, test) for group in described["DescriptorSets"] or [] for one in group["Resources"]]
    parameters = ((described.get("RuntimeSettings") or {}).get("DirectX") or {}).get("RootParameters") or []
    test.resources += _root_resources(parameters, test)
    return test


def _specialization(constants: list[dict[str, Any]]) -> list[tuple[str, Any]]:
    """The values with the numbers of their constants. A text that is not a number is passed as it is."""
    made = []
    for one in constants:
        value = one["Value"]
        is_bool = one["Type"] == "Bool" and not isinstance(value, str)
        made.append((str(one["ConstantID"]), bool(value) if is_bool else value))
    return made


def _push_constants(blocks: list[dict[str, Any]]) -> bytearray | None:
    """The bytes of the values, each at its offset."""
    if not blocks:
        return None
    made = bytearray()
    for one in blocks[0]["Values"]:
        data = _buffer({"Name": "", **one}).data.tobytes()
        start = one.get("Offset", len(made))
        made.extend(bytes(max(0, start + len(data) - len(made))))
        made[start : start + len(data)] = data
    return made


# --- Root parameters -------------------------------------------------------------


def _root_resources(parameters: list[dict[str, Any]], test: Test) -> list[Resource]:
    """The root constants and root descriptors, at the registers that the root signature states in the same order."""
    if not parameters:
        return []
    places = _root_signature(test.source)
    if len(places) != len(parameters):
        raise Unsupported("a root signature that does not list the root parameters")
    made = []
    for (register, space), one in zip(places, parameters, strict=True):
        name = one["Name"] if one["Kind"] == "Constant" else one["Resource"]["Name"] if "Resource" in one else ""
        if name and name in test.buffers:
            made.append(Resource(one["Kind"], register, space, test.buffers[name]))
        elif name:
            raise Unsupported("a resource without a buffer")
    return made


def _root_signature(source: str) -> list[tuple[str, int]]:
    """The registers of the parameters of the shader's root signature, whose words have no case; "" for a table of
    descriptors."""
    stated = re.search(r"\[\s*RootSignature\(\s*(\w+|\"[^)]*?\"\s*(?=\)\s*\]))", source) or re.search(
        r"\[\s*RootSignature\((.*?)\)\s*\]", source, re.DOTALL
    )
    if stated is None:
        return []
    text = stated[1]
    macro = re.search(rf"#define\s+{re.escape(text)}\b((?:.*\\\n)*.*)", source) if text.isidentifier() else None
    # Adjacent literals are one text.
    text = "".join(re.findall(r'"([^"]*)"', macro[1] if macro else text))
    made = []
    for kind, rest in _calls(text):
        kind = kind.lower()
        if kind in ("rootflags", "staticsampler"):
            continue
        register = re.search(r"\b[btu]\d+", rest)
        space = re.search(r"\bspace\s*=\s*(\d+)", rest, re.IGNORECASE)
        is_table = kind == "descriptortable" or register is None
        made.append(("" if is_table else register[0], int(space[1]) if space else 0))
    return made


def _calls(text: str) -> list[tuple[str, str]]:
    """The parts ``Name(...)`` of a text that are within no other part."""
    made, depth, start = [], 0, 0
    for place, letter in enumerate(text):
        if letter == "(":
            if depth == 0:
                name, start = re.findall(r"\w+", text[:place])[-1], place + 1
            depth += 1
        elif letter == ")":
            depth -= 1
            if depth == 0:
                made.append((name, text[start:place]))
    return made


def _split(text: str) -> dict[str, str]:
    """The files of a text by their names, as ``split-file`` writes them."""
    parts = re.split(r"^(?://|#|;)--- +(\S+).*\n", text, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


class _Loader(yaml.SafeLoader):
    """LLVM's reader of YAML: `1e5` is a number, `nan` and `inf` are too."""


def _yaml(text: str) -> Any:
    # An empty element between two commas is dropped, as LLVM's reader does.
    text = re.sub(r",(\s*,)+", ",", text.split("\n...")[0].expandtabs())
    # An integer has no negative zero.
    text = re.sub(r"(?<![\w.])-0(?![\w.])", "-0.0", text)
    return yaml.load(text, _Loader)  # noqa: S506 - a safe loader.


def _compile_options(command: str) -> tuple[list[str], str]:
    """The options for the compiler, and the name of the shader's file."""
    # `%if Vulkan %{ options %}` has options that only Vulkan needs.
    words = shlex.split(re.sub(r"%if Vulkan %\{.*?%\}", "", command))[1:]
    options, source, place = [], "", 0
    while place < len(words):
        word = words[place]
        if word == "-Fo":
            place += 1
        elif word.startswith("%t/"):
            source = word[3:]
        else:
            options.append(word)
        place += 1
    return options, source


def number(value: Any, dtype: np.dtype) -> Any:
    """A number of a buffer: hexadecimal text is the bits of a float."""
    if isinstance(value, str):
        text = value.strip().lower().replace("_", "")
        if re.fullmatch(r"[+-]?\.?(nan|inf)", text):
            value = math.nan if "nan" in text else -math.inf if text[0] == "-" else math.inf
        elif re.fullmatch(r"[+-]?0x[0-9a-f]*\.?[0-9a-f]*p[+-]?\d+", text):
            value = float.fromhex(text)
        elif text.startswith(("0x", "-0x")):
            value = int(text, 16)
        else:
            value = float(text) if dtype.kind == "f" else int(text)
    if dtype.kind == "f":
        return value
    return int(value) & (2 ** (8 * dtype.itemsize) - 1)


def _buffer(one: dict[str, Any]) -> Buffer:
    elements = one.get("ArraySize", 1)
    if one.get("Counter") is not None or one.get("Counters"):
        raise Unsupported("counters")
    if one["Format"] not in FORMATS:
        raise Unsupported(f"format {one['Format']}")
    dtype = np.dtype(FORMATS[one["Format"]])
    bits = dtype if dtype.kind == "f" else np.dtype(f"u{dtype.itemsize}")
    if one.get("FillSize"):
        count = one["FillSize"] // dtype.itemsize * elements
        data = np.full(count, number(one.get("FillValue", 0), dtype), bits).view(dtype)
        return _made(one, data, elements)
    if elements > 1:
        one = {**one, "Data": [value for part in one["Data"] for value in part]}
    if dtype == np.float16:
        # The suite states half floats as bits or as numbers.
        values = [number(value, dtype) for value in one["Data"]]
        is_bits = all(isinstance(value, int) for value in values) and one.get("Data") and _is_hexadecimal(one)
        data = np.array(values, np.uint16).view(dtype) if is_bits else np.array(values, dtype)
    else:
        data = np.array([number(value, dtype) for value in one["Data"]], bits).view(dtype)
    return _made(one, data, elements)


def _made(one: dict[str, Any], data: np.ndarray, elements: int) -> Buffer:
    image = one.get("OutputProps") or {}
    size = (image.get("Height", 1), image.get("Width", 1))
    return Buffer(
        one["Name"], one["Format"], one.get("Channels", 1), one.get("Stride", 0), size, data, elements=elements
    )


def _is_hexadecimal(one: dict[str, Any]) -> bool:
    return any(isinstance(value, int) and value > 2048 for value in one["Data"])


_CLASSES = {"ConstantBuffer": "b", "Sampler": "s"}


def _resource(one: dict[str, Any], test: Test) -> Resource:
    kind = one["Kind"]
    for key in ("TilesMapped", "IsReserved", "HeapIndex"):
        if one.get(key):
            raise Unsupported(key)
    if "Sampler" in kind or "Sampled" in kind:
        raise Unsupported("samplers")
    place = one.get("DirectXBinding")
    if place is None:
        raise Unsupported("no register")
    letter = _CLASSES.get(kind) or ("u" if kind.startswith("RW") else "t")
    if one["Name"] not in test.buffers:
        raise Unsupported("a resource without a buffer")
    buffer = test.buffers[one["Name"]]
    if one.get("HasCounter"):
        buffer.counters = np.zeros(buffer.elements, np.uint32)
    return Resource(kind, f"{letter}{place['Register']}", place["Space"], buffer)
