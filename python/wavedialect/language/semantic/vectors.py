"""Vectors: constructors, components and broadcasts."""

from __future__ import annotations

from .arithmetic import Arithmetic


class Vectors(Arithmetic):
    """Vectors: constructors, components and broadcasts."""
