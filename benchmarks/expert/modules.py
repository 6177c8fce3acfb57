"""The compiled words of kernels and of their twins in GLSL: made here, or read from an archive that another machine filled."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .cases import Way

GLSL = Path(__file__).with_name("glsl")


class Missing(Exception):
    """Words that cannot be made here, and why."""


@dataclass(frozen=True)
class Words:
    """A SPIR-V module, and a manifest that says how it is launched."""

    code: bytes
    manifest: dict[str, Any]


@dataclass(frozen=True)
class Options:
    """How kernels are compiled: what a device takes, and what is compared."""

    level: int
    unchecked: bool
    reconverging: bool
    groups: int = 0
    """Groups of the program that a launched group runs; 0: as many as the level chooses."""

    @property
    def suffix(self) -> str:
        merged = f"-x{self.groups}" if self.groups else ""
        return (
            f"O{self.level}" + ("-unchecked" if self.unchecked else "") + "-reconverging" * self.reconverging + merged
        )


class Compiler:
    """Makes words when they are asked for; glslang and spirv-opt have to be installed."""

    def __init__(self) -> None:
        self.made: dict[str, Words] = {}

    def find(self, way: Way, options: Options, lanes: int) -> Words:
        """Of GLSL there are words for each wave size, of ours one for all."""
        name = name_of(way, options, lanes)
        if name not in self.made:
            self.made[name] = self._shader(way, lanes) if way.shader else self._kernel(way, options)
        return self.made[name]

    def _kernel(self, way: Way, options: Options) -> Words:
        level = options_of(way, options.level, options.groups)
        bundle = way.kernel.compile(maximal_reconvergence=options.reconverging, unchecked=options.unchecked, **level)
        return Words(bundle.files[bundle.manifest["module"]], bundle.manifest)

    def _shader(self, way: Way, lanes: int) -> Words:
        assert way.shader
        for tool in ("glslangValidator", "spirv-opt"):
            if not shutil.which(tool):
                raise Missing(f"there is no {tool} here (`apt install glslang-tools spirv-tools`)")
        defines = [f"-D{name}={value}" for name, value in (*way.shader.defines, ("WAVE_SIZE", lanes))]
        with tempfile.TemporaryDirectory() as folder:
            plain, optimized = Path(folder, "plain.spv"), Path(folder, "optimized.spv")
            source = GLSL / f"{way.shader.name}.comp"
            _run("glslangValidator", "-V", "--target-env", "vulkan1.3", *defines, source, "-o", plain)
            _run("spirv-opt", "-O", "--target-env=vulkan1.3", plain, "-o", optimized)
            code = optimized.read_bytes()
        # The parameters are those of the twin.
        twin = Way(way.author, f"twin of {way.key}", way.kernel, None, way.groups, way.arguments)
        return Words(code, _shader_manifest(self.find(twin, Options(0, False, False), lanes).manifest))


def options_of(way: Way, level: int, groups: int = 0) -> dict[str, Any]:
    """What a compile or a dispatch is asked for."""
    enable = way.enable if level >= 2 else ()
    if groups > 1:
        enable = (*enable, f"coarsen-groups{{factor={groups}}}")
    options: dict[str, Any] = {"opt_level": level}
    if enable:
        options["enable"] = enable
    if groups == 1:
        options["disable"] = ("coarsen-groups",)
    return options


def _run(*command: Any) -> None:
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")


def _shader_manifest(kernel: dict[str, Any]) -> dict[str, Any]:
    """The parameters of the kernel; GLSL knows the lengths of arrays itself, and its sizes are in its text."""
    fields = [field for field in kernel["constants"]["fields"] if field["role"] != "length"]
    size = max((field["offset"] + 4 * field["components"] for field in fields), default=0)
    return {
        "entry_point": "main",
        "bindings": kernel["bindings"],
        "constants": {"bytes": size, "fields": fields},
        "specialization": {},
        "requires": kernel["requires"],
        "wave_sizes": kernel["wave_sizes"],
        "num_waves": kernel["num_waves"],
    }


def name_of(way: Way, options: Options, lanes: int) -> str:
    """The name of the words' files, without an ending."""
    if way.shader:
        return f"{way.key}.glsl.wave{lanes}"
    return f"{way.key}.{options.suffix}"


class Archive:
    """Words that ``save`` wrote."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.archive = zipfile.ZipFile(path)

    def find(self, way: Way, options: Options, lanes: int) -> Words:
        """As the compiler's."""
        name = name_of(way, options, lanes)
        try:
            return Words(self.archive.read(f"{name}.spv"), json.loads(self.archive.read(f"{name}.json")))
        except KeyError:
            raise Missing(f"{self.path} has no {name}.spv: fill it by `benchmarks/passes --save`") from None


def save(path: Path, compiler: Compiler, asked: Iterable[tuple[Way, Options, int]]) -> int:
    """Writes the words into an archive, and gives their number."""
    written, part = set(), path.with_name(f"{path.name}.{os.getpid()}")
    with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as archive:
        for way, options, lanes in asked:
            name = name_of(way, options, lanes)
            if name not in written:
                words = compiler.find(way, options, lanes)
                archive.writestr(f"{name}.spv", words.code)
                archive.writestr(f"{name}.json", json.dumps(words.manifest))
                written.add(name)
    part.replace(path)
    return len(written)
