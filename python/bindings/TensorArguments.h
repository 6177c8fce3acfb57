//===- TensorArguments.h - Tensors of other libraries ----------*- C++ -*--===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads tensors of PyTorch that a launch on a GPU receives: by the functions of
// DLPack's exchange interface, which cost nanoseconds, or where PyTorch is
// older than that interface, by the tensor's methods. Other arrays are read by
// Python.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_PYTHON_BINDINGS_TENSORARGUMENTS_H
#define WAVEDIALECT_PYTHON_BINDINGS_TENSORARGUMENTS_H

#include "PlainArguments.h"

#include <cstdint>
#include <optional>
#include <vector>

struct ExchangeFunctions;

/// A contiguous tensor in the memory of a GPU.
struct Tensor {
  uint64_t address = 0;
  uint64_t elements = 0;
  PlainExtents extents;
};

/// A class of tensors.
class TensorClass {
public:
  /// Returns the description of an argument's class; null if it is not a class
  /// of PyTorch's tensors.
  static const TensorClass *find(nanobind::handle argument);

  /// Returns the tensor; nothing if it is on another device, is not contiguous,
  /// requires a gradient, or does not fit the parameter.
  std::optional<Tensor> read(const PlainParameter &parameter,
                             nanobind::handle argument, int device) const;

  /// Returns the stream on which the library runs its own work now.
  uint64_t currentStream(int device) const;

  /// Returns the device of a tensor; -1 if it is not on a GPU.
  int deviceOf(nanobind::handle argument) const;

private:
  explicit TensorClass(nanobind::handle type);

  std::optional<Tensor> readByExchange(const PlainParameter &parameter,
                                       nanobind::handle argument,
                                       int device) const;
  std::optional<Tensor> readByMethods(const PlainParameter &parameter,
                                      nanobind::handle argument,
                                      int device) const;

  nanobind::object type;
  /// Null if the class has no exchange interface.
  const ExchangeFunctions *exchange = nullptr;
  /// PyTorch's function `_cuda_getCurrentRawStream`.
  nanobind::object rawStream;
};

#endif // WAVEDIALECT_PYTHON_BINDINGS_TENSORARGUMENTS_H
