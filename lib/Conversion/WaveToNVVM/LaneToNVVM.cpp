//===- LaneToNVVM.cpp - Votes, reads and quads ---------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NVVMBuilder.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::nvvm;
using Vote = NVVM::VoteSyncKind;

/// The lanes of a quad, and the operand of shuffles by which a lane reads in its quad.
static constexpr int32_t kQuad = 4;
static constexpr int32_t kQuadClamp =
    ((kWaveSize - kQuad) << 8) | (kWaveSize - 1);

//===----------------------------------------------------------------------===//
// Votes
//===----------------------------------------------------------------------===//

/// Comparing floats with the value of one lane makes a NaN differ from everything.
static Value createAllEqual(NVVMBuilder &b, Value value) {
  if (value.getType().isInteger(1))
    return b.vote(Vote::uni, value);
  Value first = b.readLane(value, b.getFirstLane());
  Value isEqual =
      isa<FloatType>(value.getType())
          ? arith::CmpFOp::create(b, arith::CmpFPredicate::OEQ, value, first)
                .getResult()
          : b.compare(arith::CmpIPredicate::eq, value, first);
  return b.vote(Vote::all, isEqual);
}

Value nvvm::lowerVote(Operation *op, NVVMBuilder &b) {
  return TypeSwitch<Operation *, Value>(op)
      .Case([&](IsFirstLaneOp) { return b.isFirstLane(); })
      .Case([&](AnyOp any) { return b.vote(Vote::any, any.getPredicate()); })
      .Case([&](AllOp all) { return b.vote(Vote::all, all.getPredicate()); })
      .Case([&](BallotOp ballot) {
        Value zero = b.i32Number(0);
        return vector::FromElementsOp::create(
            b, ballot.getType(),
            ValueRange{b.ballot(ballot.getPredicate()), zero, zero, zero});
      })
      .Case([&](CountBitsOp count) {
        return b.countBits(b.ballot(count.getPredicate()));
      })
      .Case([&](PrefixCountBitsOp count) {
        Value votes = b.ballot(count.getPredicate());
        return b.countBits(b.bitAnd(votes, b.kernel.getEarlierLanes()));
      })
      .Case(
          [&](AllEqualOp equal) { return createAllEqual(b, equal.getValue()); })
      .Default(Value());
}

//===----------------------------------------------------------------------===//
// Reads of other lanes and of the quad
//===----------------------------------------------------------------------===//

/// The votes of the lane's quad in the lowest bits. Lanes that are not active vote
/// neither yes nor no.
static Value createQuadVotes(NVVMBuilder &b, Value predicate) {
  Value first = b.bitAnd(b.kernel.getLaneIndex(), b.i32Number(-kQuad));
  Value votes = b.shiftRight(b.ballot(predicate), first);
  return b.bitAnd(votes, b.i32Number((1 << kQuad) - 1));
}

Value nvvm::lowerRead(Operation *op, NVVMBuilder &b) {
  return TypeSwitch<Operation *, Value>(op)
      .Case([&](ReadFirstLaneOp read) {
        return b.readLane(read.getValue(), b.getFirstLane());
      })
      .Case([&](ReadLaneOp read) {
        return b.readLane(read.getValue(), read.getLane());
      })
      .Case([&](QuadReadAcrossOp read) {
        // x flips the lower bit of a lane's index in the quad, y the upper bit.
        return b.readAcross(read.getValue(),
                            static_cast<int32_t>(read.getDirection()) + 1);
      })
      .Case([&](QuadReadLaneOp read) {
        return b.shuffle(NVVM::ShflKind::idx, read.getValue(), read.getLane(),
                         kQuadClamp);
      })
      .Case([&](QuadAnyOp vote) {
        return b.isNotZero(createQuadVotes(b, vote.getPredicate()));
      })
      .Case([&](QuadAllOp vote) {
        return b.isZero(createQuadVotes(b, b.bitNot(vote.getPredicate())));
      })
      .Default(Value());
}

//===----------------------------------------------------------------------===//
// All operations on lanes
//===----------------------------------------------------------------------===//

FailureOr<bool> nvvm::lowerLaneOperation(Operation *op, NVVMKernel &kernel,
                                         Value mask) {
  if (!isa<WaveDialect>(op->getDialect()) || !op->hasTrait<ReadsLanes>())
    return false;
  if (failed(verifyScalarized(op)))
    return failure();
  NVVMBuilder b(op, kernel, mask);
  using Part = Value (*)(Operation *, NVVMBuilder &);
  constexpr Part kParts[] = {lowerVote, lowerRead, lowerReduction, lowerScan,
                             lowerPartition};
  for (Part part : kParts) {
    Value result = part(op, b);
    if (!result)
      continue;
    op->replaceAllUsesWith(ValueRange{result});
    op->erase();
    return true;
  }
  return false;
}
