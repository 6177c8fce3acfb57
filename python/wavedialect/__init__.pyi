"""Printed by scripts/type-stubs; .ci/run compares."""

from typing import Any, Generic, TypeVar, TypeVarTuple

from .backends.interpreter.device import Interpreter as Interpreter
from .cache import clear as _clear_cache
from .checker.count import Counts as Counts
from .checker.report import CheckError as CheckError
from .checker.report import CheckReport as CheckReport
from .checker.trace import Trace as Trace
from .driver.bundle import Bundle as Bundle
from .errors import CompileError as CompileError
from .errors import DeviceError as DeviceError
from .errors import InternalError as InternalError
from .errors import LaunchError as LaunchError
from .errors import WaveError as WaveError
from .errors import WaveWarning as WaveWarning
from .frontends.python.functions import func as func
from .frontends.python.source_text import source_code as source_code
from .interpreter.findings import ExecutionError as ExecutionError
from .interpreter.findings import Finding as Finding
from .interpreter.interpreter import Report as Report
from .ir.matrices import Matrix as Matrix
from .kernels.kernel import Kernel as Kernel
from .kernels.kernel import kernel as kernel
from .kernels.text_source import hlsl as hlsl
from .kernels.text_source import mlir as mlir
from .lint.findings import LintFinding as LintFinding
from .lint.report import LintReport as LintReport
from .runtime.array import DeviceArray as DeviceArray
from .runtime.array import array as array
from .runtime.array import empty as empty
from .runtime.array import zeros as zeros
from .runtime.device import Device as Device
from .runtime.device import DeviceInfo as DeviceInfo
from .runtime.device import RefusedDevice as RefusedDevice
from .runtime.device import devices as devices
from .runtime.device import open_device as open_device
from .runtime.device import refused_devices as refused_devices
from .runtime.device import synchronize as synchronize
from .runtime.device_limits import DeviceLimits as DeviceLimits
from .runtime.dispatch import Dispatch as Dispatch
from .runtime.dispatch import MeshDispatches as MeshDispatches
from .runtime.dispatch_size import DispatchSize as DispatchSize
from .runtime.records import CheckFailed as CheckFailed
from .tuning.configurations import Config as Config
from .tuning.configurations import Setting as Setting
from .tuning.configurations import configs as configs
from .tuning.table import Row as _TuningRow
from .tuning.table import Tuning as Tuning
from .tuning.tune import tune as tune
from .tuning.tuned import TunedKernel as TunedKernel

_Ts = TypeVarTuple("_Ts")
_Class = TypeVar("_Class", bound=type)

class _Type(type):
    def __getattr__(cls, name: str) -> Any: ...

class _Value(metaclass=_Type):
    """A number, a vector or a matrix in a kernel."""

    def __init__(self, *parts: Any) -> None: ...
    def __getattr__(self, name: str) -> Any: ...
    def __setattr__(self, name: str, value: Any) -> None: ...
    def __getitem__(self, index: Any) -> Any: ...
    def __setitem__(self, index: Any, value: Any) -> None: ...
    def __index__(self) -> int: ...
    def __float__(self) -> float: ...
    def __add__(self, other: Any) -> Any: ...
    def __radd__(self, other: Any) -> Any: ...
    def __sub__(self, other: Any) -> Any: ...
    def __rsub__(self, other: Any) -> Any: ...
    def __mul__(self, other: Any) -> Any: ...
    def __rmul__(self, other: Any) -> Any: ...
    def __truediv__(self, other: Any) -> Any: ...
    def __rtruediv__(self, other: Any) -> Any: ...
    def __floordiv__(self, other: Any) -> Any: ...
    def __rfloordiv__(self, other: Any) -> Any: ...
    def __mod__(self, other: Any) -> Any: ...
    def __rmod__(self, other: Any) -> Any: ...
    def __pow__(self, other: Any) -> Any: ...
    def __rpow__(self, other: Any) -> Any: ...
    def __lshift__(self, other: Any) -> Any: ...
    def __rlshift__(self, other: Any) -> Any: ...
    def __rshift__(self, other: Any) -> Any: ...
    def __rrshift__(self, other: Any) -> Any: ...
    def __and__(self, other: Any) -> Any: ...
    def __rand__(self, other: Any) -> Any: ...
    def __or__(self, other: Any) -> Any: ...
    def __ror__(self, other: Any) -> Any: ...
    def __xor__(self, other: Any) -> Any: ...
    def __rxor__(self, other: Any) -> Any: ...
    def __matmul__(self, other: Any) -> Any: ...
    def __rmatmul__(self, other: Any) -> Any: ...
    def __neg__(self) -> Any: ...
    def __pos__(self) -> Any: ...
    def __abs__(self) -> Any: ...
    def __invert__(self) -> Any: ...
    def __lt__(self, other: Any) -> Any: ...
    def __le__(self, other: Any) -> Any: ...
    def __gt__(self, other: Any) -> Any: ...
    def __ge__(self, other: Any) -> Any: ...

class Buffer(Generic[*_Ts], metaclass=_Type):
    """``Buffer[T]``: a kernel's read-only buffer parameter. An out-of-bounds load returns 0. ``Buffer[T, 2]`` and ``Buffer[T, 3]`` have two and three dimensions: ``a[y, x]``."""

    def __getitem__(self, index: Any) -> Any: ...
    def __setitem__(self, index: Any, value: Any) -> None: ...
    def __len__(self) -> int: ...
    def __getattr__(self, name: str) -> Any: ...

class RWBuffer(Generic[*_Ts], metaclass=_Type):
    """``RWBuffer[T]``: a kernel's read-write buffer parameter. An out-of-bounds store or atomic does nothing. ``RWBuffer[T, 2]`` and ``RWBuffer[T, 3]`` have two and three dimensions: ``a[y, x]``. With ``RWBuffer[T, coherent]``, groups see each other's accesses while they run."""

    def __getitem__(self, index: Any) -> Any: ...
    def __setitem__(self, index: Any, value: Any) -> None: ...
    def __len__(self) -> int: ...
    def __getattr__(self, name: str) -> Any: ...

class RWTexture2D(Generic[*_Ts], metaclass=_Type):
    """``RWTexture2D[T]``: a kernel's read-write image parameter. An out-of-bounds store does nothing. With ``RWTexture2D[T, coherent]``, groups see each other's accesses while they run."""

    def __getitem__(self, index: Any) -> Any: ...
    def __setitem__(self, index: Any, value: Any) -> None: ...
    def __len__(self) -> int: ...
    def __getattr__(self, name: str) -> Any: ...

class RWTexture2DArray(Generic[*_Ts], metaclass=_Type):
    """``RWTexture2DArray[T]``: a kernel's read-write array of images. An out-of-bounds store does nothing."""

    def __getitem__(self, index: Any) -> Any: ...
    def __setitem__(self, index: Any, value: Any) -> None: ...
    def __len__(self) -> int: ...
    def __getattr__(self, name: str) -> Any: ...

class Texture2D(Generic[*_Ts], metaclass=_Type):
    """``Texture2D[T]``: a kernel's read-only image parameter, read by ``image[x, y]``. Loads out of bounds return 0."""

    def __getitem__(self, index: Any) -> Any: ...
    def __setitem__(self, index: Any, value: Any) -> None: ...
    def __len__(self) -> int: ...
    def __getattr__(self, name: str) -> Any: ...

