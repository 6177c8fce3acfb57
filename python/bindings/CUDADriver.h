//===- CUDADriver.h - The functions of CUDA's driver -----------*- C++ -*--===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions that launches and copies use. The library is opened at the
// first use, so that machines without CUDA can import the module, and no CUDA
// header is needed to build it. All other functions are called by cuda-core.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_PYTHON_BINDINGS_CUDADRIVER_H
#define WAVEDIALECT_PYTHON_BINDINGS_CUDADRIVER_H

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace wave::cuda {

using Result = int;
using Context = void *;
using Stream = void *;
using Event = void *;
using Kernel = void *;
using Link = void *;
using Address = uint64_t;

constexpr Result success = 0;
constexpr Result notReady = 600;

/// An error of a call of the driver.
class DriverError : public std::runtime_error {
public:
  DriverError(Result code, std::string name, const std::string &message)
      : std::runtime_error(message), code(code), name(std::move(name)) {}

  /// 0 if there is no driver.
  const Result code;
  /// CUDA's name: "CUDA_ERROR_OUT_OF_MEMORY".
  const std::string name;
};

struct Driver {
  Result (*init)(unsigned flags) = nullptr;
  Result (*driverGetVersion)(int *version) = nullptr;
  Result (*getErrorName)(Result error, const char **name) = nullptr;
  Result (*getErrorString)(Result error, const char **text) = nullptr;
  Result (*deviceGetCount)(int *count) = nullptr;
  Result (*linkCreate)(unsigned count, const int *options, void **values,
                       Link *link) = nullptr;
  Result (*linkAddData)(Link link, int kind, const void *data, size_t bytes,
                        const char *name, unsigned count, const int *options,
                        void **values) = nullptr;
  Result (*linkComplete)(Link link, void **code, size_t *bytes) = nullptr;
  Result (*linkDestroy)(Link link) = nullptr;
  Result (*pointerGetAttribute)(void *value, int attribute,
                                Address address) = nullptr;
  Result (*ctxGetCurrent)(Context *context) = nullptr;
  Result (*ctxSetCurrent)(Context context) = nullptr;
  Result (*ctxSynchronize)() = nullptr;
  Result (*streamQuery)(Stream stream) = nullptr;
  Result (*streamIsCapturing)(Stream stream, int *status) = nullptr;
  Result (*streamWaitEvent)(Stream stream, Event event,
                            unsigned flags) = nullptr;
  Result (*eventCreate)(Event *event, unsigned flags) = nullptr;
  Result (*eventRecord)(Event event, Stream stream) = nullptr;
  Result (*eventQuery)(Event event) = nullptr;
  Result (*eventDestroy)(Event event) = nullptr;
  Result (*eventElapsedTime)(float *milliseconds, Event start,
                             Event end) = nullptr;
  Result (*memcpyHtoDAsync)(Address target, const void *source, size_t bytes,
                            Stream stream) = nullptr;
  Result (*memcpyDtoHAsync)(void *target, Address source, size_t bytes,
                            Stream stream) = nullptr;
  Result (*memcpyDtoDAsync)(Address target, Address source, size_t bytes,
                            Stream stream) = nullptr;
  Result (*kernelSetAttribute)(int attribute, int value, Kernel kernel,
                               int device);
  /// Null in drivers that are older than CUDA 12.
  Result (*tensorMapEncodeTiled)(void *map, int type, uint32_t rank,
                                 void *start, const uint64_t *shape,
                                 const uint64_t *pitches, const uint32_t *box,
                                 const uint32_t *steps, int interleave,
                                 int swizzle, int promotion,
                                 int fill) = nullptr;
  Result (*launchKernel)(Kernel kernel, unsigned gridX, unsigned gridY,
                         unsigned gridZ, unsigned blockX, unsigned blockY,
                         unsigned blockZ, unsigned sharedBytes, Stream stream,
                         void **parameters, void **extra) = nullptr;

  /// Throws DriverError if the call failed; `log` explains the failure.
  void check(Result result, const char *call,
             const std::string &log = "") const;
};

/// Returns the driver; opens it at the first call. Throws DriverError if there
/// is none, or if it does not start. A failure is not remembered.
const Driver &driver();

/// Translates PTX to machine code for the device of this thread's context.
std::vector<std::byte> linkPTX(const char *ptx, bool keepLines);

/// Makes a context current to this thread, and restores the caller's at the
/// end: other libraries take their device from it.
class ContextScope {
public:
  explicit ContextScope(Context context);
  ~ContextScope();
  ContextScope(const ContextScope &) = delete;
  ContextScope &operator=(const ContextScope &) = delete;

private:
  Context before = nullptr;
  bool isChanged = false;
};

} // namespace wave::cuda

#endif // WAVEDIALECT_PYTHON_BINDINGS_CUDADRIVER_H
