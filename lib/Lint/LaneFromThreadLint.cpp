//===- LaneFromThreadLint.cpp - Lanes and waves computed from thread ids --===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The machine chooses which threads a wave holds, and in which lanes: some fill
// waves in tiles of 8 x 4.
//
//===----------------------------------------------------------------------===//

#include "Expressions.h"
#include "Lint.h"

#include "WaveDialect/Analysis/MemoryAccess.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::wave;

static bool isLaneCount(Value value) {
  return value.getDefiningOp<LaneCountOp>() != nullptr;
}

/// `lane_count - 1`.
static bool isLaneMask(Value value) {
  SmallVector<Value> summands = getSummands(value);
  if (auto sub = value.getDefiningOp<arith::SubIOp>())
    return isLaneCount(sub.getLhs()) && getConstant(sub.getRhs()) == 1;
  return summands.size() == 2 && llvm::any_of(summands, isLaneCount) &&
         llvm::any_of(summands,
                      [](Value each) { return getConstant(each) == -1; });
}

static Operation *findThreadNumber(Value value) {
  Operation *found = nullptr;
  mentionsOperation(value, [&](Operation *op) {
    if (isThreadNumber(op))
      found = op;
    return found != nullptr;
  });
  return found;
}

/// Whether `op` stores or adds a value of the wave: a total, or what the last
/// lane has of a scan.
static bool storesTotal(Operation *op) {
  Value stored;
  if (auto atomic = dyn_cast<AtomicRMWOp>(op)) {
    stored = atomic.getValue();
  } else {
    std::optional<MemoryAccess> access = getMemoryAccess(op);
    if (!access || !access->writes || access->isAtomic())
      return false;
    stored = op->getOperand(0);
  }
  return isMadeOfTotal(stored, [](Operation *each) {
    return isa<ReduceOp, CountBitsOp, BallotOp, AnyOp, AllOp, PrefixOp,
               InclusivePrefixOp, PrefixCountBitsOp>(each);
  });
}

namespace {
/// The part of a thread index that an operation computes with a constant or the
/// wave size.
struct Part {
  Value thread, by;
  /// The quotient; otherwise the remainder.
  bool isQuotient;
};
} // namespace

static std::optional<Part> getPart(Operation *op) {
  if (auto div = dyn_cast<arith::DivUIOp>(op))
    return Part{div.getLhs(), div.getRhs(), true};
  if (auto rem = dyn_cast<arith::RemUIOp>(op))
    return Part{rem.getLhs(), rem.getRhs(), false};
  return std::nullopt;
}

/// Returns the constant of a division or remainder; none for other operations.
static std::optional<int64_t> getDivisor(Operation *op) {
  if (isa<arith::DivUIOp, arith::RemUIOp>(op))
    return getPowerOfTwo(op->getOperand(1));
  std::optional<int64_t> number;
  if (isa<arith::ShRUIOp, arith::AndIOp>(op))
    number = getConstant(op->getOperand(1));
  if (!number || *number < 0)
    return std::nullopt;
  if (isa<arith::ShRUIOp>(op))
    return *number < 31 ? std::optional<int64_t>(int64_t(1) << *number)
                        : std::nullopt;
  if (!llvm::isPowerOf2_64(*number + 1))
    return std::nullopt;
  return *number + 1;
}

/// Whether the value is the index of the first or the last lane.
static bool isEndOfWave(Value value, int64_t lanes) {
  const std::optional<int64_t> lane = getConstant(value);
  return lane && (*lane == 0 || *lane == lanes - 1);
}

/// Whether a quotient of a thread index by the divisor is used as a wave index,
/// or a remainder as a lane index.
static bool isUsedAsNumber(Value value, bool isQuotient, int64_t divisor) {
  SmallVector<Value> open = {value};
  DenseSet<Value> seen;
  while (!open.empty()) {
    Value each = open.pop_back_val();
    if (!seen.insert(each).second)
      continue;
    for (Operation *user : each.getUsers()) {
      if (auto read = dyn_cast<ReadLaneOp>(user)) {
        if (read.getLane() == each)
          return true;
        continue;
      }
      if (isQuotient) {
        std::optional<MemoryAccess> access = getMemoryAccess(user);
        if (access && llvm::is_contained(access->indices, each) &&
            storesTotal(user))
          return true;
      } else if (auto compare = dyn_cast<arith::CmpIOp>(user);
                 compare && isEndOfWave(compare.getRhs(), divisor)) {
        // A thread that represents its wave.
        for (Operation *decided : compare->getUsers())
          if (auto ifOp = dyn_cast<scf::IfOp>(decided);
              ifOp && ifOp.getThenRegion()
                          .walk([](Operation *op) {
                            return storesTotal(op) ? WalkResult::interrupt()
                                                   : WalkResult::advance();
                          })
                          .wasInterrupted())
            return true;
      }
      if (isa<arith::AddIOp, arith::IndexCastUIOp, arith::IndexCastOp,
              arith::XOrIOp>(user))
        open.push_back(user->getResult(0));
    }
  }
  return false;
}

