//===- TensorArguments.cpp - Tensors of other libraries -------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorArguments.h"

#include <nanobind/ndarray.h>

#include <map>
#include <memory>
#include <string>

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

constexpr int32_t cudaKind = 2;

} // namespace

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

/// Returns the functions of a class; null if it lacks them.
static const ExchangeFunctions *findFunctions(nb::handle type) {
  const auto *found = static_cast<const ExchangeFunctions *>(nullptr);
  nb::object capsule =
      nb::getattr(type, "__dlpack_c_exchange_api__", nb::none());
  if (!PyCapsule_IsValid(capsule.ptr(), "dlpack_exchange_api"))
    return found;
  found = static_cast<const ExchangeFunctions *>(
      PyCapsule_GetPointer(capsule.ptr(), "dlpack_exchange_api"));
  // A later major version has another layout.
  if (!found || found->version.major != 1 || !found->describe ||
      !found->currentStream)
    return nullptr;
  return found;
}

//===----------------------------------------------------------------------===//
// Classes
//===----------------------------------------------------------------------===//

TensorClass::TensorClass(nb::handle type)
    : type(nb::borrow(type)), exchange(findFunctions(type)) {
  if (!exchange)
    rawStream = nb::module_::import_("torch").attr("_C").attr(
        "_cuda_getCurrentRawStream");
}

