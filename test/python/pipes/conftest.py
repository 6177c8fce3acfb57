"""Paths of the executor of DXIL, and of the kernels with barriers of sets of waves."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), *(str(HERE.parent / name) for name in ("dxil", "waves_barriers"))]
