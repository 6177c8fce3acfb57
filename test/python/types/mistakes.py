"""Mistakes outside kernels, which type checkers find. Each line has one."""

import wavedialect as wd


@wd.kernel(num_waves=1)
def nothing(out: wd.RWBuffer[wd.u32]): ...


wd.no_such_name()
nothing.no_such_method()
wd.kernel(num_waves="four")
number: int = nothing.name
