//===- ReductionToNVVM.cpp - Reductions of waves and clusters ------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The machine reduces an i32 over any mask. Other types are made of such reductions
// where they can be exactly; the rest is combined by shuffles.
//
//===----------------------------------------------------------------------===//

#include "NVVMBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/bit.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::nvvm;
using Kind = CombiningKind;
using Vote = NVVM::VoteSyncKind;

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

static Value reduceBool(NVVMBuilder &b, Kind kind, Value value) {
  if (kind == Kind::AND)
    return b.vote(Vote::all, value);
  if (kind == Kind::OR)
    return b.vote(Vote::any, value);
  assert(kind == Kind::XOR && "booleans are not combined otherwise");
  return b.resize(b.countBits(b.ballot(value)), b.i1);
}

/// The machine's reduction, if it has one.
static std::optional<NVVM::ReduxKind> getReduxKind(Kind kind) {
  switch (kind) {
  case Kind::ADD:
    return NVVM::ReduxKind::ADD;
  case Kind::AND:
    return NVVM::ReduxKind::AND;
  case Kind::OR:
    return NVVM::ReduxKind::OR;
  case Kind::XOR:
    return NVVM::ReduxKind::XOR;
  case Kind::MINSI:
    return NVVM::ReduxKind::MIN;
  case Kind::MINUI:
    return NVVM::ReduxKind::UMIN;
  case Kind::MAXSI:
    return NVVM::ReduxKind::MAX;
  case Kind::MAXUI:
    return NVVM::ReduxKind::UMAX;
  default:
    return std::nullopt;
  }
}

static bool isSignedMinOrMax(Kind kind) {
  return kind == Kind::MINSI || kind == Kind::MAXSI;
}

static bool isMin(Kind kind) {
  return kind == Kind::MINSI || kind == Kind::MINUI || kind == Kind::MINNUMF;
}

/// Adds numbers of 27 bits, whose sum in 32 lanes has no more than 32 bits.
static Value sumOf64(NVVMBuilder &b, Value value) {
  constexpr unsigned kLimb = 27;
  Value total;
  for (unsigned shift = 0; shift < 64; shift += kLimb) {
    Value limb = b.resize(b.shiftRight(value, shift), b.i32);
    if (shift + kLimb < 64)
      limb = b.bitAnd(limb, b.i32Number((1 << kLimb) - 1));
    Value sum = b.resize(b.reduceWord(NVVM::ReduxKind::ADD, limb), b.i64);
    if (!total) {
      total = sum;
      continue;
    }
    total = b.add(total, b.shiftLeft(sum, b.number(b.i64, shift)));
  }
  return total;
}

