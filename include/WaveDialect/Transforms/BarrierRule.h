//===- BarrierRule.h - Barriers in group-uniform control flow ---------------===//
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

/// Whether the check runs before early returns were removed, when they are
/// still allowed, or after, when it also warns, once, about control flow that
/// is not known to be uniform.
enum class BarrierCheck { BeforeLegalization, AfterLegalization };

/// Whether `kernel` has a barrier of any kind, so that the check needs an analysis.
bool holdsBarrier(FuncOp kernel);

/// Checks that every barrier with group sync is in control flow that is uniform
/// for the group. Divergent control flow is an error (`barrier-divergent`) that
/// shows both source positions. After legalization, control flow that depends on
/// memory, or only on the wave size, is a warning (`barrier-unknown`), and a lane that may have retired before a
/// barrier is an error (`barrier-after-retire`).
///
/// A barrier of one wave with sync must be in control flow that is uniform for
/// the wave (`barrier-divergent`), which is checked before legalization.
LogicalResult verifyBarriers(FuncOp kernel,
                             const UniformityAnalysis &uniformity,
                             BarrierCheck check);

} // namespace mlir::wave

#endif // WAVEDIALECT_TRANSFORMS_BARRIERRULE_H
