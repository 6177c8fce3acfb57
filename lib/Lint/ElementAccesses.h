//===- ElementAccesses.h - Which lanes access which elements ----*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Computes which elements of an array or a buffer each lane of a group
// accesses, for a sample of the lanes.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_LINT_ELEMENTACCESSES_H
#define WAVEDIALECT_LIB_LINT_ELEMENTACCESSES_H

#include "LaneNumbers.h"

#include "WaveDialect/Analysis/MemoryAccess.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::wave {

class LintedKernel;

/// An access of an element by a lane.
struct ElementTouch {
  const LaneNumbers *lane;
  /// Whether the lane is known to execute the access.
  bool isCertain;
};

/// An operation that accesses memory, and the lanes that access each element.
struct ElementAccess {
  Operation *op = nullptr;
  MemoryAccess access;
  /// Whether the index depends on a thread id.
  bool usesThreads = false;
  llvm::DenseMap<int64_t, SmallVector<ElementTouch, 1>> touches;
};

/// Returns lanes of one group, with threads in index order.
SmallVector<LaneNumbers> getSampleLanes(const LintedKernel &kernel);

/// Returns the accesses of `memory` in kernel order; none if nothing writes it.
/// `lanes` must outlive them.
SmallVector<ElementAccess> getElementAccesses(Value memory,
                                              ArrayRef<LaneNumbers> lanes,
                                              const LintedKernel &kernel);

/// Whether two different waves access one element, or two threads if an index
/// depends on thread ids. At least one of the two accesses is certain to
/// happen; with `bothCertain`, both.
bool meet(const ElementAccess &a, const ElementAccess &b, bool bothCertain);

} // namespace mlir::wave

#endif // WAVEDIALECT_LIB_LINT_ELEMENTACCESSES_H
