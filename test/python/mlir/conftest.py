import sys
from pathlib import Path

HERE = Path(__file__).parent
for folder in (HERE, HERE.parent / "matrix", HERE.parent / "checker"):
    sys.path.insert(0, str(folder))

from read_back import read_programs  # noqa: E402, F401
