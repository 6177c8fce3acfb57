//===- CUDADevice.cpp - Memory, streams and launches of a GPU -------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CUDADevice.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

namespace nb = nanobind;
using namespace wave::cuda;

bool wave::cuda::isExiting = false;

namespace {

constexpr unsigned eventWithoutTiming = 2;

/// A poll costs less than a microsecond, and most waits are short.
constexpr auto shortWait = std::chrono::microseconds(200);
constexpr auto pollInterval = std::chrono::microseconds(50);

void pollSignals() {
  nb::gil_scoped_acquire acquire;
  if (PyErr_CheckSignals() != 0)
    throw nb::python_error();
}

/// An event that is only waited for.
class Marker {
public:
  explicit Marker(Stream stream) {
    const Driver &calls = driver();
    calls.check(calls.eventCreate(&event, eventWithoutTiming), "cuEventCreate");
    const Result result = calls.eventRecord(event, stream);
    if (result == success)
      return;
    calls.eventDestroy(event);
    calls.check(result, "cuEventRecord");
  }
  // The driver destroys it when it has been reached.
  ~Marker() { driver().eventDestroy(event); }
  Marker(const Marker &) = delete;
  Marker &operator=(const Marker &) = delete;

  Event event = nullptr;
};

/// Locks without the GIL if another thread holds the lock.
std::unique_lock<std::mutex> lockFor(std::mutex &mutex) {
  std::unique_lock<std::mutex> lock(mutex, std::try_to_lock);
  if (!lock.owns_lock()) {
    nb::gil_scoped_release release;
    lock.lock();
  }
  return lock;
}

} // namespace

Allocation::~Allocation() {
  // At the end of the process, which releases all memory, modules may be gone.
  if (isExiting)
    return;
  try {
    release(buffer, reinterpret_cast<uint64_t>(last.stream), isExported);
  } catch (nb::python_error &error) {
    error.discard_as_unraisable("the release of memory of a GPU");
  }
}

void wave::cuda::waitForEvent(Event event) {
  const Driver &calls = driver();
  nb::gil_scoped_release release;
  const auto start = std::chrono::steady_clock::now();
  for (;;) {
    const Result result = calls.eventQuery(event);
    if (result != notReady)
      return calls.check(result, "cuEventQuery");
    if (std::chrono::steady_clock::now() - start < shortWait)
      continue;
    pollSignals();
    std::this_thread::sleep_for(pollInterval);
  }
}

//===----------------------------------------------------------------------===//
// Timed launches
//===----------------------------------------------------------------------===//

TimedLaunch::TimedLaunch(Context context) : context(context) {
  const Driver &calls = driver();
  calls.check(calls.eventCreate(&start, 0), "cuEventCreate");
  const Result result = calls.eventCreate(&end, 0);
  if (result == success)
    return;
  calls.eventDestroy(start);
  calls.check(result, "cuEventCreate");
}

TimedLaunch::TimedLaunch(TimedLaunch &&other) noexcept
    : context(other.context), start(std::exchange(other.start, nullptr)),
      end(std::exchange(other.end, nullptr)), elapsed(other.elapsed) {}

TimedLaunch::~TimedLaunch() {
  if (start)
    driver().eventDestroy(start);
  if (end)
    driver().eventDestroy(end);
}

