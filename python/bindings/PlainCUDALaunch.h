//===- PlainCUDALaunch.h - Launches with plain arguments on a GPU -*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_PYTHON_BINDINGS_PLAINCUDALAUNCH_H
#define WAVEDIALECT_PYTHON_BINDINGS_PLAINCUDALAUNCH_H

#include "CUDADevice.h"
#include "PlainArguments.h"

namespace wave::cuda {

/// A loaded kernel for launches with plain arguments.
class PlainCUDALaunch {
public:
  PlainCUDALaunch(Device &device, const LoadedKernel &kernel,
                  uint32_t constantsBytes, std::array<uint32_t, 3> mostGroups,
                  const nanobind::list &parameters,
                  std::vector<uint64_t> alignments,
                  nanobind::object deviceArray, const Memory &empty,
                  const PlainGroups &groups);

  struct Started {
    std::optional<TimedLaunch> timed;
  };

  /// How a launch differs from the usual one.
  struct Options {
    bool isTimed = false;
    /// Null: the current stream of the library whose arrays it receives.
    const StreamHandle *stream = nullptr;
    /// If it is not null, arrays of this package must be on this object.
    nanobind::handle device;
    /// Whether at least one argument must be an array, which is then on the
    /// device.
    bool needsArrays = false;
  };

  /// Starts the kernel. Returns nothing, before anything has started, if an
  /// argument is not plain or there are too many groups.
  std::optional<Started> launch(std::span<PyObject *const> arguments,
                                const std::array<uint32_t, 3> &count,
                                const Options &options) const;

  bool isUsable() const { return device.isUsable; }

private:
  struct Read;
  bool addArray(const PlainParameter &parameter, uint64_t address,
                uint64_t elements, const PlainExtents &extents,
                Read &read) const;
  bool readArray(const PlainParameter &parameter, nanobind::handle argument,
                 const Options &options, Read &read) const;
  bool readForeign(const PlainParameter &parameter, nanobind::handle argument,
                   const Options &options, Read &read) const;

  Device &device;
  LoadedKernel kernel;
  uint32_t constantsBytes;
  std::array<uint32_t, 3> mostGroups;
  PlainArguments parameters;
  PlainGroups groups;
  /// The alignment in bytes that the code assumes of each array.
  std::vector<uint64_t> alignments;
  /// In place of an array without elements, which may have no address.
  Memory empty;
  /// Python's class Memory.
  nanobind::handle memoryType;
};

} // namespace wave::cuda

#endif // WAVEDIALECT_PYTHON_BINDINGS_PLAINCUDALAUNCH_H
