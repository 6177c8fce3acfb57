"""Kernels on bf16; one lane for each item."""

import wavedialect as wd
from wavedialect import bf16, bf16_t2, bf16_t3, f16, f32, f64, i16, i32, i64, u16, u32, u64

WEIGHTS = (0.1, 0.2, 0.7)


@wd.func
def item():
    return wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()


@wd.kernel(num_waves=1)
def widen(src: wd.Buffer[bf16], wide: wd.RWBuffer[f32], back: wd.RWBuffer[bf16], bits: wd.RWBuffer[u16]):
    i = item()
    wide[i] = f32(src[i])
    back[i] = bf16(f32(src[i]))
    bits[i] = wd.asuint16(src[i])


@wd.kernel(num_waves=1)
def narrow(src: wd.Buffer[f32], out: wd.RWBuffer[bf16]):
    out[item()] = bf16(src[item()])


@wd.kernel(num_waves=1)
def from_bits(src: wd.Buffer[u16], out: wd.RWBuffer[bf16], copy: wd.RWBuffer[bf16]):
    out[item()] = wd.asbf16(src[item()])
    copy[item()] = wd.asbf16(wd.asint16(wd.asbf16(src[item()])))


@wd.kernel(num_waves=1)
def from_integers(
    a: wd.Buffer[i16],
    b: wd.Buffer[u16],
    c: wd.Buffer[i32],
    d: wd.Buffer[u32],
    e: wd.Buffer[i64],
    f: wd.Buffer[u64],
    out: wd.RWBuffer[bf16],
    count: u32,
):
    i = item()
    if i < count:
        out[i] = bf16(a[i])
        out[count + i] = bf16(b[i])
        out[2 * count + i] = bf16(c[i])
        out[3 * count + i] = bf16(d[i])
        out[4 * count + i] = bf16(e[i])
        out[5 * count + i] = bf16(f[i])


@wd.kernel(num_waves=1)
def from_floats(a: wd.Buffer[f16], b: wd.Buffer[f64], of_half: wd.RWBuffer[bf16], of_double: wd.RWBuffer[bf16]):
    of_half[item()] = bf16(a[item()])
    of_double[item()] = bf16(b[item()])


@wd.kernel(num_waves=1)
def to_numbers(
    src: wd.Buffer[bf16],
    a: wd.RWBuffer[i16],
    b: wd.RWBuffer[u32],
    c: wd.RWBuffer[i64],
    d: wd.RWBuffer[f16],
    e: wd.RWBuffer[f64],
    f: wd.RWBuffer[bool],
):
    i = item()
    a[i] = i16(src[i])
    b[i] = u32(abs(src[i]))
    c[i] = i64(src[i])
    d[i] = f16(src[i])
    e[i] = f64(src[i])
    f[i] = bool(src[i])


@wd.kernel(num_waves=1)
def arithmetic(x: wd.Buffer[bf16], y: wd.Buffer[bf16], out: wd.RWBuffer[wd.bf16_t4], count: u32):
    i = item()
    if i < count:
        out[i] = wd.bf16_t4(x[i] + y[i], x[i] - y[i], x[i] * y[i], -x[i])


@wd.kernel(num_waves=1)
def functions(x: wd.Buffer[bf16], out: wd.RWBuffer[bf16], count: u32):
    i = item()
    if i < count:
        out[i] = wd.sqrt(x[i])
        out[count + i] = wd.exp2(x[i])
        out[2 * count + i] = wd.floor(x[i])
        out[3 * count + i] = wd.fma(x[i], x[i], bf16(0.1))
        out[4 * count + i] = 1 / x[i]
        out[5 * count + i] = wd.frac(x[i])
        out[6 * count + i] = wd.log10(x[i])
        out[7 * count + i] = wd.ldexp(x[i], 3)


@wd.kernel(num_waves=1)
def comparisons(x: wd.Buffer[bf16], y: wd.Buffer[bf16], flags: wd.RWBuffer[u32], extremes: wd.RWBuffer[bf16_t2]):
    i = item()
    a, b = x[i], y[i]
    flags[i] = u32(a < b) | u32(a <= b) << 1 | u32(a == b) << 2 | u32(a != b) << 3 | u32(wd.isnan(a)) << 4
    flags[i] |= u32(wd.isinf(a)) << 5 | u32(a > 1) << 6
    extremes[i] = bf16_t2(min(a, b), max(a, b))


@wd.kernel(num_waves=1)
def waves(x: wd.Buffer[bf16], out: wd.RWBuffer[bf16], count: u32, flags: wd.RWBuffer[u32]):
    i = item()
    value = x[i]
    if i < count:
        out[i] = wd.wave_active_sum(value)
        out[count + i] = wd.wave_active_min(value)
        out[2 * count + i] = wd.wave_active_max(value)
        out[3 * count + i] = wd.wave_prefix_sum(value)
        out[4 * count + i] = wd.wave_inclusive_max(value)
        out[5 * count + i] = wd.wave_read_lane_first(value)
        out[6 * count + i] = wd.wave_read_lane_at(value, wd.wave_lane_index() ^ 1)
        out[7 * count + i] = wd.quad_read_across_x(value)
        flags[i] = u32(wd.wave_active_all_equal(value)) | wd.countbits(wd.wave_match(value).x) << 1


@wd.func
def mixed(a: bf16, b: bf16_t2) -> bf16_t2:
    if a > 0:
        return b * a
    return b + bf16(1)


@wd.struct
class Pair:
    first: bf16
    rest: bf16_t3
    count: u32
    last: bf16


@wd.kernel(num_waves=1)
def structs(src: wd.Buffer[Pair], out: wd.RWBuffer[Pair]):
    i = item()
    pair = src[i]
    pair.first = pair.first + pair.last
    pair.rest = pair.rest * pair.first
    pair.count += 1
    out[i] = pair


@wd.kernel(num_waves=1)
def memories(
    src: wd.Buffer[bf16],
    scale: bf16,
    shift: bf16_t2,
    out: wd.RWBuffer[bf16_t2],
    last: wd.RWBuffer[bf16],
):
    shared = wd.groupshared(bf16, wd.wave_lane_count())
    local = wd.local_array(bf16, 3)
    lane = wd.wave_lane_index()
    i = item()
    shared[lane] = src[i]
    wd.group_memory_barrier_with_group_sync()
    for k in wd.static_range(3):
        local[k] = shared[lane ^ 1] + bf16(k)
    total = bf16(0)
    n = u32(0)
    while n < 3:
        total += local[n] * scale
        n += 1
    out[i] = mixed(total, shift) if i % 3 != 0 else bf16_t2(bf16(WEIGHTS[i % 2]), total)
    last[i] = total


@wd.kernel(num_waves=1)
def rows(src: wd.Buffer[bf16, 2], out: wd.RWBuffer[bf16, 2]):
    lane = wd.wave_lane_index()
    if lane < out.shape[1]:
        y = wd.group_id().x
        out[y, lane] = src[y, lane] + src[y, lane + 1]
