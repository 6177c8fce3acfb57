//===- GroupsharedOrderLint.cpp - Missing barriers for groupshared data ---===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lint.h"
#include "UnorderedAccesses.h"

using namespace mlir;
using namespace mlir::wave;

/// Whether a barrier with sync before `place` would order the pair.
static bool isOrderedByBarrier(const UnorderedPair &pair, FuncOp kernel,
                               Operation *place) {
  OpBuilder builder(place);
  auto barrier = BarrierOp::create(builder, place->getLoc(),
                                   BarrierScope::Group, /*sync=*/true);
  const bool isOrdered =
      !BarrierIntervals(kernel).areUnordered(pair.write, pair.other);
  barrier.erase();
  return isOrdered;
}

/// Returns the operation before which a barrier with sync orders the pair; null
/// if there is no such operation, or several.
static Operation *findPlace(const UnorderedPair &pair,
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
  // In a loop, the back edge may need another barrier.
  return isOrderedByBarrier(pair, kernel.kernel, other) ? other : nullptr;
}

/// Returns the loop whose back edge alone leaves the pair unordered; null if
/// there is none.
static Operation *findLoop(const UnorderedPair &pair,
                           const LintedKernel &kernel) {
  for (Operation *loop = pair.other->getParentOp(); loop != kernel.kernel;
       loop = loop->getParentOp()) {
    if (!isa<scf::ForOp, scf::WhileOp>(loop) || !loop->isAncestor(pair.write))
      continue;
    Operation *end = loop->getRegions().back().front().getTerminator();
    if (kernel.uniformity.getControl(end).isGroupUniform() &&
        isOrderedByBarrier(pair, kernel.kernel, end))
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
        "put a group barrier with sync between the two, outside of what "
        "waves decide differently",
        {{pair.write, "it is written here"}}};
    if (Operation *place = findPlace(pair, kernel)) {
      found.fix = "'wave.barrier group sync' before this";
      found.fixed = place;
    } else if (Operation *loop = findLoop(pair, kernel)) {
      found.help = "put a group barrier with sync at the end of the loop: a "
                   "wave that is ahead may be in the next iteration already";
      found.places.push_back({loop, "this loop"});
    }
    report(found);
  }
}
