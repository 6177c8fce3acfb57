//===- Atomics.cpp - Atomic operations of a wave --------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Lanes execute an atomic one after the other, in the order of their indices.
// On buffers each lane's operation is a relaxed atomic instruction; on
// groupshared memory it is a plain access, because a single thread runs the
// group.

#include "../AtomicKinds.h"
#include "WaveEmitter.h"

#include "WaveDialect/Analysis/MemoryAccess.h"
#include "WaveDialect/Transforms/FloatOrder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::simd;
using Kind = gpu::AllReduceOperation;

static Value combine(OpBuilder &builder, Location loc, Kind kind, Value a,
                     Value b) {
  switch (kind) {
  case Kind::ADD:
    return arith::AddIOp::create(builder, loc, a, b);
  case Kind::AND:
    return arith::AndIOp::create(builder, loc, a, b);
  case Kind::OR:
    return arith::OrIOp::create(builder, loc, a, b);
  case Kind::XOR:
    return arith::XOrIOp::create(builder, loc, a, b);
  case Kind::MINSI:
    return arith::MinSIOp::create(builder, loc, a, b);
  case Kind::MAXSI:
    return arith::MaxSIOp::create(builder, loc, a, b);
  case Kind::MINUI:
    return arith::MinUIOp::create(builder, loc, a, b);
  case Kind::MAXUI:
    return arith::MaxUIOp::create(builder, loc, a, b);
  default:
    llvm_unreachable("the verifier knows the kinds");
  }
}

/// Returns `value` as a value of `type`, of the same bits.
static Value castBits(OpBuilder &builder, Location loc, Type type,
                      Value value) {
  if (value.getType() == type)
    return value;
  return arith::BitcastOp::create(builder, loc, type, value);
}

/// Returns the extreme of two floats, all as bits.
static Value createExtreme(OpBuilder &builder, AtomicRMWOp rmw, Value old,
                           Value value) {
  Location loc = rmw.getLoc();
  auto type = cast<FloatType>(rmw.getType());
  auto key = [&](Value bits) {
    return createKey(builder, loc, rmw.getKind(), type, bits);
  };
  return wave::createExtreme(builder, loc, rmw.getKind(), old, key(old), value,
                             key(value));
}

/// Machines have no atomic minimum of floats: repeats until no other thread
/// has written the memory in between. Returns the old value.
static Value executeExtremeOnBuffer(OpBuilder &builder, AtomicRMWOp rmw,
                                    Value place, Value value) {
  Location loc = rmw.getLoc();
  Type type = rmw.getType();
  Type bitsType = getBitsType(cast<FloatType>(type));
  constexpr auto relaxed = LLVM::AtomicOrdering::monotonic;
  Value bits = castBits(builder, loc, bitsType, value);
  Value first = LLVM::LoadOp::create(
      builder, loc, bitsType, place,
      /*alignment=*/type.getIntOrFloatBitWidth() / 8, /*isVolatile=*/false,
      /*isNonTemporal=*/false, /*isInvariant=*/false,
      /*isInvariantGroup=*/false, relaxed);
  auto loop = scf::WhileOp::create(
      builder, loc, TypeRange(bitsType), ValueRange(first),
      [&](OpBuilder &inner, Location, ValueRange guess) {
        Value next = createExtreme(inner, rmw, guess.front(), bits);
        auto pair = LLVM::AtomicCmpXchgOp::create(
            inner, loc, place, guess.front(), next, relaxed, relaxed);
        Value found = LLVM::ExtractValueOp::create(inner, loc, pair, 0);
        Value isDone = LLVM::ExtractValueOp::create(inner, loc, pair, 1);
        Value yes =
            arith::ConstantOp::create(inner, loc, inner.getBoolAttr(true));
        scf::ConditionOp::create(
            inner, loc, arith::XOrIOp::create(inner, loc, isDone, yes), found);
      },
      [&](OpBuilder &inner, Location, ValueRange found) {
        scf::YieldOp::create(inner, loc, found);
      });
  return castBits(builder, loc, type, loop.getResult(0));
}