/// Reduces the high words, then the low words of the lanes that have this high word.
static Value minOrMaxOf64(NVVMBuilder &b, Kind kind, Value value) {
  auto [low, high] = b.split(value);
  Value best = b.reduceWord(*getReduxKind(kind), high);
  Value isBest = b.compare(arith::CmpIPredicate::eq, high, best);
  Value rest = b.select(isBest, low, b.i32Number(isMin(kind) ? -1 : 0));
  Value lowBest = b.reduceWord(
      isMin(kind) ? NVVM::ReduxKind::UMIN : NVVM::ReduxKind::UMAX, rest);
  return b.join(lowBest, best);
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

/// Flips bits so that floats in their order become unsigned integers in theirs, or
/// back.
static Value flipForOrder(NVVMBuilder &b, Value bits, bool isBack) {
  Type type = bits.getType();
  const unsigned width = type.getIntOrFloatBitWidth();
  Value sign = arith::ShRSIOp::create(b, isBack ? b.bitNot(bits) : bits,
                                      b.number(type, width - 1));
  Value highest =
      b.kernel.getConstant(b.getIntegerAttr(type, APInt::getSignMask(width)));
  return b.bitXor(bits, b.bitOr(sign, highest));
}

/// A NaN gets the worst number, so that it is the result only if all lanes have one. The
/// machine's own reduction, where it has one, is the same: it ignores NaNs, and -0 is less
/// than +0.
static Value minOrMaxOfFloats(NVVMBuilder &b, Kind kind, Value value) {
  Type type = value.getType();
  if (type.isF32() && hasFloatReductions(b.kernel.sm))
    return NVVM::ReduxOp::create(
        b, type, value,
        isMin(kind) ? NVVM::ReduxKind::FMIN : NVVM::ReduxKind::FMAX, b.mask);
  Type bits = b.getIntegerType(type.getIntOrFloatBitWidth());
  Value order = flipForOrder(b, b.bitcast(value, bits), /*isBack=*/false);
  Value isNaN =
      arith::CmpFOp::create(b, arith::CmpFPredicate::UNO, value, value);
  order = b.select(isNaN, b.number(bits, isMin(kind) ? -1 : 0), order);
  const Kind unsignedKind = isMin(kind) ? Kind::MINUI : Kind::MAXUI;
  Value best = createReduction(b, unsignedKind, order);
  return b.bitcast(flipForOrder(b, best, /*isBack=*/true), type);
}

//===----------------------------------------------------------------------===//
// All types
//===----------------------------------------------------------------------===//

/// Combines pairs of lanes at growing distances, in clusters of whole waves.
static Value reduceByExchange(NVVMBuilder &b, Kind kind, Value value,
                              int32_t lanes) {
  for (int32_t distance = lanes / 2; distance > 0; distance /= 2)
    value = b.combine(kind, value, b.readAcross(value, distance));
  return value;
}

/// Reductions without an instruction of the machine.
static Value reduceByShuffles(NVVMBuilder &b, Kind kind, Value value) {
  if (b.isWhole())
    return reduceByExchange(b, kind, value, kWaveSize);
  return LaneChain(b, b.mask, kWaveSteps).reduce(kind, value);
}

static Value reduceInteger(NVVMBuilder &b, Kind kind, Value value) {
  std::optional<NVVM::ReduxKind> redux = getReduxKind(kind);
  if (!redux)
    return reduceByShuffles(b, kind, value);
  if (value.getType().isInteger(32))
    return b.reduceWord(*redux, value);
  if (kind == Kind::ADD)
    return sumOf64(b, value);
  if (!isBitwise(kind))
    return minOrMaxOf64(b, kind, value);
  auto [low, high] = b.split(value);
  Value lowReduced = b.reduceWord(*redux, low);
  return b.join(lowReduced, b.reduceWord(*redux, high));
}

Value nvvm::createReduction(NVVMBuilder &b, Kind kind, Value value) {
  Type type = value.getType();
  if (type.isInteger(1))
    return reduceBool(b, kind, value);
  if (type.isInteger(16)) {
    Value wide = isSignedMinOrMax(kind)
                     ? arith::ExtSIOp::create(b, b.i32, value).getResult()
                     : b.resize(value, b.i32);
    return b.resize(reduceInteger(b, kind, wide), type);
  }
  if (isa<IntegerType>(type))
    return reduceInteger(b, kind, value);
  if (type.isF16()) {
    Value wide = arith::ExtFOp::create(b, b.f32, value);
    return arith::TruncFOp::create(b, type, createReduction(b, kind, wide));
  }
  if (isFloatMinOrMax(kind))
    return minOrMaxOfFloats(b, kind, value);
  return reduceByShuffles(b, kind, value);
}

/// Clusters of a partial wave are chains of their own active lanes.
static Value createClusterReduction(NVVMBuilder &b, ClusterReduceOp op) {
  const auto size = static_cast<int32_t>(op.getClusterSize());
  if (size >= kWaveSize)
    return createReduction(b, op.getKind(), op.getValue());
  if (b.isWhole())
    return reduceByExchange(b, op.getKind(), op.getValue(), size);
  Value first = b.bitAnd(b.kernel.getLaneIndex(), b.i32Number(-size));
  Value cluster = b.shiftLeft(b.i32Number((1 << size) - 1), first);
  LaneChain chain(b, b.bitAnd(b.mask, cluster), llvm::Log2_32(size));
  return chain.reduce(op.getKind(), op.getValue());
}

Value nvvm::lowerReduction(Operation *op, NVVMBuilder &b) {
  if (auto reduce = dyn_cast<ReduceOp>(op))
    return createReduction(b, reduce.getKind(), reduce.getValue());
  if (auto reduce = dyn_cast<ClusterReduceOp>(op))
    return createClusterReduction(b, reduce);
  return {};
}
