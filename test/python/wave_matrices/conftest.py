"""The path to kernels that these tests share with those of CUDA."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "cuda"))