/// Executes the operation for one lane at `place` and returns the old value.
static Value executeOnBuffer(OpBuilder &builder, Operation *op, Value place,
                             ValueRange operands) {
  Location loc = op->getLoc();
  constexpr auto relaxed = LLVM::AtomicOrdering::monotonic;
  auto rmw = dyn_cast<AtomicRMWOp>(op);
  auto onTexel = dyn_cast<ImageAtomicRMWOp>(op);
  if (rmw || onTexel) {
    std::optional<LLVM::AtomicBinOp> kind = getAtomicBinOp(
        rmw ? rmw.getKind() : onTexel.getKind(), operands[0].getType());
    if (!kind)
      return executeExtremeOnBuffer(builder, rmw, place, operands[0]);
    return LLVM::AtomicRMWOp::create(builder, loc, *kind, place, operands[0],
                                     relaxed);
  }
  if (isa<AtomicExchangeOp, ImageAtomicExchangeOp>(op))
    return LLVM::AtomicRMWOp::create(builder, loc, LLVM::AtomicBinOp::xchg,
                                     place, operands[0], relaxed);
  Type type = op->getResult(0).getType();
  Type bitsType = builder.getIntegerType(type.getIntOrFloatBitWidth());
  auto pair = LLVM::AtomicCmpXchgOp::create(
      builder, loc, place, castBits(builder, loc, bitsType, operands[0]),
      castBits(builder, loc, bitsType, operands[1]), relaxed, relaxed);
  return castBits(builder, loc, type,
                  LLVM::ExtractValueOp::create(builder, loc, pair, 0));
}

static Value executeOnGroupshared(OpBuilder &builder, Operation *op,
                                  Value place, ValueRange operands) {
  Location loc = op->getLoc();
  Type type = operands[0].getType();
  Type bitsType = builder.getIntegerType(type.getIntOrFloatBitWidth());
  auto getBits = [&](Value value) {
    return castBits(builder, loc, bitsType, value);
  };
  Value old = LLVM::LoadOp::create(builder, loc, type, place);
  Value stored = operands.back();
  if (auto rmw = dyn_cast<AtomicRMWOp>(op)) {
    if (!isa<FloatType>(type))
      stored = combine(builder, loc, rmw.getKind(), old, operands[0]);
    else if (rmw.getKind() == Kind::ADD)
      stored = arith::AddFOp::create(builder, loc, old, operands[0]);
    else
      stored = castBits(
          builder, loc, type,
          createExtreme(builder, rmw, getBits(old), getBits(operands[0])));
  } else if (isa<AtomicCASOp>(op)) {
    Value isExpected =
        arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                              getBits(old), getBits(operands[0]));
    stored =
        arith::SelectOp::create(builder, loc, isExpected, operands[1], old);
  }
  LLVM::StoreOp::create(builder, loc, stored, place);
  return old;
}

/// The alignment of a slot in bytes. A long vector's natural alignment is
/// larger.
static constexpr unsigned kSlotAlignment = 64;

/// Allocates stack memory for `count` values, which is reused by all executions
/// of this code.
Value WaveEmitter::createSlot(Type type, int64_t count, Location loc) const {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(frame.entry);
  Value size = LLVM::ConstantOp::create(builder, loc, builder.getI64Type(),
                                        builder.getI64IntegerAttr(count));
  return LLVM::AllocaOp::create(
      builder, loc, LLVM::LLVMPointerType::get(builder.getContext()), type,
      size, kSlotAlignment);
}

/// Each trip of a loop over all lanes executes so many plain accesses, because the
/// loop itself costs as much as one. A wave has at least 4 lanes.
static constexpr int64_t kPlainLanesPerTrip = 4;

/// Reads the values of two adjacent lanes, of 32 bits each, by one access: accesses of
/// memory are what limits the loop.
static std::array<Value, 2> loadPair(OpBuilder &builder, Location loc,
                                     Type element, Value place) {
  Type i32 = builder.getI32Type(), i64 = builder.getI64Type();
  Value both = LLVM::LoadOp::create(builder, loc, i64, place, /*alignment=*/4);
  Value width =
      arith::ConstantOp::create(builder, loc, builder.getI64IntegerAttr(32));
  Value high = arith::ShRUIOp::create(builder, loc, both, width);
  auto narrow = [&](Value wide) {
    return castBits(builder, loc, element,
                    arith::TruncIOp::create(builder, loc, i32, wide));
  };
  return {narrow(both), narrow(high)};
}

