//===- BarrierTree.h - What the barriers of a kernel order ----------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of a kernel only accesses and barriers are kept, as a tree of ifs and loops. On it
// flow, forwards and backwards, the accesses since the last place where waves meet and
// those are ordered. What is on both sides of a meeting says what it is for.
//
// A meeting that goes joins the stretches on both of its sides: what keeps one only grows.
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

/// What a barrier may order. Atomics of one memory keep their order where waves meet,
/// whatever the barrier says of memory.
enum class Order : unsigned { Groupshared, Buffers, Atomics };
constexpr std::array kOrders = {Order::Groupshared, Order::Buffers,
                                Order::Atomics};

class OrderSet {
public:
  OrderSet() = default;
  /// What a barrier of this scope says.
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

/// Accesses, as bits, for each order.
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
  /// Accesses of one memory that all meet the same others.
  struct Access {
    /// The first of them.
    Operation *op;
    Value memory;
    bool reads, writes;
    int64_t components;
    std::optional<IndexForm> form;

    bool isAtomic() const { return reads && writes; }
    bool isGroupshared() const {
      return memory.getDefiningOp<GroupsharedOp>() != nullptr;
    }
    /// Whether they are told apart.
    bool isLike(const Access &other) const;
  };

  /// A place where the waves of a group wait for each other: a barrier with sync, or the
  /// launch of mesh groups.
  struct Meeting {
    Operation *op;
    /// Loops around it.
    unsigned depth = 0;
    /// What it orders, and, with fences of other barriers on its sides, may order.
    OrderSet orders, mayOrder;
    /// What is on its sides, up to the next meetings that order it.
    AccessSets before, after;
  };

  /// With `byIndex` accesses of one memory are told apart by where in it they are.
  /// `uniformity` outlives this.
  BarrierTree(FuncOp kernel, const UniformityAnalysis &uniformity,
              bool byIndex);

  /// Whether the kernel holds nothing that may access memory unseen.
  bool isKnown() const { return known; }

  ArrayRef<Meeting> getMeetings() const { return meetings; }
  ArrayRef<BarrierOp> getFences() const { return fences; }
  bool hasAtomics() const;
  /// Whether memory of that order is written.
  bool isWritten(Order order) const;

  void eraseFence(BarrierOp fence) { llvm::erase(fences, fence); }

  /// To be called once, when fences are gone that go; then for each change of a meeting.
  void findConflicts();
  void setOrders(unsigned meeting, OrderSet orders);

  /// Two accesses, one on each side, that need the meeting for that order.
  std::optional<std::pair<const Access *, const Access *>>
  findOrdered(unsigned meeting, Order order) const;

private:
  /// An access, a meeting, or control flow around some.
  struct Node {
    enum Kind { Access, Meet, If, For, While } kind;
    /// Of the access or the meeting.
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
  /// Of each access those that it is ordered with; both ways.
  std::vector<AccessSets> conflicts;
  /// Accesses that are ordered with any.
  AccessSets members;
  Sequence root;
};

} // namespace mlir::wave

#endif // WAVEDIALECT_LIB_TRANSFORMS_BARRIERTREE_H
