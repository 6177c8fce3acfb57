"""The folder of the hosts in C++ on the path, for what writes their bundles, and that of kernels with constant buffers."""

import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
sys.path.insert(0, str(ROOT / "examples" / "hosts"))
sys.path.insert(0, str(ROOT / "test" / "python" / "execution"))
