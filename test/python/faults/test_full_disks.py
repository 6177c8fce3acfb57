"""Where nothing more can be written, and where a process is killed while it writes: compiles go on, files are whole or missing."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import time

import pytest

KERNELS = """
import importlib.util
from pathlib import Path

def make(number):
    # A kernel of its own for each number.
    @wd.kernel(num_waves=1)
    def scale(src: wd.Buffer[i32], out: wd.RWBuffer[i32]):
        place = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
        if place < len(out):
            out[place] = src[place] * number
    return scale

def launch(number):
    src, out = np.arange(64, dtype=np.int32), np.zeros(64, np.int32)
    make(number)[lambda lanes: -(-64 // lanes)](src, out, device="cpu")
    assert out.tolist() == [number * i for i in range(64)], (number, out)
"""

FULL = """
import resource
FOLDER = Path(sys.argv[0]).parent / "bundle"
first, second = make(3).compile(), make(4).compile()
first.save(FOLDER)
before = {path.name: path.read_bytes() for path in FOLDER.iterdir()}
resource.setrlimit(resource.RLIMIT_FSIZE, (LIMIT, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))
kept = {path.name for path in Path(os.environ["WAVEDIALECT_CACHE_DIR"]).iterdir()}
for number in range(10, 14):
    launch(number)
try:
    second.save(FOLDER)
except OSError as error:
    print(error.strerror)
# Nothing that is half written is left, and what was there is as it was.
assert {path.name: path.read_bytes() for path in FOLDER.iterdir()} == before
after = {path.name for path in Path(os.environ["WAVEDIALECT_CACHE_DIR"]).iterdir()}
assert not [name for name in after - kept if "." in name.removesuffix(".timestamp")], after - kept
"""


@pytest.mark.parametrize("limit", [0, 1, 100, 1000])
def test_files_that_cannot_grow(program, limit):
    """The limit stands for a full disk: a write fails in the middle."""
    assert program(KERNELS, f"LIMIT = {limit}\n", FULL) == "File too large\n"


def test_a_full_disk(program, tmp_path):
    """A file system of 64 KiB for the cache and the bundles."""
    disk = tmp_path / "disk"
    disk.mkdir(mode=0o700)
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=64k,mode=700", "tmpfs", disk], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("file systems cannot be mounted here")
    try:
        text = """
        for number in range(2, 40):
            launch(number)
        bundle = make(5).compile()
        disk = Path(os.environ["WAVEDIALECT_CACHE_DIR"]).parent
        (disk / "filler").write_bytes(bytes(os.statvfs(disk).f_bavail * os.statvfs(disk).f_bsize))
        try:
            bundle.save(disk / "bundle")
        except OSError as error:
            print(error.strerror)
        assert not list((disk / "bundle").iterdir()) if (disk / "bundle").exists() else True
        # With room again the same process goes on.
        (disk / "filler").unlink()
        for file in (disk / "cache").iterdir():
            file.unlink()
        bundle.save(disk / "bundle")
        launch(50)
        print(sorted(path.name for path in (disk / "bundle").iterdir()))
        """
        said = program(KERNELS, text, WAVEDIALECT_CACHE_DIR=str(disk / "cache")).splitlines()
        assert said == ["No space left on device", "['manifest.json', 'scale.spv']"]
    finally:
        subprocess.run(["umount", disk], check=True)


WRITER = """
FOLDER = Path(sys.argv[0]).parent / "bundle"
bundles = [make(number).compile() for number in (1000, 1001)]
print("ready", flush=True)
for number in range(2, 1000):
    bundles[number % 2].save(FOLDER)
    launch(number)
"""

READER = """
from wavedialect import cache
FOLDER = Path(sys.argv[0]).parent / "bundle"
bundles = [make(number).compile() for number in (1000, 1001)]
for path in FOLDER.iterdir():
    if not path.name.startswith("."):
        assert path.read_bytes() in [bundle.files[path.name] for bundle in bundles], path
directory = Path(os.environ["WAVEDIALECT_CACHE_DIR"])
from wavedialect.extensions import native
from wavedialect.cache import archive
disk = native().Cache(str(directory), 1 << 29)
entries = [path.name.removeprefix("llvmcache-") for path in directory.glob("llvmcache-*")]
whole = [key for key in entries if "." not in key]
for key in whole:
    archive.unpack(disk.find(key))
for number in (2, 3, 4, 500):
    launch(number)
print(len(whole))
"""


def test_a_process_that_is_killed_while_it_writes(program):
    """At any time: the next one works, and every entry and file is whole."""
    chance = random.Random(7)
    kept = 0
    for _ in range(8):
        writer = program.start(KERNELS, WRITER)
        assert writer.stdout.readline() == "ready\n"
        time.sleep(chance.uniform(0, 0.4))
        writer.send_signal(signal.SIGKILL)
        writer.communicate()
        now = int(program(KERNELS, READER))
        assert now >= kept
        kept = now
    assert kept > 10
    manifest = json.loads((program.folder / "bundle" / "manifest.json").read_text())
    assert manifest["kernel"] == "scale"
