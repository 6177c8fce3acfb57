//===- ForeignArrays.h - Arrays of other libraries on a GPU ----*- C++ -*--===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads arrays of other libraries that a launch on a GPU receives, by what
// costs least: the functions of DLPack's exchange interface (nanoseconds), the
// attributes or methods of the classes of CuPy and PyTorch, else the dictionary
// `__cuda_array_interface__`. This code accepts arrays that a kernel can use in
// place. For any other array it returns control to Python, which reads it or
// reports an error.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_PYTHON_BINDINGS_FOREIGNARRAYS_H
#define WAVEDIALECT_PYTHON_BINDINGS_FOREIGNARRAYS_H

#include "PlainArguments.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

/// A contiguous array in the memory of a GPU.
struct ForeignArray {
  uint64_t address = 0;
  uint64_t elements = 0;
  PlainExtents extents;
  /// The stream that the array states.
  uint64_t stream = 0;
  /// Whether other streams must wait for that one.
  bool mustWait = false;
  /// Whether the library may reuse the memory as soon as the array is dropped,
  /// even if a launch still uses it.
  bool mustKeep = false;
};

/// A class of arrays.
class ForeignClass {
public:
  virtual ~ForeignClass() = default;

  /// Returns the description of an argument's class; null if this code does not
  /// read such arrays.
  static const ForeignClass *find(nanobind::handle argument);

  /// Returns the array; nothing if a kernel cannot use it in place as this
  /// parameter on this device, or if only Python can tell.
  virtual std::optional<ForeignArray> read(const PlainParameter &parameter,
                                           nanobind::handle argument,
                                           int device) const = 0;

  /// Whether the library has a current stream; otherwise its arrays state one.
  virtual bool hasCurrentStream() const { return true; }

  /// Returns the stream on which the library runs its own work now.
  virtual uint64_t currentStream(int device) const { return 0; }

  /// Returns the device of an array; -1 if it is not on a GPU.
  virtual int deviceOf(nanobind::handle argument) const = 0;

protected:
  /// Returns an array of this shape; nothing if the parameter takes another
  /// one. `strides`: in elements or bytes, one step along the last axis being
  /// `step`; empty for an array that is contiguous.
  static std::optional<ForeignArray> describe(const PlainParameter &parameter,
                                              uint64_t address,
                                              std::span<const int64_t> shape,
                                              std::span<const int64_t> strides,
                                              int64_t step);

  /// Reads a tuple of integers, each at most 63 bits; false for anything else.
  static bool readIntegers(nanobind::handle tuple,
                           std::vector<int64_t> &integers);
};

/// Returns an attribute; a null object if there is none.
nanobind::object findAttribute(nanobind::handle object, nanobind::handle name);

/// Returns the text of a name, which lives as long as the process.
nanobind::handle internName(const char *name);

/// PyTorch's tensors.
std::unique_ptr<ForeignClass> makeTorchClass(nanobind::handle type);

/// Arrays of a class that has DLPack's exchange functions; null if it has none.
std::unique_ptr<ForeignClass> makeExchangedClass(nanobind::handle type);

/// CuPy's arrays, by their attributes.
std::unique_ptr<ForeignClass> makeCuPyClass();

/// Arrays with `__cuda_array_interface__`. `isComputedLater`: they are ready,
/// and cannot be written, after their method `block_until_ready`.
std::unique_ptr<ForeignClass> makeInterfaceClass(bool isComputedLater);

#endif // WAVEDIALECT_PYTHON_BINDINGS_FOREIGNARRAYS_H
