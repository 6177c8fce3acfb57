"""A device that is lost anywhere, and one that is closed: whoever has something on it is told, nothing hangs, and the
device's name opens a new one."""

import pathlib
import re

import pytest

DOCS = pathlib.Path(__file__).parents[3] / "docs"

#: Where a loss is noticed. By the specification some of these cannot tell of one; drivers do.
PLACES = [
    "vkQueueSubmit",
    "vkWaitSemaphores",
    "vkGetSemaphoreCounterValue",
    "vkGetQueryPoolResults",
    "vkAllocateMemory",
    "vkMapMemory",
    "vkCreateBuffer",
    "vkCreateShaderModule",
    "vkCreateComputePipelines",
    "vkCreateDescriptorPool",
    "vkBeginCommandBuffer",
]


def test_lost_anywhere(with_failures):
    text = f"""
    for function in {PLACES}:
        device = wd.open_device("vulkan")
        kept = wd.array(SRC, device)
        scale._programs.clear()     # or its pipelines would be there
        fail(1, LOST, function=function)
        assert_lost(lambda: Arrays().use(device))
        assert end() == function, end()
        # All that it had is given back, even what is still in use here.
        assert not device.usable and live() == {{}}, (function, live())
        for name, use in uses(kept).items():
            if name == "launched":
                continue
            assert_lost(use)
        wd.open_device("vulkan").close()
        works_again(device)
    print("done")
    """
    assert with_failures(text) == "done\n"


def test_error_of_a_lost_device(with_failures):
    text = """
    device = wd.open_device("vulkan")
    kept = wd.array(SRC, device)
    fail(1, LOST, function="vkQueueSubmit")
    for use in (lambda: scale.dispatch(groups, kept, wd.array(SRC, device), 1), kept.numpy):
        try:
            use()
        except wd.DeviceError as error:
            print(error.message)
            print(error.fix)
    wd.open_device("vulkan").close()
    """
    message, fix, *again = with_failures(text).splitlines()
    assert again == [message, fix]
    assert message.startswith("Vulkan device 'llvmpipe") and "' was lost: " in message
    assert message.endswith("what the device held is gone; open it again")
    assert fix.startswith("the next use of its name reopens the device: create its arrays again with `wd.array`; ")


def test_lost_in_the_background(with_failures):
    """Launches return before the loss; who asks for them later is told, once for all devices."""
    text = """
    device = wd.open_device("vulkan")
    for ask in ("launch.elapsed_ns()", "wd.synchronize()", "wd.synchronize('vulkan')", "out.numpy()"):
        device = wd.open_device("vulkan")
        src, out = wd.array(SRC, device), wd.empty(COUNT, np.uint32, device)
        scale.dispatch(groups, src, out, 1).elapsed_ns()
        launch = scale.dispatch(groups, src, out, 1)
        # One of the two is asked; the launch may be over by now.
        fail(1, LOST, function="vkGetSemaphoreCounterValue")
        assert_lost(lambda: eval(ask))
        assert end() and not device.usable and live() == {}
        wd.synchronize()
        assert_lost(launch.elapsed_ns)
    works_again(device)
    print("done")
    """
    assert with_failures(text) == "done\n"


def test_lost_under_many_threads(with_failures):
    """Threads that launch, wait and copy are all told; none hangs, and nothing is destroyed under another one."""
    text = """
    import threading
    for number in (1, 40, 200):
        device = wd.open_device("vulkan")
        told = []

        def work(number):
            try:
                src, out = wd.array(SRC, device), wd.empty(COUNT, np.uint32, device)
                for _ in range(10_000):
                    launch = scale.dispatch(groups, src, out, number)
                    if number == 1:
                        launch.elapsed_ns()
                    if number == 2:
                        wd.synchronize(device)
                    if number == 3:
                        out.numpy()
            except wd.DeviceError as error:
                told.append(str(error))

        threads = [threading.Thread(target=work, args=(number,)) for number in range(5)]
        fail(number + 5, LOST, function="vkQueueSubmit")
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        assert len(told) == 5 and all("was lost" in message for message in told), told
        assert end() and live() == {}
    works_again(device)
    print("done")
    """
    assert with_failures(text) == "done\n"


