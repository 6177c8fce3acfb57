//===- BarrierTree.cpp - The accesses that barriers order -----------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BarrierTree.h"

#include "WaveDialect/Analysis/MemoryAccess.h"
#include "WaveDialect/Analysis/Uniformity.h"
#include "WaveDialect/IR/KernelLaunch.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::wave;

/// The maximum number of distinct index forms of a memory.
static constexpr unsigned kMaxForms = 16;

OrderSet::OrderSet(BarrierScope scope) {
  if (scope != BarrierScope::Device)
    insert(Order::Groupshared);
  if (scope == BarrierScope::Device || scope == BarrierScope::All)
    insert(Order::Buffers);
}

bool BarrierTree::Access::isLike(const Access &other) const {
  return memory == other.memory && reads == other.reads &&
         writes == other.writes && components == other.components &&
         form == other.form && isStore() == other.isStore();
}

//===----------------------------------------------------------------------===//
// The tree
//===----------------------------------------------------------------------===//

BarrierTree::BarrierTree(FuncOp kernel, const UniformityAnalysis &uniformity,
                         bool byIndex)
    : kernel(kernel), uniformity(uniformity), forms(kernel, uniformity),
      byIndex(byIndex) {
  root = build(kernel.getBody().front(), 0);
}

bool BarrierTree::isWritten(Order order) const {
  return llvm::any_of(accesses, [&](const Access &access) {
    return access.writes &&
           access.isGroupshared() == (order == Order::Groupshared);
  });
}

void BarrierTree::addAccess(Operation *op, const MemoryAccess &access,
                            Sequence &sequence) {
  // No other lane accesses a lane's own array.
  if (access.memory.getDefiningOp<memref::AllocaOp>())
    return;
  Access added = {op,
                  access.memory,
                  access.reads,
                  access.writes,
                  access.components,
                  std::nullopt};
  // Group-uniform loads have no form, so that they conflict with every write to
  // the memory: only barriers prove that the loaded values are uniform.
  if (byIndex && access.indices.size() == 1 && !access.isMatrix &&
      (access.writes ||
       !uniformity.get(access.indices.front()).isGroupUniform()))
    added.form = forms.get(access.indices.front());
  auto isLike = [&](const Access &other) { return added.isLike(other); };
  auto it = llvm::find_if(accesses, isLike);
  if (it == accesses.end() && added.form &&
      llvm::count_if(accesses, [&](const Access &other) {
        return other.memory == added.memory && other.form;
      }) >= kMaxForms)
    added.form.reset();
  // The number of components only matters at a known index.
  if (!added.form) {
    added.components = 1;
    it = llvm::find_if(accesses, isLike);
  }
  if (added.writes)
    written.insert(added.memory);
  const auto number = static_cast<unsigned>(it - accesses.begin());
  if (it == accesses.end())
    accesses.push_back(std::move(added));
  // Within one stretch, each access is listed once.
  for (const Node &node : llvm::reverse(sequence)) {
    if (node.kind != Node::Access)
      break;
    if (node.number == number)
      return;
  }
  sequence.push_back({Node::Access, number, {}});
}

void BarrierTree::addMeeting(Operation *op, unsigned depth,
                             Sequence &sequence) {
  Meeting meeting = {op, depth, OrderSet(BarrierScope::Group), {}, {}, {}};
  if (auto barrier = dyn_cast<BarrierOp>(op)) {
    // If a group is one wave, all of its lanes wait here.
    if (!barrier.getSync() ||
        (!barrier.synchronizesGroup() && !isSingleWave(kernel))) {
      fences.push_back(barrier);
      return;
    }
    meeting.orders = OrderSet(barrier.getScope());
  }
  meeting.orders.insert(Order::Atomics);
  sequence.push_back({Node::Meet, static_cast<unsigned>(meetings.size()), {}});
  meetings.push_back(std::move(meeting));
}

/// Omits control flow that contains neither accesses nor meetings.
BarrierTree::Sequence BarrierTree::build(Block &block, unsigned depth) {
  Sequence sequence;
  for (Operation &op : block) {
    if (isa<BarrierOp, DispatchMeshOp>(op)) {
      addMeeting(&op, depth, sequence);
      continue;
    }
    if (std::optional<MemoryAccess> access = getMemoryAccess(&op)) {
      addAccess(&op, *access, sequence);
      continue;
    }
    // No lane is known of an element that is copied: each barrier between a copy
    // and another access of the memory stays, and ends the copy.
    if (auto copy = dyn_cast<AsyncCopyOp>(op)) {
      addAccess(&op,
                {copy.getBuffer(), {}, 1, /*reads=*/true, /*writes=*/false},
                sequence);
      addAccess(&op, {copy.getArray(), {}, 1, /*reads=*/false, /*writes=*/true},
                sequence);
      continue;
    }
    if (op.getNumRegions() == 0 || isa<MatrixMapOp>(op)) {
      known &= !isa<CallOp, CheckOp>(op);
      continue;
    }
    auto kind = llvm::TypeSwitch<Operation *, std::optional<Node::Kind>>(&op)
                    .Case([](scf::IfOp) { return Node::If; })
                    .Case([](scf::ForOp) { return Node::For; })
                    .Case([](scf::WhileOp) { return Node::While; })
                    .Default([](Operation *) { return std::nullopt; });
    if (!kind) {
      known = false;
      continue;
    }
    Node node = {*kind, 0, {}};
    bool holdsAny = false;
    for (Region &region : op.getRegions()) {
      node.regions.emplace_back();
      if (!region.empty())
        node.regions.back() =
            build(region.front(), depth + (*kind == Node::If ? 0 : 1));
      holdsAny |= !node.regions.back().empty();
    }
    if (holdsAny)
      sequence.push_back(std::move(node));
  }
  return sequence;
}

