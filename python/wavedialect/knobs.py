"""Every environment variable of this project, with its type, default and description; ``scripts/settings-reference``
prints them. Each is read when it is used, so that tests can set it."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .errors import WaveError
from .immutable import immutable

if TYPE_CHECKING:
    from pathlib import Path


@immutable
class Setting:
    """An environment variable. ``parse`` takes its text and raises ValueError, whose message states the allowed values.
    If it is unset or empty, the value is ``default``."""

    name: str
    type: str
    default: str
    description: str
    parse: Callable[[str], Any] = str
    reader: str = "package"
    """The reader: the "package", the "runtime" library in C++, or the "tests"."""

    def value(self) -> Any:
        """The current value. Raises WaveError for an invalid value."""
        text = os.environ.get(self.name) or self.default
        try:
            return self.parse(text)
        except ValueError as error:
            message = f"the environment variable {self.name} is {text!r}, which is no {self.type}"
            raise WaveError(message, f"set it to {error}, or unset it", "setting-value") from None


def _switch(text: str) -> bool:
    if text not in ("0", "1"):
        raise ValueError("0 or 1")
    return text == "1"


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 19


def _megabytes(text: str) -> int:
    if not _is_number(text) or not 1 <= int(text) <= 1 << 20:
        raise ValueError(f"a number of MiB from 1 to {1 << 20}")
    return int(text)


def _count(text: str) -> int:
    if not _is_number(text):
        raise ValueError("a number")
    return int(text)


def _lines(text: str) -> int:
    if not _is_number(text) or not 1 <= int(text) <= 10_000_000:
        raise ValueError("a number of lines from 1 to 10000000")
    return int(text)


def _optional_path(text: str) -> Path | None:
    if not text:
        return None
    # It takes longer to import than the rest of this module, and a launch does not need it.
    from pathlib import Path

    try:
        return Path(text).expanduser()
    except RuntimeError:
        raise ValueError("a folder of a user who has one") from None


_DEVICE = Setting(
    "WAVEDIALECT_DEVICE",
    "device",
    "",
    "The device of a dispatch and of an array that names none, such as `vulkan:1`. Unset: the CPU, or the interpreter"
    " where the native compiler is not built.",
)
_CPU = Setting(
    "WAVEDIALECT_CPU",
    "CPU",
    "",
    "Code for the device `cpu` is made for this CPU instead of the machine's own, by LLVM's name and features, such as"
    " `x86-64` for plain SSE2 or `haswell,-fma`. Read when the device is opened. A kernel whose instructions the machine"
    " lacks ends the process.",
)
_DUMP_DIR = Setting(
    "WAVEDIALECT_DUMP_DIR",
    "folder",
    "",
    "Each compile writes its stages and files to a folder in here, named for the kernel. Unset: nowhere.",
    _optional_path,
)
_DUMP_PASSES = Setting(
    "WAVEDIALECT_DUMP_PASSES",
    "switch",
    "0",
    "1: what each pass leaves is dumped as well, in a folder `passes` beside the stages.",
    _switch,
)
_REMARKS = Setting(
    "WAVEDIALECT_REMARKS",
    "switch",
    "0",
    "1: what passes remark is printed to standard error by each compile. `bundle.remarks` has it anyway.",
    _switch,
)
_CACHE = Setting(
    "WAVEDIALECT_CACHE",
    "switch",
    "1",
    "0: nothing is kept and nothing kept is used, neither in memory nor on disk: every compile runs.",
    _switch,
)
_CACHE_DIR = Setting(
    "WAVEDIALECT_CACHE_DIR",
    "folder",
    "~/.cache/wavedialect",
    "Where results of compiles are kept for later processes (in `XDG_CACHE_HOME` where that is set). Code is run from"
    " there: a folder that others can write is not used, with a warning. Empty: in memory only.",
)
_CACHE_SIZE = Setting(
    "WAVEDIALECT_CACHE_SIZE",
    "number of MiB",
    "512",
    "How much is kept on disk: what was not used for longest goes first.",
    _megabytes,
)
_CUDA_LINES = Setting(
    "WAVEDIALECT_CUDA_LINES",
    "switch",
    "0",
    "1: code for CUDA devices has the source lines of the kernel, which profilers and `compute-sanitizer` show. The"
    " machine code is the same.",
    _switch,
)
_VULKAN_VALIDATION = Setting(
    "WAVEDIALECT_VULKAN_VALIDATION",
    "switch",
    "0",
    "1 switches the Vulkan validation layer on for devices that are opened next.",
    _switch,
)

_PRINT_LINES = Setting(
    "WAVEDIALECT_PRINT_LINES",
    "number",
    "10000",
    "How many lines of `wd.print` a launch keeps, at most 10 million; a line of `wd.print_wave` counts once for each"
    " active lane. Further lines are counted and dropped.",
    _lines,
)

#: All environment variables, in the order of the documentation.
SETTINGS = (
    _DEVICE,
    _CPU,
    _VULKAN_VALIDATION,
    Setting(
        "WAVEDIALECT_VULKAN_LOADER",
        "library",
        "libvulkan.so.1",
        "The Vulkan loader that is opened at the first use of a Vulkan device.",
        reader="runtime",
    ),
    _CUDA_LINES,
    _DUMP_DIR,
    _DUMP_PASSES,
    _REMARKS,
    _PRINT_LINES,
    _CACHE,
    _CACHE_DIR,
    _CACHE_SIZE,
    Setting(
        "WAVEDIALECT_RANDOM_KERNELS",
        "number",
        "24",
        "How many random kernels `test/python/random` runs; `--random-kernels` says the same.",
        _count,
        "tests",
    ),
    Setting(
        "WAVEDIALECT_MATRIX_SEED",
        "number",
        "the day's number",
        "Which values the tests of the matrix of operations use.",
        _count,
        "tests",
    ),
    Setting(
        "WAVEDIALECT_DXIL_SEED",
        "number",
        "the day's number times the kernels of a run",
        "The first of the random kernels that become DXIL.",
        _count,
        "tests",
    ),
    Setting(
        "WAVEDIALECT_MUTANTS",
        "number",
        "8",
        "Of how many kernels the tests of the checker make mutants.",
        _count,
        "tests",
    ),
)


def default_device() -> str | None:
    """The device of dispatches and arrays that name none, or None."""
    return _DEVICE.value() or None


def vulkan_validation() -> bool:
    """Whether devices opened from now on use the Vulkan validation layer."""
    return _VULKAN_VALIDATION.value()


def cuda_lines() -> bool:
    """Whether code for CUDA devices has source lines."""
    return _CUDA_LINES.value()


def dump_directory() -> Path | None:
    """The folder to which each compile writes its stages and files, or None."""
    return _DUMP_DIR.value()


def dump_passes() -> bool:
    """Whether the output of each pass is dumped as well."""
    return _DUMP_PASSES.value()


def remarks() -> bool:
    """Whether remarks of passes are printed."""
    return _REMARKS.value()


def print_lines() -> int:
    """How many lines a launch may print."""
    return _PRINT_LINES.value()


def target_cpu() -> tuple[str, str] | None:
    """LLVM's name and features of the target CPU, or None for the machine's own."""
    name, _, features = _CPU.value().partition(",")
    return (name, features) if name else None


def cache_enabled() -> bool:
    """Whether results of compiles are kept."""
    return _CACHE.value()


def cache_bytes() -> int:
    """The maximum size of the cache on disk, in bytes."""
    return _CACHE_SIZE.value() << 20


def cache_directory() -> str | None:
    """The folder for results of compiles, created if missing; None if there is none."""
    stated = os.environ.get(_CACHE_DIR.name)
    if stated == "" or not cache_enabled():
        return None
    try:
        # A user without a home has no cache folder: neither in root's home nor in the current directory.
        own = "" if os.environ.get("HOME") == "" else "~/.cache"
        home = os.environ.get("XDG_CACHE_HOME") or own
        directory = os.path.expanduser(stated or os.path.join(home, "wavedialect"))
        if directory.startswith("~") or not stated and not os.path.isabs(directory):
            return None
        if not os.path.isdir(directory):
            # Code is run from there: no other user may write to it.
            os.makedirs(directory, mode=0o700, exist_ok=True)
    except OSError:
        return None
    # A folder that cannot be written may still contain entries.
    return directory if os.access(directory, os.R_OK | os.X_OK) else None
