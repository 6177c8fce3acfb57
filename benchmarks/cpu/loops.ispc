// What the kernels of kernels.py compute, in ISPC, with the signatures of
// loops.cpp. Each function launches tasks; tasks.cpp runs them.

struct Float4 {
  float x, y, z, w;
};

// A share of `count` for each task. size_t has 32 bits in ISPC, too few for the
// product.
#define PART(count, part, parts)                                               \
  ((uniform size_t)((uniform int64)(count) * (part) / (parts)))
#define FIRST(count) PART(count, taskIndex, taskCount)
#define LAST(count) PART(count, taskIndex + 1, taskCount)
#define TASKS(threads) (16 * (threads))

task void depthTask(const uniform float depth[], uniform float tileMin[],
                    uniform float tileMax[], uniform size_t width) {
  const uniform int tile = 8;
  uniform size_t tileY = taskIndex;
  for (uniform size_t tileX = 0; tileX < width / tile; ++tileX) {
    const uniform float *uniform corner =
        depth + tileY * tile * width + tileX * tile;
    float low = 3.40282347e38f, high = -3.40282347e38f;
    foreach (y = 0 ... tile, x = 0 ... tile) {
      float z = corner[y * (uniform int)width + x];
      low = min(low, z);
      high = max(high, z);
    }
    tileMin[tileY * (width / tile) + tileX] = reduce_min(low);
    tileMax[tileY * (width / tile) + tileX] = reduce_max(high);
  }
}

export void depth_min_max(const uniform float depth[], uniform float tileMin[],
                          uniform float tileMax[], uniform size_t width,
                          uniform size_t height, uniform int threads) {
  launch[(uniform int)(height / 8)] depthTask(depth, tileMin, tileMax, width);
}

task void compactTask(const uniform float image[], uniform uint32 counter[],
                      uniform uint32 pixels[], uniform size_t width,
                      uniform float threshold) {
  uniform int y = taskIndex;
  uniform int kept = 0;
  uniform uint32 row[4096];
  foreach (x = 0 ... (uniform int)width) {
    if (image[(uniform int64)y * width + x] > threshold)
      kept += packed_store_active2(&row[kept],
                                   (unsigned int)((x & 0xffff) | (y << 16)));
  }
  uniform uint32 start = atomic_add_global(counter, (uniform uint32)kept);
  memcpy(&pixels[start], row, kept * 4);
}

export void compaction(const uniform float image[], uniform uint32 counter[],
                       uniform uint32 pixels[], uniform size_t width,
                       uniform size_t height, uniform float threshold,
                       uniform int threads) {
  launch[(uniform int)height] compactTask(image, counter, pixels, width,
                                          threshold);
}

task void sumTask(const uniform uint32 values[], uniform uint32 scanned[],
                  uniform size_t size) {
  uint32 total = 0;
  foreach (i = FIRST(size) ... LAST(size))
    total += values[i];
  scanned[LAST(size) - 1] = (uniform uint32)reduce_add(total);
}

task void scanTask(const uniform uint32 values[], uniform uint32 scanned[],
                   uniform size_t size) {
  uniform uint32 carry = taskIndex == 0 ? 0 : scanned[FIRST(size) - 1];
  for (uniform size_t i = FIRST(size); i < LAST(size); i += programCount) {
    uint32 value = values[i + programIndex];
    uint32 inclusive = exclusive_scan_add(value) + value;
    scanned[i + programIndex] = carry + inclusive;
    carry += extract(inclusive, programCount - 1);
  }
}

export void prefix_sum(const uniform uint32 values[], uniform uint32 scanned[],
                       uniform size_t size, uniform int threads) {
  uniform int tasks = TASKS(threads);
  launch[tasks] sumTask(values, scanned, size);
  sync;
  uniform uint32 total = 0;
  for (uniform int64 part = 1; part <= tasks; ++part) {
    total += scanned[PART(size, part, tasks) - 1];
    scanned[PART(size, part, tasks) - 1] = total;
  }
  launch[tasks] scanTask(values, scanned, size);
}

task void histogramTask(const uniform uint32 values[], uniform uint32 counts[],
                        uniform size_t size) {
  uniform uint32 own[256];
  memset(own, 0, 1024);
  foreach (i = FIRST(size) ... LAST(size)) {
    uint32 bin = values[i] & 255;
    foreach_active (lane)
      ++own[extract(bin, lane)];
  }
  for (uniform int bin = 0; bin < 256; ++bin)
    atomic_add_global(&counts[bin], own[bin]);
}

export void histogram(const uniform uint32 values[], uniform uint32 counts[],
                      uniform size_t size, uniform int threads) {
  launch[TASKS(threads)] histogramTask(values, counts, size);
}

