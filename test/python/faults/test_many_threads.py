"""64 threads that compile and launch: every result is right, and nothing is left of them."""

from __future__ import annotations

import pytest

CROWD = """
import gc

def make(number):
    @wd.kernel(num_waves=2)
    def scale(src: wd.Buffer[i32], out: wd.RWBuffer[i32]):
        sums = wd.groupshared(i32, wd.group_wave_count())
        wave = wd.group_wave_index()
        place = (wd.group_id().x * 2 + wave) * wd.wave_lane_count() + wd.wave_lane_index()
        total = wd.wave_active_sum(src[place])
        if wd.wave_is_first_lane():
            sums[wave] = total
        wd.group_memory_barrier_with_group_sync()
        if place < len(out):
            out[place] = src[place] * number + (sums[0] + sums[1]) * 0
    return scale

failures, done = [], []

def work(thread, kernels, rounds, device):
    try:
        for turn in range(rounds):
            kernel, number = kernels[(thread + turn) % len(kernels)]
            src, out = np.arange(500, dtype=np.int32) + thread, np.zeros(500, np.int32)
            if thread % 2:
                # Arrays of the device.
                there = wd.empty(500, np.int32, device)
                kernel[lambda lanes: -(-500 // (2 * lanes))](wd.array(src, device), there, device=device)
                out = there.numpy()
            else:
                kernel[lambda lanes: -(-500 // (2 * lanes))](src, out, device=device)
            assert (out == src * number).all(), (thread, turn)
            done.append(1)
    except BaseException as error:
        failures.append(repr(error))

def crowd(kernels, rounds, device):
    threads = [threading.Thread(target=work, args=(thread, kernels, rounds, device)) for thread in range(64)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures, failures[:3]

def held():
    gc.collect()
    status = dict(line.split(":", 1) for line in open("/proc/self/status"))
    return len(os.listdir("/proc/self/fd")), int(status["Threads"]), int(status["VmRSS"].split()[0]) // 1024
"""

SAME = """
one = [(make(7), 7)]
crowd(one, 4, DEVICE)
"""

DIFFERENT = """
# Each compiled by whoever needs it first, and by several at once.
several = [(make(number), number) for number in range(16)]
crowd(several, 4, DEVICE)
assert len(done) == 2 * 64 * 4
"""

#: After the first crowd all that stays is there.
LEAKS = """
crowd(several, 4, DEVICE)
files, threads, memory = held()
for _ in range(4):
    crowd(several, 8, DEVICE)
files_after, threads_after, memory_after = held()
assert files_after <= files, (files, files_after)
assert threads_after <= threads, (threads, threads_after)
assert memory_after <= memory + 48, (memory, memory_after)
print("done")
"""


@pytest.mark.parametrize("kept", ["1", "0"], ids=["cache", "no cache"])
def test_on_the_cpu(program, kept):
    environment = {"WAVEDIALECT_CACHE": kept}
    assert program(CROWD, "DEVICE = 'cpu'\n", SAME, DIFFERENT, LEAKS, **environment) == "done\n"


def test_on_vulkan(program, vulkan):
    assert program(CROWD, "DEVICE = 'vulkan'\n", SAME, DIFFERENT, LEAKS) == "done\n"


def test_compiles_alone(program):
    """For all targets, of which none waits for another."""
    text = """
    targets = [("spirv", {}), ("dxil", {}), ("ptx", {}), ("cpu", {})]

    def compiles(thread):
        try:
            for turn in range(6):
                target, options = targets[(thread + turn) % len(targets)]
                bundle = make((thread + turn) % 5).compile(target, **options)
                texts.setdefault((target, (thread + turn) % 5), set()).add(bytes().join(bundle.files.values()))
        except BaseException as error:
            failures.append(repr(error))

    texts = {}
    threads = [threading.Thread(target=compiles, args=(thread,)) for thread in range(64)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures, failures[:3]
    # The same bytes, whoever compiled.
    assert len(texts) == 20 and all(len(found) == 1 for found in texts.values()), {k: len(v) for k, v in texts.items()}
    print("done")
    """
    assert program(CROWD, text, WAVEDIALECT_CACHE="0") == "done\n"
