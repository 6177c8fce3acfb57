//===- InterfaceArrays.cpp - CuPy's arrays and the array interface --------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CUDADriver.h"
#include "ForeignArrays.h"
#include "StableABI.h"

namespace nb = nanobind;
using namespace wave::cuda;

namespace {

/// Whether elements of a type are those of the parameter. `text` is NumPy's:
/// "<u4".
bool isType(const PlainParameter &parameter, nb::handle text) {
  // The interfaces have no bf16, only two bytes of any meaning.
  if (!text || !PyUnicode_Check(text.ptr()) || parameter.letters[0] == 'E')
    return false;
  if (PyUnicode_Compare(text.ptr(), parameter.typeText.ptr()) == 0)
    return true;
  if (parameter.letters[0] != '?')
    return false;
  return PyUnicode_CompareWithASCIIString(text.ptr(), "|b1") == 0 ||
         PyUnicode_CompareWithASCIIString(text.ptr(), "|u1") == 0;
}

/// Returns an address; 0 for anything else.
uint64_t readAddress(nb::handle number) {
  if (!number || !PyLong_Check(number.ptr()))
    return 0;
  const unsigned long long address = PyLong_AsUnsignedLongLong(number.ptr());
  if (!PyErr_Occurred())
    return address;
  PyErr_Clear();
  return 0;
}

/// Returns the device that has the memory; -1 if the driver does not know it.
int findDevice(uint64_t address) {
  constexpr int ordinal = 9;
  int device = -1;
  if (driver().pointerGetAttribute(&device, ordinal, address) != success)
    return -1;
  return device;
}

//===----------------------------------------------------------------------===//
// CuPy
//===----------------------------------------------------------------------===//

/// CuPy's dictionary takes microseconds, its attributes nanoseconds.
class CuPyClass : public ForeignClass {
public:
  CuPyClass()
      : getStream(nb::module_::import_("cupy").attr("cuda").attr(
            "get_current_stream")) {}

  std::optional<ForeignArray> read(const PlainParameter &parameter,
                                   nb::handle argument,
                                   int device) const override {
    static const nb::handle dtypeName = internName("dtype");
    static const nb::handle textName = internName("str");
    static const nb::handle shapeName = internName("shape");
    static const nb::handle stridesName = internName("strides");
    static const nb::handle memoryName = internName("data");
    static const nb::handle pointerName = internName("ptr");
    nb::object dtype = findAttribute(argument, dtypeName);
    if (!dtype.is_valid())
      return std::nullopt;
    if (!dtype.is(parameter.dtype) &&
        !isType(parameter, findAttribute(dtype, textName)))
      return std::nullopt;
    nb::object memory = findAttribute(argument, memoryName);
    if (!memory.is_valid())
      return std::nullopt;
    const uint64_t address = readAddress(findAttribute(memory, pointerName));
    std::vector<int64_t> shape;
    std::vector<int64_t> strides;
    if (address == 0 || deviceOfMemory(memory, address) != device ||
        !readIntegers(findAttribute(argument, shapeName), shape) ||
        !readIntegers(findAttribute(argument, stridesName), strides))
      return std::nullopt;
    return describe(parameter, address, shape, strides, parameter.bytes);
  }

  uint64_t currentStream(int device) const override {
    static const nb::handle pointerName = internName("ptr");
    nb::object stream = getStream(device);
    return readAddress(findAttribute(stream, pointerName));
  }

  int deviceOf(nb::handle argument) const override {
    nb::object memory = nb::getattr(argument, "data", nb::none());
    const uint64_t address = readAddress(findAttribute(memory, nb::str("ptr")));
    return address ? deviceOfMemory(memory, address) : -1;
  }

private:
  static int deviceOfMemory(nb::handle memory, uint64_t address) {
    static const nb::handle deviceName = internName("device_id");
    nb::object number = findAttribute(memory, deviceName);
    if (!number.is_valid() || !PyLong_Check(number.ptr()))
      return findDevice(address);
    return static_cast<int>(PyLong_AsLong(number.ptr()));
  }

