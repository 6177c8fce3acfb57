//===- RetiredLanes.h - Replacing early returns by control flow -------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_TRANSFORMS_RETIREDLANES_H
#define WAVEDIALECT_LIB_TRANSFORMS_RETIREDLANES_H

#include "WaveDialect/Analysis/Uniformity.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::wave {

using RetireSet = llvm::DenseSet<Operation *>;

/// Whether the loop `op`, once entered, ends only by a return.
bool isEndless(Operation *op);

/// Replaces the returns in `retires` by control flow; `together` states that
/// all waves of a group take each of them at the same time. Retired lanes
/// remain and meet barriers. On failure, reports a diagnostic and leaves the
/// kernel partly converted.
LogicalResult removeRetires(FuncOp kernel, UniformityAnalysis uniformity,
                            RetireSet retires, bool together);

} // namespace mlir::wave

#endif // WAVEDIALECT_LIB_TRANSFORMS_RETIREDLANES_H
