//===- GroupsharedOrderLint.cpp - Groupshared memory between waves, without a barrier ---===//
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

/// The operation before which a barrier with sync orders the pair; null where there is no
/// place for one, or several.
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
        return LintedKernel::mayPrecede(retire, other);
      }))
    return nullptr;
  // In a loop the way back may need another one.
  OpBuilder builder(other);
  auto barrier = BarrierOp::create(builder, other->getLoc(),
                                   BarrierScope::Group, /*sync=*/true);
  const bool isOrdered =
      !BarrierIntervals(kernel.kernel).areUnordered(pair.write, pair.other);
  barrier.erase();
  return isOrdered ? other : nullptr;
}

void wave::lintUnorderedAccess(LintedKernel &kernel, LintReport report) {
  llvm::DenseSet<Operation *> reported;
  for (const UnorderedPair &pair :
       findUnorderedPairs(kernel, ExchangeMemory::Groupshared)) {
    // A barrier between them that is too weak has a finding of its own.
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
    }
    report(found);
  }
}
