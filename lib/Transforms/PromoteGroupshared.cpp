//===- PromoteGroupshared.cpp - Replaces groupshared memory by values -------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// GroupsharedSlots first finds the memory to promote. The kernel is then
// rebuilt from the top with the current value of each slot; control flow that
// stores to a slot carries its value.

#include "GroupsharedSlots.h"

#include "WaveDialect/IR/KernelLaunch.h"
#include "WaveDialect/Transforms/OptimizationRemarks.h"
#include "WaveDialect/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

namespace mlir::wave {
#define GEN_PASS_DEF_PROMOTEGROUPSHARED
#include "WaveDialect/Transforms/Passes.h.inc"
} // namespace mlir::wave

using namespace mlir;
using namespace mlir::wave;

static constexpr StringLiteral kPass = "wave-promote-groupshared";

//===----------------------------------------------------------------------===//
// Promoter
//===----------------------------------------------------------------------===//

namespace {
class Promoter {
public:
  Promoter(FuncOp kernel, const GroupsharedSlots &slots)
      : kernel(kernel), slots(slots) {}

  void run();

private:
  /// The value of each slot.
  using Values = SmallVector<Value>;

  void promote(Block &block, Values &values);
  void promote(memref::LoadOp load, const Values &values);
  void promote(memref::StoreOp store, Values &values);
  void promote(scf::IfOp ifOp, Values &values);
  void promote(scf::ForOp forOp, Values &values);
  void promote(scf::WhileOp whileOp, Values &values);
  Value readLane(OpBuilder &builder, memref::LoadOp load, Value index,
                 const Values &values) const;
  Value getLane(OpBuilder &builder, Location loc, Value index) const;

  FuncOp kernel;
  const GroupsharedSlots &slots;
  /// Other lanes' values that are read before the branch around their load.
  llvm::DenseMap<Operation *, Value> readBefore;
  /// The values of erased stores, which elections use if all lanes know them.
  llvm::DenseMap<Operation *, Value> stored;
};
} // namespace

/// Appends operands to the terminator of `block`.
static void appendToTerminator(Block *block, ValueRange values) {
  Operation *terminator = block->getTerminator();
  terminator->insertOperands(terminator->getNumOperands(), values);
}

static SmallVector<Value> select(ArrayRef<Value> values,
                                 ArrayRef<unsigned> which) {
  return llvm::map_to_vector(which,
                             [&](unsigned slot) { return values[slot]; });
}

static void assign(SmallVectorImpl<Value> &values, ArrayRef<unsigned> which,
                   ValueRange from) {
  for (auto [slot, value] : llvm::zip_equal(which, from))
    values[slot] = value;
}

void Promoter::run() {
  // Contents start undefined.
  Block &entry = kernel.getBody().front();
  OpBuilder builder(&entry, entry.begin());
  Values values;
  for (Type type : slots.getTypes())
    values.push_back(arith::ConstantOp::create(builder, kernel.getLoc(),
                                               builder.getZeroAttr(type)));
  promote(entry, values);
  for (GroupsharedOp array : slots.getArrays())
    array.erase();
}

void Promoter::promote(Block &block, Values &values) {
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (auto load = dyn_cast<memref::LoadOp>(op))
      promote(load, values);
    else if (auto store = dyn_cast<memref::StoreOp>(op))
      promote(store, values);
    else if (auto ifOp = dyn_cast<scf::IfOp>(op))
      promote(ifOp, values);
    else if (auto forOp = dyn_cast<scf::ForOp>(op))
      promote(forOp, values);
    else if (auto whileOp = dyn_cast<scf::WhileOp>(op))
      promote(whileOp, values);
  }
}

