"""Kernels are pickled and copied as Python's functions are."""

from __future__ import annotations

import copy
import multiprocessing
import os
import pickle
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import cloudpickle
import module_kernels
import numpy as np
import pytest
from module_kernels import double, doubled, made, run

import wavedialect as wd

HERE = Path(__file__).parent


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_a_pickled_name_leads_to_the_same_object(protocol):
    for one in (double, doubled, wd.wave_lane_index, wd.dot, wd.f32, wd.lerp):
        assert pickle.loads(pickle.dumps(one, protocol)) is one
    if protocol >= 4:
        inside = module_kernels.Owner.inside
        assert pickle.loads(pickle.dumps(inside, protocol)) is inside
    # After a launch, too.
    assert run(double) == [2, 4, 6, 8]
    assert pickle.loads(pickle.dumps(double, protocol)) is double
    assert cloudpickle.loads(cloudpickle.dumps(double)) is double


def test_a_kernel_is_its_own_copy():
    for one in (double, doubled, made(3), wd.wave_lane_index):
        assert copy.copy(one) is one
        assert copy.deepcopy({"kernel": [one]})["kernel"][0] is one


def test_a_kernel_without_a_name_in_a_module():
    with pytest.raises(pickle.PicklingError) as raised:
        pickle.dumps(made(3))
    assert str(raised.value) == (
        "`module_kernels.made.<locals>.add` cannot be pickled by its name, which does not lead to this object\n"
        "help: define it at the top level of a module, or pickle it with cloudpickle"
    )
    assert isinstance(raised.value, wd.WaveError)


def in_new_process(pickled: bytes, tmp_path) -> str:
    """What ``run`` returns for a pickled kernel in a process that cannot import this one's modules but ``run``'s."""
    (tmp_path / "runner.py").write_text(
        "import pickle, sys\nimport numpy as np\n"
        "kernel = pickle.loads(sys.stdin.buffer.read())\n"
        "out = np.zeros(4, np.uint32)\n"
        "kernel[1](np.arange(1, 5, dtype=np.uint32), out)\nprint(out.tolist())\n"
    )
    ran = subprocess.run([sys.executable, "runner.py"], input=pickled, capture_output=True, cwd=tmp_path, check=False)
    return (ran.stdout or ran.stderr).decode().strip()


def test_cloudpickle_takes_captured_names_and_functions(tmp_path):
    assert in_new_process(cloudpickle.dumps(made(3)), tmp_path) == "[4, 5, 6, 7]"
    restored = cloudpickle.loads(cloudpickle.dumps(made(7)))
    assert run(restored) == [8, 9, 10, 11]
    # A restored kernel is pickled again.
    assert in_new_process(cloudpickle.dumps(restored), tmp_path) == "[8, 9, 10, 11]"
    assert restored.attributes == made(7).attributes


def test_globals_with_the_names_of_variables_are_not_taken():
    """A local variable or a parameter is no captured name."""
    text = wd.source_code(
        "import threading\nimport wavedialect as wd\nfrom wavedialect import u32\n\nvalue = threading.Lock()\n\n"
        "@wd.func\ndef half(kernel):\n    return kernel // 2\n\n"
        "@wd.kernel(num_waves=1)\ndef kernel(out: wd.RWBuffer[u32], n: u32 = 8):\n    value = n\n"
        "    if wd.wave_is_first_lane():\n        out[0] = half(value)\n"
    )
    names = {"__name__": "__main__"}
    exec(text, names)  # noqa: S102, the text is ours
    out = np.zeros(1, np.uint32)
    cloudpickle.loads(cloudpickle.dumps(names["kernel"]))[1](out)
    assert out.tolist() == [4]


def test_a_module_registered_with_cloudpickle(tmp_path):
    cloudpickle.register_pickle_by_value(module_kernels)
    try:
        pickled = cloudpickle.dumps(double)
    finally:
        cloudpickle.unregister_pickle_by_value(module_kernels)
    assert in_new_process(pickled, tmp_path) == "[2, 4, 6, 8]"


PROGRAM = """
from __future__ import annotations
import sys
import cloudpickle
import numpy as np
from wavedialect import Buffer, RWBuffer, func, kernel, u32, wave_lane_index

FACTOR = 3

@func
def scaled(x: u32) -> u32:
    return x * FACTOR

@kernel(num_waves=1)
def scale(src: Buffer[u32], out: RWBuffer[u32]):
    i = wave_lane_index()
    if i < len(src):
        out[i] = scaled(src[i])

@kernel(num_waves=1)
def wrong(src: Buffer[u32], out: RWBuffer[u32]):
    out[0] = 1.5

if __name__ == "__main__":
    sys.stdout.buffer.write(cloudpickle.dumps({"right": scale, "wrong": wrong}[sys.argv[1]]))
"""


