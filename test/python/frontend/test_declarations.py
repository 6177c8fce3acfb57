"""Intrinsics are declared once: all other parts of the package use the declarations."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import wavedialect as wd
from wavedialect.explorer.roads import _COUNTED
from wavedialect.frontends.python.ops import INTRINSICS, OPERATIONS, SECTIONS
from wavedialect.interpreter.steps import _PLAIN, _SUSPENDING
from wavedialect.ir.wave_operations import WaveOperation
from wavedialect.runtime.device_limits import WAVE_OPERATIONS

ROOT = Path(__file__).resolve().parents[3]
#: Operations that the front end builds without a function, or that only passes build.
WITHOUT_FUNCTION = {
    *("wave.byte_load", "wave.byte_store", "wave.image_load", "wave.image_store", "wave.lookup"),
    *("wave.image_atomic_cas", "wave.image_atomic_exchange", "wave.image_atomic_rmw", "wave.specialization_constant"),
    *("wave.coherent_load", "wave.coherent_store"),
    *(
        "wave.matrix_count",
        "wave.matrix_extract",
        "wave.matrix_get",
        "wave.matrix_get_element",
        "wave.matrix_insert",
        "wave.matrix_length",
        "wave.matrix_load_blocks",
        "wave.matrix_load_tile",
        "wave.matrix_multiply_memory",
        "wave.matrix_multiply_tile",
        "wave.matrix_set",
        "wave.matrix_set_element",
        "wave.matrix_store_tile",
        "wave.matrix_wait",
        "wave.matrix_yield",
    ),
    *("wave.call", "wave.check", "wave.func", "wave.groupshared", "wave.retire_if", "wave.return", "wave.setting"),
}
#: Operations that every device can execute.
WITHOUT_CLASS = {
    *("wave.assume_uniform", "wave.barrier", "wave.dispatch_mesh", "wave.image_size", "wave.reverse_bits"),
    *("wave.atomic_cas", "wave.atomic_exchange", "wave.atomic_rmw"),
    *("wave.dispatch_thread_id", "wave.group_count", "wave.group_id", "wave.group_index", "wave.group_thread_id"),
    *("wave.assert", "wave.group_wave_count", "wave.print"),
    *("wave.pipe", "wave.pipe_acquire", "wave.pipe_commit", "wave.pipe_wait", "wave.pipe_release"),
    *("wave.async_copy", "wave.waves_barrier"),
    *("wave.matrix_fill", "wave.matrix_load", "wave.matrix_store", "wave.matrix_convert", "wave.matrix_map"),
    *("wave.matrix_multiply_add", "wave.matrix_row_reduce"),
}
#: Operations of a class that read no lane.
IDS = {"wave.group_wave_index", "wave.lane_count", "wave.lane_index"}


def test_every_intrinsic_has_a_section_and_a_rule():
    assert {made.function.__module__ for made in INTRINSICS.values()} == {section.__name__ for section in SECTIONS}
    syntax = {name for name, made in INTRINSICS.items() if made.build is None}
    assert syntax == {
        *("groupshared", "local_array", "pipe", "precise", "static", "static_range", "waves", "waves_barrier"),
        *("check", "print", "print_wave"),
        *("matrix_convert", "matrix_fill", "matrix_load", "matrix_store"),
    }
    for name, made in INTRINSICS.items():
        assert getattr(wd, name) is made and made.function.__doc__
        if isinstance(made.operation, WaveOperation):
            assert OPERATIONS[made.operation.name] == made.operation, f"{name} states other facts of its operation"


def test_every_operation_of_the_dialect_is_declared():
    documented = set(re.findall(r"^### `(wave\.\w+)`", (ROOT / "docs" / "dialect.md").read_text(), re.MULTILINE))
    assert documented - WITHOUT_FUNCTION == set(OPERATIONS)
    with_class = {name for names in WAVE_OPERATIONS.values() for name in names}
    assert set(OPERATIONS) - WITHOUT_CLASS == with_class


def test_the_explorer_counts_the_operations_that_read_lanes():
    with_class = {name for names in WAVE_OPERATIONS.values() for name in names}
    counted = _COUNTED["wave operations"]
    assert {name for name in OPERATIONS if counted.search(f"    %0 = {name} %x : i32")} == with_class - IDS


def test_the_interpreter_executes_every_operation():
    assert set(OPERATIONS) <= {*_PLAIN, *_SUSPENDING}


#: The edits of the page, one file each.
EDITS = re.findall(
    r"^```diff\n(.*?)^```", (ROOT / "docs" / "adding-an-operation.md").read_text(), re.MULTILINE | re.DOTALL
)
KERNELS = """
import wavedialect as wd


