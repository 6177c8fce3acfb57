"""Runs the examples' twins in HLSL on lavapipe at one wave size: ``twins_on_vulkan.py LANES`` writes the pickled results."""

import os
import pickle
import sys

from twins import TWINS

import wavedialect as wd


def main(wave_size: int) -> None:
    # What drivers print must not come between the results.
    answer = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    results = None
    try:
        device = wd.open_device("vulkan:llvmpipe")
    except wd.DeviceError:
        pass
    else:
        results = {
            str(twin): twin.run("hlsl", wave_size, device)
            for twin in TWINS
            if wave_size in twin.launch.sizes and twin.launch.kernel.attributes.stage == "compute"
        }
    pickle.dump(results, answer)


if __name__ == "__main__":
    main(int(sys.argv[1]))