class Texture2DArray(Generic[*_Ts], metaclass=_Type):
    """``Texture2DArray[T]``: a kernel's read-only array of images, read by ``images[x, y, layer]``."""

    def __getitem__(self, index: Any) -> Any: ...
    def __setitem__(self, index: Any, value: Any) -> None: ...
    def __len__(self) -> int: ...
    def __getattr__(self, name: str) -> Any: ...

TuningRow = _TuningRow

def abs(x: Any) -> Any:
    """The absolute value of ``x``; the lowest value of a signed type is unchanged. Python's ``abs`` is the same.

    HLSL: ``abs``."""

def acos(x: Any) -> Any:
    """The angle in radians, from 0 to pi, whose cosine is the float ``x``; NaN beyond 1.

    HLSL: ``acos``."""

def all(x: Any) -> Any:
    """True if all components of the bool vector ``x`` are true.

    HLSL: ``all``."""

def all_memory_barrier() -> Any:
    """Accesses to groupshared memory and buffers before this barrier become visible to the group before those after it.

    It does not wait: no lane is blocked.

    HLSL: ``AllMemoryBarrier``. Source: HLSL proposal 0048."""

def all_memory_barrier_with_group_sync() -> Any:
    """Like ``all_memory_barrier``, but also waits until all waves of the group arrive.

    All waves must reach it in control flow that is uniform across the group; lanes that returned are not waited for.

    HLSL: ``AllMemoryBarrierWithGroupSync``. Source: HLSL proposals 0048 and 0054."""

def any(x: Any) -> Any:
    """True if any component of the bool vector ``x`` is true.

    HLSL: ``any``."""

def asbf16(x: Any) -> Any:
    """The bits of the 16-bit value ``x`` as a bf16.

    HLSL has no bf16."""

def asfloat(x: Any) -> Any:
    """The bits of the 32-bit value ``x`` as an f32.

    HLSL: ``asfloat``."""

def asfloat16(x: Any) -> Any:
    """The bits of the 16-bit value ``x`` as an f16.

    HLSL: ``asfloat16``."""

def asin(x: Any) -> Any:
    """The angle in radians, from -pi / 2 to pi / 2, whose sine is the float ``x``; NaN beyond 1.

    HLSL: ``asin``."""

def asint(x: Any) -> Any:
    """The bits of the 32-bit value ``x`` as an i32.

    HLSL: ``asint``."""

def asint16(x: Any) -> Any:
    """The bits of the 16-bit value ``x`` as an i16.

    HLSL: ``asint16``."""

def asuint(x: Any) -> Any:
    """The bits of the 32-bit value ``x`` as a u32.

    HLSL: ``asuint``."""

def asuint16(x: Any) -> Any:
    """The bits of the 16-bit value ``x`` as a u16.

    HLSL: ``asuint16``."""

def async_copy(array: Any, start: Any, buffer: Any, first: Any, count: Any) -> Any:
    """Starts a copy of a run or a tile of elements from a buffer to a groupshared array; the wave goes on.

    ``async_copy(tile, (stage, 0, 0), a, (y, x), (64, 32))`` copies 64 rows of 32 elements: ``a[y + r, x + c]`` becomes
    ``tile[stage, r, c]``. ``start`` and ``first`` are indices of ``array`` and ``buffer``, and ``count`` is the number of
    elements, or the numbers of rows and columns, in the last dimensions of both; in an array of one dimension, rows are
    adjacent. Elements that the buffer does not have, also those before its first row or column, become 0.

    The copy ends, as if the wave stored the elements there, at the wave's next barrier of any kind or its next
    ``commit()`` or ``release()`` of a pipe. Before that, accesses of the elements of ``array`` and stores to those of
    ``buffer`` are undefined. All lanes of a wave that have not returned must reach it together with the same arguments."""

def atan(x: Any) -> Any:
    """The angle in radians, from -pi / 2 to pi / 2, whose tangent is the float ``x``.

    HLSL: ``atan``."""

def atan2(y: Any, x: Any) -> Any:
    """The angle in radians, from -pi to pi, of the point (``x``, ``y``). Zeros and infinities are as in C.

    HLSL: ``atan2``."""

def atomic_add(memory: Any, index: Any, value: Any) -> Any:
    """Atomically adds ``value`` to ``memory[index]`` and returns the old value.

    ``memory`` is an ``RWBuffer`` or groupshared array of i32, u32, i64, u64, f32 or f64. Each active lane performs one
    atomic, in unspecified order, and a float sum is rounded in that order. Out of bounds of a buffer an atomic does
    nothing and returns an unspecified value.

    HLSL: ``InterlockedAdd``. Source: HLSL proposal 0054 (its compaction example)."""

def atomic_and(memory: Any, index: Any, value: Any) -> Any:
    """Atomically replaces ``memory[index]`` with its bitwise and with ``value``, and returns the old value.

    ``memory`` is an ``RWBuffer`` or groupshared array of i32, u32, i64 or u64. Each active lane performs one atomic, in
    unspecified order. Out of bounds of a buffer an atomic does nothing and returns an unspecified value.

    HLSL: ``InterlockedAnd``. Source: HLSL proposal 0054 (its compaction example)."""

def atomic_compare_exchange(memory: Any, index: Any, compare: Any, value: Any) -> Any:
    """Atomically replaces ``memory[index]`` with ``value`` if it equals ``compare``, and returns the old value.

    The value was replaced if the result equals ``compare``; floats are compared bit by bit. ``memory`` is an
    ``RWBuffer`` or groupshared array of i32, u32, i64, u64, f32 or f64. Each active lane performs one atomic, in
    unspecified order. Out of bounds of a buffer it does nothing and returns an unspecified value.

    HLSL: ``InterlockedCompareExchange``. Source: HLSL proposal 0054 (its compaction example)."""

def atomic_exchange(memory: Any, index: Any, value: Any) -> Any:
    """Atomically replaces ``memory[index]`` with ``value`` and returns the old value.

    ``memory`` is an ``RWBuffer`` or groupshared array of i32, u32, i64, u64, f32 or f64. Each active lane performs one
    atomic, in unspecified order. Out of bounds of a buffer an atomic does nothing and returns an unspecified value.

    HLSL: ``InterlockedExchange``. Source: HLSL proposal 0054 (its compaction example)."""

def atomic_max(memory: Any, index: Any, value: Any) -> Any:
    """Atomically replaces ``memory[index]`` with ``value`` if that is greater, and returns the old value.

    ``memory`` is an ``RWBuffer`` or groupshared array of i32, u32, i64, u64, f32 or f64. A NaN, in memory or as
    ``value``, counts as no number, and -0 is less than +0. Each active lane performs one atomic, in unspecified order.
    Out of bounds of a buffer an atomic does nothing and returns an unspecified value.

    HLSL: ``InterlockedMax``. Source: HLSL proposal 0054 (its compaction example)."""

def atomic_min(memory: Any, index: Any, value: Any) -> Any:
    """Atomically replaces ``memory[index]`` with ``value`` if that is smaller, and returns the old value.

    ``memory`` is an ``RWBuffer`` or groupshared array of i32, u32, i64, u64, f32 or f64. A NaN, in memory or as
    ``value``, counts as no number, and -0 is less than +0. Each active lane performs one atomic, in unspecified order.
    Out of bounds of a buffer an atomic does nothing and returns an unspecified value.

    HLSL: ``InterlockedMin``. Source: HLSL proposal 0054 (its compaction example)."""

