//===- Checks.cpp - Calls of the checker ----------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// lib/Runtime/CheckCalls.h declares the functions. Vectors are passed through
// memory: in two stack slots that all checker calls of a wave share, or, for
// stored values with several components, in a separate slot.

#include "WaveEmitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::simd;

/// Returns the lane mask as two words; lane 0 is the lowest bit of the first
/// word.
std::array<Value, 2> WaveEmitter::getMaskWords(Value mask, Location loc) {
  LaneBuilder at = lanesAt(loc);
  Type i64 = builder.getI64Type();
  Value zero = at.constant(i64, 0);
  Value bits = at.getActiveBits(mask);
  if (frame.lanes < 64)
    return {arith::ExtUIOp::create(builder, loc, i64, bits), zero};
  if (frame.lanes == 64)
    return {bits, zero};
  Value high = arith::ShRUIOp::create(builder, loc, bits,
                                      at.constant(bits.getType(), 64));
  return {arith::TruncIOp::create(builder, loc, i64, bits),
          arith::TruncIOp::create(builder, loc, i64, high)};
}

void WaveEmitter::callChecker(StringRef name, ValueRange operands,
                              Location loc) {
  SmallVector<Value> all = {frame.checker};
  llvm::append_range(all, operands);
  LLVM::CallOp::create(builder, loc, TypeRange(), name, all);
}

/// Stores a vector into `slot`, which is large enough for the longest vector.
Value WaveEmitter::spill(Value vector, Value &slot, Location loc) {
  if (!slot)
    slot = createSlot(builder.getI64Type(), frame.lanes, loc);
  LLVM::StoreOp::create(builder, loc, vector, slot);
  return slot;
}

LogicalResult WaveEmitter::emitCheck(CheckOp op, Value mask) {
  Location loc = op.getLoc();
  LaneBuilder at = lanesAt(loc);
  Value site = at.constant(builder.getI32Type(), op.getSite());
  auto call = [&](StringRef name, Value lanes) {
    auto [low, high] = getMaskWords(lanes, loc);
    callChecker(name, {site, low, high}, loc);
  };
  auto callWhereTrue = [&](function_ref<void(Value)> callFor) {
    Value lanes = at.andMask(mask, getVector(op.getOperands().front()));
    auto ifOp = scf::IfOp::create(builder, loc, at.isAnySet(lanes),
                                  /*withElseRegion=*/false);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(ifOp.thenBlock()->getTerminator());
    callFor(lanes);
  };
  switch (op.getKind()) {
  case CheckKind::Access:
    return emitAccessCheck(op, mask);
  case CheckKind::Uniform:
    return emitUniformCheck(op, mask);
  case CheckKind::Undefined:
    callWhereTrue([&](Value lanes) {
      Value indices = LLVM::ZeroOp::create(
          builder, loc, LLVM::LLVMPointerType::get(builder.getContext()));
      if (op.getOperands().size() > 1)
        indices = spill(getVector(op.getOperands().back()), indexSlot, loc);
      auto [low, high] = getMaskWords(lanes, loc);
      callChecker("wave_check_undefined", {site, indices, low, high}, loc);
    });
    return success();
  case CheckKind::Retire:
    callWhereTrue([&](Value lanes) { call("wave_check_retire", lanes); });
    return success();
  case CheckKind::Branch: {
    Value taken = at.andMask(mask, getVector(op.getOperands().front()));
    auto [takenLow, takenHigh] = getMaskWords(taken, loc);
    auto [low, high] = getMaskWords(mask, loc);
    callChecker("wave_check_branch", {site, takenLow, takenHigh, low, high},
                loc);
    return success();
  }
  case CheckKind::Barrier:
    call("wave_check_barrier", mask);
    return success();
  case CheckKind::Event:
    call("wave_check_event", mask);
    return success();
  }
  llvm_unreachable("every kind is above");
}

