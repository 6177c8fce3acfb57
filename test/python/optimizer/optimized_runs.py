"""Runs of what the optimizer leaves, watched by the checker."""

from __future__ import annotations

from typing import Any

import numpy as np

import wavedialect as wd
from wavedialect.checker.findings import findings_of
from wavedialect.checker.sweep import run_on_copies
from wavedialect.driver.optimization import optimization
from wavedialect.runtime.checks import CheckSettings


def findings(kernel: wd.Kernel, groups: Any, arguments: Any, wave_size: int, **options: Any) -> list[Any]:
    """What is undefined in the optimized kernel, races above all."""
    asked = {"opt_level": 1, "enable": (), "disable": ()} | options
    program = kernel._program(False, optimization(**asked))
    settings = CheckSettings(undefined=True, optimized=True)
    copies, run = run_on_copies(program, groups, arguments, wave_size, "linear", 0, settings, 300.0)
    return [finding for finding in findings_of(program, run, copies) if not finding.is_note]


def arrays(kernel: wd.Kernel, groups: Any, arguments: Any, **options: Any) -> list[np.ndarray]:
    """The arrays after a dispatch on copies of the arguments."""
    copies = [np.copy(value) if isinstance(value, np.ndarray) else value for value in arguments]
    kernel.dispatch(groups, *copies, **options)
    return [value for value in copies if isinstance(value, np.ndarray)]
