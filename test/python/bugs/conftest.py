"""Makes the modules beside the tests importable, and gives each test the executors."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from executors import EXECUTORS  # noqa: E402


@pytest.fixture(params=EXECUTORS, ids=str)
def executor(request):
    """The interpreter and the CPU at 4 to 128 lanes, lavapipe at 4, 8 and 16."""
    return request.param
