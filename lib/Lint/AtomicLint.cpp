//===- AtomicLint.cpp - Atomics that every lane executes for the wave -----===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Expressions.h"
#include "Lint.h"

#include "WaveDialect/Analysis/MemoryAccess.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::wave;

/// Whether more than one lane of a wave may execute `op`: no divergent control
/// flow is around it, and lanes have not returned one by one.
static bool isOfWholeWaves(Operation *op, const LintedKernel &kernel) {
  if (kernel.threads == 1 || !kernel.uniformity.getControl(op).isWaveUniform())
    return false;
  return llvm::none_of(kernel.retires, [&](RetireIfOp retire) {
    return mayPrecede(retire, op) &&
           mentionsOperation(retire.getCondition(), [](Operation *each) {
             return isa<IsFirstLaneOp, LaneIndexOp>(each) ||
                    isThreadNumber(each);
           });
  });
}

/// Returns the condition that selects one wave; null if none is around `op`.
static scf::IfOp findChoiceOfWave(Operation *op) {
  for (; op; op = op->getParentOp())
    if (auto ifOp = dyn_cast<scf::IfOp>(op);
        ifOp && mentionsOperation(ifOp.getCondition(), [](Operation *each) {
          return isa<GroupWaveIndexOp>(each);
        }))
      return ifOp;
  return nullptr;
}

static bool isGroupsharedLoad(Operation *op) {
  std::optional<MemoryAccess> access = getMemoryAccess(op);
  return access && !access->writes &&
         access->memory.getDefiningOp<GroupsharedOp>();
}

/// Only one lane is the first lane, so counting first lanes counts nothing.
static bool isCount(Operation *op) {
  auto count = dyn_cast<CountBitsOp>(op);
  return count && !count.getPredicate().getDefiningOp<IsFirstLaneOp>();
}

/// Whether `op` counts the lanes in a word of a ballot.
static bool isCountOfBallot(Operation *op) {
  return isa<math::CtPopOp>(op) &&
         mentionsOperation(op->getOperand(0),
                           [](Operation *each) { return isa<BallotOp>(each); });
}

void wave::lintPerLaneAtomic(LintedKernel &kernel, LintReport report) {
  kernel.kernel.walk([&](AtomicRMWOp atomic) {
    // Adding twice changes the result; other kinds are idempotent, or for bits.
    if (atomic.getKind() != gpu::AllReduceOperation::ADD)
      return;
    if (!isOfWholeWaves(atomic, kernel) ||
        !looksWaveUniform(atomic.getValue(), kernel) ||
        !looksWaveUniform(atomic.getIndex(), kernel))
      return;
    Operation *total = nullptr;
    bool isTotal = isMadeOfTotal(atomic.getValue(), [&](Operation *op) {
      auto reduce = dyn_cast<ReduceOp>(op);
      if ((reduce && reduce.getKind() == gpu::AllReduceOperation::ADD) ||
          isCount(op) || isCountOfBallot(op))
        total = op;
      return total != nullptr;
    });
    scf::IfOp choice = findChoiceOfWave(atomic);
    if (!isTotal &&
        !(choice && isMadeOfTotal(atomic.getValue(), isGroupsharedLoad)))
      return;
    LintFinding found{atomic,
                      "every lane of the wave executes this atomic with the "
                      "same value, so it counts once per lane",
                      "let one lane execute it, under 'wave.is_first_lane', "
                      "and broadcast the result with 'wave.read_first_lane'",
                      {}};
    if (total)
      found.places.emplace_back(total, "the value is the wave's already here");
    else
      found.places.emplace_back(choice,
                                "all lanes of the wave take this branch");
    if (atomic.getResult().use_empty())
      found.fix = "this atomic under 'wave.is_first_lane'";
    report(found);
  });
}
