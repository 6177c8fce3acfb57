"""Targets and kinds of devices are found by their folders, and no module outside of a backend tests for their names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import wavedialect as wd
from wavedialect import backends, u32
from wavedialect.driver import registry

PACKAGE = Path(wd.__file__).parent

FACTS = """
from wavedialect.driver.registry import Target

TARGET = Target("listing", __name__, "readers", 9, ("wave",), makes_code=False)
"""
COMPILE = """
from wavedialect.driver.compilation import Compile


def compile_request(program, request, route):
    compile = Compile(program.listing, route)

    def listing(result):
        return [(f"{program.name}.txt", result.stages[-1][1].encode())]

    return compile.done(compile.call("run_pipeline", "builtin.module(wave-fold-counts)", True, files=listing))
"""


@wd.kernel(num_waves=4)
def counts(out: wd.RWBuffer[u32]):
    out[0] = wd.group_wave_count()


@pytest.fixture
def another_backend(tmp_path, monkeypatch):
    """A target that prints the module, in a folder of its own."""
    backend = tmp_path / "listing"
    backend.mkdir()
    (backend / "__init__.py").write_text(FACTS)
    (backend / "compile.py").write_text(COMPILE)
    monkeypatch.setattr(backends, "__path__", [*backends.__path__, str(tmp_path)])
    found = (registry._backends, registry.targets, registry.device_kinds)
    for cached in found:
        cached.cache_clear()
    yield
    monkeypatch.undo()
    for cached in found:
        cached.cache_clear()


def test_a_target_is_a_folder(another_backend, tmp_path):
    bundle = counts.compile("listing")
    text = bundle.files["counts.txt"].decode()
    assert "wave.func @counts" in text and "wave.group_wave_count" not in text
    bundle.dump(tmp_path / "dump")
    assert (tmp_path / "dump" / "0-wave.mlir").exists()
    with pytest.raises(wd.WaveError, match="no file can stand for a stage 'gpu' of target 'listing'"):
        counts.compile("listing", stage_files={"gpu": "x.mlir"})
    with pytest.raises(wd.WaveError, match="shader_model, emulate and guard_wave_count belong to target='dxil'"):
        counts.compile("listing", shader_model="6.6")


def test_a_target_that_is_not_there():
    with pytest.raises(wd.WaveError, match="there is no target 'listing' in this build"):
        counts.compile("listing")


def test_targets_and_devices_are_in_order():
    assert list(registry.targets()) == ["spirv", "dxil", "cpu", "mlir"]
    assert list(registry.device_kinds()) == ["cpu", "interpreter", "vulkan"]
    assert registry.code_target_choice() == "target='spirv', target='dxil' or target='cpu'"


#: Files that may compare with the name of a target or of a kind of device, and why.
EXCEPTIONS = {
    "explanations/__init__.py": "a language of blocks of code",
    "explorer/page.py": "the page follows a kernel in another way on each target",
    "runtime/foreign_arrays.py": "a kind of device of PyTorch",
    "tuning/tune.py": "the time of the interpreter says nothing",
}


def test_names_are_compared_only_in_their_backends():
    names = "|".join([*registry.targets(), *registry.device_kinds()])
    compared = re.compile(rf'''[=!]= ?"({names})"|"({names})" (not )?in |\bin \([^)]*"({names})"''')
    paths = [path for path in PACKAGE.rglob("*.py") if "backends" not in path.parts]
    found = {str(path.relative_to(PACKAGE)) for path in paths if compared.search(path.read_text())}
    assert found == set(EXCEPTIONS)
