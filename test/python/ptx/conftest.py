"""The paths to kernels that these tests share with others."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [
    str(HERE),
    *(str(HERE.parent / name) for name in ("matrix", "random", "checker", "pipes", "copies", "cuda")),
]
