//===- LaneOperations.h - Operations across the lanes of a wave -------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_TRANSFORMS_LANEOPERATIONS_H
#define WAVEDIALECT_LIB_TRANSFORMS_LANEOPERATIONS_H

#include "WaveDialect/Analysis/ActiveLanes.h"
#include "WaveDialect/IR/Wave.h"
#include "mlir/IR/Remarks.h"

namespace mlir::wave {

/// Whether `op` is an operation across lanes: a reduction, scan, vote, ballot,
/// count or read. Its result depends only on its operands and on the active
/// lanes. If the same lanes execute the same operation again, the result is the
/// same, regardless of stores and barriers in between.
bool isLaneOperation(Operation *op);

/// The text of a remark about a lane operation: its name in the IR, `text` and
/// `reason`, built only on request.
remark::detail::LazyTextBuild tellOfLaneOperation(Operation *op, StringRef text,
                                                  StringRef reason = "");

/// Replaces lane operations by an earlier operation with the same name and
/// operands if the same lanes executed it. `pass` is the pass that reports the
/// remarks.
void mergeRepeatedLaneOperations(FuncOp kernel, const ActiveLanes &lanes,
                                 StringRef pass);

} // namespace mlir::wave

#endif // WAVEDIALECT_LIB_TRANSFORMS_LANEOPERATIONS_H
