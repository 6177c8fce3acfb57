import sys
from pathlib import Path

# Random kernels with barriers of sets of waves also have pipes.
sys.path.insert(0, str(Path(__file__).parent.parent / "pipes"))
