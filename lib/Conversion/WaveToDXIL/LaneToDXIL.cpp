//===- LaneToDXIL.cpp - Ids, votes, reads and quads -----------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeBuilder.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::wave;

//===----------------------------------------------------------------------===//
// Ids
//===----------------------------------------------------------------------===//

template <typename TargetOp>
static Value createNumber(CodeBuilder &b) {
  return TargetOp::create(b, b.i32);
}

template <typename TargetOp>
static Value createNumber(CodeBuilder &b, gpu::Dimension dimension) {
  return TargetOp::create(b, b.i32, static_cast<uint32_t>(dimension));
}

/// Returns a wave's index in the group or the number of waves. Shader models
/// before 6.10 have no function for them; `wave-emulate-group-index` counts
/// waves there.
template <typename TargetOp>
static FailureOr<Value> createWaveNumber(Operation *op, CodeBuilder &b) {
  constexpr dxil::Feature kNumbers = dxil::Feature::GroupWaveNumbers;
  if (!b.kernel.has(kNumbers))
    return b.kernel.refuse(op, "the numbers of waves in a group", kNumbers);
  return b.resize(createNumber<TargetOp>(b), op->getResult(0).getType());
}

static FailureOr<Value> lowerNumber(Operation *op, CodeBuilder &b) {
  return TypeSwitch<Operation *, FailureOr<Value>>(op)
      .Case([&](LaneIndexOp) {
        return createNumber<dxil::WaveGetLaneIndexOp>(b);
      })
      .Case([&](LaneCountOp) {
        return createNumber<dxil::WaveGetLaneCountOp>(b);
      })
      .Case([&](gpu::SubgroupSizeOp size) {
        return b.resize(createNumber<dxil::WaveGetLaneCountOp>(b),
                        size.getType());
      })
      .Case<GroupWaveIndexOp, gpu::SubgroupIdOp>([&](Operation *index) {
        return createWaveNumber<dxil::GetGroupWaveIndexOp>(index, b);
      })
      .Case([&](GroupWaveCountOp count) {
        return createWaveNumber<dxil::GetGroupWaveCountOp>(count, b);
      })
      .Case([&](GroupIdOp id) {
        return createNumber<dxil::GroupIdOp>(b, id.getDimension());
      })
      .Case([&](DispatchThreadIdOp id) {
        return createNumber<dxil::ThreadIdOp>(b, id.getDimension());
      })
      .Case([&](GroupThreadIdOp id) {
        return createNumber<dxil::ThreadIdInGroupOp>(b, id.getDimension());
      })
      .Case([&](GroupIndexOp) {
        return createNumber<dxil::FlattenedThreadIdInGroupOp>(b);
      })
      .Case([&](GroupCountOp count) {
        return b.kernel.getGroupCount(
            static_cast<unsigned>(count.getDimension()));
      })
      // Direct3D has no such settings: it checks accesses of buffers, its
      // barriers order memory, and its wave indices are correct.
      .Case([&](SettingOp) { return b.boolean(true); })
      .Default(FailureOr<Value>(Value()));
}

//===----------------------------------------------------------------------===//
// Votes
//===----------------------------------------------------------------------===//

/// A NaN equals no value, and zeros of both signs are equal. DXIL does not
/// specify this for its own function, so floats are compared with the value of
/// the first lane.
static Value createAllEqual(CodeBuilder &b, Value value) {
  if (!isa<FloatType>(value.getType()))
    return dxil::WaveActiveAllEqualOp::create(b, b.i1, value);
  Value first = dxil::WaveReadLaneFirstOp::create(b, value.getType(), value);
  Value isEqual = b.compare(arith::CmpFPredicate::OEQ, value, first);
  return dxil::WaveAllTrueOp::create(b, b.i1, isEqual);
}

static Value lowerVote(Operation *op, CodeBuilder &b) {
  return TypeSwitch<Operation *, Value>(op)
      .Case([&](IsFirstLaneOp) {
        return dxil::WaveIsFirstLaneOp::create(b, b.i1);
      })
      .Case([&](AnyOp any) {
        return dxil::WaveAnyTrueOp::create(b, b.i1, any.getPredicate());
      })
      .Case([&](AllOp all) {
        return dxil::WaveAllTrueOp::create(b, b.i1, all.getPredicate());
      })
      .Case([&](BallotOp ballot) {
        return vector::FromElementsOp::create(
            b, ballot.getType(), createBallot(b, ballot.getPredicate()));
      })
      .Case([&](CountBitsOp count) {
        return dxil::WaveAllBitCountOp::create(b, b.i32, count.getPredicate());
      })
      .Case([&](PrefixCountBitsOp count) {
        return dxil::WavePrefixBitCountOp::create(b, b.i32,
                                                  count.getPredicate());
      })
      .Case(
          [&](AllEqualOp equal) { return createAllEqual(b, equal.getValue()); })
      .Default(Value());
}

