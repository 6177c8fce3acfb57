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
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::wave {

class LintedKernel;

/// An access of an element by a lane.
struct ElementTouch {
  const LaneNumbers *lane;
  /// Whether the lane is known to execute the access.
  bool isCertain;
};

/// The lanes that access each element.
using ElementTouches = llvm::DenseMap<int64_t, SmallVector<ElementTouch, 1>>;

/// An operation that accesses memory, and the lanes that access each element.
struct ElementAccess {
  Operation *op = nullptr;
  MemoryAccess access;
  /// Whether the index depends on a thread id.
  bool usesThreads = false;
  ElementTouches touches;
  /// The innermost loop around the operation; `loop` if it is a `while`.
  Operation *around = nullptr;
  scf::WhileOp loop;
  /// The elements in the first iteration of the loop, in the last one if it is known, and
  /// of a `while` in all that are evaluated.
  ElementTouches inFirstTrip, inLastTrip, inAnyTrip;
  /// Whether the loop contains a barrier with group sync: then accesses of two
  /// iterations may be ordered.
  bool hasBarrierInLoop = false;
  /// Whether an iteration may skip such a barrier.
  bool maySkipBarrier = false;
  /// Whether the index, or a condition around the operation, is computed from what the
  /// loop changes: then `touches` are those of some iterations.
  bool dependsOnTrip = false;
  /// Whether data decides the index of an atomic, which thus may be that of any
  /// element.
  bool dependsOnData = false;
  /// The lanes that may execute it.
  SmallVector<const LaneNumbers *> lanes;
};

/// Returns lanes of one group, with threads in index order.
SmallVector<LaneNumbers> getSampleLanes(const LintedKernel &kernel);

/// Returns the accesses of `memory` in kernel order; none if nothing writes it.
/// `lanes` must outlive them.
SmallVector<ElementAccess> getElementAccesses(Value memory,
                                              ArrayRef<LaneNumbers> lanes,
                                              const LintedKernel &kernel);

/// Which of two accesses are certain to happen: at least one, the second, or both.
enum class Certain : uint8_t { One, Second, Both };

/// Whether two different waves access one element, or two threads if an index
/// depends on thread ids.
bool meet(const ElementAccess &a, const ElementAccess &b, Certain certain);

/// Whether two different waves or threads certainly access one element in the
/// first iteration of the loop around both, where the index of one of them is
/// known in that iteration only.
bool meetInFirstTrip(const ElementAccess &a, const ElementAccess &b);

/// The same in any two iterations of a loop without a barrier.
bool meetInTrips(const ElementAccess &a, const ElementAccess &b);

/// Whether `touches` of one access are those of some iterations of a loop with
/// barriers, which may order them and the other access, outside of the loop.
bool isOfSomeTrips(const ElementAccess &a, const ElementAccess &b);

/// Whether all lanes certainly execute the body of a loop.
bool entersLoop(Operation *loop, ArrayRef<LaneNumbers> lanes);

/// As `meetInFirstTrip`, for an access in a loop and one before or after it.
bool meetAroundLoop(const ElementAccess &a, const ElementAccess &b);

/// Whether one is an atomic at an index that depends on data, and another wave
/// certainly executes the other.
bool meetByData(const ElementAccess &a, const ElementAccess &b);

} // namespace mlir::wave

#endif // WAVEDIALECT_LIB_LINT_ELEMENTACCESSES_H