def test_the_main_program(tmp_path):
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    pickled = {
        which: subprocess.run([sys.executable, program, which], capture_output=True, check=True).stdout
        for which in ("right", "wrong")
    }
    program.unlink()
    assert in_new_process(pickled["right"], folder) == "[3, 6, 9, 12]"
    # Errors show the text, although the file is gone.
    error = in_new_process(pickled["wrong"], folder)
    assert f"{program}:22:" in error and "22 |     out[0] = 1.5" in error and "help:" in error


NOTEBOOK = """
import sys
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance()
for cell in [
    "import cloudpickle, sys, wavedialect as wd",
    "@wd.func\\ndef tripled(x):\\n    return x * 3",
    "@wd.kernel(num_waves=1)\\ndef triple(src: wd.Buffer[wd.u32], out: wd.RWBuffer[wd.u32]):\\n"
    "    i = wd.wave_lane_index()\\n    if i < len(src):\\n        out[i] = tripled(src[i])",
    "sys.stdout.buffer.write(cloudpickle.dumps(triple))",
]:
    assert shell.run_cell(cell, store_history=True, silent=True).success
"""


def test_cells_of_a_notebook(tmp_path):
    program = tmp_path / "notebook.py"
    program.write_text(NOTEBOOK)
    environment = {**os.environ, "IPYTHONDIR": str(tmp_path)}
    pickled = subprocess.run([sys.executable, program], capture_output=True, check=True, env=environment).stdout
    assert in_new_process(pickled, tmp_path) == "[3, 6, 9, 12]"


SPAWNING = """
import multiprocessing
import sys
from concurrent.futures import ProcessPoolExecutor
import numpy as np
import wavedialect as wd
from wavedialect import u32

@wd.kernel(num_waves=1)
def fill(out: wd.RWBuffer[u32], value: u32):
    out[wd.wave_lane_index()] = value

def launch(kernel, value):
    out = np.zeros(2, np.uint32)
    kernel[1](out, value)
    return kernel, out.tolist()

if __name__ == "__main__":
    context = multiprocessing.get_context(sys.argv[1])
    with ProcessPoolExecutor(1, mp_context=context) as pool:
        kernel, result = pool.submit(launch, fill, 9).result()
        assert kernel is fill
        print(result)
"""


@pytest.mark.parametrize("method", ["spawn", "forkserver", "fork"])
def test_processes_of_a_main_program(tmp_path, method):
    program = tmp_path / "spawning.py"
    program.write_text(SPAWNING)
    ran = subprocess.run([sys.executable, program, method], capture_output=True, text=True, check=False)
    assert ran.stdout == "[9, 9]\n", ran.stderr


def test_arguments_of_spawned_processes():
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        assert pool.submit(run, double).result() == [2, 4, 6, 8]
        with pytest.raises(pickle.PicklingError):
            pool.submit(run, made(1)).result()


def test_dask():
    distributed = pytest.importorskip("distributed", reason="Dask is not installed")
    cluster = distributed.LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=":0", memory_limit=0)
    with cluster, distributed.Client(cluster) as client:
        assert client.submit(run, double).result() == [2, 4, 6, 8]
        assert client.submit(run, made(10)).result() == [11, 12, 13, 14]


def test_joblib():
    """Processes of loky, joblib's default."""
    joblib = pytest.importorskip("joblib", reason="joblib is not installed")
    calls = [joblib.delayed(run)(kernel) for kernel in (double, made(10), made(20))]
    expected = [[2, 4, 6, 8], [11, 12, 13, 14], [21, 22, 23, 24]]
    assert joblib.Parallel(n_jobs=2)(calls) == expected
    assert joblib.Parallel(n_jobs=2, prefer="threads")(calls) == expected


def test_a_pickled_device_array(device):
    array = wd.array(np.arange(6, dtype=np.uint32).reshape(2, 3), device)
    restored = pickle.loads(pickle.dumps(array))
    assert restored.device is device and restored.shape == (2, 3) and (restored.numpy() == array.numpy()).all()
    changed = copy.deepcopy(array)
    changed.copy_from(np.zeros((2, 3), np.uint32))
    assert array.numpy()[1, 2] == 5