/// Executes an access of `memory` for each active lane. The first operand is the index of
/// the element; `execute` receives its address and the values of the other operands in the
/// lane. Returns the results of all lanes; null if `result` is.
Value WaveEmitter::executeForLanes(
    ArrayRef<LaneValue> operands, Type result, Value mask, Location loc,
    llvm::function_ref<Value(Value place, ValueRange values)> execute,
    Value memory) {
  Value pointer = frame.pointers.lookup(memory);
  // Each lane reads back the operands that differ between lanes from memory.
  SmallVector<Value> slots;
  for (const LaneValue &operand : operands) {
    if (operand.isUniform()) {
      slots.push_back(nullptr);
      continue;
    }
    Value vector = toVector(operand);
    Type element = cast<VectorType>(vector.getType()).getElementType();
    slots.push_back(createSlot(element, frame.lanes, loc));
    LLVM::StoreOp::create(builder, loc, vector, slots.back(), kSlotAlignment);
  }
  Value results;
  if (result)
    results = createSlot(result, frame.lanes, loc);

  // Executes one lane, or two adjacent ones.
  auto executeLanes = [&](Value lane, bool areTwo) {
    auto getPlace = [&](Value base, Type element, Value number) -> Value {
      return LLVM::GEPOp::create(builder, loc, base.getType(), element, base,
                                 ArrayRef<LLVM::GEPArg>{number});
    };
    SmallVector<Value> lanes = {lane};
    if (areTwo)
      lanes.push_back(arith::AddIOp::create(
          builder, loc, lane,
          arith::ConstantOp::create(builder, loc,
                                    builder.getI64IntegerAttr(1))));
    std::array<SmallVector<Value>, 2> atLane;
    for (auto [operand, slot] : llvm::zip_equal(operands, slots)) {
      Type element = getElementTypeOrSelf(operand.value.getType());
      if (slot && areTwo && element.getIntOrFloatBitWidth() == 32) {
        std::array<Value, 2> pair =
            loadPair(builder, loc, element, getPlace(slot, element, lane));
        for (auto [values, value] : llvm::zip_equal(atLane, pair))
          values.push_back(value);
        continue;
      }
      for (auto [number, own] : llvm::enumerate(lanes))
        atLane[number].push_back(
            slot ? LLVM::LoadOp::create(builder, loc, element,
                                        getPlace(slot, element, own))
                 : operand.value);
    }
    for (auto [number, own] : llvm::enumerate(lanes)) {
      ArrayRef<Value> values = atLane[number];
      Value place = getPlace(pointer, getStoredType(memory), values.front());
      Value old = execute(place, values.drop_front());
      if (results)
        LLVM::StoreOp::create(builder, loc, old,
                              getPlace(results, result, own));
    }
  };
  forEachLane(mask, loc, executeLanes,
              memory.getDefiningOp<GroupsharedOp>() ? kPlainLanesPerTrip : 1);
  if (!results)
    return nullptr;
  // Inactive lanes have undefined contents; freeze makes them some number.
  Value loaded =
      LLVM::LoadOp::create(builder, loc, lanesAt(loc).getVectorType(result),
                           results, kSlotAlignment);
  return LLVM::FreezeOp::create(builder, loc, loaded);
}

LogicalResult WaveEmitter::emitAtomic(Operation *op, Value mask) {
  Location loc = op->getLoc();
  // The memory and its indices are the last operands.
  MemoryAccess access = *getMemoryAccess(op);
  Value memory = access.memory;
  const bool isPlain = memory.getDefiningOp<GroupsharedOp>() != nullptr;
  LaneValue index =
      access.isImage()
          ? getTexel(memory, access.indices, loc)
          : getIndex(op, memory, access.indices.front(), mask).index;
  OperandRange given = op->getOperands().drop_back(1 + access.indices.size());
  SmallVector<LaneValue> operands = {index};
  for (Value operand : given)
    operands.push_back(get(operand).front());
  Type type = op->getResult(0).getType();
  auto execute = [&](Value place, ValueRange values) {
    return isPlain ? executeOnGroupshared(builder, op, place, values)
                   : executeOnBuffer(builder, op, place, values);
  };
  auto executeAll = [&](Type result) {
    return executeForLanes(operands, result, mask, loc, execute, memory);
  };
  if (!op->use_empty())
    return finish(op, executeAll(type));
  if (mask || !isPlain || !frame.inBounds.contains(op)) {
    executeAll(Type());
    return success();
  }
  SmallVector<Value> rebuilt = {access.indices.front()};
  llvm::append_range(rebuilt, given);
  executeRebuilt(
      rebuilt, loc, kPlainLanesPerTrip,
      [&](ValueRange values) {
        Value place = getPlace(builder, loc, frame.pointers.lookup(memory),
                               getStoredType(memory), values.front());
        execute(place, values.drop_front());
      },
      [&] { executeAll(Type()); });
  return success();
}

