//===- LaneCombination.cpp - Reductions and scans by counts -----------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneCombination.h"

#include "WaveDialect/IR/ElementType.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::wave;

/// Returns the size of the clusters; none if each cluster holds its wave.
static std::optional<int32_t> getClusterSize(ClusterReduceOp reduce) {
  const auto size = static_cast<int32_t>(reduce.getClusterSize());
  auto kernel = reduce->getParentOfType<FuncOp>();
  SmallVector<int32_t> sizes = kernel.getWaveSizes();
  if (!sizes.empty() && sizes.back() <= size)
    return std::nullopt;
  return size;
}

std::optional<LaneCombination> LaneCombination::get(Operation *op) {
  LaneCombination result;
  result.op = op;
  bool known = TypeSwitch<Operation *, bool>(op)
                   .Case([&](ReduceOp reduce) {
                     result.kind = reduce.getKind();
                     result.value = reduce.getValue();
                     return true;
                   })
                   .Case([&](PrefixOp prefix) {
                     result.kind = prefix.getKind();
                     result.value = prefix.getValue();
                     result.isScan = true;
                     return true;
                   })
                   .Case([&](MultiPrefixOp prefix) {
                     result.kind = prefix.getKind();
                     result.value = prefix.getValue();
                     result.mask = prefix.getMask();
                     result.isScan = true;
                     return true;
                   })
                   .Case([&](ClusterReduceOp reduce) {
                     result.kind = reduce.getKind();
                     result.value = reduce.getValue();
                     result.clusterSize = getClusterSize(reduce);
                     return true;
                   })
                   .Default(false);
  if (!known)
    return std::nullopt;
  return result;
}