//===----------------------------------------------------------------------===//
// Reads of other lanes and of the quad
//===----------------------------------------------------------------------===//

static Value createRead(CodeBuilder &b, Value value, Value lane) {
  return dxil::WaveReadLaneAtOp::create(b, value.getType(), value, lane);
}

/// In older shader models the functions of quads are not for amplification.
static bool hasQuads(DXILKernel &kernel) {
  return kernel.has(dxil::Feature::AmplificationQuads) ||
         kernel.function.getStageOrDefault() == Stage::Compute;
}

/// QuadOp does not accept booleans.
static Value createQuadRead(CodeBuilder &b, Value value,
                            QuadDirection direction) {
  Type type = value.getType();
  if (!hasQuads(b.kernel)) {
    const int64_t distance = static_cast<int64_t>(direction) + 1;
    Value lane = createNumber<dxil::WaveGetLaneIndexOp>(b);
    return createRead(b, value, b.bitXor(lane, b.number(b.i32, distance)));
  }
  auto kind = static_cast<dxil::QuadKind>(direction);
  if (!type.isInteger(1))
    return dxil::QuadOpOp::create(b, type, value, kind);
  Value wide = dxil::QuadOpOp::create(b, b.i32, b.resize(value, b.i32), kind);
  return b.isNotZero(wide);
}

/// DXIL requires a lane that is uniform in the quad. A lane that is not a
/// constant is read by its index in the wave instead.
static Value createQuadReadLane(CodeBuilder &b, Value value, Value lane) {
  if (hasQuads(b.kernel) && matchPattern(lane, m_Constant()))
    return dxil::QuadReadLaneAtOp::create(b, value.getType(), value, lane);
  Value own = createNumber<dxil::WaveGetLaneIndexOp>(b);
  Value first = b.bitAnd(own, b.number(b.i32, int64_t(-4)));
  return createRead(b, value, b.bitOr(first, lane));
}

/// Before Shader Model 6.7, which added a function, each lane combines its vote
/// with its neighbor's in the row, then in the column.
static Value createQuadVote(CodeBuilder &b, Value predicate,
                            dxil::QuadVoteKind kind) {
  if (b.kernel.has(dxil::Feature::QuadVotes))
    return dxil::QuadVoteOp::create(b, b.i1, predicate, kind);
  Value votes = b.resize(predicate, b.i32);
  for (QuadDirection direction : {QuadDirection::X, QuadDirection::Y}) {
    Value others = createQuadRead(b, votes, direction);
    votes = kind == dxil::QuadVoteKind::Any ? b.bitOr(votes, others)
                                            : b.bitAnd(votes, others);
  }
  return b.isNotZero(votes);
}

static Value lowerRead(Operation *op, CodeBuilder &b) {
  return TypeSwitch<Operation *, Value>(op)
      .Case([&](ReadFirstLaneOp read) {
        return dxil::WaveReadLaneFirstOp::create(b, read.getType(),
                                                 read.getValue());
      })
      .Case([&](ReadLaneOp read) {
        return createRead(b, read.getValue(), read.getLane());
      })
      .Case([&](AssumeUniformOp op) { return op.getValue(); })
      .Case([&](QuadReadAcrossOp read) {
        return createQuadRead(b, read.getValue(), read.getDirection());
      })
      .Case([&](QuadReadLaneOp read) {
        return createQuadReadLane(b, read.getValue(), read.getLane());
      })
      .Case([&](QuadAnyOp vote) {
        return createQuadVote(b, vote.getPredicate(), dxil::QuadVoteKind::Any);
      })
      .Case([&](QuadAllOp vote) {
        return createQuadVote(b, vote.getPredicate(), dxil::QuadVoteKind::All);
      })
      .Default(Value());
}

//===----------------------------------------------------------------------===//
// All lane operations
//===----------------------------------------------------------------------===//

FailureOr<bool> wave::lowerLaneOperation(Operation *op, DXILKernel &kernel) {
  if (!isa<WaveDialect, gpu::GPUDialect>(op->getDialect()))
    return false;
  if (failed(verifyScalarized(op)))
    return failure();
  CodeBuilder b(op, kernel);
  FailureOr<Value> result = lowerNumber(op, b);
  if (succeeded(result) && !*result)
    result = lowerVote(op, b);
  if (succeeded(result) && !*result)
    result = lowerRead(op, b);
  if (succeeded(result) && !*result)
    result = lowerCombination(op, b);
  if (failed(result))
    return failure();
  if (!*result)
    return false;
  op->replaceAllUsesWith(ValueRange{*result});
  op->erase();
  return true;
}
