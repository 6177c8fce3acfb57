//===- LoadingWave.cpp - Gives the loading of loops to another wave ---------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Barriers of the group that stay, and the control flow around them, divide the
// kernel into stretches. All waves meet at these barriers; between them each
// stretch becomes
//
//   what the loading needs, for all waves
//   scf.if %wave < N { the stretch, with loops that wait and release }
//   else { the loops of the stretch, with the loading between acquire and commit }

#include "WaveDialect/Transforms/PipelinedLoops.h"

#include "WaveDialect/Analysis/BarrierIntervals.h"
#include "WaveDialect/Analysis/MemoryAccess.h"
#include "WaveDialect/IR/ExtraWaves.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::wave;

/// Up to this number of waves, the loading wave has a copy of the loading for
/// each of them, so that their loads are in flight together.
static constexpr unsigned kMostCopies = 16;

static constexpr int64_t kStageAlignment = 16;

int64_t wave::getStageLength(GroupsharedOp tile) {
  MemRefType type = tile.getMemory().getType();
  int64_t unit = std::max<int64_t>(
      1, kStageAlignment / getScalarBytes(type.getElementType()));
  // An asynchronous copy counts elements of several components.
  for (Operation *user : tile->getUsers())
    if (auto copy = dyn_cast<AsyncCopyOp>(user))
      unit = std::lcm(unit, int64_t(copy.getComponents()));
  return static_cast<int64_t>(llvm::alignTo(type.getNumElements(), unit));
}

//===----------------------------------------------------------------------===//
// Stages
//===----------------------------------------------------------------------===//

namespace {
/// The first elements of a stage in each tile.
class StagePlace {
public:
  StagePlace(Value stage, const DenseMap<Value, int64_t> &lengths)
      : stage(stage), lengths(lengths) {}

  /// Moves the accesses of tiles in `op` to the stage.
  void shift(Operation *op) {
    op->walk([&](Operation *nested) { shiftOne(nested); });
  }

private:
  void shiftOne(Operation *op);
  void add(OpOperand &index, int64_t stride);
  /// Returns the product of the stage and `stride`, which is after the stage.
  Value getOffset(Type type, int64_t stride);

  Value stage;
  const DenseMap<Value, int64_t> &lengths;
  DenseMap<std::pair<Type, int64_t>, Value> offsets;
};
} // namespace

Value StagePlace::getOffset(Type type, int64_t stride) {
  Value &offset = offsets[{type, stride}];
  if (offset)
    return offset;
  Location loc = stage.getLoc();
  OpBuilder builder(stage.getContext());
  builder.setInsertionPointAfter(stage.getDefiningOp());
  Value number = stage;
  if (type.isIndex())
    number = arith::IndexCastUIOp::create(builder, loc, type, stage);
  Value factor = arith::ConstantOp::create(
      builder, loc, builder.getIntegerAttr(type, stride));
  offset = arith::MulIOp::create(builder, loc, number, factor);
  return offset;
}

void StagePlace::add(OpOperand &index, int64_t stride) {
  Value offset = getOffset(index.get().getType(), stride);
  OpBuilder here(index.getOwner());
  index.set(arith::AddIOp::create(here, index.getOwner()->getLoc(), index.get(),
                                  offset));
}

void StagePlace::shiftOne(Operation *op) {
  auto getLength = [&](Value memory) {
    auto it = lengths.find(memory);
    return it == lengths.end() ? 0 : it->second;
  };
  if (auto copy = dyn_cast<AsyncCopyOp>(op)) {
    if (int64_t length = getLength(copy.getArray()))
      add(copy.getStartMutable(), length / copy.getComponents());
    return;
  }
  std::optional<MemoryAccess> access = getMemoryAccess(op);
  const int64_t length = access ? getLength(access->memory) : 0;
  if (!length)
    return;
  if (auto load = dyn_cast<memref::LoadOp>(op))
    add(load.getIndicesMutable()[0], length);
  else if (auto store = dyn_cast<memref::StoreOp>(op))
    add(store.getIndicesMutable()[0], length);
  else if (auto load = dyn_cast<vector::LoadOp>(op))
    add(load.getIndicesMutable()[0], length);
  else if (auto store = dyn_cast<vector::StoreOp>(op))
    add(store.getIndicesMutable()[0], length);
  else
    add(cast<MatrixLoadOp>(op).getFirstMutable(), length);
}

