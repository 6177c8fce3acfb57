//===- PipelinedLoops.cpp - Loops whose tiles another wave can load ---------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Transforms/PipelinedLoops.h"

#include "WaveDialect/Analysis/BarrierIntervals.h"
#include "WaveDialect/Analysis/Derivations.h"
#include "WaveDialect/Analysis/MemoryAccess.h"
#include "WaveDialect/Transforms/OptimizationRemarks.h"
#include "WaveDialect/Transforms/UniformSlice.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mlir::wave;

void wave::remarkNoPipe(Operation *op, StringRef name, const Twine &reason) {
  if (auto remark = remarkMissed(op, kPipelineWaves))
    remark << ("no pipe (" + name + "): " + reason + " [no-pipe]").str();
}

/// Describes the place of `op` for a remark: " at line 12", or nothing.
static std::string atLine(Operation *op) {
  if (auto place = op->getLoc()->findInstanceOf<FileLineColLoc>())
    return (" at line " + Twine(place.getLine())).str();
  return "";
}

static GroupsharedOp getArray(Value memory) {
  return memory.getDefiningOp<GroupsharedOp>();
}

/// The array that `op` stores to; null if it stores to none.
static GroupsharedOp getStoredArray(Operation *op) {
  Value memory = getWrittenMemory(op);
  return memory ? getArray(memory) : GroupsharedOp();
}

SmallVector<Operation *> wave::findTileStores(Operation *op) {
  SmallVector<Operation *> stores;
  op->walk([&](Operation *nested) {
    if (getStoredArray(nested))
      stores.push_back(nested);
  });
  return stores;
}

//===----------------------------------------------------------------------===//
// Values that are the same in all iterations
//===----------------------------------------------------------------------===//

/// The values that decide which elements a store or copy writes.
static SmallVector<Value> getPlace(Operation *store) {
  if (auto copy = dyn_cast<AsyncCopyOp>(store))
    return {copy.getStart(), copy.getStride(), copy.getRows(),
            copy.getColumns()};
  return llvm::to_vector(getMemoryAccess(store)->indices);
}

namespace {
/// Elements that one store writes.
struct Target {
  explicit Target(Operation *store)
      : array(getStoredArray(store)), place(getPlace(store)),
        type(store->getOperand(0).getType()),
        components(store->getAttr("components")) {}
  bool operator==(const Target &other) const {
    return array == other.array && type == other.type &&
           components == other.components &&
           place.size() == other.place.size() &&
           llvm::all_of_zip(place, other.place, areSameExpressions);
  }

  GroupsharedOp array;
  SmallVector<Value> place;
  /// Of the value, which may be a vector of several elements.
  Type type;
  Attribute components;
};

/// Values that a lane computes alike whenever it executes the loop, in each
/// iteration.
class InvariantValues {
public:
  InvariantValues(scf::ForOp loop, const UnwrittenMemory &memory)
      : loop(loop), memory(memory) {}

  bool contains(Value value);
  /// Returns a condition or loop around `store` that may let two iterations store to
  /// different elements; null if there is none.
  Operation *findVarying(Operation *store);

private:
  bool compute(Value value);

  scf::ForOp loop;
  const UnwrittenMemory &memory;
  DenseMap<Value, bool> known;
};
} // namespace

bool InvariantValues::contains(Value value) {
  if (auto it = known.find(value); it != known.end())
    return it->second;
  const bool result = compute(value);
  known[value] = result;
  return result;
}

bool InvariantValues::compute(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    Operation *parent = argument.getOwner()->getParentOp();
    if (isa<FuncOp>(parent))
      return true;
    auto inner = dyn_cast<scf::ForOp>(parent);
    return inner && loop->isProperAncestor(inner) &&
           argument == inner.getInductionVar() &&
           contains(inner.getLowerBound()) && contains(inner.getUpperBound()) &&
           contains(inner.getStep());
  }
  Operation *op = value.getDefiningOp();
  if (isa<GroupsharedOp>(op))
    return true;
  if (!memory.allowsExecution(op))
    return false;
  llvm::SetVector<Value> used(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), used);
  return llvm::all_of(used, [&](Value operand) { return contains(operand); });
}

