//===- CombineToDXIL.cpp - Reductions, scans and partitions ---------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeBuilder.h"
#include "WaveDialect/IR/CombiningKind.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::wave;
using Kind = CombiningKind;

static constexpr dxil::Feature kPartitions = dxil::Feature::Partitions;

/// Floats count as signed. Integer sums and products do not depend on the sign.
static dxil::Signedness getSignedness(Kind kind, Type type) {
  const bool isSigned =
      isa<FloatType>(type) || kind == Kind::MINSI || kind == Kind::MAXSI;
  return isSigned ? dxil::Signedness::Signed : dxil::Signedness::Unsigned;
}

static dxil::WaveOpKind getWaveOpKind(Kind kind) {
  switch (kind) {
  case Kind::ADD:
    return dxil::WaveOpKind::Sum;
  case Kind::MUL:
    return dxil::WaveOpKind::Product;
  case Kind::MINSI:
  case Kind::MINUI:
  case Kind::MINNUMF:
    return dxil::WaveOpKind::Min;
  default: // The verifier allows only the maxima here.
    return dxil::WaveOpKind::Max;
  }
}

static dxil::WaveBitKind getWaveBitKind(Kind kind) {
  if (kind == Kind::AND)
    return dxil::WaveBitKind::And;
  return kind == Kind::OR ? dxil::WaveBitKind::Or : dxil::WaveBitKind::Xor;
}

static dxil::MultiPrefixKind getMultiPrefixKind(Kind kind) {
  switch (kind) {
  case Kind::ADD:
    return dxil::MultiPrefixKind::Sum;
  case Kind::MUL:
    return dxil::MultiPrefixKind::Product;
  case Kind::AND:
    return dxil::MultiPrefixKind::And;
  case Kind::OR:
    return dxil::MultiPrefixKind::Or;
  default: // The verifier allows only XOR here.
    return dxil::MultiPrefixKind::Xor;
  }
}

//===----------------------------------------------------------------------===//
// Booleans
//===----------------------------------------------------------------------===//

static Value isOdd(CodeBuilder &b, Value count) {
  return b.isNotZero(b.bitAnd(count, b.number(b.i32, int64_t(1))));
}

static Value reduceBooleans(CodeBuilder &b, Kind kind, Value value) {
  if (kind == Kind::AND)
    return dxil::WaveAllTrueOp::create(b, b.i1, value);
  if (kind == Kind::OR)
    return dxil::WaveAnyTrueOp::create(b, b.i1, value);
  return isOdd(b, dxil::WaveAllBitCountOp::create(b, b.i32, value));
}

/// Scans booleans. `count` returns how many of the earlier lanes in the scan
/// have a true predicate.
static Value scanBooleans(CodeBuilder &b, Kind kind, Value value,
                          llvm::function_ref<Value(Value)> count) {
  if (kind == Kind::AND)
    return b.isZero(count(b.bitNot(value)));
  if (kind == Kind::OR)
    return b.isNotZero(count(value));
  return isOdd(b, count(value));
}

//===----------------------------------------------------------------------===//
// Reductions and scans
//===----------------------------------------------------------------------===//

/// DXIL does not specify how a minimum or maximum treats NaN. The minimum (or
/// maximum) of a NaN and the identity, an infinity, is that infinity, so NaN
/// lanes have no effect.
static Value replaceNaN(CodeBuilder &b, Kind kind, Value value) {
  if (!isFloatMinOrMax(kind))
    return value;
  auto type = cast<FloatType>(value.getType());
  Value neutral =
      b.number(type, APFloat::getInf(type.getFloatSemantics(),
                                     /*Negative=*/kind == Kind::MAXNUMF));
  Value number = kind == Kind::MINNUMF ? b.call<dxil::FMinOp>(value, neutral)
                                       : b.call<dxil::FMaxOp>(value, neutral);
  // A driver that assumes that no float is a NaN would remove an imprecise
  // call.
  number.getDefiningOp()->setDiscardableAttr(dxil::kPreciseName,
                                             b.getUnitAttr());
  return number;
}