//===----------------------------------------------------------------------===//
// The rewrite
//===----------------------------------------------------------------------===//

namespace {
/// Operations of a block that all waves execute without a barrier of the group
/// between them.
struct GuardedStretch {
  /// Those that the loading wave does not execute.
  SmallVector<Operation *> ops;
  /// The operation after the stretch.
  Operation *end = nullptr;
  bool holdsLoop = false;
  /// The values that are used after the stretch.
  SmallVector<Value> escaping;
  scf::IfOp condition;
};

class LoadingWave {
public:
  LoadingWave(FuncOp kernel, ArrayRef<PipelinedLoop> loops,
              const UnwrittenMemory &memory, int32_t stages)
      : kernel(kernel), loops(loops), slice(memory), unwritten(memory),
        stages(stages), waves(*kernel.getNumWavesValue()), numbers(kernel) {}

  LogicalResult run();

private:
  LogicalResult findSlice();
  void addBarriers();
  bool isRemaining(BarrierOp barrier) const;
  bool holdsRemaining(Operation *op) const;
  const PipelinedLoop *findLoop(Operation *op) const;
  bool holdsLoop(Operation *op) const;

  void collect(Block &block);
  bool isForAll(Operation *op);
  void close(SmallVector<Operation *> ops, Operation *end);
  LogicalResult verifyEscaping();

  void createPipe();
  void addCondition(GuardedStretch &stretch);
  void guard(const GuardedStretch &stretch);

  /// The control flow around the loops in `op`, for the loading wave.
  void emit(Operation *op, IRMapping &values, OpBuilder &builder);
  void emitBlock(Block &block, IRMapping &values, OpBuilder &builder);
  void emitFor(scf::ForOp loop, IRMapping &values, OpBuilder &builder);
  void emitLoop(const PipelinedLoop &loop, const IRMapping &values,
                OpBuilder &builder);
  void emitBody(const PipelinedLoop &loop, ArrayRef<IRMapping *> own,
                ArrayRef<unsigned> indices, ArrayRef<Value> numbers,
                OpBuilder &builder, Value stage);
  /// The waves that execute some store in `op`.
  WaveSet getWaves(Operation *op) const;

  void compute(const PipelinedLoop &loop);

  FuncOp kernel;
  ArrayRef<PipelinedLoop> loops;
  LoadingSlice slice;
  const UnwrittenMemory &unwritten;
  int32_t stages;
  int64_t waves;
  WaveNumbers numbers;
  SmallVector<BarrierOp> added;
  SmallVector<GuardedStretch> stretches;
  /// The results of their operations.
  DenseSet<Value> ofStretches;
  DenseMap<Value, int64_t> lengths;
  Value pipe, isComputing;
};
} // namespace

const PipelinedLoop *LoadingWave::findLoop(Operation *op) const {
  const auto *found = llvm::find_if(
      loops, [&](const PipelinedLoop &loop) { return loop.loop == op; });
  return found == loops.end() ? nullptr : found;
}

bool LoadingWave::holdsLoop(Operation *op) const {
  return llvm::any_of(loops, [&](const PipelinedLoop &loop) {
    return op->isAncestor(loop.loop);
  });
}

/// Whether the barrier stays.
bool LoadingWave::isRemaining(BarrierOp barrier) const {
  return barrier.synchronizesGroup() &&
         llvm::none_of(loops, [&](const PipelinedLoop &loop) {
           return barrier == loop.filled || barrier == loop.emptied;
         });
}

