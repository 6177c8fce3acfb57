//===- GroupEmitter.cpp - Code of a group between its barriers ------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GroupEmitter.h"
#include "Unrolling.h"
#include "WaveTurns.h"

#include "WaveDialect/Analysis/MemoryAccess.h"
#include "WaveDialect/Transforms/UniformSlice.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::simd;

GroupEmitter::GroupEmitter(Frame &frame, OpBuilder &builder, Value slots,
                           LLVM::ConstantOp waveBytes)
    : frame(frame), builder(builder), slotBase(slots), waveBytes(waveBytes),
      uniformity(frame.kernel) {
  frame.kernel.walk([&](Operation *op) {
    if (Value memory = getWrittenMemory(op))
      written.insert(memory);
  });
}

/// Whether the value is memory, or is in the memory of its wave.
static bool isMemory(Value value) {
  return isa<MemRefType, ImageType, MatrixType>(value.getType());
}

//===----------------------------------------------------------------------===//
// Memory of each wave
//===----------------------------------------------------------------------===//

/// The alignment of a wave's values in memory, in bytes. The natural alignment
/// of a long vector is larger.
static constexpr unsigned kAlignment = 64;

/// Local arrays up to this size, in bytes for all lanes, may be on the stack.
static constexpr int64_t kStackBytes = 16384;

/// The most bytes of all arrays on the stack: the threads of oneTBB have stacks
/// of 4 MiB.
static constexpr int64_t kMostStackBytes = 1 << 20;

void GroupEmitter::placeLocalArrays() {
  // A wave that a call runs has its own stack.
  bool hasBarriers = !frame.calledWave && holdsGroupBarrier(frame.kernel);
  sharesMatrices = !hasBarriers && !frame.calledWave;
  matrixOffset = size;
  size += llvm::alignTo(frame.matrices.bytes, kAlignment);
  int64_t stackBytes = 0;
  frame.kernel.walk([&](memref::AllocaOp array) {
    Type element = array.getType().getElementType();
    int64_t count = array.getType().getDimSize(0) * frame.lanes;
    int64_t bytes = count * getScalarBytes(element);
    // Without barriers a wave runs to its end before the next one starts, so
    // all waves can share the array.
    if (!hasBarriers && bytes <= kStackBytes &&
        stackBytes + bytes <= kMostStackBytes) {
      stackBytes += llvm::alignTo(bytes, kAlignment);
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPointToStart(frame.entry);
      Value size = LLVM::ConstantOp::create(builder, array.getLoc(),
                                            builder.getI64Type(),
                                            builder.getI64IntegerAttr(count));
      frame.pointers[array] =
          LLVM::AllocaOp::create(builder, array.getLoc(), slotBase.getType(),
                                 element, size, kAlignment);
      return;
    }
    localArrays.push_back({array, size});
    size += llvm::alignTo(bytes, kAlignment);
  });
}

int64_t GroupEmitter::finish() {
  waveBytes.setValueAttr(builder.getI64IntegerAttr(size));
  return size;
}

void GroupEmitter::addSlot(Value value) {
  if (slots.contains(value))
    return;
  Type scalar = getScalarType(value.getType());
  if (scalar.isIndex())
    scalar = builder.getI32Type();
  std::optional<int64_t> stride = frame.strides->get(value);
  for (int64_t i = 0; i < getNumComponents(value.getType()); ++i) {
    slots[value].push_back({size, stride, scalar});
    int64_t bytes = scalar.isInteger(1) ? 1 : getScalarBytes(scalar);
    size += llvm::alignTo(stride ? bytes : bytes * frame.lanes, kAlignment);
  }
}

/// A boolean is a byte in memory.
Type GroupEmitter::getSlotType(const Slot &slot) const {
  Type type = slot.scalar.isInteger(1) ? builder.getI8Type() : slot.scalar;
  return slot.stride ? type : Type(VectorType::get({frame.lanes}, type));
}

