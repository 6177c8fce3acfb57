"""Where the kernels of these tests run: the interpreter and the CPU at every wave size, lavapipe at its three.

``prove`` is what makes a test: a kernel gives what was worked out by hand, and its twin, the kernel as the bug turns it
into, does not. The twin is there so that each check is known to be able to fail.
"""

from __future__ import annotations

import functools
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import wavedialect as wd

ALL_SIZES = (4, 8, 16, 32, 64, 128)
LAVAPIPE_SIZES = (4, 8, 16)
UNTOUCHED = 99
"""What outputs hold before a kernel writes to them."""


class OnInterpreter:
    """The interpreter at one wave size; what it finds undefined is an error unless ``collect`` is set."""

    def __init__(self, wave_size: int) -> None:
        self.wave_size = wave_size

    def __str__(self) -> str:
        return f"interpreter-{self.wave_size}"

    def run(self, kernel: Any, groups: Any, arguments: list[Any], **settings: Any) -> list[Any]:
        """The arguments after one dispatch."""
        arguments = [argument.copy() if isinstance(argument, np.ndarray) else argument for argument in arguments]
        device = wd.Interpreter(**settings)
        kernel.dispatch(groups, *arguments, device=device, wave_size=self.wave_size)
        return arguments


class OnCPU:
    """The CPU at one wave size, with options of the dispatch; it finds nothing that is undefined."""

    def __init__(self, wave_size: int, **options: Any) -> None:
        self.wave_size = wave_size
        self.options = options

    def __str__(self) -> str:
        return "-".join([f"cpu-{self.wave_size}", *map(str, self.options.values())])

    def run(self, kernel: Any, groups: Any, arguments: list[Any], **_: Any) -> list[Any]:
        """The arguments after one dispatch."""
        arguments = [argument.copy() if isinstance(argument, np.ndarray) else argument for argument in arguments]
        kernel.dispatch(groups, *arguments, device="cpu", wave_size=self.wave_size, **self.options)
        return arguments


class OnLavapipe:
    """Lavapipe in a process of its own."""

    def __init__(self, wave_size: int) -> None:
        self.wave_size = wave_size

    def __str__(self) -> str:
        return f"lavapipe-{self.wave_size}"

    def run(self, kernel: Any, groups: Any, arguments: list[Any], **_: Any) -> list[Any]:
        """The arguments after one dispatch."""
        if not has_lavapipe():
            pytest.skip("lavapipe is not installed")
        worker = _worker(self.wave_size)
        assert worker.stdin is not None and worker.stdout is not None
        # A kernel is found by the variable that holds it, since some share a name.
        variable = next(name for name, value in kernel.function.__globals__.items() if value is kernel)
        pickle.dump((kernel.function.__code__.co_filename, variable, groups, arguments), worker.stdin)
        worker.stdin.flush()
        done, answer = pickle.load(worker.stdout)
        if not done and "DeviceError" in answer and "has a limit of" in answer:
            pytest.skip(answer.splitlines()[-2])
        assert done, answer
        return answer


@functools.cache
def has_lavapipe() -> bool:
    """Whether Mesa's software device can be used."""
    try:
        return bool(wd.open_device("vulkan:llvmpipe"))
    except wd.DeviceError:
        return False


@functools.cache
def _worker(wave_size: int) -> subprocess.Popen[bytes]:
    command = [sys.executable, str(Path(__file__).with_name("worker.py")), str(wave_size)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)


EXECUTORS = [*map(OnInterpreter, ALL_SIZES), *map(OnCPU, ALL_SIZES), *map(OnLavapipe, LAVAPIPE_SIZES)]


def same(found: np.ndarray, expected: np.ndarray) -> bool:
    """Equal in every bit, any NaN standing for every other."""
    if found.dtype.kind != "f":
        return np.array_equal(found, expected)
    bits = f"u{found.dtype.itemsize}"
    return bool(((found.view(bits) == expected.view(bits)) | (np.isnan(found) & np.isnan(expected))).all())


def prove(
    executor: Any,
    kernel: Any,
    switched_off: Any,
    expected: Any,
    *inputs: Any,
    groups: Any = 1,
    dtype: Any = np.uint32,
    equal: Callable[[np.ndarray, np.ndarray], bool] = same,
    can_fail: bool = True,
) -> None:
    """``kernel(*inputs, out)`` writes what is expected, and ``switched_off(*inputs, out)`` something else.

    ``can_fail=False`` where the bug makes no difference at this wave size. The twin may do what is undefined.
    """
    expected = np.ascontiguousarray(expected, dtype)
    out = np.full_like(expected, UNTOUCHED)
    found = executor.run(kernel, groups, [*inputs, out])[-1]
    assert equal(found, expected), f"{kernel.name}: {found.tolist()} is not {expected.tolist()}"
    if can_fail:
        wrong = executor.run(switched_off, groups, [*inputs, out], collect=True)[-1]
        assert not equal(wrong, expected), f"{switched_off.name} gives the same: the check cannot fail"
