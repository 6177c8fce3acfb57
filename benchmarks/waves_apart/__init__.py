"""Kernels whose waves have tasks of their own, for `benchmarks/specialise` and the tests."""
