"""Pipelines that a driver has compiled are kept on disk, one file a device and driver."""

from __future__ import annotations

import os
import pathlib
import shutil
import subprocess

import pytest

PRELUDE = """
import threading
from spirv_kernels import add_kernel
from wavedialect import _vulkan

device = _vulkan.Device(0, pipeline_cache=FOLDER)
KERNEL = add_kernel()

def load(number, on=device):
    # A pipeline of its own for each number.
    return on.load(KERNEL, "main", [(0, 0)], 8, {7: number}, 0, False)
"""


@pytest.fixture(scope="module")
def loader(tmp_path_factory):
    compiler = shutil.which("cc")
    if not compiler:
        pytest.skip("no C compiler")
    library = tmp_path_factory.mktemp("loader") / "libkeeping.so"
    source = pathlib.Path(__file__).parent / "keeping_loader.c"
    subprocess.run([compiler, "-shared", "-fPIC", "-Wall", "-Werror", "-o", library, source, "-ldl"], check=True)
    return str(library)


@pytest.fixture
def run(in_process, loader, tmp_path):
    """Runs a text on the driver that keeps pipelines; gives what happens, line by line."""
    folder = tmp_path / "pipelines"
    folder.mkdir(exist_ok=True)

    def call(text, **environment):
        text = f"FOLDER = {str(folder)!r}\n" + PRELUDE + text
        return in_process(text, WAVEDIALECT_VULKAN_LOADER=loader, **environment).split("\n")[:-1]

    call.folder = folder
    return call


ADD = "load(1)\n"
OTHER = "load(2)\n"


def test_a_pipeline_is_found_by_the_next_process(run):
    assert run(ADD + "device.close()") == ["cache 0", "compiled"]
    (file,) = run.folder.iterdir()
    assert file.name.startswith("vulkan-") and file.suffix == ".pipelines"
    assert run(ADD + "device.close()\nprint(device.found_pipeline_bytes)") == ["cache 1", "found", "40"]
    # What is new is added; the file was read again before, for the others' sake.
    assert run(ADD + OTHER + "device.close()") == ["cache 1", "found", "compiled", "cache 1"]
    assert run(ADD + OTHER) == ["cache 2", "found", "found"]


def test_the_cache_of_a_killed_process(run):
    """It writes at once, and then once a second."""
    killed = f"FOLDER = {str(run.folder)!r}\n{PRELUDE}load(1); load(2)\nimport os\nos.kill(os.getpid(), 9)"
    said = run(f"import subprocess, sys\nsubprocess.run([sys.executable, '-c', {killed!r}])")
    # The other process has begun with nothing, too.
    assert sorted(said) == ["cache 0", "cache 0", "compiled", "compiled"]
    assert run(ADD + OTHER)[:3] == ["cache 1", "found", "compiled"]


def test_two_processes_add_to_one_file(run):
    """Both begin with nothing; the second one to write keeps what the first one wrote."""
    two = "other = _vulkan.Device(0, pipeline_cache=FOLDER)\nload(2, other)\n"
    assert run(two + ADD + "device.close(); other.close()") == ["cache 0", "cache 0", "compiled", "compiled", "cache 1"]
    assert run(ADD + OTHER) == ["cache 2", "found", "found"]


