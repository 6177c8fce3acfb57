//===- BarrierRule.h - Where a barrier may stand ----------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_TRANSFORMS_BARRIERRULE_H
#define WAVEDIALECT_TRANSFORMS_BARRIERRULE_H

#include "WaveDialect/Analysis/Uniformity.h"
#include "WaveDialect/IR/Wave.h"

namespace mlir::wave {

/// Checks that every barrier with group sync stands in control flow that is the
/// same for the group. Divergent is an error (`barrier-divergent`) that shows both
/// places, unknown a warning (`barrier-unknown`). Unless `allowRetire`, a lane that
/// may have retired before a barrier is an error too (`barrier-after-retire`).
LogicalResult verifyBarriers(FuncOp kernel, const UniformityAnalysis &uniformity,
                             bool allowRetire);

} // namespace mlir::wave

#endif // WAVEDIALECT_TRANSFORMS_BARRIERRULE_H
