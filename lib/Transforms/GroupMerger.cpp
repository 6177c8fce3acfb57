//===- GroupMerger.cpp - The work of several groups in one ----------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The kernel is rebuilt from the top. Each operation is followed by its copies
// for the other groups, so that the loads of all groups are in flight before the
// first of their values is used.
//
// Packed groups share a wave: with clusters of 8 lanes in a wave of 32, a copy is the
// work of lanes 8k to 8k + 7 of four groups, one in each cluster, where it is the work
// of all lanes of one group otherwise. An operation across the lanes of a group then
// combines its four copies, and the lanes of a cluster.

#include "GroupMerger.h"

#include "AggregateAtomics.h"
#include "GroupAtomics.h"
#include "GroupNumbers.h"
#include "GroupTotals.h"

#include "WaveDialect/Analysis/MemoryAccess.h"
#include "WaveDialect/IR/CombiningKind.h"
#include "WaveDialect/Transforms/UniformSlice.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::wave;
using gpu::Dimension;

namespace {
/// Operations at the begin of the kernel, which stand for what differs between the
/// groups.
struct Placeholders {
  /// The index of the group.
  GroupIdOp group;
  /// If groups are packed: the index of the lane, and the place of the group's part in
  /// an array.
  LaneIndexOp lane;
  GroupIdOp part;
};

/// Rebuilds the body of a kernel for `factor` groups.
class GroupMerger {
public:
  GroupMerger(FuncOp kernel, Dimension dimension, unsigned factor,
              bool mayRunAlone, std::optional<Packing> packing);

  void run();

private:
  using Maps = MutableArrayRef<IRMapping>;

  void placeArrays();
  void emitTail(Value first, Value count);
  void emitApart(Value condition, Value first);
  void emitPacked(Value condition, Value first);
  bool emitOfCluster(Operation *op, Maps maps);
  void emit(Block &block, Maps maps);
  void emit(Operation *op, Maps maps);
  void emitShared(Operation *op, Maps maps);
  void emitCopies(Operation *op, Maps maps);
  void emitTogether(scf::IfOp ifOp, Value condition, Maps maps,
                    function_ref<void()> emitOtherwise);
  void emitTogether(scf::ForOp loop, Maps maps);
  void emitTogether(scf::WhileOp loop, Maps maps);
  void emitIfAll(scf::IfOp ifOp, Maps maps);
  bool emitMerged(AtomicRMWOp atomic, Maps maps);
  bool emitMergedAtomicOf(scf::IfOp ifOp, Maps maps);
  Value createSum(AtomicRMWOp atomic, Value left, Value right);

  bool differs(Value value) const { return variance->differs(value); }
  /// The values of all groups, one after the other; a value that does not differ
  /// once.
  SmallVector<Value> gather(ValueRange values, ValueRange like, Maps maps);
  SmallVector<Type> gatherTypes(ValueRange like) const;
  /// Maps `values` to what `gather` has made of them.
  void spread(ValueRange values, ValueRange gathered, Maps maps);
  Value getI32(int64_t value) {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getI32IntegerAttr(value));
  }

  FuncOp kernel;
  Dimension dimension;
  unsigned factor;
  bool mayRunAlone;
  Location loc;
  std::optional<Packing> packing;
  /// In the body as it was; each map replaces them.
  Placeholders places;
  /// None if groups are packed.
  GroupTotals totals;
  GroupVariance ofGroups;
  /// That of lanes, if groups are packed.
  std::optional<GroupVariance> ofLanes;
  /// The one of the form that is emitted.
  const GroupVariance *variance = &ofGroups;
  OpBuilder builder;
  SmallVector<IRMapping> maps;
  /// In a packed wave: whether this is the first lane of its cluster, and the index of
  /// that lane.
  Value isLeader, leader;
};
} // namespace

/// Leaves one operation for the index of the lane, at the begin of the kernel.
static LaneIndexOp createLaneNumber(FuncOp kernel) {
  Block &entry = kernel.getBody().front();
  OpBuilder builder(&entry, entry.begin());
  Type i32 = builder.getI32Type();
  auto lane = LaneIndexOp::create(builder, kernel.getLoc(), i32);
  SmallVector<Operation *> others;
  kernel.walk([&](Operation *op) {
    if (isa<LaneIndexOp, GroupIndexOp>(op) && op != lane)
      others.push_back(op);
  });
  for (Operation *op : others) {
    Value index = lane;
    if (isa<GroupIndexOp>(op)) {
      builder.setInsertionPoint(op);
      Value wave = GroupWaveIndexOp::create(builder, op->getLoc(), i32);
      Value count = LaneCountOp::create(builder, op->getLoc(), i32);
      Value first = arith::MulIOp::create(builder, op->getLoc(), wave, count);
      index = arith::AddIOp::create(builder, op->getLoc(), first, lane);
    }
    op->getResult(0).replaceAllUsesWith(index);
    op->erase();
  }
  return lane;
}