/// Returns what a lane stores to on all paths through `block`, without loops.
static SmallVector<Target> findTargets(Block &block) {
  SmallVector<Target> targets;
  for (Operation &op : block) {
    if (getStoredArray(&op))
      targets.emplace_back(&op);
    auto ifOp = dyn_cast<scf::IfOp>(op);
    if (!ifOp || ifOp.getElseRegion().empty())
      continue;
    const SmallVector<Target> others = findTargets(*ifOp.elseBlock());
    for (const Target &target : findTargets(*ifOp.thenBlock()))
      if (llvm::is_contained(others, target))
        targets.push_back(target);
  }
  return targets;
}

/// Whether both branches store to the elements of `store`.
static bool isStoredInBoth(scf::IfOp ifOp, Operation *store) {
  const Target target(store);
  return !ifOp.getElseRegion().empty() &&
         llvm::is_contained(findTargets(*ifOp.thenBlock()), target) &&
         llvm::is_contained(findTargets(*ifOp.elseBlock()), target);
}

Operation *InvariantValues::findVarying(Operation *store) {
  Operation *varying = nullptr;
  for (Operation *parent = store->getParentOp(); parent != loop;
       parent = parent->getParentOp()) {
    if (auto ifOp = dyn_cast<scf::IfOp>(parent)) {
      // Whichever branch runs stores to the same elements.
      if (isStoredInBoth(ifOp, store))
        varying = nullptr;
      else if (!varying && !contains(ifOp.getCondition()))
        varying = ifOp;
    } else if (auto inner = dyn_cast<scf::ForOp>(parent)) {
      if (!varying && !contains(inner.getInductionVar()))
        varying = inner;
    } else {
      return parent;
    }
  }
  return varying;
}

/// Whether the two loops store to the same elements of `tile`.
static bool haveSamePlaces(const PipelinedLoop &a, const PipelinedLoop &b,
                           GroupsharedOp tile) {
  auto getStores = [&](const PipelinedLoop &from) {
    SmallVector<Operation *> stores;
    for (Operation *op : from.stores)
      for (Operation *store : findTileStores(op))
        if (getStoredArray(store) == tile)
          stores.push_back(store);
    return stores;
  };
  return llvm::all_of_zip(getStores(a), getStores(b),
                          [&](Operation *first, Operation *second) {
                            // Conditions would have to be compared as well.
                            return first->getName() == second->getName() &&
                                   first->getParentOp() == a.loop &&
                                   second->getParentOp() == b.loop &&
                                   Target(first) == Target(second);
                          }) &&
         getStores(a).size() == getStores(b).size();
}

//===----------------------------------------------------------------------===//
// One loop
//===----------------------------------------------------------------------===//

namespace {
/// Proves that a loop can get a pipe, or reports why not.
class LoopCheck {
public:
  LoopCheck(scf::ForOp loop, const UnwrittenMemory &memory,
            const UniformityAnalysis &uniformity)
      : result(loop, memory), loop(loop), memory(memory),
        uniformity(uniformity) {}

  bool run() {
    return checkControl() && findParts() && checkAccesses() &&
           checkOtherMemory() && checkStores() && findSlice();
  }
  PipelinedLoop result;

private:
  bool checkControl();
  bool findParts();
  bool checkAccesses();
  bool checkOtherMemory();
  bool checkStores();
  bool findSlice();

  /// 0 before the first barrier, 1 between the barriers, 2 after the second.
  unsigned getPart(Operation *op) {
    Operation *own = loop.getBody()->findAncestorOpInBlock(*op);
    return own->isBeforeInBlock(first)    ? 0
           : own->isBeforeInBlock(second) ? 1
                                          : 2;
  }
  static bool refuse(Operation *op, StringRef name, const Twine &reason) {
    remarkNoPipe(op, name, reason);
    return false;
  }

