"""What an implementation may do with a group that is counted in threads: the ways in which these tests run a kernel.

Each is a device with options of the dispatch. A way says how many waves it adds, and how many of them have no lane.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import wavedialect as wd

SIZES = (4, 8, 16, 32, 64, 128)


@dataclass(frozen=True)
class Machine:
    """A device, the options of each dispatch there, and what they mean for the number of waves."""

    name: str
    device: Any
    options: dict[str, Any] = field(default_factory=dict)
    extra: int = 0
    idle: int = 0

    def __str__(self) -> str:
        return self.name

    @property
    def in_order(self) -> bool:
        """Lanes have the threads in the order of their numbers, and waves are full but the last."""
        return not self.extra and not self.options.get("lane_order") and "shuffled" not in self.name

    def run(self, kernel: Any, groups: Any, *arguments: Any, wave_size: int | None = None) -> None:
        kernel.dispatch(groups, *arguments, device=self.device, wave_size=wave_size, **self.options)


def _cpu(name: str, extra: int = 0, idle: int = 0, **options: Any) -> Machine:
    if extra or idle:
        options["extra_waves"] = (idle, "idle") if idle else extra
    return Machine(f"cpu-{name}", "cpu", options, extra, idle)


INTERPRETER = Machine("interpreter", "interpreter")
CPU = _cpu("linear")
CPU_WAYS = [
    CPU,
    _cpu("one thread", threads=1),
    _cpu("tiled", lane_order="tiled"),
    _cpu("shuffled", lane_order=("shuffled", 48)),
    _cpu("1 extra", extra=1),
    _cpu("3 extra", extra=3),
    _cpu("3 extra, shuffled", extra=3, lane_order=("shuffled", 49)),
    _cpu("2 idle", idle=2),
    _cpu("2 idle, tiled", idle=2, lane_order="tiled"),
]
MACHINES = [
    INTERPRETER,
    Machine("interpreter-shuffled", wd.Interpreter(seed=48, shuffle_threads=True)),
    Machine("interpreter-2 idle", wd.Interpreter(extra_waves=2), idle=2),
    *CPU_WAYS,
]
"""For groups that are counted in threads."""