def atomic_or(memory: Any, index: Any, value: Any) -> Any:
    """Atomically replaces ``memory[index]`` with its bitwise or with ``value``, and returns the old value.

    ``memory`` is an ``RWBuffer`` or groupshared array of i32, u32, i64 or u64. Each active lane performs one atomic, in
    unspecified order. Out of bounds of a buffer an atomic does nothing and returns an unspecified value.

    HLSL: ``InterlockedOr``. Source: HLSL proposal 0054 (its compaction example)."""

def atomic_xor(memory: Any, index: Any, value: Any) -> Any:
    """Atomically replaces ``memory[index]`` with its bitwise exclusive or with ``value``, and returns the old value.

    ``memory`` is an ``RWBuffer`` or groupshared array of i32, u32, i64 or u64. Each active lane performs one atomic, in
    unspecified order. Out of bounds of a buffer an atomic does nothing and returns an unspecified value.

    HLSL: ``InterlockedXor``. Source: HLSL proposal 0054 (its compaction example)."""

class bf16(_Value): ...
class bf16_t2(_Value): ...
class bf16_t3(_Value): ...
class bf16_t4(_Value): ...
class bool(_Value): ...
class bool2(_Value): ...
class bool3(_Value): ...
class bool4(_Value): ...

def cbrt(x: Any) -> Any:
    """The cube root of the float ``x``, with its sign."""

def ceil(x: Any) -> Any:
    """The smallest integer that is not below the float ``x``, as a float.

    HLSL: ``ceil``."""

def check(condition: Any, format: Any = ..., *values: Any) -> Any:
    """Fails the launch with ``CheckFailed`` if ``condition`` is false in an active lane.

    The error has the first such group, wave and lane, the operands of the condition if that is a comparison, and the
    message: ``format`` with ``values``, as for ``print``. The lane goes on; what the launch stores is unspecified
    from then on. Code that this package does not launch itself checks nothing."""

def clamp(x: Any, low: Any, high: Any) -> Any:
    """Limits ``x`` to at least ``low`` and at most ``high``; a NaN ``x`` gives ``low``.

    HLSL: ``clamp``."""

clear_cache = _clear_cache

def copysign(x: Any, y: Any) -> Any:
    """The float ``x`` with the sign of ``y``, also of a zero or NaN."""

def cos(x: Any) -> Any:
    """The cosine of the angle ``x`` in radians, an f16, bf16 or f32.

    HLSL: ``cos``."""

def cosh(x: Any) -> Any:
    """The hyperbolic cosine of the float ``x``.

    HLSL: ``cosh``."""

def countbits(x: Any) -> Any:
    """The number of set bits of the integer ``x``, a u32.

    HLSL: ``countbits``."""

def cross(a: Any, b: Any) -> Any:
    """The cross product of two vectors of three floats.

    HLSL: ``cross``."""

def ddx(value: Any) -> Any:
    """The same as ``ddx_coarse``.

    HLSL: ``ddx``. Source: HLSL wave intrinsics (quads)."""

def ddx_coarse(value: Any) -> Any:
    """The horizontal difference of the float ``value`` in this quad: lane 1's minus lane 0's, for all four lanes.

    All four lanes must be active. A quad is 2 x 2 threads of a ``num_threads`` group with even sides. Under
    ``num_waves`` it is four consecutive lanes, with the positions that ``quad_coordinate`` gives.

    HLSL: ``ddx_coarse``. Source: HLSL wave intrinsics (quads)."""

def ddx_fine(value: Any) -> Any:
    """The horizontal difference of the float ``value`` in this row of the quad: lane 1's minus lane 0's, or lane 3's
    minus lane 2's.

    All four lanes must be active. Which lanes are neighbors: see ``ddx_coarse``.

    HLSL: ``ddx_fine``. Source: HLSL wave intrinsics (quads)."""

def ddy(value: Any) -> Any:
    """The same as ``ddy_coarse``.

    HLSL: ``ddy``. Source: HLSL wave intrinsics (quads)."""

def ddy_coarse(value: Any) -> Any:
    """The vertical difference of the float ``value`` in this quad: lane 2's minus lane 0's, for all four lanes.

    All four lanes must be active. A quad is 2 x 2 threads of a ``num_threads`` group with even sides. Under
    ``num_waves`` it is four consecutive lanes, with the positions that ``quad_coordinate`` gives.

    HLSL: ``ddy_coarse``. Source: HLSL wave intrinsics (quads)."""

def ddy_fine(value: Any) -> Any:
    """The vertical difference of the float ``value`` in this column of the quad: lane 2's minus lane 0's, or lane 3's
    minus lane 1's.

    All four lanes must be active. Which lanes are neighbors: see ``ddx_coarse``.

    HLSL: ``ddy_fine``. Source: HLSL wave intrinsics (quads)."""

def degrees(x: Any) -> Any:
    """The angle ``x`` in radians, converted to degrees.

    HLSL: ``degrees``."""

def device_memory_barrier() -> Any:
    """Accesses to buffers before this barrier become visible to the group before those after it.

    It does not wait: no lane is blocked.

    HLSL: ``DeviceMemoryBarrier``. Source: HLSL proposal 0048."""

def device_memory_barrier_with_group_sync() -> Any:
    """Like ``device_memory_barrier``, but also waits until all waves of the group arrive.

    All waves must reach it in control flow that is uniform across the group; lanes that returned are not waited for.

    HLSL: ``DeviceMemoryBarrierWithGroupSync``. Source: HLSL proposals 0048 and 0054."""

def dispatch_mesh(x: Any, y: Any, z: Any, payload: Any = ...) -> Any:
    """Ends an amplification kernel: this group launches ``x * y * z`` mesh groups, which all read ``payload``, a
    groupshared array of at most 16384 bytes.

    Call it once, in the kernel's own body, with counts that are uniform across the group. The waves of the group
    synchronize here as at ``group_memory_barrier_with_group_sync``; lanes that returned are not waited for, and a group
    whose lanes have all returned launches nothing.

    HLSL: ``DispatchMesh``. Source: HLSL proposal 0054 (``num_waves`` of amplification shaders)."""

def dispatch_thread_id() -> Any:
    """The index of this thread in the dispatch, a uint3. An error under ``num_waves``.

    HLSL: ``SV_DispatchThreadID``. Source: HLSL proposal 0054."""

def distance(a: Any, b: Any) -> Any:
    """The length of ``a - b``, a scalar.

    HLSL: ``distance``."""

def dot(a: Any, b: Any) -> Any:
    """The dot product of two vectors, a scalar; for scalars the product.

    HLSL: ``dot``."""

class double2(_Value): ...
class double3(_Value): ...
class double4(_Value): ...

def exp(x: Any) -> Any:
    """e to the power of ``x``, an f16, bf16 or f32.

    HLSL: ``exp``."""

def exp10(x: Any) -> Any:
    """10 to the power of the float ``x``."""

def exp2(x: Any) -> Any:
    """2 to the power of ``x``, an f16, bf16 or f32.

    HLSL: ``exp2``."""