/// Converts an index to the index of an existing lane; other elements were
/// never stored.
Value Promoter::getLane(OpBuilder &builder, Location loc, Value index) const {
  Type i32 = builder.getI32Type();
  APInt number;
  if (matchPattern(index, m_ConstantInt(&number)) &&
      number.ult(slots.getMinLanes()))
    return arith::ConstantOp::create(
        builder, loc,
        builder.getI32IntegerAttr(static_cast<int32_t>(number.getZExtValue())));
  Value lane;
  if (Operation *cast = index.getDefiningOp();
      isa_and_nonnull<arith::IndexCastOp, arith::IndexCastUIOp>(cast) &&
      cast->getOperand(0).getType() == i32)
    lane = cast->getOperand(0);
  else
    lane = arith::IndexCastUIOp::create(builder, loc, i32, index);
  // Indices that the program itself keeps in bounds.
  Operation *op = lane.getDefiningOp();
  if (isa_and_nonnull<arith::AndIOp, arith::RemUIOp>(op) &&
      matchPattern(op->getOperand(1), m_ConstantInt(&number)) &&
      (isa<arith::AndIOp>(op)
           ? number.ult(slots.getMinLanes())
           : number.ule(slots.getMinLanes()) && !number.isZero()))
    return lane;
  if (isa_and_nonnull<arith::XOrIOp>(op) &&
      op->getOperand(0).getDefiningOp<LaneIndexOp>() &&
      matchPattern(op->getOperand(1), m_ConstantInt(&number)) &&
      number.ult(slots.getMinLanes()))
    return lane;
  FuncOp function = kernel;
  SmallVector<int32_t> sizes = function.getWaveSizes();
  Value mask;
  if (sizes.size() == 1) {
    mask = arith::ConstantOp::create(builder, loc,
                                     builder.getI32IntegerAttr(sizes[0] - 1));
  } else {
    Value one =
        arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(1));
    mask = arith::SubIOp::create(builder, loc,
                                 LaneCountOp::create(builder, loc, i32), one);
  }
  return arith::AndIOp::create(builder, loc, lane, mask);
}

Value Promoter::readLane(OpBuilder &builder, memref::LoadOp load, Value index,
                         const Values &values) const {
  Value lane = getLane(builder, load.getLoc(), index);
  Value value = values[slots.getLoads().lookup(load).slot];
  return ReadLaneOp::create(builder, load.getLoc(), value.getType(), value,
                            lane);
}

void Promoter::promote(memref::LoadOp load, const Values &values) {
  auto it = slots.getLoads().find(load);
  if (it == slots.getLoads().end())
    return;
  Value value = values[it->second.slot];
  if (it->second.place == load) {
    OpBuilder builder(load);
    value = readLane(builder, load, load.getIndices().front(), values);
  } else if (it->second.place) {
    value = readBefore.lookup(load);
  }
  load.replaceAllUsesWith(value);
  load.erase();
}

void Promoter::promote(memref::StoreOp store, Values &values) {
  auto it = slots.getStores().find(store);
  if (it == slots.getStores().end())
    return;
  Value value = store.getValueToStore();
  if (it->second.needsFirstLane) {
    OpBuilder builder(store);
    value = ReadFirstLaneOp::create(builder, store.getLoc(), value.getType(),
                                    value);
  }
  values[it->second.slot] = value;
  stored[store] = value;
  store.erase();
}

void Promoter::promote(scf::IfOp ifOp, Values &values) {
  OpBuilder builder(ifOp);
  for (memref::LoadOp load : slots.getLoadsAt(ifOp)) {
    IRMapping mapping;
    // The slice is a local variable, because a range-for would not extend its
    // lifetime.
    const auto slice = GroupsharedSlots::getIndexSlice(load, ifOp);
    for (Operation *op : *slice)
      builder.clone(*op, mapping);
    Value index = mapping.lookupOrDefault(load.getIndices().front());
    readBefore[load] = readLane(builder, load, index, values);
  }
  // Look up the election before this operation is replaced.
  auto elected = slots.getElections().find(ifOp);
  const bool isElection = elected != slots.getElections().end();
  SmallVector<unsigned> carried =
      llvm::filter_to_vector(slots.getStoredIn(ifOp), [&](unsigned slot) {
        return !isElection || !elected->second.slots.lookup(slot);
      });
  Values then = values, otherwise = values;
  promote(*ifOp.thenBlock(), then);
  if (ifOp.elseBlock())
    promote(*ifOp.elseBlock(), otherwise);

  Operation *last = ifOp;
  if (!carried.empty()) {
    SmallVector<Type> types(ifOp.getResultTypes());
    llvm::append_range(types, ValueRange(select(values, carried)).getTypes());
    auto newIf =
        scf::IfOp::create(builder, ifOp.getLoc(), types, ifOp.getCondition(),
                          /*addThenBlock=*/false, /*addElseBlock=*/false);
    newIf.getThenRegion().takeBody(ifOp.getThenRegion());
    newIf.getElseRegion().takeBody(ifOp.getElseRegion());
    if (newIf.getElseRegion().empty()) {
      builder.createBlock(&newIf.getElseRegion());
      scf::YieldOp::create(builder, ifOp.getLoc());
    }
    appendToTerminator(newIf.thenBlock(), select(then, carried));
    appendToTerminator(newIf.elseBlock(), select(otherwise, carried));
    const unsigned numOld = ifOp.getNumResults();
    ifOp.replaceAllUsesWith(newIf.getResults().take_front(numOld));
    assign(values, carried, newIf.getResults().drop_front(numOld));
    last = newIf;
  }
  if (isElection) {
    builder.setInsertionPointAfter(last);
    Location loc = ifOp.getLoc();
    for (auto [slot, known] : elected->second.slots) {
      Value value = values[slot];
      const int64_t lane = elected->second.lane;
      if (known)
        values[slot] = stored.lookup(known);
      else if (lane == 0)
        values[slot] =
            ReadFirstLaneOp::create(builder, loc, value.getType(), value);
      else
        values[slot] = ReadLaneOp::create(
            builder, loc, value.getType(), value,
            arith::ConstantOp::create(
                builder, loc,
                builder.getI32IntegerAttr(static_cast<int32_t>(lane))));
    }
  }
  if (last != ifOp)
    ifOp.erase();
}

