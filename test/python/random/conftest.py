"""Which random kernels to run, and the path to the generator."""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

DEFAULT_COUNT = 24


def pytest_addoption(parser):
    parser.addoption("--random-kernels", type=int, help="number of random kernels")
    parser.addoption("--random-seed", type=int, default=0, help="seed of the first random kernel")


def pytest_generate_tests(metafunc):
    if "random_seed" in metafunc.fixturenames:
        # An option of a conftest below the root is known only when pytest is started on this folder.
        count = metafunc.config.getoption("--random-kernels", default=None)
        if count is None:
            count = int(os.environ.get("WAVEDIALECT_RANDOM_KERNELS", DEFAULT_COUNT))
        start = metafunc.config.getoption("--random-seed", default=0)
        metafunc.parametrize("random_seed", range(start, start + count))
