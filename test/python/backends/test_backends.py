"""Targets and kinds of devices are found by their folders, and no module outside of a backend tests for their names."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from compile_for_null import counts

import wavedialect as wd
from wavedialect import backends
from wavedialect.driver import registry
from wavedialect.extensions import native

HERE = Path(__file__).parent
BUILD = Path(os.environ.get("WAVE_BUILD", HERE.parents[2] / "build"))
PACKAGE = Path(wd.__file__).parent


@pytest.fixture
def null_backend(monkeypatch):
    """The Python half of a target that prints the module, in a folder of its own."""
    monkeypatch.setattr(backends, "__path__", [*backends.__path__, str(HERE / "targets")])
    found = (registry._backends, registry.targets, registry.device_kinds)
    for cached in found:
        cached.cache_clear()
    yield
    monkeypatch.undo()
    for cached in found:
        cached.cache_clear()


def test_a_target_is_a_folder_in_each_language():
    """test/lib/Targets/Null and targets/null."""
    native = sorted((BUILD / "test/native").glob("_native.*"))
    if not native:
        pytest.skip("wave-test-native is not built")
    command = [sys.executable, HERE / "compile_for_null.py", native[0]]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    targets, comment, *module = printed.splitlines()
    assert targets == "cpu dxil mlir null ptx spirv"
    assert comment == "// kernel counts"
    text = "\n".join(module)
    assert "wave.func @counts" in text and "wave.group_wave_count" not in text


def test_arguments_of_another_target(null_backend):
    with pytest.raises(wd.WaveError, match="target 'null' has no stage 'gpu' that a file can replace"):
        counts.compile("null", stage_files={"gpu": "x.mlir"})
    with pytest.raises(wd.WaveError, match="shader_model, emulate and guard_wave_count belong to target='dxil'"):
        counts.compile("null", shader_model="6.6")


def test_a_target_that_the_native_compiler_lacks(null_backend):
    with pytest.raises(wd.InternalError, match='there is no target "null"'):
        counts.compile("null")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"debug_infos": True}, 'target "spirv" has no option "debug_infos"'),
        ({"debug_info": "yes"}, 'target "spirv" has an option "debug_info" of another type'),
    ],
)
def test_options_that_a_target_lacks(options, message):
    result = native().compile("module {}", "builtin.module()", "spirv", options)
    assert not result.ok
    assert [diagnostic.message for diagnostic in result.diagnostics] == [message]


def test_both_languages_have_the_same_targets():
    assert set(native().targets()) == set(registry.targets())


def test_a_target_that_is_not_there():
    with pytest.raises(wd.WaveError, match="there is no target 'null' in this build"):
        counts.compile("null")


def test_targets_and_devices_are_in_order():
    assert list(registry.targets()) == ["spirv", "dxil", "ptx", "cpu", "mlir"]
    assert list(registry.device_kinds()) == ["cpu", "interpreter", "vulkan", "cuda"]
    assert registry.code_target_choice() == "target='spirv', target='dxil', target='ptx' or target='cpu'"


#: Files that may compare with the name of a target or of a kind of device, and why.
EXCEPTIONS = {
    "command/compile.py": "dxc's options -spirv and -T name a target",
    "command/shader_options.py": "only a compile for SPIR-V has dxc's macro __spirv__",
    "command/kernel_file.py": "a language of files",
    "debugger/commands.py": "a severity of findings, and a language without expressions",
    "debugger/places.py": "a language without functions",
    "debugger/text_statements.py": "a language of expressions",
    "explanations/__init__.py": "a language of blocks of code",
    "explorer/page.py": "the page follows a kernel in another way on each target",
    "runtime/device.py": "a kind of device of PyTorch",
    "runtime/foreign_arrays.py": "a kind of device of PyTorch",
    "tuning/tune.py": "the time of the interpreter says nothing",
}


def test_names_are_compared_only_in_their_backends():
    names = "|".join([*registry.targets(), *registry.device_kinds()])
    compared = re.compile(rf'''[=!]= ?"({names})"|"({names})" (not )?in |\bin \([^)]*"({names})"''')
    paths = [path for path in PACKAGE.rglob("*.py") if "backends" not in path.parts]
    found = {str(path.relative_to(PACKAGE)) for path in paths if compared.search(path.read_text())}
    assert found == set(EXCEPTIONS)
