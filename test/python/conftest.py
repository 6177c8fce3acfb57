"""What all tests have in common: an error has an id that ``explain`` knows, or none."""

from __future__ import annotations

import pytest

from wavedialect.errors import WaveError
from wavedialect.explanations import ids


@pytest.fixture(autouse=True, scope="session")
def known_ids():
    """An error with an unknown id, from wherever it comes, fails the test that meets it."""
    make = WaveError.__init__

    def checked(self, message, fix=None, id=None):
        assert not id or id in ids(), f"`{id}` is unknown to `explain`: {message}"
        make(self, message, fix, id)

    WaveError.__init__ = checked
    yield
    WaveError.__init__ = make
