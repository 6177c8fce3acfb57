"""Order, time, memory and threads of launches."""

import os
import resource
import signal
import threading
import time

import numpy as np
import pytest
from spirv_kernels import Kernel, add_kernel, busy_kernel

from wavedialect import _vulkan


def word(value):
    return value.to_bytes(4, "little")


class Busy:
    """A kernel that takes a while: about a millisecond a group on one core of a CPU."""

    rounds = 50_000

    def __init__(self, device):
        self.device = device
        self.kernel = device.load(busy_kernel(), "main", [(0, 0)], 4, {}, 0, False)
        self.buffer = device.alloc(4 * 8 * 2_000)

    def launch(self, groups):
        return self.device.launch(self.kernel, [self.buffer], word(self.rounds), (groups, 1, 1))


def resident_bytes():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize()


def test_launches_run_in_order(device):
    """x -> 3x + i is not commutative, so any exchange shows."""
    kernel = device.load(add_kernel(), "main", [(0, 0)], 8, {}, 0, False)
    buffer = device.alloc(256)
    device.upload(buffer, np.arange(64, dtype=np.uint32))
    expected = np.arange(64, dtype=np.uint32)
    for term in range(500):
        device.launch(kernel, [buffer], word(3) + word(term), (1, 1, 1))
        expected = expected * np.uint32(3) + np.uint32(term)
    found = np.zeros(64, np.uint32)
    device.download(buffer, found)
    np.testing.assert_array_equal(found, expected)


def test_uploads_and_downloads_keep_to_the_order(device):
    kernel = device.load(add_kernel(), "main", [(0, 0)], 8, {}, 0, False)
    buffer = device.alloc(256)
    found = np.zeros(64, np.uint32)
    for value in range(50):
        device.upload(buffer, np.full(64, value, np.uint32))
        device.launch(kernel, [buffer], word(2) + word(1), (1, 1, 1))
        device.download(buffer, found)
        np.testing.assert_array_equal(found, 2 * value + 1)