def expm1(x: Any) -> Any:
    """``exp(x) - 1`` of the float ``x``, exact where ``x`` is near 0."""

class f16(_Value): ...

def f16tof32(x: Any) -> Any:
    """The f16 in the low 16 bits of the u32 ``x``, converted to f32.

    HLSL: ``f16tof32``."""

class f32(_Value): ...

def f32tof16(x: Any) -> Any:
    """The f32 ``x`` converted to f16, as the low 16 bits of a u32; the high bits are 0.

    HLSL: ``f32tof16``."""

class f64(_Value): ...

def faceforward(n: Any, i: Any, g: Any) -> Any:
    """The normal ``n`` where ``dot(i, g)`` is below zero, else ``-n``.

    HLSL: ``faceforward``."""

def firstbithigh(x: Any) -> Any:
    """The position of the highest bit of the integer ``x`` that differs from its sign, a u32; 0xffffffff if none does.

    Positions count from the lowest bit. For unsigned types the result is the position of the highest set bit.

    HLSL: ``firstbithigh``."""

def firstbitlow(x: Any) -> Any:
    """The position of the lowest set bit of the integer ``x``, a u32; 0xffffffff for 0.

    HLSL: ``firstbitlow``."""

class float2(_Value): ...
class float3(_Value): ...
class float4(_Value): ...

def floor(x: Any) -> Any:
    """The greatest integer that is not above the float ``x``, as a float.

    HLSL: ``floor``."""

def fma(a: Any, b: Any, c: Any) -> Any:
    """``a * b + c`` of floats, rounded once; Vulkan permits drivers to round twice.

    HLSL: ``fma``, which HLSL has only for f64."""

def fmod(x: Any, y: Any) -> Any:
    """The remainder of a truncated quotient of floats, with the sign of ``x``; the same as ``x % y``.

    HLSL: ``fmod``."""

def frac(x: Any) -> Any:
    """The fractional part of the float ``x``: ``x - floor(x)``.

    HLSL: ``frac``."""

def frexp(x: Any) -> Any:
    """The float ``x`` as a tuple of a float from 0.5 to 1, with the sign of ``x``, and an i32: ``x`` is
    ``ldexp(mantissa, exponent)``. Zeros, infinities and NaN are their own mantissa, with the exponent 0.

    HLSL: ``frexp``."""

def group_count() -> Any:
    """The number of groups in the dispatch, a uint3.

    HLSL has no name for it; SPIR-V calls it NumWorkgroups.

    Source: HLSL proposal 0054 (dispatches sized by the wave size)."""

def group_id() -> Any:
    """The index of this group in the dispatch, a uint3.

    HLSL: ``SV_GroupID``. Source: HLSL proposal 0054."""

def group_index() -> Any:
    """The flattened index of this thread in its group. An error under ``num_waves``.

    HLSL: ``SV_GroupIndex``. Source: HLSL proposal 0054."""

def group_memory_barrier() -> Any:
    """Accesses to groupshared memory before this barrier become visible to the group before those after it.

    It does not wait: no lane is blocked.

    HLSL: ``GroupMemoryBarrier``. Source: HLSL proposal 0048."""

def group_memory_barrier_with_group_sync() -> Any:
    """Like ``group_memory_barrier``, but also waits until all waves of the group arrive.

    All waves must reach it in control flow that is uniform across the group; lanes that returned are not waited for.

    HLSL: ``GroupMemoryBarrierWithGroupSync``. Source: HLSL proposals 0048 and 0054."""

def group_thread_id() -> Any:
    """The index of this thread in its group, a uint3. An error under ``num_waves``.

    HLSL: ``SV_GroupThreadID``. Source: HLSL proposal 0054."""

def group_uniform(value: Any) -> Any:
    """``value``, which the programmer asserts to be uniform across the group, so that a barrier may depend on it.

    A false assertion is undefined behavior.

    Source: HLSL proposal 0048 (barriers and wave-dependent control flow)."""

def group_wave_count() -> Any:
    """The number of waves of this group; the same for all lanes, and constant while the group runs.

    Under ``num_waves=X`` it is the constant X and may size ``groupshared``. Waves that returned still count.

    HLSL: ``GetGroupWaveCount``. Source: HLSL proposals 0048 and 0054."""

def group_wave_index() -> Any:
    """The index of this wave in its group, below ``group_wave_count()``; the same for all lanes of a wave.

    The hardware assigns it; it cannot be derived from a thread index. Under ``num_waves=1`` it is 0.

    HLSL: ``GetGroupWaveIndex``. Source: HLSL proposal 0048."""

def groupshared(type: Any, size: Any) -> Any:
    """An array that the lanes of a group share: ``size`` elements of ``type``, initially undefined.

    A tuple of two or three sizes makes an array of two or three dimensions: an element of
    ``tile = groupshared(f32, (16, 17))`` is ``tile[y, x]``. Each size must be positive, and computed from constants,
    ``wave_lane_count()`` and, under ``num_waves``, ``group_wave_count()``. Call it in the kernel's own body.

    HLSL: ``groupshared``. Source: HLSL proposal 0054."""

class half2(_Value): ...
class half3(_Value): ...
class half4(_Value): ...

def hypot(x: Any, y: Any) -> Any:
    """The square root of ``x * x + y * y`` of floats, also where the squares leave the range of the type."""

class i16(_Value): ...
class i32(_Value): ...
class i64(_Value): ...
class i8(_Value): ...

def image_size(image: Any) -> Any:
    """The width and height of a ``Texture2D`` or ``RWTexture2D``, a uint2. It does not communicate between lanes.

    HLSL: ``GetDimensions``."""

class int16_t2(_Value): ...
class int16_t3(_Value): ...
class int16_t4(_Value): ...
class int2(_Value): ...
class int3(_Value): ...
class int4(_Value): ...
class int64_t2(_Value): ...
class int64_t3(_Value): ...
class int64_t4(_Value): ...
class int8_t2(_Value): ...
class int8_t3(_Value): ...
class int8_t4(_Value): ...

def isfinite(x: Any) -> Any:
    """True where the float ``x`` is neither an infinity nor a NaN.

    HLSL: ``isfinite``."""

def isinf(x: Any) -> Any:
    """True where the float ``x`` is an infinity of either sign.

    HLSL: ``isinf``."""

def isnan(x: Any) -> Any:
    """True where the float ``x`` is a NaN.

    HLSL: ``isnan``."""

def isnormal(x: Any) -> Any:
    """True where the float ``x`` is neither zero, subnormal, infinite nor NaN.

    HLSL: ``isnormal``."""

def ldexp(x: Any, exponent: Any) -> Any:
    """``x * 2 ** exponent`` for a float ``x`` and an i32; in HLSL the exponent is a float.

    HLSL: ``ldexp``."""

def length(v: Any) -> Any:
    """The length of a vector of floats, a scalar: ``sqrt(dot(v, v))``.

    HLSL: ``length``."""

def lerp(x: Any, y: Any, s: Any) -> Any:
    """Interpolates linearly between the floats ``x`` and ``y`` by ``s``: ``x + s * (y - x)``.

    HLSL: ``lerp``."""

