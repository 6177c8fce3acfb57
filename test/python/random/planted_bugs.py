"""Mistakes for tests of ``differential`` and ``reducer``: each function puts one into its process.

They are named ``planted_bugs:FUNCTION`` on the command line.
"""

from __future__ import annotations

import importlib
import os
import signal
import time
from collections.abc import Callable

import numpy as np

from wavedialect.backends.cpu import device as cpu
from wavedialect.interpreter import steps

OPERATION = "wave.prefix_count_bits"
"""What is wrong, where not said otherwise."""


def plant(name: str) -> None:
    """Calls the function of that name, ``MODULE:FUNCTION``; nothing for no name."""
    if name:
        module, _, function = name.partition(":")
        getattr(importlib.import_module(module), function)()


def wrong_count() -> None:
    """The interpreter counts one too many from the third lane on."""
    right = steps._PLAIN[OPERATION]  # noqa: SLF001 - there is no other way to it.

    def build(builder, operation):
        correct, result = right(builder, operation), builder.slot(operation.results[0])

        def step(wave) -> None:
            correct(wave)
            wave.registers[result] = wave.registers[result] + (np.arange(wave.lanes) > 1).astype(np.uint32)

        return step

    if right.__module__ != __name__:
        steps._PLAIN[OPERATION] = build  # noqa: SLF001


def crash() -> None:
    """The CPU crashes on kernels that count."""
    _on_cpu(lambda: os.kill(os.getpid(), signal.SIGSEGV))


def hang() -> None:
    """The CPU hangs on kernels that count."""
    _on_cpu(lambda: time.sleep(3600))


def waste() -> None:
    """The CPU takes 1 GiB, and more time than its process looks at the memory."""

    def act() -> None:
        held = np.ones(1 << 27)
        time.sleep(3600)
        del held

    _on_cpu(act)


def _on_cpu(act: Callable[[], None]) -> None:
    right = cpu.CPUDevice.load
    if right.__module__ == __name__:
        return

    def load(self, program, *arguments):
        held = {operation.name for function in program.module.functions for operation in function.walk()}
        if OPERATION in held:
            act()
        return right(self, program, *arguments)

    cpu.CPUDevice.load = load
