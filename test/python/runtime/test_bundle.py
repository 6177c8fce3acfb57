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
from wavedialect.driver import bundle as bundle_module
from wavedialect.driver import compilation
from wavedialect.driver.bundle import Bundle

SCHEMA = json.loads((Path(bundle_module.__file__).parent / "manifest.schema.json").read_text())


@wd.kernel(num_waves=4, wave_size=(16, 64))
def compact(src: wd.Buffer[u32], out: wd.RWBuffer[u32], n: wd.i32, flag: bool):
    total = wd.wave_active_sum(src[wd.wave_lane_index()])
    if flag:
        out[0] = total + u32(n)


# The binding of an image in a manifest.
IMAGE = {
    "name": "image",
    "set": 0,
    "binding": 0,
    "kind": "uav",
    "resource": "image",
    "descriptor": "VK_DESCRIPTOR_TYPE_STORAGE_IMAGE",
    "format": "VK_FORMAT_R16G16B16A16_SFLOAT",
    "element": "f32",
    "components": 4,
}
# The same for a read-only image and a buffer.
SAMPLED = {key: value for key, value in IMAGE.items() if key != "format"} | {
    "kind": "srv",
    "descriptor": "VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE",
}
BUFFER = SAMPLED | {"name": "small", "resource": "buffer", "descriptor": "VK_DESCRIPTOR_TYPE_STORAGE_BUFFER"}


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
    lowered: bool = False


@pytest.fixture
def native(monkeypatch):
    """A compiler that answers what the test sets, and remembers what it was asked."""
    # A kernel repeats no warning, and the tests share this one.
    compact._warned.clear()
    fake = types.ModuleType("wavedialect._native")
    fake.result = Result()
    fake.result.stages, fake.result.files = sample_result()
    fake.asked = []

    def answer(*arguments):
        fake.asked.append(arguments)
        return fake.result

    fake.compile = fake.run_pipeline = answer
    monkeypatch.setitem(sys.modules, "wavedialect._native", fake)
    monkeypatch.setattr(wd, "_native", fake, raising=False)
    return fake


def test_the_schema_is_a_schema_and_takes_the_sample():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    jsonschema.validate(sample_manifest(), SCHEMA)
    threads = {
        "num_waves": None,
        "num_threads": [8, 8, 1],
        "specialization": {},
        "wave_sizes": [],
        "requires": {"full_subgroups": False, "required_subgroup_size": False, "maintenance4": False},
    }
    jsonschema.validate(sample_manifest(**threads), SCHEMA)


def test_the_schema_takes_images_vectors_and_small_types():
    buffer = {**BUFFER, "binding": 1, "element": "f16", "components": 3}
    constants = [
        {"name": "v", "offset": 0, "element": "i16", "components": 3, "role": "argument"},
        {"name": "d", "offset": 16, "element": "f64", "components": 1, "role": "argument"},
        {"name": "small", "offset": 24, "element": "u32", "components": 1, "role": "length"},
    ]
    fields = {"bindings": [IMAGE, SAMPLED, buffer], "constants": {"bytes": 28, "fields": constants}}
    jsonschema.validate(sample_manifest(**fields), SCHEMA)


@pytest.mark.parametrize(
    "changes",
    [
        {"version": 1},
        {"wave_sizes": []},
        {"wave_sizes": [12]},
        {"num_waves": 0},
        {"num_waves": None},
        {"num_threads": [8, 8, 1]},
        {"lanes_per_group": {"24": 3}},
        {"bindings": [{"name": "src"}]},
        {"constants": {"bytes": 132, "fields": []}},
        {"constants": {"bytes": 4, "fields": [{"name": "n", "offset": 2, "element": "u32", "role": "argument"}]}},
        {"constants": {"bytes": 4, "fields": [{"name": "n", "offset": 0, "element": "u32", "role": "argument"}]}},
        {"requires": {}},
        {"requires": {"full_subgroups": True, "required_subgroup_size": True}},
        {"form": "generic"},
        {"module": None},
        {"module": None, "form": "fixed"},
        {"form": "fixed"},
        {"modules": {"16": "compact.w16.spv"}},
        {"bindings": [{**IMAGE, "components": 3}]},
        {"bindings": [{**IMAGE, "element": "f16"}]},
        {"bindings": [{**IMAGE, "resource": "texture"}]},
        {"bindings": [{**IMAGE, "kind": "srv"}]},
        {"bindings": [{**SAMPLED, "kind": "uav"}]},
        {"bindings": [{**SAMPLED, "format": "VK_FORMAT_R32_SFLOAT"}]},
        {"bindings": [{**BUFFER, "descriptor": "VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER"}]},
        {"bindings": [{**BUFFER, "components": 5}]},
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


def test_a_preferred_wave_size_is_in_the_manifest(native):
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
        ({"unchecked": True, "opt_level": 0}, "builtin.module(wave-to-spirv{unchecked=true opt-level=0})"),
    ],
)
def test_options_of_the_pipeline(native, options, pipeline):
    compact.compile(**options)
    text, asked, target, switches, stages = native.asked[-1]
    assert "wave.func @compact" in text
    assert (asked, target, stages) == (pipeline, "spirv", True)
    assert not switches["maximal_reconvergence"]