static Value createReduce(CodeBuilder &b, Kind kind, Value value) {
  Type type = value.getType();
  if (type.isInteger(1))
    return reduceBooleans(b, kind, value);
  if (isBitwise(kind))
    return dxil::WaveActiveBitOp::create(b, type, value, getWaveBitKind(kind));
  value = replaceNaN(b, kind, value);
  return dxil::WaveActiveOpOp::create(b, type, value, getWaveOpKind(kind),
                                      getSignedness(kind, type));
}

static Value createMultiPrefix(CodeBuilder &b, Kind kind, Value value,
                               ArrayRef<Value> mask) {
  Type type = value.getType();
  auto signedness =
      isBitwise(kind) ? dxil::Signedness::Signed : getSignedness(kind, type);
  return dxil::WaveMultiPrefixOpOp::create(
      b, type, value, mask[0], mask[1], mask[2], mask[3],
      getMultiPrefixKind(kind), signedness);
}

static Value combineBits(CodeBuilder &b, Kind kind, Value x, Value y) {
  if (kind == Kind::AND)
    return b.bitAnd(x, y);
  return kind == Kind::OR ? b.bitOr(x, y) : b.bitXor(x, y);
}

/// Each active lane in turn broadcasts its value to all active lanes. The trip
/// count is uniform, so that the same lanes are active in the loop.
static Value createScanLoop(CodeBuilder &b, Kind kind, Value value) {
  Type type = value.getType();
  Value yes = b.boolean(true);
  Value zero = b.number(type, int64_t(0));
  Value identity = kind == Kind::AND ? b.number(type, int64_t(-1)) : zero;
  Value count = dxil::WaveAllBitCountOp::create(b, b.i32, yes);
  Value place = dxil::WavePrefixBitCountOp::create(b, b.i32, yes);
  Value none = b.number(b.i32, int64_t(0)), one = b.number(b.i32, int64_t(1));
  auto loop = scf::ForOp::create(b, none, count, one, identity);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Value turn = loop.getInductionVar(), carried = loop.getRegionIterArg(0);
  Value isTurn = b.compare(arith::CmpIPredicate::eq, place, turn);
  Value given = dxil::WaveActiveBitOp::create(
      b, type, b.select(isTurn, value, zero), dxil::WaveBitKind::Or);
  Value isLater = b.compare(arith::CmpIPredicate::ugt, place, turn);
  Value combined = combineBits(b, kind, carried, given);
  scf::YieldOp::create(b, b.select(isLater, combined, carried));
  return loop.getResult(0);
}

/// DXIL has a function for sums and products, and booleans are counted. Bitwise
/// kinds are scans of a partition in which all active lanes are one class;
/// shader models without partitions scan in a loop.
static Value createPrefix(CodeBuilder &b, Kind kind, Value value) {
  Type type = value.getType();
  if (type.isInteger(1))
    return scanBooleans(b, kind, value, [&](Value predicate) -> Value {
      return dxil::WavePrefixBitCountOp::create(b, b.i32, predicate);
    });
  if (!isBitwise(kind))
    return dxil::WavePrefixOpOp::create(b, type, value, getWaveOpKind(kind),
                                        getSignedness(kind, type));
  if (!b.kernel.has(kPartitions))
    return createScanLoop(b, kind, value);
  return createMultiPrefix(b, kind, value, createBallot(b, b.boolean(true)));
}

//===----------------------------------------------------------------------===//
// Partitions
//===----------------------------------------------------------------------===//

using Words = SmallVector<Value>;

static Words selectWords(CodeBuilder &b, Value condition, ArrayRef<Value> yes,
                         ArrayRef<Value> no) {
  Words words;
  for (auto [x, y] : llvm::zip_equal(yes, no))
    words.push_back(b.select(condition, x, y));
  return words;
}

/// Active lanes with a true value form one class, and the other active lanes
/// form another.
static Words matchBooleans(CodeBuilder &b, Value value) {
  Words yes = createBallot(b, value);
  Words no = createBallot(b, b.bitNot(value));
  return selectWords(b, value, yes, no);
}

static Words createMatchOfIntegers(CodeBuilder &b, Value value) {
  Value lanes = dxil::WaveMatchOp::create(
      b, dxil::StructType::get(b.getContext(), dxil::StructKind::FourI32),
      value);
  Words words;
  for (unsigned word = 0; word < 4; ++word)
    words.push_back(b.extract(lanes, word));
  return words;
}

