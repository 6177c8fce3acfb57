"""Bundles, the manifest's schema, and what becomes of the compiler's diagnostics."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import types
import warnings
from dataclasses import dataclass, field
from pathlib import Path

import jsonschema
import numpy as np
import pytest
from sample_manifest import sample_manifest, sample_result

import wavedialect as wd
from wavedialect import u32
from wavedialect.compiler import bundle as bundle_module
from wavedialect.compiler import driver
from wavedialect.compiler.bundle import Bundle
from wavedialect.compiler.driver import CompileOptions

SCHEMA = json.loads((Path(bundle_module.__file__).parent / "manifest.schema.json").read_text())


@wd.kernel(num_waves=4, wave_size=(16, 64))
def compact(src: wd.Buffer[u32], out: wd.RWBuffer[u32], n: wd.i32, flag: bool):
    total = wd.wave_active_sum(src[wd.wave_lane_index()])
    if flag:
        out[0] = total + u32(n)


@dataclass
class Diagnostic:
    severity: str
    message: str
    file: str = "k.py"
    line: int = 3
    column: int = 5
    notes: list = field(default_factory=list)


@dataclass
class Result:
    ok: bool = True
    diagnostics: list = field(default_factory=list)
    stages: list = field(default_factory=list)
    files: list = field(default_factory=list)


@pytest.fixture
def native(monkeypatch):
    """A compiler that answers what the test sets, and remembers what it was asked."""
    fake = types.ModuleType("wavedialect._native")
    fake.result = Result()
    fake.result.stages, fake.result.files = sample_result()
    fake.asked = []

    def answer(*arguments):
        fake.asked.append(arguments)
        return fake.result

    fake.compile_spirv = fake.run_pipeline = answer
    monkeypatch.setitem(sys.modules, "wavedialect._native", fake)
    monkeypatch.setattr(wd, "_native", fake, raising=False)
    return fake


def test_the_schema_is_a_schema_and_takes_the_sample():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    jsonschema.validate(sample_manifest(), SCHEMA)
    threads = {"num_waves": None, "num_threads": [8, 8, 1], "specialization": {}, "wave_sizes": []}
    jsonschema.validate(sample_manifest(**threads), SCHEMA)


@pytest.mark.parametrize(
    "changes",
    [
        {"version": 2},
        {"wave_sizes": []},
        {"wave_sizes": [12]},
        {"num_waves": 0},
        {"num_waves": None},
        {"num_threads": [8, 8, 1]},
        {"lanes_per_group": {"24": 3}},
        {"bindings": [{"name": "src"}]},
        {"constants": {"bytes": 132, "fields": []}},
        {"constants": {"bytes": 4, "fields": [{"name": "n", "offset": 2, "element": "u32", "role": "argument"}]}},
        {"requires": {}},
        {"unknown": 1},
    ],
)
def test_the_schema_refuses(changes):
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(sample_manifest(**changes), SCHEMA)


def test_stages_are_ordered_and_printable():
    made = Bundle(*sample_result())
    assert list(made.stages) == ["wave", "gpu", "spirv", "assembly"]
    assert made.stages["gpu"] == "gpu.module"
    assert str(made.stages).startswith("// ----- wave -----\nmodule {}\n\n// ----- gpu -----\n")
    with pytest.raises(KeyError, match="the stages are wave, gpu, spirv, assembly"):
        made.stages["llvm"]


def test_saving_writes_every_file(tmp_path):
    made = Bundle(*sample_result())
    made.save(tmp_path / "new" / "folder")
    assert sorted(path.name for path in (tmp_path / "new" / "folder").iterdir()) == ["compact.spv", "manifest.json"]
    assert (tmp_path / "new" / "folder" / "compact.spv").read_bytes() == made.files["compact.spv"]
    assert made.wave_sizes == [16, 32, 64]


def test_a_preferred_wave_size_stands_in_the_manifest(native):
    assert compact.compile().manifest["preferred_wave_size"] is None
    large = compact.compile(prefer_wave_size="large")
    assert large.manifest["preferred_wave_size"] == 64
    assert json.loads(large.files["manifest.json"]) == large.manifest
    assert compact.compile(prefer_wave_size="small").manifest["preferred_wave_size"] == 16
    jsonschema.validate(large.manifest, SCHEMA)


@pytest.mark.parametrize(
    ("options", "pipeline"),
    [
        ({}, "builtin.module(wave-to-spirv)"),
        ({"guard_wave_size": True}, "builtin.module(wave-to-spirv{guard-wave-size=true})"),
        ({"unchecked": True, "opt_level": 2}, "builtin.module(wave-to-spirv{unchecked=true opt-level=2})"),
    ],
)
def test_options_of_the_pipeline(native, options, pipeline):
    assert CompileOptions(**options).pipeline == pipeline
    compact.compile(**options)
    text, asked, maximal_reconvergence = native.asked[-1]
    assert "wave.func @compact" in text
    assert (asked, maximal_reconvergence) == (pipeline, False)


def test_an_error_of_ours_is_a_compile_error(native):
    note = Diagnostic("note", "the count is stated here", line=1, column=2)
    native.result = Result(
        False, [Diagnostic("error", "'wave.func' op num_waves must be positive [num-waves-zero]", notes=[note])]
    )
    with pytest.raises(wd.CompileError) as caught:
        compact.compile()
    error = caught.value
    assert (error.id, error.message) == ("num-waves-zero", "the kernel: num_waves must be positive")
    assert (error.file, error.line, error.column) == ("k.py", 3, 5)
    assert error.notes == [("the count is stated here", "k.py", 1, 2)]
    assert "k.py:1:2: note: the count is stated here" in str(error)


def test_the_interpreter_asks_the_verifier_too(native):
    native.result = Result(False, [Diagnostic("error", "no wave is left [num-waves-zero]")])
    compact._programs.clear()
    with pytest.raises(wd.CompileError, match=r"k.py:3:5: no wave is left \[num-waves-zero\]"):
        compact.dispatch(1, np.zeros(4, np.uint32), np.zeros(4, np.uint32), 1, True, device="interpreter")
    assert native.asked[-1][1] == driver.VERIFY_PIPELINE
    compact._programs.clear()


def test_further_errors_become_notes(native):
    native.result = Result(
        False, [Diagnostic("error", "first [rule-a]"), Diagnostic("error", "second [rule-b]", line=9)]
    )
    with pytest.raises(wd.CompileError, match="first") as caught:
        compact.compile()
    assert caught.value.notes == [("also: second [rule-b]", "k.py", 9, 5)]


def test_an_error_without_an_id_is_ours_and_can_be_repeated(native):
    native.result = Result(False, [Diagnostic("error", "failed to legalize operation 'x'")])
    with pytest.raises(wd.InternalError, match="failed to legalize") as caught:
        compact.compile(unchecked=True)
    command = re.search(r"wave-opt --pass-pipeline='(.*)' (\S+compact.mlir)", str(caught.value))
    assert command[1] == "builtin.module(wave-to-spirv{unchecked=true})"
    assert Path(command[2]).read_text() == native.asked[-1][0]


def test_a_failure_without_a_word_is_an_internal_error(native):
    native.result = Result(False)
    with pytest.raises(wd.InternalError, match="the compiler gave no reason"):
        compact.compile()


def test_warnings_stand_at_the_user_s_line(native):
    native.result.diagnostics = [
        Diagnostic("warning", "the barrier's condition is not known [barrier-unknown]", line=7)
    ]
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        compact.compile()
    (warning,) = caught
    assert warning.category is wd.WaveWarning
    assert (warning.filename, warning.lineno) == ("k.py", 7)
    assert str(warning.message) == "the barrier's condition is not known [barrier-unknown]"


def test_stages_are_dumped_where_the_variable_says(native, monkeypatch, tmp_path):
    monkeypatch.setenv("WAVEDIALECT_DUMP_DIR", str(tmp_path))
    compact.compile()
    names = sorted(path.name for path in (tmp_path / "compact").iterdir())
    assert names == ["0-wave.txt", "1-gpu.txt", "2-spirv.txt", "3-assembly.txt", "compact.spv", "manifest.json"]


def test_a_missing_compiler_says_what_to_do():
    """In a process of its own, in which the native module cannot be imported."""
    program = (
        "import sys; sys.modules['wavedialect._native'] = None\n"
        "import wavedialect as wd\n"
        "from wavedialect.compiler import driver\n"
        "try: driver.native()\n"
        "except wd.InternalError as error: print(error)\n"
    )
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert "the native compiler cannot be imported" in said
    assert "run `scripts/setup`" in said