def test_debug_info_is_asked_for(native):
    compact.compile(debug_info=True)
    assert native.asked[-1][3]["debug_info"] is True
    compact.compile()
    assert native.asked[-1][3]["debug_info"] is False


def test_an_unknown_form():
    with pytest.raises(wd.WaveError, match="form is 'small'\nhelp: use 'specialized' or 'fixed'"):
        compact.compile(form="small")


# The fixed form.


@pytest.fixture
def native_of_sizes(native):
    """A compiler that answers for all sizes, and for one of them; a size's changes can be set."""
    native.changes = {}

    def answer(text, pipeline, *rest):
        native.asked.append((text, pipeline, *rest))
        found = re.search(r"fixed-wave-size=(\d+)", pipeline)
        size = int(found[1]) if found else None
        changes = {}
        if size:
            changes = {
                "form": "fixed",
                "module": None,
                "modules": {str(size): f"compact.w{size}.spv"},
                "specialization": {"robust_buffers": {"id": 1, "equals": "1 where robustBufferAccess2 is on, else 0"}},
                "groupshared_bytes": 4 * size,
                "requires": {"full_subgroups": True, "required_subgroup_size": True, "maintenance4": False},
            }
        result = Result()
        stages, files = sample_result(**changes, **native.changes.get(size, {}))
        result.stages = [(name, text + (f" of {size}" if size and name != "wave" else "")) for name, text in stages]
        result.files = [(f"compact.w{size}.spv", bytes([size])) if size else files[0], files[1]]
        result.diagnostics = [Diagnostic("warning", "take care [barrier-unknown]")]
        return result

    native.compile = answer
    return native


def test_the_fixed_form_has_a_module_a_size(native_of_sizes):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        made = compact.compile(form="fixed", unchecked=True, maximal_reconvergence=True)
    # Once, and not once a size.
    assert [str(warning.message) for warning in caught] == ["take care [barrier-unknown]"]
    pipelines = [asked[1] for asked in native_of_sizes.asked]
    options = [f"unchecked=true fixed-wave-size={size}" for size in (16, 32, 64)]
    assert pipelines == [f"builtin.module(wave-to-spirv{{{option}}})" for option in options]
    assert all(
        asked[2:4] == ("spirv", {"maximal_reconvergence": True, "debug_info": False}) for asked in native_of_sizes.asked
    )

    manifest = made.manifest
    jsonschema.validate(manifest, SCHEMA)
    assert json.loads(made.files["manifest.json"]) == manifest
    assert (manifest["form"], manifest["module"]) == ("fixed", None)
    assert manifest["modules"] == {str(size): f"compact.w{size}.spv" for size in (16, 32, 64)}
    assert sorted(made.files) == ["compact.w16.spv", "compact.w32.spv", "compact.w64.spv", "manifest.json"]
    for size in (16, 32, 64):
        assert made.module_at(size) == made.files[f"compact.w{size}.spv"] == bytes([size])
    assert list(manifest["specialization"]) == ["robust_buffers"]
    assert manifest["requires"] == {"full_subgroups": True, "required_subgroup_size": True, "maintenance4": False}
    assert manifest["groupshared_bytes"] == 256
    assert manifest["lanes_per_group"] == {"16": 64, "32": 128, "64": 256}
    assert made.wave_sizes == [16, 32, 64]
    assert manifest["dropped_wave_sizes"] == sample_manifest()["dropped_wave_sizes"]


def test_stages_of_the_fixed_form(native_of_sizes):
    with pytest.warns(wd.WaveWarning):
        stages = compact.compile(form="fixed").stages
    sizes = (16, 32, 64)
    assert list(stages) == ["wave", *(f"{name}.w{size}" for name in ("gpu", "spirv", "assembly") for size in sizes)]
    assert stages["gpu.w32"] == "gpu.module of 32"


def test_the_fixed_form_with_a_preference(native_of_sizes):
    with pytest.warns(wd.WaveWarning):
        made = compact.compile(form="fixed", prefer_wave_size="large")
    jsonschema.validate(made.manifest, SCHEMA)
    assert made.manifest["preferred_wave_size"] == 64
    assert made.module_at(64) == bytes([64])


def test_capabilities_of_the_fixed_form_are_those_of_all_modules(native_of_sizes):
    native_of_sizes.changes[32] = {"capabilities": ["Shader", "GroupNonUniform", "GroupNonUniformVote"]}
    with pytest.warns(wd.WaveWarning):
        manifest = compact.compile(form="fixed").manifest
    all_of_them = {*sample_manifest()["capabilities"], "GroupNonUniformVote"}
    assert set(manifest["capabilities"]) == all_of_them and len(manifest["capabilities"]) == len(all_of_them)


