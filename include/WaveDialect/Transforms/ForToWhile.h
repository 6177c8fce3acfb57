//===- ForToWhile.h - scf.for as scf.while ----------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_TRANSFORMS_FORTOWHILE_H
#define WAVEDIALECT_TRANSFORMS_FORTOWHILE_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::wave {

/// Whether the increment after the last iteration of `loop` may overflow.
bool mayWrapAround(scf::ForOp loop);

/// Replaces `loop` by an `scf.while` that carries the induction variable first
/// and then the loop-carried values of `loop`, and replaces the results of
/// `loop`. The new loop ends where the old one ends, even if the last increment
/// overflows.
scf::WhileOp replaceByWhile(scf::ForOp loop);

} // namespace mlir::wave

#endif // WAVEDIALECT_TRANSFORMS_FORTOWHILE_H
