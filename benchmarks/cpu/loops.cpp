//===- loops.cpp - The kernels as loops in C++ ----------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the kernels of kernels.py compute, as an experienced programmer writes
// it for `g++ -O3 -march=native -fopenmp`: plain loops in a form that the
// compiler turns into vectors, no intrinsics.
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <omp.h>
#include <vector>

//===----------------------------------------------------------------------===//
// Depth
//===----------------------------------------------------------------------===//

extern "C" void depth_min_max(const float *depth, float *tileMin,
                              float *tileMax, size_t width, size_t height,
                              int threads) {
  constexpr size_t tile = 8;
#pragma omp parallel for num_threads(threads)
  for (size_t tileY = 0; tileY < height / tile; ++tileY)
    for (size_t tileX = 0; tileX < width / tile; ++tileX) {
      const float *corner = depth + tileY * tile * width + tileX * tile;
      // By columns first, so that a row is one vector.
      float low[tile], high[tile];
      std::copy_n(corner, tile, low);
      std::copy_n(corner, tile, high);
      for (size_t y = 1; y < tile; ++y)
        for (size_t x = 0; x < tile; ++x) {
          float z = corner[y * width + x];
          low[x] = z < low[x] ? z : low[x];
          high[x] = z > high[x] ? z : high[x];
        }
      float least = FLT_MAX, greatest = -FLT_MAX;
#pragma omp simd reduction(min : least) reduction(max : greatest)
      for (size_t x = 0; x < tile; ++x) {
        least = std::min(least, low[x]);
        greatest = std::max(greatest, high[x]);
      }
      tileMin[tileY * (width / tile) + tileX] = least;
      tileMax[tileY * (width / tile) + tileX] = greatest;
    }
}

//===----------------------------------------------------------------------===//
// Compaction
//===----------------------------------------------------------------------===//

/// One atomic a row makes room for its pixels. They are written one after the
/// other and counted only where they are kept: no branch to be guessed.
extern "C" void compaction(const float *image, uint32_t *counter,
                           uint32_t *pixels, size_t width, size_t height,
                           float threshold, int threads) {
#pragma omp parallel num_threads(threads)
  {
    std::vector<uint32_t> row(width + 1);
#pragma omp for
    for (size_t y = 0; y < height; ++y) {
      size_t kept = 0;
      for (size_t x = 0; x < width; ++x) {
        row[kept] = static_cast<uint32_t>((x & 0xffff) | (y << 16));
        kept += image[y * width + x] > threshold;
      }
      uint32_t start;
#pragma omp atomic capture
      {
        start = *counter;
        *counter += static_cast<uint32_t>(kept);
      }
      std::copy_n(row.data(), kept, pixels + start);
    }
  }
}

//===----------------------------------------------------------------------===//
// Prefix sum
//===----------------------------------------------------------------------===//

extern "C" void prefix_sum(const uint32_t *values, uint32_t *scanned,
                           size_t size, int threads) {
  std::vector<uint32_t> starts(threads + 1);
#pragma omp parallel num_threads(threads)
  {
    size_t thread = omp_get_thread_num(), team = omp_get_num_threads();
    size_t first = size * thread / team, end = size * (thread + 1) / team;
    uint32_t total = 0;
    for (size_t i = first; i < end; ++i)
      total += values[i];
    starts[thread + 1] = total;
#pragma omp barrier
#pragma omp single
    for (size_t i = 0; i < team; ++i)
      starts[i + 1] += starts[i];
    uint32_t sum = starts[thread];
#pragma omp simd reduction(inscan, + : sum)
    for (size_t i = first; i < end; ++i) {
      sum += values[i];
#pragma omp scan inclusive(sum)
      scanned[i] = sum;
    }
  }
}

//===----------------------------------------------------------------------===//
// Histogram
//===----------------------------------------------------------------------===//

extern "C" void histogram(const uint32_t *values, uint32_t *counts, size_t size,
                          int threads) {
  constexpr size_t bins = 256;
#pragma omp parallel num_threads(threads)
  {
    // Four, so that equal values one after the other do not wait for each
    // other.
    uint32_t own[4][bins] = {};
#pragma omp for
    for (size_t i = 0; i < size / 4; ++i)
      for (size_t j = 0; j < 4; ++j)
        ++own[j][values[4 * i + j] % bins];
#pragma omp critical
    for (size_t bin = 0; bin < bins; ++bin)
      counts[bin] += own[0][bin] + own[1][bin] + own[2][bin] + own[3][bin];
  }
}

//===----------------------------------------------------------------------===//
// Tiled lights
//===----------------------------------------------------------------------===//

namespace {
struct Light {
  float x, y, inverseSquareRadius, intensity;
};
} // namespace