def test_launch_returns_before_the_kernel_ends(device):
    busy = Busy(device)
    busy.launch(1).elapsed_ns()
    start = time.perf_counter()
    busy.launch(300)
    launched = time.perf_counter() - start
    device.wait()
    waited = time.perf_counter() - start
    assert launched < waited / 4
    found = np.zeros(8 * 300, np.uint32)
    device.download(busy.buffer, found)
    np.testing.assert_array_equal(found, busy.rounds * (busy.rounds - 1) // 2 % 2**32)


def test_elapsed_grows_with_the_work(device):
    if not device.properties.features["timestamps"]:
        pytest.skip("the queue has no timestamps")
    busy = Busy(device)
    short, long = busy.launch(1), busy.launch(100)
    assert 0 < short.elapsed_ns() < long.elapsed_ns()
    assert short.elapsed_ns() == short.elapsed_ns()
    start = time.perf_counter_ns()
    assert busy.launch(100).elapsed_ns() < time.perf_counter_ns() - start


def test_untimed_launches(device):
    busy = Busy(device)
    assert device.launch(busy.kernel, [busy.buffer], word(5), (2, 1, 1), timed=False).elapsed_ns() is None
    found = np.zeros(16, np.uint32)
    device.download(busy.buffer, found)
    np.testing.assert_array_equal(found, 10)


def test_no_groups_is_no_work(device):
    kernel = device.load(add_kernel(), "main", [(0, 0)], 8, {}, 0, False)
    buffer = device.alloc(256)
    device.upload(buffer, np.ones(64, np.uint32))
    device.launch(kernel, [buffer], word(5) + word(5), (0, 1, 1))
    found = np.zeros(64, np.uint32)
    device.download(buffer, found)
    np.testing.assert_array_equal(found, 1)


def test_memory_does_not_grow_with_launches(device):
    kernel = device.load(add_kernel(), "main", [(0, 0)], 8, {}, 0, False)
    target = device.alloc(256)

    def launch_many(count):
        for _ in range(count):
            device.launch(kernel, [device.alloc(256)], bytes(8), (1, 1, 1))
            device.launch(kernel, [target], bytes(8), (1, 1, 1))
        device.wait()

    # Drivers and allocators reach their size in steps, at any time. What grows with the launches does so in every round,
    # by the 512 bytes of two launches at the least: the round that grew least tells.
    launch_many(2000)
    grown = []
    for _ in range(5):
        before = resident_bytes()
        launch_many(1000)
        grown.append(resident_bytes() - before)
    assert min(grown) < 256 << 10, grown


def test_memory_does_not_grow_with_pipelines_and_devices():
    def cycle():
        device = _vulkan.Device(0)
        for _ in range(5):
            kernel = device.load(add_kernel(), "main", [(0, 0)], 8, {}, 0, False)
            device.launch(kernel, [device.alloc(256)], bytes(8), (1, 1, 1))
        device.close()

    for _ in range(5):
        cycle()
    before = resident_bytes()
    for _ in range(20):
        cycle()
    assert resident_bytes() - before < 16 << 20


def test_threads_share_a_device(device):
    kernel = device.load(add_kernel(), "main", [(0, 0)], 8, {}, 0, False)
    failures = []

    def work(seed):
        try:
            buffer = device.alloc(256)
            value = np.full(64, seed, np.uint32)
            device.upload(buffer, value)
            for term in range(100):
                launch = device.launch(kernel, [buffer], word(3) + word(term), (1, 1, 1))
                value = value * np.uint32(3) + np.uint32(term)
                if term % 10 == 0:
                    launch.elapsed_ns()
            found = np.zeros(64, np.uint32)
            device.download(buffer, found)
            np.testing.assert_array_equal(found, value)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


def test_other_threads_run_during_a_wait(device):
    Busy(device).launch(300)
    waiting = threading.Thread(target=device.wait)
    waiting.start()
    rounds = 0
    while waiting.is_alive():
        rounds += 1
        time.sleep(0.001)
    assert rounds > 3


def test_closing_while_others_use_the_device(device):
    errors = []

    def work():
        try:
            busy = Busy(device)
            while True:
                busy.launch(10).elapsed_ns()
        except _vulkan.VulkanError as error:
            errors.append(str(error))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    time.sleep(0.1)
    device.close()
    for thread in threads:
        thread.join()
    assert len(errors) == 4 and all("was closed" in error for error in errors)


def test_interrupt_ends_a_wait(device):
    # A run that was started in the background ignores SIGINT.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        interrupt_a_wait(device)
    finally:
        signal.signal(signal.SIGINT, before)


def interrupt_a_wait(device):
    launch = Busy(device).launch(1_500)
    timer = threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT))
    start = time.perf_counter()
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        launch.elapsed_ns()
    interrupted = time.perf_counter() - start
    timer.join()
    device.wait()
    assert interrupted < (time.perf_counter() - start) / 2


def test_buffers_written_by_all_groups(device):
    """A launch sees all that the one before wrote, not only its own group's part."""
    kernel = Kernel(bindings=((0, 0), (0, 1)), constants=1)
    lane, last = kernel.lane_of_dispatch(), kernel.push_constant(0)
    kernel.store(1, lane, kernel.op("OpIAdd", kernel.load(0, kernel.op("OpISub", last, lane)), kernel.constant(1)))
    loaded = device.load(kernel.assemble(), "main", [(0, 0), (0, 1)], 4, {}, 0, False)
    count = 64 * 256
    first, second = device.alloc(4 * count), device.alloc(4 * count)
    data = np.arange(count, dtype=np.uint32)
    device.upload(first, data)
    for _ in range(51):
        device.launch(loaded, [first, second], word(count - 1), (count // 64, 1, 1))
        first, second = second, first
    found = np.zeros_like(data)
    device.download(first, found)
    np.testing.assert_array_equal(found, data[::-1] + 51)