task void lightTask(const uniform Float4 lights[], uniform float shade[],
                    uniform size_t lightCount, uniform size_t width) {
  const uniform int tile = 16;
  uniform Float4 touching[1024];
  uniform int top = taskIndex * tile;
  for (uniform int left = 0; left < width; left += tile) {
    uniform int count = 0;
    for (uniform size_t i = 0; i < lightCount; ++i) {
      uniform Float4 light = lights[i];
      uniform float dx = light.x - clamp(light.x, (uniform float)left,
                                         (uniform float)(left + tile - 1));
      uniform float dy = light.y - clamp(light.y, (uniform float)top,
                                         (uniform float)(top + tile - 1));
      if ((dx * dx + dy * dy) * light.z < 1)
        touching[count++] = light;
    }
    foreach (y = top ... top + tile, x = left ... left + tile) {
      float total = 0;
      for (uniform int i = 0; i < count; ++i) {
        uniform Float4 light = touching[i];
        float dx = x - light.x, dy = y - light.y;
        float falloff = max(0.0f, 1 - (dx * dx + dy * dy) * light.z);
        total += light.w * falloff * falloff;
      }
      shade[y * (uniform int)width + x] = total;
    }
  }
}

export void light_list(const uniform Float4 lights[], uniform float shade[],
                       uniform size_t lightCount, uniform size_t width,
                       uniform size_t height, uniform int threads) {
  launch[(uniform int)(height / 16)] lightTask(lights, shade, lightCount,
                                               width);
}

task void mandelbrotTask(uniform uint32 rounds[], uniform size_t width,
                         uniform float left, uniform float top,
                         uniform float step, uniform uint32 limit) {
  uniform int firstRow = taskIndex * 4;
  foreach_tiled (y = firstRow ... firstRow + 4, x = 0 ... (uniform int)width) {
    float cx = left + x * step, cy = top + y * step;
    float zx = 0, zy = 0, zx2 = 0, zy2 = 0;
    uint32 count = 0;
    while (count < limit && zx2 + zy2 <= 4) {
      zy = (zx + zx) * zy + cy;
      zx = zx2 - zy2 + cx;
      zx2 = zx * zx;
      zy2 = zy * zy;
      ++count;
    }
    rounds[y * (uniform int)width + x] = count;
  }
}

export void mandelbrot(uniform uint32 rounds[], uniform size_t width,
                       uniform size_t height, uniform float left,
                       uniform float top, uniform float step,
                       uniform uint32 limit, uniform int threads) {
  launch[(uniform int)(height / 4)] mandelbrotTask(rounds, width, left, top,
                                                   step, limit);
}

// As ISPC's example sgemm with tiles in registers: rows of a, columns of b.
task void productTask(const uniform float a[], const uniform float b[],
                      uniform float product[], uniform size_t size) {
  const uniform int rows = 4, columns = 2;
  uniform float panel[2048 * 2 * programCount];
  uniform size_t left = taskIndex * columns * programCount;
  for (uniform size_t k = 0; k < size; ++k)
    for (uniform int j = 0; j < columns; ++j)
      panel[(k * columns + j) * programCount + programIndex] =
          b[k * size + left + j * programCount + programIndex];
  for (uniform size_t top = 0; top < size; top += rows) {
    float sums[4][2];
    for (uniform int i = 0; i < rows; ++i)
      for (uniform int j = 0; j < columns; ++j)
        sums[i][j] = 0;
    for (uniform size_t k = 0; k < size; ++k)
#pragma unroll
      for (uniform int i = 0; i < rows; ++i)
#pragma unroll
        for (uniform int j = 0; j < columns; ++j)
          sums[i][j] += a[(top + i) * size + k] *
                        panel[(k * columns + j) * programCount + programIndex];
    for (uniform int i = 0; i < rows; ++i)
      for (uniform int j = 0; j < columns; ++j)
        product[(top + i) * size + left + j * programCount + programIndex] =
            sums[i][j];
  }
}

export void matrix_product(const uniform float a[], const uniform float b[],
                           uniform float product[], uniform size_t size,
                           uniform int threads) {
  launch[(uniform int)(size / (2 * programCount))] productTask(a, b, product,
                                                               size);
}

task void copyTask(const uniform uint32 values[], uniform uint32 copied[],
                   uniform size_t size) {
  foreach (i = FIRST(size) ... LAST(size))
    copied[i] = values[i];
}

export void copy(const uniform uint32 values[], uniform uint32 copied[],
                 uniform size_t size, uniform int threads) {
  launch[TASKS(threads)] copyTask(values, copied, size);
}

task void copyVectorsTask(const uniform Float4 values[],
                          uniform Float4 copied[], uniform size_t size) {
  foreach (i = FIRST(size) ... LAST(size))
    copied[i] = values[i];
}

export void copy_float4(const uniform Float4 values[], uniform Float4 copied[],
                        uniform size_t size, uniform int threads) {
  launch[TASKS(threads)] copyVectorsTask(values, copied, size);
}

// After ISPC's example stencil.
task void stencilTask(const uniform float field[], const uniform float speed[],
                      uniform float following[], uniform int side) {
  const uniform int reach = 4;
  uniform int z = taskIndex + reach;
  const uniform float weights[] = {-2.85f, 1.6f, -0.2f, 0.0254f, -0.0018f};
  foreach (y = reach ... side - reach, x = reach ... side - reach) {
    int at = (z * side + y) * side + x;
    float total = 3 * weights[0] * field[at];
    for (uniform int k = 1; k <= reach; ++k)
      total += weights[k] * (field[at - k] + field[at + k] +
                             field[at - k * side] + field[at + k * side] +
                             field[at - k * side * side] +
                             field[at + k * side * side]);
    following[at] = 2 * field[at] - following[at] + speed[at] * total;
  }
}

