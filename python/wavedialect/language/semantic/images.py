"""Images: loads, stores and sizes."""

from __future__ import annotations

from .arithmetic import Arithmetic


class Images(Arithmetic):
    """Images: loads, stores and sizes."""
