"""Translates a kernel for every shader model: below --least it has to be refused for that, from there on the validator has to
accept the container.

validate_models.py KERNEL OUT TRANSLATE VALIDATOR [--least 6.N] [--wave-size N]
"""

import argparse
import subprocess
import sys

NEWEST = 10
WAVE_SIZES_SINCE = 6
REFUSAL = "[shader-model-too-low]"


def judge(options: argparse.Namespace, minor: int) -> str:
    """What came of one model, in words."""
    command = [options.translate, "--wave-to-dxil", options.kernel, "-o", options.out, f"--shader-model=6.{minor}"]
    if options.wave_size and minor >= WAVE_SIZES_SINCE:
        command.append(f"--wave-size={options.wave_size}")
    made = subprocess.run(command, capture_output=True, text=True, check=False)
    if made.returncode != 0:
        errors = [line for line in made.stderr.splitlines() if "error: " in line] or [f"exit status {made.returncode}"]
        return "refused" if REFUSAL in errors[0] else errors[0]
    said = subprocess.run([options.validator, options.out], capture_output=True, text=True, check=False)
    text = said.stdout + said.stderr
    return "valid" if said.returncode == 0 and "Validation succeeded." in text else text


def main() -> int:
    parser = argparse.ArgumentParser()
    for name in ("kernel", "out", "translate", "validator"):
        parser.add_argument(name)
    parser.add_argument("--least", default="6.0")
    parser.add_argument("--wave-size", type=int)
    options = parser.parse_args()
    least = int(options.least.partition(".")[2])
    wrong = 0
    for minor in range(NEWEST + 1):
        expected = "valid" if minor >= least else "refused"
        found = judge(options, minor)
        if found != expected:
            wrong += 1
            print(f"6.{minor}: expected {expected}: {found}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