//===----------------------------------------------------------------------===//
// Conflicts
//===----------------------------------------------------------------------===//

/// Whether two such accesses, one on each side of a meeting, require it.
bool BarrierTree::areOrdered(const Access &a, const Access &b, Order order) {
  const bool meet =
      a.memory == b.memory && (a.writes || b.writes) &&
      (!a.form || !b.form ||
       forms.mayMeet(*a.form, a.components, *b.form, b.components));
  if (order == Order::Atomics)
    return meet && a.isAtomic() && b.isAtomic();
  const bool isShared = order == Order::Groupshared;
  if (meet && a.isGroupshared() == isShared)
    return true;
  // An atomic may signal that other data was written, or receive such a signal:
  // to other groups through buffers, and between waves through any memory if
  // only a fence is in between.
  if (isShared && fences.empty())
    return false;
  auto isData = [&](const Access &access) {
    return written.contains(access.memory) &&
           access.isGroupshared() == isShared;
  };
  return (isData(a) && b.isAtomic()) || (isData(b) && a.isAtomic());
}

void BarrierTree::findConflicts() {
  // A fence beside a meeting adds its orders to the meeting.
  for (Meeting &meeting : meetings) {
    meeting.mayOrder = meeting.orders;
    for (BarrierOp fence : fences)
      meeting.mayOrder.insert(OrderSet(fence.getScope()));
  }
  members = AccessSets(accesses.size());
  conflicts.assign(accesses.size(), members);
  for (Order order : kOrders)
    for (unsigned a = 0; a < accesses.size(); ++a)
      for (unsigned b = 0; b <= a; ++b)
        if (areOrdered(accesses[a], accesses[b], order)) {
          conflicts[a][order].set(b);
          conflicts[b][order].set(a);
          members[order].set(a);
          members[order].set(b);
        }
  flow();
}

void BarrierTree::setOrders(unsigned meeting, OrderSet orders) {
  meetings[meeting].orders = meetings[meeting].mayOrder = orders;
  flow();
}

std::optional<
    std::pair<const BarrierTree::Access *, const BarrierTree::Access *>>
BarrierTree::findOrdered(unsigned meeting, Order order) const {
  const Meeting &at = meetings[meeting];
  if (!at.mayOrder.contains(order))
    return std::nullopt;
  for (unsigned a : at.before[order].set_bits()) {
    llvm::BitVector both = conflicts[a][order];
    both &= at.after[order];
    if (int b = both.find_first(); b >= 0)
      return std::pair(&accesses[a], &accesses[b]);
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Data flow
//===----------------------------------------------------------------------===//

/// Iterates until nothing changes. A `for` may have no iterations; a `while`
/// always runs its first region, and exits after it.
void BarrierTree::flowAround(const Node &loop, AccessSets &sets,
                             bool forwards) {
  const AccessSets outside = sets;
  // The accesses where an iteration starts or, backwards, where it ends.
  AccessSets around = loop.kind == Node::For || forwards
                          ? outside
                          : AccessSets(accesses.size());
  while (true) {
    AccessSets trip = around;
    if (loop.kind == Node::While && !forwards) {
      flow(loop.regions[1], trip, forwards);
      trip.join(outside);
    }
    flow(loop.regions[0], trip, forwards);
    if (loop.kind == Node::While && forwards) {
      sets = trip;
      flow(loop.regions[1], trip, forwards);
    }
    AccessSets joined = around;
    joined.join(trip);
    if (joined == around)
      break;
    around = std::move(joined);
  }
  if (loop.kind == Node::For || !forwards)
    sets = std::move(around);
}

void BarrierTree::flow(const Sequence &sequence, AccessSets &sets,
                       bool forwards) {
  for (size_t i = 0; i < sequence.size(); ++i) {
    const Node &node = sequence[forwards ? i : sequence.size() - 1 - i];
    switch (node.kind) {
    case Node::Access:
      for (Order order : kOrders)
        if (members[order].test(node.number))
          sets[order].set(node.number);
      break;
    case Node::Meet: {
      Meeting &meeting = meetings[node.number];
      (forwards ? meeting.before : meeting.after) = sets;
      for (Order order : kOrders)
        if (meeting.orders.contains(order))
          sets[order].reset();
      break;
    }
    case Node::If: {
      AccessSets then = sets;
      flow(node.regions[0], then, forwards);
      flow(node.regions[1], sets, forwards);
      sets.join(then);
      break;
    }
    case Node::For:
    case Node::While:
      flowAround(node, sets, forwards);
      break;
    }
  }
}

void BarrierTree::flow() {
  for (bool forwards : {true, false}) {
    AccessSets sets(accesses.size());
    flow(root, sets, forwards);
  }
}
