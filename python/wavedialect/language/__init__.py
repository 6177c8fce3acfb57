"""The language of kernels: its types, its functions and its rules."""