@pytest.mark.parametrize("function", ["vkQueueSubmit", "vkWaitSemaphores", "vkDeviceWaitIdle"])
def test_a_process_that_ends_with_a_lost_device(with_failures, function):
    """Its device is not closed, its arrays live, and launches are under way."""
    text = f"""
    device = wd.open_device("vulkan")
    kept, out = wd.array(SRC, device), wd.empty(COUNT, np.uint32, device)
    launches = [scale.dispatch(groups, kept, out, number) for number in range(20)]
    native = _vulkan.Device(0)
    buffer = native.alloc(64)
    fail(1, LOST, function="{function}")
    if "{function}" == "vkQueueSubmit":
        assert_lost(lambda: scale.dispatch(groups, kept, out, 1))
    print("ends")
    """
    assert with_failures(text) == "ends\n"


def test_a_device_that_is_lost_for_good(with_failures):
    """It does not open any more: a new process is the advice."""
    text = """
    Arrays().use(wd.open_device("vulkan"))
    fail(1, LOST, function="vkQueueSubmit")
    assert_lost(lambda: Arrays().use(wd.open_device("vulkan")))
    fail(1, LOST, for_good=True, function="vkCreateDevice")
    for _ in range(2):
        try:
            wd.open_device("vulkan")
        except wd.DeviceError as error:
            print(error.message)
    end()
    works_again(None)
    """
    said = with_failures(text).splitlines()
    assert len(said) == 2 and all(line.endswith("restart the process") for line in said)


def test_a_closed_device(with_failures):
    text = """
    import gc, weakref
    device = wd.open_device("vulkan")
    kept = wd.array(SRC, device)
    launch = scale.dispatch(groups, kept, wd.array(SRC, device), 1)
    launch.elapsed_ns()
    device.close()
    device.close()
    assert not device.usable and live() == {}
    for name, use in uses(kept).items():
        if name == "launched":
            continue
        try:
            use()
        except wd.DeviceError as error:
            assert "was closed, and its contents are lost" in error.message, error
            assert "create its arrays again with `wd.array`" in error.fix, error
        else:
            raise AssertionError(name)
    works_again(device)
    # What had been loaded on it does not keep it.
    gone = weakref.ref(device)
    del device, kept, launch, use
    scale.dispatch(groups, SRC, np.zeros(COUNT, np.uint32), 5, device="vulkan")
    gc.collect()
    assert gone() is None
    print("done")
    """
    assert with_failures(text) == "done\n"


def test_the_native_module(with_failures):
    """A device object stays lost, also for what is not on it; another one works."""
    text = """
    device = _vulkan.Device(0)
    buffer, kernel = device.alloc(256), device.load(ADD, "main", [(0, 0)], 8, {}, 0, False)
    early = device.launch(kernel, [buffer], bytes(8), (1, 1, 1))
    device.launch(kernel, [buffer], bytes(8), (1, 1, 1))
    early.elapsed_ns()
    fail(1, LOST, function="vkQueueSubmit")
    launch = lambda: device.launch(kernel, [buffer], bytes(8), (1, 1, 1))
    copies = [lambda: device.upload(buffer, bytes(8)), lambda: device.download(buffer, bytearray(8))]
    for use in (launch, launch, *copies, lambda: device.alloc(4), device.wait, device.require_usable):
        try:
            use()
        except _vulkan.VulkanError as error:
            print(error.kind, error)
    device.save_pipelines()
    device.close()
    device.close()
    assert live() == {}
    again = _vulkan.Device(0)
    again.upload(again.alloc(8), bytes(8))
    """
    said = with_failures(text).splitlines()
    assert len(said) == 7 and len(set(said)) == 1
    assert said[0].startswith("device-lost Vulkan device '") and said[0].endswith("open it again")


def test_the_example_of_the_documentation(with_failures):
    """It goes on after a loss, and passes on what is none."""
    (example,) = re.findall(r"```python\n([^`]*state\.device\.usable[^`]*)```", (DOCS / "vulkan.md").read_text())
    text = f"""
    class step:
        dispatch = staticmethod(lambda groups, state: scale.dispatch(groups, state, wd.array(SRC, state.device), 1))

    start = SRC
    for failure in (LOST, HOST, 0):
        fail(1, failure, function="vkQueueSubmit")
        try:
            exec({example!r})
        except wd.DeviceError as error:
            print(error.message.partition(":")[0])
        else:
            end()
            print(state.numpy().tolist() == SRC.tolist(), "result" in globals())
    """
    assert with_failures(text).splitlines() == ["True False", "out of host memory", "True True"]
