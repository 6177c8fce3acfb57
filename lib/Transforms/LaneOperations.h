//===- LaneOperations.h - Operations that a wave's lanes do together --------===//
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

/// Whether `op` is an operation across lanes: a reduction, scan, vote, ballot, count or
/// read. Its result depends on its operands and on which lanes are active, and on
/// nothing else; nothing changes it where the same lanes execute the same again,
/// neither a store nor a barrier.
bool isLaneOperation(Operation *op);

/// What a remark says of a lane operation: its name in IR, `text` and `reason`, put
/// together only for those who asked.
remark::detail::LazyTextBuild tellOfLaneOperation(Operation *op, StringRef text,
                                                  StringRef reason = "");

/// Replaces lane operations by the same one before them, with the same operands, where
/// the same lanes have executed that. `pass` is whose remarks tell of it.
void mergeRepeatedLaneOperations(FuncOp kernel, const ActiveLanes &lanes,
                                 StringRef pass);

} // namespace mlir::wave

#endif // WAVEDIALECT_LIB_TRANSFORMS_LANEOPERATIONS_H
