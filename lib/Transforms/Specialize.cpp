//===- Specialize.cpp - Specializes code for sets of waves ------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Decides what is profitable; WaveStretches.cpp, WaveCopies.cpp and
// WaveFolding.cpp do the work.

#include "WaveDialect/Analysis/SharedReads.h"
#include "WaveDialect/Analysis/Uniformity.h"
#include "WaveDialect/Transforms/OptimizationRemarks.h"
#include "WaveDialect/Transforms/Passes.h"
#include "WaveDialect/Transforms/WaveCopies.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::wave {
#define GEN_PASS_DEF_SPECIALIZE
#include "WaveDialect/Transforms/Passes.h.inc"
} // namespace mlir::wave

using namespace mlir;
using namespace mlir::wave;

static constexpr StringLiteral kPass = "wave-specialize";

namespace {
/// A chain, and its effect in operations, summed over all waves of a group.
struct Plan {
  SmallVector<WaveLink> chain;
  int64_t saved = 0, tests = 0;
  /// The number of operations that it adds to the kernel.
  int64_t growth = 0;
};

struct Specialize final : wave::impl::SpecializeBase<Specialize> {
  using SpecializeBase::SpecializeBase;

  void runOnWaveIR() override {
    getOperation().walk([&](FuncOp function) {
      if (function.getKernel() &&
          function
              ->walk([](GroupWaveIndexOp) { return WalkResult::interrupt(); })
              .wasInterrupted())
        specialize(function);
    });
  }

  void specialize(FuncOp kernel) {
    Block &body = kernel.getBody().front();
    if (body.without_terminator().empty())
      return;
    WaveNumbers numbers(kernel);
    if (numbers.size() < 2)
      return;
    SharedReads reads(kernel, numbers);
    const UniformityAnalysis uniformity(kernel);
    auto skipped = [](Operation *op) {
      remarkMissed(op, kPass)
          << "no copies for sets of waves, because it contains a barrier";
    };
    const Stretch all = {&body.front(), body.getTerminator()->getPrevNode()};
    int64_t budget = int64_t(all.countOperations()) * maxGrowth / 100;
    for (const Stretch &stretch :
         findStretches(kernel, numbers, uniformity, skipped))
      specialize(stretch, numbers, reads, budget);
    foldForWaves(body, numbers.getAll(), numbers, reads);
    sink(kernel, numbers);
  }

  static Plan makePlan(const Stretch &stretch, SmallVector<WaveLink> chain,
                       const WaveNumbers &numbers, const SharedReads &reads) {
    Plan plan;
    plan.growth = -int64_t(stretch.countOperations());
    int64_t tests = 0;
    for (const WaveLink &link : chain) {
      const WaveCost cost = getCost(stretch, link.waves, numbers, reads);
      const int64_t waves = link.waves.count();
      tests += link.getCost();
      plan.saved += waves * cost.saved;
      plan.tests += waves * tests;
      plan.growth +=
          cost.operations + (link.getCost() ? 1 : 0) + link.getCost();
    }
    plan.chain = std::move(chain);
    return plan;
  }

  static void specialize(const Stretch &stretch, const WaveNumbers &numbers,
                         const SharedReads &reads, int64_t &budget) {
    std::optional<int64_t> tooMuch;
    for (WavePartition partition(stretch, numbers);
         partition.getSets().size() > 1; partition.mergeNearest()) {
      auto chain = orderChain(partition.getSets(), numbers);
      if (!chain)
        continue;
      Plan plan = makePlan(stretch, std::move(*chain), numbers, reads);
      if (plan.saved <= plan.tests)
        continue;
      if (plan.growth > budget) {
        tooMuch = plan.growth;
        continue;
      }
      Operation *place = stretch.first->getParentOp();
      Location loc = stretch.first->getLoc();
      FailureOr<SmallVector<WaveCopy>> copies =
          cloneForWaves(stretch, plan.chain, numbers);
      if (failed(copies))
        return;
      for (const WaveCopy &copy : *copies)
        foldForWaves(*copy.block, copy.waves, numbers, reads);
      budget -= std::max<int64_t>(0, plan.growth);
      tell(place, loc, plan, numbers);
      return;
    }
    if (!tooMuch)
      return;
    if (auto remark = remarkMissed(stretch.first, kPass))
      remark << "no copies for sets of waves, because they would add " +
                    std::to_string(*tooMuch) +
                    " operations to the kernel, and 'max-growth' allows " +
                    std::to_string(budget) + " more";
  }

  static void tell(Operation *place, Location loc, const Plan &plan,
                   const WaveNumbers &numbers) {
    auto remark =
        remark::passed(loc, wave::detail::describeRemark(place, kPass));
    if (!remark)
      return;
    std::string sets;
    for (const WaveLink &link : plan.chain)
      sets +=
          (sets.empty() ? "" : "; ") + describe(link.waves, numbers.isOpen());
    remark << "one copy for each set of waves (" + sets + "): saves " +
                  std::to_string(plan.saved) + " operations per group, takes " +
                  std::to_string(plan.tests) + " comparisons, and " +
                  (plan.growth < 0 ? "removes " : "adds ") +
                  std::to_string(std::abs(plan.growth)) +
                  (std::abs(plan.growth) == 1 ? " operation" : " operations");
  }

  static void sink(FuncOp kernel, const WaveNumbers &numbers) {
    SmallVector<Operation *> decisions;
    kernel.walk<WalkOrder::PreOrder>([&](scf::IfOp ifOp) {
      if (numbers.isDecision(ifOp))
        decisions.push_back(ifOp);
    });
    for (Operation *op : decisions)
      if (unsigned moved = sinkForWaves(op))
        if (auto remark = remarkApplied(op, kPass))
          remark << "moved " + std::to_string(moved) +
                        " operations before this condition to the waves that "
                        "need them";
  }
};
} // namespace