/// Lets accesses to groupshared arrays use the part of `part`, a placeholder.
static GroupIdOp createPartNumber(FuncOp kernel, Dimension dimension) {
  Block &entry = kernel.getBody().front();
  OpBuilder builder(&entry, entry.begin());
  auto part = GroupIdOp::create(builder, kernel.getLoc(), builder.getI32Type(),
                                dimension);
  kernel.walk([&](Operation *op) {
    std::optional<MemoryAccess> access = getMemoryAccess(op);
    if (!access || !access->memory.getDefiningOp<GroupsharedOp>())
      return;
    builder.setInsertionPoint(op);
    Location loc = op->getLoc();
    Value length = arith::ConstantIndexOp::create(
        builder, loc,
        cast<MemRefType>(access->memory.getType()).getNumElements());
    Value number = arith::IndexCastUIOp::create(builder, loc,
                                                builder.getIndexType(), part);
    Value start = arith::MulIOp::create(builder, loc, number, length);
    Value index = access->indices.front();
    op->replaceUsesOfWith(
        index, arith::AddIOp::create(builder, loc, start, index).getResult());
  });
  return part;
}

static Placeholders createPlaceholders(FuncOp kernel, Dimension dimension,
                                       bool isPacked) {
  Placeholders places;
  places.group = createGroupNumber(kernel, dimension);
  if (isPacked) {
    places.lane = createLaneNumber(kernel);
    places.part = createPartNumber(kernel, dimension);
  }
  return places;
}

GroupMerger::GroupMerger(FuncOp kernel, Dimension dimension, unsigned factor,
                         bool mayRunAlone, std::optional<Packing> packing)
    : kernel(kernel), dimension(dimension), factor(factor),
      mayRunAlone(mayRunAlone), loc(kernel.getLoc()), packing(packing),
      places(createPlaceholders(kernel, dimension, packing.has_value())),
      totals(packing ? GroupTotals() : GroupTotals(kernel, dimension)),
      ofGroups(kernel, dimension, /*ofLanes=*/false, &totals),
      builder(kernel.getContext()), maps(factor) {
  if (packing)
    ofLanes.emplace(kernel, dimension, /*ofLanes=*/true);
}

void GroupMerger::run() {
  Block *original = &kernel.getBody().front();
  SmallVector<Location> locations =
      llvm::map_to_vector(original->getArguments(),
                          [](BlockArgument value) { return value.getLoc(); });
  Block *block =
      builder.createBlock(&kernel.getBody(), kernel.getBody().begin(),
                          original->getArgumentTypes(), locations);
  for (IRMapping &map : maps)
    map.map(original->getArguments(), block->getArguments());
  placeArrays();

  Type i32 = builder.getI32Type();
  auto [first, left] =
      createGroupsOfProgram(builder, kernel, dimension, factor, mayRunAlone);
  Value isWhole = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::uge,
                                        left, getI32(factor));
  // The forms are not branches of one condition: NVIDIA's compiler (580.159) then
  // makes wrong code of merged groups that load the same elements before and behind a
  // barrier.
  emitTail(first,
           arith::SelectOp::create(builder, loc, isWhole, getI32(0), left));
  if (!packing) {
    emitApart(isWhole, first);
  } else if (kernel.getWaveSizes().size() == 1) {
    emitPacked(isWhole, first);
  } else {
    Value isOfSize = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::eq,
        LaneCountOp::create(builder, loc, i32), getI32(packing->laneCount));
    Value isOther = arith::XOrIOp::create(
        builder, loc, isOfSize,
        arith::ConstantOp::create(builder, loc, builder.getBoolAttr(true)));
    emitApart(arith::AndIOp::create(builder, loc, isWhole, isOther), first);
    emitPacked(arith::AndIOp::create(builder, loc, isWhole, isOfSize), first);
  }
  builder.clone(*original->getTerminator());
  original->erase();
}

