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
