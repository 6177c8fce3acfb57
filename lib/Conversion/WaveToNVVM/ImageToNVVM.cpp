//===- ImageToNVVM.cpp - Images as linear memory -------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NVVMBuilder.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::nvvm;

FailureOr<bool> nvvm::lowerImage(Operation *op, NVVMKernel &kernel,
                                 Value mask) {
  return false;
}
