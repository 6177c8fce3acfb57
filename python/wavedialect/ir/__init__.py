"""The SSA form of kernels that front ends build: types, operations, source locations, and its MLIR text."""
