"""Which random kernels to run, and the path to the generator."""

import os
import sys
from pathlib import Path

import pytest

import wavedialect as wd

sys.path.insert(0, str(Path(__file__).parent))

DEFAULT_COUNT = 24
CHUNK = 100
"""Kernels that one process runs on a driver."""


def pytest_addoption(parser):
    parser.addoption("--random-kernels", type=int, help="number of random kernels")
    parser.addoption("--random-seed", type=int, default=0, help="seed of the first random kernel")


@pytest.fixture(scope="session")
def vulkan_name():
    """The name of the Vulkan device that tests use; empty without one."""
    try:
        return wd.open_device("vulkan").description
    except wd.DeviceError:
        return ""


def _seeds(config):
    # An option of a conftest below the root is known only when pytest is started on this folder.
    count = config.getoption("--random-kernels", default=None)
    if count is None:
        count = int(os.environ.get("WAVEDIALECT_RANDOM_KERNELS", DEFAULT_COUNT))
    start = config.getoption("--random-seed", default=0)
    return range(start, start + count)


def pytest_generate_tests(metafunc):
    seeds = _seeds(metafunc.config)
    if "random_seed" in metafunc.fixturenames:
        metafunc.parametrize("random_seed", seeds)
    if "some_random_seeds" in metafunc.fixturenames:
        chunks = [seeds[place : place + CHUNK] for place in range(0, len(seeds), CHUNK)]
        metafunc.parametrize("some_random_seeds", chunks, ids=lambda chunk: f"from {chunk.start}")
