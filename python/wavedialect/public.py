"""Every public name ``wavedialect.…``; the package loads them from here when the first one is used."""

from .backends.interpreter.device import Interpreter
from .cache import clear as clear_cache
from .checker.count import Counts
from .checker.report import CheckError, CheckReport
from .checker.trace import Trace
from .driver.bundle import Bundle
from .errors import CompileError, DeviceError, InternalError, LaunchError, WaveError, WaveWarning
from .frontends.python.functions import func
from .frontends.python.ops import *  # noqa: F403
from .frontends.python.source_text import source_code
from .frontends.python.std import *  # noqa: F403
from .frontends.python.structs import struct
from .interpreter.findings import ExecutionError, Finding
from .interpreter.interpreter import Report
from .ir.types import (
    Buffer,
    RWBuffer,
    RWTexture2D,
    Texture2D,
    bool2,
    bool3,
    bool4,
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
    i16,
    i32,
    i64,
    int2,
    int3,
    int4,
    int16_t2,
    int16_t3,
    int16_t4,
    int64_t2,
    int64_t3,
    int64_t4,
    u16,
    u32,
    u64,
    uint2,
    uint3,
    uint4,
    uint16_t2,
    uint16_t3,
    uint16_t4,
    uint64_t2,
    uint64_t3,
    uint64_t4,
)
from .ir.types import bool_ as bool  # noqa: F401
from .kernels.kernel import Kernel, kernel
from .kernels.text_source import hlsl, mlir
from .lint.findings import LintFinding
from .lint.report import LintReport
from .runtime.array import DeviceArray, array, empty, zeros
from .runtime.device import Device, DeviceInfo, RefusedDevice, devices, open_device, refused_devices, synchronize
from .runtime.device_limits import DeviceLimits
from .runtime.dispatch import Dispatch, MeshDispatches
from .runtime.dispatch_size import DispatchSize
from .runtime.records import CheckFailed
from .tuning.configurations import Config, Setting, configs
from .tuning.table import Row as TuningRow
from .tuning.table import Tuning
from .tuning.tune import tune
from .tuning.tuned import TunedKernel

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
    "MeshDispatches",
    "RWBuffer",
    "RWTexture2D",
    "RefusedDevice",
    "Report",
    "Setting",
    "Texture2D",
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
    "configs",
    "devices",
    "double2",
    "double3",
    "double4",
    "empty",
    "f16",
    "f32",
    "f64",
    "float2",
    "float3",
    "float4",
    "func",
    "half2",
    "half3",
    "half4",
    "hlsl",
    "i16",
    "i32",
    "i64",
    "int16_t2",
    "int16_t3",
    "int16_t4",
    "int2",
    "int3",
    "int4",
    "int64_t2",
    "int64_t3",
    "int64_t4",
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
    "uint16_t2",
    "uint16_t3",
    "uint16_t4",
    "uint2",
    "uint3",
    "uint4",
    "uint64_t2",
    "uint64_t3",
    "uint64_t4",
    "zeros",
]
