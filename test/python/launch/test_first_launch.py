"""A process that only launches a kernel does not load what launches do not need, so that its first kernel starts soon."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import wavedialect as wd
from wavedialect import public
from wavedialect.frontends.python.ops import INTRINSICS

PROGRAM = """
import sys
import numpy as np
before = set(sys.modules)
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
#: The compiler remarks that the barrier stays: a launch needs no words for that.
WITH_A_REMARK = """
@wd.kernel(num_waves=2)
def swap(x: wd.RWBuffer[f32]):
    halves = wd.groupshared(f32, 2)
    wave = wd.group_wave_index()
    halves[wave] = x[wave]
    wd.group_memory_barrier_with_group_sync()
    x[wave] = halves[1 - wave]

x[:2] = 3, 4
swap.dispatch(1, x, device="cpu")
assert x[0] == 4 and x[1] == 3
"""
#: From the cache. These take longer to import than the launch takes.
FROM_THE_CACHE = """
unused = ("driver.judgement", "frontends.hlsl", "frontends.languages", "frontends.python.expressions", "frontends.python.source",
    "frontends.semantic", "ir.matrices", "ir.printer", "kernels.text_source", "runtime.records", "runtime.request")
loaded = set(sys.modules) - before
print(*(name for name in loaded if f"{name}.".startswith(tuple(f"wavedialect.{one}." for one in unused))))
print(*loaded & {"difflib", "fractions", "hashlib", "pathlib", "random", "tempfile", "urllib.parse"})
"""


def test_a_launch_loads_no_checker_linter_debugger_or_tuner(tmp_path):
    path = tmp_path / "launch.py"
    environment = {**os.environ, "WAVEDIALECT_CACHE_DIR": str(tmp_path / "cache")}
    for more in ("", "", FROM_THE_CACHE, WITH_A_REMARK, WITH_A_REMARK + FROM_THE_CACHE):
        path.write_text(PROGRAM + more)
        done = subprocess.run([sys.executable, path], capture_output=True, text=True, check=True, env=environment)
        assert done.stdout.split() == []


def test_names_that_are_loaded_on_use_are_public():
    assert {"Tuning", "CheckReport", "Interpreter", "tune"} <= set(dir(wd)) & set(wd.__all__)
    assert wd.TuningRow is public.TuningRow and wd.TuningRow.__name__ == "Row"
    assert not {"Any", "TYPE_CHECKING", "import_module", "typing"} & set(wd.__all__)
    assert all(getattr(wd, name) is getattr(public, name) for name in dir(public))


def test_type_checkers_see_the_names_that_are_loaded_on_use():
    """The module lists them twice: type checkers read imports."""
    tree = ast.parse(Path(public.__file__).read_text())
    (checked,) = (node for node in tree.body if isinstance(node, ast.If))
    seen = {
        name.asname or name.name: (node.module, name.name)
        for node in ast.walk(checked)
        if isinstance(node, ast.ImportFrom)
        for name in node.names
    }
    assert seen.pop("*")[0] in public._FUNCTIONS
    assert seen == public._LATER


def test_declarations_name_methods_of_the_type_rules():
    """They do so without an import of the type rules."""
    from wavedialect.frontends.semantic import Semantic

    rules = {
        rule.__name__: rule
        for intrinsic in INTRINSICS.values()
        for rule in (getattr(intrinsic.build, "func", None), intrinsic.arguments.get("by"))
        if rule is not None and rule.__name__ != "<lambda>"
    }
    assert len(rules) > 40 and all(callable(getattr(Semantic, name)) for name in rules)


def test_an_unknown_name_of_the_module_is_missing():
    assert not hasattr(public, "Tunin")