/// Stores the values that the lanes store, with the components of a lane
/// adjacent. Returns null if all lanes store the same value.
Value WaveEmitter::spillStored(Value value, Type stored, Location loc) {
  Lanes components;
  for (const LaneValue &component : get(value))
    components.push_back(narrow(component, stored, loc));
  if (llvm::all_of(components, [](const LaneValue &component) {
        return component.isUniform();
      }))
    return nullptr;
  if (components.size() == 1)
    return spill(toVector(components.front()), valueSlot, loc);
  LaneBuilder at = lanesAt(loc);
  Type i32 = builder.getI32Type(), i1 = builder.getI1Type();
  Type pointer = LLVM::LLVMPointerType::get(builder.getContext());
  auto count = static_cast<int64_t>(components.size());
  Type element = getElementTypeOrSelf(components.front().value.getType());
  Value slot = createSlot(element, frame.lanes * count, loc);
  Value first = arith::MulIOp::create(builder, loc, at.laneNumbers(i32),
                                      at.splat(at.constant(i32, count)));
  for (auto [number, component] : llvm::enumerate(components)) {
    Value places = arith::AddIOp::create(
        builder, loc, first,
        at.splat(at.constant(i32, static_cast<int64_t>(number))));
    Value addresses = LLVM::GEPOp::create(
        builder, loc, VectorType::get({frame.lanes}, pointer), element, slot,
        ArrayRef<LLVM::GEPArg>{places});
    LLVM::masked_scatter::create(builder, loc, toVector(component), addresses,
                                 at.splat(at.constant(i1, 1)),
                                 element.getIntOrFloatBitWidth() / 8);
  }
  return slot;
}

LogicalResult WaveEmitter::emitAccessCheck(CheckOp op, Value mask) {
  Location loc = op.getLoc();
  LaneBuilder at = lanesAt(loc);
  Type i32 = builder.getI32Type();
  OperandRange operands = op.getOperands();
  Value memory = operands.front();
  auto [low, high] = getMaskWords(mask, loc);
  if (isa<MemRefType>(memory.getType()) &&
      operands[1].getType().isInteger(32)) {
    callChecker("wave_check_matrix",
                {at.constant(i32, op.getSite()),
                 getOfWave(operands[1], mask, loc),
                 getOfWave(operands[2], mask, loc), low, high},
                loc);
    return success();
  }
  auto image = dyn_cast<ImageType>(memory.getType());
  const unsigned rank = image ? image.getRank() : 1;
  LaneValue index = get(operands[1]).front();
  if (image) {
    ValueRange coordinates = operands.slice(1, rank);
    SmallVector<Value, 3> extents = frame.extents.lookup(memory);
    Value isInside;
    for (auto [coordinate, extent] : llvm::zip_equal(coordinates, extents)) {
      Value isBelow =
          arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                                getVector(coordinate), at.splat(extent));
      isInside = at.andMask(isInside, isBelow);
    }
    Value texel = toVector(getTexel(memory, coordinates, loc));
    index = {arith::SelectOp::create(builder, loc, isInside, texel,
                                     at.splat(at.constant(i32, -1)))};
  }
  Type pointer = LLVM::LLVMPointerType::get(builder.getContext());
  Value null = LLVM::ZeroOp::create(builder, loc, pointer);

  // The checker needs the stored values only if lanes may store to the same
  // element, which a nonzero stride rules out.
  Value values = null;
  if (operands.size() == rank + 2 && (index.isVector() || index.isUniform()))
    if (Value spilled =
            spillStored(operands.back(), getStoredType(memory), loc))
      values = spilled;
  Value indices = null, base = at.constant(i32, 0);
  if (index.isVector())
    indices = spill(index.value, indexSlot, loc);
  else
    base = index.value;
  callChecker("wave_check_access",
              {at.constant(i32, op.getSite()), indices, base,
               at.constant(i32, index.isVector() ? 0 : index.stride), values,
               low, high},
              loc);
  return success();
}

/// Passes the bits of each lane's value, extended to 64 bits.
LogicalResult WaveEmitter::emitUniformCheck(CheckOp op, Value mask) {
  Location loc = op.getLoc();
  LaneBuilder at = lanesAt(loc);
  Type i64 = builder.getI64Type();
  LaneValue lanes = get(op.getOperands().front()).front();
  bool isUniform = lanes.isUniform();
  Value bits = isUniform ? lanes.value : toVector(lanes);
  auto getLike = [&](Type scalar) -> Type {
    return isUniform ? scalar : Type(at.getVectorType(scalar));
  };
  Type element = getElementTypeOrSelf(bits.getType());
  if (!element.isInteger())
    bits = arith::BitcastOp::create(
        builder, loc,
        getLike(builder.getIntegerType(element.getIntOrFloatBitWidth())), bits);
  if (element.getIntOrFloatBitWidth() < 64)
    bits = arith::ExtUIOp::create(builder, loc, getLike(i64), bits);
  Value pointer;
  if (isUniform)
    pointer = LLVM::ZeroOp::create(
        builder, loc, LLVM::LLVMPointerType::get(builder.getContext()));
  else
    pointer = spill(bits, valueSlot, loc);
  auto [low, high] = getMaskWords(mask, loc);
  callChecker("wave_check_uniform",
              {at.constant(builder.getI32Type(), op.getSite()), pointer,
               isUniform ? bits : at.constant(i64, 0), low, high},
              loc);
  return success();
}
