//===- LaneReads.cpp - Reading other lanes --------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::simd;

/// The largest vector, in bits, that is permuted in registers. If the machine
/// has an instruction for this, it is faster than memory for a few registers;
/// otherwise the code goes through memory in any case.
static constexpr int64_t kRegisterPermuteBits = 512;

/// Returns the constant value of `value`, including values computed from
/// constants that were not folded yet, such as `lane_index ^ 1`.
static Attribute getConstant(Value value, unsigned depth = 8) {
  Attribute constant;
  if (matchPattern(value, m_Constant(&constant)))
    return constant;
  Operation *op = value.getDefiningOp();
  if (!op || depth == 0 || op->getNumResults() != 1)
    return {};
  SmallVector<Attribute> operands;
  for (Value operand : op->getOperands())
    if (!operands.emplace_back(getConstant(operand, depth - 1)))
      return {};
  SmallVector<OpFoldResult> results;
  if (operands.empty() || failed(op->fold(operands, results)) ||
      results.empty())
    return {};
  return dyn_cast<Attribute>(results.front());
}

/// Returns the constant lane indices in `lanes`, or nothing if they are not
/// constant.
static SmallVector<int64_t> getConstantLanes(Value lanes) {
  auto numbers = dyn_cast_if_present<DenseIntElementsAttr>(getConstant(lanes));
  SmallVector<int64_t> result;
  if (numbers)
    for (APInt number : numbers)
      result.push_back(number.getSExtValue());
  return result;
}

Value LaneBuilder::shuffleLanes(Value value,
                                function_ref<int64_t(int64_t)> from) {
  if (getElementTypeOrSelf(value).isInteger(1))
    return isNegative(
        shuffleLanes(widenBools(value, builder.getI32Type()), from));
  SmallVector<int64_t> places;
  for (int64_t lane = 0; lane < lanes; ++lane)
    places.push_back(from(lane));
  return shuffle(value, value, places);
}

//===----------------------------------------------------------------------===//
// Reads of one lane by all lanes
//===----------------------------------------------------------------------===//

Value LaneBuilder::readFirst(Value value, Value mask) {
  return readLane(value, getFirstLane(mask));
}

Value LaneBuilder::readLane(Value value, Value lane) {
  lane = create<arith::AndIOp>(lane, constant(lane.getType(), lanes - 1));
  Type scalar = getElementTypeOrSelf(value);
  if (!scalar.isInteger(1))
    return create<LLVM::ExtractElementOp>(scalar, value, lane);
  Value bits = getBits(value);
  Value shifted = create<arith::ShRUIOp>(bits, resize(lane, bits.getType()));
  return resize(shifted, scalar);
}

//===----------------------------------------------------------------------===//
// Reads of a different lane by each lane
//===----------------------------------------------------------------------===//

Value LaneBuilder::permute(Value value, Value from) {
  SmallVector<int64_t> known = getConstantLanes(from);
  if (!known.empty())
    return shuffleLanes(
        value, [&](int64_t lane) { return known[lane] & (lanes - 1); });

  Type i32 = builder.getI32Type();
  from = create<arith::AndIOp>(from, splat(constant(i32, lanes - 1)));
  Type scalar = getElementTypeOrSelf(value);
  unsigned width = scalar.getIntOrFloatBitWidth();
  if (width == 1)
    return permuteBools(value, from);
  // Registers are permuted in 32-bit words.
  if (width == 16) {
    Type i16 = builder.getI16Type();
    Value words = create<arith::BitcastOp>(getVectorType(i16), value);
    Value read = permute(resize(words, i32), from);
    return create<arith::BitcastOp>(value.getType(), resize(read, i16));
  }
  if (lanes * width > kRegisterPermuteBits)
    return permuteInMemory(value, from);
  if (width == 32)
    return permuteInRegisters(value, from);
  LaneBuilder halves(builder, loc, 2 * lanes);
  Value words = create<vector::BitCastOp>(halves.getVectorType(i32), value);
  SmallVector<int64_t> twice;
  for (int64_t half = 0; half < 2 * lanes; ++half)
    twice.push_back(half / 2);
  Value first = create<arith::ShLIOp>(from, splat(constant(i32, 1)));
  Value which = create<arith::AndIOp>(halves.laneNumbers(i32),
                                      halves.splat(constant(i32, 1)));
  Value places = create<arith::OrIOp>(shuffle(first, first, twice), which);
  return create<vector::BitCastOp>(value.getType(),
                                   halves.permuteInRegisters(words, places));
}

Value LaneBuilder::permuteBools(Value value, Value from) {
  Type i32 = builder.getI32Type();
  if (lanes > 32)
    return isNegative(permute(widenBools(value, i32), from));
  // Shift the bit of each lane's source to the sign bit.
  Value bits = splat(resize(getBits(value), i32));
  Value distance = create<arith::SubIOp>(splat(constant(i32, 31)), from);
  return isNegative(create<arith::ShLIOp>(bits, distance));
}

