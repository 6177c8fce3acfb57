//===- CUDAErrors.h - The exception for errors of the driver ---*- C++ -*--===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_PYTHON_BINDINGS_CUDAERRORS_H
#define WAVEDIALECT_PYTHON_BINDINGS_CUDAERRORS_H

#include "CUDADriver.h"

#include <nanobind/nanobind.h>

namespace wave::cuda {

/// Returns the object of wavedialect._cuda.CUDAError for an error.
nanobind::object makeCUDAError(const DriverError &error);

} // namespace wave::cuda

#endif // WAVEDIALECT_PYTHON_BINDINGS_CUDAERRORS_H
