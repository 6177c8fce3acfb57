"""Makes the helpers beside the tests importable, and the kernels that the checker's tests use, and the
executor of DXIL."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
sys.path.extend(str(Path(__file__).parents[1] / name) for name in ("checker", "dxil"))