Value GroupEmitter::getSlotPlace(int64_t offset) {
  return LLVM::GEPOp::create(
      builder, frame.kernel.getLoc(), slotBase.getType(), builder.getI8Type(),
      waveMemory ? waveMemory : slotBase,
      ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(offset)});
}

Lanes GroupEmitter::loadSlots(Value value) {
  Lanes lanes;
  Location loc = frame.kernel.getLoc();
  for (const Slot &slot : slots.find(value)->second) {
    Value loaded = LLVM::LoadOp::create(builder, loc, getSlotType(slot),
                                        getSlotPlace(slot.offset), kAlignment);
    if (slot.scalar.isInteger(1)) {
      Value zero = arith::ConstantOp::create(
          builder, loc, builder.getZeroAttr(loaded.getType()));
      loaded = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne,
                                     loaded, zero);
    }
    lanes.push_back({loaded, slot.stride.value_or(0)});
  }
  return lanes;
}

void GroupEmitter::storeSlots(const WaveEmitter &wave, const Lanes &lanes,
                              Value as) {
  Location loc = frame.kernel.getLoc();
  for (auto [slot, lane] : llvm::zip_equal(slots.find(as)->second, lanes)) {
    Value stored = slot.stride ? lane.value : wave.toVector(lane);
    if (slot.scalar.isInteger(1))
      stored = arith::ExtUIOp::create(builder, loc, getSlotType(slot), stored);
    LLVM::StoreOp::create(builder, loc, stored, getSlotPlace(slot.offset),
                          kAlignment);
  }
}

Value GroupEmitter::getGroupScalar(Value value) {
  if (auto it = frame.values.find(value); it != frame.values.end())
    return it->second.front().value;
  Value loaded = loadSlots(value).front().value;
  if (!isa<VectorType>(loaded.getType()))
    return loaded;
  return vector::ExtractOp::create(builder, value.getLoc(), loaded,
                                   ArrayRef<int64_t>{0});
}

//===----------------------------------------------------------------------===//
// Stretches of operations between barriers
//===----------------------------------------------------------------------===//

/// Whether `op` depends only on values of the group and may be executed once
/// for the group.
bool GroupEmitter::isGroupLevel(Operation *op) const {
  WalkResult result = op->walk([&](Operation *nested) {
    bool isNumber =
        isa<GroupIdOp, GroupCountOp, GroupWaveCountOp, LaneCountOp,
            memref::DimOp, ImageSizeOp, SettingOp, scf::IfOp, scf::YieldOp>(
            nested);
    bool isComputed = !isa<WaveDialect>(nested->getDialect()) &&
                      !isa<gpu::GPUDialect>(nested->getDialect()) &&
                      nested->getNumRegions() == 0 &&
                      isMemoryEffectFree(nested);
    std::optional<MemoryAccess> access = getMemoryAccess(nested);
    bool isLoad = access && !access->writes && !access->isMatrix &&
                  isa<BlockArgument>(access->memory) &&
                  !written.contains(access->memory);
    if (!isNumber && !isComputed && !isLoad &&
        !isa<ReverseBitsOp, LookupOp>(nested))
      return WalkResult::interrupt();
    bool known = llvm::all_of(nested->getOperands(), [&](Value operand) {
      return isMemory(operand) || frame.values.contains(operand) ||
             op->isAncestor(operand.getParentBlock()->getParentOp());
    });
    return known ? WalkResult::advance() : WalkResult::interrupt();
  });
  return !result.wasInterrupted();
}

LogicalResult GroupEmitter::emitAtGroupLevel(Operation *op) {
  WaveEmitter group(frame, builder);
  if (failed(group.emit(op, nullptr)))
    return failure();
  for (Value result : op->getResults())
    frame.values[result] = group.get(result);
  return success();
}