/// Whether a number is likely to mean the wave size.
static bool isCommonSize(int64_t number, const LintedKernel &kernel) {
  return llvm::is_contained(kernel.judgedSizes, number) ||
         (!kernel.kernel.getWaveSize() && (number == 32 || number == 64));
}

/// Whether `value` is exactly the thread's index in its group.
static bool isNumberInGroup(Value value, const LintedKernel &kernel) {
  Operation *op = value.getDefiningOp();
  auto id = dyn_cast_or_null<GroupThreadIdOp>(op);
  return isa_and_nonnull<GroupIndexOp>(op) ||
         (id && id.getDimension() == gpu::Dimension::x &&
          kernel.kernel.getNumThreads()->front() == kernel.threads);
}

static LintFinding describe(Operation *op, bool isQuotient, Operation *thread,
                            const LintedKernel &kernel) {
  LintFinding found{
      op,
      isQuotient
          ? "a wave is numbered by arithmetic on a thread's id, and which "
            "threads a wave holds is the machine's choice"
          : "a lane is numbered by arithmetic on a thread's id, and which "
            "lane a thread has is the machine's choice",
      isQuotient ? "use 'wave.group_wave_index'" : "use 'wave.lane_index'",
      {{thread, "the thread's number"}}};
  if (isNumberInGroup(op->getOperand(0), kernel))
    found.fix = isQuotient ? "'wave.group_wave_index'" : "'wave.lane_index'";
  return found;
}

/// Finds `i * lane_count` plus a thread index: a step by waves from a position
/// that is not one of the wave's lanes.
static Operation *findStepOfWave(arith::AddIOp add) {
  SmallVector<Value> summands = getSummands(add.getResult());
  const bool hasStep = llvm::any_of(summands, [](Value each) {
    auto mul = each.getDefiningOp<arith::MulIOp>();
    return mul && (isLaneCount(mul.getLhs()) || isLaneCount(mul.getRhs()));
  });
  if (!hasStep)
    return nullptr;
  for (Value each : summands)
    if (Operation *op = each.getDefiningOp();
        isa_and_nonnull<GroupIndexOp, GroupThreadIdOp>(op))
      return op;
  return nullptr;
}

static bool isComparedWith(Value value, int64_t number) {
  return llvm::any_of(value.getUsers(), [&](Operation *user) {
    auto compare = dyn_cast<arith::CmpIOp>(user);
    return compare && getConstant(compare.getRhs()) == number;
  });
}

void wave::lintLaneFromThread(LintedKernel &kernel, LintReport report) {
  // A group of one wave is checked as well: its threads are the wave's lanes in
  // an unspecified order.
  if (!kernel.threads)
    return;
  kernel.kernel.walk([&](Operation *op) {
    if (auto part = getPart(op); part && isLaneCount(part->by)) {
      if (Operation *thread = findThreadNumber(part->thread))
        report(describe(op, part->isQuotient, thread, kernel));
      return;
    }
    if (auto mask = dyn_cast<arith::AndIOp>(op);
        mask && isLaneMask(mask.getRhs())) {
      if (Operation *thread = findThreadNumber(mask.getLhs()))
        report(describe(op, false, thread, kernel));
      return;
    }
    if (auto add = dyn_cast<arith::AddIOp>(op)) {
      // The outermost sum has all summands.
      if (llvm::any_of(add->getUsers(), llvm::IsaPred<arith::AddIOp>))
        return;
      if (Operation *thread = findStepOfWave(add))
        report(
            {op,
             "a step of 'wave.lane_count' is added to a thread's number, which "
             "differs from the lane's in every wave but one",
             "add 'wave.lane_index'",
             {{thread, "the thread's number"}},
             isNumberInGroup(thread->getResult(0), kernel) &&
                     thread->hasOneUse()
                 ? "'wave.lane_index'"
                 : "",
             thread});
      return;
    }
    std::optional<int64_t> divisor = getDivisor(op);
    if (!divisor || !isCommonSize(*divisor, kernel))
      return;
    Operation *thread = op->getOperand(0).getDefiningOp();
    const bool isQuotient = isa<arith::DivUIOp, arith::ShRUIOp>(op);
    if (isa_and_nonnull<GroupIndexOp, GroupThreadIdOp>(thread) &&
        isUsedAsNumber(op->getResult(0), isQuotient, *divisor)) {
      LintFinding found = describe(op, isQuotient, thread, kernel);
      if (!isQuotient && isComparedWith(op->getResult(0), *divisor - 1)) {
        // The number of the last lane has to follow as well.
        found.fix = {};
        found.help = "compare 'wave.lane_index' with 'wave.lane_count' - 1";
      }
      report(found);
    }
  });
}
