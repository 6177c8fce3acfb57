"""A write to a read-only buffer."""

from __future__ import annotations


def test_store(refuse):
    text = """
        def kernel(src: wd.Buffer[u32], n: u32):
            §src[0] = n
    """
    refuse(text, "read-only-buffer", "`src` is a read-only Buffer[u32]", "`src: wd.RWBuffer[u32]`")


def test_augmented_store(refuse):
    text = """
        def kernel(src: wd.Buffer[u32], n: u32):
            §src[0] += n
    """
    refuse(text, "read-only-buffer", "`src` is a read-only", "`src: wd.RWBuffer[u32]`")


def test_atomic(refuse):
    text = """
        def kernel(src: wd.Buffer[u32], n: u32):
            §wd.atomic_add(src, 0, n)
    """
    refuse(text, "read-only-buffer", "`src` is a read-only", "`src: wd.RWBuffer[u32]`")
