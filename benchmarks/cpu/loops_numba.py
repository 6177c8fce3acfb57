"""What the kernels of kernels.py compute, in Numba, with the signatures of loops.cpp. Only Numba's executor imports
this."""

import math

import numba
import numpy as np
from numba import f4, prange, u4  # pyright: ignore[reportAttributeAccessIssue]

parallel = numba.njit(parallel=True, nogil=True, error_model="numpy")


@parallel
def depth_min_max(depth, tile_min, tile_max, width, height):
    for tile_y in prange(height // 8):
        for tile_x in range(width // 8):
            low, high = depth[tile_y * 8, tile_x * 8], depth[tile_y * 8, tile_x * 8]
            for y in range(8):
                for x in range(8):
                    z = depth[tile_y * 8 + y, tile_x * 8 + x]
                    low, high = min(low, z), max(high, z)
            tile_min[tile_y, tile_x], tile_max[tile_y, tile_x] = low, high


@parallel
def compaction(image, counter, pixels, width, height, threshold):
    """Numba has no atomics on the CPU: the rows are counted first."""
    limit = f4(threshold)
    starts = np.zeros(height + 1, np.uint32)
    for y in prange(height):
        kept = u4(0)
        for x in range(width):
            kept += u4(image[y, x] > limit)
        starts[y + 1] = kept
    for y in range(height):
        starts[y + 1] += starts[y]
    for y in prange(height):
        place = starts[y]
        for x in range(width):
            if image[y, x] > limit:
                pixels[place] = u4(x) | (u4(y) << u4(16))
                place += u4(1)
    counter[0] = starts[height]


@parallel
def prefix_sum(values, scanned, size):
    parts = numba.get_num_threads()
    starts = np.zeros(parts + 1, np.uint32)
    for part in prange(parts):
        total = u4(0)
        for i in range(size * part // parts, size * (part + 1) // parts):
            total += values[i]
        starts[part + 1] = total
    for part in range(parts):
        starts[part + 1] += starts[part]
    for part in prange(parts):
        total = starts[part]
        for i in range(size * part // parts, size * (part + 1) // parts):
            total += values[i]
            scanned[i] = total


@parallel
def histogram(values, counts, size):
    parts = numba.get_num_threads()
    own = np.zeros((parts, 256), np.uint32)
    for part in prange(parts):
        for i in range(size * part // parts, size * (part + 1) // parts):
            own[part, values[i] & u4(255)] += u4(1)
    counts[:] = own.sum(axis=0)


@parallel
def light_list(lights, shade, count, width, height):
    for tile_y in prange(height // 16):
        touching = np.empty((count, 4), np.float32)
        x = np.empty(16, np.float32)
        total = np.empty(16, np.float32)
        for tile_x in range(width // 16):
            left, top = f4(tile_x * 16), f4(tile_y * 16)
            listed = 0
            for i in range(count):
                dx = lights[i, 0] - min(max(lights[i, 0], left), left + f4(15))
                dy = lights[i, 1] - min(max(lights[i, 1], top), top + f4(15))
                if (dx * dx + dy * dy) * lights[i, 2] < f4(1):
                    touching[listed] = lights[i]
                    listed += 1
            for column in range(16):
                x[column] = left + f4(column)
            for row in range(16):
                total[:] = f4(0)
                for i in range(listed):
                    dy = top + f4(row) - touching[i, 1]
                    for column in range(16):
                        dx = x[column] - touching[i, 0]
                        falloff = max(f4(0), f4(1) - (dx * dx + dy * dy) * touching[i, 2])
                        total[column] += touching[i, 3] * falloff * falloff
                shade[tile_y * 16 + row, tile_x * 16 : tile_x * 16 + 16] = total


@parallel
def mandelbrot(rounds, width, height, left, top, step, limit):
    for y in prange(height):
        cy = f4(top) + f4(y) * f4(step)
        for x in range(width):
            cx = f4(left) + f4(x) * f4(step)
            zx, zy, zx2, zy2 = f4(0), f4(0), f4(0), f4(0)
            count = 0
            while count < limit and zx2 + zy2 <= f4(4):
                zy = (zx + zx) * zy + cy
                zx = zx2 - zy2 + cx
                zx2, zy2 = zx * zx, zy * zy
                count += 1
            rounds[y, x] = count


@parallel
def matrix_product(a, b, product, size):
    for panel in prange(size // 16):
        left = panel * 16
        packed = b[:, left : left + 16].copy()
        sums = np.empty((4, 16), np.float32)
        for top in range(0, size, 4):
            sums[:] = f4(0)
            for k in range(size):
                for i in range(4):
                    for j in range(16):
                        sums[i, j] += a[top + i, k] * packed[k, j]
            product[top : top + 4, left : left + 16] = sums


@parallel
def copy(values, copied, size):
    for i in prange(size):
        copied[i] = values[i]


@parallel
def copy_float4(values, copied, size):
    for i in prange(size):
        for j in range(4):
            copied[i, j] = values[i, j]


@parallel
def stencil(field, speed, following, side, depth):
    weights = (f4(-2.85), f4(1.6), f4(-0.2), f4(0.0254), f4(-0.0018))
    for z in prange(4, depth + 4):
        for y in range(4, side - 4):
            for x in range(4, side - 4):
                total = f4(3) * weights[0] * field[z, y, x]
                for k in range(1, 5):
                    total += weights[k] * (
                        field[z, y, x - k]
                        + field[z, y, x + k]
                        + field[z, y - k, x]
                        + field[z, y + k, x]
                        + field[z - k, y, x]
                        + field[z + k, y, x]
                    )
                following[z, y, x] = f4(2) * field[z, y, x] - following[z, y, x] + speed[z, y, x] * total


@parallel
def n_body(bodies, accelerations, count):
    for i in prange(count):
        x, y, z = f4(0), f4(0), f4(0)
        for j in range(count):
            dx, dy, dz = bodies[j, 0] - bodies[i, 0], bodies[j, 1] - bodies[i, 1], bodies[j, 2] - bodies[i, 2]
            inverse = f4(1) / math.sqrt(dx * dx + dy * dy + dz * dz + f4(0.01))
            force = bodies[j, 3] * inverse * inverse * inverse
            x += dx * force
            y += dy * force
            z += dz * force
        accelerations[i, 0], accelerations[i, 1], accelerations[i, 2] = x, y, z


@numba.njit
def normal(x):
    k = f4(1) / (f4(1) + f4(0.2316419) * abs(x))
    polynomial = f4(1.781477937) + k * (f4(-1.821255978) + k * f4(1.330274429))
    polynomial = k * (f4(0.31938153) + k * (f4(-0.356563782) + k * polynomial))
    tail = polynomial * f4(0.3989422804) * math.exp(f4(-0.5) * x * x)
    return f4(1) - tail if x > f4(0) else tail


@parallel
def black_scholes(stock, strike, years, call, size, rate, volatility):
    r, v = f4(rate), f4(volatility)
    for i in prange(size):
        spread = v * math.sqrt(years[i])
        d1 = (math.log(stock[i] / strike[i]) + (r + f4(0.5) * v * v) * years[i]) / spread
        discounted = strike[i] * math.exp(-r * years[i])
        call[i] = stock[i] * normal(d1) - discounted * normal(d1 - spread)


@parallel
def binomial_options(stock, strike, years, put, size, rate, volatility):
    for block in prange(size // 16):
        leaves = np.empty((65, 16), np.float32)
        of_rise, of_fall = np.empty(16, np.float32), np.empty(16, np.float32)
        for i in range(16):
            place = block * 16 + i
            step = years[place] / f4(64)
            up = math.exp(f4(volatility) * math.sqrt(step))
            down = f4(1) / up
            growth = math.exp(f4(rate) * step)
            rise = (growth - down) / (up - down)
            of_rise[i], of_fall[i] = rise / growth, (f4(1) - rise) / growth
            price = stock[place] * math.exp(f4(-volatility) * math.sqrt(step) * f4(64))
            for j in range(65):
                leaves[j, i] = max(f4(0), strike[place] - price)
                price *= up * up
        for last in range(64, 0, -1):
            for j in range(last):
                for i in range(16):
                    leaves[j, i] = of_fall[i] * leaves[j, i] + of_rise[i] * leaves[j + 1, i]
        put[block * 16 : block * 16 + 16] = leaves[0]


@parallel
def sparse_product(starts, columns, elements, vector, product, size):
    for row in prange(size):
        total = f4(0)
        for i in range(starts[row], starts[row + 1]):
            total += elements[i] * vector[columns[i]]
        product[row] = total
