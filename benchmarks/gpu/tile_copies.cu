// How fast tiles of a product of matrices reach groupshared memory: the copies of a kernel with tiles of 128 x 256 x 64 bf16 and
// four stages, without its products. `cp.async` into rows without padding, with padding, and with swizzled pieces; bulk copies of
// rows; and TMA.
//
//     nvcc -arch=sm_90a -O3 -o tile_copies benchmarks/gpu/tile_copies.cu && ./tile_copies 4096 8192

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cuda.h>
#include <cuda_runtime.h>
#include <vector>

constexpr int kRows = 128, kColumns = 256, kDepth = 64, kStages = 4,
              kPiece = 16, kGroups = 132, kRowBytes = 2 * kDepth;

enum class Copy { Pieces, SwizzledPieces, Rows, Tensor };

__device__ uint32_t address(const void *memory) {
  return static_cast<uint32_t>(__cvta_generic_to_shared(memory));
}

__device__ void waitFor(uint32_t barrier, int parity) {
  asm volatile("{ .reg .pred p; again: mbarrier.try_wait.parity.shared.b64 p, "
               "[%0], %1; @p bra done; bra again; done: }" ::"r"(barrier),
               "r"(parity)
               : "memory");
}

__device__ void expect(uint32_t barrier, int bytes) {
  asm volatile(
      "mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(barrier),
      "r"(bytes)
      : "memory");
}

/// One wave waits for each stage and frees it; the others copy `size` x `kDepth` numbers of both factors into it.
template <Copy copy, int copiers, int padding>
__global__ void __launch_bounds__(32 * copiers + 32)
    copyTiles(const __grid_constant__ CUtensorMap leftMap,
              const __grid_constant__ CUtensorMap rightMap, const char *left,
              const char *right, int size) {
  extern __shared__ char memory[];
  __shared__ uint64_t full[kStages], empty[kStages];
  constexpr int stride = kRowBytes + padding,
                stageBytes = (kRows + kColumns) * stride;
  constexpr bool isPieces =
      copy == Copy::Pieces || copy == Copy::SwizzledPieces;
  const uint32_t start = (address(memory) + 1023) / 1024 * 1024;
  const int thread = threadIdx.x, wave = thread / 32;
  if (thread == 0)
    for (int stage = 0; stage < kStages; ++stage) {
      const int arrivals = isPieces             ? 32 * copiers
                           : copy == Copy::Rows ? copiers
                                                : 1;
      asm volatile(
          "mbarrier.init.shared.b64 [%0], %1;" ::"r"(address(&full[stage])),
          "r"(arrivals));
      asm volatile(
          "mbarrier.init.shared.b64 [%0], 1;" ::"r"(address(&empty[stage])));
      asm volatile("fence.mbarrier_init.release.cluster;");
    }
  __syncthreads();
  const auto source = [&](const char *matrix, int row, int k) {
    return matrix + (size_t(row) * size + k) * 2;
  };
  int stage = 0, parity = 0;
  for (int tile = blockIdx.x; tile < (size / kRows) * (size / kColumns);
       tile += gridDim.x) {
    const int row = tile % (size / kRows) * kRows,
              column = tile / (size / kRows) * kColumns;
    for (int k = 0; k < size; k += kDepth) {
      const uint32_t filled = address(&full[stage]),
                     freed = address(&empty[stage]);
      const uint32_t place = start + stage * stageBytes;
      // The row of a tile and its place: first those of the left factor.
      const auto rowOf = [&](int i) {
        return i < kRows ? source(left, row + i, k)
                         : source(right, column + i - kRows, k);
      };
      if (wave == copiers) {
        if (thread % 32 == 0) {
          waitFor(filled, parity);
          asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(freed)
                       : "memory");
        }
      } else if constexpr (isPieces) {
        waitFor(freed, parity ^ 1);
        constexpr int pieces = kRowBytes / kPiece;
#pragma unroll 8
        for (int i = thread; i < (kRows + kColumns) * pieces;
             i += 32 * copiers) {
          const int piece = i % pieces, to = copy == Copy::SwizzledPieces
                                                 ? piece ^ (i / pieces % 8)
                                                 : piece;
          asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(
                           place + i / pieces * stride + to * kPiece),
                       "l"(rowOf(i / pieces) + piece * kPiece)
                       : "memory");
        }
        asm volatile(
            "cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(filled)
            : "memory");
      } else if constexpr (copy == Copy::Rows) {
        waitFor(freed, parity ^ 1);
        if (thread % 32 == 0)
          expect(filled, (kRows + kColumns) * kRowBytes / copiers);
        __syncwarp();
        for (int i = thread; i < kRows + kColumns; i += 32 * copiers)
          asm volatile(
              "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::"
              "bytes [%0], [%1], %2, [%3];" ::"r"(place + i * stride),
              "l"(rowOf(i)), "r"(kRowBytes), "r"(filled)
              : "memory");
      } else if (thread == 0) {
        waitFor(freed, parity ^ 1);
        expect(filled, (kRows + kColumns) * kRowBytes);
        const auto load = [&](uint32_t to, const CUtensorMap *map, int y) {
          asm volatile(
              "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::"
              "complete_tx::bytes [%0], [%1, {%3, %4}], [%2];" ::"r"(to),
              "l"(map), "r"(filled), "r"(k), "r"(y)
              : "memory");
        };
        load(place, &leftMap, row);
        load(place + kRows * kRowBytes, &rightMap, column);
      }
      stage = (stage + 1) % kStages;
      parity ^= stage == 0;
    }
  }
}