/// Emits a loop over the waves, or, with `unrolled`, the code of so many waves.
LogicalResult
GroupEmitter::emitWaves(llvm::function_ref<LogicalResult(WaveEmitter &)> emit,
                        std::optional<int64_t> unrolled) {
  Location loc = frame.kernel.getLoc();
  Type i32 = builder.getI32Type();
  LaneBuilder at(builder, loc, frame.lanes);
  auto emitWave = [&](Value index) -> LogicalResult {
    Value wide =
        arith::ExtUIOp::create(builder, loc, builder.getI64Type(), index);
    Value offset = arith::MulIOp::create(builder, loc, wide, waveBytes);
    waveMemory = LLVM::GEPOp::create(builder, loc, slotBase.getType(),
                                     builder.getI8Type(), slotBase,
                                     ArrayRef<LLVM::GEPArg>{offset});
    for (auto [array, arrayOffset] : localArrays)
      frame.pointers[array] = getSlotPlace(arrayOffset);
    if (frame.matrices.bytes)
      frame.matrixMemory = LLVM::GEPOp::create(
          builder, loc, slotBase.getType(), builder.getI8Type(),
          sharesMatrices ? slotBase : waveMemory,
          ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(matrixOffset)});
    WaveEmitter wave(frame, builder);
    wave.enterWave(index);
    LogicalResult result = emit(wave);
    waveMemory = nullptr;
    return result;
  };
  if (frame.calledWave)
    return emitWave(frame.calledWave);
  if (matchPattern(frame.waves, m_One()))
    return emitWave(at.constant(i32, 0));
  if (unrolled) {
    for (int64_t wave = 0; wave < *unrolled; ++wave)
      if (failed(emitWave(at.constant(i32, wave))))
        return failure();
    return success();
  }
  auto loop = scf::ForOp::create(builder, loc, at.constant(i32, 0), frame.waves,
                                 at.constant(i32, 1));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(loop.getBody()->getTerminator());
  return emitWave(loop.getInductionVar());
}

void GroupEmitter::bringIn(WaveEmitter &wave, Value value) {
  if (!isMemory(value) && !wave.contains(value) && slots.contains(value))
    wave.set(value, loadSlots(value));
}

LogicalResult GroupEmitter::emitStretch(ArrayRef<Operation *> ops) {
  SmallVector<Operation *> rest;
  for (Operation *op : ops) {
    // Memory was placed before.
    if (isa<GroupsharedOp, memref::AllocaOp>(op))
      continue;
    if (frame.checker || !isGroupLevel(op))
      rest.push_back(op);
    else if (failed(emitAtGroupLevel(op)))
      return failure();
  }
  // The checker must also see waves that execute nothing here.
  if (rest.empty())
    return frame.checker ? emitWaves([](WaveEmitter &) { return success(); })
                         : success();
  llvm::DenseSet<Operation *> inside(rest.begin(), rest.end());
  Block *block = rest.front()->getBlock();
  SmallVector<Value> kept;
  for (Operation *op : rest)
    for (Value result : op->getResults())
      if (!isMemory(result) &&
          llvm::any_of(result.getUsers(), [&](Operation *user) {
            return !inside.contains(block->findAncestorOpInBlock(*user));
          }))
        kept.push_back(result);
  for (Value value : kept)
    addSlot(value);
  auto emit = [&](WaveEmitter &wave) -> LogicalResult {
    for (Operation *op : rest)
      op->walk([&](Operation *nested) {
        for (Value operand : nested->getOperands())
          if (!inside.contains(operand.getDefiningOp()))
            bringIn(wave, operand);
      });
    for (Operation *op : rest)
      if (failed(wave.emit(op, wave.getEntryMask())))
        return failure();
    for (Value value : kept)
      storeSlots(wave, wave.get(value), value);
    return success();
  };
  return emitWaves(emit, getUnrolledWaves(rest, frame));
}

