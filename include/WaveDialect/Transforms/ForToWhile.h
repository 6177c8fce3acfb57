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

/// Whether the last step of `loop` may pass the largest number.
bool mayWrapAround(scf::ForOp loop);

/// Replaces `loop` by an `scf.while` that carries the induction variable first and
/// the loop's own values after it. Its results take the place of the loop's. It ends where the loop
/// ends, also where the last step passes the largest number.
scf::WhileOp replaceByWhile(scf::ForOp loop);

} // namespace mlir::wave

#endif // WAVEDIALECT_TRANSFORMS_FORTOWHILE_H
