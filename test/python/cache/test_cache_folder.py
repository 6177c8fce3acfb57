"""The folder of the cache: several processes, damage, its size, where there is none, what is in it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from cache_outcomes import HEAD, forget, front_end, outcome

import wavedialect as wd
from wavedialect import cache

KERNEL = """
@wd.kernel(num_waves=1)
def kernel(src: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    i = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
    out[i] = src[i] * 3
"""
LAUNCH = (
    KERNEL
    + """
from wavedialect import cache
src, out = np.arange(64, dtype=np.uint32), np.zeros(64, np.uint32)
kernel.dispatch(64 // 8, src, out, wave_size=8, device="cpu")
assert (out == src * 3).all()
spirv = kernel.compile()
assert spirv.files["kernel.spv"][:4] == b"\\x03\\x02\\x23\\x07"
"""
)
SHOW = "counts = cache.statistics()\nprint(counts.listings, counts.results)\n"
MADE = "Counts(memory=0, disk=0, made=1) Counts(memory=0, disk=0, made=2)\n"
FOUND = "Counts(memory=0, disk=1, made=0) Counts(memory=0, disk=2, made=0)\n"


def launch(program) -> None:
    src, out = np.arange(64, dtype=np.uint32), np.zeros(64, np.uint32)
    program(KERNEL).kernel.dispatch(8, src, out, wave_size=8, device="cpu")
    assert (out == src * 3).all()


def entries(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if path.suffix != ".timestamp")


def test_another_process_finds_it(process):
    assert process(LAUNCH + SHOW) == MADE
    assert process(LAUNCH + SHOW) == FOUND


def test_eight_processes_at_once(folder, tmp_path):
    file = tmp_path / "process.py"
    file.write_text(HEAD + LAUNCH + SHOW)
    running = [
        subprocess.Popen([sys.executable, file], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(8)
    ]
    done = [process.communicate(timeout=240) for process in running]
    assert [process.returncode for process in running] == [0] * 8, done
    assert not any(stderr for _, stderr in done)
    # All of it is there once, and whole.
    after = subprocess.run([sys.executable, file], capture_output=True, text=True, check=True)
    assert after.stdout == FOUND
    assert not [path for path in entries(folder) if "." in path.name]


DAMAGES = {
    "empty": lambda data: b"",
    "cut off": lambda data: data[: len(data) // 2],
    "a byte less": lambda data: data[:-1],
    "the hash alone": lambda data: data[:32],
    "another head": lambda data: bytes(64) + data[64:],
    "a flipped bit in front": lambda data: bytes([data[0] ^ 1]) + data[1:],
    "a flipped bit in the middle": lambda data: (
        data[: len(data) // 2] + bytes([data[len(data) // 2] ^ 4]) + data[len(data) // 2 + 1 :]
    ),
    "a flipped bit at the end": lambda data: data[:-1] + bytes([data[-1] ^ 128]),
    "more behind it": lambda data: data + b"\0",
    "something else": lambda data: b"#!/bin/sh\n" * 100,
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_entries_are_made_again(program, folder, damage):
    launch(program)
    before = {path: path.read_bytes() for path in entries(folder)}
    assert len(before) >= 3
    for path, data in before.items():
        path.write_bytes(DAMAGES[damage](data))
    forget()
    assert outcome(lambda: launch(program), "results") == "made"
    assert {path: path.read_bytes() for path in entries(folder)} == before
    forget()
    assert outcome(lambda: launch(program), "results") == "disk"


def test_one_damaged_entry_at_a_time(program, folder):
    launch(program)
    for path in entries(folder):
        data = path.read_bytes()
        path.write_bytes(data[: len(data) - 1])
        forget()
        launch(program)
        assert path.read_bytes() == data


def test_a_complete_but_meaningless_entry(program, folder):
    """As one of a later version of this package may be."""
    from wavedialect import _native

    launch(program)
    disk = _native.Cache(str(folder))
    for contents in (b"", b"no entry", b"2\n{}", b'{"facts"', b"999999\n{}", b'30\n{"facts": {}, "sizes": [4000]}'):
        for path in entries(folder):
            assert disk.store(path.name.removeprefix("llvmcache-"), contents)
        forget()
        assert outcome(lambda: launch(program), "results") == "made"


def test_the_size_is_bounded(program, folder, monkeypatch):
    monkeypatch.setenv("WAVEDIALECT_CACHE_SIZE", "1")
    for number in range(60):
        program(KERNEL.replace("* 3", f"* {number}")).kernel.compile()
    info = cache.info()
    assert info.limit == 1 << 20
    assert (1 << 19) < info.bytes <= (1 << 20) * 5 // 4
    assert info.entries == len(entries(folder))


@pytest.mark.parametrize("directory", ["", "/proc/self/no-such-folder", "/dev/null/folder", "/proc/self"])
def test_no_folder(program, monkeypatch, directory):
    """What cannot be kept on disk is kept in memory."""
    monkeypatch.setenv("WAVEDIALECT_CACHE_DIR", directory)
    launch(program)
    assert outcome(lambda: launch(program), "results") == "memory"
    forget()
    assert outcome(lambda: launch(program), "results") == "made"
    assert (cache.info().entries, cache.info().bytes) == (0, 0)
    assert cache.clear().entries == 0


def test_no_home(process, tmp_path):
    environment = {"WAVEDIALECT_CACHE_DIR": "", "HOME": str(tmp_path / "none" / "x")}
    assert process(LAUNCH + SHOW, **environment) == MADE
    show = "from wavedialect import cache, knobs\nprint(knobs.cache_directory(), cache.info().directory)\n"
    home = tmp_path / "home"
    text = 'import os\ndel os.environ["WAVEDIALECT_CACHE_DIR"]\n' + show
    path = home / ".cache" / "wavedialect"
    assert process(text, HOME=str(home), XDG_CACHE_HOME="") == f"{path} {path}\n"
    assert path.stat().st_mode & 0o777 == 0o700
    path = tmp_path / "xdg" / "wavedialect"
    assert process(text, HOME=str(home), XDG_CACHE_HOME=str(tmp_path / "xdg")) == f"{path} {path}\n"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_can_only_be_read(program, folder):
    launch(program)
    folder.chmod(0o500)
    try:
        forget()
        assert outcome(lambda: launch(program), "results") == "disk"
        program(KERNEL.replace("* 3", "* 4")).kernel.compile()
    finally:
        folder.chmod(0o700)


def test_switched_off(program, folder, monkeypatch):
    launch(program)
    monkeypatch.setenv("WAVEDIALECT_CACHE", "0")
    before = entries(folder)
    assert outcome(lambda: launch(program), "results") == "nothing"
    assert outcome(lambda: launch(program), "listings") == "nothing"
    program(KERNEL.replace("* 3", "* 5")).kernel.compile()
    assert entries(folder) == before
    assert cache.info().directory is None


def test_info_and_clear(program, folder):
    assert cache.info() == cache.CacheInfo(folder, 0, 0, 512 << 20)
    launch(program)
    (folder / "notes.txt").write_text("the user's own")
    (folder / "vulkan-1-2-ab.pipelines").write_bytes(b"12345")
    (folder / "vulkan-1-2-ab.pipelines.99.1").write_bytes(b"12345")
    info = cache.info()
    assert info.entries == len(entries(folder)) - 2
    assert info.bytes == sum(path.stat().st_size for path in entries(folder)) - len("the user's own") - 5
    assert cache.clear() == info
    assert [path.name for path in folder.iterdir()] == ["notes.txt"]
    assert outcome(lambda: launch(program), "results") == "made"
    assert wd.clear_cache().entries == 3


def test_threads(program):
    """Eight of them compile the same at once."""
    from concurrent.futures import ThreadPoolExecutor

    kernels = [program(KERNEL).kernel for _ in range(16)]
    with ThreadPoolExecutor(8) as pool:
        bundles = list(pool.map(lambda kernel: kernel.compile().files["kernel.spv"], kernels))
    assert len(set(bundles)) == 1


# The build of the compiler.


@pytest.fixture
def copy(tmp_path):
    """A copy of the package, and the folder to be put on the path."""
    place = tmp_path / "copied"
    package = Path(wd.__file__).parent
    shutil.copytree(package, place / "wavedialect", ignore=shutil.ignore_patterns("__pycache__", "*.pyi"))
    return place


CHECK_PLACE = "import wavedialect\nassert 'copied' in wavedialect.__file__\n"


def test_another_build_of_the_compiler(process, copy):
    show = CHECK_PLACE + LAUNCH + SHOW
    assert [process(show, path=str(copy)) for _ in range(2)] == [MADE, FOUND]
    (native,) = copy.glob("wavedialect/_native*.so")
    code = bytearray(native.read_bytes())
    # The linker's name for the build: a note of this size and type.
    note = code.find(b"\x04\0\0\0\x14\0\0\0\x03\0\0\0GNU\0")
    assert note > 0
    code[note + 16] ^= 1
    native.write_bytes(code)
    assert [process(show, path=str(copy)) for _ in range(2)] == [MADE, FOUND]


def test_another_front_end(process, copy):
    show = CHECK_PLACE + LAUNCH + SHOW
    assert [process(show, path=str(copy)) for _ in range(2)] == [MADE, FOUND]
    source = copy / "wavedialect" / "frontends" / "semantic" / "core.py"
    source.write_text(source.read_text() + "\n# Another one.\n")
    # It makes the same text, of which the compiler has made something.
    again = "Counts(memory=0, disk=0, made=1) Counts(memory=0, disk=2, made=0)\n"
    assert [process(show, path=str(copy)) for _ in range(2)] == [again, FOUND]


def test_no_compiler(process):
    """The interpreter alone needs no cache."""
    text = """
    import sys
    sys.modules["wavedialect._native"] = None
    """
    text += KERNEL.replace("\n", "\n    ")
    text += """
    print(kernel.parameters)
    """
    assert process(text) == "{'src': Buffer[u32], 'out': RWBuffer[u32]}\n"


def test_an_edit_of_one_kernel_keeps_the_other(program):
    """Two kernels in one file: an edit of one leaves the other."""
    second = KERNEL.replace("def kernel", "def second")
    module = program(KERNEL + second)
    assert [front_end(module.kernel), front_end(module.second)] == ["made", "made"]
    forget()
    module = program(KERNEL + second.replace("* 3", "* 4"))
    assert [front_end(module.kernel), front_end(module.second)] == ["disk", "made"]
