//===- ExecutionOrder.h - Which operation may execute before another --------===//
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

/// Whether a lane may have executed `earlier` when it executes `op`: because `earlier`
/// comes first in the program, or in an earlier iteration of a loop around both. With
/// `since`, which executes before `op` in the same block or in one around it, executions
/// of `earlier` before the last execution of `since` do not count.
bool mayPrecede(Operation *earlier, Operation *op, Operation *since = nullptr);

} // namespace mlir::wave

#endif // WAVEDIALECT_ANALYSIS_EXECUTIONORDER_H