export void stencil(const uniform float field[], const uniform float speed[],
                    uniform float following[], uniform size_t side,
                    uniform size_t depth, uniform int threads) {
  launch[(uniform int)depth] stencilTask(field, speed, following,
                                         (uniform int)side);
}

task void bodyTask(const uniform Float4 bodies[],
                   uniform Float4 accelerations[], uniform size_t count) {
  foreach (i = FIRST(count) ... LAST(count)) {
    Float4 own = bodies[i];
    float x = 0, y = 0, z = 0;
    for (uniform int j = 0; j < count; ++j) {
      uniform Float4 other = bodies[j];
      float dx = other.x - own.x, dy = other.y - own.y, dz = other.z - own.z;
      float inverse = rsqrt(dx * dx + dy * dy + dz * dz + 0.01f);
      float force = other.w * inverse * inverse * inverse;
      x += dx * force;
      y += dy * force;
      z += dz * force;
    }
    Float4 sum = {x, y, z, 0};
    accelerations[i] = sum;
  }
}

export void n_body(const uniform Float4 bodies[],
                   uniform Float4 accelerations[], uniform size_t count,
                   uniform int threads) {
  launch[TASKS(threads)] bodyTask(bodies, accelerations, count);
}

static inline float normal(float x) {
  float k = 1 / (1 + 0.2316419f * abs(x));
  float polynomial =
      k *
      (0.31938153f +
       k * (-0.356563782f +
            k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
  float tail = polynomial * 0.3989422804f * exp(-0.5f * x * x);
  return x > 0 ? 1 - tail : tail;
}

// After ISPC's example options.
task void callTask(const uniform float stock[], const uniform float strike[],
                   const uniform float years[], uniform float call[],
                   uniform size_t size, uniform float rate,
                   uniform float volatility) {
  foreach (i = FIRST(size) ... LAST(size)) {
    float spread = volatility * sqrt(years[i]);
    float d1 = (log(stock[i] / strike[i]) +
                (rate + 0.5f * volatility * volatility) * years[i]) /
               spread;
    float discounted = strike[i] * exp(-rate * years[i]);
    call[i] = stock[i] * normal(d1) - discounted * normal(d1 - spread);
  }
}

export void black_scholes(const uniform float stock[],
                          const uniform float strike[],
                          const uniform float years[], uniform float call[],
                          uniform size_t size, uniform float rate,
                          uniform float volatility, uniform int threads) {
  launch[TASKS(threads)] callTask(stock, strike, years, call, size, rate,
                                  volatility);
}

task void putTask(const uniform float stock[], const uniform float strike[],
                  const uniform float years[], uniform float put[],
                  uniform size_t size, uniform float rate,
                  uniform float volatility) {
  const uniform int steps = 64;
  foreach (i = FIRST(size) ... LAST(size)) {
    float leaves[65];
    float step = years[i] / steps;
    float up = exp(volatility * sqrt(step));
    float down = 1 / up;
    float growth = exp(rate * step);
    float rise = (growth - down) / (up - down);
    float ofRise = rise / growth, ofFall = (1 - rise) / growth;
    float price = stock[i] * exp(-volatility * sqrt(step) * steps);
    for (uniform int j = 0; j <= steps; ++j) {
      leaves[j] = max(0.0f, strike[i] - price);
      price *= up * up;
    }
    for (uniform int last = steps; last > 0; --last)
      for (uniform int j = 0; j < last; ++j)
        leaves[j] = ofFall * leaves[j] + ofRise * leaves[j + 1];
    put[i] = leaves[0];
  }
}

export void binomial_options(const uniform float stock[],
                             const uniform float strike[],
                             const uniform float years[], uniform float put[],
                             uniform size_t size, uniform float rate,
                             uniform float volatility, uniform int threads) {
  launch[TASKS(threads)] putTask(stock, strike, years, put, size, rate,
                                 volatility);
}

task void sparseTask(const uniform uint32 starts[],
                     const uniform uint32 columns[],
                     const uniform float elements[],
                     const uniform float vector[], uniform float product[],
                     uniform size_t size) {
  for (uniform size_t row = FIRST(size); row < LAST(size); ++row) {
    float total = 0;
    foreach (i = starts[row] ... starts[row + 1])
      total += elements[i] * vector[columns[i]];
    product[row] = reduce_add(total);
  }
}

export void sparse_product(const uniform uint32 starts[],
                           const uniform uint32 columns[],
                           const uniform float elements[],
                           const uniform float vector[],
                           uniform float product[], uniform size_t size,
                           uniform int threads) {
  launch[TASKS(threads)] sparseTask(starts, columns, elements, vector, product,
                                    size);
}
