//===- PlainArguments.h - Arguments of the usual kind -----------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Most dispatches pass arrays of the right type that lie as they should, and
// numbers that fit. These are read here, as they come from Python. Whatever is
// not plain is left to Python, which converts it or says what is wrong.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_PYTHON_BINDINGS_PLAINARGUMENTS_H
#define WAVEDIALECT_PYTHON_BINDINGS_PLAINARGUMENTS_H

#include <nanobind/nanobind.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// One parameter: a buffer, or an integer or float.
struct PlainParameter {
  bool isArray = false;
  /// Of an array that NumPy or this package made.
  nanobind::object dtype;
  /// An array's elements in the buffer protocol, any of these; a number's kind:
  /// "i", "u" or "f".
  std::string letters;
  /// Of an element or number.
  uint32_t bytes = 0;
  bool writable = false;
  /// Components of an element, the size of the last axis; 0: any shape.
  uint32_t width = 0;
  /// Where the push constants have the number or the array's length, if they do.
  int64_t offset = -1;
};

class PlainArguments {
public:
  /// `parameters` as tuples of PlainParameter's members, `deviceArray` the class of
  /// arrays that are on a device.
  PlainArguments(const nanobind::list &parameters,
                 nanobind::object deviceArray);

  size_t size() const { return parameters.size(); }
  const PlainParameter &operator[](size_t index) const {
    return parameters[index];
  }

  /// The device's own memory of an array and its elements; none where it is not
  /// such an array, or not of the parameter's type.
  struct DeviceMemory {
    nanobind::object handle;
    uint64_t elements;
  };
  std::optional<DeviceMemory> readDeviceArray(const PlainParameter &parameter,
                                              nanobind::handle argument) const;

  /// The bits of a number of the parameter's type, in the low ones of the result;
  /// none where it is not a number of that kind in its range.
  static std::optional<uint64_t> readNumber(const PlainParameter &parameter,
                                            nanobind::handle argument);

  /// Groups in x, y and z; none where one has more than 32 bits.
  static std::optional<std::array<uint32_t, 3>>
  readGroups(const nanobind::tuple &groups);

private:
  std::vector<PlainParameter> parameters;
  nanobind::object deviceArray;
  // The names of attributes.
  nanobind::object dtypeName;
  nanobind::object handleName;
  nanobind::object sizeName;
  nanobind::object shapeName;
};

#endif // WAVEDIALECT_PYTHON_BINDINGS_PLAINARGUMENTS_H