void check(int error, const char *what) {
  if (error) {
    std::fprintf(stderr, "%s: error %d\n", what, error);
    std::exit(1);
  }
}

CUtensorMap makeMap(void *matrix, int size, int rows) {
  void *function = nullptr;
  cudaDriverEntryPointQueryResult found;
  check(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function,
                                         12000, cudaEnableDefault, &found),
        "the driver");
  CUtensorMap map;
  const cuuint64_t sizes[] = {cuuint64_t(size), cuuint64_t(size)},
                   strides[] = {cuuint64_t(size) * 2};
  const cuuint32_t box[] = {kDepth, cuuint32_t(rows)}, steps[] = {1, 1};
  check(reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(function)(
            &map, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, matrix, sizes, strides,
            box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE,
            CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_L2_256B,
            CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE),
        "a tensor map");
  return map;
}

template <Copy copy, int copiers, int padding>
void measure(const char *name, char *left, char *right, int size) {
  const auto kernel = copyTiles<copy, copiers, padding>;
  const int bytes = kStages * (kRows + kColumns) * (kRowBytes + padding) + 1024;
  check(cudaFuncSetAttribute(
            kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes),
        "groupshared memory");
  const CUtensorMap leftMap = makeMap(left, size, kRows),
                    rightMap = makeMap(right, size, kColumns);
  cudaEvent_t begin, end;
  check(cudaEventCreate(&begin) | cudaEventCreate(&end), "an event");
  std::vector<float> taken;
  for (int i = 0; i < 13; ++i) {
    cudaEventRecord(begin);
    kernel<<<kGroups, 32 * copiers + 32, bytes>>>(leftMap, rightMap, left,
                                                  right, size);
    cudaEventRecord(end);
    check(cudaEventSynchronize(end), name);
    float milliseconds;
    cudaEventElapsedTime(&milliseconds, begin, end);
    taken.push_back(milliseconds);
  }
  std::sort(taken.begin(), taken.end());
  const double moved = double(size / kRows) * (size / kColumns) * size *
                       (kRows + kColumns) * 2,
               median = taken[taken.size() / 2];
  std::printf("%5d  %-28s %8.1f us  %5.2f TB/s\n", size, name, median * 1e3,
              moved / median / 1e9);
}

int main(int count, char **words) {
  for (int i = 1; i < count; ++i) {
    const int size = std::atoi(words[i]);
    if (size <= 0 || size % kColumns != 0) {
      std::fprintf(stderr, "sizes must be multiples of %d, got %s\n", kColumns,
                   words[i]);
      return 1;
    }
    char *left, *right;
    check(cudaMalloc(&left, size_t(size) * size * 2) |
              cudaMalloc(&right, size_t(size) * size * 2),
          "memory");
    measure<Copy::Pieces, 4, 0>("cp.async", left, right, size);
    measure<Copy::Pieces, 4, 16>("cp.async, rows with padding", left, right,
                                 size);
    measure<Copy::SwizzledPieces, 4, 0>("cp.async, swizzled", left, right,
                                        size);
    measure<Copy::Rows, 1, 16>("bulk copies of rows", left, right, size);
    measure<Copy::Rows, 4, 16>("bulk copies, 4 waves", left, right, size);
    measure<Copy::Tensor, 1, 0>("TMA", left, right, size);
    check(cudaFree(left) | cudaFree(right), "memory");
  }
}
