//===- PlainArguments.cpp - Arguments that need no conversion -------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlainArguments.h"
#include "StableABI.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include <structmember.h>

#include <bit>
#include <cstring>
#include <limits>

namespace nb = nanobind;

/// Returns the offset of an attribute that a class has among its `__slots__`:
/// reading it there takes a tenth of a lookup.
static Py_ssize_t getPlace(nb::handle type, const char *name) {
  auto *searched = reinterpret_cast<PyTypeObject *>(type.ptr());
  while (searched) {
    auto *slot = static_cast<const PyMemberDef *>(
        PyType_GetSlot(searched, Py_tp_members));
    for (; slot && slot->name; ++slot)
      if (std::strcmp(slot->name, name) == 0)
        return slot->offset;
    searched =
        static_cast<PyTypeObject *>(PyType_GetSlot(searched, Py_tp_base));
  }
  throw nb::type_error("the class of device arrays lacks a slot");
}

PlainArguments::PlainArguments(const nb::list &parameters,
                               nb::object deviceArray)
    : deviceArray(std::move(deviceArray)),
      dtypePlace(getPlace(this->deviceArray, "dtype")),
      handlePlace(getPlace(this->deviceArray, "handle")),
      sizePlace(getPlace(this->deviceArray, "size")),
      shapePlace(getPlace(this->deviceArray, "shape")),
      devicePlace(getPlace(this->deviceArray, "device")) {
  using Members = std::tuple<bool, nb::object, std::string, uint32_t, bool,
                             uint32_t, uint32_t, int64_t, int64_t>;
  for (nb::handle item : parameters) {
    auto [isArray, dtype, letters, bytes, writable, width, rank, offset,
          extentsOffset] = nb::cast<Members>(item);
    if (rank < 1 || rank > PlainExtents::kMostDimensions)
      throw nb::value_error("a buffer has one to three dimensions");
    nb::object typeText;
    if (isArray)
      typeText = dtype.attr("str");
    this->parameters.push_back({isArray, dtype, typeText, letters, bytes,
                                writable, width, rank, offset, extentsOffset});
  }
}

void PlainArguments::checkPlaces(size_t constantsBytes) const {
  const auto isOutside = [&](int64_t offset, size_t bytes) {
    return offset >= 0 &&
           static_cast<uint64_t>(offset) + bytes > constantsBytes;
  };
  for (const PlainParameter &parameter : parameters) {
    const size_t size = parameter.isArray ? sizeof(uint32_t) : parameter.bytes;
    const size_t extents = sizeof(uint32_t) * (2 * parameter.rank - 1);
    if (isOutside(parameter.offset, size) ||
        isOutside(parameter.extentsOffset, extents))
      throw nb::value_error("a constant lies behind the others");
  }
}

/// Returns what an object has at the offset; null if that is not set.
static nb::handle getMember(nb::handle object, Py_ssize_t place) {
  return *reinterpret_cast<PyObject **>(reinterpret_cast<char *>(object.ptr()) +
                                        place);
}

std::optional<PlainArguments::DeviceMemory>
PlainArguments::readDeviceArray(const PlainParameter &parameter,
                                nb::handle argument) const {
  if (argument.type().ptr() != deviceArray.ptr() ||
      !getMember(argument, dtypePlace).is(parameter.dtype))
    return std::nullopt;
  std::optional<PlainExtents> extents = PlainExtents();
  if (parameter.width != 0 || parameter.rank > 1) {
    nb::handle shape = getMember(argument, shapePlace);
    if (!shape || !PyTuple_Check(shape.ptr()))
      return std::nullopt;
    std::vector<int64_t> sizes;
    for (nb::handle size : nb::borrow<nb::tuple>(shape))
      sizes.push_back(nb::cast<int64_t>(size));
    extents = readShape(parameter, sizes);
    if (!extents)
      return std::nullopt;
  }
  nb::handle size = getMember(argument, sizePlace);
  nb::handle handle = getMember(argument, handlePlace);
  nb::handle device = getMember(argument, devicePlace);
  if (!size || !handle || !device)
    return std::nullopt;
  const uint64_t elements = PyLong_AsUnsignedLongLong(size.ptr());
  if (PyErr_Occurred())
    throw nb::python_error();
  if (elements > kMostElements)
    return std::nullopt;
  return DeviceMemory{handle, device, elements, *extents};
}

