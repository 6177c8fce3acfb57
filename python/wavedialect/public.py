"""Every public name ``wavedialect.…``; the package loads them from here when the first one is used.

Names that no launch needs, such as those of checks, lints, tuning and the interpreter, are loaded one by one, and the functions
of kernels together, when the first one is looked up: a program that only launches a kernel does not wait for them.
"""

import typing as _typing
from importlib import import_module as _import_module

from .cache import clear as clear_cache
from .errors import CompileError, DeviceError, InternalError, LaunchError, WaveError, WaveWarning
from .frontends.python.functions import func
from .frontends.python.source_text import source_code
from .frontends.python.structs import struct
from .ir.types import (
    Buffer,
    RWBuffer,
    RWTexture2D,
    RWTexture2DArray,
    Texture2D,
    Texture2DArray,
    bf16,
    bf16_t2,
    bf16_t3,
    bf16_t4,
    bool2,
    bool3,
    bool4,
    coherent,
    double2,
    double3,
    double4,
    f16,
    f32,
    f64,
    float2,
    float3,
    float4,
    half2,
    half3,
    half4,
    i8,
    i16,
    i32,
    i64,
    int2,
    int3,
    int4,
    int8_t2,
    int8_t3,
    int8_t4,
    int16_t2,
    int16_t3,
    int16_t4,
    int64_t2,
    int64_t3,
    int64_t4,
    u8,
    u16,
    u32,
    u64,
    uint2,
    uint3,
    uint4,
    uint8_t2,
    uint8_t3,
    uint8_t4,
    uint16_t2,
    uint16_t3,
    uint16_t4,
    uint64_t2,
    uint64_t3,
    uint64_t4,
)
from .ir.types import bool_ as bool  # noqa: F401
from .kernels.kernel import Kernel, kernel
from .runtime.array import DeviceArray, array, empty, zeros
from .runtime.device import Device, DeviceInfo, RefusedDevice, devices, open_device, refused_devices, synchronize
from .runtime.dispatch import Dispatch, MeshDispatches

if _typing.TYPE_CHECKING:
    from .backends.interpreter.device import Interpreter
    from .checker.count import Counts
    from .checker.report import CheckError, CheckReport
    from .checker.trace import Trace
    from .driver.bundle import Bundle
    from .frontends.python.ops import *  # noqa: F403
    from .frontends.python.std import *  # noqa: F403
    from .interpreter.findings import ExecutionError, Finding
    from .interpreter.interpreter import Report
    from .ir.matrices import Matrix
    from .kernels.text_source import hlsl, mlir
    from .lint.findings import LintFinding
    from .lint.report import LintReport
    from .runtime.device_limits import DeviceLimits
    from .runtime.dispatch_size import DispatchSize
    from .runtime.records import CheckFailed
    from .tuning.configurations import Config, Setting, configs
    from .tuning.table import Row as TuningRow
    from .tuning.table import Tuning
    from .tuning.tune import tune
    from .tuning.tuned import TunedKernel

#: The module of each name that is loaded on first use, and the name there. A test compares it with the imports above.
_LATER = {
    "Bundle": ("driver.bundle", "Bundle"),
    "CheckError": ("checker.report", "CheckError"),
    "CheckFailed": ("runtime.records", "CheckFailed"),
    "CheckReport": ("checker.report", "CheckReport"),
    "Config": ("tuning.configurations", "Config"),
    "Counts": ("checker.count", "Counts"),
    "DeviceLimits": ("runtime.device_limits", "DeviceLimits"),
    "DispatchSize": ("runtime.dispatch_size", "DispatchSize"),
    "ExecutionError": ("interpreter.findings", "ExecutionError"),
    "Finding": ("interpreter.findings", "Finding"),
    "Interpreter": ("backends.interpreter.device", "Interpreter"),
    "LintFinding": ("lint.findings", "LintFinding"),
    "LintReport": ("lint.report", "LintReport"),
    "Matrix": ("ir.matrices", "Matrix"),
    "Report": ("interpreter.interpreter", "Report"),
    "Setting": ("tuning.configurations", "Setting"),
    "Trace": ("checker.trace", "Trace"),
    "TunedKernel": ("tuning.tuned", "TunedKernel"),
    "Tuning": ("tuning.table", "Tuning"),
    "TuningRow": ("tuning.table", "Row"),
    "configs": ("tuning.configurations", "configs"),
    "hlsl": ("kernels.text_source", "hlsl"),
    "mlir": ("kernels.text_source", "mlir"),
    "tune": ("tuning.tune", "tune"),
}
#: The modules of the functions of kernels.
_FUNCTIONS = ("frontends.python.ops", "frontends.python.std")


