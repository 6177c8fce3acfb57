//===- WaveTurns.cpp - Loops whose trips the waves take in turn -----------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The waves of a group share the elements of a buffer out: `i += waves * lanes`. If each
// wave ran through its whole loop, it would read a part of each cache line or page, and
// the group would go through the memory once for each wave, in steps that the machine
// does not foresee. Instead the group runs through the loop, and its waves take each trip
// in turn, so that the memory is read from front to back.
//
// Between two barriers waves run in any order, and no wave waits for another one here:
// neither a `for` nor its body holds a barrier, a pipe or a barrier of some waves. So the
// order of trips is one that a program must expect.

#include "WaveTurns.h"

#include "WaveDialect/Analysis/MemoryAccess.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::simd;

/// Returns by how much `index` grows if the variable of `loop` grows by 1; none if
/// that is no constant.
static std::optional<APInt> getGrowth(Value index, scf::ForOp loop) {
  constexpr unsigned kBits = 64;
  if (index == loop.getInductionVar())
    return APInt(kBits, 1);
  if (loop.isDefinedOutsideOfLoop(index))
    return APInt::getZero(kBits);
  Operation *op = index.getDefiningOp();
  if (!op)
    return std::nullopt;
  if (isa<arith::IndexCastOp, arith::IndexCastUIOp>(op))
    return getGrowth(op->getOperand(0), loop);
  if (isa<arith::AddIOp>(op)) {
    std::optional<APInt> a = getGrowth(op->getOperand(0), loop),
                         b = getGrowth(op->getOperand(1), loop);
    return a && b ? std::optional(*a + *b) : std::nullopt;
  }
  APInt factor;
  if (!isa<arith::MulIOp, arith::ShLIOp>(op) ||
      !matchPattern(op->getOperand(1), m_ConstantInt(&factor)))
    return std::nullopt;
  std::optional<APInt> growth = getGrowth(op->getOperand(0), loop);
  if (!growth)
    return std::nullopt;
  return isa<arith::MulIOp>(op) ? *growth * factor.zextOrTrunc(kBits)
                                : growth->shl(factor.getLimitedValue(kBits));
}

/// Whether the lanes access adjacent elements of a buffer, and the next trip elements
/// behind those of the other waves.
static bool leavesGaps(Operation *op, scf::ForOp loop, const Frame &frame) {
  APInt step;
  std::optional<MemoryAccess> access = getMemoryAccess(op);
  if (!access || access->isImage() || access->isMatrix ||
      !isa<BlockArgument>(access->memory) ||
      frame.strides->get(access->indices.front()) != 1 ||
      !matchPattern(loop.getStep(), m_ConstantInt(&step)))
    return false;
  std::optional<APInt> growth = getGrowth(access->indices.front(), loop);
  return growth && (*growth * step.zextOrTrunc(64)).sgt(frame.lanes);
}

bool simd::takesTurns(scf::ForOp loop, const Frame &frame) {
  // Values that the loop carries would be kept in memory from trip to trip.
  if (frame.runsOneWave() || frame.knownWaves == 1 ||
      loop.getNumRegionIterArgs() > 0)
    return false;
  bool fillsGaps = false;
  WalkResult result = loop.getBody()->walk([&](Operation *op) {
    fillsGaps |= leavesGaps(op, loop, frame);
    if (isa<scf::ForOp, scf::WhileOp>(op) || op->hasTrait<WholeWave>())
      return WalkResult::interrupt();
    // So would vectors from before the loop.
    const bool areScalars = llvm::all_of(op->getOperands(), [&](Value operand) {
      return isa<MemRefType, ImageType>(operand.getType()) ||
             !loop.isDefinedOutsideOfLoop(operand) ||
             frame.strides->get(operand).has_value();
    });
    return areScalars ? WalkResult::advance() : WalkResult::interrupt();
  });
  return fillsGaps && !result.wasInterrupted();
}