def local_array(type: Any, size: Any) -> Any:
    """A private array of each lane: ``size`` elements of ``type``, initially undefined; sized like ``groupshared``.

    In HLSL it is a local variable.

    Source: HLSL proposal 0054 (arrays sized by the wave count)."""

def log(x: Any) -> Any:
    """The natural logarithm of ``x``, an f16, bf16 or f32; NaN below zero.

    HLSL: ``log``."""

def log10(x: Any) -> Any:
    """The logarithm of the float ``x`` to base 10; NaN below zero.

    HLSL: ``log10``."""

def log1p(x: Any) -> Any:
    """``log(1 + x)`` of the float ``x``, exact where ``x`` is near 0; NaN below -1."""

def log2(x: Any) -> Any:
    """The logarithm of ``x`` to base 2, an f16, bf16 or f32; NaN below zero.

    HLSL: ``log2``."""

def mad(a: Any, b: Any, c: Any) -> Any:
    """``a * b + c``; the target rounds floats once or twice (``fma`` rounds once, ``precise`` twice).

    HLSL: ``mad``."""

def matrix_convert(matrix: Any, role: Any) -> Any:
    """The same elements in another role. ``f16(matrix)`` converts elements."""

def matrix_fill(value: Any, type: Any, shape: Any, role: Any = ...) -> Any:
    """A matrix of the wave whose elements are all ``value``, a value that is the same in all lanes of the wave.

    ``type`` is the type of its elements, ``shape`` the numbers of its rows and columns, constants, and ``role`` is how
    ``matrix_multiply_add`` uses it: ``"a"`` as the left operand, ``"b"`` as the right operand, ``"acc"`` as the sum.
    All lanes of the wave that have not returned must reach each operation on matrices together.

        total = wd.matrix_fill(0.0, f32, (16, 16))"""

def matrix_load(memory: Any, first: Any, stride: Any, shape: Any, role: Any = ..., layout: Any = ...) -> Any:
    """A matrix of the wave from a buffer or a groupshared array of scalars.

    Element (i, j) is ``memory[first + i * stride + j]``, or with ``layout="column_major"``
    ``memory[first + i + j * stride]``. ``first`` and ``stride`` are unsigned, and the same in all lanes of the wave; the
    index does not wrap around. Elements beyond the end of a buffer are 0.

    Memory of more than one dimension has a stride of its own: ``first`` is the index in each dimension, and no stride
    follows. The matrix may leave the memory only in its first dimension.

        a = wd.matrix_load(src, row * width, width, (16, 8), "a")
        b = wd.matrix_load(tile, (stage, y, x), (16, 8), "b")"""

def matrix_multiply_add(a: Any, b: Any, c: Any) -> Any:
    """The product of the matrices ``a`` and ``b``, plus ``c``: (M x K) times (K x N) plus (M x N).

    The elements are f16, bf16 or f32 with a sum of f32, or i8 with a sum of i32. The device chooses the order and the
    roundings of a sum of floats; docs/semantics.md has the bound of the error."""

def matrix_row_max(matrix: Any) -> Any:
    """A matrix of the same shape that has in each element the maximum of its row, without NaNs."""

def matrix_row_min(matrix: Any) -> Any:
    """A matrix of the same shape that has in each element the minimum of its row, without NaNs."""

def matrix_row_sum(matrix: Any) -> Any:
    """A matrix of the same shape that has in each element the sum of its row."""

def matrix_store(memory: Any, first: Any, stride: Any, matrix: Any, layout: Any = ...) -> Any:
    """Stores a matrix to a buffer or a groupshared array of scalars, with the indices of ``matrix_load``. Elements beyond
    the end of a buffer are dropped.

        wd.matrix_store(out, row * width, width, total)
        wd.matrix_store(tile, (y, x), total)"""

def max(a: Any, b: Any, *more: Any) -> Any:
    """The greatest argument; if one of two floats is NaN, the other. Python's ``max`` is the same function.

    HLSL: ``max``."""

def min(a: Any, b: Any, *more: Any) -> Any:
    """The smallest argument; if one of two floats is NaN, the other. Python's ``min`` is the same function.

    HLSL: ``min``."""

def modf(x: Any) -> Any:
    """The float ``x`` as a tuple of its fraction and its whole part, both with the sign of ``x``.

    HLSL: ``modf``."""

def normalize(v: Any) -> Any:
    """The vector of floats ``v`` with the length 1: ``v * rsqrt(dot(v, v))``.

    HLSL: ``normalize``."""

def pipe(stages: Any, producers: Any, consumers: Any) -> Any:
    """A pipe of 1 to 16 stages, from the producer waves of the group to its consumer waves.

    It is created in the kernel, outside of control flow, under ``num_waves``. The numbers must be constants; the waves are
    an integer, a tuple of integers or a ``range``, and no wave is in both sets. A stage is an index, a u32: the kernel
    decides which elements of its arrays belong to a stage.

    ``pipe.acquire()`` waits until all consumers have released the stage, and returns it; ``pipe.commit()`` passes the
    oldest acquired stage to the consumers. ``pipe.wait()`` waits until all producers have committed the next stage, and
    returns it; ``pipe.release()`` gives the oldest one back to the producers. All lanes of a wave that have not returned
    must reach each of them together."""

def pow(x: Any, y: Any) -> Any:
    """``x`` to the power of ``y``, both f16, bf16 or f32; undefined for ``x`` below zero. Python's ``pow`` is the same.

    HLSL: ``pow``."""

def precise(expression: Any) -> Any:
    """The value of ``expression``, with each float ``+``, ``-`` and ``*`` in it rounded separately: none is contracted
    with another into one operation.

    It applies to the operations in the expression and to those of the functions called there. Values computed into
    variables earlier are not affected, nor are ``/``, the order inside a wave reduction and the accuracy of functions
    such as ``sin``. It does not communicate between lanes.

    HLSL: ``precise``, a qualifier of variables."""

def print(format: Any, *values: Any) -> Any:
    """Prints a line for each active lane, with the group, the wave and the lane, after the launch.

    ``format`` is a literal with the fields of ``str.format``, as in ``wd.print("x = {:.3f}, i = {}", x, i)``, or an
    f-string, as in ``wd.print(f"{x = :.3f}")``. The values are scalars, vectors and bools. The lines are ordered by
    group, then wave, then as the wave printed them. Code that this package does not launch itself prints nothing."""

def print_wave(format: Any, *values: Any) -> Any:
    """Prints one line for each wave, with its active lanes: of each value the one text if it is the same in all active
    lanes, else the texts of all of them in brackets. Otherwise like ``print``."""

def quad_all(predicate: Any) -> Any:
    """True if ``predicate`` is true for all lanes of this quad.

    All four lanes must be active; otherwise the result is undefined.

    HLSL: ``QuadAll``."""

def quad_any(predicate: Any) -> Any:
    """True if ``predicate`` is true for any lane of this quad.

    All four lanes must be active; otherwise the result is undefined.

    HLSL: ``QuadAny``."""

def quad_coordinate(lane: Any) -> Any:
    """The position (x, y) of a lane, a uint2, if the quads of a wave form a square in Z-order.

    Lanes 0 to 3 are at (0, 0), (1, 0), (0, 1), (1, 1), and the next quad is beside them: x consists of the even bits
    of ``lane``, and y of the odd bits. Any u32 is valid, such as ``wave * lane_count + lane``. No lanes take part."""

