"""Parses the listings of a compile with debug information into lines and their places."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

Callers = tuple[tuple[str, int, int], ...]

_OP_STRING = re.compile(r'\s*(%\S+) = OpString "((?:[^"\\]|\\.)*)"')
_OP_LINE = re.compile(r"\s*OpLine (%\S+) (\d+) (\d+)")
_OP_NO_LINE = re.compile(r"\s*OpNoLine\b")
_FUNCTION = re.compile(r"= OpFunction ")
_ENDS_BLOCK = re.compile(r"\s*Op(?:FunctionEnd|Branch|BranchConditional|Switch|Return|ReturnValue|Unreachable|Kill)\b")
_PTX_FILE = re.compile(r'\s*\.file\t(\d+) "(.*)"')
_PTX_LINE = re.compile(r"\s*\.loc\t(\d+) (\d+) (\d+)")
_PTX_HIDDEN = re.compile(r"\s*\.section\t|\$L__(?:tmp|func_)")
_FROM = re.compile(r" +; from (.+)$")
_PLACE = re.compile(r"(.*):(\d+):(\d+)$")


@dataclass
class PlacedLines:
    """Lines, each with the file, line and column that it comes from and the calls that lead there, or None."""

    lines: list[str] = field(default_factory=list)
    places: list[tuple[str, int, int, Callers] | None] = field(default_factory=list)


def read_spirv(assembly: str) -> PlacedLines:
    """Reads disassembled SPIR-V and omits its ``OpLine`` instructions. Each of them applies until the next one or the
    end of the block."""
    result = PlacedLines()
    files: dict[str, str] = {}
    place: tuple[str, int, int, Callers] | None = None
    in_function = False
    for line in assembly.rstrip("\n").split("\n"):
        if text := _OP_STRING.match(line):
            files[text[1]] = re.sub(r"\\(.)", r"\1", text[2])
            continue
        if at := _OP_LINE.match(line):
            place = (files.get(at[1], ""), int(at[2]), int(at[3]), ())
            continue
        if _OP_NO_LINE.match(line):
            place = None
            continue
        if re.match(r"\s*OpSource\b", line):
            continue
        result.lines.append(line)
        result.places.append(place)
        in_function = in_function or bool(_FUNCTION.search(line))
        # Each type or constant has a place of its own, or none.
        if not in_function or _ENDS_BLOCK.match(line):
            place = None
    return result


def read_llvm(listing: str) -> PlacedLines:
    """Reads LLVM IR and omits the comments with the places of its instructions."""
    result = PlacedLines()
    for line in listing.rstrip("\n").split("\n"):
        place = None
        if said := _FROM.search(line):
            chain = [_PLACE.match(part) for part in said[1].split(", called from ")]
            places = [(found[1], int(found[2]), int(found[3])) for found in chain if found]
            if places:
                place = (*places[0], tuple(places[1:]))
                line = line[: said.start()]
        result.lines.append(line)
        result.places.append(place)
    return result


def read_ptx(code: str) -> PlacedLines:
    """Reads PTX with source lines and omits what such code has more, its directives and labels. A ``.loc`` applies until the next one or the end of the block."""
    result = PlacedLines()
    lines = code.rstrip("\n").split("\n")
    files = {found[1]: found[2] for found in map(_PTX_FILE.match, lines) if found}
    place: tuple[str, int, int, Callers] | None = None
    for line in lines:
        if at := _PTX_LINE.match(line):
            # Line 0 is none.
            place = (files[at[1]], int(at[2]), int(at[3]), ()) if at[2] != "0" else None
            continue
        if _PTX_FILE.match(line) or _PTX_HIDDEN.match(line):
            continue
        if line.startswith("$L__"):
            place = None
        is_instruction = line.startswith("\t") and line.endswith(";") and not line.startswith("\t.")
        result.lines.append(line)
        result.places.append(place if is_instruction else None)
    return result


def without_manifest(text: str) -> str:
    """Returns a module with its manifest, which is a separate file, replaced by ``{…}``."""
    start = text.find("wave.manifest = {")
    if start < 0:
        return text
    start += len("wave.manifest = ")
    depth = 0
    quoted = False
    for end in range(start, len(text)):
        char = text[end]
        if char == '"' and text[end - 1] != "\\":
            quoted = not quoted
        elif not quoted:
            depth += (char == "{") - (char == "}")
            if depth == 0:
                return f"{text[:start]}{{…}}{text[end + 1 :]}"
    return text
