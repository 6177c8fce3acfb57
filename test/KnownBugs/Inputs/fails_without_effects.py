"""Shows of each function of a test that it would fail if operations across lanes had no effects.

    fails_without_effects.py FILECHECK WAVE_TEST_OPT [--only=PATTERN] [--as=OPTION] FILE PASS...

The file is run through the passes twice: as it is, where each function has to fit its lines for FileCheck, and with
look-alikes that have no effects in place of the operations, where no function must. ``--only`` chooses functions by
their name, ``--as`` is an option of `--test-wave-as-pure`.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path

FUNCTION = r"^( *)(?:wave|func)\.func @{}\b.*?^\1}}$"


def main(file_check: str, wave_test_opt: str, *arguments: str) -> int:
    only = re.compile(next((text.removeprefix("--only=") for text in arguments if text.startswith("--only=")), ""))
    option = next((text.removeprefix("--as") for text in arguments if text.startswith("--as=")), "")
    file, *passes = (text for text in arguments if not text.startswith(("--only=", "--as=")))

    def run(*options: str) -> str:
        done = subprocess.run([wave_test_opt, file, *options], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    as_it_is = run(*passes)
    as_pure = run(f"--test-wave-as-pure{option}", *passes, "--test-wave-from-pure")

    def fits(output: str, name: str, lines: str) -> bool:
        # Its own text alone, so that nothing behind it is taken for a part of it.
        function = re.search(FUNCTION.format(name), output, re.MULTILINE | re.DOTALL)
        assert function, f"there is no {name}"
        with tempfile.NamedTemporaryFile("w", suffix=".mlir") as check:
            check.write(lines)
            check.flush()
            command = [file_check, check.name]
            return (
                subprocess.run(command, input=function[0], capture_output=True, text=True, check=False).returncode == 0
            )

    tests = re.split(r"^(?=// CHECK-LABEL)", Path(file).read_text(), flags=re.MULTILINE)[1:]
    tests = [test for test in tests if only.search(test.splitlines()[0])]
    failed = not tests
    for test in tests:
        name = re.match(r"// CHECK-LABEL: .*@(\w+)", test)[1]
        if not fits(as_it_is, name, test):
            failed = True
            print(f"{name} does not fit its own lines")
        elif fits(as_pure, name, test):
            failed = True
            print(f"{name} fits its lines without effects too: it cannot fail")
    print(f"{len(tests)} functions of {Path(file).name}")
    return failed


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
