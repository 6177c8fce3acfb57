//===- BallotLint.cpp - Ballots whose upper words are ignored -------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Expressions.h"
#include "Lint.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::wave;

static constexpr int64_t kWordBits = 32;

/// Whether a condition around `op` depends on the wave size.
static bool isForOneSize(Operation *op) {
  for (; op; op = op->getParentOp())
    if (auto ifOp = dyn_cast<scf::IfOp>(op);
        ifOp && mentionsOperation(ifOp.getCondition(), [](Operation *each) {
          return isa<LaneCountOp>(each);
        }))
      return true;
  return false;
}

/// Whether a word is read as one bit per lane: its bits are counted or
/// searched, selected by the lane, or compared with none or all.
static bool isReadAsLanes(Value word) {
  auto usesLane = [](Value value) {
    return mentionsOperation(
        value, [](Operation *op) { return isa<LaneIndexOp>(op); });
  };
  // The bits of the lanes before this lane: `(1 << lane) - 1`.
  auto isLaneMask = [&](Value value) {
    return mentionsOperation(value, [&](Operation *op) {
      return isa<arith::ShLIOp>(op) && usesLane(op->getOperand(1));
    });
  };
  return llvm::any_of(word.getUsers(), [&](Operation *user) {
    if (auto compare = dyn_cast<arith::CmpIOp>(user)) {
      std::optional<int64_t> with = getConstant(compare.getRhs());
      return with && (*with == 0 || *with == -1);
    }
    if (isa<math::CtPopOp, math::CountTrailingZerosOp,
            math::CountLeadingZerosOp>(user))
      return true;
    if (isa<arith::ShRUIOp>(user))
      return usesLane(user->getOperand(1));
    return isa<arith::AndIOp>(user) &&
           llvm::any_of(user->getOperands(), isLaneMask);
  });
}

void wave::lintNarrowBallot(LintedKernel &kernel, LintReport report) {
  // Lanes beyond the group's threads are never active.
  const int64_t lanes = std::min<int64_t>(
      kernel.waveSizes.back(), kernel.threads.value_or(kMaxWaveSize));
  const int64_t words = llvm::divideCeil(lanes, kWordBits);
  kernel.kernel.walk([&](Operation *op) {
    if (!isa<BallotOp, MatchOp>(op))
      return;
    std::array<bool, 4> isUsed = {};
    bool isOfLanes = false;
    Operation *first = nullptr;
    for (Operation *user : op->getUsers()) {
      auto extract = dyn_cast<vector::ExtractOp>(user);
      if (!extract || extract.getNumIndices() != 1 || isForOneSize(user))
        return;
      // Negative positions are not constant, or poison.
      const int64_t position = extract.getStaticPosition().front();
      if (position < 0)
        return;
      isUsed[position] = true;
      isOfLanes |= isReadAsLanes(extract.getResult());
      if (!first || user->getBlock() != first->getBlock() ||
          user->isBeforeInBlock(first))
        first = user;
    }
    // Code that uses a word other than the first ones expects several words.
    const int64_t used = llvm::find(isUsed, false) - isUsed.begin();
    if (!isOfLanes || used == 0 || used >= words ||
        llvm::count(isUsed, true) != used)
      return;
    report(
        {first,
         llvm::formatv("{0} used of this ballot, which {1} only {2} lanes; a "
                       "wave may have {3}",
                       used == 1 ? "one word is" : "not all words are",
                       used == 1 ? "holds" : "hold", used * kWordBits,
                       kernel.waveSizes.back()),
         llvm::formatv("use all words, or 'wave.count_bits' and "
                       "'wave.prefix_count_bits' of "
                       "the condition, which are right at every size; or "
                       "state that waves have at most {0} lanes: wave_size",
                       used * kWordBits),
         {{op, "the lanes vote here"}}});
  });
}
