//===- CUDADevice.h - Memory, streams and launches of a GPU ----*- C++ -*--===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Work on memory that this package allocated runs in submission order, even if
// it is submitted to several streams: an allocation knows the stream of its
// last use, and a use on another stream waits for that one. The memory of other
// libraries is ordered by their own streams.
//
// All functions are called with the GIL, which protects the allocations. It is
// released while the driver may block.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_PYTHON_BINDINGS_CUDADEVICE_H
#define WAVEDIALECT_PYTHON_BINDINGS_CUDADEVICE_H

#include "CUDADriver.h"
#include "CUDATensorMaps.h"

#include <nanobind/nanobind.h>

#include <array>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

namespace wave::cuda {

/// A stream of the caller, and the object that keeps it alive.
struct StreamHandle {
  Stream stream = nullptr;
  nanobind::object owner;
};

/// Whether the interpreter runs its exit handlers, or has run them.
extern bool isExiting;

/// Memory that cuda-core allocated.
struct Allocation {
  Allocation(nanobind::object buffer, nanobind::object release)
      : buffer(std::move(buffer)), release(std::move(release)) {}
  Allocation(const Allocation &) = delete;
  Allocation &operator=(const Allocation &) = delete;
  /// Calls `release(buffer, stream, exported)`.
  ~Allocation();

  nanobind::object buffer;
  nanobind::object release;
  /// The stream of the last use.
  StreamHandle last;
  /// Whether another library may use it on streams that are not known here.
  bool isExported = false;
};

/// A part of an allocation, or memory of another library.
struct Memory {
  Address address = 0;
  uint64_t bytes = 0;
  int device = 0;
  std::shared_ptr<Allocation> allocation;
  /// Keeps memory of another library alive.
  nanobind::object owner;
  /// For memory of another library, the stream on which the library uses it.
  StreamHandle foreign;
  /// Whether the library asks other streams to wait for that stream.
  bool mustWait = false;

  const StreamHandle &stream() const {
    return allocation ? allocation->last : foreign;
  }
  /// Whether a use on that stream needs no wait.
  bool isOrderedOn(Stream other) const {
    return stream().stream == other || (!allocation && !mustWait);
  }
  bool overlaps(const Memory &other) const {
    return bytes && other.bytes && device == other.device &&
           address < other.address + other.bytes &&
           other.address < address + bytes;
  }
};

/// The times at the start and the end of a launch.
class TimedLaunch {
public:
  explicit TimedLaunch(Context context);
  TimedLaunch(TimedLaunch &&other) noexcept;
  TimedLaunch &operator=(TimedLaunch &&) = delete;
  ~TimedLaunch();

  /// Waits for the launch.
  double elapsedNs();

private:
  friend class Device;
  Context context;
  Event start = nullptr;
  Event end = nullptr;
  std::optional<double> elapsed;
};

/// A kernel and the size of its groups.
struct LoadedKernel {
  /// Allows launches of the kernel on the device with `sharedBytes` bytes of
  /// dynamic shared memory.
  LoadedKernel(Kernel kernel, unsigned threads, unsigned sharedBytes,
               int device, std::vector<TensorMap> tensorMaps);

  Kernel kernel;
  unsigned threads;
  unsigned sharedBytes;
  std::vector<TensorMap> tensorMaps;
};

/// The primary context of a device.
class Device {
public:
  Device(Context context, int index) : context(context), index(index) {}
  Device(const Device &) = delete;
  Device &operator=(const Device &) = delete;

  const Context context;
  const int index;
  /// Cleared when the device is closed or lost.
  bool isUsable = true;

  /// Has `stream` wait for the work that was submitted to `earlier`.
  void waitFor(Stream stream, Stream earlier);

  /// Orders a use on `stream` after all earlier uses of the memory. A stream
  /// that records a graph waits for none of them: the graph runs later.
  void order(const Memory &memory, const StreamHandle &stream,
             bool isCapturing);

  bool isCapturing(Stream stream);

  void upload(const Memory &memory, std::span<const std::byte> bytes);
  void download(const Memory &memory, std::span<std::byte> bytes);
  void copy(const Memory &source, const Memory &target);

  /// Keeps objects until the work that was submitted to a stream has ended.
  void keep(const StreamHandle &stream, nanobind::object objects);

  /// Waits for the work that was submitted to a stream, or to all streams.
  void synchronize(Stream stream);
  void synchronizeAll();

  /// Starts a kernel whose parameters are the addresses of `resources` and, if
  /// it is not empty, one block of constants, in which the kernel's tensor maps
  /// are made.
  std::optional<TimedLaunch> launch(const LoadedKernel &kernel,
                                    std::span<Address> resources,
                                    std::span<const Memory *const> memories,
                                    std::span<std::byte> constants,
                                    const std::array<uint32_t, 3> &groups,
                                    const StreamHandle &stream, bool isTimed);

private:
  /// Held from the ordering of a launch until it is submitted: the next user of
  /// an allocation waits for what was submitted.
  std::mutex submission;

  /// The objects of `keep`, oldest first, and the events after which they go.
  struct Kept {
    Event event;
    nanobind::object objects;
  };
  std::deque<Kept> kept;
  void dropKept();
};

/// Waits for an event without the GIL, so that Ctrl-C can end the wait.
void waitForEvent(Event event);

} // namespace wave::cuda

#endif // WAVEDIALECT_PYTHON_BINDINGS_CUDADEVICE_H
