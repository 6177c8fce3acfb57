"""Reads the wave tests of DirectXShaderCompiler: shaders and inputs of ShaderOpArith.xml and ShaderOpArithTable.xml.

Two of the tests have their shaders in ExecutionTest.cpp, as C++ raw strings; they are read from there.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path("tools/clang/unittests/HLSLExec")
TABLES = re.compile(r"WaveIntrinsics(Active|Prefix|MultiPrefix)(Int|Uint)Table")


@dataclass(frozen=True)
class Row:
    """A row of a table: one shader for one wave operation, and its inputs."""

    title: str
    name: str
    """The operation, with a U before its kind if it is unsigned: WavePrefixUSum."""
    number: str
    """Int or Uint."""
    kind: str
    """The table's kind of operation: Active, Prefix or MultiPrefix."""
    profile: str
    shader: str
    inputs: list[list[int]]
    """The input sets, each for a launch of its own; of MultiPrefix the only one."""
    keys: list[int]
    """The keys that partition a wave (MultiPrefix)."""


@dataclass(frozen=True)
class Shader:
    """A shader outside the tables."""

    text: str
    profile: str
    entry: str


def read_rows(checkout: Path) -> list[Row]:
    """All rows of the tables of wave operations."""
    rows = []
    for table in _parse(checkout / FOLDER / "ShaderOpArithTable.xml").iter("Table"):
        found = TABLES.fullmatch(table.get("Id", ""))
        for row in table.iter("Row") if found else ():
            given = {one.get("Name"): one for one in row.iter("Parameter")}
            numbers = {name: [int(value.text or "", 0) for value in one.iter("Value")] for name, one in given.items()}
            words = {name: (one.text or "").strip() for name, one in given.items()}
            if found[1] == "MultiPrefix":
                inputs, keys = [numbers["Validation.Values"]], numbers["Validation.Keys"]
            else:
                count = int(words["Validation.NumInputSet"])
                inputs, keys = [numbers[f"Validation.InputSet{1 + number}"] for number in range(count)], []
            profile = words.get("ShaderOp.Target") or "cs_6_0"
            name, text = words["ShaderOp.Name"], words["ShaderOp.Text"]
            title = f"{found[1]}{found[2]}/{row.get('Name')}"
            rows.append(Row(title, name, found[2], found[1], profile, text, inputs, keys))
    return rows


def read_shader(checkout: Path, operation: str) -> Shader:
    """The compute shader of a ShaderOp."""
    root = _parse(checkout / FOLDER / "ShaderOpArith.xml")
    one = next(one for one in root.findall(".//{*}ShaderOp") if one.get("Name") == operation)
    shaders = {shader.get("Name"): shader for shader in one.findall("{*}Shader")}
    shader = shaders[one.get("CS")]
    # "@PS" is the text of the shader PS.
    text = shaders[shader.get("Text", "@" + one.get("CS"))[1:]].text
    return Shader(_without_mesh_shader(text or ""), shader.get("Target", ""), shader.get("EntryPoint", "main"))


def _without_mesh_shader(text: str) -> str:
    """The text without its mesh shader, whose qualifiers are no part of a compute shader's language."""
    found = re.search(r"\n *\n( *\[[^\n]*\n)* *void MSMain\(", text)
    if found is None:
        return text
    depth = 0
    for place in range(text.index("{", found.end()), len(text)):
        depth += {"{": 1, "}": -1}.get(text[place], 0)
        if depth == 0:
            # Lines stay where they are, for messages.
            lines = text[found.start() : place + 1].count("\n")
            return text[: found.start()] + "\n" * lines + text[place + 1 :]
    return text


def read_cpp_shader(checkout: Path, function: str) -> str:
    """The raw string with the shader in a function of ExecutionTest.cpp."""
    text = (checkout / FOLDER / "ExecutionTest.cpp").read_text(encoding="utf-8")
    body = text[re.search(rf"^\w.*\b{function}\(", text, re.MULTILINE).start() :]
    body = body[body.index("const char") :]
    parts = re.match(r'const char \w+\[\] =\s*((?:R"\(.*?\)"\s*|stringify\(\w+\)\s*)+);', body, re.DOTALL)[1]
    macros = dict(re.findall(r"^#define (\w+) (\d+)$", text, re.MULTILINE))
    return "".join(
        raw or macros[name] for raw, name in re.findall(r'R"\((.*?)\)"|stringify\((\w+)\)', parts, re.DOTALL)
    )


def _parse(path: Path) -> ET.Element:
    return ET.fromstring(path.read_text(encoding="utf-8-sig"))  # noqa: S314 - a file that the user names.