bool LaneCombination::isFloat() const {
  return isa<FloatType>(getScalarType(value.getType()));
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

static Value createNumber(OpBuilder &builder, Location loc, Type type,
                          int64_t number) {
  unsigned width = getScalarType(type).getIntOrFloatBitWidth();
  APInt bits(width, number, /*isSigned=*/true, /*implicitTrunc=*/true);
  TypedAttr attribute = builder.getIntegerAttr(getScalarType(type), bits);
  if (auto vector = dyn_cast<VectorType>(type))
    attribute = SplatElementsAttr::get(vector, attribute);
  return arith::ConstantOp::create(builder, loc, attribute);
}

/// Converts a count, an i32 below 2^8, to `type`, modulo its width.
static Value convertCount(OpBuilder &builder, Location loc, Type type,
                          Value count) {
  Type scalar = getScalarType(type);
  unsigned width = scalar.getIntOrFloatBitWidth();
  if (width > 32)
    count = builder.createOrFold<arith::ExtUIOp>(loc, scalar, count);
  else if (width < 32)
    count = builder.createOrFold<arith::TruncIOp>(loc, scalar, count);
  if (isa<VectorType>(type))
    count = builder.createOrFold<vector::BroadcastOp>(loc, type, count);
  return count;
}

/// Computes `count` times `value`.
static Value createMultiple(OpBuilder &builder, Location loc, Value value,
                            Value count) {
  count = convertCount(builder, loc, value.getType(), count);
  // Booleans have no arithmetic; their sum is modulo 2.
  if (getScalarType(value.getType()).isInteger(1))
    return builder.createOrFold<arith::AndIOp>(loc, value, count);
  return builder.createOrFold<arith::MulIOp>(loc, value, count);
}

static Value createLowestBit(OpBuilder &builder, Location loc, Value count) {
  Value one = createNumber(builder, loc, count.getType(), 1);
  return builder.createOrFold<arith::AndIOp>(loc, count, one);
}

static Value compare(OpBuilder &builder, Location loc,
                     arith::CmpIPredicate predicate, Value count) {
  Value zero = createNumber(builder, loc, count.getType(), 0);
  return builder.createOrFold<arith::CmpIOp>(loc, predicate, count, zero);
}

static Value createSelect(OpBuilder &builder, Location loc, Value condition,
                          Value ifTrue, Value ifFalse) {
  return builder.createOrFold<arith::SelectOp>(loc, condition, ifTrue, ifFalse);
}

//===----------------------------------------------------------------------===//
// One value in all lanes
//===----------------------------------------------------------------------===//

bool LaneCombination::canCountLanes(LaneCounts &counts) const {
  return !clusterSize || counts.isWholeWave(op);
}

Value LaneCombination::countLanes(OpBuilder &builder,
                                  LaneCounts &counts) const {
  if (clusterSize) {
    Location loc = op->getLoc();
    Value size = createNumber(builder, loc, builder.getI32Type(), *clusterSize);
    // A wave that is smaller than a cluster is one cluster.
    SmallVector<int32_t> sizes = op->getParentOfType<FuncOp>().getWaveSizes();
    if (!sizes.empty() && sizes.front() >= *clusterSize)
      return size;
    return builder.createOrFold<arith::MinUIOp>(
        loc, counts.countActive(builder, op), size);
  }
  if (!isScan)
    return counts.countActive(builder, op);
  if (!mask)
    return counts.countActiveBefore(builder, op);
  Location loc = op->getLoc();
  return countLanes(builder,
                    createNumber(builder, loc, builder.getI1Type(), 1));
}

/// Counts the combined lanes whose predicate is true.
Value LaneCombination::countLanes(OpBuilder &builder, Value predicate) const {
  Location loc = op->getLoc();
  Type i32 = builder.getI32Type();
  if (!isScan)
    return CountBitsOp::create(builder, loc, i32, predicate);
  if (!mask)
    return PrefixCountBitsOp::create(builder, loc, i32, predicate);
  return MultiPrefixCountBitsOp::create(builder, loc, i32, predicate, mask);
}

/// Whether no lane is combined, because no lane precedes this one.
Value LaneCombination::isFirst(OpBuilder &builder, LaneCounts &counts) const {
  if (!mask)
    return IsFirstLaneOp::create(builder, op->getLoc(), builder.getI1Type());
  return compare(builder, op->getLoc(), arith::CmpIPredicate::eq,
                 countLanes(builder, counts));
}

/// Whether an even number of lanes is combined: a whole wave has a power of two
/// of lanes, at least four, and a whole cluster at least two.
bool LaneCombination::isOddNever(LaneCounts &counts) const {
  return !isScan && counts.isWholeWave(op);
}

/// The powers of 0, 1 and -1 are simple; computing others costs as much as the
/// product.
Value LaneCombination::createUniformProduct(OpBuilder &builder,
                                            LaneCounts &counts) const {
  Location loc = op->getLoc();
  APInt factor;
  if (!matchPattern(value, m_ConstantInt(&factor)))
    return {};
  if (factor.isOne() || (factor.isZero() && !isScan))
    return value;
  if (factor.isZero())
    return createSelect(builder, loc, isFirst(builder, counts),
                        createNumber(builder, loc, value.getType(), 1), value);
  if (!factor.isAllOnes() || !canCountLanes(counts))
    return {};
  Value one = createNumber(builder, loc, value.getType(), 1);
  if (isOddNever(counts))
    return one;
  Value isOdd =
      compare(builder, loc, arith::CmpIPredicate::ne,
              createLowestBit(builder, loc, countLanes(builder, counts)));
  return createSelect(builder, loc, isOdd, value, one);
}

Value LaneCombination::createOfUniform(OpBuilder &builder,
                                       LaneCounts &counts) const {
  Location loc = op->getLoc();
  Type type = value.getType();
  switch (kind) {
  case Kind::ADD:
    return isFloat() || !canCountLanes(counts)
               ? Value()
               : createMultiple(builder, loc, value,
                                countLanes(builder, counts));
  case Kind::MUL:
    return isFloat() ? Value() : createUniformProduct(builder, counts);
  case Kind::XOR:
    if (isOddNever(counts))
      return createNumber(builder, loc, type, 0);
    if (!canCountLanes(counts))
      return {};
    return createMultiple(
        builder, loc, value,
        createLowestBit(builder, loc, countLanes(builder, counts)));
  case Kind::AND:
  case Kind::OR:
    if (!isScan)
      return value;
    return createSelect(
        builder, loc, isFirst(builder, counts),
        createNumber(builder, loc, type, kind == Kind::AND ? -1 : 0), value);
  default:
    // Minima and maxima, which have no scans.
    return isScan ? Value() : value;
  }
}

StringRef LaneCombination::getReasonAgainst(LaneCounts &counts) const {
  if (isFloat())
    return ", but floats that are added or multiplied one by one round "
           "otherwise than a multiple or a power";
  if (!canCountLanes(counts))
    return ", but some lanes of a cluster may be inactive";
  return ", but only of 0, 1 and -1 a power is less work";
}

//===----------------------------------------------------------------------===//
// One value in some lanes
//===----------------------------------------------------------------------===//

Value LaneCombination::createOfChoice(OpBuilder &builder,
                                      const LaneChoice &choice) const {
  Location loc = op->getLoc();
  Type type = value.getType();
  if (isFloat() || getScalarType(type).isInteger(1) || clusterSize)
    return {};
  APInt number(getScalarType(type).getIntOrFloatBitWidth(), 1);
  bool isConstant =
      !choice.value || matchPattern(choice.value, m_ConstantInt(&number));
  bool isNotNegative =
      isConstant && !choice.isNegative && number.isNonNegative();
  // Max and min become or and and only if the order of the value and 0 is
  // known.
  Kind bits = kind;
  if (kind == Kind::MAXUI || (kind == Kind::MAXSI && isNotNegative))
    bits = Kind::OR;
  else if (kind == Kind::MINUI || (kind == Kind::MINSI && isNotNegative))
    bits = Kind::AND;
  bool counted = bits == Kind::ADD || bits == Kind::XOR;
  bool voted = bits == Kind::OR || (bits == Kind::AND && !isScan);
  if (!counted && !voted)
    return {};

  Value predicate = choice.predicate;
  if (!choice.holds)
    predicate = builder.createOrFold<arith::XOrIOp>(
        loc, predicate, createNumber(builder, loc, predicate.getType(), 1));
  Value chosen = choice.value;
  if (!chosen)
    chosen = createNumber(builder, loc, type, choice.isNegative ? -1 : 1);
  if (voted) {
    Value vote;
    if (isScan)
      vote = compare(builder, loc, arith::CmpIPredicate::ne,
                     countLanes(builder, predicate));
    else if (bits == Kind::OR)
      vote = AnyOp::create(builder, loc, builder.getI1Type(), predicate);
    else
      vote = AllOp::create(builder, loc, builder.getI1Type(), predicate);
    return createSelect(builder, loc, vote, chosen,
                        createNumber(builder, loc, type, 0));
  }
  Value count = countLanes(builder, predicate);
  if (bits == Kind::XOR)
    count = createLowestBit(builder, loc, count);
  return createMultiple(builder, loc, chosen, count);
}