def kernel(out: wd.RWBuffer[wd.u32]):
    out[wd.wave_lane_index()] = wd.u32(wd.wave_active_any_but_first(wd.wave_lane_index() > 2))


def wrong(out: wd.RWBuffer[wd.u32]):
    out[0] = wd.u32(wd.wave_active_any_but_first(out[0]))
"""
QUESTIONS = """
import inspect, json, sys
from importlib.machinery import SourceFileLoader

import numpy as np
import wavedialect as wd
from kernels import kernel, wrong
from wavedialect.explorer.roads import _COUNTED
from wavedialect.frontends.python.frontend import build_module
from wavedialect.frontends.python.operation_names import in_python
from wavedialect.interpreter.interpreter import InterpretedKernel
from wavedialect.ir.module import KernelAttributes
from wavedialect.ir.printer import print_module
from wavedialect.runtime.device_limits import WAVE_OPERATIONS

def refusal(build):
    try:
        build()
    except (wd.WaveError, AttributeError) as error:
        return str(error)

module = build_module(kernel, KernelAttributes(num_waves=1))
values = np.zeros(4, np.uint32)
InterpretedKernel(module, 4).run([values], (1, 1, 1))
scripts = sys.argv[1]
reference = SourceFileLoader("reference", f"{scripts}/intrinsic-reference").load_module()
support = SourceFileLoader("support", f"{scripts}/support-table").load_module()
made = wd.wave_active_any_but_first
print(json.dumps({
    "public": "wave_active_any_but_first" in wd.__all__,
    "signature": str(inspect.signature(made)),
    "text": print_module(module),
    "values": values.tolist(),
    "refusal": refusal(lambda: build_module(wrong, KernelAttributes(num_waves=1))),
    "alias": refusal(lambda: wd.subgroup_any_but_first),
    "message": in_python("'wave.any_but_first' op is wrong"),
    "classes": [name for name, operations in WAVE_OPERATIONS.items() if "wave.any_but_first" in operations],
    "counted": bool(_COUNTED["wave operations"].search("%0 = wave.any_but_first %1")),
    "reference": reference.row(made.name, made.signature, made.hlsl, made.function.__doc__),
    "support": [[row.hlsl, row.text] for row in support.ROWS if "any_but_first" in row.text],
}))
"""


@pytest.fixture(scope="module")
def with_another_vote(tmp_path_factory):
    """The facts about the new vote in a copy of the package with the edits of the page."""
    folder = tmp_path_factory.mktemp("another_vote")
    copy = folder / "wavedialect"
    package = Path(wd.__file__).parent
    shutil.copytree(package, copy, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    for library in package.glob("*.so"):
        (copy / library.name).symlink_to(library)
    edits = "".join(edit for edit in EDITS if edit.startswith("--- a/python/"))
    subprocess.run(["git", "apply", "-p2", "-"], input=edits, text=True, cwd=folder, check=True)
    (folder / "kernels.py").write_text(KERNELS)
    # Without `site`, which would find the package of this checkout first.
    path = os.pathsep.join([str(folder), str(Path(np.__file__).parents[1])])
    done = subprocess.run(
        [sys.executable, "-S", "-W", "ignore", "-c", QUESTIONS, str(ROOT / "scripts")],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_the_edits_of_the_page_apply():
    edited = [re.match(r"--- a/(\S+)\n\+\+\+ b/(\S+)\n", edit) for edit in EDITS]
    assert len(edited) == 7 and all(names[1] == names[2] for names in edited)
    subprocess.run(["git", "apply", "--check", "-"], input="".join(EDITS), text=True, cwd=ROOT, check=True)


def test_a_vote_is_one_declaration_and_one_step(with_another_vote):
    said = with_another_vote
    assert said["public"] and said["signature"] == "(predicate: 'Any', /) -> 'Any'"
    assert re.search(r"= wave\.any_but_first %\d+ loc\(", said["text"])
    assert said["values"] == [1] * 4
    assert "`wave_active_any_but_first` expects bool, got u32" in said["refusal"]
    assert "did you mean `wd.wave_active_any_but_first`?" in said["alias"]
    assert said["message"] == "`wd.wave_active_any_but_first` is wrong"
    assert said["classes"] == ["vote"] and said["counted"]
    assert said["reference"].startswith(
        "| `WaveActiveAnyButFirst` | `wd.wave_active_any_but_first(predicate)` | True if"
    )
    assert said["reference"].endswith("| `wave.any_but_first` |")
    assert said["support"] == [["WaveActiveAnyButFirst", "wave.any_but_first %x"]]
