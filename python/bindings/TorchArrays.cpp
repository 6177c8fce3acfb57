//===- TorchArrays.cpp - Tensors of PyTorch -------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ForeignArrays.h"

#include <nanobind/stl/string.h>

namespace nb = nanobind;

namespace {

/// Tensors, by DLPack's exchange functions or, where PyTorch is older than
/// them, by the tensor's methods.
class TorchClass : public ForeignClass {
public:
  explicit TorchClass(nb::handle type) : exchanged(makeExchangedClass(type)) {
    if (!exchanged)
      rawStream = nb::module_::import_("torch").attr("_C").attr(
          "_cuda_getCurrentRawStream");
  }

  std::optional<ForeignArray> read(const PlainParameter &parameter,
                                   nb::handle argument,
                                   int device) const override {
    if (!isPlain(parameter, argument))
      return std::nullopt;
    return exchanged ? exchanged->read(parameter, argument, device)
                     : readByMethods(parameter, argument, device);
  }

  uint64_t currentStream(int device) const override {
    return exchanged ? exchanged->currentStream(device)
                     : nb::cast<uint64_t>(rawStream(device));
  }

  int deviceOf(nb::handle argument) const override {
    if (exchanged)
      return exchanged->deviceOf(argument);
    nb::object device = argument.attr("device");
    return nb::cast<std::string>(device.attr("type")) == "cuda"
               ? nb::cast<int>(device.attr("index"))
               : -1;
  }

private:
  static bool isPlain(const PlainParameter &parameter, nb::handle argument);
  std::optional<ForeignArray> readByMethods(const PlainParameter &parameter,
                                            nb::handle argument,
                                            int device) const;

  std::unique_ptr<ForeignClass> exchanged;
  /// PyTorch's function `_cuda_getCurrentRawStream`.
  nb::object rawStream;
};

/// Whether elements are where the tensor says: kernels compute no gradients,
/// and a view may have the negatives of its memory.
bool TorchClass::isPlain(const PlainParameter &parameter, nb::handle argument) {
  static const nb::handle requiresGrad = internName("requires_grad");
  static const nb::handle isNegative = internName("is_neg");
  nb::object gradient =
      nb::steal(PyObject_GetAttr(argument.ptr(), requiresGrad.ptr()));
  if (!gradient.is_valid())
    throw nb::python_error();
  if (!gradient.is(nb::handle(Py_False)))
    return false;
  // Only floats can be such views.
  if (parameter.letters.find('f') == std::string::npos)
    return true;
  nb::object negative = nb::steal(
      PyObject_CallMethodObjArgs(argument.ptr(), isNegative.ptr(), nullptr));
  if (!negative.is_valid())
    throw nb::python_error();
  return negative.is(nb::handle(Py_False));
}

std::optional<ForeignArray>
TorchClass::readByMethods(const PlainParameter &parameter, nb::handle argument,
                          int device) const {
  if (deviceOf(argument) != device ||
      !argument.attr("is_contiguous")().is(nb::handle(Py_True)))
    return std::nullopt;
  nb::object dtype = argument.attr("dtype");
  const auto named = [&](nb::handle name) {
    return dtype.is(
        nb::getattr(nb::module_::import_("torch"), name, nb::none()));
  };
  const bool isBool = parameter.letters[0] == '?';
  if (!named(parameter.dtype.attr("name")) &&
      !(isBool && named(nb::str("bool"))))
    return std::nullopt;
  std::vector<int64_t> shape;
  for (nb::handle size : argument.attr("shape"))
    shape.push_back(nb::cast<int64_t>(size));
  const auto address = nb::cast<uint64_t>(argument.attr("data_ptr")());
  return describe(parameter, address, shape, {}, /*step=*/1);
}

} // namespace

std::unique_ptr<ForeignClass> makeTorchClass(nb::handle type) {
  return std::make_unique<TorchClass>(type);
}
