"""Groups of threads that waves fill, and others. A comment names what is found at a line with the target's 32 lanes."""

import wavedialect as wd
from wavedialect import u32


@wd.kernel(num_threads=(7, 7))  # finds numthreads-not-wave-aligned
def seven_by_seven(out: wd.RWBuffer[u32]):
    out[wd.group_index()] = wd.dispatch_thread_id().x


@wd.kernel(num_threads=(5, 13))  # finds numthreads-not-wave-aligned
def five_by_thirteen(out: wd.RWBuffer[u32]):
    out[wd.group_index()] = wd.dispatch_thread_id().x


@wd.kernel(num_threads=33)  # finds numthreads-not-wave-aligned
def one_too_many(out: wd.RWBuffer[u32]):
    out[wd.dispatch_thread_id().x] = 1


@wd.kernel(num_threads=(10, 10, 10))  # finds numthreads-not-wave-aligned
def a_thousand(out: wd.RWBuffer[u32]):
    out[wd.group_index()] = 1


SIDE = 3


@wd.kernel(num_threads=(SIDE * 4, SIDE))  # finds numthreads-not-wave-aligned
def by_constants(out: wd.RWBuffer[u32]):
    out[wd.group_index()] = 1


@wd.kernel(num_threads=32, wave_size=64)  # finds numthreads-too-small
def half_a_stated_wave(out: wd.RWBuffer[u32]):
    out[wd.group_index()] = 1


@wd.kernel(num_threads=96, wave_size=(16, 64))  # finds numthreads-not-wave-aligned
def odd_at_the_largest_size(out: wd.RWBuffer[u32]):
    out[wd.group_index()] = 1


@wd.kernel(num_threads=40, stage="amplification", wave_size=16)  # finds numthreads-not-wave-aligned
def amplification(out: wd.RWBuffer[u32]):
    out[wd.group_index()] = 1
    wd.dispatch_mesh(1, 1, 1)


@wd.kernel(num_threads=16)  # finds numthreads-too-small
def half_a_wave(out: wd.RWBuffer[u32]):
    out[wd.group_index()] = 1


@wd.kernel(num_threads=(4, 4))  # finds numthreads-too-small
def sixteen(out: wd.RWBuffer[u32]):
    out[wd.group_index()] = 1


@wd.kernel(num_threads=1)  # finds numthreads-too-small
def one_thread(out: wd.RWBuffer[u32]):
    out[wd.dispatch_thread_id().x] = 1


@wd.kernel(num_threads=(3, 3, 3))  # finds numthreads-too-small
def a_small_cube(out: wd.RWBuffer[u32]):
    out[wd.group_index()] = 1


@wd.kernel(num_threads=8, wave_size=(16, 32))  # finds numthreads-too-small
def below_the_range(out: wd.RWBuffer[u32]):
    out[wd.group_index()] = 1


# --- Nothing to say ------------------------------------------------------------------------------------------------


@wd.kernel(num_threads=(8, 8))
def eight_by_eight(out: wd.RWBuffer[u32]):
    out[wd.group_index()] = wd.dispatch_thread_id().x


@wd.kernel(num_threads=(64, 1, 1))
def in_a_line(out: wd.RWBuffer[u32]):
    out[wd.dispatch_thread_id().x] = 1


@wd.kernel(num_threads=(8, 4))
def eight_by_four(out: wd.RWBuffer[u32]):
    out[wd.group_index()] = 1


@wd.kernel(num_threads=16, wave_size=(8, 16))
def sixteen_for_small_waves(out: wd.RWBuffer[u32]):
    out[wd.group_index()] = 1


@wd.kernel(num_waves=3)
def waves(out: wd.RWBuffer[u32]):
    out[wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()] = 1


@wd.kernel(num_threads=49)
def known(out: wd.RWBuffer[u32]):  # lint: ignore[numthreads-not-wave-aligned]
    out[wd.group_index()] = 1


@wd.kernel(num_threads=49)  # lint: ignore[numthreads-not-wave-aligned]
def known_at_the_decorator(out: wd.RWBuffer[u32]):
    out[wd.group_index()] = 1
