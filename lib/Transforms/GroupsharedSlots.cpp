//===- GroupsharedSlots.cpp - Groupshared memory that can become values -----===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GroupsharedSlots.h"

#include "WaveDialect/IR/KernelLaunch.h"
#include "WaveDialect/IR/SourceLocation.h"
#include "WaveDialect/Transforms/OptimizationRemarks.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::wave;

static constexpr StringLiteral kPass = "wave-promote-groupshared";

/// Arrays with more elements stay in memory: registers are few.
static constexpr size_t kMaxElements = 16;

GroupsharedSlots::GroupsharedSlots(FuncOp kernel)
    : kernel(kernel), uniformity(kernel), lanes(kernel, uniformity),
      forms(kernel, uniformity), isSingle(isSingleWave(kernel)) {
  SmallVector<int32_t> sizes = kernel.getWaveSizes();
  minLanes = sizes.empty() ? kMinWaveSize : sizes.front();
  kernel.walk([&](GroupsharedOp array) { add(array); });
  kernel.walk([&](Operation *op) {
    if (auto load = dyn_cast<memref::LoadOp>(op);
        load && loads.lookup(op).place)
      loadsAt[loads.lookup(op).place].push_back(load);
    auto store = stores.find(op);
    if (store == stores.end())
      return;
    for (Operation *parent = op->getParentOp(); parent != kernel;
         parent = parent->getParentOp())
      storedIn[parent].insert(store->second.slot);
  });
}

SmallVector<unsigned> GroupsharedSlots::getStoredIn(Operation *op) const {
  auto it = storedIn.find(op);
  if (it == storedIn.end())
    return {};
  SmallVector<unsigned> slots(it->second.begin(), it->second.end());
  llvm::sort(slots);
  return slots;
}

void GroupsharedSlots::missed(Operation *op, Operation *access,
                              StringRef reason) const {
  // Groups of several waves need their shared memory, so readers expect no
  // remark.
  if (!isSingle)
    return;
  auto remark = remarkMissed(op, kPass);
  if (!remark)
    return;
  std::string text = ("stays in memory, because " + reason).str();
  if (FileLineColLoc place = access ? findSource(access->getLoc()) : nullptr)
    text += " at line " + std::to_string(place.getLine());
  remark << text;
}

std::optional<IndexForm> GroupsharedSlots::getForm(Operation *access) {
  if (auto load = dyn_cast<memref::LoadOp>(access))
    return forms.get(load.getIndices().front());
  return forms.get(cast<memref::StoreOp>(access).getIndices().front());
}

void GroupsharedSlots::add(GroupsharedOp array) {
  bool isStored = false;
  for (Operation *user : array.getMemory().getUsers()) {
    if (!isa<memref::LoadOp, memref::StoreOp>(user))
      return missed(array, user,
                    isa<DispatchMeshOp>(user)
                        ? "mesh groups read it"
                        : "it is not only loaded and stored by elements");
    isStored |= isa<memref::StoreOp>(user);
  }
  if (isStored && (addOwnElements(array) || addWaveElements(array)))
    arrays.push_back(array);
}

//===----------------------------------------------------------------------===//
// Which lanes
//===----------------------------------------------------------------------===//

/// Returns the only lane that runs the then region of `ifOp`, if it is known.
std::optional<int64_t> GroupsharedSlots::getElectedLane(scf::IfOp ifOp) const {
  Operation *condition = ifOp.getCondition().getDefiningOp();
  // The first lane of a whole wave is lane 0.
  if (auto first = dyn_cast_or_null<IsFirstLaneOp>(condition))
    return lanes.isWholeWave(first) ? std::optional<int64_t>(0) : std::nullopt;
  auto compare = dyn_cast_or_null<arith::CmpIOp>(condition);
  APInt number;
  if (!compare || !compare.getLhs().getDefiningOp<LaneIndexOp>() ||
      !matchPattern(compare.getRhs(), m_ConstantInt(&number)) ||
      number.uge(minLanes))
    return std::nullopt;
  if (compare.getPredicate() == arith::CmpIPredicate::eq)
    return number.getZExtValue();
  if (compare.getPredicate() == arith::CmpIPredicate::ult && number.isOne())
    return 0;
  return std::nullopt;
}