DAMAGES = {
    "empty": lambda data: b"",
    "cut off": lambda data: data[:-1],
    "the head alone": lambda data: data[:72],
    "half a head": lambda data: data[:40],
    "another magic": lambda data: b"x" + data[1:],
    "the driver's head": lambda data: data[:76] + b"\x07" + data[77:],
    "a flipped bit at the end": lambda data: data[:-1] + bytes([data[-1] ^ 1]),
    "more behind it": lambda data: data + b"\0",
    "a size of exabytes": lambda data: data[:56] + b"\xff" * 8 + data[64:],
    "garbage": lambda data: os.urandom(4096),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_replaced(run, damage):
    run(ADD + "device.close()")
    (file,) = run.folder.iterdir()
    whole = file.read_bytes()
    file.write_bytes(DAMAGES[damage](whole))
    assert run(ADD + "device.close()") == ["cache 0", "compiled"]
    assert file.read_bytes() == whole
    assert [path.name for path in run.folder.iterdir()] == [file.name]


def test_a_file_that_others_can_write(run):
    """It may be older than the rights of its folder, and is replaced; a new one is the user's alone."""
    before = os.umask(0)
    try:
        run(ADD + "device.close()")
    finally:
        os.umask(before)
    (file,) = run.folder.iterdir()
    assert file.stat().st_mode & 0o777 == 0o600
    for mode in (0o620, 0o602):
        file.chmod(mode)
        assert run(ADD + "device.close()") == ["cache 0", "compiled"]
        assert file.stat().st_mode & 0o777 == 0o600
    assert run(ADD) == ["cache 1", "found"]
    elsewhere = file.with_suffix(".elsewhere")
    file.rename(elsewhere)
    file.symlink_to(elsewhere)
    assert run(ADD + "device.close()") == ["cache 0", "compiled"] and not file.is_symlink()


def test_another_driver_has_another_file(run):
    run(ADD)
    (file,) = run.folder.iterdir()
    assert run(ADD, WAVE_VENDOR="7") == ["cache 0", "compiled"]
    other = next(path for path in run.folder.iterdir() if path != file)
    # Also where somebody renames it.
    other.write_bytes(file.read_bytes())
    assert run(ADD, WAVE_VENDOR="7") == ["cache 0", "compiled"]
    assert run(ADD) == ["cache 1", "found"]


def test_a_driver_that_refuses_its_own_cache(run):
    run(ADD)
    assert run(ADD, WAVE_REFUSE="1") == ["cache 0", "compiled"]


def test_the_size_is_bounded(run):
    """Beyond 64 MiB it is begun anew."""
    run(ADD + "device.close()", WAVE_MORE="8")
    (file,) = run.folder.iterdir()
    assert file.stat().st_size == 72 + 32 + 16
    run("load(3)\ndevice.close()", WAVE_MORE="67108864")
    assert not list(run.folder.iterdir())


def test_no_folder(run):
    assert run("load(1, _vulkan.Device(0))")[-1] == "without"
    text = "other = _vulkan.Device(0, pipeline_cache='/proc/self/none')\nload(1, other)\nother.close()"
    assert run(text) == ["cache 0", "cache 0", "compiled"]


def test_threads_load_while_another_saves(run):
    text = """
def work(first):
    for number in range(first, first + 4):
        load(number)

kernels = [threading.Thread(target=work, args=(1 + 4 * i,)) for i in range(4)]
for thread in kernels: thread.start()
for _ in range(20): device.save_pipelines()
for thread in kernels: thread.join()
device.close()
device.save_pipelines()
"""
    said = run(text)
    assert said.count("compiled") + said.count("found") == 16
    (file,) = run.folder.iterdir()
    assert file.stat().st_size == 72 + 32 + 16 * 8


# As users have it: wd.open_device and the folder of the cache.

DISPATCH = """
import numpy as np, wavedialect as wd
from cache_kernel import twice
out = np.arange(64, dtype=np.uint32)
twice.dispatch(64 // twice.committed_wave_size("vulkan"), out, device="vulkan")
assert (out == 2 * np.arange(64)).all()
"""
KERNEL = """
import wavedialect as wd

@wd.kernel(num_waves=1)
def twice(out: wd.RWBuffer[wd.u32]):
    i = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
    out[i] = out[i] * 2
"""


@pytest.fixture
def dispatch(in_process, loader, tmp_path, monkeypatch):
    # Where it is set there is no such cache; these tests run with it as well.
    monkeypatch.delenv("LP_NATIVE_VECTOR_WIDTH", raising=False)
    (tmp_path / "cache_kernel.py").write_text(KERNEL)
    folder = tmp_path / "cache"

    def call(**environment):
        text = f"import sys\nsys.path.insert(0, {str(tmp_path)!r})\n" + DISPATCH
        given = {"WAVEDIALECT_CACHE_DIR": str(folder), "WAVEDIALECT_CACHE": "1", "WAVEDIALECT_VULKAN_LOADER": loader}
        return in_process(text, **{**given, **environment}).split("\n")[:-1]

    call.folder = folder
    return call


def test_dispatches_of_two_processes(dispatch):
    assert dispatch() == ["cache 0", "compiled"]
    assert len(list(dispatch.folder.glob("vulkan-*.pipelines"))) == 1
    assert dispatch() == ["cache 1", "found"]
    assert dispatch(WAVEDIALECT_CACHE="0") == ["without"]
    assert dispatch(WAVEDIALECT_CACHE_DIR="") == ["without"]


def test_not_where_llvmpipe_is_asked_for_a_width(dispatch):
    """Its pipelines do not say for which one they are."""
    assert dispatch(LP_NATIVE_VECTOR_WIDTH="128") == ["without"]
    assert not list(dispatch.folder.glob("vulkan-*"))


def test_lavapipe_itself(dispatch):
    """Its cache has nothing in it, which is no file."""
    assert dispatch(WAVEDIALECT_VULKAN_LOADER="libvulkan.so.1") == []
    found = list(dispatch.folder.glob("vulkan-*"))
    assert all(path.stat().st_size > 72 + 32 for path in found)
