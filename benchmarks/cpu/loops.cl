// What the kernels of kernels.py compute, in OpenCL, with the arguments of
// loops.cpp; peers.py has the numbers of work-items. Sizes are ulong.

kernel void depth_min_max(global const float *depth, global float *tileMin,
                          global float *tileMax, ulong width, ulong height) {
  size_t tileX = get_global_id(0), tileY = get_global_id(1);
  float low = FLT_MAX, high = -FLT_MAX;
  for (int y = 0; y < 8; ++y)
    for (int x = 0; x < 8; ++x) {
      float z = depth[(tileY * 8 + y) * width + tileX * 8 + x];
      low = fmin(low, z);
      high = fmax(high, z);
    }
  tileMin[tileY * (width / 8) + tileX] = low;
  tileMax[tileY * (width / 8) + tileX] = high;
}

// A work-item for each row: pocl has no operations of subgroups here.
kernel void compaction(global const float *image, global uint *counter,
                       global uint *pixels, ulong width, ulong height,
                       float threshold) {
  size_t y = get_global_id(0);
  uint kept = 0;
  for (size_t x = 0; x < width; ++x)
    kept += image[y * width + x] > threshold;
  uint place = atomic_add(counter, kept);
  for (size_t x = 0; x < width; ++x)
    if (image[y * width + x] > threshold)
      pixels[place++] = (uint)((x & 0xffff) | (y << 16));
}

// The last sum of a part is where the next one begins.
kernel void prefix_sum_totals(global const uint *values, global uint *scanned,
                              ulong size) {
  size_t part = get_global_id(0), length = size / get_global_size(0);
  uint total = 0;
  for (size_t i = part * length; i < (part + 1) * length; ++i)
    total += values[i];
  scanned[(part + 1) * length - 1] = total;
}

kernel void prefix_sum_starts(global const uint *values, global uint *scanned,
                              ulong size) {
  uint total = 0;
  for (size_t i = 4096; i <= size; i += 4096)
    scanned[i - 1] = total += scanned[i - 1];
}

kernel void prefix_sum(global const uint *values, global uint *scanned,
                       ulong size) {
  size_t part = get_global_id(0), length = size / get_global_size(0);
  uint total = part == 0 ? 0 : scanned[part * length - 1];
  for (size_t i = part * length; i < (part + 1) * length; ++i)
    scanned[i] = total += values[i];
}

kernel void histogram(global const uint *values, global uint *counts,
                      ulong size) {
  local uint own[256];
  for (size_t i = get_local_id(0); i < 256; i += get_local_size(0))
    own[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  size_t first = get_group_id(0) * 32768;
  for (size_t i = get_local_id(0); i < 32768; i += get_local_size(0))
    atomic_inc(&own[values[first + i] % 256]);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t i = get_local_id(0); i < 256; i += get_local_size(0))
    atomic_add(&counts[i], own[i]);
}

// A group for each tile, a work-item for each pixel.
kernel void light_list(global const float4 *lights, global float *shade,
                       ulong lightCount, ulong width, ulong height) {
  local uint touching[1024];
  local uint count;
  float left = get_group_id(0) * 16, top = get_group_id(1) * 16;
  size_t own = get_local_id(1) * 16 + get_local_id(0);
  if (own == 0)
    count = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t i = own; i < lightCount; i += 256) {
    float4 light = lights[i];
    float dx = light.x - clamp(light.x, left, left + 15);
    float dy = light.y - clamp(light.y, top, top + 15);
    if ((dx * dx + dy * dy) * light.z < 1)
      touching[atomic_inc(&count)] = i;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  float x = get_global_id(0), y = get_global_id(1), total = 0;
  for (uint i = 0; i < count; ++i) {
    float4 light = lights[touching[i]];
    float dx = x - light.x, dy = y - light.y;
    float falloff = fmax(0.0f, 1 - (dx * dx + dy * dy) * light.z);
    total += light.w * falloff * falloff;
  }
  shade[get_global_id(1) * width + get_global_id(0)] = total;
}

kernel void mandelbrot(global uint *rounds, ulong width, ulong height,
                       float left, float top, float step, uint limit) {
  float cx = left + (float)get_global_id(0) * step;
  float cy = top + (float)get_global_id(1) * step;
  float zx = 0, zy = 0, zx2 = 0, zy2 = 0;
  uint count = 0;
  while (count < limit && zx2 + zy2 <= 4) {
    zy = (zx + zx) * zy + cy;
    zx = zx2 - zy2 + cx;
    zx2 = zx * zx;
    zy2 = zy * zy;
    ++count;
  }
  rounds[get_global_id(1) * width + get_global_id(0)] = count;
}

