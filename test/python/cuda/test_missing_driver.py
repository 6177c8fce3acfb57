"""What is said where CUDA, its driver, or the package for it is missing or too old."""

from __future__ import annotations

import importlib.util

import pytest

ASK = (
    "import wavedialect as wd\n"
    "try:\n"
    "    wd.open_device({name!r})\n"
    "except wd.DeviceError as error:\n"
    "    print(error)\n"
    "print([one.name for one in wd.devices() if one.name.startswith('cuda')])\n"
    "for one in wd.refused_devices():\n"
    "    if one.name.startswith('cuda'):\n"
    "        print(one.name, '|', one.reason, '|', one.fix)\n"
)
HIDE = "import sys\nsys.modules['cuda.core'] = None\n"


def has_driver():
    from wavedialect.backends.ptx.driver import has_driver

    return has_driver()


@pytest.fixture
def without_driver():
    if has_driver():
        pytest.skip("there is a driver of CUDA")


def test_no_driver(in_process, without_driver):
    said = in_process("-c", ASK.format(name="cuda"))
    message = (
        "the CUDA driver cannot be opened: libcuda.so.1: cannot open shared object file: No such file or directory"
    )
    fix = "install NVIDIA's driver, or mount it into the container; or use device='cpu'"
    assert said.splitlines() == [message, f"help: {fix}", "[]", f"cuda | {message} | {fix}"]


def test_a_machine_without_cuda_imports_nothing_of_it(in_process, without_driver):
    text = (
        "import sys\n"
        "import wavedialect as wd\n"
        "assert 'wavedialect._cuda' not in sys.modules\n"
        "wd.devices(), wd.refused_devices()\n"
        "print([name for name in sys.modules if name.startswith(('cuda', 'torch'))])"
    )
    assert in_process("-c", text) == "[]\n"


def test_no_package(in_process, fake_driver):
    said = in_process("-c", HIDE + ASK.format(name="cuda"), folder=fake_driver).splitlines()
    message, fix = (
        "device 'cuda' needs the Python package cuda-core",
        "`pip install 'wavedialect[cuda]'`, or use device='cpu'",
    )
    assert said == [message, f"help: {fix}", "[]", f"cuda | {message} | {fix}"]


def test_no_device(in_process, fake_driver):
    said = in_process("-c", ASK.format(name="cuda"), folder=fake_driver, FAKE_CUDA_DEVICES="0").splitlines()
    assert said[0] == "device 'cuda': cuInit failed with CUDA_ERROR_NO_DEVICE: no CUDA-capable device is detected"
    assert said[1].startswith("help: see whether `nvidia-smi` lists a GPU")
    assert said[2] == "[]"


def test_a_driver_that_is_too_old(in_process, fake_driver):
    said = in_process("-c", ASK.format(name="cuda:1"), folder=fake_driver, FAKE_CUDA_VERSION="11040").splitlines()
    assert said[0] == "the CUDA driver supports CUDA 11.4, and kernels need 12.0"
    assert said[1] == "help: install a newer driver, or use device='cpu'"


def test_a_library_that_is_no_driver(in_process, tmp_path, without_driver):
    (tmp_path / "libcuda.so.1").write_text("no library")
    said = in_process("-c", ASK.format(name="cuda"), folder=tmp_path)
    assert said.startswith("the CUDA driver cannot be opened: ")


@pytest.mark.skipif(importlib.util.find_spec("cuda") is None, reason="no cuda-core: pip install 'wavedialect[cuda]'")
def test_an_index_that_no_device_has(in_process, fake_driver):
    said = in_process("-c", ASK.format(name="cuda:2"), folder=fake_driver).splitlines()
    assert said[:2] == [
        "there is no CUDA device '2'",
        "help: the devices here are 'cuda:0' (Fake GPU 0), 'cuda:1' (Fake GPU 1)",
    ]
    assert said[2] == "['cuda:0', 'cuda:1']"
