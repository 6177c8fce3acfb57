//===- BarrierTree.h - The accesses that barriers order -------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tree contains only the accesses and barriers of a kernel, within its ifs
// and loops. A forward and a backward data-flow analysis find, for each
// barrier, the accesses before and after it up to the next place where waves
// meet and the accesses are ordered. Conflicting accesses on both sides of a
// meeting are the reason to keep it. Removing a meeting joins the code on both
// of its sides, so the reasons to keep the others only grow.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_LIB_TRANSFORMS_BARRIERTREE_H
#define WAVEDIALECT_LIB_TRANSFORMS_BARRIERTREE_H

#include "WaveDialect/Analysis/IndexForms.h"
#include "WaveDialect/IR/Wave.h"
#include "llvm/ADT/BitVector.h"

#include <array>
#include <vector>

namespace mlir::wave {

struct MemoryAccess;
class UniformityAnalysis;

/// What a barrier may order. Atomics on one memory keep their order wherever
/// waves meet, regardless of the scope of the barrier.
enum class Order : unsigned { Groupshared, Buffers, Atomics };
constexpr std::array kOrders = {Order::Groupshared, Order::Buffers,
                                Order::Atomics};

class OrderSet {
public:
  OrderSet() = default;
  /// The orders of a barrier with this scope.
  explicit OrderSet(BarrierScope scope);

  bool contains(Order order) const { return bits & getBit(order); }
  bool contains(OrderSet other) const { return (other.bits & ~bits) == 0; }
  bool empty() const { return bits == 0; }
  void insert(Order order) { bits |= getBit(order); }
  void insert(OrderSet other) { bits |= other.bits; }

private:
  static unsigned getBit(Order order) {
    return 1U << static_cast<unsigned>(order);
  }
  unsigned bits = 0;
};

/// A set of accesses for each order.
class AccessSets {
public:
  AccessSets() = default;
  explicit AccessSets(size_t numAccesses) {
    sets.fill(llvm::BitVector(numAccesses));
  }

  llvm::BitVector &operator[](Order order) {
    return sets[static_cast<unsigned>(order)];
  }
  const llvm::BitVector &operator[](Order order) const {
    return sets[static_cast<unsigned>(order)];
  }
  void join(const AccessSets &other) {
    for (Order order : kOrders)
      (*this)[order] |= other[order];
  }
  bool operator==(const AccessSets &other) const { return sets == other.sets; }

private:
  std::array<llvm::BitVector, kOrders.size()> sets;
};

class BarrierTree {
public:
  /// Accesses to one memory that conflict with the same accesses.
  struct Access {
    /// One access of the class, the first.
    Operation *op;
    Value memory;
    bool reads, writes;
    int64_t components;
    std::optional<IndexForm> form;

    /// Whether it may be a signal between groups: an atomic, or an access of
    /// coherent memory.
    bool isAtomic() const { return reads && writes; }
    bool isStore() const { return op->getNumResults() == 0; }
    bool isGroupshared() const {
      return memory.getDefiningOp<GroupsharedOp>() != nullptr;
    }
    /// Whether this access is in the same class as `other`.
    bool isLike(const Access &other) const;
  };

  /// An operation at which the waves of a group wait for each other: a barrier
  /// with sync, or the launch of mesh groups.
  struct Meeting {
    Operation *op;
    /// The number of loops around it.
    unsigned depth = 0;
    /// The orders of the operation, and the orders that it may have together
    /// with adjacent fences.
    OrderSet orders, mayOrder;
    /// The accesses on both sides, up to the next meetings that order them.
    AccessSets before, after;
  };

  /// With `byIndex`, accesses to one memory are distinguished by their indices.
  /// `uniformity` must outlive this object.
  BarrierTree(FuncOp kernel, const UniformityAnalysis &uniformity,
              bool byIndex);

  /// Whether the tree covers all operations of the kernel that may access
  /// memory.
  bool isKnown() const { return known; }

  ArrayRef<Meeting> getMeetings() const { return meetings; }
  ArrayRef<BarrierOp> getFences() const { return fences; }
  /// Whether any memory of that order is written.
  bool isWritten(Order order) const;

  void eraseFence(BarrierOp fence) { llvm::erase(fences, fence); }

  /// Finds the conflicts; to be called once, after unneeded fences are removed.
  /// setOrders() then updates the sets of all meetings.
  void findConflicts();
  void setOrders(unsigned meeting, OrderSet orders);

  /// Returns two accesses, one on each side, that require the meeting for that
  /// order.
  std::optional<std::pair<const Access *, const Access *>>
  findOrdered(unsigned meeting, Order order) const;

private:
  /// An access, a meeting, or control flow that contains some.
  struct Node {
    enum Kind { Access, Meet, If, For, While } kind;
    /// The index of the access or the meeting.
    unsigned number = 0;
    SmallVector<std::vector<Node>, 2> regions;
  };
  using Sequence = std::vector<Node>;

  Sequence build(Block &block, unsigned depth);
  void addAccess(Operation *op, const MemoryAccess &access, Sequence &sequence);
  void addMeeting(Operation *op, unsigned depth, Sequence &sequence);
  bool areOrdered(const Access &a, const Access &b, Order order);
  void flow();
  void flow(const Sequence &sequence, AccessSets &sets, bool forwards);
  void flowAround(const Node &loop, AccessSets &sets, bool forwards);

  FuncOp kernel;
  const UniformityAnalysis &uniformity;
  IndexForms forms;
  bool byIndex;
  bool known = true;
  std::vector<Access> accesses;
  std::vector<Meeting> meetings;
  SmallVector<BarrierOp> fences;
  llvm::DenseSet<Value> written;
  /// The accesses that each access must be ordered with; symmetric.
  std::vector<AccessSets> conflicts;
  /// The accesses with at least one conflict.
  AccessSets members;
  Sequence root;
};

} // namespace mlir::wave

#endif // WAVEDIALECT_LIB_TRANSFORMS_BARRIERTREE_H
