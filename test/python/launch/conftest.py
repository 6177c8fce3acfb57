"""The tests find the modules beside them."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from launch_devices import device, host_device, native_device  # noqa: E402, F401
