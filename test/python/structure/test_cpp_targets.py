"""The name of a target is in literals of its own rooms in C++, and in no others."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
SOURCES = ("include/WaveDialect", "lib", "tools", "python/bindings")

#: By the name of a target, or of the form that it compiles: what the names of its folders and files contain.
ROOMS = {
    "spirv": ("SPIRV", "Vulkan"),
    "dxil": ("DXIL",),
    "ptx": ("PTX", "NVVM", "CUDA"),
    "nvvm": ("NVVM", "PTX"),
    "cpu": ("CPU", "SIMD"),
    "simd": ("SIMD", "CPU"),
}

#: Files that name a target in another room, and why.
EXCEPTIONS = {
    "include/WaveDialect/Conversion/Passes.td": "the passes of all conversions",
    "lib/Frontend/HLSL/Invocation.cpp": "Clang's only target for HLSL without Vulkan's rules",
    "lib/Frontend/HLSL/OtherLanguages.cpp": "Metal's names of functions",
    "lib/Pipelines/Pipelines.cpp": "the pipelines of all targets, on one page",
    "lib/Runtime/VulkanDevice.cpp": "a kind of Vulkan devices",
    "lib/Runtime/VulkanProperties.cpp": "a kind of Vulkan devices",
    "python/bindings/Vulkan.cpp": "a kind of Vulkan devices",
    "tools/wave-hlsl/wave-hlsl.cpp": "dxc's options for the form of the output",
}

_COMMENT = re.compile(r"//[^\n]*|^#include[^\n]*|\[\{.*?\}\]", re.MULTILINE | re.DOTALL)
_LITERAL = re.compile(r'"(?:[^"\\\n]|\\.)*"')
_NAME = re.compile(rf"(?<![A-Za-z])({'|'.join(ROOMS)})(?![A-Za-z])")


def named(text: str) -> set[str]:
    """The targets whose names are in literals; comments and descriptions may name them."""
    return {name for literal in _LITERAL.findall(_COMMENT.sub("", text)) for name in _NAME.findall(literal)}


def is_room(path: Path, name: str) -> bool:
    return any(word in part for part in path.parts for word in ROOMS[name])


def test_names_of_targets_are_in_their_rooms_alone():
    found = {}
    for source in SOURCES:
        for file in (ROOT / source).rglob("*"):
            if file.suffix in (".h", ".cpp", ".td", ".def"):
                path = file.relative_to(ROOT)
                others = sorted(name for name in named(file.read_text()) if not is_room(path, name))
                if others:
                    found[str(path)] = others
    assert sorted(found) == sorted(EXCEPTIONS), found


def test_the_search():
    assert named('call("wave-to-spirv"); // "dxil"\n#include "cpu.h"\n') == {"spirv"}
    assert named('if (target == "cpu")') == {"cpu"}
    assert named('emitError("target \\"dxil\\" is none")') == {"dxil"}
    assert named('"a scalar of simdgroups"') == set()
