"""``wavedialect doctor``: each part, and what it says of parts that are missing."""

from __future__ import annotations

import importlib.util
import json
import sys
import types

import pytest

import wavedialect as wd
from wavedialect import extensions
from wavedialect.command import doctor
from wavedialect.errors import InternalError, WaveError


def parts(command) -> dict[str, dict]:
    result = command("doctor", "--json")
    found = json.loads(result.stdout)
    assert found["ok"] == (result.exit_code == 0) == all(part["state"] != "broken" for part in found["parts"])
    return {part["name"]: part for part in found["parts"]}


def test_all_parts_of_this_build(command):
    found = parts(command)
    assert found["Python"]["found"].endswith(sys.executable)
    assert found["compiler"]["state"] == "ok"
    assert found["compiler"]["found"].startswith("LLVM 22.")
    assert found["device cpu"]["state"] == "ok"
    assert found["processor"]["found"].split(",")[0] in ("x86_64", "aarch64")


def test_every_missing_part_has_a_help(command):
    for part in parts(command).values():
        assert bool(part["fix"]) == (part["state"] != "ok"), part


def test_without_the_compiler(command, monkeypatch):
    def fail():
        raise InternalError("the native compiler cannot be imported", "type `apt-get install libmlir-22`")

    monkeypatch.setattr(extensions, "native", fail)
    found = parts(command)["compiler"]
    assert found["state"] == "broken"
    assert found["fix"] == "type `apt-get install libmlir-22`"
    printed = command("doctor")
    assert printed.exit_code == 1
    assert "broken  compiler\n" in printed.stdout
    assert "type `apt-get install libmlir-22`" in printed.stdout


def test_without_the_front_end_for_hlsl(command, monkeypatch):
    def fail():
        raise WaveError("this build of wavedialect has no HLSL front end", id="hlsl-not-built")

    monkeypatch.setattr(extensions, "hlsl", fail)
    found = parts(command)["HLSL"]
    assert found["state"] == "missing" and found["fix"]


def test_without_tools(command, monkeypatch):
    monkeypatch.setattr(doctor.shutil, "which", lambda name, path: None if name == "wave-opt" else name)
    found = parts(command)["tools"]
    assert (found["state"], found["found"]) == ("missing", "without wave-opt")
    assert "pip install --force-reinstall" in found["fix"]


def test_without_drivers(command, monkeypatch):
    refused = types.SimpleNamespace(name="vulkan", reason="there is no Vulkan loader", fix="apt install libvulkan1")
    monkeypatch.setattr(wd, "refused_devices", lambda: [refused])
    found = parts(command)["device vulkan"]
    assert (found["state"], found["found"], found["fix"]) == ("missing", refused.reason, refused.fix)


def test_a_folder_that_others_can_write_is_no_cache(command, folder, monkeypatch):
    shared = folder / "shared"
    shared.mkdir()
    shared.chmod(0o777)
    monkeypatch.setenv("WAVEDIALECT_CACHE_DIR", str(shared))
    found = parts(command)["cache"]
    assert found["state"] == "missing"
    assert str(shared) in found["found"]
    assert found["fix"]


@pytest.mark.parametrize("module, wanted", [("ml_dtypes", "'wavedialect[bf16]'"), ("cloudpickle", "cloudpickle")])
def test_without_an_optional_package(command, monkeypatch, module, wanted):
    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name, *rest: None if name == module else find(name, *rest))
    found = parts(command)[module]
    assert found["state"] == "missing"
    assert found["fix"] == f"type `{sys.executable} -m pip install {wanted}`"
