"""Programs in processes of their own, which may be killed, forked and starved; none may hang."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap

import pytest

import wavedialect as wd

HEAD = """
import numpy as np
import os
import sys
import threading
import time
import wavedialect as wd
from wavedialect import f32, i32, u32

@wd.kernel(num_waves=1)
def double(src: wd.Buffer[i32], out: wd.RWBuffer[i32]):
    place = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
    if place < len(out):
        out[place] = src[place] * 2

def forked(function):
    "Runs a function in a forked child, which ends as a program ends, with all exit handlers."
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        function()
        sys.exit()
    assert os.waitpid(child, 0)[1] == 0

def run(device, count=64):
    src, out = np.arange(count, dtype=np.int32), np.zeros(count, np.int32)
    double[lambda lanes: -(-count // lanes)](src, out, device=device)
    assert out.tolist() == [2 * i for i in range(count)], out
"""

#: Longer than any of these programs needs on a busy machine.
MOST_SECONDS = 90


class Programs:
    """Starts programs, each with a file, a cache and a session of its own."""

    def __init__(self, folder):
        self.folder = folder
        self.cache = folder / "cache"

    def start(self, *texts: str, **environment: str) -> subprocess.Popen:
        """The program of these texts, begun."""
        file = self.folder / "program.py"
        file.write_text(HEAD + "".join(map(textwrap.dedent, texts)))
        return subprocess.Popen(
            [sys.executable, file],
            env={**os.environ, "WAVEDIALECT_CACHE_DIR": str(self.cache), **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def finish(self, program: subprocess.Popen) -> str:
        """What it prints. A program that hangs is ended, with its children, and fails the test."""
        try:
            out, err = program.communicate(timeout=MOST_SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(program.pid, signal.SIGKILL)
            out, err = program.communicate()
            pytest.fail(f"the program hangs\n{out}\n{err}")
        assert program.returncode == 0, out + err
        return out

    def __call__(self, *texts: str, **environment: str) -> str:
        return self.finish(self.start(*texts, **environment))


@pytest.fixture
def program(tmp_path):
    """``program(text, ...)`` runs texts behind ``HEAD`` in a process of its own, and gives what it prints."""
    return Programs(tmp_path)


@pytest.fixture
def vulkan():
    """Skips a test where there is no Vulkan device."""
    try:
        wd.open_device("vulkan")
    except wd.DeviceError as error:
        pytest.skip(str(error))