/// x86 has one instruction that builds a vector from elements whose indices are
/// the elements of another vector; LLVM finds it if no operation is between the
/// two extractions. 8 words fill an AVX2 register and cost nothing with
/// AVX-512.
Value LaneBuilder::permuteInRegisters(Value value, Value from) {
  Type i32 = builder.getI32Type();
  int64_t length = std::min<int64_t>(lanes, 8);
  Value inPart = create<arith::AndIOp>(from, splat(constant(i32, length - 1)));
  SmallVector<Value> places;
  for (int64_t lane = 0; lane < lanes; ++lane)
    places.push_back(create<vector::ExtractOp>(inPart, lane));
  Value result;
  for (int64_t first = 0; first < lanes; first += length) {
    auto part = llvm::to_vector(llvm::seq(first, first + length));
    Value source = shuffle(value, value, part);
    SmallVector<Value> elements;
    for (Value place : places)
      elements.push_back(create<LLVM::ExtractElementOp>(source, place));
    Value read = create<vector::FromElementsOp>(value.getType(), elements);
    if (!result) {
      result = read;
      continue;
    }
    Value isHere = create<arith::CmpIOp>(arith::CmpIPredicate::sge, from,
                                         splat(constant(i32, first)));
    result = create<arith::SelectOp>(isHere, read, result);
  }
  return result;
}

Value LaneBuilder::permuteInMemory(Value value, Value from) {
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  Value slot;
  {
    // An alloca in a loop would grow the stack.
    OpBuilder::InsertionGuard guard(builder);
    Region *region = builder.getInsertionBlock()->getParent();
    while (!isa<FunctionOpInterface>(region->getParentOp()))
      region = region->getParentOp()->getParentRegion();
    builder.setInsertionPointToStart(&region->front());
    slot = create<LLVM::AllocaOp>(pointer, value.getType(),
                                  constant(builder.getI64Type(), 1),
                                  /*alignment=*/64);
  }
  // The lifetime markers allow other slots to use the same memory.
  LLVM::LifetimeStartOp::create(builder, loc, slot);
  LLVM::StoreOp::create(builder, loc, value, slot, /*alignment=*/64);
  Type scalar = getElementTypeOrSelf(value);
  Value places = create<LLVM::GEPOp>(getVectorType(pointer), scalar, slot,
                                     ArrayRef<LLVM::GEPArg>{from},
                                     LLVM::GEPNoWrapFlags::inbounds);
  Value result = create<LLVM::masked_gather>(
      value.getType(), places, constantVector(builder.getBoolAttr(true)),
      /*pass_thru=*/ValueRange(), scalar.getIntOrFloatBitWidth() / 8);
  LLVM::LifetimeEndOp::create(builder, loc, slot);
  return result;
}

//===----------------------------------------------------------------------===//
// Quads
//===----------------------------------------------------------------------===//

Value LaneBuilder::quadReadAcross(QuadDirection direction, Value value) {
  // x flips the lower bit of a lane's index in the quad, y the upper bit.
  int64_t flipped = static_cast<int64_t>(direction) + 1;
  return shuffleLanes(value, [&](int64_t lane) { return lane ^ flipped; });
}

Value LaneBuilder::quadReadLane(Value value, Value lane) {
  if (!isa<VectorType>(lane.getType()))
    lane = splat(lane);
  SmallVector<int64_t> known = getConstantLanes(lane);
  if (!known.empty())
    return shuffleLanes(
        value, [&](int64_t lane) { return (lane & ~3) | (known[lane] & 3); });

  Type scalar = getElementTypeOrSelf(value), i32 = builder.getI32Type();
  if (scalar.isInteger(1))
    return isNegative(quadReadLane(widenBools(value, i32), lane));
  // Select one of four shuffles.
  auto read = [&](int64_t place) {
    return shuffleLanes(value,
                        [&](int64_t lane) { return (lane & ~3) | place; });
  };
  auto isBitSet = [&](int64_t bit) {
    Value distance = splat(constant(i32, 31 - bit));
    return isNegative(create<arith::ShLIOp>(lane, distance));
  };
  Value isOdd = isBitSet(0), isSecondRow = isBitSet(1);
  Value first = create<arith::SelectOp>(isOdd, read(1), read(0));
  Value second = create<arith::SelectOp>(isOdd, read(3), read(2));
  return create<arith::SelectOp>(isSecondRow, second, first);
}

Value LaneBuilder::combineQuads(Kind kind, Value predicate) {
  Value wide = widenBools(predicate, builder.getI32Type());
  for (QuadDirection direction : {QuadDirection::X, QuadDirection::Y})
    wide = combine(kind, wide, quadReadAcross(direction, wide));
  return isNegative(wide);
}

Value LaneBuilder::quadAny(Value predicate) {
  return combineQuads(Kind::OR, predicate);
}

Value LaneBuilder::quadAll(Value predicate) {
  return combineQuads(Kind::AND, predicate);
}
