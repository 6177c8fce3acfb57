"""Drivers that fail on request, by way of ``faulty_loader.c``, and what a program does under it. For processes of their
own: ``WAVEDIALECT_VULKAN_LOADER`` names the loader."""

import ctypes
import os

import numpy as np
from spirv_kernels import add_kernel, counting_kernel

import wavedialect as wd
from wavedialect import _vulkan, u32

HOST, DEVICE, LOST = -1, -2, -4
"""VK_ERROR_OUT_OF_HOST_MEMORY, VK_ERROR_OUT_OF_DEVICE_MEMORY and VK_ERROR_DEVICE_LOST."""

_loader = ctypes.CDLL(os.environ["WAVEDIALECT_VULKAN_LOADER"])
_loader.fault_ask.argtypes = [ctypes.c_int64, ctypes.c_int, ctypes.c_int, ctypes.c_char_p]
_loader.fault_ask.restype = None
_loader.fault_end.restype = None
_loader.fault_failed.restype = ctypes.c_char_p
_loader.fault_live.restype = ctypes.c_char_p


def fail(number, result, for_good=False, function=None):
    """Lets the call with this number fail, counted from 1 and from now on; where a function is named, among its calls."""
    _loader.fault_ask(number, result, for_good, function and function.encode())


def failed():
    """The function whose call failed, or "" where none has yet."""
    return (_loader.fault_failed() or b"").decode()


def end():
    """Ends the failure, and gives the function whose call failed, or ""."""
    _loader.fault_end()
    return failed()


def live():
    """How many objects of each kind are there, without the instance, which is kept for the process."""
    counts, kind, count = {}, 0, ctypes.c_int64()
    while name := _loader.fault_live(kind, ctypes.byref(count)):
        counts[name.decode()] = count.value
        kind += 1
    assert counts.pop("instance") <= 1
    return {name: count for name, count in counts.items() if count}


factor = 2


@wd.kernel(num_waves=1)
def scale(src: wd.Buffer[u32], out: wd.RWBuffer[u32], more: u32):
    place = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
    if place < len(out):
        out[place] = src[place] * factor + more


ADD, COUNT_TEXELS = add_kernel(), counting_kernel()
COUNT = 64
SRC = np.arange(COUNT, dtype=np.uint32)


