//===- ElideBarriers.cpp - Removes barriers that order nothing ------------===//
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
#include "WaveDialect/IR/SourceLocation.h"
#include "WaveDialect/IR/Wave.h"
#include "WaveDialect/Transforms/BarrierRule.h"
#include "WaveDialect/Transforms/OptimizationRemarks.h"
#include "WaveDialect/Transforms/Passes.h"

namespace mlir::wave {
#define GEN_PASS_DEF_ELIDEBARRIERS
#include "WaveDialect/Transforms/Passes.h.inc"
} // namespace mlir::wave

using namespace mlir;
using namespace mlir::wave;

static constexpr StringLiteral kPass = "wave-elide-barriers";

/// Describes the access in a remark.
static std::string describe(const BarrierTree::Access &access) {
  const std::optional<MemoryAccess> made = getMemoryAccess(access.op);
  const bool isCoherent = made && made->isCoherent;
  std::string text = access.isAtomic() && !isCoherent ? "atomic"
                     : access.isStore()               ? "store"
                                                      : "load";
  if (FileLineColLoc place = findSource(access.op->getLoc()))
    return "the " + text + " at line " + std::to_string(place.getLine());
  return (text == "atomic" ? "an " : "a ") + text;
}

/// Whether some lanes of a group may return while others continue.
static bool hasPartialReturn(FuncOp kernel,
                             const UniformityAnalysis &uniformity) {
  auto result = kernel.walk([&](RetireIfOp retire) {
    Uniformity decision = uniformity.getControl(retire).join(
        uniformity.get(retire.getCondition()));
    return decision.isGroupUniform() ? WalkResult::advance()
                                     : WalkResult::interrupt();
  });
  return result.wasInterrupted();
}

/// Returns the orders of an adjacent barrier in the block, if no operation with
/// effects is in between.
static std::optional<OrderSet> getNeighbor(BarrierOp fence, bool after) {
  auto step = [&](Operation *op) {
    return after ? op->getNextNode() : op->getPrevNode();
  };
  for (Operation *op = step(fence); op; op = step(op)) {
    if (auto barrier = dyn_cast<BarrierOp>(op);
        barrier && barrier.getScope() != BarrierScope::Wave)
      return OrderSet(barrier.getScope());
    if (!isMemoryEffectFree(op) || op->getNumRegions() > 0)
      return std::nullopt;
  }
  return std::nullopt;
}

namespace {
struct ElideBarriers final : wave::impl::ElideBarriersBase<ElideBarriers> {
  using ElideBarriersBase::ElideBarriersBase;

  void runOnWaveIR() override {
    getOperation().walk([&](FuncOp function) {
      // Steps of pipes and barriers of sets of waves order accesses, too, which
      // the tree of barriers does not know; and waves that wait at these and at
      // barriers of the group must wait forever at every level.
      if (function.getKernel() && holdsBarrier(function) &&
          !ordersSomeWaves(function))
        elide(function);
    });
  }

  void elide(FuncOp kernel) {
    UniformityAnalysis uniformity(kernel);
    // Lanes that returned alone still execute later barriers and the loads that
    // decide whether barriers are reached, so the indices of their accesses do
    // not count.
    const bool together = !hasPartialReturn(kernel, uniformity);
    BarrierTree tree(kernel, uniformity, /*byIndex=*/together);
    if (!tree.isKnown())
      return;
    elideFences(tree);
    tree.findConflicts();

    // The most frequently executed barriers first: of two consecutive barriers,
    // one is enough.
    SmallVector<unsigned> order =
        llvm::to_vector(llvm::seq<unsigned>(tree.getMeetings().size()));
    llvm::stable_sort(order, [&](unsigned a, unsigned b) {
      return tree.getMeetings()[a].depth > tree.getMeetings()[b].depth;
    });
    for (unsigned number : order) {
      auto barrier = dyn_cast<BarrierOp>(tree.getMeetings()[number].op);
      if (!barrier)
        continue;
      // Another pass reports barriers that not all waves reach.
      if (!uniformity.getControl(barrier).isGroupUniform()) {
        remarkMissed(barrier, kPass)
            << "that all waves of the group reach the barrier is not proved";
        continue;
      }
      if (!weaken(barrier, number, tree))
        narrowToWave(barrier, kernel, together);
    }
  }

  /// A fence matters to atomics, and to barriers that order less than it does.
  /// Without these, programs must not rely on it, but programs written for
  /// lanes in lockstep do, and devices behave as they expect: it stays.
  static void elideFences(BarrierTree &tree) {
    SmallVector<BarrierOp> fences(tree.getFences());
    for (BarrierOp fence : fences) {
      if (fence.getScope() == BarrierScope::Wave)
        continue;
      const OrderSet orders(fence.getScope());
      auto isWritten = [&](Order order) {
        return orders.contains(order) && tree.isWritten(order);
      };
      auto isLike = [&](bool after) {
        std::optional<OrderSet> neighbor = getNeighbor(fence, after);
        return neighbor && neighbor->contains(orders);
      };
      if (llvm::none_of(kOrders, isWritten))
        remarkApplied(fence, kPass)
            << "removed, because nothing writes the memory that it orders";
      else if (isLike(/*after=*/true) || isLike(/*after=*/false))
        remarkApplied(fence, kPass)
            << "removed, because the barrier beside it orders as much";
      else
        continue;
      tree.eraseFence(fence);
      fence.erase();
    }
  }

  /// Removes the orders of a barrier that no accesses need. Returns whether the
  /// barrier was erased.
  static bool weaken(BarrierOp barrier, unsigned number, BarrierTree &tree) {
    OrderSet needed;
    std::optional<
        std::pair<const BarrierTree::Access *, const BarrierTree::Access *>>
        reason;
    for (Order order : kOrders)
      if (auto ordered = tree.findOrdered(number, order)) {
        needed.insert(order);
        reason = ordered;
      }
    if (!reason) {
      remarkApplied(barrier, kPass)
          << "removed, because it orders no conflicting accesses";
      tree.setOrders(number, {});
      barrier.erase();
      return true;
    }
    if (barrier.getScope() == BarrierScope::All && tree.getFences().empty() &&
        !needed.contains(OrderSet(BarrierScope::All))) {
      const bool isForBuffers = needed.contains(Order::Buffers);
      remarkApplied(barrier, kPass)
          << (isForBuffers
                  ? "made a barrier of the device, because it orders "
                    "no conflicting accesses of groupshared memory"
                  : "made a barrier of the group, because it orders no "
                    "conflicting accesses of buffers");
      barrier.setScope(isForBuffers ? BarrierScope::Device
                                    : BarrierScope::Group);
      OrderSet orders(barrier.getScope());
      orders.insert(Order::Atomics);
      tree.setOrders(number, orders);
    }
    if (auto remark = remarkMissed(barrier, kPass))
      remark << "stays between " + describe(*reason->first) + " and " +
                    describe(*reason->second);
    return false;
  }

  /// Lanes of a single wave must still wait for each other.
  void narrowToWave(BarrierOp barrier, FuncOp kernel, bool together) {
    if (!waveBarriers || barrier.getScope() != BarrierScope::Group ||
        !isSingleWave(kernel))
      return;
    if (!together) {
      remarkMissed(barrier, kPass)
          << "stays a barrier of the group, because lanes return alone";
      return;
    }
    remarkApplied(barrier, kPass)
        << "made a barrier of the wave, because a group is one wave";
    barrier.setScope(BarrierScope::Wave);
  }
};
} // namespace
