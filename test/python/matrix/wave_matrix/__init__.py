"""Every operation, every type, every way to lose lanes: generated kernels, judged by a model made of definitions."""