def test_modules_that_do_not_fit_together_are_a_fault_of_the_compiler(native_of_sizes):
    native_of_sizes.changes[64] = {"bindings": []}
    with pytest.warns(wd.WaveWarning), pytest.raises(wd.InternalError, match="'compact' differ in their bindings"):
        compact.compile(form="fixed")


def test_an_error_at_one_size_of_the_fixed_form(native_of_sizes):
    whole = native_of_sizes.compile

    def answer(text, pipeline, *rest):
        if "=32" in pipeline:
            return Result(False, [Diagnostic("error", "no room [groupshared-limit]")])
        return whole(text, pipeline, *rest)

    native_of_sizes.compile = answer
    with pytest.warns(wd.WaveWarning), pytest.raises(wd.CompileError, match=r"no room \[groupshared-limit\]"):
        compact.compile(form="fixed")


def test_a_num_threads_kernel_has_one_module_in_the_fixed_form(native):
    threads = {
        "num_waves": None,
        "num_threads": [8, 8, 1],
        "specialization": {},
        "wave_sizes": [16, 32],
        "lanes_per_group": {},
        "form": "fixed",
        "requires": {"full_subgroups": False, "required_subgroup_size": True, "maintenance4": False},
    }
    native.result.stages, native.result.files = sample_result(**threads)
    made = compact.compile(form="fixed")
    jsonschema.validate(made.manifest, SCHEMA)
    assert json.loads(made.files["manifest.json"]) == made.manifest
    assert (made.manifest["form"], made.manifest["module"], made.manifest["modules"]) == ("fixed", "compact.spv", {})
    assert made.module_at(16) == made.module_at(32) == made.files["compact.spv"]
    assert [asked[1] for asked in native.asked] == ["builtin.module(wave-to-spirv{fixed-wave-size=16})"]


def test_an_error_of_ours_is_a_compile_error(native):
    note = Diagnostic("note", "the count is stated here", line=1, column=2)
    native.result = Result(
        False, [Diagnostic("error", "'wave.func' op num_waves must be positive [num-waves-zero]", notes=[note])]
    )
    with pytest.raises(wd.CompileError) as caught:
        compact.compile()
    error = caught.value
    assert (error.id, error.message) == ("num-waves-zero", "num_waves must be positive")
    assert (error.file, error.line, error.column) == ("k.py", 3, 5)
    assert error.notes == [("the count is stated here", "k.py", 1, 2)]
    assert "k.py:1:2: note: the count is stated here" in str(error)


def test_the_interpreter_asks_the_verifier_too(native):
    native.result = Result(False, [Diagnostic("error", "no wave is left [num-waves-zero]")])
    compact._programs.clear()
    with pytest.raises(wd.CompileError, match=r"k.py:3:5: no wave is left \[num-waves-zero\]"):
        compact.dispatch(1, np.zeros(4, np.uint32), np.zeros(4, np.uint32), 1, True, device="interpreter")
    assert native.asked[-1][1] == compilation.VERIFY_PIPELINE
    compact._programs.clear()


def test_further_errors_become_notes(native):
    native.result = Result(
        False, [Diagnostic("error", "first [mixed-types]"), Diagnostic("error", "second [type-change]", line=9)]
    )
    with pytest.raises(wd.CompileError, match="first") as caught:
        compact.compile()
    assert caught.value.notes == [("also: second [type-change]", "k.py", 9, 5)]


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


def test_a_warning_is_given_once_for_a_place(native):
    """Neither each wave size nor each target nor each level of optimization repeats it."""
    native.result.diagnostics = [
        Diagnostic("warning", "the barrier's condition is not known [barrier-unknown]", line=line) for line in (7, 9)
    ]
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        compact.compile()
        compact.compile(unchecked=True)
        compact.compile(opt_level=1)
    assert [warning.lineno for warning in caught] == [7, 9]


def test_stages_are_dumped_where_the_variable_says(native, monkeypatch, tmp_path):
    monkeypatch.setenv("WAVEDIALECT_DUMP_DIR", str(tmp_path))
    compact.compile()
    names = sorted(path.name for path in (tmp_path / "compact").iterdir())
    assert names == ["0-wave.mlir", "1-gpu.mlir", "2-spirv.mlir", "3-assembly.spvasm", "compact.spv", "manifest.json"]


def test_a_missing_compiler_gives_advice():
    """In a process of its own, in which the native module cannot be imported."""
    program = (
        "import sys; sys.modules['wavedialect._native'] = None\n"
        "import wavedialect as wd\n"
        "from wavedialect import extensions\n"
        "try: extensions.native()\n"
        "except wd.InternalError as error: print(error)\n"
    )
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert "the native compiler cannot be imported" in said
    assert "run `scripts/setup`" in said
