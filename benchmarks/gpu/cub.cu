// Reductions and selections of CUB, for cuda_memory.py.
#include <cub/cub.cuh>

struct AtLeast {
  unsigned least;
  __device__ bool operator()(unsigned value) const { return value >= least; }
};

/// Returns the bytes of `temporary` that a call needs if that is null.
extern "C" size_t selectAtLeast(void *temporary, size_t bytes, const unsigned *values, unsigned *kept, unsigned *count,
                                size_t size, unsigned least, cudaStream_t stream) {
  cub::DeviceSelect::If(temporary, bytes, values, kept, count, size, AtLeast{least}, stream);
  return bytes;
}

extern "C" size_t sum(void *temporary, size_t bytes, const unsigned *values, unsigned *total, size_t size,
                      cudaStream_t stream) {
  cub::DeviceReduce::Sum(temporary, bytes, values, total, size, stream);
  return bytes;
}