void Promoter::promote(scf::ForOp forOp, Values &values) {
  SmallVector<unsigned> carried = slots.getStoredIn(forOp);
  if (carried.empty()) {
    Values inside = values;
    return promote(*forOp.getBody(), inside);
  }
  OpBuilder builder(forOp);
  SmallVector<Value> inits(forOp.getInitArgs());
  llvm::append_range(inits, select(values, carried));
  auto newFor = scf::ForOp::create(
      builder, forOp.getLoc(), forOp.getLowerBound(), forOp.getUpperBound(),
      forOp.getStep(), inits, nullptr, forOp.getUnsignedCmp());
  newFor.getRegion().takeBody(forOp.getRegion());
  Block *body = newFor.getBody();
  Values inside = values;
  for (unsigned slot : carried)
    inside[slot] = body->addArgument(values[slot].getType(), forOp.getLoc());
  promote(*body, inside);
  appendToTerminator(body, select(inside, carried));
  const unsigned numOld = forOp.getNumResults();
  forOp.replaceAllUsesWith(newFor.getResults().take_front(numOld));
  assign(values, carried, newFor.getResults().drop_front(numOld));
  forOp.erase();
}

void Promoter::promote(scf::WhileOp whileOp, Values &values) {
  SmallVector<unsigned> carried = slots.getStoredIn(whileOp);
  if (carried.empty()) {
    Values inside = values;
    promote(*whileOp.getBeforeBody(), inside);
    return promote(*whileOp.getAfterBody(), inside);
  }
  OpBuilder builder(whileOp);
  Location loc = whileOp.getLoc();
  SmallVector<Value> inits(whileOp.getInits());
  SmallVector<Value> now = select(values, carried);
  llvm::append_range(inits, now);
  SmallVector<Type> types(whileOp.getResultTypes());
  llvm::append_range(types, ValueRange(now).getTypes());
  auto newWhile = scf::WhileOp::create(builder, loc, types, inits);
  newWhile.getBefore().takeBody(whileOp.getBefore());
  newWhile.getAfter().takeBody(whileOp.getAfter());
  Values inside = values;
  for (Block *block : {newWhile.getBeforeBody(), newWhile.getAfterBody()}) {
    for (unsigned slot : carried)
      inside[slot] = block->addArgument(values[slot].getType(), loc);
    promote(*block, inside);
    appendToTerminator(block, select(inside, carried));
  }
  const unsigned numOld = whileOp.getNumResults();
  whileOp.replaceAllUsesWith(newWhile.getResults().take_front(numOld));
  assign(values, carried, newWhile.getResults().drop_front(numOld));
  whileOp.erase();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// Whether an analysis may find slots, or readers expect a remark: in groups of
/// one wave they do.
static bool mayHoldSlots(FuncOp kernel) {
  auto result = kernel.walk([&](GroupsharedOp array) {
    auto isPlain = [](Operation *user) {
      return isa<memref::LoadOp, memref::StoreOp>(user);
    };
    return isSingleWave(kernel) ||
                   llvm::all_of(array.getMemory().getUsers(), isPlain)
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  return result.wasInterrupted();
}

namespace {
struct PromoteGroupshared final
    : wave::impl::PromoteGroupsharedBase<PromoteGroupshared> {
  void runOnWaveIR() override {
    getOperation().walk([&](FuncOp function) {
      if (function.getKernel() && mayHoldSlots(function))
        promote(function);
    });
  }

  static void promote(FuncOp kernel) {
    GroupsharedSlots slots(kernel);
    if (slots.empty())
      return;
    for (GroupsharedOp array : slots.getArrays())
      remarkApplied(array, kPass) << "kept in registers";
    Promoter(kernel, slots).run();
  }
};
} // namespace
