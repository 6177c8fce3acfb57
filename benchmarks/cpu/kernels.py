"""The kernels, written for waves: each is right at every wave size that it allows, and none knows the machine.

Two come from the examples: the depths of example 02, whose reductions stand behind the loop here, and the compaction
of example 03 as it is.
"""

import numpy as np

import wavedialect as wd
from wavedialect import f32, u32

FLT_MAX = float(np.finfo(np.float32).max)

DEPTH_TILE = 8
COMPACTION_WIDTH = 16
COMPACTION_WAVES = 4


@wd.kernel(num_waves=2, wave_size=(8, 32))
def depth_min_max(depth: wd.Buffer[f32], tile_min: wd.RWBuffer[f32], tile_max: wd.RWBuffer[f32], width: u32):
    wave1_min_z = wd.groupshared(f32, 1)
    wave1_max_z = wd.groupshared(f32, 1)
    tile = wd.group_id()
    lane = wd.wave_lane_index()
    x = tile.x * DEPTH_TILE + lane % DEPTH_TILE
    y = tile.y * DEPTH_TILE + lane // DEPTH_TILE
    # The first wave does the top half, the second one the bottom half.
    y += wd.group_wave_index() * (DEPTH_TILE // wd.group_wave_count())

    min_z = FLT_MAX
    max_z = -FLT_MAX
    for _ in range((DEPTH_TILE * DEPTH_TILE) // wd.group_wave_count() // wd.wave_lane_count()):
        z = depth[y * width + x]
        min_z = min(min_z, z)
        max_z = max(max_z, z)
        y += wd.wave_lane_count() // DEPTH_TILE
    min_z = wd.wave_active_min(min_z)
    max_z = wd.wave_active_max(max_z)

    if wd.group_wave_index() != 0:
        wave1_min_z[0] = min_z
        wave1_max_z[0] = max_z
        return
    wd.group_memory_barrier_with_group_sync()

    if wd.wave_is_first_lane():
        index = tile.y * (width // DEPTH_TILE) + tile.x
        tile_min[index] = min(min_z, wave1_min_z[0])
        tile_max[index] = max(max_z, wave1_max_z[0])


@wd.kernel(num_waves=COMPACTION_WAVES, wave_size=(16, 64))
def compact(image: wd.Buffer[f32], counter: wd.RWBuffer[u32], pixels: wd.RWBuffer[u32], width: u32, threshold: f32):
    wave_store = wd.groupshared(u32, wd.group_wave_count() - 1)
    wave = wd.group_wave_index()
    lane = wd.wave_lane_index()
    wave_height = wd.wave_lane_count() // COMPACTION_WIDTH
    x = wd.group_id().x * COMPACTION_WIDTH + lane % COMPACTION_WIDTH
    y = (wd.group_id().y * wd.group_wave_count() + wave) * wave_height + lane // COMPACTION_WIDTH

    keep = image[y * width + x] > threshold
    count = wd.wave_active_count_bits(keep)
    if wave != 0:
        wave_store[wave - 1] = count
        if count == 0:
            return
    wd.group_memory_barrier_with_group_sync()

    # Wave 0 makes room for the whole group by one atomic, and tells each wave where to write.
    offset = u32(0)
    if wave == 0:
        if wd.wave_is_first_lane():
            total = count
            for j in range(wd.group_wave_count() - 1):
                total += wave_store[j]
            offset = wd.atomic_add(counter, 0, total)
            next_offset = offset + count
            for j in range(wd.group_wave_count() - 1):
                wave_count = wave_store[j]
                wave_store[j] = next_offset
                next_offset += wave_count
        offset = wd.wave_read_lane_first(offset)
    wd.group_memory_barrier_with_group_sync()

    if wave != 0:
        offset = wave_store[wave - 1]
    index = offset + wd.wave_prefix_count_bits(keep)
    if keep:
        pixels[index] = (x & 0xFFFF) | (y << 16)


# --- Prefix sum: the sum of each block, the blocks' offsets, the sums within the blocks ---

# A wave's own: no groupshared memory, no barrier.
SCAN_BLOCK = 4096
SCAN_WAVES = 4


@wd.kernel(num_waves=SCAN_WAVES)
def sum_blocks(values: wd.Buffer[u32], sums: wd.RWBuffer[u32]):
    block = wd.group_id().x * wd.group_wave_count() + wd.group_wave_index()
    first = block * SCAN_BLOCK + wd.wave_lane_index()
    total = u32(0)
    for i in range(SCAN_BLOCK // wd.wave_lane_count()):
        total += values[first + i * wd.wave_lane_count()]
    total = wd.wave_active_sum(total)
    if wd.wave_is_first_lane():
        sums[block] = total


@wd.kernel(num_waves=1)
def scan_sums(sums: wd.RWBuffer[u32]):
    carry = u32(0)
    for first in range(0, len(sums), wd.wave_lane_count()):
        value = sums[first + wd.wave_lane_index()]
        sums[first + wd.wave_lane_index()] = carry + wd.wave_prefix_sum(value)
        carry += wd.wave_active_sum(value)


@wd.kernel(num_waves=SCAN_WAVES)
def scan_blocks(values: wd.Buffer[u32], offsets: wd.Buffer[u32], scanned: wd.RWBuffer[u32]):
    block = wd.group_id().x * wd.group_wave_count() + wd.group_wave_index()
    first = block * SCAN_BLOCK + wd.wave_lane_index()
    carry = offsets[block]
    for i in range(SCAN_BLOCK // wd.wave_lane_count()):
        place = first + i * wd.wave_lane_count()
        value = values[place]
        inclusive = wd.wave_prefix_sum(value) + value
        scanned[place] = carry + inclusive
        carry += wd.wave_read_lane_at(inclusive, wd.wave_lane_count() - 1)


# --- Histogram ---

BINS = 256
HISTOGRAM_WAVES = 4
HISTOGRAM_BLOCK = 32768


@wd.kernel(num_waves=HISTOGRAM_WAVES)
def count_values(values: wd.Buffer[u32], histogram: wd.RWBuffer[u32]):
    counts = wd.groupshared(u32, BINS)
    lanes = wd.group_wave_count() * wd.wave_lane_count()
    lane = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    for start in range(0, BINS, lanes):
        if start + lane < BINS:
            counts[start + lane] = 0
    wd.group_memory_barrier_with_group_sync()

    first = wd.group_id().x * HISTOGRAM_BLOCK + lane
    for i in range(HISTOGRAM_BLOCK // lanes):
        wd.atomic_add(counts, values[first + i * lanes] % BINS, 1)
    wd.group_memory_barrier_with_group_sync()

    for start in range(0, BINS, lanes):
        if start + lane < BINS:
            count = counts[start + lane]
            if count != 0:
                wd.atomic_add(histogram, start + lane, count)


# --- Tiled lights ---

LIGHT_TILE = 16
LIGHT_WAVES = 4
LIGHT_MOST = 1024


@wd.kernel(num_waves=LIGHT_WAVES, wave_size=(4, 64))
def shade_tiles(lights: wd.Buffer[wd.float4], shade: wd.RWBuffer[f32], width: u32):
    """A light is (x, y, 1 / radius², intensity). The waves share the lights out to find those that touch the tile of
    their group, then they share the tile's pixels out."""
    touching = wd.groupshared(u32, LIGHT_MOST)
    count = wd.groupshared(u32, 1)
    lanes = wd.group_wave_count() * wd.wave_lane_count()
    lane = wd.group_wave_index() * wd.wave_lane_count() + wd.wave_lane_index()
    left = f32(wd.group_id().x * LIGHT_TILE)
    top = f32(wd.group_id().y * LIGHT_TILE)
    if lane == 0:
        count[0] = 0
    wd.group_memory_barrier_with_group_sync()

    for first in range(0, len(lights), lanes):
        touches = False
        if first + lane < len(lights):
            light = lights[first + lane]
            dx = light.x - wd.clamp(light.x, left, left + (LIGHT_TILE - 1))
            dy = light.y - wd.clamp(light.y, top, top + (LIGHT_TILE - 1))
            touches = (dx * dx + dy * dy) * light.z < 1.0
        found = wd.wave_active_count_bits(touches)
        if found != 0:
            start = u32(0)
            if wd.wave_is_first_lane():
                start = wd.atomic_add(count, 0, found)
            place = wd.wave_read_lane_first(start) + wd.wave_prefix_count_bits(touches)
            if touches:
                touching[place] = first + lane
    wd.group_memory_barrier_with_group_sync()

    # A wave has four rows; its lanes are a block as wide as the tile, where they are so many.
    listed = wd.wave_read_lane_first(count[0])
    width_of_wave = min(wd.wave_lane_count(), LIGHT_TILE)
    height_of_wave = wd.wave_lane_count() // width_of_wave
    first_row = wd.group_wave_index() * (LIGHT_TILE // LIGHT_WAVES)
    for row in range(first_row, first_row + LIGHT_TILE // LIGHT_WAVES, height_of_wave):
        for column in range(0, LIGHT_TILE, width_of_wave):
            pixel_x = wd.group_id().x * LIGHT_TILE + column + wd.wave_lane_index() % width_of_wave
            pixel_y = wd.group_id().y * LIGHT_TILE + row + wd.wave_lane_index() // width_of_wave
            x = f32(pixel_x)
            y = f32(pixel_y)
            total = f32(0)
            for i in range(listed):
                light = lights[wd.wave_read_lane_first(touching[i])]  # The same light for all lanes.
                dx = x - light.x
                dy = y - light.y
                falloff = max(0.0, 1.0 - (dx * dx + dy * dy) * light.z)
                total += light.w * falloff * falloff
            shade[pixel_y * width + pixel_x] = total


# --- Mandelbrot ---

MANDELBROT_WAVES = 4


@wd.kernel(num_waves=MANDELBROT_WAVES)
def mandelbrot(rounds: wd.RWBuffer[u32], width: u32, left: f32, top: f32, step: f32, limit: u32):
    # A wave has a block of pixels, 8 wide where it can, and the waves of a group stand below each other: neighbors
    # leave the loop at similar times.
    block_width = min(wd.wave_lane_count(), 8)
    block_height = wd.wave_lane_count() // block_width
    lane = wd.wave_lane_index()
    x = wd.group_id().x * block_width + lane % block_width
    y = (wd.group_id().y * wd.group_wave_count() + wd.group_wave_index()) * block_height + lane // block_width
    cx = left + f32(x) * step
    cy = top + f32(y) * step

    zx = f32(0)
    zy = f32(0)
    zx2 = f32(0)
    zy2 = f32(0)
    count = u32(0)
    while count < limit and zx2 + zy2 <= 4.0:
        zy = (zx + zx) * zy + cy
        zx = zx2 - zy2 + cx
        zx2 = zx * zx
        zy2 = zy * zy
        count += 1
    rounds[y * width + x] = count


# --- Matrix product ---

PRODUCT_WAVES = 8
PRODUCT_DEPTH = 64
# Of each lane: four rows of the product, whose elements of `a` are the same for all its wave, and two columns.
LANE_ROWS = 4
LANE_COLUMNS = 2
PRODUCT_HEIGHT = PRODUCT_WAVES * LANE_ROWS


@wd.kernel(num_waves=PRODUCT_WAVES, wave_size=(4, 32))
def multiply(a: wd.Buffer[f32], b: wd.Buffer[f32], product: wd.RWBuffer[f32], size: u32):
    lanes = wd.wave_lane_count()
    width = LANE_COLUMNS * lanes
    tile_a = wd.groupshared(f32, PRODUCT_HEIGHT * PRODUCT_DEPTH)
    tile_b = wd.groupshared(f32, PRODUCT_DEPTH * LANE_COLUMNS * lanes)
    lane = wd.wave_lane_index()
    wave = wd.group_wave_index()
    top = wd.group_id().y * PRODUCT_HEIGHT
    left = wd.group_id().x * width
    row = wave * LANE_ROWS

    first_column = wd.float4(0.0)  # Four rows.
    second_column = wd.float4(0.0)
    for depth in range(0, size, PRODUCT_DEPTH):
        for i in wd.static_range(LANE_ROWS):
            for start in range(0, PRODUCT_DEPTH, lanes):
                k = start + lane
                tile_a[(row + i) * PRODUCT_DEPTH + k] = a[(top + row + i) * size + depth + k]
        for k in range(wave, PRODUCT_DEPTH, wd.group_wave_count()):
            for j in wd.static_range(LANE_COLUMNS):
                column = j * lanes + lane
                tile_b[k * width + column] = b[(depth + k) * size + left + column]
        wd.group_memory_barrier_with_group_sync()

        for k in range(u32(PRODUCT_DEPTH)):
            rows = wd.float4(
                tile_a[row * PRODUCT_DEPTH + k],
                tile_a[(row + 1) * PRODUCT_DEPTH + k],
                tile_a[(row + 2) * PRODUCT_DEPTH + k],
                tile_a[(row + 3) * PRODUCT_DEPTH + k],
            )
            first_column += rows * tile_b[k * width + lane]
            second_column += rows * tile_b[k * width + lanes + lane]
        wd.group_memory_barrier_with_group_sync()

    for i in wd.static_range(LANE_ROWS):
        place = (top + row + i) * size + left + lane
        product[place] = first_column[i]
        product[place + lanes] = second_column[i]


# --- Copy ---

COPY_WAVES = 4
COPY_BLOCK = 1024


@wd.kernel(num_waves=COPY_WAVES)
def copy(values: wd.Buffer[u32], copied: wd.RWBuffer[u32]):
    block = wd.group_id().x * wd.group_wave_count() + wd.group_wave_index()
    first = block * COPY_BLOCK + wd.wave_lane_index()
    for i in range(COPY_BLOCK // wd.wave_lane_count()):
        copied[first + i * wd.wave_lane_count()] = values[first + i * wd.wave_lane_count()]


# --- Vectors of floats, copied ---


@wd.kernel(num_waves=COPY_WAVES)
def copy_vectors(values: wd.Buffer[wd.float4], copied: wd.RWBuffer[wd.float4]):
    block = wd.group_id().x * wd.group_wave_count() + wd.group_wave_index()
    first = block * COPY_BLOCK + wd.wave_lane_index()
    for i in range(COPY_BLOCK // wd.wave_lane_count()):
        copied[first + i * wd.wave_lane_count()] = values[first + i * wd.wave_lane_count()]


# --- Stencil: the wave equation, eight neighbors along each axis ---

STENCIL_WAVES = 4
STENCIL_REACH = 4
STENCIL_WEIGHTS = (-2.85, 1.6, -0.2, 0.0254, -0.0018)


@wd.kernel(num_waves=STENCIL_WAVES)
def step_wave_equation(field: wd.Buffer[f32], speed: wd.Buffer[f32], following: wd.RWBuffer[f32], side: u32):
    """A wave computes one row of the cube without its border."""
    lane = wd.wave_lane_index()
    z = wd.group_id().y + STENCIL_REACH
    y = wd.group_id().x * wd.group_wave_count() + wd.group_wave_index() + STENCIL_REACH
    row = (z * side + y) * side + STENCIL_REACH
    for x in range(0, side - 2 * STENCIL_REACH, wd.wave_lane_count()):
        place = row + x + lane
        total = 3 * STENCIL_WEIGHTS[0] * field[place]
        for k in wd.static_range(1, STENCIL_REACH + 1):
            along_x = field[place - k] + field[place + k]
            along_y = field[place - k * side] + field[place + k * side]
            along_z = field[place - k * side * side] + field[place + k * side * side]
            total += STENCIL_WEIGHTS[k] * (along_x + along_y + along_z)
        following[place] = 2.0 * field[place] - following[place] + speed[place] * total


# --- Bodies that attract each other ---

BODY_WAVES = 4
SOFTENING = 0.01


@wd.kernel(num_waves=BODY_WAVES)
def attract(bodies: wd.Buffer[wd.float4], accelerations: wd.RWBuffer[wd.float4]):
    """A body is (x, y, z, mass)."""
    wave = wd.group_id().x * wd.group_wave_count() + wd.group_wave_index()
    lane = wave * wd.wave_lane_count() + wd.wave_lane_index()
    own = bodies[lane].xyz
    total = wd.float3(0.0)
    for i in range(len(bodies)):
        other = bodies[i]
        way = other.xyz - own
        inverse = wd.rsqrt(wd.dot(way, way) + SOFTENING)
        total += way * (other.w * inverse * inverse * inverse)
    accelerations[lane] = wd.float4(total, 0.0)


# --- Options: by Black and Scholes, and by a binomial tree ---

OPTION_WAVES = 4
OPTION_BLOCK = 1024
TREE_STEPS = 64


@wd.func
def normal(x: f32) -> f32:
    """The cumulative normal distribution, by a polynomial."""
    k = 1.0 / (1.0 + 0.2316419 * abs(x))
    polynomial = k * (0.31938153 + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429))))
    tail = polynomial * 0.3989422804 * wd.exp(-0.5 * x * x)
    return wd.select(x > 0.0, 1.0 - tail, tail)


@wd.kernel(num_waves=OPTION_WAVES)
def price_calls(
    stock: wd.Buffer[f32],
    strike: wd.Buffer[f32],
    years: wd.Buffer[f32],
    call: wd.RWBuffer[f32],
    rate: f32,
    volatility: f32,
):
    block = wd.group_id().x * wd.group_wave_count() + wd.group_wave_index()
    for i in range(OPTION_BLOCK // wd.wave_lane_count()):
        place = block * OPTION_BLOCK + i * wd.wave_lane_count() + wd.wave_lane_index()
        price = stock[place]
        time = years[place]
        spread = volatility * wd.sqrt(time)
        d1 = (wd.log(price / strike[place]) + (rate + 0.5 * volatility * volatility) * time) / spread
        discounted = strike[place] * wd.exp(-rate * time)
        call[place] = price * normal(d1) - discounted * normal(d1 - spread)


@wd.kernel(num_waves=OPTION_WAVES, wave_size=(4, 64))
def price_puts(
    stock: wd.Buffer[f32],
    strike: wd.Buffer[f32],
    years: wd.Buffer[f32],
    put: wd.RWBuffer[f32],
    rate: f32,
    volatility: f32,
):
    """Each lane has the leaves of its tree in a local array."""
    wave = wd.group_id().x * wd.group_wave_count() + wd.group_wave_index()
    place = wave * wd.wave_lane_count() + wd.wave_lane_index()
    leaves = wd.local_array(f32, TREE_STEPS + 1)
    step = years[place] / TREE_STEPS
    up = wd.exp(volatility * wd.sqrt(step))
    down = 1.0 / up
    growth = wd.exp(rate * step)
    rise = (growth - down) / (up - down)
    of_rise = rise / growth
    of_fall = (1.0 - rise) / growth
    price = stock[place] * wd.exp(-volatility * wd.sqrt(step) * TREE_STEPS)
    for i in range(TREE_STEPS + 1):
        leaves[i] = max(0.0, strike[place] - price)
        price *= up * up
    for i in range(TREE_STEPS):
        for j in range(TREE_STEPS - i):
            leaves[j] = of_fall * leaves[j] + of_rise * leaves[j + 1]
    put[place] = leaves[0]


# --- Sparse matrix by vector ---

SPARSE_WAVES = 4


@wd.kernel(num_waves=SPARSE_WAVES)
def multiply_sparse(
    starts: wd.Buffer[u32],
    columns: wd.Buffer[u32],
    elements: wd.Buffer[f32],
    vector: wd.Buffer[f32],
    product: wd.RWBuffer[f32],
):
    """A wave has a row."""
    row = wd.group_id().x * wd.group_wave_count() + wd.group_wave_index()
    end = starts[row + 1]
    total = f32(0)
    for first in range(starts[row], end, wd.wave_lane_count()):
        place = first + wd.wave_lane_index()
        if place < end:
            total += elements[place] * vector[columns[place]]
    total = wd.wave_active_sum(total)
    if wd.wave_is_first_lane():
        product[row] = total


# --- Almost nothing: what is left is the launch ---


@wd.kernel(num_waves=1)
def touch(values: wd.Buffer[u32], copied: wd.RWBuffer[u32]):
    place = wd.group_id().x * wd.wave_lane_count() + wd.wave_lane_index()
    copied[place] = values[place]