def quad_read_across_diagonal(value: Any) -> Any:
    """``value`` of the diagonally opposite lane in this quad: lane 0 reads 3, lane 1 reads 2, and vice versa.

    All four lanes must be active; otherwise the result is undefined.

    HLSL: ``QuadReadAcrossDiagonal``. Source: HLSL wave intrinsics."""

def quad_read_across_x(value: Any) -> Any:
    """``value`` of the horizontal neighbor of this lane in its quad: lane 0 reads 1, lane 2 reads 3, and vice versa.

    All four lanes must be active; otherwise the result is undefined.

    HLSL: ``QuadReadAcrossX``. Source: HLSL wave intrinsics."""

def quad_read_across_y(value: Any) -> Any:
    """``value`` of the vertical neighbor of this lane in its quad: lane 0 reads 2, lane 1 reads 3, and vice versa.

    All four lanes must be active; otherwise the result is undefined.

    HLSL: ``QuadReadAcrossY``. Source: HLSL wave intrinsics."""

def quad_read_lane_at(value: Any, lane: Any) -> Any:
    """``value`` of lane ``lane`` (0 to 3) of this quad; ``lane`` may differ between lanes.

    All four lanes must be active; otherwise, or if ``lane`` is 4 or more, the result is undefined.

    HLSL: ``QuadReadLaneAt``. Source: HLSL wave intrinsics."""

def radians(x: Any) -> Any:
    """The angle ``x`` in degrees, converted to radians.

    HLSL: ``radians``."""

def rcp(x: Any) -> Any:
    """``1 / x`` of the float ``x``, with the error of a division.

    HLSL: ``rcp``."""

def reflect(i: Any, n: Any) -> Any:
    """The direction ``i`` reflected by a surface with the normal ``n``, of length 1: ``i - 2 * dot(i, n) * n``.

    HLSL: ``reflect``."""

def refract(i: Any, n: Any, eta: Any) -> Any:
    """The direction ``i`` refracted by a surface with the normal ``n``, both of length 1; ``eta`` is the quotient of the
    two refractive indices. Zero if all light is reflected.

    HLSL: ``refract``."""

def reversebits(x: Any) -> Any:
    """The integer ``x`` with its bits in reverse order.

    HLSL: ``reversebits``."""

def round(x: Any) -> Any:
    """The integer nearest to the float ``x``, as a float; ties round to even.

    HLSL: ``round``."""

def round_tf32(x: Any) -> Any:
    """The f32 ``x`` rounded to a number of tf32, whose fraction has 10 bits: the nearest one, away from zero if two are.

    Matrix units multiply such numbers much faster: ``wd.matrix_multiply_add(wd.round_tf32(a), wd.round_tf32(b), c)``."""

def rsqrt(x: Any) -> Any:
    """One divided by the square root of the float ``x``; NaN below zero.

    HLSL: ``rsqrt``."""

def saturate(x: Any) -> Any:
    """Limits the float ``x`` to at least 0 and at most 1; NaN gives 0.

    HLSL: ``saturate``."""

def select(condition: Any, a: Any, b: Any) -> Any:
    """``a`` where ``condition`` is true, else ``b``; all active lanes evaluate both.

    A vector of bool selects each component separately.

    HLSL: ``select``."""

def sign(x: Any) -> Any:
    """-1, 0 or 1 for ``x`` below, equal to or above zero, an i32 (int2 to int4 for a vector); 0 for NaN.

    HLSL: ``sign``."""

def sin(x: Any) -> Any:
    """The sine of the angle ``x`` in radians, an f16, bf16 or f32.

    HLSL: ``sin``."""

def sinh(x: Any) -> Any:
    """The hyperbolic sine of the float ``x``.

    HLSL: ``sinh``."""

def smoothstep(low: Any, high: Any, x: Any) -> Any:
    """0 below ``low``, 1 above ``high``, and between them ``t * t * (3 - 2 * t)`` of ``t = (x - low) / (high - low)``.

    HLSL: ``smoothstep``."""

def sqrt(x: Any) -> Any:
    """The square root of the float ``x``; NaN below zero.

    HLSL: ``sqrt``."""

def static(value: Any) -> Any:
    """``value``, a Python expression of literals, captured constants and ``static_range`` variables, evaluated at
    compile time.

    ``if wd.static(...)`` compiles only the branch that is taken. It does not communicate between lanes. HLSL has no
    counterpart."""

def static_range(start: Any, stop: Any = ..., step: Any = ...) -> Any:
    """``range`` with constant bounds whose loop is unrolled: the loop variable is a constant in each copy of the
    body.

    It corresponds to HLSL's ``[unroll]``; the active lanes are those of the surrounding code."""

def step(edge: Any, x: Any) -> Any:
    """1.0 where ``x >= edge``, else 0.0, in the type of the arguments.

    HLSL: ``step``."""

def tan(x: Any) -> Any:
    """The tangent of the angle ``x`` in radians, an f16, bf16 or f32.

    HLSL: ``tan``."""

def tanh(x: Any) -> Any:
    """The hyperbolic tangent of the float ``x``.

    HLSL: ``tanh``."""

def trunc(x: Any) -> Any:
    """The float ``x`` without its fractional part.

    HLSL: ``trunc``."""

class u16(_Value): ...
class u32(_Value): ...
class u64(_Value): ...
class u8(_Value): ...
class uint16_t2(_Value): ...
class uint16_t3(_Value): ...
class uint16_t4(_Value): ...
class uint2(_Value): ...
class uint3(_Value): ...
class uint4(_Value): ...
class uint64_t2(_Value): ...
class uint64_t3(_Value): ...
class uint64_t4(_Value): ...
class uint8_t2(_Value): ...
class uint8_t3(_Value): ...
class uint8_t4(_Value): ...

def wave_active_all_equal(value: Any) -> Any:
    """True if ``value`` is the same in all active lanes; floats compare ordered-equal, so a NaN makes it false.

    For a vector the result is a bool vector with one result per component. Inactive lanes are not compared.

    HLSL: ``WaveActiveAllEqual``. Source: HLSL wave intrinsics."""

def wave_active_all_true(predicate: Any) -> Any:
    """True if ``predicate`` is true for all active lanes. Inactive lanes have no vote.

    HLSL: ``WaveActiveAllTrue``. Source: HLSL wave intrinsics."""

def wave_active_any_true(predicate: Any) -> Any:
    """True if ``predicate`` is true for any active lane. Inactive lanes have no vote.

    HLSL: ``WaveActiveAnyTrue``. Source: HLSL wave intrinsics."""

def wave_active_argmax(value: Any) -> Any:
    """The index of the lane with the greatest ``value`` of the active lanes, a u32: of several such lanes the first.

    Floats compare by value, and a NaN is ignored; if all values are NaN, the result is the first active lane. A vector
    gives a lane for each component."""

def wave_active_argmin(value: Any) -> Any:
    """The index of the lane with the smallest ``value`` of the active lanes, a u32: of several such lanes the first.

    Floats compare by value, and a NaN is ignored; if all values are NaN, the result is the first active lane. A vector
    gives a lane for each component."""

