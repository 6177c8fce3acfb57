"""What ``kernels.py`` imports from beside it."""

HALF = 0.5
