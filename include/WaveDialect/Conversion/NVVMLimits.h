//===- NVVMLimits.h - What NVIDIA's GPUs have -------------------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_CONVERSION_NVVMLIMITS_H
#define WAVEDIALECT_CONVERSION_NVVMLIMITS_H

#include "mlir/Support/LLVM.h"

namespace mlir::wave::nvvm {

/// Whether the machine copies tiles by tensor maps.
bool hasTensorMaps(StringRef sm);

/// Whether its matrix units read a factor from groupshared memory, for four waves at once.
bool multipliesInMemory(StringRef sm);

} // namespace mlir::wave::nvvm

#endif // WAVEDIALECT_CONVERSION_NVVMLIMITS_H