/// Each lane accesses each scalar by a relaxed atomic instruction.
LogicalResult WaveEmitter::emitCoherent(Operation *op, Value mask) {
  Location loc = op->getLoc();
  MemoryAccess access = *getMemoryAccess(op);
  Value memory = access.memory;
  Type stored = getStoredType(memory);
  constexpr auto relaxed = LLVM::AtomicOrdering::monotonic;
  const unsigned alignment = stored.getIntOrFloatBitWidth() / 8;
  auto load = [&](Value place, ValueRange) -> Value {
    return LLVM::LoadOp::create(builder, loc, stored, place, alignment,
                                /*isVolatile=*/false, /*isNonTemporal=*/false,
                                /*isInvariant=*/false,
                                /*isInvariantGroup=*/false, relaxed);
  };
  auto store = [&](Value place, ValueRange values) -> Value {
    LLVM::StoreOp::create(builder, loc, values.front(), place, alignment,
                          /*isVolatile=*/false, /*isNonTemporal=*/false,
                          /*isInvariantGroup=*/false, relaxed);
    return nullptr;
  };
  const unsigned channels =
      access.isImage() ? cast<ImageType>(memory.getType()).getChannels() : 1;
  LaneValue first =
      access.isImage()
          ? multiply(getTexel(memory, access.indices, loc), channels, loc)
          : getIndex(op, memory, access.indices.front(), mask).index;
  if (op->getNumResults() == 0) {
    for (auto [channel, value] : llvm::enumerate(get(op->getOperand(0))))
      executeForLanes(
          {addConstant(first, channel, loc), narrow(value, stored, loc)},
          Type(), mask, loc, store, memory);
    return success();
  }
  Lanes loaded;
  for (unsigned channel = 0; channel < channels; ++channel) {
    Value scalars = executeForLanes({addConstant(first, channel, loc)}, stored,
                                    mask, loc, load, memory);
    auto byte = dyn_cast<ByteLoadOp>(op);
    const bool isSigned =
        byte ? byte.getIsSigned()
             : access.isImage() && getTexelElement(memory).isSignedInteger();
    loaded.push_back(isByteType(stored) ? widen({scalars}, isSigned, loc)
                                        : LaneValue{scalars});
  }
  values[op->getResult(0)] = loaded;
  return success();
}

/// Creates a loop over the active lanes in ascending order. `execute` receives
/// the lane index as an i64, and whether it must execute the next lane, too. If all
/// lanes are active, each trip executes `lanesPerTrip` of them.
void WaveEmitter::forEachLane(Value mask, Location loc,
                              llvm::function_ref<void(Value, bool)> execute,
                              int64_t lanesPerTrip) {
  LaneBuilder at = lanesAt(loc);
  Type i64 = builder.getI64Type();
  OpBuilder::InsertionGuard guard(builder);
  if (!mask) {
    auto loop = scf::ForOp::create(builder, loc, at.constant(i64, 0),
                                   at.constant(i64, frame.lanes),
                                   at.constant(i64, lanesPerTrip));
    builder.setInsertionPoint(loop.getBody()->getTerminator());
    const bool areTwo = lanesPerTrip > 1;
    for (int64_t lane = 0; lane < lanesPerTrip; lane += areTwo ? 2 : 1)
      execute(arith::AddIOp::create(builder, loc, loop.getInductionVar(),
                                    at.constant(i64, lane)),
              areTwo);
    return;
  }
  // Zero-extends the bits of a short wave to a full register.
  Type type = builder.getIntegerType(std::max<int64_t>(frame.lanes, 32));
  Value active = at.getActiveBits(mask);
  if (active.getType() != type)
    active = arith::ExtUIOp::create(builder, loc, type, active);
  Value zero = at.constant(type, 0), one = at.constant(type, 1);
  auto loop =
      scf::WhileOp::create(builder, loc, TypeRange(type), ValueRange(active));
  Block *before = builder.createBlock(&loop.getBefore(), {}, type, loc);
  Value more = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne,
                                     before->getArgument(0), zero);
  scf::ConditionOp::create(builder, loc, more, before->getArguments());
  Block *body = builder.createBlock(&loop.getAfter(), {}, type, loc);
  Value bits = body->getArgument(0);
  Value lane = LLVM::CountTrailingZerosOp::create(builder, loc, type, bits,
                                                  /*is_zero_poison=*/true);
  if (frame.lanes < 64)
    lane = arith::ExtUIOp::create(builder, loc, i64, lane);
  else if (frame.lanes > 64)
    lane = arith::TruncIOp::create(builder, loc, i64, lane);
  execute(lane, /*areTwo=*/false);
  Value less = arith::SubIOp::create(builder, loc, bits, one);
  Value rest = arith::AndIOp::create(builder, loc, bits, less);
  scf::YieldOp::create(builder, loc, rest);
}
