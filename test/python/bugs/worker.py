"""Runs kernels on lavapipe at one wave size, which it reads from the environment once a process: ``worker.py LANES``.

It takes pickled jobs (file, a kernel's variable, groups, arguments) from its input, and answers each with the arguments
after the run, or with the text of what went wrong.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import pickle
import sys
import traceback
import warnings
from pathlib import Path


def load(file: str):
    """The module of a file of tests, which holds the kernels; loaded once."""
    name = f"kernels_of_{Path(file).stem}"
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, file)
        module = sys.modules[name] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    return sys.modules[name]


def main(lanes: int) -> None:
    os.environ["LP_NATIVE_VECTOR_WIDTH"] = str(32 * lanes)
    sys.path.insert(0, str(Path(__file__).parent))
    # What drivers print must not come between the answers.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    import wavedialect as wd

    warnings.simplefilter("ignore", wd.WaveWarning)
    with contextlib.suppress(EOFError):
        while True:
            file, name, groups, arguments = pickle.load(sys.stdin.buffer)
            try:
                getattr(load(file), name).dispatch(groups, *arguments, device="vulkan:llvmpipe", wave_size=lanes)
                answer = (True, arguments)
            except Exception:
                answer = (False, traceback.format_exc())
            pickle.dump(answer, answers)
            answers.flush()


if __name__ == "__main__":
    main(int(sys.argv[1]))
