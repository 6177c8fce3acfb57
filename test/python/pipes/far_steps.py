"""A function with steps of a pipe, in another file than the kernels that call it."""

from __future__ import annotations

import wavedialect as wd

FAR_LINE = 14
"""Of the second ``acquire``."""


@wd.func
def send_from_afar(pipe):
    pipe.acquire()
    pipe.acquire()
    pipe.commit()
    pipe.commit()
