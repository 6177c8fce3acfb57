//===- CUDADriver.cpp - The functions of CUDA's driver --------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CUDADriver.h"

#include <array>
#include <atomic>
#include <cstring>
#include <dlfcn.h>
#include <memory>
#include <mutex>

using namespace wave::cuda;

namespace {

constexpr const char *library = "libcuda.so.1";

/// The open driver. Never closed: it has threads and exit handlers.
std::atomic<const Driver *> opened = nullptr;

/// Leaves null for a function that the driver lacks.
template <typename Function>
void fetchOptional(void *handle, Function &function, const char *name) {
  function = reinterpret_cast<Function>(dlsym(handle, name));
}

template <typename Function>
void fetch(void *handle, Function &function, const char *name) {
  fetchOptional(handle, function, name);
  if (!function)
    throw DriverError(0, "",
                      std::string("the CUDA driver ") + library + " lacks " +
                          name + ": it is older than CUDA 12");
}

std::unique_ptr<Driver> open() {
  void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    const char *reason = dlerror();
    throw DriverError(0, "",
                      std::string("the CUDA driver cannot be opened: ") +
                          (reason ? reason : library));
  }
  auto made = std::make_unique<Driver>();
  // The suffix is the version of the function's interface.
  fetch(handle, made->init, "cuInit");
  fetch(handle, made->driverGetVersion, "cuDriverGetVersion");
  fetch(handle, made->getErrorName, "cuGetErrorName");
  fetch(handle, made->getErrorString, "cuGetErrorString");
  fetch(handle, made->deviceGetCount, "cuDeviceGetCount");
  fetch(handle, made->linkCreate, "cuLinkCreate_v2");
  fetch(handle, made->linkAddData, "cuLinkAddData_v2");
  fetch(handle, made->linkComplete, "cuLinkComplete");
  fetch(handle, made->linkDestroy, "cuLinkDestroy");
  fetch(handle, made->pointerGetAttribute, "cuPointerGetAttribute");
  fetch(handle, made->ctxGetCurrent, "cuCtxGetCurrent");
  fetch(handle, made->ctxSetCurrent, "cuCtxSetCurrent");
  fetch(handle, made->ctxSynchronize, "cuCtxSynchronize");
  fetch(handle, made->streamQuery, "cuStreamQuery");
  fetch(handle, made->streamIsCapturing, "cuStreamIsCapturing");
  fetch(handle, made->streamWaitEvent, "cuStreamWaitEvent");
  fetch(handle, made->eventCreate, "cuEventCreate");
  fetch(handle, made->eventRecord, "cuEventRecord");
  fetch(handle, made->eventQuery, "cuEventQuery");
  fetch(handle, made->eventDestroy, "cuEventDestroy_v2");
  fetch(handle, made->eventElapsedTime, "cuEventElapsedTime");
  fetch(handle, made->memcpyHtoDAsync, "cuMemcpyHtoDAsync_v2");
  fetch(handle, made->memcpyDtoHAsync, "cuMemcpyDtoHAsync_v2");
  fetch(handle, made->memcpyDtoDAsync, "cuMemcpyDtoDAsync_v2");
  fetch(handle, made->kernelSetAttribute, "cuKernelSetAttribute");
  fetch(handle, made->launchKernel, "cuLaunchKernel");
  fetchOptional(handle, made->tensorMapEncodeTiled, "cuTensorMapEncodeTiled");
  return made;
}

} // namespace

void Driver::check(Result result, const char *call,
                   const std::string &log) const {
  if (result == success)
    return;
  const char *name = nullptr;
  const char *text = nullptr;
  getErrorName(result, &name);
  getErrorString(result, &text);
  const std::string shown = name ? name : "error " + std::to_string(result);
  std::string message = std::string(call) + " failed with " + shown;
  if (text)
    message += std::string(": ") + text;
  if (!log.empty())
    message += " (" + log + ")";
  throw DriverError(result, shown, message);
}

const Driver &wave::cuda::driver() {
  if (const Driver *found = opened)
    return *found;
  static std::mutex mutex;
  std::lock_guard<std::mutex> lock(mutex);
  if (const Driver *found = opened)
    return *found;
  std::unique_ptr<Driver> made = open();
  made->check(made->init(0), "cuInit");
  opened = made.get();
  return *made.release();
}

std::vector<std::byte> wave::cuda::linkPTX(const char *ptx, bool keepLines) {
  constexpr int errorLog = 5;
  constexpr int errorLogBytes = 6;
  constexpr int generateLineInfo = 13;
  constexpr int kindPTX = 1;
  const Driver &calls = driver();
  std::array<char, 4096> log = {};
  const std::array<int, 3> options = {errorLog, errorLogBytes,
                                      generateLineInfo};
  // Numbers are passed in place of pointers.
  std::array<void *, 3> values = {
      log.data(), reinterpret_cast<void *>(log.size() - 1),
      reinterpret_cast<void *>(static_cast<uintptr_t>(keepLines))};
  Link link = nullptr;
  calls.check(
      calls.linkCreate(options.size(), options.data(), values.data(), &link),
      "cuLinkCreate");
  // Destroys the code as well.
  const std::unique_ptr<void, Result (*)(Link)> owner(link, calls.linkDestroy);
  void *code = nullptr;
  size_t bytes = 0;
  calls.check(calls.linkAddData(link, kindPTX, ptx, std::strlen(ptx) + 1,
                                "kernel", 0, nullptr, nullptr),
              "cuLinkAddData", log.data());
  calls.check(calls.linkComplete(link, &code, &bytes), "cuLinkComplete",
              log.data());
  const auto *begin = static_cast<const std::byte *>(code);
  return {begin, begin + bytes};
}

ContextScope::ContextScope(Context context) {
  const Driver &calls = driver();
  calls.check(calls.ctxGetCurrent(&before), "cuCtxGetCurrent");
  if (before == context)
    return;
  calls.check(calls.ctxSetCurrent(context), "cuCtxSetCurrent");
  isChanged = true;
}

ContextScope::~ContextScope() {
  // A failure has no one to report it to, and the next call meets it again.
  if (isChanged)
    driver().ctxSetCurrent(before);
}