/// Whether only this lane runs `op`.
bool GroupsharedSlots::isRunByLane(Operation *op, int64_t lane) const {
  for (Operation *child = op; child != kernel; child = child->getParentOp()) {
    auto ifOp = dyn_cast_or_null<scf::IfOp>(child->getParentOp());
    if (ifOp && ifOp.getThenRegion().isAncestor(child->getParentRegion()) &&
        getElectedLane(ifOp) == lane)
      return true;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Elements of lanes
//===----------------------------------------------------------------------===//

/// Whether the access is to the lane's own element, as given by `own`.
bool GroupsharedSlots::isOwnElement(Operation *op, const IndexForm &own) {
  std::optional<IndexForm> form = getForm(op);
  if (!form)
    return false;
  if (*form == own)
    return true;
  IndexForm constant;
  constant.constant = form->constant;
  return isSingle && own.isLaneIndex() && *form == constant &&
         isRunByLane(op, form->constant);
}

std::optional<SmallVector<Operation *>>
GroupsharedSlots::getIndexSlice(memref::LoadOp load, Operation *op) {
  SmallVector<Operation *> slice;
  SmallVector<Value> open = {load.getIndices().front()};
  llvm::DenseSet<Operation *> seen;
  while (!open.empty()) {
    Value value = open.pop_back_val();
    if (!op->isAncestor(value.getParentBlock()->getParentOp()))
      continue;
    Operation *definition = value.getDefiningOp();
    if (!definition || definition->getNumRegions() > 0 || !isPure(definition))
      return std::nullopt;
    if (!seen.insert(definition).second)
      continue;
    slice.push_back(definition);
    llvm::append_range(open, definition->getOperands());
  }
  // All operations are in blocks around the load, the outer ones first.
  llvm::sort(slice, [&](Operation *a, Operation *b) {
    if (a->getBlock() == b->getBlock())
      return a->isBeforeInBlock(b);
    return a->getParentOp()->isProperAncestor(b);
  });
  return slice;
}

/// Returns the operation at which a load of another lane's element can become a
/// read of that lane: the load or a branch around it, where the whole wave is
/// active. The read may be before the branch. Null if there is none.
Operation *GroupsharedSlots::findPlace(memref::LoadOp load,
                                       GroupsharedOp array) const {
  Operation *place = load;
  while (!lanes.isWholeWave(place)) {
    place = place->getParentOp();
    if (!isa<scf::IfOp>(place))
      return nullptr;
  }
  if (place == load)
    return place;
  // No store inside the branch may precede the load.
  bool isStoredBefore = false;
  place->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op == load)
      return WalkResult::interrupt();
    auto store = dyn_cast<memref::StoreOp>(op);
    isStoredBefore |= store && store.getMemRef() == array.getMemory();
    return WalkResult::advance();
  });
  if (isStoredBefore || !getIndexSlice(load, place))
    return nullptr;
  return place;
}

bool GroupsharedSlots::addOwnElements(GroupsharedOp array) {
  // The lane's own element is the one with a different index in each lane; a
  // constant index belongs to one lane.
  std::optional<IndexForm> own;
  for (Operation *user : array.getMemory().getUsers()) {
    std::optional<IndexForm> form =
        isa<memref::StoreOp>(user) ? getForm(user) : std::nullopt;
    if (form && forms.getSpacing(*form) > 0)
      own = form;
  }
  if (!own)
    return false;
  const auto slot = static_cast<unsigned>(types.size());
  SmallVector<std::pair<Operation *, Load>> found;
  for (Operation *user : array.getMemory().getUsers()) {
    if (isOwnElement(user, *own)) {
      if (isa<memref::LoadOp>(user))
        found.emplace_back(user, Load{slot, nullptr});
      continue;
    }
    auto load = dyn_cast<memref::LoadOp>(user);
    if (!load) {
      missed(array, user, "a lane stores an element that is not its own");
      return false;
    }
    if (!isSingle || !own->isLaneIndex()) {
      missed(array, user, "its elements are not numbered like the lanes");
      return false;
    }
    Operation *place = findPlace(load, array);
    if (!place) {
      missed(array, user, "not all lanes of the wave are active at the load");
      return false;
    }
    found.emplace_back(user, Load{slot, place});
  }
  types.push_back(array.getMemory().getType().getElementType());
  for (auto &[op, load] : found)
    loads[op] = load;
  for (Operation *user : array.getMemory().getUsers())
    if (isa<memref::StoreOp>(user))
      stores[user] = {slot, /*needsFirstLane=*/false};
  return true;
}

