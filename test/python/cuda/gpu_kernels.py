"""The kernels of test_on_gpu.py and of benchmarks/gpu, in a file of their own: test/gpu records their code for machines
without the compiler."""

import wavedialect as wd
from wavedialect import bf16, f16, f32, f64, i16, i32, i64, u16, u32, u64


@wd.kernel(num_waves=1)
def leave_one_by_one(out: wd.RWBuffer[u32]):
    """Each lane leaves the loop alone: the wave operation at the exit sees one lane."""
    lane = wd.wave_lane_index()
    trip = u32(0)
    while True:
        if trip == lane:
            out[lane] = wd.wave_active_count_bits(True)
            break
        trip += 1


@wd.kernel(num_waves=1)
def both_sides(out: wd.RWBuffer[u32]):
    """Compilers merge equal blocks; each side sees its own lanes."""
    lane = wd.wave_lane_index()
    if lane < 16:
        out[lane] = wd.wave_active_count_bits(True)
    else:
        out[lane] = wd.wave_active_count_bits(True)


@wd.kernel(num_waves=4, group_shared_limit=100000)
def reversed_by_group(x: wd.Buffer[u32], out: wd.RWBuffer[u32], n: u32):
    """Reverses n numbers in each group, at most 20000, and adds the other array, which the first must not touch."""
    numbers = wd.groupshared(u32, 20000)
    ones = wd.groupshared(u32, 128)
    first = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    ones[first] = 1
    for i in range(first, n, 128):
        numbers[i] = x[wd.group_id().x * n + i]
    wd.group_memory_barrier_with_group_sync()
    for i in range(first, n, 128):
        out[wd.group_id().x * n + i] = numbers[n - 1 - i] + ones[i & 127]


@wd.kernel(num_waves=1)
def wrapping(x: wd.Buffer[i16], negated: wd.RWBuffer[i32], magnitude: wd.RWBuffer[i32]):
    """-32768 remains itself in i16, and is extended by its sign."""
    i = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
    negated[i] = i32(-x[i])
    magnitude[i] = i32(wd.abs(x[i]))


@wd.kernel(num_waves=1)
def behind_a_loop(out: wd.RWBuffer[u32], odd: u32):
    """Lanes return early, others make several trips; behind the loop those that stayed are together again."""
    lane = wd.wave_lane_index()
    if lane % 5 == odd:
        return
    total = u32(0)
    for _ in range(lane % 3):
        total += wd.wave_active_count_bits(True)
    out[lane] = total * 100 + wd.wave_active_sum(u32(1))


@wd.kernel(num_threads=40)
def last_wave(out: wd.RWBuffer[u32]):
    """The last wave of a group has eight lanes."""
    thread = wd.group_thread_id().x
    if thread % 2 == 1:
        out[wd.dispatch_thread_id().x] = wd.wave_active_count_bits(True) * 100 + wd.wave_active_max(thread)


@wd.kernel(num_waves=4)
def sum_of_group(x: wd.Buffer[f32], out: wd.RWBuffer[f32]):
    sums = wd.groupshared(f32, wd.group_wave_count())
    wave = wd.group_wave_index()
    i = (wd.group_id().x * wd.group_wave_count() + wave) * wd.wave_lane_count() + wd.wave_lane_index()
    total = wd.wave_active_sum(x[i])
    if wd.wave_is_first_lane():
        sums[wave] = total
    wd.group_memory_barrier_with_group_sync()
    if wave == 0 and wd.wave_is_first_lane():
        out[wd.group_id().x] = sums[0] + sums[1] + sums[2] + sums[3]


@wd.kernel(num_waves=4)
def add(x: wd.Buffer[f32], y: wd.RWBuffer[f32], scale: f32):
    i = (wd.group_id().x * wd.group_wave_count() + wd.group_wave_index()) * wd.wave_lane_count() + wd.wave_lane_index()
    y[i] += scale * x[i]


@wd.kernel(num_waves=1)
def add_bf16(x: wd.Buffer[bf16], y: wd.RWBuffer[bf16], scale: bf16):
    i = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
    y[i] += scale * x[i]


@wd.kernel(num_waves=1)
def add_f16(x: wd.Buffer[f16], y: wd.RWBuffer[f16], scale: f16):
    i = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
    y[i] += scale * x[i]


@wd.kernel(num_waves=1)
def step(x: wd.RWBuffer[u32]):
    i = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
    x[i] = x[i] * 3 + 1


@wd.kernel(num_waves=1)
def empty(values: wd.Buffer[u32], out: wd.RWBuffer[u32]):
    pass


@wd.kernel(num_waves=1)
def far(x: wd.RWBuffer[u32], index: u32):
    x[index + wd.wave_lane_index()] = 7


@wd.kernel(num_waves=1)
def scalars(out: wd.RWBuffer[f64], a: i16, b: u16, c: i32, d: u32, e: i64, f: u64, g: f16, h: f32, i: f64, j: bool):
    if wd.wave_is_first_lane():
        out[0] = f64(a)
        out[1] = f64(b)
        out[2] = f64(c)
        out[3] = f64(d)
        out[4] = f64(e)
        out[5] = f64(f)
        out[6] = f64(f32(g))
        out[7] = f64(h)
        out[8] = i
        out[9] = f64(1.0) if j else f64(0.0)


@wd.kernel(num_threads=(8, 8))
def blur(src: wd.Texture2D[f32], out: wd.RWTexture2D[f32]):
    place = wd.dispatch_thread_id().xy
    out[place] = src[place] * 0.5 + src[wd.uint2(place.x + 1, place.y)] * 0.5


@wd.kernel(num_waves=1)
def saying(x: wd.Buffer[u32]):
    if wd.wave_is_first_lane():
        wd.print("first {}", x[0])


KERNELS = [value for value in list(globals().values()) if type(value).__name__ == "Kernel"]