/// Gives each group its own arrays, except those of a total. Groups that may share a
/// wave have parts of one array, so that lanes of one operation access those of several
/// groups.
void GroupMerger::placeArrays() {
  const unsigned parts = packing ? packing->getGroupsPerWave() : 1;
  kernel.getBody().back().walk([&](Operation *op) {
    if (!isa<GroupsharedOp, memref::AllocaOp>(op))
      return;
    Value array;
    for (auto [number, map] : llvm::enumerate(maps)) {
      const bool isShared = isa<GroupsharedOp>(op) &&
                            (totals.contains(op) ? number : number % parts);
      if (!isShared)
        array = builder.clone(*op)->getResult(0);
      if (!isShared && parts > 1 && isa<GroupsharedOp>(op)) {
        auto type = cast<MemRefType>(array.getType());
        array.setType(MemRefType::Builder(type).setShape(
            {type.getNumElements() * parts}));
      }
      map.map(op->getResult(0), array);
    }
  });
}

/// Emits the groups from `first` on, where `condition` holds: each copy of an
/// operation does the work of one group.
void GroupMerger::emitApart(Value condition, Value first) {
  auto ifOp =
      scf::IfOp::create(builder, loc, condition, /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(ifOp.thenBlock()->getTerminator());
  SmallVector<IRMapping> copies = maps;
  for (auto [number, map] : llvm::enumerate(copies)) {
    Value index = first;
    if (number)
      index = arith::AddIOp::create(builder, loc, first, getI32(number));
    map.map(places.group.getResult(), index);
    if (packing)
      map.map(places.part.getResult(),
              getI32(number % packing->getGroupsPerWave()));
  }
  variance = &ofGroups;
  emit(kernel.getBody().back(), copies);
}

/// Emits the groups from `first` on, where `condition` holds: each copy of an
/// operation does the work of some lanes of all groups that share a wave.
void GroupMerger::emitPacked(Value condition, Value first) {
  auto ifOp =
      scf::IfOp::create(builder, loc, condition, /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(ifOp.thenBlock()->getTerminator());
  const unsigned cluster = packing->cluster,
                 groups = packing->getGroupsPerWave();
  Value lane = LaneIndexOp::create(builder, loc, builder.getI32Type());
  Value part = arith::DivUIOp::create(builder, loc, lane, getI32(cluster));
  Value inCluster = arith::RemUIOp::create(builder, loc, lane, getI32(cluster));
  Value firstOfWave = arith::AddIOp::create(builder, loc, first, part);
  isLeader = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                   inCluster, getI32(0));
  leader = arith::SubIOp::create(builder, loc, lane, inCluster);
  SmallVector<IRMapping> copies = maps;
  for (auto [number, map] : llvm::enumerate(copies)) {
    const auto add = [&](Value value, int64_t more) -> Value {
      return more ? arith::AddIOp::create(builder, loc, value, getI32(more))
                  : value;
    };
    map.map(places.group.getResult(),
            add(firstOfWave, number / groups * groups));
    map.map(places.lane.getResult(), add(inCluster, number % groups * cluster));
    map.map(places.part.getResult(), part);
  }
  variance = &*ofLanes;
  emit(kernel.getBody().back(), copies);
  // What is uniform for a group is not for the wave.
  ifOp.walk([](AssumeUniformOp assume) {
    assume.replaceAllUsesWith(assume.getValue());
    assume.erase();
  });
}

/// Whether `op` is an array or a placeholder, which `map` replaces.
static bool isPlaced(Operation *op, const IRMapping &map) {
  return op->getNumResults() == 1 && map.contains(op->getResult(0));
}

/// The last launched group may have fewer groups, which it runs in turn.
void GroupMerger::emitTail(Value first, Value count) {
  IRMapping map = maps.front();
  auto loop = scf::ForOp::create(builder, loc, getI32(0), count, getI32(1));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  map.map(places.group.getResult(),
          arith::AddIOp::create(builder, loc, first, loop.getInductionVar())
              .getResult());
  if (packing)
    map.map(places.part.getResult(), getI32(0));
  bool holdsArrays = false;
  for (Operation &op : kernel.getBody().back().without_terminator()) {
    holdsArrays |= isa<GroupsharedOp>(op);
    if (!isPlaced(&op, map))
      builder.clone(op, map);
  }
  // The next group uses the same arrays.
  if (holdsArrays)
    BarrierOp::create(builder, loc, BarrierScope::Group, /*sync=*/true);
}

SmallVector<Value> GroupMerger::gather(ValueRange values, ValueRange like,
                                       Maps maps) {
  SmallVector<Value> gathered;
  for (auto [value, model] : llvm::zip_equal(values, like))
    for (IRMapping &map : differs(model) ? maps : maps.take_front())
      gathered.push_back(map.lookupOrDefault(value));
  return gathered;
}

SmallVector<Type> GroupMerger::gatherTypes(ValueRange like) const {
  SmallVector<Type> types;
  for (Value value : like)
    types.append(differs(value) ? factor : 1, value.getType());
  return types;
}

void GroupMerger::spread(ValueRange values, ValueRange gathered, Maps maps) {
  for (Value value : values)
    for (auto [number, map] : llvm::enumerate(maps)) {
      map.map(value, gathered.front());
      if (differs(value) || number + 1 == maps.size())
        gathered = gathered.drop_front();
    }
}

void GroupMerger::emit(Block &block, Maps maps) {
  for (Operation &op : block.without_terminator())
    emit(&op, maps);
}

void GroupMerger::emit(Operation *op, Maps maps) {
  if (isPlaced(op, maps.front()))
    return;
  if (totals.contains(op))
    return totals.emit(builder, op, maps);
  if (variance != &ofGroups && emitOfCluster(op, maps))
    return;
  // One barrier serves all groups: each of them has come to this place.
  if (isa<BarrierOp>(op) || variance->isShared(op))
    return emitShared(op, maps);
  if (auto ifOp = dyn_cast<scf::IfOp>(op)) {
    if (!variance->hasSameFlow(op)) {
      if (emitMergedAtomicOf(ifOp, maps))
        return;
      return isWorthATest(ifOp) ? emitIfAll(ifOp, maps) : emitCopies(op, maps);
    }
    return emitTogether(ifOp, maps.front().lookupOrDefault(ifOp.getCondition()),
                        maps, nullptr);
  }
  if (auto loop = dyn_cast<scf::ForOp>(op); loop && variance->hasSameFlow(op))
    return emitTogether(loop, maps);
  if (auto loop = dyn_cast<scf::WhileOp>(op); loop && variance->hasSameFlow(op))
    return emitTogether(loop, maps);
  if (auto atomic = dyn_cast<AtomicRMWOp>(op);
      atomic && emitMerged(atomic, maps))
    return;
  emitCopies(op, maps);
}

void GroupMerger::emitShared(Operation *op, Maps maps) {
  Operation *clone = builder.clone(*op, maps.front());
  for (IRMapping &map : maps.drop_front())
    map.map(op->getResults(), clone->getResults());
}

/// Emits an operation across the lanes of a group for those that share a wave; returns
/// false for other operations.
bool GroupMerger::emitOfCluster(Operation *op, Maps maps) {
  Location loc = op->getLoc();
  if (isa<LaneCountOp>(op)) {
    Value count = getI32(packing->laneCount);
    for (IRMapping &map : maps)
      map.map(op->getResult(0), count);
    return true;
  }
  if (!op->hasTrait<ReadsLanes>())
    return false;
  // Copies of the same groups follow each other.
  const unsigned groups = packing->getGroupsPerWave();
  for (Maps rest = maps; !rest.empty(); rest = rest.drop_front(groups)) {
    Maps copies = rest.take_front(groups);
    if (isa<IsFirstLaneOp>(op)) {
      Value no =
          arith::ConstantOp::create(builder, loc, builder.getBoolAttr(false));
      for (auto [number, map] : llvm::enumerate(copies))
        map.map(op->getResult(0), number ? no : isLeader);
      continue;
    }
    SmallVector<Value> values;
    for (IRMapping &map : copies)
      values.push_back(map.lookupOrDefault(op->getOperand(0)));
    Value result =
        combineCluster(builder, op, values, packing->cluster, leader);
    for (IRMapping &map : copies)
      map.map(op->getResult(0), result);
  }
  return true;
}

void GroupMerger::emitCopies(Operation *op, Maps maps) {
  for (IRMapping &map : maps)
    builder.clone(*op, map);
}

/// Emits a condition that all groups have. `emitOtherwise` emits the other
/// branch; the branch of the program by default.
void GroupMerger::emitTogether(scf::IfOp ifOp, Value condition, Maps maps,
                               function_ref<void()> emitOtherwise) {
  const bool withElse = emitOtherwise || ifOp.elseBlock();
  auto together =
      scf::IfOp::create(builder, ifOp.getLoc(), gatherTypes(ifOp.getResults()),
                        condition, withElse);
  OpBuilder::InsertionGuard guard(builder);
  const auto start = [&](Block *block) {
    // Without results, the builder has created the terminator.
    if (block->empty())
      builder.setInsertionPointToEnd(block);
    else
      builder.setInsertionPoint(block->getTerminator());
  };
  const auto emitBranch = [&](Block &branch) {
    emit(branch, maps);
    if (ifOp.getNumResults())
      scf::YieldOp::create(builder, ifOp.getLoc(),
                           gather(branch.getTerminator()->getOperands(),
                                  ifOp.getResults(), maps));
  };
  start(together.thenBlock());
  emitBranch(*ifOp.thenBlock());
  if (withElse) {
    start(together.elseBlock());
    if (emitOtherwise)
      emitOtherwise();
    else
      emitBranch(*ifOp.elseBlock());
  }
  spread(ifOp.getResults(), together.getResults(), maps);
}

/// Emits a condition that groups decide apart: the branch of all groups
/// together where the condition holds for all of them, otherwise one group after
/// the other.
void GroupMerger::emitIfAll(scf::IfOp ifOp, Maps maps) {
  Location loc = ifOp.getLoc();
  Value holds;
  for (IRMapping &map : maps) {
    Value condition = map.lookupOrDefault(ifOp.getCondition());
    holds =
        holds
            ? arith::AndIOp::create(builder, loc, holds, condition).getResult()
            : condition;
  }
  // Such an operation sees, orders or waits for the lanes for which the condition
  // of its group holds. These stay together if all lanes take one way.
  const bool needsAllLanes =
      ifOp.walk([](Operation *op) {
            return op->hasTrait<ReadsLanes>() || isa<BarrierOp, AsyncCopyOp>(op)
                       ? WalkResult::interrupt()
                       : WalkResult::advance();
          })
          .wasInterrupted();
  // A condition around a barrier of the group is the same for the group.
  if (needsAllLanes && !holdsGroupBarrier(ifOp))
    holds = AllOp::create(builder, loc, builder.getI1Type(), holds);
  SmallVector<IRMapping> apart(maps.begin(), maps.end());
  emitTogether(ifOp, holds, maps, [&] {
    emitCopies(ifOp, apart);
    if (ifOp.getNumResults())
      scf::YieldOp::create(builder, loc,
                           gather(ifOp.getResults(), ifOp.getResults(), apart));
  });
}

void GroupMerger::emitTogether(scf::ForOp loop, Maps maps) {
  const auto get = [&](Value value) {
    return maps.front().lookupOrDefault(value);
  };
  auto together = scf::ForOp::create(
      builder, loop.getLoc(), get(loop.getLowerBound()),
      get(loop.getUpperBound()), get(loop.getStep()),
      gather(loop.getInitArgs(), loop.getRegionIterArgs(), maps),
      [](OpBuilder &, Location, Value, ValueRange) {}, loop.getUnsignedCmp());
  together->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(together.getBody());
    for (IRMapping &map : maps)
      map.map(loop.getInductionVar(), together.getInductionVar());
    spread(loop.getRegionIterArgs(), together.getRegionIterArgs(), maps);
    emit(*loop.getBody(), maps);
    scf::YieldOp::create(
        builder, loop.getLoc(),
        gather(loop.getYieldedValues(), loop.getRegionIterArgs(), maps));
  }
  spread(loop.getResults(), together.getResults(), maps);
}