// Of each work-item four rows of one column.
kernel void matrix_product(global const float *a, global const float *b,
                           global float *product, ulong size) {
  size_t column = get_global_id(0), row = get_global_id(1) * 4;
  float4 sum = 0;
  for (size_t k = 0; k < size; ++k)
    sum += (float4)(a[row * size + k], a[(row + 1) * size + k],
                    a[(row + 2) * size + k], a[(row + 3) * size + k]) *
           b[k * size + column];
  product[row * size + column] = sum.x;
  product[(row + 1) * size + column] = sum.y;
  product[(row + 2) * size + column] = sum.z;
  product[(row + 3) * size + column] = sum.w;
}

kernel void copy(global const uint *values, global uint *copied, ulong size) {
  copied[get_global_id(0)] = values[get_global_id(0)];
}

kernel void copy_float4(global const float4 *values, global float4 *copied,
                        ulong size) {
  copied[get_global_id(0)] = values[get_global_id(0)];
}

kernel void stencil(global const float *field, global const float *speed,
                    global float *following, ulong side, ulong depth) {
  const float weights[] = {-2.85f, 1.6f, -0.2f, 0.0254f, -0.0018f};
  size_t at = ((get_global_id(2) + 4) * side + get_global_id(1) + 4) * side +
              get_global_id(0) + 4;
  float total = 3 * weights[0] * field[at];
#pragma unroll
  for (size_t k = 1; k <= 4; ++k)
    total +=
        weights[k] * (field[at - k] + field[at + k] + field[at - k * side] +
                      field[at + k * side] + field[at - k * side * side] +
                      field[at + k * side * side]);
  following[at] = 2 * field[at] - following[at] + speed[at] * total;
}

kernel void n_body(global const float4 *bodies, global float4 *accelerations,
                   ulong count) {
  float4 own = bodies[get_global_id(0)];
  float x = 0, y = 0, z = 0;
  for (size_t i = 0; i < count; ++i) {
    float4 other = bodies[i];
    float dx = other.x - own.x, dy = other.y - own.y, dz = other.z - own.z;
    float inverse = rsqrt(dx * dx + dy * dy + dz * dz + 0.01f);
    float force = other.w * inverse * inverse * inverse;
    x += dx * force;
    y += dy * force;
    z += dz * force;
  }
  accelerations[get_global_id(0)] = (float4)(x, y, z, 0);
}

float normal(float x) {
  float k = 1 / (1 + 0.2316419f * fabs(x));
  float polynomial =
      k *
      (0.31938153f +
       k * (-0.356563782f +
            k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
  float tail = polynomial * 0.3989422804f * exp(-0.5f * x * x);
  return x > 0 ? 1 - tail : tail;
}

kernel void black_scholes(global const float *stock, global const float *strike,
                          global const float *years, global float *call,
                          ulong size, float rate, float volatility) {
  size_t i = get_global_id(0);
  float spread = volatility * sqrt(years[i]);
  float d1 = (log(stock[i] / strike[i]) +
              (rate + 0.5f * volatility * volatility) * years[i]) /
             spread;
  float discounted = strike[i] * exp(-rate * years[i]);
  call[i] = stock[i] * normal(d1) - discounted * normal(d1 - spread);
}

kernel void binomial_options(global const float *stock,
                             global const float *strike,
                             global const float *years, global float *put,
                             ulong size, float rate, float volatility) {
  size_t i = get_global_id(0);
  float leaves[65];
  float step = years[i] / 64;
  float up = exp(volatility * sqrt(step)), down = 1 / up;
  float growth = exp(rate * step);
  float rise = (growth - down) / (up - down);
  float ofRise = rise / growth, ofFall = (1 - rise) / growth;
  float price = stock[i] * exp(-volatility * sqrt(step) * 64);
  for (int j = 0; j <= 64; ++j) {
    leaves[j] = fmax(0.0f, strike[i] - price);
    price *= up * up;
  }
  for (int last = 64; last > 0; --last)
    for (int j = 0; j < last; ++j)
      leaves[j] = ofFall * leaves[j] + ofRise * leaves[j + 1];
  put[i] = leaves[0];
}

kernel void sparse_product(global const uint *starts,
                           global const uint *columns,
                           global const float *elements,
                           global const float *vector, global float *product,
                           ulong size) {
  size_t row = get_global_id(0);
  float total = 0;
  for (uint i = starts[row]; i < starts[row + 1]; ++i)
    total += elements[i] * vector[columns[i]];
  product[row] = total;
}
