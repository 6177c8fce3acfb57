"""What the runtime uses of cuda-core: devices, memory, and code. It is imported at the first use of a CUDA device."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import ModuleType
from typing import Any, NamedTuple

from ...cache.store import open_cache
from ...errors import DeviceError
from ...extensions import import_fix
from .failures import EXTRA_FIX, device_error, failure_types

LEAST_CUDA = 12000
"""The oldest version of CUDA that has the driver's functions: 12.0."""
LEAST_CAPABILITY = (8, 0)
"""The compute capability since which reductions of a wave exist."""


@functools.cache
def native() -> Any:
    """The module ``_cuda``."""
    try:
        from wavedialect import _cuda
    except ImportError as error:
        message = f"the CUDA runtime cannot be imported: {error}"
        raise DeviceError(message, f"{import_fix(error)}; or use device='cpu'") from None
    return _cuda


def driver_version() -> int:
    """The version of CUDA that the driver supports. Raises DeviceError if there is no driver, or no device."""
    module = native()
    try:
        return int(module.driver_version())
    except module.CUDAError as error:
        raise device_error(error, "cuda") from None


def has_driver() -> bool:
    """Whether the driver's library exists."""
    module = native()
    try:
        module.driver_version()
    except module.CUDAError as error:
        return bool(error.code)
    return True


@functools.cache
def _imported() -> ModuleType:
    try:
        import cuda.core
    except ImportError as error:
        named = (error.name or "").startswith("cuda")
        message = "device 'cuda' needs the Python package cuda-core"
        raise DeviceError(message if named else f"{message}, which cannot be imported: {error}", EXTRA_FIX) from None
    if not hasattr(cuda.core, "LEGACY_DEFAULT_STREAM"):
        found = getattr(cuda.core, "__version__", "of an older interface")
        raise DeviceError(f"device 'cuda' needs cuda-core 1.0, and here is {found}", EXTRA_FIX)
    return cuda.core


def core() -> ModuleType:
    """The package ``cuda.core``. Raises DeviceError if it, or a driver that is new enough, is missing."""
    version = driver_version()
    if version < LEAST_CUDA:
        message = f"the CUDA driver supports CUDA {shown_version(version)}, and kernels need 12.0"
        raise DeviceError(message, "install a newer driver, or use device='cpu'")
    return _imported()


def shown_version(version: int) -> str:
    """A version of CUDA as users know it: 13000 is 13.0."""
    return f"{version // 1000}.{version % 1000 // 10}"


@functools.cache
def failures() -> tuple[type[BaseException], ...]:
    """The exceptions of failed calls."""
    core()
    from cuda.core._utils import cuda_utils

    return failure_types(native(), cuda_utils)


@contextmanager
def kept_context() -> Iterator[None]:
    """Restores the thread's context at the end: other libraries take their device from it."""
    module = native()
    before = module.current_context()
    try:
        yield
    finally:
        module.set_current_context(before)


@contextmanager
def using(index: int) -> Iterator[Any]:
    """cuda-core's device, whose context is current to this thread meanwhile."""
    device = core().Device(index)
    with kept_context():
        device.set_current()
        yield device


class Properties(NamedTuple):
    """A device that exists."""

    name: str
    capability: tuple[int, int]
    threads: int
    """Maximum threads per group."""
    groups: tuple[int, int, int]
    groupshared_bytes: int
    uuid: str
    refusal: str
    """The reason why it cannot be opened, or ""."""


def all_properties() -> list[Properties]:
    """The properties of all devices, in the driver's order."""
    package = core()
    try:
        return [_properties(one) for one in package.Device.get_all_devices()]
    except failures() as error:
        raise device_error(error, "cuda") from None


def _properties(device: Any) -> Properties:
    found = device.properties
    major, minor = device.compute_capability
    refusal = ""
    if (major, minor) < LEAST_CAPABILITY:
        refusal = f"it has compute capability {major}.{minor}, and kernels need 8.0"
    groups = (found.max_grid_dim_x, found.max_grid_dim_y, found.max_grid_dim_z)
    shared = found.max_shared_memory_per_block_optin
    return Properties(
        device.name, (major, minor), found.max_threads_per_block, groups, shared, str(device.uuid), refusal
    )


# Memory.


def allocate(index: int, nbytes: int) -> Any:
    """Memory of a device. Its release is in the order of the stream that uses it last."""
    package = core()
    # An array without elements has memory that a kernel may read.
    size = max(nbytes, 32)
    with using(index) as device:
        resource, stream = device.memory_resource, package.LEGACY_DEFAULT_STREAM
        try:
            buffer = resource.allocate(size, stream=stream)
        except failures():
            # Memory whose release waits for running launches is available after them.
            native().synchronize_context()
            buffer = resource.allocate(size, stream=stream)
    return native().Memory.allocated(int(buffer.handle), nbytes, index, buffer, functools.partial(_release, index))


def _release(index: int, buffer: Any, stream: int, is_exported: bool) -> None:
    package = core()
    try:
        with using(index):
            if is_exported:
                # Other libraries use it on streams of their own.
                native().synchronize_context()
            buffer.close(package.Stream.from_handle(stream) if stream else package.LEGACY_DEFAULT_STREAM)
    except (*failures(), RuntimeError):
        # The device is lost, and its memory is gone.
        pass


# Code.


class Code:
    """A loaded kernel."""

    def __init__(self, index: int, object_code: Any, entry_point: str) -> None:
        self._object = object_code
        self._kernel = object_code.get_kernel(entry_point)
        # The driver loads it now: not at the first launch, which a graph may record.
        self.most_threads = int(self._kernel.attributes[index].max_threads_per_block)
        self.handle = int(self._kernel.handle)


def load(index: int, capability: tuple[int, int], ptx: bytes, entry_point: str, compiler: Any) -> Code:
    """Loads a kernel: the driver's machine code for it is kept in the cache of ``compiler``, if there is one."""
    package = core()

    def linked() -> bytes:
        return native().link(ptx, b"\t.loc\t" in ptx)

    def loaded(cubin: bytes) -> Code:
        return Code(index, package.ObjectCode.from_cubin(cubin), entry_point)

    cache = open_cache(compiler, "cubins") if compiler is not None else None
    with using(index):
        if cache is None:
            return loaded(linked())
        key = cache.key([ptx, f"sm_{capability[0]}{capability[1]}", str(driver_version())])
        found = cache.find(key, lambda facts, blobs: bytes(blobs[0]))
        if found is not None:
            # An entry that the driver refuses is made again.
            with suppress(*failures()):
                return loaded(found)
        cubin = linked()
        cache.count_made()
        cache.keep(key, {}, [cubin])
        return loaded(cubin)
