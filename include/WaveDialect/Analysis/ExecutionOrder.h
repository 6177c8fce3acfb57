//===- ExecutionOrder.h - The execution order of operations -----------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_ANALYSIS_EXECUTIONORDER_H
#define WAVEDIALECT_ANALYSIS_EXECUTIONORDER_H

#include "mlir/IR/Operation.h"

namespace mlir::wave {

/// Whether a lane may have executed `earlier` when it executes `op`: because
/// `earlier` precedes `op` in the program, or in an earlier iteration of a loop
/// around both. `since`, if given, precedes `op` in the same block or in an
/// enclosing one; executions of `earlier` before the last execution of `since`
/// do not count.
bool mayPrecede(Operation *earlier, Operation *op, Operation *since = nullptr);

} // namespace mlir::wave

#endif // WAVEDIALECT_ANALYSIS_EXECUTIONORDER_H