void GroupMerger::emitTogether(scf::WhileOp loop, Maps maps) {
  auto together = scf::WhileOp::create(
      builder, loop.getLoc(), gatherTypes(loop.getResults()),
      gather(loop.getInits(), loop.getBeforeArguments(), maps));
  together->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  const auto addBlock = [&](Region &region, ValueRange arguments) {
    SmallVector<Type> types = gatherTypes(arguments);
    Block *block =
        builder.createBlock(&region, region.end(), types,
                            SmallVector<Location>(types.size(), loop.getLoc()));
    spread(arguments, block->getArguments(), maps);
  };
  {
    OpBuilder::InsertionGuard guard(builder);
    addBlock(together.getBefore(), loop.getBeforeArguments());
    emit(*loop.getBeforeBody(), maps);
    scf::ConditionOp condition = loop.getConditionOp();
    scf::ConditionOp::create(
        builder, condition.getLoc(),
        maps.front().lookupOrDefault(condition.getCondition()),
        gather(condition.getArgs(), loop.getResults(), maps));
    addBlock(together.getAfter(), loop.getAfterArguments());
    emit(*loop.getAfterBody(), maps);
    scf::YieldOp::create(builder, loop.getLoc(),
                         gather(loop.getYieldOp().getOperands(),
                                loop.getBeforeArguments(), maps));
  }
  spread(loop.getResults(), together.getResults(), maps);
}

