//===- AcceptedOperations.h - Upstream operations allowed in kernels --------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_TRANSFORMS_ACCEPTEDOPERATIONS_H
#define WAVEDIALECT_TRANSFORMS_ACCEPTEDOPERATIONS_H

#include "mlir/IR/Operation.h"

namespace mlir::wave {

/// Whether every pipeline supports `op` inside a `wave.func`.
bool isAcceptedOperation(Operation *op);

/// The advice on what to use instead of an operation that is not accepted;
/// empty if there is none.
StringRef getReplacementAdvice(Operation *op);

} // namespace mlir::wave

#endif // WAVEDIALECT_TRANSFORMS_ACCEPTEDOPERATIONS_H
