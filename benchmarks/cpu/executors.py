"""What runs a case: our kernels on a device of this process, and our kernels on lavapipe in processes of their own;
peers.py has the others. All measure the time between the call and the moment when the results are there."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import time
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any

import numpy as np

import wavedialect as wd

from .cases import CASES, Case

LAVAPIPE = "vulkan:llvmpipe"
# lavapipe's waves are as wide as its vectors: 128, 256 or 512 bits, read when the driver loads.
LAVAPIPE_LANES = (4, 8, 16)


class Missing(Exception):
    """An executor that this machine does not have, and why."""


class Executor(ABC):
    """Runs one case after the other."""

    name: str
    lanes: int | None = None
    """The wave size, of those that have one."""

    @property
    def label(self) -> str:
        return f"{self.name} at {self.lanes}" if self.lanes else self.name

    @abstractmethod
    def prepare(self, case: Case) -> bool:
        """Places the arrays, runs once, and checks the results; False where the case cannot run here."""

    @abstractmethod
    def run(self) -> float:
        """The seconds of one run."""

    def release(self) -> None:
        """Frees the arrays."""

    def close(self) -> None:
        """Gives back what the executor has."""


class WaveExecutor(Executor):
    """Our kernels on a device of this process, at one wave size."""

    def __init__(self, device: str, lanes: int, **options: Any) -> None:
        """``options`` go to each dispatch."""
        self.name, self.lanes = "ours", lanes
        self.device = wd.open_device(device)
        self.options = {"device": self.device, "wave_size": lanes, **options}

    def prepare(self, case: Case) -> bool:
        if any(self.lanes not in kernel.wave_sizes(self.device) for kernel in case.kernels()):
            return False
        arrays: dict[str, Any] = {**case.inputs, **case.outputs}
        # On the CPU all executors work on the same arrays; elsewhere copies to the device and back are not timed.
        if not self.device.in_place:
            arrays = {name: wd.array(array, device=self.device) for name, array in arrays.items()}
        self.zeroed = [arrays[name] for name in case.zeroed]
        self.launches = [
            (launch.kernel, launch.groups, [arrays[a] if isinstance(a, str) else a for a in launch.arguments])
            for launch in case.launches(self.lanes)
        ]
        clear(case)
        self.run()
        case.check({name: np.asarray(arrays[name]) for name in case.outputs})
        return True

    def run(self) -> float:
        for array in self.zeroed:
            if isinstance(array, np.ndarray):
                array[...] = 0
            else:
                array.copy_from(np.zeros(array.shape, array.dtype))
        wd.synchronize(self.device)
        start = time.perf_counter()
        for kernel, groups, arguments in self.launches:
            kernel.dispatch(groups, *arguments, **self.options)
        wd.synchronize(self.device)
        return time.perf_counter() - start

    def release(self) -> None:
        self.launches = self.zeroed = []


def clear(case: Case) -> None:
    """What another executor left must not pass for a result."""
    for array in case.outputs.values():
        array[...] = 0


# --- In another process --------------------------------------------------------


class LavapipeExecutor(Executor):
    """Our kernels on Mesa's CPU driver, in a process that has its vector width. Requests and answers are lines of
    JSON."""

    name = "lavapipe"

    def __init__(self, lanes: int, threads: int, unchecked: bool) -> None:
        self.lanes = lanes
        environment = {**os.environ, "LP_NATIVE_VECTOR_WIDTH": str(32 * lanes), "LP_NUM_THREADS": str(threads)}
        command = [sys.executable, "-m", "cpu.executors", str(lanes), str(int(unchecked))]
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
            cwd=Path(__file__).resolve().parents[1],
        )
        error = self._answer()
        if error:
            self.close()
            raise Missing(error)

    def prepare(self, case: Case) -> bool:
        return self._ask("prepare", case.name, case.small)

    def run(self) -> float:
        return self._ask("run")

    def release(self) -> None:
        self._ask("release")

    def close(self) -> None:
        assert self.process.stdin
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()
        self.process.wait()

    def _ask(self, *request: Any) -> Any:
        assert self.process.stdin
        print(json.dumps(request), file=self.process.stdin, flush=True)
        return self._answer()

    def _answer(self) -> Any:
        assert self.process.stdout
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"lavapipe at {self.lanes} lanes ended; what it said stands above")
        return json.loads(line)


def serve(lanes: int, unchecked: bool) -> None:
    """The other end of LavapipeExecutor. Its first answer is what is wrong, or null."""
    try:
        executor = WaveExecutor(LAVAPIPE, lanes, unchecked=unchecked)
        sizes = executor.device.wave_sizes
        wrong = None if sizes.own == lanes else f"lavapipe has waves of {sizes}, not of {lanes}"
    except wd.DeviceError as error:
        wrong = str(error)
    print(json.dumps(wrong), flush=True)
    for line in sys.stdin:
        match json.loads(line):
            case ["prepare", name, small]:
                answer: Any = executor.prepare(CASES[name](small))
            case ["run"]:
                answer = executor.run()
            case _:
                answer = executor.release()
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    serve(int(sys.argv[1]), sys.argv[2] == "1")
