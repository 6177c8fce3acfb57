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

/// The lanes that access each element.
using ElementTouches = llvm::DenseMap<int64_t, SmallVector<ElementTouch, 1>>;

/// Which iterations of the loops with barriers around an access are of interest, of those
/// that decide its element.
enum class TripChoice : uint8_t { All, First, Last };

/// An operation that accesses memory, and the lanes that access each element.
class ElementAccess {
public:
  ElementAccess(Operation *op, MemoryAccess access, ArrayRef<LaneNumbers> lanes,
                const LintedKernel &kernel);

  Operation *op;
  MemoryAccess access;
  /// Whether the index depends on a thread id.
  bool usesThreads = false;
  /// Whether data decides the index of an atomic, which thus may be that of any
  /// element.
  bool dependsOnData = false;
  /// The lanes that may execute it.
  SmallVector<const LaneNumbers *> lanes;
  /// The loops around it, outermost first.
  SmallVector<Operation *, 2> loops;

  /// Whether the index, or a condition around the operation in the loop, is computed from
  /// what the loop changes.
  bool dependsOn(Operation *loop) const {
    return llvm::is_contained(deciding, loop);
  }

  /// The elements in each evaluated iteration of `frame`, a loop around the operation, or
  /// in all at once if it is null or decides no element. Loops around `frame` are in their
  /// first iteration.
  ArrayRef<ElementTouches> getTrips(Operation *frame,
                                    TripChoice choice = TripChoice::All) const;

private:
  void addTouches(const LaneNumbers &numbers, Operation *frame,
                  TripChoice choice,
                  SmallVector<ElementTouches, 1> &trips) const;

  ArrayRef<LaneNumbers> group;
  const LintedKernel *kernel;
  /// Those of the loops that decide which element is accessed, or whether.
  SmallVector<Operation *, 2> deciding;
  mutable llvm::DenseMap<std::pair<Operation *, int>,
                         SmallVector<ElementTouches, 1>>
      known;
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

/// Whether two different waves access one element, or with `ofThreads` two threads.
bool meet(const ElementTouches &a, const ElementTouches &b, bool ofThreads,
          Certain certain);

/// Whether one is an atomic at an index that depends on data, and another wave
/// certainly executes the other.
bool meetByData(const ElementAccess &a, const ElementAccess &b);

/// Whether waves meet at a barrier in the loop.
bool hasBarrier(Operation *loop);

/// Whether an iteration of the loop may skip such a barrier.
bool maySkipBarrier(Operation *loop);

} // namespace mlir::wave

#endif // WAVEDIALECT_LIB_LINT_ELEMENTACCESSES_H
