"""A process that only launches a kernel does not load what launches do not need, so that its first kernel starts soon."""

from __future__ import annotations

import subprocess
import sys

import wavedialect as wd
from wavedialect import public

PROGRAM = """
import sys
import numpy as np
import wavedialect as wd
from wavedialect import f32

@wd.kernel(num_waves=1)
def double(x: wd.RWBuffer[f32]):
    lane = wd.wave_lane_index()
    x[lane] = x[lane] + x[lane]

x = np.ones(128, np.float32)
double.dispatch(1, x, device="cpu")
assert x[0] == 2
others = ("backends.interpreter.device", "checker", "debugger", "explorer", "lint", "notebook", "runtime.checks", "tuning")
print(*(name for name in sys.modules if name.startswith(tuple(f"wavedialect.{other}" for other in others))))
print(*(name for name in ("subprocess", "sysconfig", "html") if name in sys.modules))
"""


def test_a_launch_loads_no_checker_linter_debugger_or_tuner(tmp_path):
    path = tmp_path / "launch.py"
    path.write_text(PROGRAM)
    for _ in range(2):  # Compiled, and from the cache.
        done = subprocess.run([sys.executable, path], capture_output=True, text=True, check=True)
        assert done.stdout.split() == []


def test_names_that_are_loaded_on_use_are_public():
    assert {"Tuning", "CheckReport", "Interpreter", "tune"} <= set(dir(wd)) & set(wd.__all__)
    assert wd.TuningRow is public.TuningRow and wd.TuningRow.__name__ == "Row"
    assert not {"Any", "TYPE_CHECKING", "import_module"} & set(wd.__all__)
    assert all(getattr(wd, name) is getattr(public, name) for name in dir(public))


def test_an_unknown_name_of_the_module_is_missing():
    assert not hasattr(public, "Tunin")
