"""Each call of the driver that can fail does so once, and what is made is counted: every failure is a message, what worked
before works after it, and nothing is left when the device is closed."""

import json
import os
import pathlib
import re
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).parents[3]

SWEEP = """
import json
# Keeps the instance of the validation layer, which takes long to make.
kept = {validated} and _vulkan.Device(0, validation=True)
print(json.dumps(sweep({scenario}, {result}, {for_good})))
messages = _vulkan.messages()
assert not messages, messages
"""

#: Room is made, and the call tried again.
TRIED_AGAIN = {
    "vkCreateBuffer",
    "vkCreateImage",
    "vkCreateImageView",
    "vkAllocateMemory",
    "vkBindBufferMemory",
    "vkBindImageMemory",
    "vkMapMemory",
    "vkGetSemaphoreCounterValue",
}
#: Kernels run without: pipelines that are kept, the time of a launch.
NOT_NEEDED = {"vkCreatePipelineCache", "vkGetPipelineCacheData", "vkMergePipelineCaches", "vkGetQueryPoolResults"}
#: At least these are met by each sweep, and told.
TOLD = {"vkCreateDevice", "vkQueueSubmit"}
TOLD_OF_MEMORY = {"vkCreateSemaphore", "vkCreateComputePipelines", "vkAllocateDescriptorSets", "vkEndCommandBuffer"}

SWEEPS = [
    ("Arrays()", "HOST", False),
    ("Arrays()", "DEVICE", True),
    ("Arrays()", "LOST", False),
    ("Images()", "DEVICE", False),
    ("Images()", "HOST", True),
    ("Images()", "LOST", False),
    ("Images(True)", "DEVICE", False),
    ("Images(True)", "LOST", False),
]


@pytest.mark.parametrize(("scenario", "result", "for_good"), SWEEPS)
def test_every_call_that_fails(with_failures, tmp_path, scenario, result, for_good):
    text = SWEEP.format(scenario=scenario, result=result, for_good=for_good, validated="True" in scenario)
    said = json.loads(with_failures(text, WAVEDIALECT_CACHE_DIR=str(tmp_path)))
    told = {function for function, message in said if message not in ("", "closed")}
    silent = {function for function, message in said if message == ""}
    if result == "LOST":
        assert told >= TOLD and not silent
        assert all("was lost" in message or "cannot be opened" in message for _, message in said if message != "closed")
        return
    assert told >= TOLD | TOLD_OF_MEMORY
    assert silent <= (NOT_NEEDED if for_good else NOT_NEEDED | TRIED_AGAIN)
    if for_good:
        assert told >= {"vkCreateBuffer", "vkAllocateMemory", "vkBindBufferMemory", "vkMapMemory"}
    assert all("out of" in message and "memory" in message for _, message in said if message not in ("", "closed"))


@pytest.mark.skipif("LD_PRELOAD" in os.environ, reason="something else stands before the memory of C++")
@pytest.mark.parametrize(
    ("scenario", "step", "raised"), [("Images()", 1, "MemoryError"), ("Arrays()", 4, "DeviceError")]
)
def test_every_allocation_of_the_runtime(with_failures, tmp_path, scenario, step, raised):
    """It fails as a MemoryError, of which users see a DeviceError; where a file is written, kernels do without."""
    compiler = shutil.which("c++")
    if not compiler:
        pytest.skip("no C++ compiler")
    library, source = tmp_path / "libmemory.so", pathlib.Path(__file__).parent / "faulty_memory.cpp"
    subprocess.run([compiler, "-std=c++17", "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
    text = f"print(sweep_memory({scenario}, {step}))"
    told = eval(with_failures(text, LD_PRELOAD=str(library), WAVEDIALECT_CACHE_DIR=str(tmp_path)))
    assert told.pop(raised) > 50
    assert set(told) <= {""} and told.get("", 0) < 10


def test_making_an_instance_fails(with_failures):
    """The first use of Vulkan in a process, which has nothing to go back to."""
    text = """
    for function in ("vkCreateInstance", "vkEnumeratePhysicalDevices"):
        for result in (HOST, DEVICE):
            fail(1, result, function=function)
            try:
                wd.open_device("vulkan")
            except wd.DeviceError as error:
                print(function, "memory" in error.message, "free arrays" in error.fix)
            assert end() == function and live() == {}
    run(Arrays())
    print(live())
    """
    enumerated = "vkEnumeratePhysicalDevices True True"
    assert with_failures(text).splitlines() == [*["vkCreateInstance True True"] * 2, *[enumerated] * 2, "{}"]


def test_the_loader_knows_every_function():
    """One that is missing in its table would neither fail nor be counted."""
    used = re.findall(
        r"^WAVE_VK_\w+\((\w+)\)", (ROOT / "include/WaveDialect/Runtime/VulkanFunctions.def").read_text(), re.M
    )
    known = re.findall(r"^  F\((\w+),", (ROOT / "test/python/vulkan/faulty_loader.c").read_text(), re.M)
    harmless = (
        r"vkCmd\w+|vkGet(DeviceProcAddr|DeviceQueue|\w*Requirements|PhysicalDevice\w*(Properties2?(KHR)?|Features2))"
    )
    harmless += r"|vkUpdateDescriptorSets|vkEnumerateInstanceExtensionProperties"
    fallible = "vkGetPhysicalDeviceImageFormatProperties"
    assert sorted(known) == sorted(name for name in used if name == fallible or not re.fullmatch(harmless, name))
