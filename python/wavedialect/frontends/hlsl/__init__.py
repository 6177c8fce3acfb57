"""HLSL as a front end: Clang reads a shader into wave IR, and the reader of MLIR text makes it a listing."""
