//===- PackGroupshared.cpp - Groupshared arrays that reuse memory -----------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Analysis/MemoryAccess.h"
#include "WaveDialect/Analysis/Uniformity.h"
#include "WaveDialect/IR/KernelLaunch.h"
#include "WaveDialect/IR/Wave.h"
#include "WaveDialect/Transforms/OptimizationRemarks.h"
#include "WaveDialect/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/Support/FormatVariadic.h"

namespace mlir::wave {
#define GEN_PASS_DEF_PACKGROUPSHARED
#include "WaveDialect/Transforms/Passes.h.inc"
} // namespace mlir::wave

using namespace mlir;
using namespace mlir::wave;

static constexpr StringLiteral kPass = "wave-pack-groupshared";

//===----------------------------------------------------------------------===//
// Lifetimes
//===----------------------------------------------------------------------===//

namespace {
/// Finds which arrays must not share memory.
class Lifetimes {
public:
  Lifetimes(FuncOp kernel, ArrayRef<GroupsharedOp> arrays);

  /// Whether the analysis covers all operations of the kernel.
  bool areKnown() const { return known; }
  bool meet(unsigned a, unsigned b) const { return conflicts[a].test(b); }

private:
  using Arrays = llvm::BitVector;

  /// Returns the index of the array that `op` accesses.
  std::optional<unsigned> getArray(Operation *op) const;
  Arrays getArraysIn(Region &region) const;
  Arrays getArraysIn(Operation *op) const;
  bool parts(Operation *op) const;
  void addConflicts(unsigned array, const Arrays &others);

  void visit(Block &block, Arrays &recent, Arrays &earlier);
  void visitIf(scf::IfOp ifOp, Arrays &recent, Arrays &earlier);
  void visitLoop(Operation *loop, Arrays &recent, Arrays &earlier);
  void visitBackwards(Block &block, Arrays &later);

  bool isSingle;
  UniformityAnalysis uniformity;
  llvm::DenseMap<Value, unsigned> numbers;
  /// For each access, the arrays that may have been accessed before it, on any
  /// path.
  llvm::DenseMap<Operation *, Arrays> before;
  std::vector<Arrays> conflicts;
  bool known = true;
};
} // namespace

Lifetimes::Lifetimes(FuncOp kernel, ArrayRef<GroupsharedOp> arrays)
    : isSingle(isSingleWave(kernel)), uniformity(kernel) {
  for (GroupsharedOp array : arrays)
    numbers.try_emplace(array.getMemory(), numbers.size());
  const auto numArrays = static_cast<unsigned>(arrays.size());
  conflicts.assign(numArrays, Arrays(numArrays));
  kernel.getBody().walk([&](Operation *op) {
    known &= !isa<CallOp, CheckOp, RetireIfOp>(op) &&
             (op->getNumRegions() == 0 ||
              isa<scf::IfOp, scf::ForOp, scf::WhileOp, MatrixMapOp>(op));
  });
  if (!known)
    return;
  Arrays recent(numArrays), earlier(numArrays), later(numArrays);
  visit(kernel.getBody().front(), recent, earlier);
  visitBackwards(kernel.getBody().front(), later);
}

std::optional<unsigned> Lifetimes::getArray(Operation *op) const {
  std::optional<MemoryAccess> access = getMemoryAccess(op);
  auto it = access ? numbers.find(access->memory) : numbers.end();
  return it == numbers.end() ? std::nullopt : std::optional(it->second);
}

Lifetimes::Arrays Lifetimes::getArraysIn(Region &region) const {
  Arrays arrays(conflicts.size());
  region.walk([&](Operation *op) {
    if (std::optional<unsigned> array = getArray(op))
      arrays.set(*array);
  });
  return arrays;
}

Lifetimes::Arrays Lifetimes::getArraysIn(Operation *op) const {
  Arrays arrays(conflicts.size());
  for (Region &region : op->getRegions())
    arrays |= getArraysIn(region);
  return arrays;
}

/// Whether all accesses of the group before `op` are complete when one of its
/// lanes continues after it.
bool Lifetimes::parts(Operation *op) const {
  auto barrier = dyn_cast<BarrierOp>(op);
  if (!barrier || !barrier.getSync() ||
      barrier.getScope() == BarrierScope::Device ||
      (!barrier.synchronizesGroup() && !isSingle))
    return false;
  return uniformity.getControl(op).isGroupUniform();
}

void Lifetimes::addConflicts(unsigned array, const Arrays &others) {
  for (unsigned other : others.set_bits()) {
    conflicts[array].set(other);
    conflicts[other].set(array);
  }
}

