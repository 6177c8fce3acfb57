"""The tests find the modules beside them, and launch on the devices of the tests of launches."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
sys.path.append(str(Path(__file__).parents[1] / "launch"))
from launch_devices import device, host_device, native_device  # noqa: E402, F401
