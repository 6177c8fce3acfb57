//===- ForeignArrays.cpp - Classes of arrays of other libraries -----------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ForeignArrays.h"

#include <map>

namespace nb = nanobind;

nb::handle internName(const char *name) {
  return PyUnicode_InternFromString(name);
}

nb::object findAttribute(nb::handle object, nb::handle name) {
  PyObject *found = PyObject_GetAttr(object.ptr(), name.ptr());
  if (!found)
    PyErr_Clear();
  return nb::steal(found);
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

static bool isContiguous(std::span<const int64_t> shape,
                         std::span<const int64_t> strides, int64_t step) {
  if (strides.empty())
    return true;
  if (strides.size() != shape.size())
    return false;
  int64_t expected = step;
  for (size_t axis = shape.size(); axis-- > 0;) {
    if (shape[axis] == 0)
      return true;
    if (shape[axis] != 1 && strides[axis] != expected)
      return false;
    expected *= shape[axis];
  }
  return true;
}

std::optional<ForeignArray>
ForeignClass::describe(const PlainParameter &parameter, uint64_t address,
                       std::span<const int64_t> shape,
                       std::span<const int64_t> strides, int64_t step) {
  if (!isContiguous(shape, strides, step))
    return std::nullopt;
  const auto extents = PlainArguments::readShape(parameter, shape);
  if (!extents)
    return std::nullopt;
  ForeignArray array;
  array.address = address;
  array.elements = 1;
  for (int64_t size : shape)
    array.elements *= static_cast<uint64_t>(size);
  // A tensor without memory, such as PyTorch's fake ones.
  if (address == 0 && array.elements != 0)
    return std::nullopt;
  array.extents = *extents;
  return array;
}

bool ForeignClass::readIntegers(nb::handle tuple,
                                std::vector<int64_t> &integers) {
  if (!tuple || !PyTuple_Check(tuple.ptr()))
    return false;
  for (nb::handle item : nb::borrow<nb::tuple>(tuple)) {
    const long long integer = PyLong_AsLongLong(item.ptr());
    if (PyErr_Occurred()) {
      PyErr_Clear();
      return false;
    }
    integers.push_back(integer);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Classes
//===----------------------------------------------------------------------===//

/// Returns a library's attribute if the library has been imported.
static nb::object findLoaded(const char *library, const char *name) {
  nb::object module = nb::steal(PyImport_GetModule(nb::str(library).ptr()));
  if (!module.is_valid()) {
    PyErr_Clear();
    return {};
  }
  return findAttribute(module, nb::str(name));
}

/// Returns the class; null if Python must read its arrays.
static std::unique_ptr<ForeignClass> makeClass(nb::handle type,
                                               nb::handle argument) {
  if (nb::object tensor = findLoaded("torch", "Tensor"); tensor.is_valid()) {
    nb::object parameter =
        nb::getattr(findLoaded("torch", "nn"), "Parameter", nb::none());
    if (type.is(tensor) || type.is(parameter))
      return makeTorchClass(type);
    // Subclasses may change what their methods return.
    if (PyObject_IsSubclass(type.ptr(), tensor.ptr()) != 0) {
      PyErr_Clear();
      return nullptr;
    }
  }
  if (auto made = makeExchangedClass(type))
    return made;
  if (nb::object array = findLoaded("cupy", "ndarray"); type.is(array))
    return makeCuPyClass();
  if (!findAttribute(argument, nb::str("__cuda_array_interface__")).is_valid())
    return nullptr;
  return makeInterfaceClass(nb::hasattr(type, "block_until_ready"));
}

const ForeignClass *ForeignClass::find(nb::handle argument) {
  struct Known {
    // A class is never removed: it lives as long as its library.
    nb::object type;
    std::unique_ptr<ForeignClass> found;
  };
  static auto &classes = *new std::map<PyTypeObject *, Known>;
  PyTypeObject *type = Py_TYPE(argument.ptr());
  if (auto found = classes.find(type); found != classes.end())
    return found->second.found.get();
  nb::handle handle(reinterpret_cast<PyObject *>(type));
  auto made = makeClass(handle, argument);
  // The same class may have readable arrays later.
  if (!made)
    return nullptr;
  return classes.emplace(type, Known{nb::borrow(handle), std::move(made)})
      .first->second.found.get();
}
