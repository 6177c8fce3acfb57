"""The Python front end: decorators, the functions that kernels call, and the translation of syntax trees to IR."""