//===----------------------------------------------------------------------===//
// Elements of the wave
//===----------------------------------------------------------------------===//

/// Returns the last store to `slot` in `election`, if all lanes know the stored
/// value.
memref::StoreOp GroupsharedSlots::findKnownStore(scf::IfOp election,
                                                 unsigned slot) const {
  for (Operation &op : llvm::reverse(*election.thenBlock())) {
    auto result = op.walk([&](memref::StoreOp store) {
      auto it = stores.find(store);
      return it != stores.end() && it->second.slot == slot
                 ? WalkResult::interrupt()
                 : WalkResult::advance();
    });
    if (!result.wasInterrupted())
      continue;
    auto store = dyn_cast<memref::StoreOp>(op);
    if (!store)
      return nullptr;
    Value value = store.getValueToStore();
    bool isKnown =
        !election->isAncestor(value.getParentBlock()->getParentOp()) &&
        uniformity.get(value).isWaveUniform();
    return isKnown ? store : nullptr;
  }
  return nullptr;
}

bool GroupsharedSlots::addWaveElements(GroupsharedOp array) {
  if (!isSingle)
    return false;
  llvm::MapVector<int64_t, unsigned> slots;
  SmallVector<std::pair<Operation *, Store>> foundStores;
  SmallVector<std::pair<Operation *, Load>> foundLoads;
  SmallVector<std::pair<scf::IfOp, unsigned>> elected;
  for (Operation *user : array.getMemory().getUsers()) {
    std::optional<IndexForm> form = getForm(user);
    IndexForm constant;
    if (form)
      constant.constant = form->constant;
    if (!form || !(*form == constant)) {
      missed(array, user, "the index is neither a constant nor the lane's own");
      return false;
    }
    const auto next = static_cast<unsigned>(types.size() + slots.size());
    const unsigned slot = slots.try_emplace(form->constant, next).first->second;
    auto store = dyn_cast<memref::StoreOp>(user);
    if (!store) {
      foundLoads.emplace_back(user, Load{slot, nullptr});
      continue;
    }
    // Find the outermost election around the store: only one lane runs its
    // contents.
    Operation *anchor = store;
    for (Operation *child = store; child != kernel;
         child = child->getParentOp()) {
      auto ifOp = dyn_cast<scf::IfOp>(child->getParentOp());
      if (ifOp && child->getParentRegion() == &ifOp.getThenRegion() &&
          getElectedLane(ifOp) && lanes.isWholeWave(ifOp))
        anchor = ifOp;
    }
    if (!lanes.isWholeWave(anchor)) {
      missed(array, user,
             "neither all lanes of the wave nor one chosen by its number are "
             "active at the store");
      return false;
    }
    foundStores.emplace_back(
        user,
        Store{slot, anchor == store &&
                        !uniformity.get(store.getValue()).isWaveUniform()});
    if (anchor == store)
      continue;
    elected.emplace_back(cast<scf::IfOp>(anchor), slot);
  }
  if (slots.size() > kMaxElements) {
    missed(array, nullptr, "it has too many elements for registers");
    return false;
  }
  types.append(slots.size(), array.getMemory().getType().getElementType());
  for (auto &[op, store] : foundStores)
    stores[op] = store;
  for (auto &[op, load] : foundLoads)
    loads[op] = load;
  for (auto [ifOp, slot] : elected) {
    Election &election = elections[ifOp];
    election.lane = *getElectedLane(ifOp);
    election.slots[slot] = findKnownStore(ifOp, slot);
  }
  return true;
}