def groups(lanes):
    return -(-COUNT // lanes)


class Arrays:
    """What a user does: arrays on the device, launches under way, another constant, NumPy arrays."""

    def open(self):
        return wd.open_device("vulkan")

    def use(self, device):
        global factor
        factor = 2
        src, out = wd.array(SRC, device), wd.empty(COUNT, np.uint32, device)
        # More than a pool has descriptor sets for.
        launches = [scale.dispatch(groups, src, out, number) for number in range(17)]
        factor = 3
        both = np.zeros(COUNT, np.uint32)
        scale.dispatch(groups, SRC, both, 1, device=device)
        launches[-1].elapsed_ns()
        wd.synchronize(device)
        np.testing.assert_array_equal(out.numpy(), 2 * SRC + 16)
        np.testing.assert_array_equal(both, 3 * SRC + 1)


class Images:
    """What no user meets on lavapipe: staging buffers; images; the validation layer."""

    def __init__(self, validation=False):
        self.validation = validation

    def open(self):
        device = _vulkan.Device(0, validation=self.validation, staging=True)
        self.add = device.load(ADD, "main", [(0, 0)], 8, {}, 0, False)
        self.count = device.load(COUNT_TEXELS, "main", [(0, 0, "r32ui", True)], 0, {}, 0, False)
        return device

    def use(self, device):
        found = np.zeros(COUNT, np.uint32)
        plain, texels = device.alloc(4 * COUNT), device.alloc(4 * COUNT)
        for buffer in (plain, texels):
            device.upload(buffer, SRC)
        for _ in range(2):
            device.launch(self.add, [plain], np.array([1, 1], np.uint32).tobytes(), (1, 1, 1))
            device.launch(self.count, [(texels, 8, 8)], b"", (8, 8, 1)).elapsed_ns()
        device.download(plain, found)
        np.testing.assert_array_equal(found, SRC + 2)
        device.download(texels, found)
        np.testing.assert_array_equal(found, SRC + 2 * (SRC % 8 + 100 * (SRC // 8)))


def run(scenario):
    """A device is opened, used, and closed."""
    device = scenario.open()
    scenario.use(device)
    device.close()


def run_failing(scenario):
    """What failed and what was said; "" where the results were right all the same, "closed" where the device was closed
    all the same. A device that is not lost must work as if nothing had been, and a lost one must say so."""
    device = None
    try:
        device = scenario.open()
        scenario.use(device)
    except (wd.DeviceError, _vulkan.VulkanError) as error:
        function, message = end(), str(error)
        if device is not None and "was lost" in message:
            assert not device.usable
            assert_lost(lambda: scenario.use(device))
        elif device is not None:
            scenario.use(device)
    else:
        used = failed()
        device.close()
        return end(), "" if used else "closed"
    if device is not None:
        device.close()
    return function, message


def assert_lost(use):
    """The error says so, and what to do."""
    try:
        use()
    except (wd.DeviceError, _vulkan.VulkanError) as error:
        assert "was lost" in str(error) and "open" in str(error), error
    else:
        raise AssertionError("a lost device can be used")


def sweep(scenario, result, for_good=False):
    """Runs a scenario with each of its calls failing in turn, until none is left to fail; gives what ``run_failing`` gives
    of each. After each there may be no more objects than before, and the scenario must work."""
    said, before = [], live()
    for number in range(1, 1000):
        fail(number, result, for_good)
        function, message = run_failing(scenario)
        assert live() == before, (number, function, message, live())
        if not function:
            assert message == "closed", message
            return said
        assert message in ("", "closed") or function in message or "was lost" in message, (function, message)
        said.append((function, message))
        run(scenario)
        assert live() == before, (number, function, live())
    raise AssertionError("there is no end")


def sweep_memory(scenario, step=1):
    """As ``sweep``, with the C++ memory of the runtime, of which each allocation fails in turn (``faulty_memory.cpp``); gives
    what was raised, by its class, and how often."""
    memory = ctypes.CDLL(None)
    memory.fault_allocation.argtypes = [ctypes.c_long]
    memory.fault_allocations_left.restype = ctypes.c_long
    run(scenario)
    before, raised = live(), {}
    for number in range(1, 10_000, step):
        memory.fault_allocation(number)
        device, name = None, ""
        try:
            device = scenario.open()
            scenario.use(device)
            device.close()
        except (wd.DeviceError, MemoryError) as error:
            name = type(error).__name__
        done = memory.fault_allocations_left() > 0
        memory.fault_allocation(0)
        if name and device is not None:
            scenario.use(device)
            device.close()
        assert live() == before, (number, name, live())
        if done:
            return raised
        raised[name] = raised.get(name, 0) + 1
    raise AssertionError("there is no end")


def uses(kept):
    """Everything that can be done with an array of a device that is lost or closed, or with the device."""
    other, host = wd.array(SRC, "vulkan"), np.zeros(COUNT, np.uint32)
    return {
        "numpy": kept.numpy,
        "asarray": lambda: np.asarray(kept),
        "copy_from": lambda: kept.copy_from(SRC),
        "copied": lambda: wd.array(kept, "cpu"),
        "on its device": lambda: wd.array(SRC, kept.device),
        "launched": lambda: scale.dispatch(groups, kept, kept, 1),
        "launched by name": lambda: scale.dispatch(groups, SRC, kept, 1, device="vulkan"),
        "with a new one": lambda: scale.dispatch(groups, other, kept, 1),
        "with a new one behind": lambda: scale.dispatch(groups, kept, other, 1),
        "launched on it": lambda: scale.dispatch(groups, SRC, host, 1, device=kept.device),
        "synchronized": lambda: wd.synchronize(kept.device),
    }


def works_again(old):
    """The device's name gives a new one, which works."""
    out = np.zeros(COUNT, np.uint32)
    scale.dispatch(groups, SRC, out, 5, device="vulkan")
    np.testing.assert_array_equal(out, factor * SRC + 5)
    again = wd.open_device("vulkan")
    assert again is not old and again is wd.open_device("vulkan") is wd.open_device(again.name) and again.usable
    run(Arrays())
    assert live() == {}, live()
