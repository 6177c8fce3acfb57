"""Kernels on bytes and bools in memory; one lane for each item."""

import wavedialect as wd
from wavedialect import i32, u32


@wd.kernel(num_waves=1)
def copy_u8(src: wd.Buffer[wd.u8], out: wd.RWBuffer[wd.u8], wide: wd.RWBuffer[u32]):
    i = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
    # Beyond the end a load gives 0, and a store does nothing.
    wide[i] = src[i] + 1000 * src[len(src) - 1 - i]
    out[i] = src[i]


@wd.kernel(num_waves=1)
def copy_i8(src: wd.Buffer[wd.i8], out: wd.RWBuffer[wd.i8], wide: wd.RWBuffer[i32]):
    i = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
    wide[i] = src[i] * 1000
    out[i] = src[i]


@wd.kernel(num_waves=1)
def low_bits(src: wd.Buffer[u32], a: wd.RWBuffer[wd.u8], b: wd.RWBuffer[wd.i8], c: wd.RWBuffer[wd.u8]):
    i = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
    if i < len(src):
        a[i] = src[i]
        b[i] = src[i]
        a[i] += 1
        c[i] = i32(src[i]) < 0
        if i % 3 == 0:
            c[i] = 255
        if i % 3 == 1:
            b[i] = -128


@wd.kernel(num_waves=2)
def scattered(src: wd.Buffer[wd.u8], places: wd.Buffer[u32], out: wd.RWBuffer[wd.u8]):
    i = (wd.group_id().x * 2 + wd.group_wave_index()) * wd.wave_lane_count() + wd.wave_lane_index()
    if i < len(src):
        out[places[i]] = src[i]


@wd.kernel(num_waves=1)
def one_byte(src: wd.Buffer[wd.u8], out: wd.RWBuffer[wd.u8]):
    # All lanes load one byte and store one value to one byte.
    out[1] = src[2]
    # A loop with a uniform index; the wave stores as one.
    total = u32(0)
    for i in range(len(src)):
        total += src[i]
    if wd.wave_is_first_lane():
        out[3] = total


@wd.kernel(num_waves=2)
def arrays(src: wd.Buffer[wd.u8], out: wd.RWBuffer[i32]):
    shared = wd.groupshared(wd.u8, 2 * wd.wave_lane_count())
    signed = wd.groupshared(wd.i8, (2, wd.wave_lane_count()))
    flags = wd.groupshared(bool, 2 * wd.wave_lane_count())
    own = wd.local_array(wd.i8, 4)
    pairs = wd.local_array(wd.uint8_t2, 3)
    lane = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    i = wd.group_id().x * wd.wave_lane_count() * 2 + lane
    shared[lane] = src[i] + 200
    signed[wd.group_wave_index(), wd.wave_lane_index()] = src[i] * 3
    flags[lane] = src[i] > 100
    for k in range(4):
        own[k] = src[i] + 60 * k
    pairs[1] = wd.uint2(src[i] * 7, 300)
    wd.group_memory_barrier_with_group_sync()
    other = 2 * wd.wave_lane_count() - 1 - lane
    found = i32(shared[other]) + 1000 * signed[1 - wd.group_wave_index(), wd.wave_lane_index()]
    if i < len(src):
        out[4 * i] = found
        out[4 * i + 1] = own[i & 3]
        out[4 * i + 2] = i32(pairs[1].x + 1000 * pairs[1].y)
        out[4 * i + 3] = i32(flags[other])


@wd.kernel(num_waves=1)
def pixels(src: wd.Buffer[wd.uint8_t3, 2], out: wd.RWBuffer[wd.uint8_t3, 2], gray: wd.RWBuffer[wd.u8, 2]):
    x = wd.wave_lane_index()
    y = wd.group_id().x
    while x < src.shape[1]:
        c = src[y, x]
        gray[y, x] = (c.x * 77 + c.y * 150 + c.z * 29) >> 8
        out[y, x] = c.zyx
        out[y, x].y = src[y, x + 1].x
        x += wd.wave_lane_count()


@wd.kernel(num_waves=1)
def bools(src: wd.Buffer[bool], pairs: wd.Buffer[wd.bool2], out: wd.RWBuffer[bool], swapped: wd.RWBuffer[wd.bool2]):
    i = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
    out[i] = src[i] != (i % 3 == 0)
    swapped[i] = pairs[i].yx


@wd.kernel(num_waves=1)
def texels(
    src: wd.Texture2D[wd.u8],
    colors: wd.Texture2D[wd.uint8_t4],
    signed: wd.Texture2D[wd.int8_t2],
    out: wd.RWTexture2D[wd.u8],
    mixed: wd.RWTexture2D[wd.int8_t4],
):
    size = wd.image_size(src)
    i = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
    x = i % size.x
    y = i // size.x
    c = colors[x, y]
    out[x, y] = src[size.x - 1 - x, y] + c.x + c.w
    mixed[x, y] = wd.int4(signed[x, y], wd.int2(c.yz))


@wd.func
def brighter(image, i):
    return wd.min(image[i] + 50, 255)


@wd.kernel(num_waves=1)
def through_helpers(src: wd.Buffer[wd.u8], out: wd.RWBuffer[wd.u8]):
    i = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
    if i < len(out):
        out[i] = brighter(src, i)
