//===- LaneOperations.cpp - Operations across the lanes of a wave -----------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneOperations.h"

#include "WaveDialect/Transforms/OptimizationRemarks.h"
#include "llvm/ADT/DenseMap.h"
#include <utility>

using namespace mlir;
using namespace mlir::wave;

bool wave::isLaneOperation(Operation *op) { return op->hasTrait<ReadsLanes>(); }

remark::detail::LazyTextBuild
wave::tellOfLaneOperation(Operation *op, StringRef text, StringRef reason) {
  return {"Remark", [=] {
            std::string told = op->getName().getStringRef().str();
            if (auto kind =
                    op->getAttrOfType<gpu::AllReduceOperationAttr>("kind"))
              told.append(" ").append(
                  gpu::stringifyAllReduceOperation(kind.getValue()));
            return told.append(text).append(reason);
          }};
}

namespace {
/// Two operations are equal if each lane gets the same result from both,
/// provided that the same lanes execute them.
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

/// Walks in program order and keeps, for equal operations in enclosing blocks,
/// the last one. If its active lanes differ, so do those of all earlier ones.
class Merging {
public:
  Merging(const ActiveLanes &lanes, StringRef pass)
      : lanes(lanes), pass(pass) {}

  void visit(Block &block) {
    SmallVector<std::pair<Operation *, Operation *>> outside;
    for (Operation &op : llvm::make_early_inc_range(block)) {
      for (Region &region : op.getRegions())
        for (Block &nested : region)
          visit(nested);
      if (isLaneOperation(&op) && !mergeWithKnown(op))
        outside.emplace_back(&op, std::exchange(known[&op], &op));
    }
    // After the block, the previous operations are valid again.
    for (auto [op, before] : llvm::reverse(outside))
      if (before)
        known[op] = before;
      else
        known.erase(op);
  }

private:
  bool mergeWithKnown(Operation &op) {
    Operation *first = known.lookup(&op);
    if (!first || !lanes.areSameLanes(first, &op))
      return false;
    remarkApplied(&op, pass)
        << tellOfLaneOperation(&op, " repeats one of the same value, in the "
                                    "same lanes, and takes its result");
    op.replaceAllUsesWith(first->getResults());
    op.erase();
    return true;
  }

  DenseMap<Operation *, Operation *, SameOperation> known;
  const ActiveLanes &lanes;
  StringRef pass;
};
} // namespace

void wave::mergeRepeatedLaneOperations(FuncOp kernel, const ActiveLanes &lanes,
                                       StringRef pass) {
  Merging(lanes, pass).visit(kernel.getBody().front());
}
