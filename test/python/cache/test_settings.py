"""Environment variables: all of them are in one table, which the documentation is printed from, and a wrong value is told."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import wavedialect as wd
from wavedialect import cache, knobs

ROOT = Path(__file__).resolve().parents[3]
BY_NAME = {setting.name: setting for setting in knobs.SETTINGS}


def test_the_documentation_is_printed_from_the_table():
    printed = subprocess.run(
        [sys.executable, ROOT / "scripts" / "settings-reference"], capture_output=True, text=True, check=True
    )
    assert printed.stdout == (ROOT / "docs" / "settings.md").read_text()
    for name in BY_NAME:
        assert f"| `{name}` |" in printed.stdout


def sources():
    for folder, patterns in {
        "python/wavedialect": ["*.py"],
        "python/bindings": ["*.cpp"],
        "lib": ["*.cpp"],
        "tools": ["*.cpp"],
        "test/python": ["*.py"],
        "benchmarks": ["*.py"],
        "examples": ["*.py"],
    }.items():
        for pattern in patterns:
            yield from (ROOT / folder).rglob(pattern)


def test_every_variable_that_is_read_is_in_the_table():
    read = re.compile(r"""(?:environ\.get\(|environ\[|getenv\()\s*["'](WAVEDIALECT_[A-Z_]+)""")
    found: dict[str, set[str]] = {}
    for path in sources():
        for name in read.findall(path.read_text()):
            found.setdefault(name, set()).add(path.relative_to(ROOT).parts[0])
    assert found and found.keys() <= BY_NAME.keys()
    # And the other way round: what the package does not read is read where the table says.
    for setting in knobs.SETTINGS:
        if setting.reader != "package":
            assert {"runtime": "lib", "tests": "test"}[setting.reader] in found.get(setting.name, ()), setting.name


def test_names_and_texts():
    assert len(BY_NAME) == len(knobs.SETTINGS)
    for setting in knobs.SETTINGS:
        assert re.fullmatch(r"WAVEDIALECT_[A-Z]+(_[A-Z]+)*", setting.name)
        assert setting.description.endswith(".") and setting.type and setting.reader in ("package", "runtime", "tests")


@pytest.mark.parametrize(
    "name, value, allowed",
    [
        ("WAVEDIALECT_CACHE", "no", "0 or 1"),
        ("WAVEDIALECT_CACHE", "2", "0 or 1"),
        ("WAVEDIALECT_VULKAN_VALIDATION", "true", "0 or 1"),
        ("WAVEDIALECT_REMARKS", "yes", "0 or 1"),
        ("WAVEDIALECT_DUMP_PASSES", " 1", "0 or 1"),
        ("WAVEDIALECT_CACHE_SIZE", "0", "a number of MiB from 1 to 1048576"),
        ("WAVEDIALECT_CACHE_SIZE", "1G", "a number of MiB from 1 to 1048576"),
        ("WAVEDIALECT_CACHE_SIZE", "-5", "a number of MiB from 1 to 1048576"),
        ("WAVEDIALECT_CACHE_SIZE", "1.5", "a number of MiB from 1 to 1048576"),
        ("WAVEDIALECT_CACHE_SIZE", "9" * 5000, "a number of MiB from 1 to 1048576"),
        ("WAVEDIALECT_CACHE_SIZE", "٣", "a number of MiB from 1 to 1048576"),
        ("WAVEDIALECT_DUMP_DIR", "~nobody-of-that-name/x", "a folder of a user who has one"),
    ],
)
def test_wrong_values(monkeypatch, name, value, allowed):
    monkeypatch.setenv(name, value)
    with pytest.raises(wd.WaveError) as caught:
        BY_NAME[name].value()
    message = str(caught.value)
    assert name in message and repr(value) in message and f"help: set it to {allowed}, or unset it" in message


@wd.kernel(num_waves=1)
def store(out: wd.RWBuffer[wd.u32]):
    out[wd.wave_lane_index()] = 3


@pytest.mark.parametrize("name", ["WAVEDIALECT_CACHE", "WAVEDIALECT_CACHE_SIZE", "WAVEDIALECT_REMARKS"])
def test_a_launch_tells_of_a_wrong_value(monkeypatch, name):
    store._programs.clear()
    monkeypatch.setenv(name, "what")
    said = rf"the environment variable {name} is 'what', .* \[setting-value\]\nhelp: set it to "
    with pytest.raises(wd.WaveError, match=said):
        store.dispatch(1, np.zeros(8, np.uint32), wave_size=8, device="cpu")


def test_a_dump_that_cannot_be_written(monkeypatch):
    monkeypatch.setenv("WAVEDIALECT_DUMP_DIR", "/dev/null/x")
    store._programs.clear()
    said = "WAVEDIALECT_DUMP_DIR is '/dev/null/x', which cannot be written: .* \\[setting-value\\]\nhelp: set it to a folder"
    with pytest.raises(wd.WaveError, match=said):
        store.compile()


def test_an_invalid_device(monkeypatch):
    monkeypatch.setenv("WAVEDIALECT_DEVICE", "toaster")
    with pytest.raises(wd.DeviceError, match=r"there is no device 'toaster' \(WAVEDIALECT_DEVICE=toaster\)\nhelp: the"):
        store.dispatch(1, np.zeros(8, np.uint32))
    # Who names one is told of that one.
    with pytest.raises(wd.DeviceError, match="there is no device 'kettle'\nhelp"):
        store.dispatch(1, np.zeros(8, np.uint32), device="kettle")


def test_empty_is_as_unset(monkeypatch):
    for name in BY_NAME:
        monkeypatch.setenv(name, "")
    assert knobs.default_device() is None and knobs.target_cpu() is None and knobs.dump_directory() is None
    assert knobs.cache_enabled() and knobs.cache_bytes() == 512 << 20 and not knobs.vulkan_validation()
    # Which says something else.
    assert knobs.cache_directory() is None and cache.info().directory is None


@pytest.mark.parametrize("variable, value", [("HOME", ""), ("XDG_CACHE_HOME", "relative")])
def test_no_folder_beside_the_program(monkeypatch, tmp_path, variable, value):
    monkeypatch.chdir(tmp_path)
    for name in ("WAVEDIALECT_CACHE_DIR", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv(variable, value)
    assert knobs.cache_directory() is None
    assert not list(tmp_path.iterdir())


def test_a_folder_in_the_home(monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("WAVEDIALECT_CACHE_DIR", "~/mine/here")
    assert knobs.cache_directory() == str(tmp_path / "mine" / "here")
    monkeypatch.setenv("WAVEDIALECT_DUMP_DIR", "~/dump")
    assert knobs.dump_directory() == tmp_path / "dump"
