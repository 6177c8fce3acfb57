"""The SSA form that front ends make of a kernel: types, operations, places in the source, and its text in MLIR."""
