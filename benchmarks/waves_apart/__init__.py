"""Kernels whose waves have tasks of their own, for `benchmarks/specialize` and the tests."""
