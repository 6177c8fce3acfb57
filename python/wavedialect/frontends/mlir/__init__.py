"""MLIR text as a front end: reads a kernel of wave IR into a listing and, when needed, into the SSA form."""