bool GroupEmitter::haveOneSlot(Value a, Value b) const {
  auto first = slots.find(a), second = slots.find(b);
  return first != slots.end() && second != slots.end() &&
         first->second.front().offset == second->second.front().offset;
}

/// Whether the slots of one value can hold the other one.
bool GroupEmitter::mayShareSlots(Value a, Value b) const {
  return a.getType() == b.getType() &&
         frame.strides->get(a) == frame.strides->get(b);
}

/// Lets the code that computes the next value of a loop's argument store it to
/// the slots of the argument, so that no copy is needed. The current value must
/// not be used behind the stretch of operations that computes the next one; each
/// wave loads its values at the start of a stretch and stores them at the end.
void GroupEmitter::shareSlotsOfNext(ArrayRef<Transfer> repeating, Block &body) {
  for (auto [next, argument] : repeating) {
    Operation *op = next.getDefiningOp();
    if (!op || op->getBlock() != &body || holdsGroupBarrier(op) ||
        slots.contains(next) || !mayShareSlots(next, argument))
      continue;
    Operation *end = op;
    while (end != body.getTerminator() && !holdsGroupBarrier(end))
      end = end->getNextNode();
    auto isUsedLater = [&](Value value) {
      return llvm::any_of(value.getUsers(), [&](Operation *user) {
        Operation *place = body.findAncestorOpInBlock(*user);
        return place && !place->isBeforeInBlock(end);
      });
    };
    // Arguments of both blocks of a loop may have the slots.
    bool isUsed = isUsedLater(argument);
    for (Value other : body.getArguments())
      isUsed |= haveOneSlot(other, argument) && isUsedLater(other);
    if (!isUsed)
      shareSlots(next, argument);
  }
}

/// Reads all values before writing any, because loops may exchange them.
void GroupEmitter::transfer(ArrayRef<Transfer> all) {
  SmallVector<Transfer> transfers;
  for (auto [from, to] : all)
    // A value that the group computes once is in no slot.
    if (frame.values.contains(from) || !haveOneSlot(from, to))
      transfers.push_back({from, to});
  if (transfers.empty())
    return;
  for (auto [from, to] : transfers)
    addSlot(to);
  (void)emitWaves([&](WaveEmitter &wave) {
    for (auto [from, to] : transfers)
      bringIn(wave, from);
    for (auto [from, to] : transfers)
      storeSlots(wave, wave.get(from), to);
    return success();
  });
}

//===----------------------------------------------------------------------===//
// Control flow around barriers
//===----------------------------------------------------------------------===//

/// Whether `op` is a loop whose trips the waves take in turn.
bool GroupEmitter::isRunByGroup(Operation *op) const {
  auto loop = dyn_cast<scf::ForOp>(op);
  return loop && isGroupValue(loop.getLowerBound()) &&
         isGroupValue(loop.getUpperBound()) && isGroupValue(loop.getStep()) &&
         takesTurns(loop, frame);
}

LogicalResult GroupEmitter::emitBlock(Block &block) {
  SmallVector<Operation *> stretch;
  // If a call runs one wave, the runtime switches waves at barriers, so no split
  // is needed.
  if (frame.calledWave) {
    for (Operation &op : block.without_terminator())
      stretch.push_back(&op);
    return emitStretch(stretch);
  }
  for (Operation &op : block.without_terminator()) {
    if (!holdsGroupBarrier(&op) && !isRunByGroup(&op)) {
      stretch.push_back(&op);
      continue;
    }
    if (failed(emitStretch(stretch)) || failed(emitBarrierOrRegion(&op)))
      return failure();
    stretch.clear();
  }
  return emitStretch(stretch);
}

LogicalResult GroupEmitter::emitBarrierOrRegion(Operation *op) {
  if (auto ifOp = dyn_cast<scf::IfOp>(op))
    return emitIf(ifOp);
  if (auto forOp = dyn_cast<scf::ForOp>(op))
    return emitFor(forOp);
  if (auto whileOp = dyn_cast<scf::WhileOp>(op))
    return emitWhile(whileOp);
  if (auto dispatch = dyn_cast<DispatchMeshOp>(op))
    return emitDispatchMesh(dispatch);
  // All waves have reached this point, because they ran one after the other.
  return emitAtGroupLevel(op);
}

