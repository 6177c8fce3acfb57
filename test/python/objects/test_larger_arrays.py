"""An array larger than memory through a kernel by Dask: several worker processes, kernels by value, and retries.

The page docs/larger.md shows it. Each test is a program of its own, because its kernels must belong to ``__main__``.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("dask.array")
pytest.importorskip("distributed")
ROOT = Path(__file__).resolve().parents[3]

KERNEL = """
import os, resource, sys
import dask, dask.array
import numpy as np
import wavedialect as wd
from dask.distributed import Client, LocalCluster
from wavedialect import u32

@wd.kernel(num_waves=2)
def mix(x: wd.Buffer[u32], y: wd.RWBuffer[u32]):
    i = (wd.group_id().x * 2 + wd.group_wave_index()) * wd.wave_lane_count() + wd.wave_lane_index()
    if i < len(x):
        y[i] = (x[i] ^ (x[i] >> u32(7))) * u32(2654435761)

# With it, Dask does not call the functions here to learn the type of their results.
META = np.array([], np.uint32)

def expected(x):
    return (x ^ (x >> np.uint32(7))) * np.uint32(2654435761)

def mixed(block):
    x = np.require(block, requirements="CA").reshape(-1)
    y = np.zeros_like(x)
    mix[mix.dispatch_size(x.size)](x, y)
    return y.reshape(block.shape)
"""

CLUSTER = """
def cluster(workers=2):
    dask.config.set({"distributed.worker.memory.terminate": False, "distributed.scheduler.allowed-failures": 5})
    return LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None, memory_limit=0)
"""

LARGER = """
if __name__ == "__main__":
    rows, columns, most = 1 << 16, 4096, 768 << 20
    # A sparse file of 1 GiB: loaded as a whole it would not fit.
    numbers = np.lib.format.open_memmap("numbers.npy", mode="w+", dtype=np.uint32, shape=(rows, columns))
    numbers[:: rows // 16] = np.arange(columns, dtype=np.uint32)
    numbers.flush()
    del numbers

    def load(block_info=None):
        (first, last), _ = block_info[None]["array-location"]
        return np.load("numbers.npy", mmap_mode="r")[first:last]

    def limited(block):
        # The worker may not have the whole array beside what it has already.
        used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
        if not hasattr(limited, "limit"):
            limited.limit = used + most
            resource.setrlimit(resource.RLIMIT_AS, (limited.limit, resource.RLIM_INFINITY))
        assert resource.getrlimit(resource.RLIMIT_AS)[0] < used + rows * columns * 4
        return mixed(block).sum(axis=1, keepdims=True, dtype=np.uint64)

    with cluster() as workers, Client(workers):
        chunks = ((rows // 64,) * 64, (columns,))
        lazy = dask.array.map_blocks(load, chunks=chunks, meta=META)
        sums = lazy.map_blocks(limited, chunks=(chunks[0], (1,)), meta=META.astype(np.uint64)).compute()
    line = expected(np.arange(columns, dtype=np.uint32)).sum(dtype=np.uint64)
    wanted = np.zeros(rows, np.uint64)
    wanted[:: rows // 16] = line
    print(np.array_equal(sums[:, 0], wanted))
"""

ONCE = """
if __name__ == "__main__":
    def counted(block):
        from wavedialect.cache import statistics
        result = mixed(block)
        with open(f"worker-{os.getpid()}", "a") as log:
            log.write(f"{statistics().results.disk + statistics().results.made}\\n")
        return result

    x = np.arange(1 << 16, dtype=np.uint32)
    with cluster() as workers, Client(workers):
        result = dask.array.from_array(x, chunks=1 << 12).map_blocks(counted, meta=META).compute()
    print(np.array_equal(result, mixed(x)))
"""

RETRIED = """
if __name__ == "__main__":
    def failing(block):
        # The first process that comes here dies in the middle of a block.
        try:
            os.close(os.open("died", os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            return mixed(block)
        mixed(block)
        os._exit(1)

    x = np.arange(1 << 16, dtype=np.uint32)
    with cluster() as workers, Client(workers):
        result = dask.array.from_array(x, chunks=1 << 12).map_blocks(failing, meta=META).compute()
    print(os.path.exists("died") and np.array_equal(result, mixed(x)))
"""


def run(text: str, folder: Path) -> list[str]:
    (folder / "program.py").write_text(KERNEL + CLUSTER + text)
    done = subprocess.run(
        [sys.executable, "program.py"],
        check=False,
        cwd=folder,
        env={**os.environ, "WAVEDIALECT_CACHE_DIR": str(folder / "cache")},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout.splitlines()


def test_an_array_that_does_not_fit(tmp_path):
    assert run(LARGER, tmp_path)[-1] == "True"
    assert (tmp_path / "numbers.npy").stat().st_size > 1 << 30


def test_a_worker_compiles_once(tmp_path):
    assert run(ONCE, tmp_path)[-1] == "True"
    logs = [path.read_text().splitlines() for path in tmp_path.glob("worker-*")]
    assert sum(map(len, logs)) == 16
    assert len(logs) == 2
    for lines in logs:
        # Each block brings the kernel again; the worker compiled it, or read it from the cache, for the first one alone.
        assert set(lines) == {"1"}


def test_blocks_of_a_worker_that_dies_run_again(tmp_path):
    assert run(RETRIED, tmp_path)[-1] == "True"


def test_the_page(tmp_path):
    page = (ROOT / "docs/larger.md").read_text()
    program = page.split("```python\n")[1].split("```")[0]
    (tmp_path / "page.py").write_text(program)
    done = subprocess.run(
        [sys.executable, "page.py"], check=False, cwd=tmp_path, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr[-3000:]
