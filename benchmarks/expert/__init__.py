"""What `benchmarks/passes.py` measures: kernels as one writes them, as an expert does, and the latter in GLSL."""