bool LoadingWave::holdsRemaining(Operation *op) const {
  return op
      ->walk([&](BarrierOp barrier) {
        return isRemaining(barrier) ? WalkResult::interrupt()
                                    : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether a wave may execute `op` before it executes `loop`, or between two
/// executions.
static bool mayPrecede(Operation *op, Operation *loop) {
  for (Operation *around = loop->getParentOp(); !isa<FuncOp>(around);
       around = around->getParentOp())
    if (isa<LoopLikeOpInterface>(around) && around->isAncestor(op))
      return true;
  for (Operation *place = loop; !isa<FuncOp>(place);
       place = place->getParentOp())
    if (Operation *own = place->getBlock()->findAncestorOpInBlock(*op))
      return own->isBeforeInBlock(place);
  return true;
}

/// The barriers of the loops also order accesses of other memory before, after
/// and in the loops.
void LoadingWave::addBarriers() {
  SmallVector<Operation *> ofArrays, ofBuffers;
  kernel.walk([&](Operation *op) {
    Value memory;
    if (std::optional<MemoryAccess> access = getMemoryAccess(op))
      memory = access->memory;
    else if (auto copy = dyn_cast<AsyncCopyOp>(op))
      memory = copy.getArray();
    if (!memory || memory.getDefiningOp<memref::AllocaOp>())
      return;
    if (auto array = memory.getDefiningOp<GroupsharedOp>()) {
      if (llvm::none_of(loops, [&](const PipelinedLoop &loop) {
            return loop.tiles.contains(array);
          }))
        ofArrays.push_back(op);
    } else if (unwritten.isWritten(memory)) {
      ofBuffers.push_back(op);
    }
  });
  auto ordersBuffers = [](BarrierOp barrier) {
    return ordersMemory(barrier.getScope(), ExchangeMemory::Buffers);
  };
  for (const PipelinedLoop &loop : loops) {
    scf::ForOp body = loop.loop;
    BarrierOp filled = loop.filled, emptied = loop.emptied;
    auto precedes = [&](Operation *op) {
      return !body->isAncestor(op) && mayPrecede(op, body);
    };
    const bool ofAll = ordersBuffers(filled) || ordersBuffers(emptied);
    BarrierOp barrier = ordersBuffers(emptied) ? emptied : filled;
    OpBuilder builder(body);
    if (llvm::any_of(ofArrays, precedes) ||
        (ofAll && llvm::any_of(ofBuffers, precedes)))
      added.push_back(cast<BarrierOp>(builder.clone(*barrier)));
    if (!loop.readsOtherArrays)
      continue;
    builder.setInsertionPointAfter(body);
    added.push_back(cast<BarrierOp>(builder.clone(*barrier)));
  }
}

LogicalResult LoadingWave::findSlice() {
  SmallVector<Operation *> users;
  for (const PipelinedLoop &loop : loops) {
    slice.merge(loop.slice);
    llvm::append_range(users, loop.stores);
  }
  WalkResult result = kernel.walk([&](BarrierOp barrier) {
    if (!isRemaining(barrier) || succeeded(slice.addControl(barrier)))
      return WalkResult::advance();
    remarkNoPipe(barrier, "depends",
                 "the control flow around this barrier depends on what the "
                 "waves compute, so that the loading wave cannot follow it");
    return WalkResult::interrupt();
  });
  if (result.wasInterrupted())
    return failure();
  slice.findDependence(users);
  result = kernel.walk([&](BarrierOp barrier) {
    if (!barrier.synchronizesGroup())
      return WalkResult::advance();
    Operation *control = slice.findDependentControl(barrier);
    if (!control)
      return WalkResult::advance();
    remarkNoPipe(control, "wave-values",
                 "a value of this loop or condition that the loading needs "
                 "depends on the wave index");
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

//===----------------------------------------------------------------------===//
// Stretches
//===----------------------------------------------------------------------===//

void LoadingWave::close(SmallVector<Operation *> ops, Operation *end) {
  if (ops.empty())
    return;
  GuardedStretch stretch;
  stretch.ops = std::move(ops);
  stretch.end = end;
  DenseSet<Operation *> inside(stretch.ops.begin(), stretch.ops.end());
  for (Operation *op : stretch.ops) {
    stretch.holdsLoop |= holdsLoop(op);
    for (Value value : op->getResults())
      if (llvm::any_of(value.getUsers(), [&](Operation *user) {
            return !inside.contains(
                op->getBlock()->findAncestorOpInBlock(*user));
          }))
        stretch.escaping.push_back(value);
  }
  stretches.push_back(std::move(stretch));
}

/// Whether the new wave also executes `op`: because the loading needs it, or
/// because its result would otherwise have to leave the stretch as a value of
/// unknown form.
bool LoadingWave::isForAll(Operation *op) {
  if (isa<GroupsharedOp, memref::AllocaOp>(op) ||
      (slice.contains(op) && !slice.dependsOnWave(op)))
    return true;
  if (op->getNumRegions() == 0 && isPure(op) &&
      llvm::none_of(op->getOperands(),
                    [&](Value value) { return ofStretches.contains(value); }))
    return true;
  ofStretches.insert(op->result_begin(), op->result_end());
  return false;
}

void LoadingWave::collect(Block &block) {
  SmallVector<Operation *> ops;
  for (Operation &op : block.without_terminator()) {
    if (holdsRemaining(&op)) {
      close(std::move(ops), &op);
      ops.clear();
      for (Region &region : op.getRegions())
        for (Block &nested : region)
          collect(nested);
      continue;
    }
    if (!isForAll(&op))
      ops.push_back(&op);
  }
  close(std::move(ops), block.getTerminator());
}

/// The loading wave passes on zeros.
static bool hasZero(Type type) {
  return isa<IntegerType, IndexType, FloatType, VectorType>(type);
}

LogicalResult LoadingWave::verifyEscaping() {
  for (const GuardedStretch &stretch : stretches) {
    for (Value value : stretch.escaping)
      if (!hasZero(value.getType())) {
        remarkNoPipe(value.getDefiningOp(), "values",
                     "a value that is not a number is needed after the next "
                     "barrier of the group outside of the loops");
        return failure();
      }
  }
  const bool returns =
      kernel.walk([](RetireIfOp) { return WalkResult::interrupt(); })
          .wasInterrupted();
  WalkResult result = kernel.walk([&](BarrierOp barrier) {
    if (!returns || !isRemaining(barrier))
      return WalkResult::advance();
    remarkNoPipe(barrier, "early-return",
                 "the group also meets here, and lanes may return after the "
                 "loops");
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

//===----------------------------------------------------------------------===//
// The loading wave
//===----------------------------------------------------------------------===//

WaveSet LoadingWave::getWaves(Operation *op) const {
  WaveSet result(numbers.size());
  for (Operation *store : findTileStores(op))
    result |= numbers.getReaching(store);
  return result;
}

/// Clones `op` for the wave with index `number`.
static void cloneForWave(OpBuilder &builder, Operation *op, IRMapping &values,
                         Value number) {
  if (isa<GroupWaveIndexOp>(op)) {
    values.map(op->getResult(0), number);
    return;
  }
  SmallVector<GroupWaveIndexOp> indices;
  builder.clone(*op, values)->walk([&](GroupWaveIndexOp index) {
    indices.push_back(index);
  });
  for (GroupWaveIndexOp index : indices) {
    index.replaceAllUsesWith(number);
    index.erase();
  }
}

void LoadingWave::emitBlock(Block &block, IRMapping &values,
                            OpBuilder &builder) {
  for (Operation &op : block.without_terminator()) {
    if (holdsLoop(&op))
      emit(&op, values, builder);
    else if (slice.contains(&op) && !slice.dependsOnWave(&op))
      builder.clone(op, values);
  }
}

void LoadingWave::emitFor(scf::ForOp loop, IRMapping &values,
                          OpBuilder &builder) {
  SmallVector<unsigned> carried;
  SmallVector<Value> inits;
  for (auto [number, argument] : llvm::enumerate(loop.getRegionIterArgs()))
    if (slice.carries(argument)) {
      carried.push_back(number);
      inits.push_back(values.lookupOrDefault(loop.getInitArgs()[number]));
    }
  auto copy = scf::ForOp::create(builder, loop.getLoc(),
                                 values.lookupOrDefault(loop.getLowerBound()),
                                 values.lookupOrDefault(loop.getUpperBound()),
                                 values.lookupOrDefault(loop.getStep()), inits,
                                 nullptr, loop.getUnsignedCmp());
  values.map(loop.getInductionVar(), copy.getInductionVar());
  for (auto [number, argument] :
       llvm::zip_equal(carried, copy.getRegionIterArgs()))
    values.map(loop.getRegionIterArg(number), argument);
  OpBuilder::InsertionGuard saved(builder);
  builder.setInsertionPointToStart(copy.getBody());
  emitBlock(*loop.getBody(), values, builder);
  if (carried.empty())
    return;
  SmallVector<Value> yielded;
  for (unsigned number : carried)
    yielded.push_back(values.lookupOrDefault(loop.getYieldedValues()[number]));
  scf::YieldOp::create(builder, loop.getLoc(), yielded);
}

void LoadingWave::emit(Operation *op, IRMapping &values, OpBuilder &builder) {
  if (const PipelinedLoop *loop = findLoop(op))
    return emitLoop(*loop, values, builder);
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return emitFor(loop, values, builder);
  auto ifOp = cast<scf::IfOp>(op);
  const bool hasElse = ifOp.elseBlock();
  auto copy =
      scf::IfOp::create(builder, op->getLoc(),
                        values.lookupOrDefault(ifOp.getCondition()), hasElse);
  OpBuilder::InsertionGuard saved(builder);
  builder.setInsertionPointToStart(copy.thenBlock());
  emitBlock(*ifOp.thenBlock(), values, builder);
  if (!hasElse)
    return;
  builder.setInsertionPointToStart(copy.elseBlock());
  emitBlock(*ifOp.elseBlock(), values, builder);
}

/// Emits the loading of one iteration, up to the commit, for waves with these
/// indices and numbers. Operations of several waves alternate, so that their
/// loads are in flight together.
void LoadingWave::emitBody(const PipelinedLoop &loop, ArrayRef<IRMapping *> own,
                           ArrayRef<unsigned> indices, ArrayRef<Value> numbers,
                           OpBuilder &builder, Value stage) {
  StagePlace place(stage, lengths);
  scf::ForOp old = loop.loop;
  for (Operation &op : old.getBody()->without_terminator()) {
    const bool isStore = llvm::is_contained(loop.stores, &op);
    if (!isStore && (!loop.slice.contains(&op) || !slice.dependsOnWave(&op)))
      continue;
    if (!slice.dependsOnWave(&op)) {
      Operation *copy = builder.clone(op, *own.front());
      place.shift(copy);
      continue;
    }
    const WaveSet waves = isStore ? getWaves(&op) : this->numbers.getAll();
    for (auto [values, index, number] :
         llvm::zip_equal(own, indices, numbers)) {
      // In a loop over the waves, the conditions decide.
      if (own.size() > 1 && !waves.test(index))
        continue;
      Operation *before =
          builder.getInsertionPoint() == builder.getBlock()->begin()
              ? nullptr
              : &*std::prev(builder.getInsertionPoint());
      cloneForWave(builder, &op, *values, number);
      if (!isStore)
        continue;
      auto from = before ? std::next(before->getIterator())
                         : builder.getBlock()->begin();
      for (auto it = from; it != builder.getInsertionPoint(); ++it)
        place.shift(&*it);
    }
  }
}

void LoadingWave::emitLoop(const PipelinedLoop &loop, const IRMapping &outer,
                           OpBuilder &builder) {
  scf::ForOp old = loop.loop;
  Location loc = old.getLoc(), meeting = loop.filled->getLoc();
  // The waves whose loading differs; one of them if none differs.
  WaveSet all(numbers.size());
  bool differs = false;
  for (Operation *store : loop.stores)
    if (slice.dependsOnWave(store)) {
      differs = true;
      all |= getWaves(store);
    }
  SmallVector<unsigned> indices;
  if (differs)
    llvm::append_range(indices, all.set_bits());
  else
    indices.push_back(0);
  const bool isUnrolled = indices.size() <= kMostCopies;
  if (!isUnrolled)
    indices.resize(1);

  SmallVector<IRMapping> maps(indices.size(), outer);
  auto mapAll = [&](Value from, Value to) {
    for (IRMapping &map : maps)
      map.map(from, to);
  };
  SmallVector<IRMapping *> own;
  for (IRMapping &map : maps)
    own.push_back(&map);

  // What depends on the wave index before the loop.
  SmallVector<Operation *> before;
  kernel.walk([&](Operation *op) {
    if (loop.slice.contains(op) && slice.dependsOnWave(op) &&
        !loop.loop->isAncestor(op))
      before.push_back(op);
  });
  auto emitBefore = [&](ArrayRef<Value> numbers) {
    for (Operation *op : before)
      for (auto [map, number] : llvm::zip_equal(maps, numbers))
        cloneForWave(builder, op, map, number);
  };
  SmallVector<Value> constants;
  if (isUnrolled) {
    for (unsigned index : indices)
      constants.push_back(arith::ConstantOp::create(
          builder, loc,
          builder.getI32IntegerAttr(static_cast<int32_t>(index))));
    emitBefore(constants);
  }

  SmallVector<unsigned> carried;
  SmallVector<Value> inits;
  for (auto [number, argument] : llvm::enumerate(old.getRegionIterArgs()))
    if (loop.slice.carries(argument)) {
      carried.push_back(number);
      inits.push_back(outer.lookupOrDefault(old.getInitArgs()[number]));
    }
  auto copy = scf::ForOp::create(builder, loc,
                                 outer.lookupOrDefault(old.getLowerBound()),
                                 outer.lookupOrDefault(old.getUpperBound()),
                                 outer.lookupOrDefault(old.getStep()), inits,
                                 nullptr, old.getUnsignedCmp());
  mapAll(old.getInductionVar(), copy.getInductionVar());
  for (auto [number, argument] :
       llvm::zip_equal(carried, copy.getRegionIterArgs()))
    mapAll(old.getRegionIterArg(number), argument);

  OpBuilder::InsertionGuard saved(builder);
  builder.setInsertionPointToStart(copy.getBody());
  // What is the same for all waves; loads are in flight while the wave waits.
  for (Operation &op : old.getBody()->without_terminator())
    if (loop.slice.contains(&op) && !slice.dependsOnWave(&op))
      for (auto [from, to] : llvm::zip_equal(
               op.getResults(), builder.clone(op, maps.front())->getResults()))
        mapAll(from, to);
  Value stage =
      PipeAcquireOp::create(builder, meeting, builder.getI32Type(), pipe);
  if (isUnrolled) {
    emitBody(loop, own, indices, constants, builder, stage);
  } else {
    auto getNumber = [&](int64_t value) -> Value {
      return arith::ConstantOp::create(
          builder, loc, builder.getI32IntegerAttr(static_cast<int32_t>(value)));
    };
    auto each = scf::ForOp::create(builder, loc, getNumber(all.find_first()),
                                   getNumber(all.find_last() + 1), getNumber(1),
                                   ValueRange(), nullptr,
                                   /*unsignedCmp=*/true);
    OpBuilder::InsertionGuard outside(builder);
    builder.setInsertionPointToStart(each.getBody());
    Value number = each.getInductionVar();
    emitBefore(number);
    emitBody(loop, own, indices, number, builder, stage);
  }
  PipeCommitOp::create(builder, meeting, pipe);
  if (carried.empty())
    return;
  SmallVector<Value> yielded;
  for (unsigned number : carried)
    yielded.push_back(
        maps.front().lookupOrDefault(old.getYieldedValues()[number]));
  scf::YieldOp::create(builder, loc, yielded);
}

//===----------------------------------------------------------------------===//
// The waves that compute
//===----------------------------------------------------------------------===//

void LoadingWave::compute(const PipelinedLoop &loop) {
  scf::ForOp body = loop.loop;
  BarrierOp filled = loop.filled, emptied = loop.emptied;
  OpBuilder builder(filled);
  Value stage =
      PipeWaitOp::create(builder, filled.getLoc(), builder.getI32Type(), pipe);
  if (loop.loadsFirst())
    builder.setInsertionPoint(emptied);
  else
    builder.setInsertionPoint(body.getBody()->getTerminator());
  PipeReleaseOp::create(builder, emptied.getLoc(), pipe);
  for (Operation *store : llvm::reverse(loop.stores))
    store->erase();
  StagePlace(stage, lengths).shift(body);
  filled.erase();
  emptied.erase();
  // What only the loading used.
  for (bool changed = true; changed;) {
    changed = false;
    body->walk([&](Operation *op) {
      if (op != body && isOpTriviallyDead(op)) {
        op->erase();
        changed = true;
      }
    });
  }
}

void LoadingWave::createPipe() {
  auto builder = OpBuilder::atBlockBegin(&kernel.getBody().front());
  Location loc = loops.front().loop->getLoc();
  SmallVector<int32_t> consumers(waves);
  std::iota(consumers.begin(), consumers.end(), 0);
  pipe =
      PipeOp::create(builder, loc, stages,
                     ArrayRef<int32_t>{static_cast<int32_t>(waves)}, consumers);
  Type i32 = builder.getI32Type();
  Value index = GroupWaveIndexOp::create(builder, loc, i32);
  Value count = arith::ConstantOp::create(builder, loc,
                                          builder.getIntegerAttr(i32, waves));
  isComputing = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                                      index, count);
}

/// Creates the condition of a stretch, with the code of the new wave.
void LoadingWave::addCondition(GuardedStretch &stretch) {
  OpBuilder builder(stretch.end);
  Location loc = stretch.ops.front()->getLoc();
  SmallVector<Type> types;
  for (Value value : stretch.escaping)
    types.push_back(value.getType());
  const bool hasElse = stretch.holdsLoop || !types.empty();
  stretch.condition = scf::IfOp::create(builder, loc, types, isComputing,
                                        /*addThenBlock=*/true, hasElse);
  if (!hasElse)
    return;
  OpBuilder other = OpBuilder::atBlockBegin(stretch.condition.elseBlock());
  IRMapping values;
  for (Operation *op : stretch.ops)
    if (holdsLoop(op))
      emit(op, values, other);
  SmallVector<Value> zeros;
  for (Type type : types)
    zeros.push_back(
        arith::ConstantOp::create(other, loc, other.getZeroAttr(type)));
  scf::YieldOp::create(other, loc, zeros);
}

/// Moves a stretch under its condition.
void LoadingWave::guard(const GuardedStretch &stretch) {
  scf::IfOp ifOp = stretch.condition;
  DenseSet<Operation *> inside(stretch.ops.begin(), stretch.ops.end());
  Block *block = ifOp->getBlock();
  for (auto [number, value] : llvm::enumerate(stretch.escaping)) {
    Value escaping = value;
    escaping.replaceUsesWithIf(ifOp.getResult(number), [&](OpOperand &use) {
      return !inside.contains(block->findAncestorOpInBlock(*use.getOwner()));
    });
  }
  Block *then = ifOp.thenBlock();
  for (Operation *op : stretch.ops)
    op->moveBefore(then, then->end());
  auto builder = OpBuilder::atBlockEnd(then);
  scf::YieldOp::create(builder, ifOp.getLoc(), stretch.escaping);
}

LogicalResult LoadingWave::run() {
  addBarriers();
  auto abandon = [&] {
    for (BarrierOp barrier : added)
      barrier->erase();
    return failure();
  };
  if (failed(findSlice()))
    return abandon();
  collect(kernel.getBody().front());
  if (failed(verifyEscaping()))
    return abandon();

  SmallVector<GroupWaveCountOp> counts;
  kernel.walk([&](GroupWaveCountOp op) { counts.push_back(op); });
  for (GroupWaveCountOp op : counts) {
    OpBuilder builder(op);
    op.replaceAllUsesWith(
        arith::ConstantOp::create(builder, op.getLoc(),
                                  builder.getIntegerAttr(op.getType(), waves))
            .getResult());
    op.erase();
  }
  for (const PipelinedLoop &loop : loops)
    for (GroupsharedOp tile : loop.tiles) {
      const int64_t length = getStageLength(tile);
      if (lengths.try_emplace(tile.getMemory(), length).second)
        tile.getMemory().setType(MemRefType::Builder(tile.getMemory().getType())
                                     .setShape({length * stages}));
    }
  createPipe();
  // The code of the new wave comes from operations that use each other still.
  for (GuardedStretch &stretch : stretches)
    addCondition(stretch);
  for (const GuardedStretch &stretch : stretches)
    guard(stretch);
  for (const PipelinedLoop &loop : loops)
    compute(loop);
  Builder builder(kernel.getContext());
  kernel.setNumWavesAttr(builder.getI64IntegerAttr(waves + 1));
  kernel->setAttr(kExtraWavesAttribute, builder.getI64IntegerAttr(1));
  return success();
}

LogicalResult wave::addLoadingWave(FuncOp kernel, ArrayRef<PipelinedLoop> loops,
                                   const UnwrittenMemory &memory,
                                   int32_t stages) {
  return LoadingWave(kernel, loops, memory, stages).run();
}