  scf::ForOp loop;
  const UnwrittenMemory &memory;
  const UniformityAnalysis &uniformity;
  BarrierOp first, second;
};
} // namespace

bool LoopCheck::checkControl() {
  SmallVector<BarrierOp> own;
  BarrierOp nested;
  loop->walk([&](BarrierOp barrier) {
    if (!barrier.synchronizesGroup())
      return;
    if (barrier->getBlock() == loop.getBody())
      own.push_back(barrier);
    else
      nested = barrier;
  });
  if (findTileStores(loop).empty())
    return refuse(loop, "no-tile",
                  "the loop stores to no groupshared array, so there is no "
                  "loading to move");
  if (nested) {
    if (nested->getParentOfType<LoopLikeOpInterface>() == loop.getOperation())
      return refuse(loop, "barriers",
                    "some iterations skip the barrier of the group" +
                        atLine(nested) +
                        ": write no `continue` before it, and no condition "
                        "around it");
    return refuse(loop, "barriers",
                  "a loop in this loop contains another barrier of the group" +
                      atLine(nested));
  }
  if (own.size() == 1)
    return refuse(loop, "one-barrier",
                  "the group meets once in each iteration, as with tiles that "
                  "are double-buffered by hand: use one tile and a barrier "
                  "before and after the computation");
  if (own.size() > 2)
    return refuse(loop, "barriers",
                  "the group meets " + Twine(own.size()) +
                      " times in each iteration, not after the loading and "
                      "after the computation only");
  first = own[0];
  second = own[1];
  for (BarrierOp barrier : own)
    if (!ordersMemory(barrier.getScope(), ExchangeMemory::Groupshared))
      return refuse(barrier, "barriers",
                    "the barrier does not order groupshared memory");
  if (!uniformity.getControl(first).isGroupUniform())
    return refuse(loop, "uniform",
                  "it is not proved that all waves of the group execute the "
                  "same iterations");
  return true;
}

/// Decides which part of the body loads and which one computes.
bool LoopCheck::findParts() {
  std::optional<unsigned> loading;
  Operation *other = nullptr;
  for (Operation *store : findTileStores(loop)) {
    const unsigned part = getPart(store);
    if (loading && *loading != part && !other)
      other = store;
    if (!loading)
      loading = part;
    if (getMemoryAccess(store) && getMemoryAccess(store)->reads)
      return refuse(store, "accesses",
                    "an atomic changes a groupshared array in the loop");
  }
  if (other)
    return refuse(other, "accesses",
                  "groupshared arrays are stored to before and after a barrier "
                  "of the loop");
  if (*loading == 2)
    return refuse(
        loop, "accesses",
        "a tile is stored after the last barrier of an iteration, for "
        "the next iteration");
  result.filled = *loading == 0 ? first : second;
  result.emptied = *loading == 0 ? second : first;
  for (Operation &op : loop.getBody()->without_terminator())
    if (SmallVector<Operation *> stores = findTileStores(&op);
        !stores.empty()) {
      result.stores.push_back(&op);
      for (Operation *store : stores)
        result.tiles.insert(getStoredArray(store));
    }
  return true;
}

/// Whether the rewrite knows how to add the first element of a stage.
static bool canShift(Operation *op) {
  return isa<memref::LoadOp, memref::StoreOp, vector::LoadOp, vector::StoreOp,
             MatrixLoadOp, AsyncCopyOp>(op);
}

bool LoopCheck::checkAccesses() {
  const unsigned computing = result.loadsFirst() ? 1 : 2;
  for (GroupsharedOp tile : result.tiles) {
    if (tile.getMemory().getType().getRank() != 1)
      return refuse(tile, "accesses", "the tile has several dimensions");
    for (Operation *user : tile->getUsers()) {
      if (!canShift(user))
        return refuse(user, "accesses",
                      "'" + user->getName().getStringRef() +
                          "' accesses a tile of the loop" + atLine(loop));
      // Other loops are compared later.
      if (!loop->isAncestor(user) || getStoredArray(user))
        continue;
      if (getPart(user) != computing)
        return refuse(user, "accesses",
                      "the tile is read outside of the computation between "
                      "the barriers");
    }
  }
  return true;
}