/// Emits one atomic for the atomics of all groups on one element: running them
/// directly one after another is a legal order, and each one's result follows from
/// the first one's.
bool GroupMerger::emitMerged(AtomicRMWOp atomic, Maps maps) {
  if (!isMergeable(atomic, *variance))
    return false;
  Value total;
  // The operands of the groups before each one.
  SmallVector<Value> before;
  for (IRMapping &map : maps) {
    before.push_back(total);
    total = createSum(atomic, total, map.lookupOrDefault(atomic.getValue()));
  }
  auto merged = cast<AtomicRMWOp>(builder.clone(*atomic, maps.front()));
  merged.getValueMutable().assign(total);
  for (auto [map, others] : llvm::zip_equal(maps, before)) {
    Value result = merged.getResult();
    if (others && !atomic.getResult().use_empty())
      result = createSum(atomic, result, others);
    map.map(atomic.getResult(), result);
  }
  return true;
}

Value GroupMerger::createSum(AtomicRMWOp atomic, Value left, Value right) {
  return left ? aggregate::combine(builder, atomic.getLoc(), atomic.getKind(),
                                   left, right)
              : right;
}

/// Emits one atomic for a condition that groups decide apart and whose branch begins
/// with an atomic on an element of all groups, as that of a group which has something
/// to add. Groups for which it does not hold add the identity.
bool GroupMerger::emitMergedAtomicOf(scf::IfOp ifOp, Maps maps) {
  AtomicRMWOp atomic = findMergeable(ifOp, *variance);
  if (!atomic)
    return false;
  Location loc = atomic.getLoc();
  Value any, total,
      identity = arith::ConstantOp::create(
          builder, loc, getIdentity(atomic.getKind(), atomic.getType()));
  SmallVector<Value> before;
  SmallVector<IRMapping> ahead(maps.begin(), maps.end());
  for (IRMapping &map : ahead) {
    for (Operation &op : *ifOp.thenBlock()) {
      if (&op == atomic)
        break;
      builder.clone(op, map);
    }
    Value holds = map.lookupOrDefault(ifOp.getCondition());
    Value operand = arith::SelectOp::create(
        builder, loc, holds, map.lookupOrDefault(atomic.getValue()), identity);
    before.push_back(total);
    total = createSum(atomic, total, operand);
    any = any ? arith::OrIOp::create(builder, loc, any, holds).getResult()
              : holds;
  }
  auto merged = scf::IfOp::create(builder, loc, atomic.getType(), any,
                                  /*withElseRegion=*/true);
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(merged.thenBlock());
    auto once = cast<AtomicRMWOp>(builder.clone(*atomic, ahead.front()));
    once.getValueMutable().assign(total);
    scf::YieldOp::create(builder, loc, once.getResult());
    builder.setInsertionPointToStart(merged.elseBlock());
    scf::YieldOp::create(builder, loc, identity);
  }
  const auto place =
      std::distance(ifOp.thenBlock()->begin(), Block::iterator(atomic));
  for (auto [map, others] : llvm::zip_equal(maps, before)) {
    Value result = merged.getResult(0);
    if (others && !atomic.getResult().use_empty())
      result = createSum(atomic, result, others);
    auto rest = cast<scf::IfOp>(builder.clone(*ifOp, map));
    Operation &copy = *std::next(rest.thenBlock()->begin(), place);
    copy.replaceAllUsesWith(ValueRange{result});
    copy.erase();
  }
  return true;
}

void wave::mergeGroups(FuncOp kernel, Dimension dimension, unsigned factor,
                       bool mayRunAlone, std::optional<Packing> packing) {
  GroupMerger(kernel, dimension, factor, mayRunAlone, packing).run();
}
