"""Makes the helpers beside the tests importable, and stands in for the native runtime."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from wavedialect.backends.cpu.device import CPUDevice  # noqa: E402


@pytest.fixture
def watched(monkeypatch):
    """``watched(run)``: runs with checks are calls of ``run(wave_size, options, arguments, groups, settings)``, which
    gives what the device would. Returns the list of those calls."""

    def replace(run):
        calls = []

        def check(self, program, wave_size, options, arguments, groups, settings):
            calls.append((wave_size, options, arguments, groups, settings))
            return run(wave_size, options, arguments, groups, settings)

        monkeypatch.setattr(CPUDevice, "check", check, raising=False)
        return calls

    return replace