/// The barriers that disappear must order nothing but tiles.
bool LoopCheck::checkOtherMemory() {
  const bool ordersBuffers =
      ordersMemory(first.getScope(), ExchangeMemory::Buffers) ||
      ordersMemory(second.getScope(), ExchangeMemory::Buffers);
  bool ok = true;
  loop->walk([&](Operation *op) {
    if (isa<CallOp, RetireIfOp>(op)) {
      ok = refuse(op, "early-return", "lanes may return in the loop");
      return WalkResult::interrupt();
    }
    if (op->hasTrait<OrdersAccesses>() && !isa<BarrierOp, AsyncCopyOp>(op)) {
      ok = refuse(op, "barriers",
                  "'" + op->getName().getStringRef() +
                      "' in the loop orders accesses of waves");
      return WalkResult::interrupt();
    }
    std::optional<MemoryAccess> access = getMemoryAccess(op);
    if (!access)
      return WalkResult::advance();
    if (GroupsharedOp array = getArray(access->memory)) {
      result.readsOtherArrays |= !result.tiles.contains(array);
      return WalkResult::advance();
    }
    const bool isLocal = access->memory.getDefiningOp<memref::AllocaOp>();
    if (access->isCoherent)
      ok = refuse(op, "other-memory",
                  "the loop accesses coherent memory, through which waves may "
                  "wait for each other");
    else if (ordersBuffers && !isLocal && memory.isWritten(access->memory))
      ok = refuse(op, "other-memory",
                  "the loop accesses memory that the kernel writes, and the "
                  "barriers of the loop order these accesses");
    return ok ? WalkResult::advance() : WalkResult::interrupt();
  });
  return ok;
}

/// The stores contain nothing else, and write the same elements each time: an
/// element that the computation reads was then stored in this iteration, or
/// never.
bool LoopCheck::checkStores() {
  InvariantValues invariant(loop, memory);
  for (Operation *op : result.stores) {
    WalkResult whole = op->walk([&](Operation *nested) {
      if (getStoredArray(nested)) {
        auto copy = dyn_cast<AsyncCopyOp>(nested);
        if (copy && !memory.contains(copy.getBuffer())) {
          refuse(copy, "source", "the kernel writes the buffer that it copies");
          return WalkResult::interrupt();
        }
        return WalkResult::advance();
      }
      if (nested->getNumRegions() != 0
              ? isa<scf::ForOp, scf::IfOp, scf::WhileOp>(nested)
              : memory.allowsExecution(nested))
        return WalkResult::advance();
      std::optional<MemoryAccess> access = getMemoryAccess(nested);
      refuse(nested, access && !access->writes ? "source" : "mixed",
             access && !access->writes
                 ? "the loading reads memory that the kernel writes"
                 : "the statement that stores to the tile has other effects");
      return WalkResult::interrupt();
    });
    if (whole.wasInterrupted())
      return false;
    if (!op->use_empty())
      return refuse(op, "mixed",
                    "the statement that stores to the tile also computes "
                    "values that the loop uses");
    for (Operation *store : findTileStores(op)) {
      if (Operation *varying = invariant.findVarying(store))
        return refuse(store, "iterations",
                      "a condition of the store depends on the iteration" +
                          atLine(varying) +
                          ", and it is not proved that each path through the "
                          "iteration stores to the same elements: an element "
                          "could keep the value of an earlier tile. Store a "
                          "value on every path, for instance 0");
      if (!llvm::all_of(getPlace(store),
                        [&](Value value) { return invariant.contains(value); }))
        return refuse(store, "iterations",
                      "the index of the store depends on the iteration, so "
                      "that elements could keep values of an earlier tile");
    }
  }
  return true;
}

