//===- GroupsharedOrderLint.cpp - Missing barriers for groupshared data ---===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lint.h"
#include "UnorderedAccesses.h"

#include "WaveDialect/Analysis/MemoryAccess.h"

using namespace mlir;
using namespace mlir::wave;

/// Whether barriers with sync before each of `places` would order the pair.
static bool isOrderedByBarriers(const UnorderedPair &pair, FuncOp kernel,
                                ArrayRef<Operation *> places) {
  SmallVector<BarrierOp, 2> barriers;
  for (Operation *place : places) {
    OpBuilder builder(place);
    barriers.push_back(BarrierOp::create(builder, place->getLoc(),
                                         BarrierScope::Group, /*sync=*/true));
  }
  const bool isOrdered =
      !BarrierIntervals(kernel).areUnordered(pair.write, pair.other);
  for (BarrierOp barrier : barriers)
    barrier.erase();
  return isOrdered;
}

/// Returns the operation before which a barrier is between the two accesses;
/// null if there is no such operation, or several.
static Operation *findPlaceBetween(const UnorderedPair &pair,
                                   const LintedKernel &kernel) {
  Operation *other = pair.other;
  for (; other != kernel.kernel; other = other->getParentOp()) {
    Operation *write = other->getBlock()->findAncestorOpInBlock(*pair.write);
    if (!write)
      continue;
    if (write == other || !write->isBeforeInBlock(other) ||
        !kernel.uniformity.getControl(other).isGroupUniform())
      return nullptr;
    break;
  }
  if (llvm::any_of(kernel.retires, [&](RetireIfOp retire) {
        return mayPrecede(retire, other);
      }))
    return nullptr;
  return other;
}

/// Returns the loop at whose end a barrier orders the pair, together with one
/// before each of `others`; null if there is none.
static Operation *findLoop(const UnorderedPair &pair,
                           const LintedKernel &kernel,
                           ArrayRef<Operation *> others) {
  for (Operation *loop = pair.other->getParentOp(); loop != kernel.kernel;
       loop = loop->getParentOp()) {
    if (!isa<scf::ForOp, scf::WhileOp>(loop) || !loop->isAncestor(pair.write))
      continue;
    Operation *end = loop->getRegions().back().front().getTerminator();
    SmallVector<Operation *, 2> places(others);
    places.push_back(end);
    if (kernel.uniformity.getControl(end).isGroupUniform() &&
        isOrderedByBarriers(pair, kernel.kernel, places))
      return loop;
  }
  return nullptr;
}

void wave::lintUnorderedAccess(LintedKernel &kernel, LintReport report) {
  llvm::DenseSet<Operation *> reported;
  for (const UnorderedPair &pair :
       findUnorderedPairs(kernel, ExchangeMemory::Groupshared)) {
    // A weak barrier between them has its own finding.
    if (!pair.weak.empty() || !reported.insert(pair.write).second)
      continue;
    LintFinding found{
        pair.other,
        "another wave of the group writes this element of groupshared "
        "memory, and no barrier orders the two",
        "put 'wave.barrier group sync' between the two, outside of control "
        "flow that waves decide differently",
        {{pair.write, "it is written here"}}};
    if (pair.dependsOnData)
      found.message =
          getMemoryAccess(pair.other)->isAtomic()
              ? "another wave of the group writes an element of this "
                "groupshared memory, in which the atomic counts at an index "
                "that depends on data, and no barrier orders the two"
              : "atomics of other waves of the group change elements of this "
                "groupshared memory at indices that depend on data, and no "
                "barrier orders the two";
    if (pair.isAcrossTrips) {
      auto loop = pair.other->getParentOfType<scf::WhileOp>();
      found.help = "put 'wave.barrier group sync' at the end of the loop: a "
                   "wave that is ahead may be in the next iteration already";
      found.places.push_back({loop, "this loop"});
      report(found);
      continue;
    }
    Operation *place = findPlaceBetween(pair, kernel);
    if (place && isOrderedByBarriers(pair, kernel.kernel, place)) {
      found.fix = "'wave.barrier group sync' before this";
      found.fixed = place;
    } else if (Operation *loop = findLoop(pair, kernel, {})) {
      found.help = "put 'wave.barrier group sync' at the end of the loop: a "
                   "wave that is ahead may be in the next iteration already";
      found.places.push_back({loop, "this loop"});
    } else if (Operation *loop =
                   place ? findLoop(pair, kernel, place) : nullptr) {
      found.help = "put 'wave.barrier group sync' between the two, and one at "
                   "the end of the loop: a wave that is ahead may be in the "
                   "next iteration already";
      found.places.push_back({loop, "this loop"});
    }
    report(found);
  }
}
