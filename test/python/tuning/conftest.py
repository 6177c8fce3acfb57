"""A cache in a folder of its own, and times that a test decides."""

import sys
from pathlib import Path

import pytest

from wavedialect.cache.store import STORE
from wavedialect.tuning.subjects import KernelCandidate

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """An empty folder of the cache, and nothing in memory."""
    made = tmp_path / "cache"
    made.mkdir()
    monkeypatch.delenv("WAVEDIALECT_CACHE", raising=False)
    monkeypatch.delenv("WAVEDIALECT_DEVICE", raising=False)
    monkeypatch.setenv("WAVEDIALECT_CACHE_DIR", str(made))
    STORE.clear()
    yield made
    STORE.clear()


@pytest.fixture
def timed(monkeypatch):
    """``timed(microseconds)``, of a function of the setting: turns run nothing and take so long. Gives the list of the
    configurations whose turn it was."""

    def fake(microseconds):
        turns = []

        def turn(candidate, warmup, runs):
            turns.append(candidate.choice.setting.config)
            return [1000.0 * microseconds(candidate.choice.setting)] * runs

        monkeypatch.setattr(KernelCandidate, "turn", turn)
        return turns

    return fake