extern "C" void light_list(const Light *lights, float *shade, size_t lightCount,
                           size_t width, size_t height, int threads) {
  constexpr int tile = 16;
#pragma omp parallel num_threads(threads)
  {
    std::vector<Light> touching(lightCount + 1);
#pragma omp for collapse(2)
    for (int top = 0; top < int(height); top += tile)
      for (int left = 0; left < int(width); left += tile) {
        float right = left + tile - 1, bottom = top + tile - 1;
        size_t count = 0;
        for (size_t i = 0; i < lightCount; ++i) {
          Light light = lights[i];
          float dx = light.x - std::clamp(light.x, float(left), right);
          float dy = light.y - std::clamp(light.y, float(top), bottom);
          touching[count] = light;
          count += (dx * dx + dy * dy) * light.inverseSquareRadius < 1.0f;
        }
        float x[tile];
        for (int column = 0; column < tile; ++column)
          x[column] = left + column;
        for (int row = top; row < top + tile; ++row) {
          float total[tile] = {};
          for (size_t i = 0; i < count; ++i) {
            Light light = touching[i];
            float dy = row - light.y;
#pragma omp simd
            for (int column = 0; column < tile; ++column) {
              float dx = x[column] - light.x;
              float falloff = std::max(
                  0.0f, 1.0f - (dx * dx + dy * dy) * light.inverseSquareRadius);
              total[column] += light.intensity * falloff * falloff;
            }
          }
          std::copy_n(total, tile, shade + row * width + left);
        }
      }
  }
}

//===----------------------------------------------------------------------===//
// Mandelbrot
//===----------------------------------------------------------------------===//

/// Pixels in blocks of which the compiler makes vectors; a block ends with its
/// last pixel.
extern "C" void mandelbrot(uint32_t *rounds, size_t width, size_t height,
                           float left, float top, float step, uint32_t limit,
                           int threads) {
  constexpr int block = 16;
#pragma omp parallel for schedule(dynamic) num_threads(threads)
  for (size_t y = 0; y < height; ++y)
    for (size_t first = 0; first < width; first += block) {
      float cy = top + float(y) * step;
      float cx[block], zx[block] = {}, zy[block] = {};
      int count[block] = {};
      for (int i = 0; i < block; ++i)
        cx[i] = left + float(int(first) + i) * step;
      for (uint32_t round = 0; round < limit; ++round) {
        int running = 0;
#pragma omp simd reduction(| : running)
        for (int i = 0; i < block; ++i) {
          float zx2 = zx[i] * zx[i], zy2 = zy[i] * zy[i];
          int runs = zx2 + zy2 <= 4.0f ? 1 : 0;
          zy[i] = (zx[i] + zx[i]) * zy[i] + cy;
          zx[i] = zx2 - zy2 + cx[i];
          count[i] += runs;
          running |= runs;
        }
        if (!running)
          break;
      }
      std::copy_n(count, block, rounds + y * width + first);
    }
}

//===----------------------------------------------------------------------===//
// Matrix product
//===----------------------------------------------------------------------===//

/// A few columns of `b` are packed; over them go blocks of the product that
/// fit into registers.
extern "C" void matrix_product(const float *a, const float *b, float *product,
                               size_t size, int threads) {
  constexpr size_t rows = 4, columns = 16;
#pragma omp parallel num_threads(threads)
  {
    std::vector<float> packed(size * columns);
    const float *panel = packed.data();
#pragma omp for
    for (size_t left = 0; left < size; left += columns) {
      for (size_t k = 0; k < size; ++k)
        std::copy_n(b + k * size + left, columns, &packed[k * columns]);
      for (size_t top = 0; top < size; top += rows) {
        float sums[rows][columns] = {};
        for (size_t k = 0; k < size; ++k)
#pragma GCC unroll 4
          for (size_t i = 0; i < rows; ++i)
#pragma omp simd
            for (size_t j = 0; j < columns; ++j)
              sums[i][j] += a[(top + i) * size + k] * panel[k * columns + j];
        for (size_t i = 0; i < rows; ++i)
          std::copy_n(sums[i], columns, product + (top + i) * size + left);
      }
    }
  }
}

//===----------------------------------------------------------------------===//
// Copy
//===----------------------------------------------------------------------===//

extern "C" void copy(const uint32_t *values, uint32_t *copied, size_t size,
                     int threads) {
#pragma omp parallel for simd num_threads(threads)
  for (size_t i = 0; i < size; ++i)
    copied[i] = values[i];
}

namespace {
struct Float4 {
  float x, y, z, w;
};
} // namespace

extern "C" void copy_float4(const Float4 *values, Float4 *copied, size_t size,
                            int threads) {
#pragma omp parallel for simd num_threads(threads)
  for (size_t i = 0; i < size; ++i)
    copied[i] = values[i];
}

//===----------------------------------------------------------------------===//
// Stencil
//===----------------------------------------------------------------------===//

