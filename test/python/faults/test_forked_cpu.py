"""The CPU, the interpreter, the compiler and the cache in forked children, also of a process with busy threads."""

from __future__ import annotations

import pytest

FORKED = """
def make(number):
    @wd.kernel(num_waves=1)
    def scale(src: wd.Buffer[i32], out: wd.RWBuffer[i32]):
        place = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
        if place < len(out):
            out[place] = src[place] * number
    return scale

def launch(number, device="cpu", kernel=None):
    src, out = np.arange(64, dtype=np.int32), np.zeros(64, np.int32)
    (kernel or make(number))[lambda lanes: -(-64 // lanes)](src, out, device=device)
    assert out.tolist() == [number * i for i in range(64)], (number, out)
"""


@pytest.mark.parametrize("kept", ["1", "0"], ids=["cache", "no cache"])
def test_children_of_children(program, kept):
    """Each launches what it inherits and compiles what is new, for every target."""
    text = """
    old = make(3)
    array = wd.array(np.arange(64, dtype=np.int32))
    def work(depth):
        launch(3, kernel=old)
        for device in ("cpu", "interpreter"):
            launch(100 + depth, device)
        assert make(200 + depth).compile().files and make(300 + depth).compile("dxil").files
        assert array.numpy()[5] == 5
        if depth:
            forked(lambda: work(depth - 1))
        print(depth)
    launch(3, kernel=old)
    work(3)
    """
    said = program(FORKED, text, WAVEDIALECT_CACHE=kept).split()
    assert said == ["0", "1", "2", "3"]


@pytest.mark.parametrize("kept", ["1", "0"], ids=["cache", "no cache"])
def test_a_fork_while_threads_compile_and_launch(program, kept):
    """All modules are loaded before: Python itself lets no child import what a thread of its parent was importing."""
    text = """
    launch(2)
    make(2).compile("dxil")
    stop, failures = False, []
    def busy(thread):
        try:
            number = 1000 * (thread + 1)
            while not stop:
                number += 1
                launch(number % 50 + 1000 * thread)
        except BaseException as error:
            failures.append(error)
    threads = [threading.Thread(target=busy, args=(thread,)) for thread in range(4)]
    for thread in threads:
        thread.start()
    for number in range(8):
        forked(lambda: (launch(7), launch(10_000 + number), make(number + 1).compile("dxil")))
    stop = True
    for thread in threads:
        thread.join()
    assert not failures, failures
    print("done")
    """
    assert program(FORKED, text, WAVEDIALECT_CACHE=kept) == "done\n"


def test_a_pool_of_forked_processes(program):
    text = """
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    def work(number):
        launch(number % 5 + 1)
        return number

    launch(1)
    with ProcessPoolExecutor(3, mp_context=multiprocessing.get_context("fork")) as pool:
        assert list(pool.map(work, range(24))) == list(range(24))
    launch(2)
    print("done")
    """
    assert program(FORKED, text) == "done\n"
