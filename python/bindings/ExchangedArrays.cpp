//===- ExchangedArrays.cpp - Arrays with DLPack's exchange interface ------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ForeignArrays.h"

namespace nb = nanobind;

//===----------------------------------------------------------------------===//
// DLPack's exchange interface, version 1.3
//===----------------------------------------------------------------------===//

namespace {

struct ExchangeVersion {
  uint32_t major;
  uint32_t minor;
};

/// A tensor as DLPack describes it.
struct ExchangedTensor {
  void *data;
  int32_t deviceKind;
  int32_t device;
  int32_t dimensions;
  uint8_t typeCode;
  uint8_t typeBits;
  uint16_t typeLanes;
  int64_t *shape;
  int64_t *strides;
  uint64_t byteOffset;
};

struct ExchangeFunctions {
  ExchangeVersion version;
  void *previous;
  void *allocate;
  void *toManaged;
  void *fromManaged;
  /// Describes a tensor without a reference to it; may be null.
  int (*describe)(void *object, ExchangedTensor *tensor);
  int (*currentStream)(int32_t deviceKind, int32_t device, void **stream);
};

constexpr int32_t cudaKind = 2;
constexpr uint8_t boolCode = 6;

/// Returns the functions of a class; null if it lacks them.
const ExchangeFunctions *findFunctions(nb::handle type) {
  nb::object capsule =
      findAttribute(type, nb::str("__dlpack_c_exchange_api__"));
  if (!capsule.is_valid() ||
      !PyCapsule_IsValid(capsule.ptr(), "dlpack_exchange_api"))
    return nullptr;
  const auto *found = static_cast<const ExchangeFunctions *>(
      PyCapsule_GetPointer(capsule.ptr(), "dlpack_exchange_api"));
  // A later major version has another layout.
  if (!found || found->version.major != 1 || !found->describe ||
      !found->currentStream)
    return nullptr;
  return found;
}

/// Returns DLPack's code of the type of the parameter's elements.
uint8_t typeCode(const PlainParameter &parameter) {
  switch (parameter.letters[0]) {
  case 'b':
    return 0;
  case 'B':
    return 1;
  case 'e':
    return 2;
  case 'E':
    return 4;
  default:
    return boolCode;
  }
}

class ExchangedClass : public ForeignClass {
public:
  explicit ExchangedClass(const ExchangeFunctions *functions)
      : functions(functions) {}

  std::optional<ForeignArray> read(const PlainParameter &parameter,
                                   nb::handle argument,
                                   int device) const override {
    ExchangedTensor found = {};
    if (functions->describe(argument.ptr(), &found) != 0) {
      PyErr_Clear();
      return std::nullopt;
    }
    const uint8_t code = typeCode(parameter);
    if (found.deviceKind != cudaKind || found.device != device ||
        found.typeLanes != 1 || found.typeBits != 8 * parameter.bytes ||
        (found.typeCode != code && !(code == boolCode && found.typeCode == 1)))
      return std::nullopt;
    const auto dimensions = static_cast<size_t>(found.dimensions);
    const std::span<const int64_t> shape(found.shape, dimensions);
    const std::span<const int64_t> strides(found.strides,
                                           found.strides ? dimensions : 0);
    const uint64_t address =
        reinterpret_cast<uint64_t>(found.data) + found.byteOffset;
    return describe(parameter, address, shape, strides, /*step=*/1);
  }

  uint64_t currentStream(int device) const override {
    void *stream = nullptr;
    if (functions->currentStream(cudaKind, device, &stream) != 0)
      throw nb::python_error();
    return reinterpret_cast<uint64_t>(stream);
  }

  int deviceOf(nb::handle argument) const override {
    ExchangedTensor found = {};
    if (functions->describe(argument.ptr(), &found) != 0) {
      PyErr_Clear();
      return -1;
    }
    return found.deviceKind == cudaKind ? found.device : -1;
  }

private:
  const ExchangeFunctions *functions;
};

} // namespace

std::unique_ptr<ForeignClass> makeExchangedClass(nb::handle type) {
  const ExchangeFunctions *functions = findFunctions(type);
  if (!functions)
    return nullptr;
  return std::make_unique<ExchangedClass>(functions);
}
