"""The paths to kernels that these tests share with those of CUDA, and to the executor of DXIL."""

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent.parent / name) for name in ("cuda", "dxil")]