bool LoopCheck::findSlice() {
  LoadingSlice &slice = result.slice;
  auto explain = [&](Operation *user, const Twine &what) {
    Operation *obstacle = slice.getObstacle();
    std::optional<MemoryAccess> access = getMemoryAccess(obstacle);
    if (access && !access->writes && !getArray(access->memory))
      return refuse(obstacle, "source",
                    what + " depends on memory that the kernel writes");
    return refuse(user, "depends",
                  what + " depends on what the waves compute" +
                      atLine(obstacle));
  };
  for (Operation *op : result.stores)
    if (failed(slice.addUses(op)))
      return explain(op, "the loading");
  if (failed(slice.addControl(result.filled)))
    return explain(loop, "the control flow around the loading");
  return true;
}

//===----------------------------------------------------------------------===//
// All loops
//===----------------------------------------------------------------------===//

/// Whether all accesses of the tiles of `candidate` are those of candidates;
/// reports the reason otherwise.
static bool ownsTiles(const PipelinedLoop &candidate,
                      ArrayRef<PipelinedLoop> candidates) {
  for (GroupsharedOp tile : candidate.tiles)
    for (Operation *user : tile->getUsers()) {
      if (candidate.loop->isAncestor(user))
        continue;
      const auto *other = llvm::find_if(candidates, [&](const auto &each) {
        return each.loop->isAncestor(user);
      });
      if (other == candidates.end() || !other->tiles.contains(tile)) {
        remarkNoPipe(user, "accesses",
                     "a tile of the loop" + atLine(candidate.loop) +
                         " is also accessed outside of such loops");
        return false;
      }
      if (!haveSamePlaces(candidate, *other, tile)) {
        remarkNoPipe(candidate.loop, "iterations",
                     "the loop" + atLine(other->loop) +
                         " stores to the same tile, and it is not proved that "
                         "both store to the same elements");
        return false;
      }
    }
  return true;
}

/// Whether the group meets in an iteration, in the body itself or in a condition.
static bool holdsBarrierOfIteration(LoopLikeOpInterface loop) {
  return loop
      ->walk([&](BarrierOp barrier) {
        return barrier.synchronizesGroup() &&
                       barrier->getParentOfType<LoopLikeOpInterface>() == loop
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Returns a return of the kernel before the end of `loop`, or in a loop around
/// it; null if there is none.
static Operation *findReturn(FuncOp kernel, scf::ForOp loop) {
  Operation *found = nullptr;
  kernel.walk([&](RetireIfOp retire) {
    Operation *outermost = loop;
    while (outermost->getParentOp() != kernel)
      outermost = outermost->getParentOp();
    Operation *own = kernel.getBody().front().findAncestorOpInBlock(*retire);
    if (!found && (own == outermost || own->isBeforeInBlock(outermost)))
      found = retire;
  });
  return found;
}

std::vector<PipelinedLoop>
wave::findPipelinedLoops(FuncOp kernel, const UnwrittenMemory &memory) {
  const UniformityAnalysis uniformity(kernel);
  std::vector<PipelinedLoop> loops;
  kernel.walk<WalkOrder::PreOrder>([&](LoopLikeOpInterface each) {
    if (!holdsBarrierOfIteration(each))
      return;
    auto loop = dyn_cast<scf::ForOp>(*each);
    if (!loop)
      return remarkNoPipe(each, "loop",
                          "the number of iterations is not known when the loop "
                          "begins: use `for` and `range`, without `break`");
    if (Operation *retire = findReturn(kernel, loop))
      return remarkNoPipe(loop, "early-return",
                          "lanes may have returned" + atLine(retire));
    LoopCheck check(loop, memory, uniformity);
    if (check.run())
      loops.push_back(std::move(check.result));
  });
  // The refusal of one loop may refuse another one.
  for (bool changed = true; changed;) {
    changed = false;
    for (auto it = loops.begin(); it != loops.end(); ++it)
      if (!ownsTiles(*it, loops)) {
        loops.erase(it);
        changed = true;
        break;
      }
  }
  return loops;
}
