"""Vulkan in the children of a process that used it: refused after a fork, as usual in a new process."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.usefixtures("vulkan")

#: What the tests below share.
FORKED = """
def refused(function):
    try:
        function()
    except wd.DeviceError as error:
        assert "was forked from one that had used Vulkan" in error.message, error
        assert 'get_context("spawn")' in error.fix
        print("refused")
    else:
        print("not refused")
"""

CALLS = {
    "a launch on arrays": "run('vulkan')",
    "a launch on arrays of the parent": "double.dispatch(1, kept, result)",
    "opening it again": "wd.open_device('vulkan')",
    "the parent's device": "double.dispatch(1, np.zeros(4, np.int32), np.zeros(4, np.int32), device=opened)",
    "an array of its own": "wd.array(np.zeros(4), device=opened)",
    "what an array holds": "kept.numpy()",
    "another content": "kept.copy_from(np.zeros(64, np.int32))",
    "the time of a launch": "launch.elapsed_ns()",
    "waiting": "wd.synchronize('vulkan')",
    "waiting for the parent's device": "wd.synchronize(opened)",
}

PARENT = """
run('vulkan')
opened = wd.open_device('vulkan')
kept, result = wd.array(np.arange(64, dtype=np.int32), device=opened), wd.empty(64, np.int32, opened)
launch = double.dispatch(1, kept, result)
"""


@pytest.mark.parametrize("call", CALLS)
def test_a_forked_child_is_refused(program, call):
    child = f"forked(lambda: refused(lambda: {CALLS[call]}))\nrun('vulkan')\nprint('parent')"
    assert program(FORKED, PARENT, child).split() == ["refused", "parent"]


def test_operations_that_a_forked_child_may_do(program):
    """It drops the parent's arrays, runs on the CPU, waits for all of its devices, and ends."""
    text = """
    def work():
        global kept, result, launch
        names = [device.name for device in wd.devices()]
        assert names == ["cpu", "interpreter"], names
        (told,) = [device for device in wd.refused_devices() if device.name == "vulkan"]
        assert "forked" in told.reason and "spawn" in told.fix
        del kept, result, launch
        wd.synchronize()
        run("cpu")
        run("interpreter")
        opened.close()
        print("done")

    forked(work)
    forked(lambda: forked(work))
    print(kept.numpy()[5], result.numpy()[3])
    """
    assert program(FORKED, PARENT, text).split() == ["done", "done", "5", "6"]


def test_how_a_forked_child_ends(program):
    """Its own exit handlers run, and it ends with its own status. New threads have the memory of old ones."""
    text = """
    import atexit
    import ctypes

    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        libc = ctypes.CDLL(None)
        atexit.register(print, "Python", end=" ", flush=True)
        for _ in range(64):
            # They outlive the interpreter.
            threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()
        libc.puts(b"buffered")
        sys.exit(7)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
    """
    # What C has buffered comes at any time, but it comes.
    said = program(PARENT, text).split()
    assert sorted(said) == ["7", "Python", "buffered"] and said[-1] == "7"


def test_the_validation_layer(program):
    text = """
    try:
        run('vulkan')
    except wd.DeviceError as error:
        print("refused" if "is not installed" in error.message else error)
    else:
        forked(lambda: refused(lambda: run('vulkan')))
    """
    assert program(FORKED, text, WAVEDIALECT_VULKAN_VALIDATION="1") == "refused\n"


def test_a_list_of_devices_is_a_use(program):
    """The drivers are loaded for it, and start threads."""
    text = "wd.devices()\nforked(lambda: refused(lambda: run('vulkan')))"
    assert program(FORKED, text) == "refused\n"


def test_children_of_a_parent_that_did_not_use_it(program):
    text = "run('cpu')\nfor _ in range(2):\n    forked(lambda: (run('vulkan'), print('done')))\nrun('vulkan')"
    assert program(FORKED, text).split() == ["done", "done"]


def test_a_fork_in_the_middle_of_launches(program):
    """Other threads hold locks of ours and the driver's while the process forks."""
    text = """
    stop = False
    def launches():
        while not stop:
            run('vulkan', 4096)
    threads = [threading.Thread(target=launches) for _ in range(4)]
    for thread in threads:
        thread.start()
    for _ in range(40):
        forked(lambda: (refused(lambda: run('vulkan')), refused(lambda: kept.numpy()), run('cpu')))
    stop = True
    for thread in threads:
        thread.join()
    """
    said = program(FORKED, PARENT, text)
    assert said.split() == ["refused"] * 80


def test_a_fork_while_the_drivers_are_loaded(program):
    """The child is refused, or comes before its parent has begun and loads them itself."""
    text = """
    from wavedialect import _vulkan

    def enumerate_devices():
        try:
            _vulkan.enumerate()
        except _vulkan.VulkanError as error:
            assert error.kind == "forked", error

    opening = threading.Thread(target=_vulkan.enumerate)
    opening.start()
    for _ in range(10):
        forked(enumerate_devices)
        time.sleep(0.002)
    opening.join()
    """
    program(FORKED, text)


POOL = """
import multiprocessing
from concurrent.futures import ProcessPoolExecutor

def work(number):
    try:
        run('vulkan')
    except wd.DeviceError as error:
        return error.fix
    return "done"

if __name__ == "__main__":
    run('vulkan')
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context(sys.argv[1])) as pool:
        said = set(pool.map(work, range(4)))
    print(*said)
    run('vulkan')
"""


@pytest.mark.parametrize("method", ["spawn", "forkserver"])
def test_a_pool_of_new_processes(program, method):
    assert program(POOL.replace("sys.argv[1]", repr(method))) == "done\n"


def test_a_pool_of_forked_processes(program):
    """The error travels to the parent; what it says to write works."""
    (said,) = program(POOL.replace("sys.argv[1]", "'fork'")).splitlines()
    assert '`ProcessPoolExecutor(mp_context=multiprocessing.get_context("spawn"))`' in said