/// The ballot words that have only the bit of this lane set.
static Words getOwnBit(CodeBuilder &b) {
  Value lane = dxil::WaveGetLaneIndexOp::create(b, b.i32);
  Value place = b.bitAnd(lane, b.number(b.i32, int64_t(31)));
  Value bit = arith::ShLIOp::create(b, b.number(b.i32, int64_t(1)), place);
  Value ownWord = b.shiftRight(lane, 5);
  Words words;
  for (int64_t word = 0; word < 4; ++word) {
    Value isOwn =
        b.compare(arith::CmpIPredicate::eq, ownWord, b.number(b.i32, word));
    words.push_back(b.select(isOwn, bit, b.number(b.i32, int64_t(0))));
  }
  return words;
}

/// DXIL does not specify whether floats match by bits or by value. This matches
/// the bits after replacing both zeros by +0; a NaN matches only its own lane.
static Words matchFloats(CodeBuilder &b, Value value) {
  Type type = value.getType();
  Value zero = b.number(type, int64_t(0));
  Value isZero = b.compare(arith::CmpFPredicate::OEQ, value, zero);
  Value bits = b.bitcast(b.select(isZero, zero, value),
                         b.getIntegerType(type.getIntOrFloatBitWidth()));
  Value isNumber = b.compare(arith::CmpFPredicate::OEQ, value, value);
  Words equal = createMatchOfIntegers(b, bits);
  return selectWords(b, isNumber, equal, getOwnBit(b));
}

static Words createMatch(CodeBuilder &b, Value value) {
  if (value.getType().isInteger(1))
    return matchBooleans(b, value);
  if (isa<FloatType>(value.getType()))
    return matchFloats(b, value);
  return createMatchOfIntegers(b, value);
}

static Value createMultiPrefixCount(CodeBuilder &b, Value predicate,
                                    ArrayRef<Value> mask) {
  return dxil::WaveMultiPrefixBitCountOp::create(b, b.i32, predicate, mask[0],
                                                 mask[1], mask[2], mask[3]);
}

/// The words of a partition's mask.
static FailureOr<Words> getMask(Operation *op, Value mask, CodeBuilder &b) {
  Words words = getComponents(mask, b.kernel);
  if (words.size() != 4)
    return op->emitOpError("takes a mask whose words are not known: run "
                           "wave-scalarize-vectors first "
                           "[vector-not-scalarized]");
  return words;
}

static FailureOr<Value> lowerPartition(Operation *op, CodeBuilder &b) {
  if (!op->hasTrait<UsesPartition>())
    return Value();
  if (!b.kernel.has(kPartitions))
    return b.kernel.refuse(op, "partitions of a wave", kPartitions);
  if (auto match = dyn_cast<MatchOp>(op))
    return Value(
        vector::FromElementsOp::create(b, cast<VectorType>(match.getType()),
                                       createMatch(b, match.getValue())));
  FailureOr<Words> mask = getMask(op, op->getOperand(1), b);
  if (failed(mask))
    return failure();
  if (auto count = dyn_cast<MultiPrefixCountBitsOp>(op))
    return createMultiPrefixCount(b, count.getPredicate(), *mask);
  auto scan = cast<MultiPrefixOp>(op);
  if (!scan.getType().isInteger(1))
    return createMultiPrefix(b, scan.getKind(), scan.getValue(), *mask);
  return scanBooleans(b, scan.getKind(), scan.getValue(), [&](Value predicate) {
    return createMultiPrefixCount(b, predicate, *mask);
  });
}

FailureOr<Value> wave::lowerCombination(Operation *op, CodeBuilder &b) {
  if (isa<ClusterReduceOp, InclusivePrefixOp>(op))
    return op->emitOpError("has no form in DXIL: run wave-expand-combinations "
                           "with 'inclusive' first [combination-not-expanded]");
  if (auto reduce = dyn_cast<ReduceOp>(op))
    return createReduce(b, reduce.getKind(), reduce.getValue());
  if (auto scan = dyn_cast<PrefixOp>(op))
    return createPrefix(b, scan.getKind(), scan.getValue());
  return lowerPartition(op, b);
}