def wave_active_ballot(predicate: Any) -> Any:
    """The active lanes whose ``predicate`` is true, as a bit mask in a uint4.

    Lane 0 is the least significant bit of ``.x``, lane 32 that of ``.y``. The bits of inactive lanes, and all bits from
    ``wave_lane_count()`` on, are 0.

    HLSL: ``WaveActiveBallot``. Source: HLSL wave intrinsics."""

def wave_active_bit_and(value: Any) -> Any:
    """The bitwise and of the integer ``value`` over the active lanes.

    Inactive lanes contribute nothing.

    HLSL: ``WaveActiveBitAnd``. Source: HLSL wave intrinsics."""

def wave_active_bit_or(value: Any) -> Any:
    """The bitwise or of the integer ``value`` over the active lanes.

    Inactive lanes contribute nothing.

    HLSL: ``WaveActiveBitOr``. Source: HLSL wave intrinsics."""

def wave_active_bit_xor(value: Any) -> Any:
    """The bitwise exclusive or of the integer ``value`` over the active lanes.

    Inactive lanes contribute nothing.

    HLSL: ``WaveActiveBitXor``. Source: HLSL wave intrinsics."""

def wave_active_count_bits(predicate: Any) -> Any:
    """The number of active lanes whose ``predicate`` is true, a u32. Inactive lanes count as false.

    HLSL: ``WaveActiveCountBits``. Source: HLSL wave intrinsics."""

def wave_active_max(value: Any) -> Any:
    """The greatest ``value`` of the active lanes; a float reduction ignores NaN, and is unspecified if all values are
    NaN.

    Inactive lanes contribute nothing.

    HLSL: ``WaveActiveMax``. Source: HLSL wave intrinsics."""

def wave_active_min(value: Any) -> Any:
    """The smallest ``value`` of the active lanes; a float reduction ignores NaN, and is unspecified if all values are
    NaN.

    Inactive lanes contribute nothing.

    HLSL: ``WaveActiveMin``. Source: HLSL wave intrinsics."""

def wave_active_product(value: Any) -> Any:
    """The product of ``value`` over the active lanes; integers wrap, and the order of float multiplications is
    unspecified.

    Inactive lanes contribute nothing.

    HLSL: ``WaveActiveProduct``. Source: HLSL wave intrinsics."""

def wave_active_sum(value: Any) -> Any:
    """The sum of ``value`` over the active lanes, the same for all of them; integers wrap, and the order of float
    additions is unspecified.

    Inactive lanes contribute nothing.

    HLSL: ``WaveActiveSum``. Source: HLSL wave intrinsics."""

def wave_clustered_bit_and(value: Any, cluster_size: Any) -> Any:
    """The bitwise and of the integer ``value`` over the active lanes of this cluster.

    A cluster is ``cluster_size`` consecutive lanes, a constant power of two from 2 to 128; a wave with fewer lanes is one
    cluster. Inactive lanes contribute nothing."""

def wave_clustered_bit_or(value: Any, cluster_size: Any) -> Any:
    """The bitwise or of the integer ``value`` over the active lanes of this cluster.

    A cluster is ``cluster_size`` consecutive lanes, a constant power of two from 2 to 128; a wave with fewer lanes is one
    cluster. Inactive lanes contribute nothing."""

def wave_clustered_bit_xor(value: Any, cluster_size: Any) -> Any:
    """The bitwise exclusive or of the integer ``value`` over the active lanes of this cluster.

    A cluster is ``cluster_size`` consecutive lanes, a constant power of two from 2 to 128; a wave with fewer lanes is one
    cluster. Inactive lanes contribute nothing."""

def wave_clustered_max(value: Any, cluster_size: Any) -> Any:
    """The greatest ``value`` of the active lanes of this cluster; floats ignore NaN, and the
    result is unspecified if all are NaN.

    A cluster is ``cluster_size`` consecutive lanes, a constant power of two from 2 to 128; a wave with fewer lanes is one
    cluster. Inactive lanes contribute nothing."""

def wave_clustered_min(value: Any, cluster_size: Any) -> Any:
    """The smallest ``value`` of the active lanes of this cluster; floats ignore NaN, and the
    result is unspecified if all are NaN.

    A cluster is ``cluster_size`` consecutive lanes, a constant power of two from 2 to 128; a wave with fewer lanes is one
    cluster. Inactive lanes contribute nothing."""

def wave_clustered_product(value: Any, cluster_size: Any) -> Any:
    """The product of ``value`` over the active lanes of this cluster.

    A cluster is ``cluster_size`` consecutive lanes, a constant power of two from 2 to 128; a wave with fewer lanes is one
    cluster. Inactive lanes contribute nothing."""

def wave_clustered_rotate(value: Any, distance: Any, cluster_size: Any) -> Any:
    """``value`` of the lane of this cluster whose index in the cluster is ``distance`` greater, modulo ``cluster_size``.

    A cluster is ``cluster_size`` consecutive lanes, a constant power of two from 2 to 128; a wave with fewer lanes is one
    cluster. ``distance`` may be negative, and may differ between lanes. Reading an inactive lane is undefined."""

def wave_clustered_sum(value: Any, cluster_size: Any) -> Any:
    """The sum of ``value`` over the active lanes of this cluster.

    A cluster is ``cluster_size`` consecutive lanes, a constant power of two from 2 to 128; a wave with fewer lanes is one
    cluster. Inactive lanes contribute nothing."""

def wave_inclusive_bit_and(value: Any) -> Any:
    """The bitwise and of the integer ``value`` over this lane and the active lanes with a smaller index.

    Inactive lanes contribute nothing."""

def wave_inclusive_bit_or(value: Any) -> Any:
    """The bitwise or of the integer ``value`` over this lane and the active lanes with a smaller index.

    Inactive lanes contribute nothing."""

def wave_inclusive_bit_xor(value: Any) -> Any:
    """The bitwise exclusive or of the integer ``value`` over this lane and the active lanes with a smaller
    index.

    Inactive lanes contribute nothing."""

def wave_inclusive_max(value: Any) -> Any:
    """The greatest ``value`` of this lane and the active lanes with a smaller index; floats ignore NaN, and
    the result is unspecified if all are NaN.

    Inactive lanes contribute nothing."""

def wave_inclusive_min(value: Any) -> Any:
    """The smallest ``value`` of this lane and the active lanes with a smaller index; floats ignore NaN, and
    the result is unspecified if all are NaN.

    Inactive lanes contribute nothing."""

def wave_inclusive_product(value: Any) -> Any:
    """The product of ``value`` over this lane and the active lanes with a smaller index.

    Inactive lanes contribute nothing."""

def wave_inclusive_sum(value: Any) -> Any:
    """The sum of ``value`` over this lane and the active lanes with a smaller index.

    Inactive lanes contribute nothing."""

def wave_is_first_lane() -> Any:
    """True for the active lane with the smallest index, false for all others.

    HLSL: ``WaveIsFirstLane``. Source: HLSL wave intrinsics."""

def wave_lane_count() -> Any:
    """The number of lanes of a wave, inactive ones included; a power of two from 4 to 128.

    HLSL: ``WaveGetLaneCount``. Source: HLSL wave intrinsics."""

def wave_lane_index() -> Any:
    """The index of this lane in its wave, below ``wave_lane_count()``.

    HLSL: ``WaveGetLaneIndex``. Source: HLSL wave intrinsics."""