def __getattr__(name: str) -> _typing.Any:
    if name in _LATER:
        module, own = _LATER[name]
        found = globals()[name] = getattr(_import_module(f".{module}", __package__), own)
        return found
    if not name.startswith("_"):
        _load_functions()
    if name not in globals():
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return globals()[name]


def _load_functions() -> None:
    for module in _FUNCTIONS:
        functions = _import_module(f".{module}", __package__)
        globals().update((name, getattr(functions, name)) for name in functions.__all__)


def __dir__() -> list[str]:
    """Every public name, also those that are not loaded."""
    _load_functions()
    return sorted(name for name in {*globals(), *_LATER} if name[0] != "_")


# The names that no kernel calls, for type checkers and editors: they take the functions of kernels from the modules that
# define these.
__all__ = [
    "Buffer",
    "Bundle",
    "CheckError",
    "CheckFailed",
    "CheckReport",
    "CompileError",
    "Config",
    "Counts",
    "Device",
    "DeviceArray",
    "DeviceError",
    "DeviceInfo",
    "DeviceLimits",
    "Dispatch",
    "DispatchSize",
    "ExecutionError",
    "Finding",
    "InternalError",
    "Interpreter",
    "Kernel",
    "LaunchError",
    "LintFinding",
    "LintReport",
    "Matrix",
    "MeshDispatches",
    "RWBuffer",
    "RWTexture2D",
    "RWTexture2DArray",
    "RefusedDevice",
    "Report",
    "Setting",
    "Texture2D",
    "Texture2DArray",
    "Trace",
    "TunedKernel",
    "Tuning",
    "TuningRow",
    "WaveError",
    "WaveWarning",
    "array",
    "bool2",
    "bool3",
    "bool4",
    "clear_cache",
    "coherent",
    "configs",
    "devices",
    "double2",
    "double3",
    "double4",
    "empty",
    "bf16",
    "f16",
    "f32",
    "f64",
    "float2",
    "float3",
    "float4",
    "func",
    "bf16_t2",
    "bf16_t3",
    "bf16_t4",
    "half2",
    "half3",
    "half4",
    "hlsl",
    "i16",
    "i32",
    "i64",
    "i8",
    "int16_t2",
    "int16_t3",
    "int16_t4",
    "int2",
    "int3",
    "int4",
    "int64_t2",
    "int64_t3",
    "int64_t4",
    "int8_t2",
    "int8_t3",
    "int8_t4",
    "kernel",
    "mlir",
    "open_device",
    "refused_devices",
    "source_code",
    "struct",
    "synchronize",
    "tune",
    "u16",
    "u32",
    "u64",
    "u8",
    "uint16_t2",
    "uint16_t3",
    "uint16_t4",
    "uint2",
    "uint3",
    "uint4",
    "uint64_t2",
    "uint64_t3",
    "uint64_t4",
    "uint8_t2",
    "uint8_t3",
    "uint8_t4",
    "zeros",
    "i8",
    "u8",
    "int8_t2",
    "int8_t3",
    "int8_t4",
    "uint8_t2",
    "uint8_t3",
    "uint8_t4",
]
