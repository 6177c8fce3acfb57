"""What `benchmarks/cpu.py` measures, and how. README.md says more."""
