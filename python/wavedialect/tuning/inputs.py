"""The arrays of a kernel that runs repeatedly: what it wrote is restored before each run."""

from __future__ import annotations

import functools
from collections.abc import Collection, Sequence
from typing import Any

import numpy as np

from ..errors import InternalError, WaveError
from ..ir.module import Value
from ..ir.structs import StructType
from ..ir.types import BufferType, ImageType
from ..runtime.array import DeviceArray, array
from ..runtime.device import BufferArgument, Device
from ..runtime.placement import DEFAULT
from .configurations import check_names

_COPY_WAVES = 8
_MOST_COPY_GROUPS = 4096


class Inputs:
    """Copies of the arguments on a device. The caller's arrays do not change."""

    def __init__(
        self, device: Device, parameters: Sequence[Value], arguments: Sequence[Any], restore: bool | Collection[str]
    ) -> None:
        """``arguments`` must have been checked. ``restore`` says which of the arrays that the kernel writes are
        restored."""
        self.device = device
        self.parameters = parameters
        self.arguments: list[Any] = []
        self._kept: list[tuple[DeviceArray, Any]] = []
        for parameter, argument in zip(parameters, arguments, strict=True):
            if not isinstance(parameter.type, (BufferType, ImageType)):
                self.arguments.append(argument)
                continue
            mine = array(argument, device=device)
            if isinstance(parameter.type, BufferType) and isinstance(parameter.type.element, StructType):
                # The checked argument has the words of the structs.
                mine = mine.viewed(parameter.type.element.dtype)
            self.arguments.append(mine)
            if parameter.type.writable and is_restored(str(parameter.name), restore):
                # In the same kind of memory, so that runs never wait for the host in between.
                lies_here = device.host_memory(mine.handle) is not None
                self._kept.append((mine, mine.numpy() if lies_here else array(mine.numpy(), device=device)))

    def restore(self) -> None:
        """Restores the arrays that the last run may have written."""
        for mine, original in self._kept:
            if not mine.size:
                continue
            if isinstance(original, np.ndarray):
                np.copyto(np.asarray(mine), original)
            else:
                _copy_on_device(self.device, original, mine)

    def results(self) -> dict[str, np.ndarray]:
        """Returns copies of the arrays that the kernel may write, by parameter name."""
        return {
            str(parameter.name): mine.numpy()
            for parameter, mine in zip(self.parameters, self.arguments, strict=True)
            if isinstance(mine, DeviceArray) and parameter.type.writable
        }


def is_restored(name: str, restore: bool | Collection[str]) -> bool:
    """Whether an array is restored before each run."""
    return restore if isinstance(restore, bool) else name in restore


def check_restore(restore: Any, parameters: Sequence[Value]) -> None:
    """Raises WaveError for names that are not arrays written by the kernel."""
    if isinstance(restore, bool):
        return
    if isinstance(restore, str) or not isinstance(restore, Collection):
        raise WaveError(f"restore is {restore!r}", 'pass True, False, or names of arrays: `restore=("counter",)`')
    check_names(
        restore, [str(value.name) for value in parameters if _is_written(value)], "an array that the kernel writes"
    )


def _is_written(parameter: Value) -> bool:
    return isinstance(parameter.type, (BufferType, ImageType)) and parameter.type.writable


def _copy_on_device(device: Device, source: DeviceArray, target: DeviceArray) -> None:
    """Copies with a kernel: a copy from the host would leave a gap, in which a GPU lowers its clock."""
    words, rest = divmod(source.nbytes, 4)
    loaded = None if rest else _loaded_copy(device)
    if loaded is None:
        device.upload(target.handle, source.numpy())
        return
    lanes = _COPY_WAVES * device.wave_sizes.own
    groups = min(-(-words // lanes), _MOST_COPY_GROUPS)
    given = [BufferArgument(source.handle, words), BufferArgument(target.handle, words)]
    device.launch(loaded, given, (groups, 1, 1), timed=False)


@functools.lru_cache(maxsize=16)
def _loaded_copy(device: Device) -> Any:
    """Returns the kernel that copies words; None if there is no compiler for it."""
    import wavedialect as wd

    @wd.kernel(num_waves=_COPY_WAVES)
    def copy_words(source: wd.Buffer[wd.u32], target: wd.RWBuffer[wd.u32]):
        lanes = _COPY_WAVES * wd.wave_lane_count()
        first = wd.group_id().x * lanes + wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
        for i in range(first, len(source), wd.group_count().x * lanes):
            target[i] = source[i]

    try:
        return device.load(copy_words._program(False), device.wave_sizes.own, False, DEFAULT)
    except InternalError:
        return None
