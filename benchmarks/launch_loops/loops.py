"""Builds the loops in C++ and calls them: each is opened for one kernel, and gives the nanoseconds of so many launches."""

from __future__ import annotations

import ctypes
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).resolve().parents[2]
_COMPILER = ("g++", "-O2", "-std=c++20", "-shared", "-fPIC", "-Wno-missing-field-initializers")
_ARCHIVES = PROJECT / "build" / "lib"
# What each is linked with.
_LIBRARIES = {
    "cpu": (_ARCHIVES / "libWaveRuntimeCPU.a", "-L/usr/lib/llvm-22/lib", "-lLLVM-22", "-ltbb", "-lpthread"),
    "runtime_vulkan": (_ARCHIVES / "libWaveRuntimeVulkan.a", "-ldl", "-lpthread"),
    "plain_vulkan": ("-lvulkan",),
}


class Missing(Exception):
    """A loop that cannot be built or opened here, and why."""


class Loop:
    """One of the loops, opened for a kernel. ``arguments`` are those of its ``openLoop``."""

    def __init__(self, name: str, *arguments: Any) -> None:
        self._library = _build(name)
        self._library.openLoop.restype = ctypes.c_void_p
        self._library.launchMany.restype = ctypes.c_double
        self.kept: Any = None
        """What the loop reads while it is open."""
        self._handle = self._library.openLoop(*arguments)
        if not self._handle:
            raise Missing(f"the loop {name}.cpp cannot be opened here")

    def launch(self, launches: int) -> float:
        """The nanoseconds of a launch, of so many."""
        spent = self._library.launchMany(ctypes.c_void_p(self._handle), ctypes.c_uint64(launches))
        if spent < 0:
            raise Missing("a launch from C++ fails")
        return spent / launches

    def wait(self) -> None:
        """Returns when all have ended."""
        self._library.waitForAll(ctypes.c_void_p(self._handle))

    def close(self) -> None:
        """Gives back what the loop holds."""
        self._library.closeLoop(ctypes.c_void_p(self._handle))


def _build(name: str) -> ctypes.CDLL:
    source = Path(__file__).with_name(f"{name}.cpp")
    for library in _LIBRARIES[name]:
        if isinstance(library, Path) and not library.exists():
            raise Missing(f"{library} is not there: run scripts/setup")
    with tempfile.TemporaryDirectory() as folder:
        built = Path(folder, f"{name}.so")
        command = [*_COMPILER, "-I", PROJECT / "include", source, *_LIBRARIES[name], "-o", built]
        try:
            subprocess.run(command, check=True, capture_output=True, text=True)
        except FileNotFoundError:
            raise Missing("there is no g++ here (`apt install g++`)") from None
        except subprocess.CalledProcessError as error:
            raise Missing(f"g++ does not build {source.name}: {error.stderr.strip()}") from None
        return ctypes.CDLL(str(built))


class Submission(ctypes.Structure):
    """``Submission`` of submission.h: a kernel, and how it is launched on a Vulkan device."""

    _fields_ = [
        ("code", ctypes.c_char_p),
        ("code_words", ctypes.c_uint64),
        ("entry_point", ctypes.c_char_p),
        ("places", ctypes.POINTER(ctypes.c_uint32)),
        ("bytes", ctypes.POINTER(ctypes.c_uint64)),
        ("buffers", ctypes.c_uint64),
        ("constants", ctypes.c_char_p),
        ("constants_bytes", ctypes.c_uint64),
        ("specialization", ctypes.POINTER(ctypes.c_uint32)),
        ("specializations", ctypes.c_uint64),
        ("device", ctypes.c_uint32),
        ("required_subgroup_size", ctypes.c_uint32),
        ("full_subgroups", ctypes.c_uint32),
        ("timed", ctypes.c_uint32),
    ]

    def __init__(
        self,
        manifest: dict[str, Any],
        code: bytes,
        constants: bytes,
        buffer_bytes: Sequence[int],
        specialization: dict[int, int],
        device: int,
        required_subgroup_size: int,
        timed: bool,
    ) -> None:
        places = [number for binding in manifest["bindings"] for number in (binding["set"], binding["binding"])]
        values = [number for item in specialization.items() for number in item]
        # A structure does not keep what its pointers lead to.
        self._kept = (
            (ctypes.c_uint32 * len(places))(*places),
            (ctypes.c_uint64 * len(buffer_bytes))(*buffer_bytes),
            (ctypes.c_uint32 * len(values))(*values),
        )
        super().__init__(
            code,
            len(code) // 4,
            manifest["entry_point"].encode(),
            ctypes.cast(self._kept[0], ctypes.POINTER(ctypes.c_uint32)),
            ctypes.cast(self._kept[1], ctypes.POINTER(ctypes.c_uint64)),
            len(buffer_bytes),
            constants,
            len(constants),
            ctypes.cast(self._kept[2], ctypes.POINTER(ctypes.c_uint32)),
            len(specialization),
            device,
            required_subgroup_size,
            manifest["requires"]["full_subgroups"],
            timed,
        )
