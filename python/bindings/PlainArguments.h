//===- PlainArguments.h - Arguments that need no conversion ----*- C++ -*--===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Most dispatches pass C-contiguous arrays of the right type and numbers in
// range. This code reads such plain arguments directly from Python. For any
// other argument it returns control to Python, which converts the argument or
// reports an error.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_PYTHON_BINDINGS_PLAINARGUMENTS_H
#define WAVEDIALECT_PYTHON_BINDINGS_PLAINARGUMENTS_H

#include <nanobind/nanobind.h>

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// A parameter: a buffer, or an integer or float.
struct PlainParameter {
  bool isArray = false;
  /// The dtype of arrays that NumPy or this package created.
  nanobind::object dtype;
  /// For an array, NumPy's text of the dtype: "<u4".
  nanobind::object typeText;
  /// For an array, the accepted format letters of its elements in the buffer
  /// protocol; for a number its kind: "i", "u" or "f".
  std::string letters;
  /// The size of an element or number.
  uint32_t bytes = 0;
  bool writable = false;
  /// The number of components of an element, which is the size of the last
  /// axis; 0 for scalars.
  uint32_t width = 0;
  /// The number of dimensions; a buffer of one dimension accepts more.
  uint32_t rank = 1;
  /// The offset of the number or of the array's length in the push constants;
  /// -1 if they do not contain it.
  int64_t offset = -1;
  /// The offset of the extents in the push constants, or -1.
  int64_t extentsOffset = -1;
};

/// The sizes of the dimensions of an array, then the strides in elements of all
/// but the last; empty for a buffer of one dimension.
class PlainExtents {
public:
  static constexpr size_t kMostDimensions = 3;

  const uint32_t *begin() const { return numbers.data(); }
  const uint32_t *end() const { return begin() + count; }
  size_t size() const { return count; }
  void push(uint64_t number) {
    numbers[count++] = static_cast<uint32_t>(number);
  }

private:
  std::array<uint32_t, 2 * kMostDimensions - 1> numbers;
  size_t count = 0;
};

/// How many groups a launch has, and where the kernel reads the program's number
/// of groups.
class PlainGroups {
public:
  /// A launched group runs `coarsening` groups of the program if this has at least
  /// `least`; `countOffset` is the place of their number in the constants, or -1.
  PlainGroups(const std::array<uint32_t, 3> &coarsening, uint64_t least,
              int64_t countOffset)
      : coarsening(coarsening), least(least), countOffset(countOffset) {}

  /// Throws unless the place is within so many bytes of constants.
  void checkPlace(size_t constantsBytes) const;

  std::array<uint32_t, 3>
  getLaunched(const std::array<uint32_t, 3> &groups) const;
  void putCount(const std::array<uint32_t, 3> &groups,
                std::byte *constants) const;

private:
  std::array<uint32_t, 3> coarsening;
  uint64_t least;
  int64_t countOffset;
};

class PlainArguments {
public:
  /// The largest number of elements that a kernel's length can represent.
  static constexpr uint64_t kMostElements = std::numeric_limits<int32_t>::max();

  /// `parameters` contains tuples of PlainParameter's members; `deviceArray` is
  /// the class of arrays on a device.
  PlainArguments(const nanobind::list &parameters,
                 nanobind::object deviceArray);

  size_t size() const { return parameters.size(); }
  const PlainParameter &operator[](size_t index) const {
    return parameters[index];
  }

  /// Throws unless all parameters lie within so many bytes of constants.
  void checkPlaces(size_t constantsBytes) const;

  struct DeviceMemory {
    /// Kept by the array.
    nanobind::handle handle;
    nanobind::handle device;
    uint64_t elements;
    PlainExtents extents;
  };
  /// Returns the device memory of an array and its number of elements; nothing
  /// if the argument is not such an array, has another type than the parameter,
  /// or has more than `kMostElements`.
  std::optional<DeviceMemory> readDeviceArray(const PlainParameter &parameter,
                                              nanobind::handle argument) const;

  /// Returns the extents of a C-contiguous array of this shape; nothing if the
  /// parameter takes another shape.
  static std::optional<PlainExtents> readShape(const PlainParameter &parameter,
                                               std::span<const int64_t> shape);

  /// Returns the bits of a number in the low bits of the result; nothing if it
  /// is not a number of the parameter's kind or is out of range.
  static std::optional<uint64_t> readNumber(const PlainParameter &parameter,
                                            nanobind::handle argument);

  /// Returns the groups in x, y and z; nothing if one exceeds 32 bits.
  static std::optional<std::array<uint32_t, 3>>
  readGroups(const nanobind::tuple &groups);

private:
  std::vector<PlainParameter> parameters;
  nanobind::object deviceArray;
  // The places of attributes in objects of the class `deviceArray`.
  Py_ssize_t dtypePlace;
  Py_ssize_t handlePlace;
  Py_ssize_t sizePlace;
  Py_ssize_t shapePlace;
  Py_ssize_t devicePlace;
};

#endif // WAVEDIALECT_PYTHON_BINDINGS_PLAINARGUMENTS_H