  nb::object getStream;
};

//===----------------------------------------------------------------------===//
// The dictionary
//===----------------------------------------------------------------------===//

class InterfaceClass : public ForeignClass {
public:
  explicit InterfaceClass(bool isComputedLater)
      : isComputedLater(isComputedLater) {}

  std::optional<ForeignArray> read(const PlainParameter &parameter,
                                   nb::handle argument,
                                   int device) const override;

  bool hasCurrentStream() const override { return false; }

  int deviceOf(nb::handle argument) const override {
    nb::object interface = findInterface(argument);
    const uint64_t address = interface.is_valid() ? findAddress(interface) : 0;
    return address ? findDevice(address) : -1;
  }

private:
  /// Returns the dictionary; a null object if there is none.
  static nb::object findInterface(nb::handle argument) {
    static const nb::handle name = internName("__cuda_array_interface__");
    nb::object found = findAttribute(argument, name);
    return found.is_valid() && PyDict_Check(found.ptr()) ? found : nb::object();
  }

  /// Returns an entry; a null handle if it is missing or None.
  static nb::handle findEntry(nb::handle interface, nb::handle name) {
    nb::handle found = PyDict_GetItem(interface.ptr(), name.ptr());
    return found && !found.is_none() ? found : nb::handle();
  }

  static nb::handle findData(nb::handle interface) {
    static const nb::handle name = internName("data");
    nb::handle data = findEntry(interface, name);
    const bool isPair =
        data && PyTuple_Check(data.ptr()) && PyTuple_GET_SIZE(data.ptr()) == 2;
    return isPair ? data : nb::handle();
  }

  static uint64_t findAddress(nb::handle interface) {
    nb::handle data = findData(interface);
    return data ? readAddress(PyTuple_GET_ITEM(data.ptr(), 0)) : 0;
  }

  bool isComputedLater;
};

std::optional<ForeignArray>
InterfaceClass::read(const PlainParameter &parameter, nb::handle argument,
                     int device) const {
  static const nb::handle wait = internName("block_until_ready");
  static const nb::handle shapeName = internName("shape");
  static const nb::handle typeName = internName("typestr");
  static const nb::handle stridesName = internName("strides");
  static const nb::handle maskName = internName("mask");
  static const nb::handle streamName = internName("stream");
  if (isComputedLater) {
    if (parameter.writable)
      return std::nullopt;
    nb::object ready = nb::steal(
        PyObject_CallMethodObjArgs(argument.ptr(), wait.ptr(), nullptr));
    if (!ready.is_valid())
      throw nb::python_error();
  }
  nb::object interface = findInterface(argument);
  if (!interface.is_valid() || findEntry(interface, maskName) ||
      !isType(parameter, findEntry(interface, typeName)))
    return std::nullopt;
  nb::handle data = findData(interface);
  const uint64_t address = findAddress(interface);
  // Python decides where an array without memory is.
  if (address == 0)
    return std::nullopt;
  if (parameter.writable) {
    const int isReadOnly = PyObject_IsTrue(PyTuple_GET_ITEM(data.ptr(), 1));
    if (isReadOnly < 0)
      PyErr_Clear();
    if (isReadOnly != 0)
      return std::nullopt;
  }
  std::vector<int64_t> shape;
  std::vector<int64_t> strides;
  if (!readIntegers(findEntry(interface, shapeName), shape))
    return std::nullopt;
  nb::handle stated = findEntry(interface, stridesName);
  if (stated &&
      (!readIntegers(stated, strides) || strides.size() != shape.size()))
    return std::nullopt;
  auto array = describe(parameter, address, shape, strides, parameter.bytes);
  if (!array || array->elements == 0 || findDevice(address) != device)
    return std::nullopt;
  if (nb::handle stream = findEntry(interface, streamName)) {
    // The number 1 is the default stream.
    const uint64_t handle = readAddress(stream);
    array->stream = handle == 1 ? 0 : handle;
    array->mustWait = true;
  } else {
    array->mustKeep = true;
  }
  return array;
}

} // namespace

std::unique_ptr<ForeignClass> makeCuPyClass() {
  return std::make_unique<CuPyClass>();
}

std::unique_ptr<ForeignClass> makeInterfaceClass(bool isComputedLater) {
  return std::make_unique<InterfaceClass>(isComputedLater);
}