const TensorClass *TensorClass::find(nb::handle argument) {
  // A class is never removed: it lives as long as its library.
  static auto &classes =
      *new std::map<PyTypeObject *, std::unique_ptr<TensorClass>>;
  PyTypeObject *type = Py_TYPE(argument.ptr());
  if (auto found = classes.find(type); found != classes.end())
    return found->second.get();
  // Subclasses may change what their methods return: Python asks them.
  nb::object torch = nb::steal(PyImport_GetModule(nb::str("torch").ptr()));
  if (!torch.is_valid()) {
    PyErr_Clear();
    return nullptr;
  }
  nb::handle handle(reinterpret_cast<PyObject *>(type));
  nb::object tensor = nb::getattr(torch, "Tensor", nb::none());
  nb::object parameter = nb::getattr(nb::getattr(torch, "nn", nb::none()),
                                     "Parameter", nb::none());
  if (!handle.is(tensor) && !handle.is(parameter))
    return nullptr;
  auto made = std::unique_ptr<TensorClass>(new TensorClass(handle));
  return classes.emplace(type, std::move(made)).first->second.get();
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

/// Calls a method without arguments; throws the exception that Python raised.
static nb::object callMethod(nb::handle object, const char *name) {
  return object.attr(name)();
}

/// Returns the Python text of a name, which is made once.
static PyObject *internName(const char *name) {
  return PyUnicode_InternFromString(name);
}

/// Whether elements are where the tensor says: kernels compute no gradients,
/// and a view may have the negatives of its memory.
static bool isPlain(const PlainParameter &parameter, nb::handle argument) {
  static PyObject *const requiresGrad = internName("requires_grad");
  static PyObject *const isNegative = internName("is_neg");
  nb::object gradient =
      nb::steal(PyObject_GetAttr(argument.ptr(), requiresGrad));
  if (!gradient.is_valid())
    throw nb::python_error();
  if (!gradient.is(nb::handle(Py_False)))
    return false;
  // Only floats can be such views.
  if (parameter.letters.find('f') == std::string::npos)
    return true;
  nb::object negative =
      nb::steal(PyObject_CallMethodNoArgs(argument.ptr(), isNegative));
  if (!negative.is_valid())
    throw nb::python_error();
  return negative.is(nb::handle(Py_False));
}

static uint8_t typeCode(const PlainParameter &parameter) {
  switch (parameter.letters[0]) {
  case 'b':
    return 0;
  case 'B':
    return 1;
  case 'e':
    return 2;
  default:
    return 6;
  }
}

static bool isContiguous(const ExchangedTensor &tensor) {
  if (!tensor.strides)
    return true;
  int64_t expected = 1;
  for (int32_t axis = tensor.dimensions - 1; axis >= 0; --axis) {
    if (tensor.shape[axis] == 0)
      return true;
    if (tensor.shape[axis] != 1 && tensor.strides[axis] != expected)
      return false;
    expected *= tensor.shape[axis];
  }
  return true;
}

std::optional<Tensor>
TensorClass::readByExchange(const PlainParameter &parameter,
                            nb::handle argument, int device) const {
  ExchangedTensor found = {};
  if (exchange->describe(argument.ptr(), &found) != 0) {
    PyErr_Clear();
    return std::nullopt;
  }
  const uint8_t code = typeCode(parameter);
  const bool isBool = code == 6;
  if (found.deviceKind != cudaKind || found.device != device ||
      found.typeLanes != 1 || found.typeBits != 8 * parameter.bytes ||
      (found.typeCode != code && !(isBool && found.typeCode == 1)) ||
      !isContiguous(found))
    return std::nullopt;
  const std::span shape(found.shape, static_cast<size_t>(found.dimensions));
  const auto extents = PlainArguments::readShape(parameter, shape);
  if (!extents)
    return std::nullopt;
  Tensor tensor;
  tensor.address = reinterpret_cast<uint64_t>(found.data) + found.byteOffset;
  tensor.elements = 1;
  for (int64_t size : shape)
    tensor.elements *= static_cast<uint64_t>(size);
  tensor.extents = *extents;
  return tensor;
}

std::optional<Tensor>
TensorClass::readByMethods(const PlainParameter &parameter, nb::handle argument,
                           int device) const {
  if (deviceOf(argument) != device ||
      !callMethod(argument, "is_contiguous").is(nb::handle(Py_True)))
    return std::nullopt;
  nb::object dtype = argument.attr("dtype");
  const auto named = [&](nb::handle name) {
    return dtype.is(
        nb::getattr(nb::module_::import_("torch"), name, nb::none()));
  };
  if (!named(parameter.dtype.attr("name")) &&
      !(typeCode(parameter) == 6 && named(nb::str("bool"))))
    return std::nullopt;
  std::vector<int64_t> shape;
  for (nb::handle size : argument.attr("shape"))
    shape.push_back(nb::cast<int64_t>(size));
  const auto extents = PlainArguments::readShape(parameter, shape);
  if (!extents)
    return std::nullopt;
  Tensor tensor;
  tensor.address = nb::cast<uint64_t>(callMethod(argument, "data_ptr"));
  tensor.elements = 1;
  for (int64_t size : shape)
    tensor.elements *= static_cast<uint64_t>(size);
  tensor.extents = *extents;
  return tensor;
}

std::optional<Tensor> TensorClass::read(const PlainParameter &parameter,
                                        nb::handle argument, int device) const {
  if (!isPlain(parameter, argument))
    return std::nullopt;
  return exchange ? readByExchange(parameter, argument, device)
                  : readByMethods(parameter, argument, device);
}

uint64_t TensorClass::currentStream(int device) const {
  if (!exchange)
    return nb::cast<uint64_t>(rawStream(device));
  void *stream = nullptr;
  if (exchange->currentStream(cudaKind, device, &stream) != 0)
    throw nb::python_error();
  return reinterpret_cast<uint64_t>(stream);
}

int TensorClass::deviceOf(nb::handle argument) const {
  if (!exchange) {
    nb::object device = argument.attr("device");
    return nb::cast<std::string>(device.attr("type")) == "cuda"
               ? nb::cast<int>(device.attr("index"))
               : -1;
  }
  ExchangedTensor found = {};
  if (exchange->describe(argument.ptr(), &found) != 0) {
    PyErr_Clear();
    return -1;
  }
  return found.deviceKind == cudaKind ? found.device : -1;
}