def wave_match(value: Any) -> Any:
    """The active lanes whose ``value`` equals this lane's, as a bit mask in a uint4 like that of a ballot.

    Floats match by value: -0 matches +0, and a NaN matches only its own lane. Vectors match if all components match.
    The bits of inactive lanes are 0. ``wave_multi_prefix_sum`` and the other ``wave_multi_prefix`` functions take this
    mask.

    HLSL: ``WaveMatch``."""

def wave_memory_barrier() -> Any:
    """Accesses of the lanes of this wave to groupshared memory before this barrier become visible to the wave before
    those after it. Other waves do not take part.

    All lanes of a wave must reach it in control flow that is uniform for the wave, except lanes that returned."""

def wave_multi_prefix_bit_and(value: Any, mask: Any) -> Any:
    """The bitwise and of the integer ``value`` over the active lanes of ``mask`` with a smaller index; all bits set
    for the first one.

    ``mask`` must be the result of ``wave_match`` for this lane, so that all lanes of a mask pass the same mask; any
    other mask is undefined behavior.
    Inactive lanes contribute nothing.

    HLSL: ``WaveMultiPrefixBitAnd``."""

def wave_multi_prefix_bit_or(value: Any, mask: Any) -> Any:
    """The bitwise or of the integer ``value`` over the active lanes of ``mask`` with a smaller index; 0 for the first
    one.

    ``mask`` must be the result of ``wave_match`` for this lane, so that all lanes of a mask pass the same mask; any
    other mask is undefined behavior.
    Inactive lanes contribute nothing.

    HLSL: ``WaveMultiPrefixBitOr``."""

def wave_multi_prefix_bit_xor(value: Any, mask: Any) -> Any:
    """The bitwise exclusive or of the integer ``value`` over the active lanes of ``mask`` with a smaller index; 0 for
    the first one.

    ``mask`` must be the result of ``wave_match`` for this lane, so that all lanes of a mask pass the same mask; any
    other mask is undefined behavior.
    Inactive lanes contribute nothing.

    HLSL: ``WaveMultiPrefixBitXor``."""

def wave_multi_prefix_count_bits(predicate: Any, mask: Any) -> Any:
    """The number of active lanes of ``mask`` with a smaller index whose ``predicate`` is true; 0 for the first lane.

    ``mask`` must be the result of ``wave_match`` for this lane, so that all lanes of a mask pass the same mask; any
    other mask is undefined behavior.
    Inactive lanes count as false.

    HLSL: ``WaveMultiPrefixCountBits``."""

def wave_multi_prefix_product(value: Any, mask: Any) -> Any:
    """The product of ``value`` over the active lanes of ``mask`` with a smaller index; 1 for the first active lane.

    ``mask`` must be the result of ``wave_match`` for this lane, so that all lanes of a mask pass the same mask; any
    other mask is undefined behavior.
    Inactive lanes contribute nothing.

    HLSL: ``WaveMultiPrefixProduct``."""

def wave_multi_prefix_sum(value: Any, mask: Any) -> Any:
    """The sum of ``value`` over the active lanes of ``mask`` with a smaller index; 0 for the first active lane.

    ``mask`` must be the result of ``wave_match`` for this lane, so that all lanes of a mask pass the same mask; any
    other mask is undefined behavior.
    Inactive lanes contribute nothing.

    HLSL: ``WaveMultiPrefixSum``."""

def wave_prefix_count_bits(predicate: Any) -> Any:
    """The number of active lanes with a smaller index whose ``predicate`` is true; 0 for the first active lane.

    Inactive lanes count as false.

    HLSL: ``WavePrefixCountBits``. Source: HLSL wave intrinsics."""

def wave_prefix_product(value: Any) -> Any:
    """The product of ``value`` over the active lanes with a smaller index; 1 for the first active lane.

    Inactive lanes contribute nothing.

    HLSL: ``WavePrefixProduct``. Source: HLSL wave intrinsics."""

def wave_prefix_sum(value: Any) -> Any:
    """The sum of ``value`` over the active lanes with a smaller index; 0 for the first active lane.

    Inactive lanes contribute nothing.

    HLSL: ``WavePrefixSum``. Source: HLSL wave intrinsics."""

def wave_read_lane_at(value: Any, lane: Any) -> Any:
    """``value`` of the lane with index ``lane``, which may differ between lanes.

    Reading an inactive lane, or a lane index of ``wave_lane_count()`` or more, is undefined.

    HLSL: ``WaveReadLaneAt``. Source: HLSL wave intrinsics."""

def wave_read_lane_first(value: Any) -> Any:
    """``value`` of the active lane with the smallest index, the same for all active lanes.

    HLSL: ``WaveReadLaneFirst``. Source: HLSL wave intrinsics."""

def wave_rotate(value: Any, distance: Any) -> Any:
    """``value`` of the lane whose index is ``distance`` greater, modulo the wave size.

    ``distance`` may be negative, and may differ between lanes. Reading an inactive lane is undefined."""

def wave_shuffle_down(value: Any, distance: Any) -> Any:
    """``value`` of the lane whose index is ``distance`` greater. The last ``distance`` lanes of the wave, for which there
    is no such lane, keep their own value.

    ``distance`` may differ between lanes. Reading an inactive lane is undefined."""

def wave_shuffle_up(value: Any, distance: Any) -> Any:
    """``value`` of the lane whose index is ``distance`` smaller. The lanes below ``distance``, for which there is no such
    lane, keep their own value.

    ``distance`` may differ between lanes. Reading an inactive lane is undefined."""

def wave_shuffle_xor(value: Any, lane_mask: Any) -> Any:
    """``value`` of the lane whose index is this lane's index ``^ lane_mask``: with a power of two, lanes exchange in pairs.

    ``lane_mask`` may differ between lanes. Reading an inactive lane, or a lane index of ``wave_lane_count()`` or more, is
    undefined."""

def waves(*indices: Any) -> Any:
    """``with wd.waves(0):`` and ``with wd.waves(1, 3):``, a block that only these waves of the group execute.

    The indices must be known at compile time: integers, tuples of integers, or a ``range``, as in
    ``wd.waves(range(1, 4))``; under ``num_waves=X`` they must be below X. All lanes of these waves that were active
    before the block are active inside it. A barrier with group sync is an error inside the block; write it after the
    block, where all waves arrive. ``return`` inside the block ends its waves; in a function that kernels call it leaves
    that function.

    It means the same as ``if`` on ``group_wave_index()``. Source: HLSL proposal 0054 (waves with tasks of their own)."""

def waves_barrier(*indices: Any) -> Any:
    """Waits until all waves of a set arrive: ``wd.waves_barrier(1, 2, 3)``. Accesses of these waves to groupshared memory,
    buffers and images before it become visible to all of them after it.

    The indices are given as for ``wd.waves``, under ``num_waves``. Only waves of the set may reach it, as in
    ``with wd.waves(1, 2, 3):``, and all lanes of a wave that have not returned together. Each wave counts the barriers that it
    reaches of a set: the barriers of different places match by this count. A set of all waves of the group is
    ``all_memory_barrier_with_group_sync``. Other waves do not take part."""

class coherent:
    """``RWBuffer[T, coherent]``."""

def struct(decorated: _Class, /) -> _Class:
    """Decorates a class whose annotations are the fields."""