/// `recent` are the arrays that were accessed since the waves last met, which
/// other waves may still access.
void Lifetimes::visit(Block &block, Arrays &recent, Arrays &earlier) {
  for (Operation &op : block) {
    if (std::optional<unsigned> array = getArray(&op)) {
      addConflicts(*array, recent);
      before[&op] = earlier;
      recent.set(*array);
      earlier.set(*array);
    } else if (parts(&op)) {
      recent.reset();
    } else if (auto ifOp = dyn_cast<scf::IfOp>(op)) {
      visitIf(ifOp, recent, earlier);
    } else if (isa<scf::ForOp, scf::WhileOp>(op)) {
      visitLoop(&op, recent, earlier);
    }
  }
}

void Lifetimes::visitIf(scf::IfOp ifOp, Arrays &recent, Arrays &earlier) {
  // Waves may execute both sides at the same time.
  if (!uniformity.get(ifOp.getCondition()).isGroupUniform()) {
    const Arrays taken = getArraysIn(ifOp.getThenRegion()),
                 otherwise = getArraysIn(ifOp.getElseRegion());
    for (unsigned array : taken.set_bits())
      addConflicts(array, otherwise);
  }
  Arrays allRecent(conflicts.size()), allEarlier = earlier;
  for (Region *region : ifOp.getRegions()) {
    Arrays sideRecent = recent, sideEarlier = earlier;
    if (!region->empty())
      visit(region->front(), sideRecent, sideEarlier);
    allRecent |= sideRecent;
    allEarlier |= sideEarlier;
  }
  recent = std::move(allRecent);
  earlier = std::move(allEarlier);
}

/// An iteration may follow another one. A `while` exits after its first region;
/// a `for` may have no iterations.
void Lifetimes::visitLoop(Operation *loop, Arrays &recent, Arrays &earlier) {
  earlier |= getArraysIn(loop);
  while (true) {
    Arrays trip = recent, end = recent;
    for (Region &region : loop->getRegions()) {
      visit(region.front(), trip, earlier);
      if (isa<scf::WhileOp>(loop) && region.getRegionNumber() == 0)
        end = trip;
    }
    Arrays joined = recent;
    joined |= trip;
    if (joined == recent) {
      recent = std::move(end);
      return;
    }
    recent = std::move(joined);
  }
}