double TimedLaunch::elapsedNs() {
  if (elapsed)
    return *elapsed;
  ContextScope scope(context);
  waitForEvent(end);
  const Driver &calls = driver();
  float milliseconds = 0;
  calls.check(calls.eventElapsedTime(&milliseconds, start, end),
              "cuEventElapsedTime");
  elapsed = 1e6 * static_cast<double>(milliseconds);
  return *elapsed;
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

bool Device::isCapturing(Stream stream) {
  // The default stream cannot record a graph.
  if (!stream)
    return false;
  const Driver &calls = driver();
  int status = 0;
  calls.check(calls.streamIsCapturing(stream, &status), "cuStreamIsCapturing");
  return status != 0;
}

void Device::waitFor(Stream stream, Stream earlier) {
  if (stream == earlier)
    return;
  const Marker marker(earlier);
  const Driver &calls = driver();
  calls.check(calls.streamWaitEvent(stream, marker.event, 0),
              "cuStreamWaitEvent");
}

void Device::order(const Memory &memory, const StreamHandle &stream,
                   bool isCapturing) {
  if (isCapturing || memory.isOrderedOn(stream.stream))
    return;
  waitFor(stream.stream, memory.stream().stream);
  if (memory.allocation)
    memory.allocation->last = stream;
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

void Device::upload(const Memory &memory, std::span<const std::byte> bytes) {
  if (bytes.empty())
    return;
  if (bytes.size() > memory.bytes)
    throw nb::value_error("the data are larger than the memory");
  ContextScope scope(context);
  const Driver &calls = driver();
  const StreamHandle stream = memory.stream();
  {
    nb::gil_scoped_release release;
    calls.check(calls.memcpyHtoDAsync(memory.address, bytes.data(),
                                      bytes.size(), stream.stream),
                "cuMemcpyHtoDAsync");
  }
  // The driver reads page-locked memory after the call.
  synchronize(stream.stream);
}

void Device::download(const Memory &memory, std::span<std::byte> bytes) {
  if (bytes.empty())
    return;
  if (bytes.size() > memory.bytes)
    throw nb::value_error("the data are larger than the memory");
  ContextScope scope(context);
  const Driver &calls = driver();
  const StreamHandle stream = memory.stream();
  // A copy to pageable memory blocks, and Ctrl-C cannot end it: wait before.
  synchronize(stream.stream);
  {
    nb::gil_scoped_release release;
    calls.check(calls.memcpyDtoHAsync(bytes.data(), memory.address,
                                      bytes.size(), stream.stream),
                "cuMemcpyDtoHAsync");
  }
  synchronize(stream.stream);
}

void Device::copy(const Memory &source, const Memory &target) {
  if (source.bytes != target.bytes)
    throw nb::value_error("the sizes of the memory differ");
  if (source.bytes == 0)
    return;
  ContextScope scope(context);
  const Driver &calls = driver();
  const StreamHandle stream = target.stream();
  const auto lock = lockFor(submission);
  order(source, stream, isCapturing(stream.stream));
  calls.check(calls.memcpyDtoDAsync(target.address, source.address,
                                    source.bytes, stream.stream),
              "cuMemcpyDtoDAsync");
}

void Device::synchronize(Stream stream) {
  ContextScope scope(context);
  const Marker marker(stream);
  waitForEvent(marker.event);
}

void Device::keep(const StreamHandle &stream, nb::object objects) {
  ContextScope scope(context);
  // The objects must live as long as the graph, which its owner ensures. The
  // query of an event would end the capture.
  if (isCapturing(stream.stream))
    return;
  dropKept();
  const Driver &calls = driver();
  Event event = nullptr;
  calls.check(calls.eventCreate(&event, eventWithoutTiming), "cuEventCreate");
  kept.push_back({event, std::move(objects)});
  calls.check(calls.eventRecord(event, stream.stream), "cuEventRecord");
}

void Device::dropKept() {
  const Driver &calls = driver();
  while (!kept.empty() && calls.eventQuery(kept.front().event) != notReady) {
    // Python code may run when the objects go.
    const Kept ended = std::move(kept.front());
    kept.pop_front();
    calls.eventDestroy(ended.event);
  }
}

void Device::synchronizeAll() {
  // First the default stream, whose wait Ctrl-C can end, then all others.
  synchronize(nullptr);
  ContextScope scope(context);
  const Driver &calls = driver();
  {
    nb::gil_scoped_release release;
    calls.check(calls.ctxSynchronize(), "cuCtxSynchronize");
  }
  dropKept();
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

LoadedKernel::LoadedKernel(Kernel kernel, unsigned threads,
                           unsigned sharedBytes, int device,
                           std::vector<TensorMap> tensorMaps)
    : kernel(kernel), threads(threads), sharedBytes(sharedBytes),
      tensorMaps(std::move(tensorMaps)) {
  // Without it a launch has at most 48 KiB.
  constexpr int maxDynamicSharedSize = 8;
  const Driver &calls = driver();
  if (sharedBytes != 0)
    calls.check(calls.kernelSetAttribute(maxDynamicSharedSize,
                                         static_cast<int>(sharedBytes), kernel,
                                         device),
                "cuKernelSetAttribute");
}

std::optional<TimedLaunch>
Device::launch(const LoadedKernel &kernel, std::span<Address> resources,
               std::span<const Memory *const> memories,
               std::span<std::byte> constants,
               const std::array<uint32_t, 3> &groups,
               const StreamHandle &stream, bool isTimed) {
  const auto [x, y, z] = groups;
  if (x == 0 || y == 0 || z == 0)
    return std::nullopt;
  std::array<void *, 128> few;
  std::vector<void *> many;
  void **parameters = few.data();
  if (resources.size() + 1 > few.size()) {
    many.resize(resources.size() + 1);
    parameters = many.data();
  }
  size_t count = 0;
  for (Address &address : resources)
    parameters[count++] = &address;
  if (!constants.empty())
    parameters[count] = constants.data();
  for (const TensorMap &map : kernel.tensorMaps) {
    map.check(resources.size(), constants.size());
    makeTensorMap(map, resources, constants);
  }

  ContextScope scope(context);
  auto lock = lockFor(submission);
  const bool isOrdered =
      std::all_of(memories.begin(), memories.end(), [&](const Memory *memory) {
        return memory->isOrderedOn(stream.stream);
      });
  const bool mustAsk = isTimed || !isOrdered;
  const bool isRecording = mustAsk && isCapturing(stream.stream);
  if (!isOrdered)
    for (const Memory *memory : memories)
      order(*memory, stream, isRecording);

  const Driver &calls = driver();
  std::optional<TimedLaunch> launched;
  // The time of a launch in a graph is not that of its recording.
  if (isTimed && !isRecording) {
    launched.emplace(context);
    calls.check(calls.eventRecord(launched->start, stream.stream),
                "cuEventRecord");
  }
  {
    // A full queue blocks.
    nb::gil_scoped_release release;
    calls.check(calls.launchKernel(kernel.kernel, x, y, z, kernel.threads, 1, 1,
                                   kernel.sharedBytes, stream.stream,
                                   parameters, nullptr),
                "cuLaunchKernel");
    if (launched)
      calls.check(calls.eventRecord(launched->end, stream.stream),
                  "cuEventRecord");
    lock.unlock();
  }
  return launched;
}
