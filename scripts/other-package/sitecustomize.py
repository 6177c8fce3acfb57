"""In a folder on PYTHONPATH, makes the `wavedialect` that follows on the path win over the one installed in .venv."""

import sys

sys.meta_path[:] = [finder for finder in sys.meta_path if not type(finder).__name__.startswith("ScikitBuild")]