/// Executes the dispatch once for the group, with the counts of the first wave.
LogicalResult GroupEmitter::emitDispatchMesh(DispatchMeshOp op) {
  WaveEmitter group(frame, builder);
  for (Value count : {op.getX(), op.getY(), op.getZ()})
    group.set(count, {LaneValue{getGroupScalar(count)}});
  return group.emit(op, nullptr);
}

LogicalResult GroupEmitter::emitIf(scf::IfOp op) {
  SmallVector<OpResult> carried, kept;
  for (OpResult result : op.getResults())
    (isGroupValue(result) ? carried : kept).push_back(result);
  SmallVector<Type> types;
  for (Value value : carried)
    types.push_back(value.getType().isIndex() ? builder.getI32Type()
                                              : value.getType());
  for (Value value : kept)
    addSlot(value);
  auto ifOp = scf::IfOp::create(
      builder, op.getLoc(), types, getGroupScalar(op.getCondition()),
      /*addThenBlock=*/true, !op.getElseRegion().empty());
  for (auto [from, to] : llvm::zip_equal(op.getRegions(), ifOp.getRegions())) {
    if (from->empty())
      continue;
    OpBuilder::InsertionGuard guard(builder);
    to->front().clear();
    builder.setInsertionPointToEnd(&to->front());
    if (failed(emitBlock(from->front())))
      return failure();
    Operation *yield = from->front().getTerminator();
    SmallVector<Transfer> transfers;
    for (OpResult result : kept)
      transfers.push_back(
          {yield->getOperand(result.getResultNumber()), result});
    transfer(transfers);
    SmallVector<Value> yielded;
    for (OpResult result : carried)
      yielded.push_back(
          getGroupScalar(yield->getOperand(result.getResultNumber())));
    scf::YieldOp::create(builder, op.getLoc(), yielded);
  }
  for (auto [old, result] : llvm::zip_equal(carried, ifOp.getResults()))
    setGroupScalar(old, result);
  return success();
}

LogicalResult GroupEmitter::emitFor(scf::ForOp op) {
  SmallVector<unsigned> carried;
  SmallVector<Value> inits;
  SmallVector<Transfer> entering, repeating;
  Operation *yield = op.getBody()->getTerminator();
  for (auto [number, argument] : llvm::enumerate(op.getRegionIterArgs())) {
    if (isGroupValue(argument)) {
      carried.push_back(number);
      inits.push_back(getGroupScalar(op.getInitArgs()[number]));
      continue;
    }
    entering.push_back({op.getInitArgs()[number], argument});
    repeating.push_back({yield->getOperand(number), argument});
  }
  transfer(entering);
  auto forOp = scf::ForOp::create(
      builder, op.getLoc(), getGroupScalar(op.getLowerBound()),
      getGroupScalar(op.getUpperBound()), getGroupScalar(op.getStep()), inits,
      [](OpBuilder &, Location, Value, ValueRange) {}, op.getUnsignedCmp());
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(forOp.getBody());
  setGroupScalar(op.getInductionVar(), forOp.getInductionVar());
  for (auto [number, argument] :
       llvm::zip_equal(carried, forOp.getRegionIterArgs()))
    setGroupScalar(op.getRegionIterArg(number), argument);
  shareSlotsOfNext(repeating, *op.getBody());
  if (failed(emitBlock(*op.getBody())))
    return failure();
  // Read these before the transfer, which may overwrite their slots.
  SmallVector<Value> yielded;
  for (unsigned number : carried)
    yielded.push_back(getGroupScalar(yield->getOperand(number)));
  transfer(repeating);
  scf::YieldOp::create(builder, op.getLoc(), yielded);
  for (auto [number, result] : llvm::zip_equal(carried, forOp.getResults()))
    setGroupScalar(op.getResult(number), result);
  for (auto [number, result] : llvm::enumerate(op.getResults()))
    if (!isGroupValue(op.getRegionIterArg(number)))
      shareSlots(result, op.getRegionIterArg(number));
  return success();
}

