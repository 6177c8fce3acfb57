//===- ScanToNVVM.cpp - Scans of waves and of classes of lanes -----------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NVVMBuilder.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::nvvm;
using Kind = CombiningKind;

//===----------------------------------------------------------------------===//
// Chains of lanes
//===----------------------------------------------------------------------===//

LaneChain::LaneChain(NVVMBuilder &b, Value members, unsigned steps)
    : b(b), members(members) {
  NVVMKernel::Chain &known = b.kernel.chains[members];
  Operation &place = *b.getInsertionPoint();
  const bool isVisible =
      known.block && known.block->findAncestorOpInBlock(place);
  if (isVisible && known.steps.size() >= steps) {
    sources.assign(known.steps.begin(), known.steps.begin() + steps);
    return;
  }
  Value earlier = b.bitAnd(members, b.kernel.getEarlierLanes());
  Value source = b.findHighest(earlier);
  for (unsigned step = 0; step < steps; ++step) {
    Value exists = b.compare(arith::CmpIPredicate::sge, source, b.i32Number(0));
    Value lane = b.select(exists, source, b.kernel.getLaneIndex());
    sources.push_back({exists, lane});
    if (step + 1 == steps)
      break;
    Value next = b.readLane(source, lane);
    source = b.select(exists, next, source);
  }
  known = {place.getBlock(), sources};
}

Value LaneChain::readEarlier(Value value, unsigned step) {
  return b.readLane(value, sources[step].second);
}

Value LaneChain::scanInclusive(Kind kind, Value value) {
  for (auto [step, source] : llvm::enumerate(sources)) {
    Value sum = b.combine(kind, readEarlier(value, step), value);
    value = b.select(source.first, sum, value);
  }
  return value;
}

Value LaneChain::scanExclusive(Kind kind, Value value) {
  Value identity = b.kernel.getConstant(getIdentity(kind, value.getType()));
  Value before = readEarlier(scanInclusive(kind, value), /*step=*/0);
  return b.select(sources.front().first, before, identity);
}

Value LaneChain::reduce(Kind kind, Value value) {
  return b.readLane(scanInclusive(kind, value), b.findHighest(members));
}

//===----------------------------------------------------------------------===//
// Whole waves
//===----------------------------------------------------------------------===//

static Value readUp(NVVMBuilder &b, Value value, int32_t distance) {
  return b.shuffle(NVVM::ShflKind::up, value, b.i32Number(distance),
                   /*clamp=*/0);
}

static Value scanWholeInclusive(NVVMBuilder &b, Kind kind, Value value) {
  for (int32_t distance = 1; distance < kWaveSize; distance *= 2) {
    Value sum = b.combine(kind, readUp(b, value, distance), value);
    Value exists = b.compare(arith::CmpIPredicate::uge, b.kernel.getLaneIndex(),
                             b.i32Number(distance));
    value = b.select(exists, sum, value);
  }
  return value;
}

static Value scanWholeExclusive(NVVMBuilder &b, Kind kind, Value value) {
  Value identity = b.kernel.getConstant(getIdentity(kind, value.getType()));
  Value before = readUp(b, scanWholeInclusive(b, kind, value), 1);
  return b.select(b.isZero(b.kernel.getLaneIndex()), identity, before);
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// Scans booleans among the lanes of `members`: their votes are in one word.
static Value scanBool(NVVMBuilder &b, Kind kind, Value value, Value members) {
  Value earlier = b.bitAnd(members, b.kernel.getEarlierLanes());
  const bool isAnd = kind == Kind::AND;
  Value votes = b.ballot(isAnd ? b.bitNot(value) : value);
  votes = b.bitAnd(votes, earlier);
  if (isAnd)
    return b.isZero(votes);
  if (kind == Kind::OR)
    return b.isNotZero(votes);
  assert(kind == Kind::XOR && "booleans are not combined otherwise");
  return b.resize(b.countBits(votes), b.i1);
}

static Value createPrefix(NVVMBuilder &b, Kind kind, Value value) {
  if (value.getType().isInteger(1))
    return scanBool(b, kind, value, b.mask);
  if (b.isWhole())
    return scanWholeExclusive(b, kind, value);
  return LaneChain(b, b.mask, kWaveSteps).scanExclusive(kind, value);
}

static Value createInclusivePrefix(NVVMBuilder &b, Kind kind, Value value) {
  if (b.isWhole())
    return scanWholeInclusive(b, kind, value);
  return LaneChain(b, b.mask, kWaveSteps).scanInclusive(kind, value);
}

/// The active lanes of the first word of a mask; the others have no lanes.
static Value getMembers(NVVMBuilder &b, Value mask) {
  Value word = vector::ExtractOp::create(b, mask, ArrayRef<int64_t>{0});
  return b.bitAnd(word, b.mask);
}

static Value createMultiPrefix(NVVMBuilder &b, MultiPrefixOp op) {
  Value members = getMembers(b, op.getMask());
  if (op.getValue().getType().isInteger(1))
    return scanBool(b, op.getKind(), op.getValue(), members);
  LaneChain chain(b, members, kWaveSteps);
  return chain.scanExclusive(op.getKind(), op.getValue());
}

static Value createMultiPrefixCount(NVVMBuilder &b, MultiPrefixCountBitsOp op) {
  Value members = getMembers(b, op.getMask());
  Value votes = b.bitAnd(b.ballot(op.getPredicate()), members);
  return b.countBits(b.bitAnd(votes, b.kernel.getEarlierLanes()));
}

Value nvvm::lowerScan(Operation *op, NVVMBuilder &b) {
  if (auto prefix = dyn_cast<PrefixOp>(op))
    return createPrefix(b, prefix.getKind(), prefix.getValue());
  if (auto prefix = dyn_cast<InclusivePrefixOp>(op))
    return createInclusivePrefix(b, prefix.getKind(), prefix.getValue());
  if (auto prefix = dyn_cast<MultiPrefixOp>(op))
    return createMultiPrefix(b, prefix);
  if (auto count = dyn_cast<MultiPrefixCountBitsOp>(op))
    return createMultiPrefixCount(b, count);
  return {};
}
