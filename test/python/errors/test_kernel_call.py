"""A kernel that is called by another."""

from __future__ import annotations


def test_kernel_calls_kernel(refuse):
    text = """
        @wd.kernel(num_waves=1)
        def other(out: wd.RWBuffer[u32]):
            pass


        def kernel(out: wd.RWBuffer[u32], n: u32):
            §other(out)
    """
    refuse(text, "kernel-call", "`other` is a kernel", "`@wd.func`")


def test_kernel_launches_kernel(refuse):
    text = """
        @wd.kernel(num_waves=1)
        def other(out: wd.RWBuffer[u32]):
            pass


        def kernel(out: wd.RWBuffer[u32], n: u32):
            §other[1](out)
    """
    refuse(text, "kernel-call", "`other` is a kernel", "`@wd.func`")
