//===- BallotLint.cpp - Words of ballots ----------------------------------===//
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

namespace {
/// A word that code reads of a ballot, or of the counts of its words.
struct BallotWord {
  vector::ExtractOp extract;
  int64_t position;
  bool isCount;
};
} // namespace

/// Returns the words that code reads; none if it uses the ballot otherwise.
static SmallVector<BallotWord> findWords(Operation *ballot) {
  SmallVector<BallotWord> words;
  auto add = [&](Operation *user, bool isCount) {
    auto extract = dyn_cast<vector::ExtractOp>(user);
    // Negative positions are not constant, or poison.
    if (!extract || extract.getNumIndices() != 1 ||
        extract.getStaticPosition().front() < 0)
      return false;
    words.push_back({extract, extract.getStaticPosition().front(), isCount});
    return true;
  };
  for (Operation *user : ballot->getUsers()) {
    const bool isCount = isa<math::CtPopOp>(user);
    if (isCount
            ? !llvm::all_of(user->getUsers(),
                            [&](Operation *each) { return add(each, true); })
            : !add(user, false))
      return {};
  }
  return words;
}

/// The number of words that cover all lanes. Lanes beyond the group's threads
/// are never active.
static int64_t countWords(const LintedKernel &kernel) {
  const int64_t lanes = std::min<int64_t>(
      kernel.waveSizes.back(), kernel.threads.value_or(kMaxWaveSize));
  return llvm::divideCeil(lanes, kWordBits);
}

void wave::lintNarrowBallot(LintedKernel &kernel, LintReport report) {
  const int64_t words = countWords(kernel);
  kernel.kernel.walk([&](Operation *op) {
    if (!isa<BallotOp, MatchOp>(op))
      return;
    std::array<bool, 4> isUsed = {};
    bool isOfLanes = false;
    Operation *first = nullptr;
    for (BallotWord word : findWords(op)) {
      Operation *user = word.extract;
      if (isForOneSize(user))
        return;
      isUsed[word.position] = true;
      isOfLanes |= word.isCount || isReadAsLanes(word.extract.getResult());
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

void wave::lintCountedBallot(LintedKernel &kernel, LintReport report) {
  const int64_t words = countWords(kernel);
  kernel.kernel.walk([&](BallotOp op) {
    std::array<bool, 4> isUsed = {};
    for (BallotWord word : findWords(op)) {
      // A word that nothing uses is not counted.
      if (!word.isCount && word.extract->use_empty())
        continue;
      if (!word.isCount &&
          !llvm::all_of(word.extract->getUsers(), llvm::IsaPred<math::CtPopOp>))
        return;
      isUsed[word.position] = true;
    }
    // A count of some words is what `ballot-truncated` reports.
    if (llvm::find(isUsed, false) - isUsed.begin() < words)
      return;
    report({op,
            "the kernel only counts the bits of this ballot",
            "count the condition by 'wave.count_bits': one operation, which is "
            "right at every wave size",
            {}});
  });
}
