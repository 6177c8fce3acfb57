"""Devices for the tests of the Vulkan module, and a way to run some of them in a process of their own."""

import os
import pathlib
import shutil
import subprocess
import sys
import textwrap

import pytest

from wavedialect import _vulkan


@pytest.fixture(params=["mapped", "staged"])
def device(request):
    """The first device that can be used, once as it is and once with copies through staging buffers."""
    index = next(i for i, p in enumerate(_vulkan.enumerate()) if not p.refusal)
    device = _vulkan.Device(index, staging=request.param == "staged")
    yield device
    device.close()


@pytest.fixture
def in_process():
    """Runs Python text in a new process, since drivers read the environment only once; gives what it prints."""

    def run(text, **environment):
        paths = [os.path.dirname(__file__), *sys.path]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths)), **environment}
        done = subprocess.run(
            [sys.executable, "-c", text], env=environment, capture_output=True, text=True, timeout=120, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


@pytest.fixture(scope="session")
def faulty_loader(tmp_path_factory):
    """A Vulkan loader that misbehaves as it is asked to."""
    compiler = shutil.which("cc")
    if not compiler:
        pytest.skip("no C compiler")
    library = tmp_path_factory.mktemp("loader") / "libfaulty.so"
    source = pathlib.Path(__file__).parent / "faulty_loader.c"
    subprocess.run([compiler, "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
    return str(library)


@pytest.fixture
def with_failures(in_process, faulty_loader):
    """Runs Python text that has ``driver_failures`` in a new process; gives what it prints."""

    def run(text, **environment):
        text = "from driver_failures import *\nfrom wavedialect import _vulkan\n" + textwrap.dedent(text)
        return in_process(text, WAVEDIALECT_VULKAN_LOADER=faulty_loader, **environment)

    return run