/// Arrays that are accessed both earlier and later are live at each access in
/// between.
void Lifetimes::visitBackwards(Block &block, Arrays &later) {
  for (Operation &op : llvm::reverse(block)) {
    if (std::optional<unsigned> array = getArray(&op)) {
      Arrays alive = before.lookup(&op);
      alive &= later;
      addConflicts(*array, alive);
      later.set(*array);
      continue;
    }
    if (isa<scf::ForOp, scf::WhileOp>(op))
      later |= getArraysIn(&op);
    Arrays all = later;
    for (Region &region : op.getRegions()) {
      Arrays side = later;
      if (!region.empty())
        visitBackwards(region.front(), side);
      all |= side;
    }
    later = std::move(all);
  }
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

namespace {
/// The memory of an array: its own, or elements of another array from `offset`
/// on.
struct Place {
  unsigned host;
  int64_t offset = 0;
};
} // namespace

static MemRefType getType(GroupsharedOp array) {
  return cast<MemRefType>(array.getMemory().getType());
}

static bool holdsAtomics(GroupsharedOp array) {
  return llvm::any_of(array.getMemory().getUsers(), [](Operation *user) {
    std::optional<MemoryAccess> access = getMemoryAccess(user);
    return access && access->isAtomic();
  });
}

/// The longest arrays are first and keep their memory; each of the others
/// reuses the first free elements of an array that was placed before.
static SmallVector<Place> findPlaces(ArrayRef<GroupsharedOp> arrays,
                                     const Lifetimes &lifetimes) {
  SmallVector<Place> places;
  for (unsigned number = 0; number < arrays.size(); ++number)
    places.push_back({number});
  SmallVector<unsigned> order =
      llvm::to_vector(llvm::seq<unsigned>(arrays.size()));
  llvm::stable_sort(order, [&](unsigned a, unsigned b) {
    return getType(arrays[a]).getNumElements() >
           getType(arrays[b]).getNumElements();
  });
  auto areAlike = [&](unsigned a, unsigned b) {
    Type first = getType(arrays[a]).getElementType(),
         second = getType(arrays[b]).getElementType();
    if (first == second)
      return true;
    return first.getIntOrFloatBitWidth() == 32 &&
           second.getIntOrFloatBitWidth() == 32 && !holdsAtomics(arrays[a]);
  };
  SmallVector<unsigned> placed;
  auto findPlace = [&](unsigned array) -> Place {
    const int64_t length = getType(arrays[array]).getNumElements();
    for (unsigned host : placed) {
      if (places[host].host != host || !areAlike(array, host))
        continue;
      // At the start, or after an array that it conflicts with.
      SmallVector<std::pair<int64_t, int64_t>> taken;
      for (unsigned other : placed)
        if (places[other].host == host && lifetimes.meet(array, other))
          taken.emplace_back(places[other].offset,
                             places[other].offset +
                                 getType(arrays[other]).getNumElements());
      llvm::sort(taken);
      int64_t offset = 0;
      for (auto [start, end] : taken)
        if (start < offset + length)
          offset = std::max(offset, end);
      if (offset + length <= getType(arrays[host]).getNumElements())
        return {host, offset};
    }
    return {array};
  };
  for (unsigned array : order) {
    places[array] = findPlace(array);
    placed.push_back(array);
  }
  return places;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

static Value addOffset(OpBuilder &builder, Location loc, Value index,
                       int64_t offset) {
  if (offset == 0)
    return index;
  APInt constant;
  if (matchPattern(index, m_ConstantInt(&constant)))
    return arith::ConstantIndexOp::create(builder, loc,
                                          constant.getSExtValue() + offset);
  // Indices are computed in 32 bits.
  Type i32 = builder.getI32Type();
  Value number;
  if (auto cast = index.getDefiningOp<arith::IndexCastUIOp>();
      cast && cast.getIn().getType() == i32)
    number = cast.getIn();
  else
    number = arith::IndexCastUIOp::create(builder, loc, i32, index);
  Value sum = arith::AddIOp::create(
      builder, loc, number,
      arith::ConstantOp::create(
          builder, loc,
          builder.getI32IntegerAttr(static_cast<int32_t>(offset))));
  return arith::IndexCastUIOp::create(builder, loc, builder.getIndexType(),
                                      sum);
}

/// `type` with the element `element`.
static Type withElement(Type type, Type element) {
  if (auto vector = dyn_cast<VectorType>(type))
    return vector.clone(element);
  return element;
}

/// Makes `op` access `memory` instead of its own, at an index that is `offset`
/// larger.
static void move(Operation *op, Value memory, int64_t offset) {
  OpBuilder builder(op);
  Location loc = op->getLoc();
  Type element = cast<MemRefType>(memory.getType()).getElementType();
  Value old = getMemoryAccess(op)->memory;
  const bool isSame =
      cast<MemRefType>(old.getType()).getElementType() == element;
  Value index = getMemoryAccess(op)->indices.front();
  Value moved = addOffset(builder, loc, index, offset);
  for (OpOperand &operand : op->getOpOperands()) {
    if (operand.get() == old)
      operand.set(memory);
    else if (operand.get() == index)
      operand.set(moved);
    else if (!isSame && isa<memref::StoreOp, vector::StoreOp>(op))
      operand.set(arith::BitcastOp::create(
          builder, loc, withElement(operand.get().getType(), element),
          operand.get()));
  }
  if (isSame || op->getNumResults() == 0)
    return;
  Value result = op->getResult(0);
  Type type = result.getType();
  result.setType(withElement(type, element));
  builder.setInsertionPointAfter(op);
  auto cast = arith::BitcastOp::create(builder, loc, type, result);
  result.replaceAllUsesExcept(cast, cast);
}

namespace {
struct PackGroupshared final
    : wave::impl::PackGroupsharedBase<PackGroupshared> {
  void runOnWaveIR() override {
    getOperation().walk([&](FuncOp function) {
      if (function.getKernel())
        pack(function);
    });
  }

  static void pack(FuncOp kernel) {
    SmallVector<GroupsharedOp> arrays;
    kernel.walk([&](GroupsharedOp array) {
      // Mesh groups read the payload later.
      if (getType(array).hasStaticShape() &&
          llvm::all_of(array.getMemory().getUsers(), [](Operation *user) {
            std::optional<MemoryAccess> access = getMemoryAccess(user);
            return access && !access->isMatrix;
          }))
        arrays.push_back(array);
    });
    if (arrays.size() < 2)
      return;
    Lifetimes lifetimes(kernel, arrays);
    if (!lifetimes.areKnown())
      return;
    SmallVector<Place> places = findPlaces(arrays, lifetimes);
    for (auto [number, place] : llvm::enumerate(places)) {
      if (place.host == number)
        continue;
      GroupsharedOp array = arrays[number], host = arrays[place.host];
      if (auto remark = remarkApplied(array, kPass))
        remark << llvm::formatv("takes the memory of an array of {0} elements, "
                                "from element {1} on",
                                getType(host).getNumElements(), place.offset)
                      .str();
      // The host must precede all users of the array.
      if (array->isBeforeInBlock(host))
        host->moveBefore(array);
      for (Operation *user :
           llvm::make_early_inc_range(array.getMemory().getUsers()))
        move(user, host.getMemory(), place.offset);
      array.erase();
    }
  }
};
} // namespace
