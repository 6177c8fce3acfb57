"""The folder of the hosts in C++ on the path, for what writes their bundles, and those of kernels with constant buffers and of
the library that plays CUDA's driver."""

import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
sys.path.insert(0, str(ROOT / "examples" / "hosts"))
sys.path.insert(0, str(ROOT / "test" / "python" / "execution"))
sys.path.insert(0, str(ROOT / "test" / "python" / "cuda"))
