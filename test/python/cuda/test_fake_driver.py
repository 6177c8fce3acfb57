"""CUDA devices over a library that plays the driver: arguments, streams, memory, tensors, errors. The cases are the
functions of files that each run in one process."""

from __future__ import annotations

import functools
import json
import pathlib
import re

import pytest

pytest.importorskip("cuda.core", reason="no cuda-core: pip install 'wavedialect[cuda]'", exc_type=ImportError)

FOLDER = pathlib.Path(__file__).parent
FILES = ("fake_driver_cases", "repeated_launch_cases", "foreign_array_cases", "tensor_map_cases")
CASES = [
    (file, case)
    for file in FILES
    for case in re.findall(r"^def (case_\w+)", FOLDER.joinpath(file + ".py").read_text(), re.M)
]


@pytest.fixture(scope="session")
def outcomes(in_process, fake_driver):
    """What each case of a file raised, or ""."""

    @functools.cache
    def of(file):
        printed = in_process(FOLDER / f"{file}.py", folder=fake_driver, FAKE_CUDA_DEVICES="3")
        return json.loads(printed.splitlines()[-1])

    return of


@pytest.mark.parametrize(("file", "case"), CASES, ids=lambda one: one)
def test_case(file, case, outcomes):
    assert not outcomes(file)[case], outcomes(file)[case]


def test_machine_code_is_kept(in_process, fake_driver, tmp_path):
    """The second process does not translate the code again, and one with another driver does."""
    text = (
        "from fake_driver_cases import *\n"
        "src, out = arrays()\n"
        "copy.dispatch(1, src, out, 1.0, 0)\n"
        "assert out.numpy().tolist() == list(range(40))\n"
        "print(len(calls('link')))"
    )
    kept = {"WAVEDIALECT_CACHE": "1", "WAVEDIALECT_CACHE_DIR": str(tmp_path)}
    tmp_path.chmod(0o700)
    translations = [
        in_process("-c", text, folder=fake_driver, FAKE_CUDA_VERSION=version, **kept).split()[0]
        for version in ("13000", "13000", "12080")
    ]
    assert translations == ["1", "0", "1"]


def test_machine_code_that_the_driver_refuses_is_made_again(in_process, fake_driver, tmp_path):
    text = (
        "from fake_driver_cases import *\n"
        "src, out = arrays()\n"
        "FAKE.fake_fail(b'cuLibraryLoadData', 200, {refusals}, 0)\n"
        "copy.dispatch(1, src, out, 1.0, 0)\n"
        "assert out.numpy().tolist() == list(range(40))\n"
        "print(len(calls('link')), len(calls('load')))"
    )
    kept = {"WAVEDIALECT_CACHE": "1", "WAVEDIALECT_CACHE_DIR": str(tmp_path)}
    tmp_path.chmod(0o700)
    for refusals, expected in ((0, "1 1"), (0, "0 1"), (1, "1 1"), (0, "0 1")):
        printed = in_process("-c", text.format(refusals=refusals), folder=fake_driver, **kept)
        assert printed.splitlines()[-1] == expected
    # What no code can mend is reported.
    text = text.replace("copy.dispatch", "raised(wd.DeviceError, 'kernel .copy.', lambda: copy.dispatch").replace(
        "1.0, 0)", "1.0, 0))"
    )
    text = text.replace("assert out.numpy().tolist() == list(range(40))\n", "")
    assert in_process("-c", text.format(refusals=-1), folder=fake_driver, **kept).splitlines()[-1] == "1 0"


def test_a_forked_child(in_process, fake_driver):
    text = (
        "import os\n"
        "from fake_driver_cases import *\n"
        "device = wd.open_device('cuda')\n"
        "if os.fork() == 0:\n"
        "    FAKE.fake_fail(b'cuDevicePrimaryCtxRetain', 3, -1, 0)\n"
        "    FAKE.fake_fail(b'cuMemAllocAsync', 3, -1, 0)\n"
        "    try:\n"
        "        wd.zeros(4, u32, device='cuda')\n"
        "    except wd.DeviceError as error:\n"
        "        print(error)\n"
        "else:\n"
        "    os.wait()"
    )
    assert "CUDA_ERROR_NOT_INITIALIZED" in (said := in_process("-c", text, folder=fake_driver))
    assert "start the process without a fork" in said
