"""Which random kernels to run, and the path to the generator."""

import os
import sys
from pathlib import Path

import pytest

import wavedialect as wd

sys.path.insert(0, str(Path(__file__).parent))

from runner import SIZES  # noqa: E402

DEFAULT_COUNT = 24
DEFAULT_LEVELS = 6
"""Seeds that run at every level of optimization; each is two kernels, and each of those is compiled many times."""
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


def _asked(config):
    """How many kernels somebody asked for; None where nobody did."""
    # An option of a conftest below the root is known only when pytest is started on this folder.
    count = config.getoption("--random-kernels", default=None)
    if count is None and "WAVEDIALECT_RANDOM_KERNELS" in os.environ:
        count = int(os.environ["WAVEDIALECT_RANDOM_KERNELS"])
    return count


@pytest.fixture
def level_sizes(level_seed, pytestconfig):
    """The wave sizes that kernels of the seed are compiled for at every level: all where somebody asked for kernels."""
    first = level_seed % len(SIZES)
    return SIZES if _asked(pytestconfig) is not None else (SIZES[first], SIZES[first - 3])


def _seeds(config, default):
    asked = _asked(config)
    count = default if asked is None else asked
    start = config.getoption("--random-seed", default=0)
    return range(start, start + count)


def pytest_generate_tests(metafunc):
    for name, default in (("random_seed", DEFAULT_COUNT), ("level_seed", DEFAULT_LEVELS)):
        seeds = _seeds(metafunc.config, default)
        if name in metafunc.fixturenames:
            metafunc.parametrize(name, seeds)
        if f"some_{name}s" in metafunc.fixturenames:
            chunks = [seeds[place : place + CHUNK] for place in range(0, len(seeds), CHUNK)]
            metafunc.parametrize(f"some_{name}s", chunks, ids=lambda chunk: f"from {chunk.start}")
