#!/usr/bin/env python3
"""The matrix of operations, types and control flow; ``--help`` says what can be chosen."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "dxil"))
sys.path.insert(0, str(Path(__file__).parent))

from wave_matrix.runner import main

if __name__ == "__main__":
    sys.exit(main())
