"""Makes the helpers beside the tests importable, and the kernels that the checker's tests use."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
sys.path.append(str(Path(__file__).parents[1] / "checker"))