std::optional<PlainExtents>
PlainArguments::readShape(const PlainParameter &parameter,
                          std::span<const int64_t> shape) {
  PlainExtents extents;
  if (parameter.width != 0) {
    if (shape.size() < 2 || shape.back() != int64_t(parameter.width))
      return std::nullopt;
    shape = shape.first(shape.size() - 1);
  }
  if (parameter.rank == 1)
    return extents;
  if (shape.size() != parameter.rank)
    return std::nullopt;
  constexpr uint64_t most = std::numeric_limits<int32_t>::max();
  for (int64_t size : shape) {
    if (size < 0 || static_cast<uint64_t>(size) > most)
      return std::nullopt;
    extents.push(static_cast<uint64_t>(size));
  }
  for (size_t axis = 1; axis < shape.size(); ++axis) {
    uint64_t stride = 1;
    for (int64_t size : shape.subspan(axis))
      stride *= static_cast<uint64_t>(size);
    // Only an array without elements has a greater stride.
    if (stride > most)
      return std::nullopt;
    extents.push(stride);
  }
  return extents;
}

std::optional<uint64_t>
PlainArguments::readNumber(const PlainParameter &parameter,
                           nb::handle argument) {
  if (parameter.letters == "f") {
    if (!PyFloat_CheckExact(argument.ptr()))
      return std::nullopt;
    const double value = PyFloat_AS_DOUBLE(argument.ptr());
    if (parameter.bytes == sizeof(double))
      return std::bit_cast<uint64_t>(value);
    constexpr double greatest = std::numeric_limits<float>::max();
    // The negation also rejects NaN; infinities are out of range.
    if (!(value >= -greatest && value <= greatest))
      return std::nullopt;
    return std::bit_cast<uint32_t>(static_cast<float>(value));
  }
  if (!PyLong_CheckExact(argument.ptr()))
    return std::nullopt;
  if (parameter.letters == "u") {
    const unsigned long long value = PyLong_AsUnsignedLongLong(argument.ptr());
    if (PyErr_Occurred()) {
      PyErr_Clear();
      return std::nullopt;
    }
    if (parameter.bytes < 8 && value >> (8 * parameter.bytes) != 0)
      return std::nullopt;
    return value;
  }
  int overflow = 0;
  const long long value =
      PyLong_AsLongLongAndOverflow(argument.ptr(), &overflow);
  const int unused = 64 - 8 * static_cast<int>(parameter.bytes);
  const auto bits = static_cast<uint64_t>(value);
  if (overflow != 0 || static_cast<int64_t>(bits << unused) >> unused != value)
    return std::nullopt;
  return bits << unused >> unused;
}

void PlainGroups::checkPlace(size_t constantsBytes) const {
  if (countOffset >= 0 && countOffset + 3 * sizeof(uint32_t) > constantsBytes)
    throw nb::value_error("the number of groups is outside of the constants");
  for (uint32_t factor : coarsening)
    if (factor == 0)
      throw nb::value_error("a factor of the groups is 0");
}

std::array<uint32_t, 3>
PlainGroups::getLaunched(const std::array<uint32_t, 3> &groups) const {
  // Exact up to numbers far beyond `least`.
  double count = 1;
  bool isEnough = true;
  for (size_t axis = 0; axis < groups.size(); ++axis) {
    count *= groups[axis];
    isEnough &= groups[axis] >= coarsening[axis];
  }
  // Without a least number, a host always launches fewer.
  if (least != 0 && (!isEnough || count < static_cast<double>(least)))
    return groups;
  std::array<uint32_t, 3> launched;
  for (size_t axis = 0; axis < groups.size(); ++axis)
    launched[axis] = groups[axis] / coarsening[axis] +
                     (groups[axis] % coarsening[axis] != 0);
  return launched;
}

void PlainGroups::putCount(const std::array<uint32_t, 3> &groups,
                           std::byte *constants) const {
  if (countOffset >= 0)
    std::memcpy(constants + countOffset, groups.data(), sizeof(groups));
}

std::optional<std::array<uint32_t, 3>>
PlainArguments::readGroups(const nb::tuple &groups) {
  std::array<uint32_t, 3> read;
  if (groups.size() != read.size())
    return std::nullopt;
  for (size_t axis = 0; axis < read.size(); ++axis) {
    const unsigned long long count =
        PyLong_AsUnsignedLongLong(groups[axis].ptr());
    if (PyErr_Occurred()) {
      PyErr_Clear();
      return std::nullopt;
    }
    if (count > std::numeric_limits<uint32_t>::max())
      return std::nullopt;
    read[axis] = static_cast<uint32_t>(count);
  }
  return read;
}
