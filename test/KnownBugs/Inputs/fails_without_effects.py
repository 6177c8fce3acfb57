"""Shows of each function of a test that it would fail if operations across lanes had no effects.

    fails_without_effects.py FILECHECK WAVE_TEST_OPT [--only=PATTERN] [--as=OPTION] FILE PASS...

Each function, with its lines for FileCheck, is run through the passes twice: as it is, which has to fit the lines, and
with look-alikes that have no effects in place of the operations, which must not.
``--only`` chooses functions by their name, ``--as`` is an option of `--test-wave-as-pure`.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path


def main(file_check: str, wave_test_opt: str, *arguments: str) -> int:
    only = re.compile(next((text.removeprefix("--only=") for text in arguments if text.startswith("--only=")), ""))
    option = next((text.removeprefix("--as") for text in arguments if text.startswith("--as=")), "")
    file, *passes = (text for text in arguments if not text.startswith(("--only=", "--as=")))
    pure = f"--test-wave-as-pure{option}"

    def fits(text: str, *options: str) -> bool:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "function.mlir"
            path.write_text(text)
            done = subprocess.run([wave_test_opt, str(path), *options], capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stderr
            checked = subprocess.run(
                [file_check, str(path)], input=done.stdout, capture_output=True, text=True, check=False
            )
            return checked.returncode == 0

    text = Path(file).read_text()
    _, *functions = re.split(r"^(?=// CHECK-LABEL)", text, flags=re.MULTILINE)
    # What a function calls may be defined at another one.
    definitions = dict(re.findall(r"^(?=wave\.func @(\w+))(.*?^}\n)", text, re.MULTILINE | re.DOTALL))

    def with_callees(function: str) -> str:
        called = set(re.findall(r"wave\.call @(\w+)", function))
        defined = set(re.findall(r"^wave\.func @(\w+)", function, re.MULTILINE))
        return function + "".join(definitions[name] for name in sorted(called - defined))

    functions = [function for function in functions if only.search(function.splitlines()[0])]
    failed = not functions
    for function in functions:
        name = function.splitlines()[0].partition("@")[2]
        function = with_callees(function)
        if not fits(function, *passes):
            failed = True
            print(f"{name} does not fit its own lines")
        elif fits(function, pure, *passes, "--test-wave-from-pure"):
            failed = True
            print(f"{name} fits its lines without effects too: it cannot fail")
    print(f"{len(functions)} functions of {Path(file).name}")
    return failed


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