extern "C" void stencil(const float *field, const float *speed,
                        float *following, size_t side, size_t depth,
                        int threads) {
  constexpr size_t reach = 4;
  constexpr float weights[] = {-2.85f, 1.6f, -0.2f, 0.0254f, -0.0018f};
#pragma omp parallel for collapse(2) num_threads(threads)
  for (size_t z = reach; z < depth + reach; ++z)
    for (size_t y = reach; y < side - reach; ++y)
#pragma omp simd
      for (size_t x = reach; x < side - reach; ++x) {
        const float *at = field + (z * side + y) * side + x;
        float total = 3 * weights[0] * *at;
#pragma GCC unroll 4
        for (size_t k = 1; k <= reach; ++k)
          total += weights[k] *
                   (at[k] + *(at - k) + at[k * side] + *(at - k * side) +
                    at[k * side * side] + *(at - k * side * side));
        size_t place = (z * side + y) * side + x;
        following[place] = 2 * *at - following[place] + speed[place] * total;
      }
}

//===----------------------------------------------------------------------===//
// Bodies that attract each other
//===----------------------------------------------------------------------===//

extern "C" void n_body(const Float4 *bodies, Float4 *accelerations,
                       size_t count, int threads) {
  constexpr size_t block = 16;
#pragma omp parallel for num_threads(threads)
  for (size_t first = 0; first < count; first += block) {
    float x[block] = {}, y[block] = {}, z[block] = {};
    for (size_t j = 0; j < count; ++j)
#pragma omp simd
      for (size_t i = 0; i < block; ++i) {
        float dx = bodies[j].x - bodies[first + i].x;
        float dy = bodies[j].y - bodies[first + i].y;
        float dz = bodies[j].z - bodies[first + i].z;
        float inverse = 1 / std::sqrt(dx * dx + dy * dy + dz * dz + 0.01f);
        float force = bodies[j].w * inverse * inverse * inverse;
        x[i] += dx * force;
        y[i] += dy * force;
        z[i] += dz * force;
      }
    for (size_t i = 0; i < block; ++i)
      accelerations[first + i] = {x[i], y[i], z[i], 0};
  }
}

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

static inline float normal(float x) {
  float k = 1 / (1 + 0.2316419f * std::fabs(x));
  float polynomial =
      k * (0.31938153f +
           k * (-0.356563782f +
                k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
  float tail = polynomial * 0.3989422804f * std::exp(-0.5f * x * x);
  return x > 0 ? 1 - tail : tail;
}

extern "C" void black_scholes(const float *stock, const float *strike,
                              const float *years, float *call, size_t size,
                              float rate, float volatility, int threads) {
#pragma omp parallel for simd num_threads(threads)
  for (size_t i = 0; i < size; ++i) {
    float spread = volatility * std::sqrt(years[i]);
    float d1 = (std::log(stock[i] / strike[i]) +
                (rate + 0.5f * volatility * volatility) * years[i]) /
               spread;
    float discounted = strike[i] * std::exp(-rate * years[i]);
    call[i] = stock[i] * normal(d1) - discounted * normal(d1 - spread);
  }
}

extern "C" void binomial_options(const float *stock, const float *strike,
                                 const float *years, float *put, size_t size,
                                 float rate, float volatility, int threads) {
  constexpr size_t block = 16, steps = 64;
#pragma omp parallel for num_threads(threads)
  for (size_t first = 0; first < size; first += block) {
    float leaves[steps + 1][block], ofRise[block], ofFall[block];
    for (size_t i = 0; i < block; ++i) {
      float step = years[first + i] / steps;
      float up = std::exp(volatility * std::sqrt(step)), down = 1 / up;
      float growth = std::exp(rate * step);
      float rise = (growth - down) / (up - down);
      ofRise[i] = rise / growth;
      ofFall[i] = (1 - rise) / growth;
      float price =
          stock[first + i] * std::exp(-volatility * std::sqrt(step) * steps);
      for (size_t j = 0; j <= steps; ++j) {
        leaves[j][i] = std::max(0.0f, strike[first + i] - price);
        price *= up * up;
      }
    }
    for (size_t last = steps; last > 0; --last)
      for (size_t j = 0; j < last; ++j)
#pragma omp simd
        for (size_t i = 0; i < block; ++i)
          leaves[j][i] =
              ofFall[i] * leaves[j][i] + ofRise[i] * leaves[j + 1][i];
    std::copy_n(leaves[0], block, put + first);
  }
}

//===----------------------------------------------------------------------===//
// Sparse matrix by vector
//===----------------------------------------------------------------------===//

extern "C" void sparse_product(const uint32_t *starts, const uint32_t *columns,
                               const float *elements, const float *vector,
                               float *product, size_t size, int threads) {
#pragma omp parallel for num_threads(threads)
  for (size_t row = 0; row < size; ++row) {
    float total = 0;
#pragma omp simd reduction(+ : total)
    for (size_t i = starts[row]; i < starts[row + 1]; ++i)
      total += elements[i] * vector[columns[i]];
    product[row] = total;
  }
}
