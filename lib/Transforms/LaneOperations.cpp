//===- LaneOperations.cpp - Operations that a wave's lanes do together ------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneOperations.h"

#include "WaveDialect/Transforms/OptimizationRemarks.h"
#include "llvm/ADT/ScopedHashTable.h"

using namespace mlir;
using namespace mlir::wave;

bool wave::isLaneOperation(Operation *op) {
  return isa<IsFirstLaneOp, AnyOp, AllOp, BallotOp, CountBitsOp,
             PrefixCountBitsOp, AllEqualOp, MatchOp, ReduceOp, PrefixOp,
             MultiPrefixOp, MultiPrefixCountBitsOp, ReadFirstLaneOp, ReadLaneOp,
             QuadReadAcrossOp, QuadReadLaneOp, QuadAnyOp, QuadAllOp>(op);
}

std::string wave::describeLaneOperation(Operation *op) {
  std::string text = op->getName().getStringRef().str();
  if (auto kind = op->getAttrOfType<gpu::AllReduceOperationAttr>("kind"))
    text += " " + gpu::stringifyAllReduceOperation(kind.getValue()).str();
  return text;
}

namespace {
/// Operations are equal when a lane gets the same of both, if the same lanes execute
/// them.
struct SameOperation : llvm::DenseMapInfo<Operation *> {
  static constexpr auto kIgnored = OperationEquivalence::IgnoreLocations;
  static unsigned getHashValue(const Operation *op) {
    return OperationEquivalence::computeHash(
        const_cast<Operation *>(op), OperationEquivalence::directHashValue,
        OperationEquivalence::ignoreHashValue, kIgnored);
  }
  static bool isEqual(const Operation *a, const Operation *b) {
    if (a == b)
      return true;
    auto isKey = [](const Operation *op) {
      return op != getTombstoneKey() && op != getEmptyKey();
    };
    return isKey(a) && isKey(b) &&
           OperationEquivalence::isEquivalentTo(const_cast<Operation *>(a),
                                                const_cast<Operation *>(b),
                                                kIgnored);
  }
};

/// Walks in program order and knows, of equal operations in blocks around the next one,
/// the last. Where its lanes are others, those of all before it are, too.
class Merging {
public:
  Merging(const ActiveLanes &lanes, StringRef pass)
      : lanes(lanes), pass(pass) {}

  void visit(Block &block) {
    Known::ScopeTy scope(known);
    for (Operation &op : llvm::make_early_inc_range(block)) {
      for (Region &region : op.getRegions())
        for (Block &nested : region)
          visit(nested);
      if (isLaneOperation(&op))
        visit(op);
    }
  }

private:
  void visit(Operation &op) {
    Operation *first = known.lookup(&op);
    if (!first || !lanes.areSameLanes(first, &op)) {
      known.insert(&op, &op);
      return;
    }
    remarkApplied(&op, pass) << describeLaneOperation(&op)
                             << " repeats one of the same value, in the same "
                                "lanes, and takes its result";
    op.replaceAllUsesWith(first->getResults());
    op.erase();
  }

  using Known = llvm::ScopedHashTable<Operation *, Operation *, SameOperation>;
  Known known;
  const ActiveLanes &lanes;
  StringRef pass;
};
} // namespace

void wave::mergeRepeatedLaneOperations(FuncOp kernel, const ActiveLanes &lanes,
                                       StringRef pass) {
  Merging(lanes, pass).visit(kernel.getBody().front());
}