LogicalResult GroupEmitter::emitWhile(scf::WhileOp op) {
  Location loc = op.getLoc();
  scf::ConditionOp condition = op.getConditionOp();
  scf::YieldOp yield = op.getYieldOp();
  SmallVector<unsigned> before, after;
  SmallVector<Value> inits;
  SmallVector<Type> types;
  SmallVector<Transfer> entering, passing, repeating;
  for (auto [number, argument] : llvm::enumerate(op.getBeforeArguments())) {
    if (isGroupValue(argument)) {
      before.push_back(number);
      inits.push_back(getGroupScalar(op.getInits()[number]));
      continue;
    }
    entering.push_back({op.getInits()[number], argument});
    repeating.push_back({yield->getOperand(number), argument});
  }
  // A value may be the same for all waves that stay in the loop and still
  // differ from the values with which waves leave it.
  auto isPassedOnce = [&](unsigned number) {
    return isGroupValue(op.getAfterArguments()[number]) &&
           isGroupValue(op.getResult(number));
  };
  for (auto [number, argument] : llvm::enumerate(op.getAfterArguments())) {
    if (isPassedOnce(number)) {
      after.push_back(number);
      types.push_back(argument.getType().isIndex() ? builder.getI32Type()
                                                   : argument.getType());
      continue;
    }
    passing.push_back({condition.getArgs()[number], argument});
  }
  transfer(entering);
  auto whileOp = scf::WhileOp::create(builder, loc, types, inits);
  OpBuilder::InsertionGuard guard(builder);
  builder.createBlock(&whileOp.getBefore(), {}, ValueRange(inits).getTypes(),
                      SmallVector<Location>(inits.size(), loc));
  for (auto [number, argument] :
       llvm::zip_equal(before, whileOp.getBeforeArguments()))
    setGroupScalar(op.getBeforeArguments()[number], argument);
  if (failed(emitBlock(*op.getBeforeBody())))
    return failure();
  WaveEmitter group(frame, builder);
  Value goesOn = group.isGoingOn(getGroupScalar(condition.getCondition()), loc);
  SmallVector<Value> passed;
  for (unsigned number : after)
    passed.push_back(getGroupScalar(condition.getArgs()[number]));
  for (auto [from, to] : passing)
    if (llvm::is_contained(op.getBeforeArguments(), from) &&
        slots.contains(from) && mayShareSlots(from, to))
      shareSlots(to, from);
  transfer(passing);
  scf::ConditionOp::create(builder, loc, goesOn, passed);

  builder.createBlock(&whileOp.getAfter(), {}, types,
                      SmallVector<Location>(types.size(), loc));
  for (auto [number, argument] :
       llvm::zip_equal(after, whileOp.getAfterArguments()))
    setGroupScalar(op.getAfterArguments()[number], argument);
  shareSlotsOfNext(repeating, *op.getAfterBody());
  if (failed(emitBlock(*op.getAfterBody())))
    return failure();
  SmallVector<Value> yielded;
  for (unsigned number : before)
    yielded.push_back(getGroupScalar(yield->getOperand(number)));
  transfer(repeating);
  scf::YieldOp::create(builder, loc, yielded);

  for (auto [number, result] : llvm::zip_equal(after, whileOp.getResults()))
    setGroupScalar(op.getResult(number), result);
  for (auto [number, argument] : llvm::enumerate(op.getAfterArguments()))
    if (!isPassedOnce(number))
      shareSlots(op.getResult(number), argument);
  return success();
}
