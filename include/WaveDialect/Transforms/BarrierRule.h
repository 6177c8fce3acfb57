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

/// Before the pass early returns are allowed; after it they are not, and what is not
/// known is warned of, once.
enum class BarrierCheck { BeforeLegalization, AfterLegalization };

/// Checks that every barrier with group sync stands in control flow that is the
/// same for the group. Divergent is an error (`barrier-divergent`) that shows both
/// places. After legalization also: unknown is a warning (`barrier-unknown`), and a
/// lane that may have retired before a barrier an error (`barrier-after-retire`).
LogicalResult verifyBarriers(FuncOp kernel,
                             const UniformityAnalysis &uniformity,
                             BarrierCheck check);

} // namespace mlir::wave

#endif // WAVEDIALECT_TRANSFORMS_BARRIERRULE_H
