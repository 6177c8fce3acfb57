"""The front end for kernels in Python: decorators, the functions that kernels call, and the translation of syntax trees."""
